import type { Schema } from '@giro/sdk'
import { take, useApi } from '../../api/giro.ts'
import { useMay } from '../../api/session.ts'
import { ConfirmButton } from '../../kit/ConfirmButton.tsx'
import { columnsOf } from '../../kit/columns.tsx'
import { ListRoom } from '../../kit/ListRoom.tsx'
import { Loaded, RecordHead, Sections } from '../../kit/Record.tsx'
import { Tree } from '../../kit/Tree.tsx'
import { Status } from '../../kit/Values.tsx'

export default function WebhookRecord({ uid }: { uid: string }) {
  const api = useApi()
  const read = () => api.GET('/v1/institution/webhooks/{webhookUID}', { path: { webhookUID: uid } })
  return (
    <Loaded id={['webhook', uid]} read={read}>
      {(webhook) => (
        <>
          <RecordHead title={webhook.url} status={<Status value={webhook.status} />} />
          <Sections
            sections={[
              { name: 'deliveries', title: 'Deliveries', show: () => <Deliveries uid={uid} /> },
              { name: 'webhook', title: 'Webhook', show: () => <Tree value={webhook} /> },
            ]}
          />
        </>
      )}
    </Loaded>
  )
}

function Deliveries({ uid }: { uid: string }) {
  const api = useApi()
  const may = useMay()
  const column = columnsOf<Schema<'WebhookDelivery'>>()
  return (
    <ListRoom<Schema<'WebhookDelivery'>>
      order={2}
      name="deliveries"
      title="Deliveries"
      path="/v1/institution/webhooks/{webhookUID}/deliveries"
      pathParameters={{ webhookUID: uid }}
      filters={[
        { name: 'status', label: 'State', options: ['Pending', 'Delivered', 'Failed'] },
        { name: 'eventUID', label: 'Event' },
      ]}
      columns={[
        column.moment('createdAt', { title: 'Made' }),
        column.text('eventType', { title: 'Event' }),
        column.status('status', { title: 'State' }),
        column.text('attempts'),
        column.text('responseStatus', { title: 'Answer' }),
        column.text('error', { title: 'Why' }),
        column.moment('nextAttemptAt', { title: 'Next try' }),
        column.uid('eventUID', { title: 'Event UID', isExtra: true }),
        {
          id: 'replay',
          title: '',
          text: () => '',
          cell: ({ deliveryUID }) =>
            may('Institution.Manage_Webhooks') && (
              <ConfirmButton
                size="compact-xs"
                variant="default"
                label="Send again"
                consequence="The same event is sent once more, with the same id, so that the receiver can tell."
                send={(_, idempotencyKey) =>
                  take(
                    api.POST('/v1/institution/webhooks/{webhookUID}/deliveries/{deliveryUID}/replay', {
                      path: { webhookUID: uid, deliveryUID },
                      idempotencyKey,
                    }),
                  )
                }
              />
            ),
        },
      ]}
      rowKey={({ deliveryUID }) => deliveryUID}
      empty="Nothing was sent yet."
    />
  )
}
