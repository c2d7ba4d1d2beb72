import type { Schema } from '@giro/sdk'
import { ListRoom } from '../../kit/ListRoom.tsx'
import { MESSAGE_COLUMNS, messagePath } from './MessagesRoom.tsx'

/** The messages to and from the networks about one payment. */
export function MessagesOf({ paymentUID }: { paymentUID: string }) {
  return (
    <ListRoom<Schema<'RailMessage'>>
      order={2}
      name="payment-messages"
      title="Messages of this payment"
      path="/v1/institution/messages"
      fixed={{ paymentUID }}
      columns={MESSAGE_COLUMNS}
      rowKey={({ messageUID }) => messageUID}
      recordOf={messagePath}
      empty="No message of a network belongs to this payment."
    />
  )
}
