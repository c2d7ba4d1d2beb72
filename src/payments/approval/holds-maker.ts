import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { areIndependent, namesOf, type Party, partyOf, provenPartyOf } from '../../tokens/api-clients.ts'

/**
 * Whether somebody of the institution may be one of those who made something: they hold a secret or
 * key of the client that made it, or somebody holds both. Who held it at the time counts, even if
 * the hold has ended since. People of customers are not asked, so it costs them nothing.
 */
export async function mayBeMaker(
  tx: Transaction,
  principal: Principal,
  { legalEntityId: ownEntityId }: Pick<Institution, 'legalEntityId'>,
  { makers, madeAt, tokenNow }: { makers: readonly Party[]; madeAt: Temporal.Instant; tokenNow: Temporal.Instant },
): Promise<boolean> {
  const { tenantId } = principal
  if (principal.legalEntityId !== ownEntityId) return false
  const own = namesOf(provenPartyOf(partyOf(principal)))
  const asOf = Temporal.Instant.compare(madeAt, tokenNow) < 0 ? madeAt : tokenNow
  for (const maker of makers) {
    const other = namesOf(provenPartyOf({ clientId: maker.clientId, userId: maker.userId }))
    if (!(await areIndependent(tx, tenantId, [own, other], asOf))) return true
  }
  return false
}
