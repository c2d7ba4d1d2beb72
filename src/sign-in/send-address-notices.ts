import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Institution } from '../institution/institution.ts'
import { retryAfterMinutes } from '../notifications/domain/payment-mail.ts'
import { type Mailer, MailNotSent } from '../notifications/notifications.ts'
import { type ClaimedNotice, claimNotices, finishNotice, type NoticeOutcome } from '../users/users.ts'
import { composeAddressNotice } from './domain/invitation-mail.ts'

const BATCH_NOTICES = 10
/** Far longer than a batch takes to time out if the mail server is silent. */
const LEASE_MS = 300_000

/**
 * Tells earlier addresses of users that another one has replaced them, outside of any transaction.
 * A mail that was sent but not recorded is sent again with the same Message-ID. Returns how many
 * were tried.
 */
export async function sendAddressNotices(app: App, mailer: Mailer, institution: Institution): Promise<number> {
  const { tenantId } = institution
  const now = app.tokenClock.now()
  const claim = { now, leaseMs: LEASE_MS, limit: BATCH_NOTICES }
  const claimed = await app.db.transaction((tx) => claimNotices(tx, tenantId, claim))
  const outcomes = await Promise.all(claimed.map((notice) => attempt(app, mailer, { institution, notice }, now)))
  await app.db.transaction(async (tx) => {
    for (const outcome of outcomes) await finishNotice(tx, tenantId, outcome)
  })
  return claimed.length
}

async function attempt(
  app: App,
  mailer: Mailer,
  { institution, notice }: { institution: Institution; notice: ClaimedNotice },
  now: Temporal.Instant,
): Promise<NoticeOutcome> {
  const { id, userId, mailTo: to, attempts, setAt, firstName } = notice
  const waitMinutes = retryAfterMinutes(attempts, now.since(setAt).total('minutes'))
  const mail = composeAddressNotice({ firstName, institutionName: institution.name })
  try {
    await mailer.send({ id: `${id}.${institution.code}`, to, ...mail })
    return { notice, sentAt: now }
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error
    const failure = error.message
    const isOver = error.isFinal || waitMinutes === undefined
    app.log.warn(
      { userId, attempts, failure },
      `mail to the earlier address not sent; ${isOver ? 'giving up' : 'will retry'}`,
    )
    return isOver ? { notice, failure } : { notice, failure, dueAt: now.add({ minutes: waitMinutes }) }
  }
}
