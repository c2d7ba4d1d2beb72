import type { Connection } from '../db/client.ts'
import { readNamed } from './banks.store.ts'
import { fullBic } from './domain/participant.ts'

/** The codes of a bank as a contact has them. */
export interface BankCodes {
  /** Set only for a bank in the US. */
  routingNumber: string | null
  bic: string | null
}

/** Says of banks whether the directories of the institution name them. */
export interface KnownBanks {
  /** Why the code cannot be right; undefined if it is known, or if no list could tell. */
  objectionTo(code: string, kind: keyof BankCodes): string | undefined
}

/**
 * Looks up the codes of banks with one statement. The FedACH list decides whether a routing number
 * exists, because it has all of them; a number that only another list names exists as well. Without
 * the list nobody can tell, so every code is good.
 */
export async function openKnownBanks(
  db: Connection,
  tenantId: bigint,
  codes: readonly BankCodes[],
): Promise<KnownBanks> {
  const bankIds = codes.flatMap(({ routingNumber, bic }) => [
    ...(routingNumber ? [routingNumber] : []),
    ...(bic ? [fullBic(bic)] : []),
  ])
  const lists = bankIds.length > 0 ? await readNamed(db, tenantId, [...new Set(bankIds)]) : []
  const named = new Set(lists.flatMap((list) => list.named))
  const decisive = {
    routingNumber: lists.find(({ rail }) => rail === 'ACH'),
    bic: lists.find(({ rail }) => rail === 'SWIFT'),
  }
  return {
    objectionTo(code, kind) {
      const list = decisive[kind]
      if (!list || named.has(kind === 'bic' ? fullBic(code) : code)) return undefined
      return `no bank has it in the directory of ${list.listedOn}`
    },
  }
}
