import { defineSweeps } from '../jobs/sweep.ts'
import type { Mailer } from './mailer.ts'
import { makeMails, tenantsToNotify, tenantsWithDueMails } from './mails.store.ts'
import { sendMails } from './send-mails.ts'

const BATCH_PAYMENTS = 500

/** Creates a mail for each mailed state of a payment that has an address. */
export const notificationSweeps = defineSweeps('notifications', {
  'make mails': {
    due: tenantsToNotify,
    run: (app, { tenantId }) =>
      app.db.transaction((tx) => makeMails(tx, tenantId, app.systemClock.now(), BATCH_PAYMENTS)),
  },
})

/** Sends the mails. */
export const mailSweeps = (mailer: Mailer) =>
  defineSweeps('notifications', {
    'send mails': { due: tenantsWithDueMails, run: (app, institution) => sendMails(app, mailer, institution) },
  })
