import { words } from '../../kernel/words.ts'

/**
 * What an actor can have outstanding, in the order in which it is taken back: first what makes more
 * payments, then payments, then the rest. Kinds are added at the end: a running cancellation keeps
 * their places.
 */
export const OUTSTANDING_KINDS = words('OutstandingKind', [
  'Series',
  'PaymentFile',
  'Payment',
  'Proposal',
  'FxQuote',
  'PositivePayRule',
  'Webhook',
  'PaymentRequest',
  'FxContract',
  'ApiClient',
  'User',
  'Invitation',
  'Approval',
  'Contact',
  'Signatory',
  'Customer',
  'UserChange',
  'Role',
  'WebhookSecret',
])
export type OutstandingKind = (typeof OUTSTANDING_KINDS)[number]
