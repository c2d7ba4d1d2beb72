import type { Schema } from '@giro/sdk'
import { Text } from '@mantine/core'
import { useApi } from '../../api/giro.ts'
import { columnsOf } from '../../kit/columns.tsx'
import { ListRoom } from '../../kit/ListRoom.tsx'
import { Loaded } from '../../kit/Record.tsx'
import { Uid } from '../../kit/Values.tsx'

type AuditRecord = Schema<'AuditRecord'>
const column = columnsOf<AuditRecord>()

export const AUDIT_COLUMNS = [
  column.moment('at'),
  column.text('action'),
  column.text('actor'),
  column.text('userId', { title: 'User' }),
  column.text('subjectKind', { title: 'Kind' }),
  column.uid('subjectId', { title: 'Record' }),
  column.text('changedFields', { title: 'Changed' }),
  column.text('customerUID', { title: 'Customer', isExtra: true }),
  column.text('before', { isExtra: true }),
  column.text('after', { isExtra: true }),
  column.text('sequence', { title: 'Number in the chain', isExtra: true }),
  column.uid('hash', { isExtra: true }),
]

export default function AuditRoom() {
  const api = useApi()
  return (
    <>
      <ListRoom<AuditRecord>
        name="audit"
        title="Audit"
        about="Every change, who made it, and what was before and after. Each record has the hash of the one before."
        path="/v1/institution/audit"
        filters={[
          { name: 'action', label: 'Action' },
          { name: 'actor', label: 'Client' },
          { name: 'userId', label: 'User' },
          { name: 'subjectKind', label: 'Kind' },
          { name: 'subjectId', label: 'Record' },
          { name: 'customerUID', label: 'Customer' },
        ]}
        columns={AUDIT_COLUMNS}
        rowKey={({ id }) => id}
        empty="No record matches these filters."
      />
      <Loaded id={['audit-head']} read={() => api.GET('/v1/institution/audit/head')}>
        {({ sequence, hash }) => (
          <Text size="sm" mt="xs">
            The chain has {sequence} records. Its head is <Uid value={hash} digits={24} />: compare it with what you
            noted before, or verify the whole chain with <code>giro audit verify</code>.
          </Text>
        )}
      </Loaded>
    </>
  )
}
