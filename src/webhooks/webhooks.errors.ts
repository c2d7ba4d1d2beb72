import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const webhookErrors = defineErrors({
  invalidWebhook: {
    code: 'WEBHOOK001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields.',
  },
  webhookUrlRefused: {
    code: 'WEBHOOK001',
    status: 400,
    title: 'webhooks may not use this url',
    resolve: 'Use an https URL on the internet, or ask the operator of the service to allow the network.',
  },
  tooManyWebhooks: {
    code: 'WEBHOOK001',
    status: 409,
    title: 'the institution already has the maximum of 100 webhooks',
    resolve: 'Delete an unused webhook, or add eventTypes to an existing one.',
  },
  tooManyCustomerWebhooks: {
    code: 'WEBHOOK001',
    status: 409,
    title: 'the customer has the maximum of 5 webhooks, or all customers have the maximum of 500',
    resolve: 'Delete an unused webhook, or add eventTypes to an existing one.',
  },
  webhookTooManySecrets: {
    code: 'WEBHOOK001',
    status: 409,
    title: 'the webhook has the maximum of 5 valid secrets',
    resolve: 'Wait until one of secrets expires, or send overlapSeconds 0, which ends all of them.',
  },
  webhookNotFound: {
    code: 'WEBHOOK001',
    status: 404,
    title: 'no webhook has this webhookUID',
    resolve: 'Take webhookUID from the list of webhooks.',
  },
  webhookChanged: {
    code: 'WEBHOOK001',
    status: 412,
    title: 'the webhook was changed since the version in If-Match',
    resolve: 'Read it again and resend the change with its current ETag.',
  },
  deliveryNotFound: {
    code: 'WEBHOOK001',
    status: 404,
    title: 'the webhook has no delivery with this deliveryUID',
    resolve: "Take deliveryUID from the list of the webhook's deliveries.",
  },
  replayTooLong: {
    code: 'WEBHOOK001',
    status: 400,
    title: 'the range covers more than 10000 positions of the feed',
    resolve: 'Request it in parts.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof webhookErrors> {}
}
