import type { Schema } from '@giro/sdk'
import { columnsOf } from '../../kit/columns.tsx'
import { ListRoom } from '../../kit/ListRoom.tsx'

type Webhook = Schema<'Webhook'>
const column = columnsOf<Webhook>()
const webhookPath = ({ webhookUID }: Webhook) => `webhooks/${webhookUID}`

export default function WebhooksRoom() {
  return (
    <ListRoom<Webhook>
      name="webhooks"
      title="Webhooks"
      about="Where events are sent. Open one to see its deliveries, and to send them again."
      path="/v1/institution/webhooks"
      columns={[
        column.link('url', webhookPath, { title: 'Address' }),
        column.status('status', { title: 'State' }),
        column.text('statusReason', { title: 'Why' }),
        column.text('eventTypes', { title: 'Events' }),
        column.text('format'),
        column.moment('failingSince', { title: 'Failing since' }),
        column.text('description', { isExtra: true }),
        column.uid('webhookUID', { title: 'UID', isExtra: true }),
      ]}
      rowKey={({ webhookUID }) => webhookUID}
      recordOf={webhookPath}
      empty="There is no webhook."
    />
  )
}
