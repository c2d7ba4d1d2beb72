import type { Sweep } from '../jobs/sweep.ts'
import type { Mailer } from './mailer.ts'
import { makeMails, tenantsToNotify, tenantsWithDueMails } from './mails.store.ts'
import { sendMails } from './send-mails.ts'

const BATCH = 500

/** A mail for each state that a payment with an address has come to. */
export const makeNotifications: Sweep = {
  name: 'make notifications',
  due: tenantsToNotify,
  run: (app, { tenantId }) => app.db.transaction((tx) => makeMails(tx, tenantId, app.systemClock.now(), BATCH)),
}

/** Sends them. A mail server may be slow to answer, so that nothing else should wait in the same worker. */
export const sendNotifications = (mailer: Mailer): Sweep => ({
  name: 'send notifications',
  due: tenantsWithDueMails,
  run: (app, institution) => sendMails(app, mailer, institution),
})
