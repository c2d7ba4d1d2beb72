import type { Schema } from '@giro/sdk'
import { columnsOf } from '../../kit/columns.tsx'
import { type Filter, ListRoom } from '../../kit/ListRoom.tsx'

type Receipt = Schema<'Receipt'>

const FILTERS: Filter[] = [
  {
    name: 'status',
    label: 'State',
    options: [
      'RECEIVED',
      'SCREENING',
      'PENDING',
      'POSTED',
      'UNPOSTED',
      'RETURN_QUEUED',
      'RETURNED',
      'DISHONORED',
      'CONTESTED',
      'REJECTED',
    ],
  },
  { name: 'rail', label: 'Rail', options: ['ACH', 'FEDWIRE', 'FEDNOW', 'RTP', 'SWIFT'] },
  { name: 'direction', label: 'Direction', options: ['Credit', 'Debit'] },
  { name: 'fromDate', label: 'From', type: 'date' },
  { name: 'toDate', label: 'To', type: 'date' },
  { name: 'minAmount', label: 'At least' },
  { name: 'maxAmount', label: 'At most' },
  { name: 'traceNumber', label: 'Trace number' },
  { name: 'uetr', label: 'UETR' },
]

const column = columnsOf<Receipt>()
export const receiptPath = ({ receiptUID }: Receipt) => `receipts/${receiptUID}`
export const RECEIPT_COLUMNS = [
  column.moment('receivedAt', { title: 'Received' }),
  column.text('rail'),
  column.words('direction'),
  column.status('status', { title: 'State' }),
  column.money('amount', ({ currency }) => currency),
  {
    ...column.link('receiptUID', receiptPath),
    id: 'from',
    title: 'From',
    text: (row: Receipt) => row.originator.name,
    cell: (row: Receipt) => row.originator.name,
  },
  { ...column.link('accountNumber', receiptPath, { title: 'Account' }) },
  column.text('reasonText', { title: 'Why' }),
  column.moment('returnBy', { title: 'Return by' }),
  column.day('settlementDate', { title: 'Settles', isExtra: true }),
  column.text('traceNumber', { title: 'Trace number', isExtra: true }),
  column.text('secCode', { title: 'SEC code', isExtra: true }),
  column.uid('uetr', { title: 'UETR', isExtra: true }),
  column.uid('receiptUID', { title: 'UID', isExtra: true }),
]

export default function ReceiptsRoom() {
  return (
    <ListRoom<Receipt>
      name="receipts"
      title="Receipts"
      about="What came in over the rails. Unposted ones wait in suspense until somebody accepts, assigns or returns them."
      path="/v3/receipts"
      filters={FILTERS}
      columns={RECEIPT_COLUMNS}
      rowKey={({ receiptUID }) => receiptUID}
      recordOf={receiptPath}
      empty="No receipt matches these filters."
    />
  )
}
