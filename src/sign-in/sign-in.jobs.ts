import { defineSweeps } from '../jobs/sweep.ts'
import type { Mailer } from '../notifications/notifications.ts'
import { tenantsWithDueNotices } from '../users/users.ts'
import { tenantsWithDueInvitations } from './invitations.store.ts'
import { sendAddressNotices } from './send-address-notices.ts'
import { sendInvitations } from './send-invitations.ts'

/** Mails invitations, and tells earlier addresses of users that they were changed. */
export const invitationSweeps = (mailer: Mailer) =>
  defineSweeps('sign-in', {
    'send invitations': {
      due: tenantsWithDueInvitations,
      run: (app, institution) => sendInvitations(app, mailer, institution),
    },
    'tell earlier addresses': {
      due: tenantsWithDueNotices,
      run: (app, institution) => sendAddressNotices(app, mailer, institution),
    },
  })
