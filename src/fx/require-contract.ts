import { type CustomerRow, requireCustomer } from '../customers/customers.ts'
import type { Connection } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { CONTRACT_NO } from './domain/contract-no.ts'
import { type Contract, findContract, lockContract } from './fx-trades.store.ts'

/**
 * The contract with this number, and its customer. One outside the token's legal entity gets the
 * same refusal as one that does not exist. `locked` takes the row lock that a change needs.
 */
export async function requireContract(
  db: Connection,
  principal: Principal,
  forexContractNo: string,
  options: { locked: boolean; notFound: 'fxContractNotFound' | 'fxCoverContractNotFound' },
): Promise<Result<{ contract: Contract; customer: CustomerRow }, Refusal>> {
  const read = options.locked ? lockContract : findContract
  const contract = CONTRACT_NO.test(forexContractNo) && (await read(db, principal.tenantId, BigInt(forexContractNo)))
  if (!contract) return refusal(options.notFound)
  const customer = await requireCustomer(db, principal, String(contract.customerId))
  return customer.ok ? accept({ contract, customer: customer.value }) : refusal(options.notFound)
}
