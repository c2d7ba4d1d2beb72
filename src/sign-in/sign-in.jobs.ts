import { defineSweeps } from '../jobs/sweep.ts'
import type { Mailer } from '../notifications/notifications.ts'
import { tenantsWithDueInvitations } from './invitations.store.ts'
import { sendInvitations } from './send-invitations.ts'

/** Mails invitations. */
export const invitationSweeps = (mailer: Mailer) =>
  defineSweeps('sign-in', {
    'send invitations': {
      due: tenantsWithDueInvitations,
      run: (app, institution) => sendInvitations(app, mailer, institution),
    },
  })
