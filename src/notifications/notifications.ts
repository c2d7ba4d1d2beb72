/** The public face of the slice: what other slices may use. */
export { createMailer, isAddress, type Mailer, MailNotSent, type MailSettings } from './mailer.ts'
export { type PaymentMail, purgeMails, readPaymentMails } from './mails.store.ts'
