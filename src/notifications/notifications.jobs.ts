import { defineSweeps } from '../jobs/sweep.ts'
import type { Mailer } from './mailer.ts'
import { makeMails, tenantsToNotify, tenantsWithDueMails } from './mails.store.ts'
import { sendMails } from './send-mails.ts'

const BATCH = 500

/** A mail for each state that a payment with an address has come to. */
export const notificationSweeps = defineSweeps('notifications', {
  'make mails': {
    due: tenantsToNotify,
    run: (app, { tenantId }) => app.db.transaction((tx) => makeMails(tx, tenantId, app.systemClock.now(), BATCH)),
  },
})

/** Sends them. A mail server may be slow to answer, so that nothing else should wait in the same worker. */
export const mailSweeps = (mailer: Mailer) =>
  defineSweeps('notifications', {
    'send mails': { due: tenantsWithDueMails, run: (app, institution) => sendMails(app, mailer, institution) },
  })
