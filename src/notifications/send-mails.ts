import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Institution } from '../institution/institution.ts'
import { composeMail, isTooLate, retryAfterMinutes } from './domain/payment-mail.ts'
import { type Mailer, MailNotSent } from './mailer.ts'
import { type ClaimedMail, claimMails, finishMails, type MailOutcome } from './mails.store.ts'

const BATCH = 10
/** Far longer than a batch takes whose server says nothing. */
const LEASE = { minutes: 5 }

/**
 * Sends mails that are due, outside of any transaction. Killed between a mail and the note that it is sent, it is sent again when the lease is
 * over, under the same Message-ID. Returns how many were tried.
 */
export async function sendMails(app: App, mailer: Mailer, institution: Institution): Promise<number> {
  const { tenantId } = institution
  const now = app.systemClock.now()
  const claim = { now, until: now.add(LEASE), limit: BATCH }
  const mails = await app.db.transaction((tx) => claimMails(tx, tenantId, claim))
  const outcomes = await Promise.all(mails.map((mail) => attempt(app, mailer, institution, mail, now)))
  await app.db.transaction((tx) => finishMails(tx, tenantId, outcomes))
  return mails.length
}

async function attempt(
  app: App,
  mailer: Mailer,
  { code, name }: Institution,
  mail: ClaimedMail,
  now: Temporal.Instant,
): Promise<MailOutcome> {
  const { paymentId, status, attempts, createdAt, to } = mail
  const ageMinutes = now.since(createdAt).total('minutes')
  if (isTooLate(ageMinutes)) return { mail, failure: 'it was not sent within a day' }
  const id = `${paymentId}.${status.toLowerCase()}.${code}`
  try {
    await mailer.send({ id, to, ...composeMail({ ...mail, institutionName: name }) })
    return { mail, sentAt: app.systemClock.now() }
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error
    const failure = error.message
    const wait = retryAfterMinutes(attempts, ageMinutes)
    const isOver = error.isFinal || wait === undefined
    app.log.warn(
      { paymentId, status, attempts, failure },
      isOver ? 'a notification is given up' : 'a notification is tried again',
    )
    return isOver ? { mail, failure } : { mail, failure, dueAt: now.add({ minutes: wait }) }
  }
}
