/**
 * The public face of the slice: what other slices may use. The pages of sign-in call it in this
 * order: `checkPassword`, then `checkTotp`, `checkRecoveryCode` or `checkPasskey` (which may also
 * come alone), then for each request of the session `readPerson`. Refusals say nothing more, so
 * that strangers learn nothing. A person with `mustEnrol` adds a factor before anything else.
 */
import './sign-in.errors.ts'

export { acceptInvitation } from './accept-invitation.ts'
export { deleteExpiredAttempts } from './attempts.store.ts'
export { checkRecoveryCode, checkTotp } from './check-factor.ts'
export { readPerson } from './credentials.store.ts'
export { renderFactor } from './manage-credentials.ts'
export { changeOwnPassword, endOwnSessions, readOwnCredentials, removeOwnFactor } from './own-credentials.ts'
export { qrSquares } from './pages/qr-code.ts'
export { checkPasskey, confirmPasskeyEnrolment, passkeyEnrolmentOptions, passkeyOptions } from './passkeys.ts'
export { SignInBusy } from './password-hash.ts'
export { createPeople } from './people.ts'
export type { Factor, Person, RelyingParty, SignInInstitution } from './person.ts'
export { sessionEndsOf } from './session-ends.ts'
export { beginTotpEnrolment, confirmTotpEnrolment } from './totp.ts'
export { withdrawInvitation } from './withdraw-invitation.ts'
