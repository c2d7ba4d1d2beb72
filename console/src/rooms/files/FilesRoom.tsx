import type { Schema } from '@giro/sdk'
import { columnsOf } from '../../kit/columns.tsx'
import { type Filter, ListRoom } from '../../kit/ListRoom.tsx'

type File = Schema<'RailFile'>

const FILTERS: Filter[] = [
  { name: 'direction', label: 'Direction', options: ['Out', 'In'] },
  { name: 'state', label: 'State' },
  { name: 'name', label: 'Name' },
  { name: 'fromDate', label: 'From', type: 'date' },
  { name: 'toDate', label: 'To', type: 'date' },
]

const column = columnsOf<File>()
const filePath = ({ fileUID }: File) => `files/${fileUID}`

export default function FilesRoom() {
  return (
    <ListRoom<File>
      name="files"
      title="Files"
      about="Files to and from the networks: what left, what came, and what became of it."
      path="/v1/institution/files"
      filters={FILTERS}
      columns={[
        column.moment('at'),
        column.words('direction'),
        column.text('rail'),
        column.link('name', filePath),
        column.status('state'),
        column.uid('fileUID', { title: 'UID', isExtra: true }),
      ]}
      rowKey={({ fileUID }) => fileUID}
      recordOf={filePath}
      empty="No file matches these filters."
    />
  )
}
