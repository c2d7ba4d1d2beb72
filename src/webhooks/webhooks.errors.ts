import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const webhookErrors = defineErrors({
  invalidWebhook: {
    code: 'WEBHOOK001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named.',
  },
  webhookUrlRefused: {
    code: 'WEBHOOK001',
    status: 400,
    title: 'webhooks are not sent to this url',
    resolve: 'Use an https URL on the internet, or have the operator of the service allow the network.',
  },
  tooManyWebhooks: {
    code: 'WEBHOOK001',
    status: 409,
    title: 'there are 100 webhooks, and no more are possible',
    resolve: 'Delete one that is no longer used, or widen the eventTypes of another one.',
  },
  webhookNotFound: {
    code: 'WEBHOOK001',
    status: 404,
    title: 'there is no webhook with this webhookUID',
    resolve: 'Take webhookUID from the list of webhooks.',
  },
  webhookChanged: {
    code: 'WEBHOOK001',
    status: 412,
    title: 'the webhook was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
  deliveryNotFound: {
    code: 'WEBHOOK001',
    status: 404,
    title: 'there is no delivery with this deliveryUID to this webhook',
    resolve: "Take deliveryUID from the list of the webhook's deliveries.",
  },
  replayTooLong: {
    code: 'WEBHOOK001',
    status: 400,
    title: 'the range covers more than 10000 places of the feed',
    resolve: 'Ask for it in parts.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof webhookErrors> {}
}
