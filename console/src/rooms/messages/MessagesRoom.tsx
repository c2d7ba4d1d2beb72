import type { Schema } from '@giro/sdk'
import { columnsOf } from '../../kit/columns.tsx'
import { type Filter, ListRoom } from '../../kit/ListRoom.tsx'

type Message = Schema<'RailMessage'>

const FILTERS: Filter[] = [
  { name: 'rail', label: 'Rail', options: ['FEDWIRE', 'FEDNOW', 'RTP', 'SWIFT'] },
  { name: 'direction', label: 'Direction', options: ['Out', 'In'] },
  {
    name: 'status',
    label: 'State',
    options: [
      'Waiting',
      'Claimed',
      'HandedOver',
      'InDoubt',
      'Expired',
      'Received',
      'Processed',
      'Double',
      'Quarantined',
      'Dismissed',
    ],
  },
  { name: 'messageType', label: 'Type' },
  { name: 'messageId', label: 'Message id' },
  { name: 'uetr', label: 'UETR' },
  { name: 'fromDate', label: 'From', type: 'date' },
  { name: 'toDate', label: 'To', type: 'date' },
]

const column = columnsOf<Message>()
export const messagePath = ({ messageUID }: Message) => `messages/${messageUID}`
export const MESSAGE_COLUMNS = [
  column.moment('createdAt', { title: 'At' }),
  column.words('direction'),
  column.text('rail'),
  column.link('messageType', messagePath, { title: 'Type' }),
  column.status('status', { title: 'State' }),
  column.text('messageId', { title: 'Message id' }),
  column.uid('paymentUID', { title: 'Payment' }),
  column.uid('receiptUID', { title: 'Receipt', isExtra: true }),
  column.uid('uetr', { title: 'UETR', isExtra: true }),
  column.uid('messageUID', { title: 'UID', isExtra: true }),
]

export default function MessagesRoom() {
  return (
    <ListRoom<Message>
      name="messages"
      title="Messages"
      about="Messages to and from Fedwire, FedNow, RTP and SWIFT, with their bytes."
      path="/v1/institution/messages"
      filters={FILTERS}
      columns={MESSAGE_COLUMNS}
      rowKey={({ messageUID }) => messageUID}
      recordOf={messagePath}
      empty="No message matches these filters."
    />
  )
}
