import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Institution } from '../institution/institution.ts'
import { retryAfterMinutes } from '../notifications/domain/payment-mail.ts'
import { type Mailer, MailNotSent } from '../notifications/notifications.ts'
import { composeInvitation } from './domain/invitation-mail.ts'
import { invitationUrl, readLinkBase } from './invitation-link.ts'
import {
  type ClaimedInvitation,
  claimInvitations,
  finishInvitation,
  type InvitationOutcome,
} from './invitations.store.ts'

const BATCH_INVITATIONS = 10
/** Far longer than a batch takes to time out if the mail server is silent. */
const LEASE_MS = 300_000

/**
 * Mails due invitations outside of any transaction. If a worker is killed after it sent one but
 * before it recorded that, the mail is sent again with the same Message-ID. Returns how many were
 * tried.
 */
export async function sendInvitations(app: App, mailer: Mailer, institution: Institution): Promise<number> {
  const { tenantId } = institution
  const now = app.tokenClock.now()
  const base = await app.db.read((db) => readLinkBase(db, app, tenantId))
  if (base === undefined) return 0
  const claim = { now, leaseMs: LEASE_MS, limit: BATCH_INVITATIONS }
  const claimed = await app.db.transaction((tx) => claimInvitations(tx, tenantId, claim))
  const outcomes = await Promise.all(
    claimed.map((invitation) => attempt(app, mailer, { institution, base, invitation }, now)),
  )
  await app.db.transaction(async (tx) => {
    for (const outcome of outcomes) await finishInvitation(tx, tenantId, outcome)
  })
  return claimed.length
}

async function attempt(
  app: App,
  mailer: Mailer,
  { institution, base, invitation }: { institution: Institution; base: string; invitation: ClaimedInvitation },
  now: Temporal.Instant,
): Promise<InvitationOutcome> {
  const { id, userId, mailTo, attempts, createdAt, firstName, token } = invitation
  const { code, name: institutionName } = institution
  const waitMinutes = retryAfterMinutes(attempts, now.since(createdAt).total('minutes'))
  const link = invitationUrl(base, code, token)
  try {
    await mailer.send({ id: `${id}.${code}`, to: mailTo, ...composeInvitation({ firstName, institutionName, link }) })
    return { invitation, sentAt: app.tokenClock.now() }
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error
    const failure = error.message
    const isOver = error.isFinal || waitMinutes === undefined
    app.log.warn(
      { userId, attempts, failure },
      isOver ? 'invitation not sent; giving up' : 'invitation not sent; will retry',
    )
    return isOver ? { invitation, failure } : { invitation, failure, dueAt: now.add({ minutes: waitMinutes }) }
  }
}
