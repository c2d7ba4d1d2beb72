import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Institution } from '../institution/institution.ts'
import { composeMail, isTooLate, retryAfterMinutes } from './domain/payment-mail.ts'
import { type Mailer, MailNotSent } from './mailer.ts'
import { type ClaimedMail, claimMails, finishMails, type MailOutcome } from './mails.store.ts'

const BATCH_MAILS = 10
/** Far longer than a batch takes to time out if the server is silent. */
const LEASE_MS = 300_000
/** A worker begins no mail after half of its lease. */
const LATEST_BEGIN_MS = LEASE_MS / 2

/**
 * Sends due mails outside of any transaction. If a worker is killed after sending a mail but before
 * recording it, or slept past its lease, the mail is sent again, with the same Message-ID. Returns
 * how many were tried.
 */
export async function sendMails(app: App, mailer: Mailer, institution: Institution): Promise<number> {
  const { tenantId } = institution
  const now = app.systemClock.now()
  const claimedAtMs = app.time.nowMs()
  const claim = { now, leaseMs: LEASE_MS, limit: BATCH_MAILS }
  const mails = await app.db.transaction((tx) => claimMails(tx, tenantId, claim))
  if (mails.length === 0 || app.time.nowMs() >= claimedAtMs + LATEST_BEGIN_MS) return 0
  const outcomes = await Promise.all(mails.map((mail) => attempt(app, mailer, institution, mail, now)))
  const written = await app.db.transaction((tx) => finishMails(tx, tenantId, outcomes))
  const late = outcomes.length - written
  if (late > 0) app.log.warn({ tenantId: String(tenantId), late }, 'outcomes of mails came after their lease')
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
  if (isTooLate(ageMinutes)) return { mail, failure: 'not sent within a day' }
  const id = `${paymentId}.${status.toLowerCase()}.${code}`
  try {
    await mailer.send({ id, to, ...composeMail({ ...mail, institutionName: name }) })
    return { mail, sentAt: app.systemClock.now() }
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error
    const failure = error.message
    const waitMinutes = retryAfterMinutes(attempts, ageMinutes)
    const isOver = error.isFinal || waitMinutes === undefined
    app.log.warn(
      { paymentId, status, attempts, failure },
      isOver ? 'notification not sent; giving up' : 'notification not sent; will retry',
    )
    return isOver ? { mail, failure } : { mail, failure, dueAt: now.add({ minutes: waitMinutes }) }
  }
}
