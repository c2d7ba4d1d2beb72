import type { App } from '../app.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { namePerson } from '../http/change.ts'

interface OfUser {
  tenantId: bigint
  userId: string
}

/** The actor of what people do on the pages of sign-in. */
const ACTOR = 'sign-in'

/** Records what nobody is told about, such as a refused attempt. Nobody has proven who they are. */
export async function auditSignIn(
  tx: Transaction,
  app: Pick<App, 'readInstitutionTime'>,
  { tenantId, userId, action }: OfUser & { action: `user.${'signIn.refused' | 'recoveryCode.used'}` },
  after: object,
): Promise<void> {
  const now = await app.readInstitutionTime(tx, tenantId)
  await recordAudit(tx, { tenantId, actor: ACTOR, action, subject: { kind: 'user', id: userId }, after }, now)
}

/** Records a change that the person made to their own credentials, with its event. */
export async function recordOwnChange(
  tx: Transaction,
  app: Pick<App, 'readInstitutionTime'>,
  {
    tenantId,
    userId,
    action,
  }: OfUser & { action: `user.${'enrolled' | 'factorAdded' | 'factorRemoved' | 'passwordChanged' | 'sessionsEnded'}` },
  after: object,
): Promise<void> {
  await namePerson(tx, { person: { userId } })
  const now = await app.readInstitutionTime(tx, tenantId)
  await recordChange(tx, { tenantId, actor: ACTOR, action, subject: { kind: 'user', id: userId }, after }, now)
}
