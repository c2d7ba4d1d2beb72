import type { Schema } from '@giro/sdk'
import { columnsOf } from '../../kit/columns.tsx'
import { ListRoom } from '../../kit/ListRoom.tsx'

type Obligation = Schema<'Obligation'>
const column = columnsOf<Obligation>()
const PLACES: Record<string, string> = { receipt: 'receipts', payment: 'payments', file: 'files' }

export default function ObligationsRoom() {
  return (
    <ListRoom<Obligation>
      name="obligations"
      title="Obligations"
      about="What rules of the networks demand by a time, and whether it was done."
      path="/v1/institution/obligations"
      filters={[
        { name: 'state', label: 'State', options: ['Open', 'Met', 'Missed'] },
        { name: 'kind', label: 'Kind' },
        { name: 'subjectUID', label: 'About' },
      ]}
      columns={[
        column.words('kind'),
        column.status('state'),
        column.moment('dueAt', { title: 'Due' }),
        column.text('dueEastern', { title: 'Due, Eastern' }),
        column.text('rule'),
        column.words('whenLate', { title: 'If late' }),
        column.text('owner'),
        column.uid('subjectUID', { title: 'About' }),
        column.moment('metAt', { title: 'Met', isExtra: true }),
        column.moment('missedAt', { title: 'Missed', isExtra: true }),
      ]}
      rowKey={({ obligationUID }) => obligationUID}
      recordOf={({ subjectKind, subjectUID }) => `${PLACES[subjectKind.toLowerCase()] ?? 'receipts'}/${subjectUID}`}
      empty="No obligation matches these filters."
    />
  )
}
