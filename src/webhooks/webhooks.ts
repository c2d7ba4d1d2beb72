/** The public face of the slice: what other slices may use. */
import './webhooks.errors.ts'

export { createNetworkRules } from './network-rules.ts'
export { type PaymentDelivery, readPaymentDeliveries } from './payment-deliveries.ts'
export { purgeOldDeliveries } from './purge-old-deliveries.ts'
export { startSender } from './send-deliveries.ts'
export { sentEvents } from './webhooks.openapi.ts'
export { deleteEndedSecrets } from './webhooks.store.ts'
export { disableWebhook } from './write-webhook.ts'
