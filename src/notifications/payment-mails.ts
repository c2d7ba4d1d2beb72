/** What the timeline of a payment may ask about the mails of its notification. */
export { type PaymentMail, readPaymentMails } from './mails.store.ts'
