import type { ErrorEntry } from './error-entry.ts'

/** Accounts. */
export const accountErrors = {
  invalidAccount: {
    code: 'ACC001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  accountNotFound: {
    code: 'ACC001',
    status: 404,
    title: 'there is no account with this accountUID',
    resolve: "Take accountUID from the list of the customer's accounts.",
  },
  accountOfAnotherCustomer: {
    code: 'ACC001',
    status: 400,
    title: 'the account is not associated with the given customer',
    resolve: 'Use the customerUID that the account belongs to.',
  },
  accountChanged: {
    code: 'ACC001',
    status: 412,
    title: 'the account was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
  accountToDeleteNotFound: {
    code: 'ACC002',
    status: 404,
    title: 'there is no account with this accountUID',
    resolve: "Take accountUID from the list of the customer's accounts.",
  },
  accountStatusConflict: {
    code: 'ACC001',
    status: 409,
    title: 'the present status of the account does not allow it',
    resolve: 'Suspend an Active account, activate a Suspended one; a Closed one stays closed.',
  },
  accountNotEmpty: {
    code: 'ACC001',
    status: 409,
    title: 'the account has a balance or open payments',
    resolve: 'Pay out what is left, and wait for or cancel its open payments.',
  },
  defaultOffsetConflict: {
    code: 'ACC001',
    status: 409,
    title: 'another account of the customer is the default offset account of this currency already',
    resolve: 'Take defaultOffset from that one first.',
  },
  feeAccountConflict: {
    code: 'ACC001',
    status: 409,
    title: 'another account of the customer is the fee account of this currency already',
    resolve: 'Take feeAccount from that one first.',
  },
  accountConflict: {
    code: 'ACC001',
    status: 409,
    title: 'another account has this accountNumber at this routing number already',
    resolve: 'Choose another accountNumber.',
  },
  invalidAdjustment: {
    code: 'ACC001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
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
  notTheInstitution: {
    code: 'AUTH002',
    status: 403,
    title: 'only a client of the institution itself may do this',
    resolve: "Use an API client of the institution's own legal entity.",
  },
  adjustmentNotCovered: {
    code: 'ACC001',
    status: 402,
    title: 'the available balance does not cover the debit',
    resolve: 'Debit no more than availableBalance.',
  },
} satisfies Record<string, ErrorEntry>
