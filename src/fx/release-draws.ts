import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import type { OpenBooks } from '../ledger/ledger.ts'
import { fxBooksOf } from '../ledger/open-account.ts'
import { closeRest, withCoverDue } from './close-contract.ts'
import { hasEnded } from './domain/contract-state.ts'
import { leftOf, releaseBeatsContract, statusWhenDrawn } from './domain/drawdown.ts'
import type { PositionChange } from './domain/position.ts'
import { refund } from './funding.ts'
import { type Contract, lockContracts, writeDrawn } from './fx-trades.store.ts'
import { addToPositions } from './positions.store.ts'
import { type ContractChange, recordContracts } from './record-contracts.ts'

/** The amounts that a payment drew on a contract and now gives back, in minor units. */
export interface ReleasedDraw {
  contractId: string
  sellAmount: bigint
  buyAmount: bigint
  actor: string
}

/** The contract whose other draws would be better than its rate. */
export type BeatenContract = Pick<Contract, 'id' | 'contractNo'>

/**
 * Releases the draws of payments that did not settle. It uses the amounts that were drawn and never
 * computes them again. A released amount can be drawn again, and is held again if the contract is
 * prefunded, with two exceptions: a contract made
 * for this one payment is cancelled, and on a contract that has ended the amount is closed at once.
 * Postings are applied to `books`, which the caller writes.
 *
 * With `refuseGains`, a release is refused if it would leave the customer with a better rate than
 * the contract's (`releaseBeatsContract`). Without it, no release is refused.
 */
export async function releaseDraws(
  tx: Transaction,
  { tenantId, books, refuseGains = false }: { tenantId: bigint; books: OpenBooks; refuseGains?: boolean },
  draws: readonly ReleasedDraw[],
  now: Temporal.Instant,
): Promise<Result<void, BeatenContract>> {
  if (draws.length === 0) return accept(undefined)
  const ids = [...new Set(draws.map(({ contractId }) => contractId))]
  const before = await lockContracts(tx, tenantId, { numbers: [], ids })
  const currencies = new Set(before.flatMap(({ sellCurrency, buyCurrency }) => [sellCurrency, buyCurrency]))
  await books.include(fxBooksOf([...currencies]))
  const contracts = new Map(before.map((contract) => [contract.id, contract]))
  const closed: PositionChange[] = []
  const changes: ContractChange[] = []
  for (const draw of draws) {
    const contract = contracts.get(draw.contractId)
    if (!contract) throw new Error(`FX contract ${draw.contractId} does not exist`)
    if (refuseGains && releaseBeatsContract(contract, draw)) return refuse(contract)
    const released = release(books, contract, draw, now)
    contracts.set(contract.id, released.contract)
    const action = contract.paymentId === null ? 'fx.contract.released' : 'fx.contract.cancelled'
    changes.push({ action, actor: draw.actor, before: contract, after: released.contract })
    closed.push(...released.closed)
  }
  await writeDrawn(tx, tenantId, [...contracts.values()])
  if (closed.length > 0) await addToPositions(tx, tenantId, closed)
  await recordContracts(tx, tenantId, changes, now)
  return accept(undefined)
}

/** The contract without the draw, and the changes to the positions if the amount is closed. */
function release(
  books: OpenBooks,
  contract: Contract,
  draw: ReleasedDraw,
  now: Temporal.Instant,
): { contract: Contract; closed: PositionChange[] } {
  const { sellAmount, buyAmount } = draw
  const released = {
    ...contract,
    drawnSellAmount: contract.drawnSellAmount - sellAmount,
    drawnBuyAmount: contract.drawnBuyAmount - buyAmount,
  }
  const { status } = contract
  if (hasEnded(status)) {
    const closed = closeRest(books, contract, { end: status, rest: { sellAmount, buyAmount } }, now)
    return { contract: withCoverDue(released), closed }
  }
  if (contract.paymentId === null) {
    const open = { ...released, status: statusWhenDrawn(released) }
    return { contract: refund(books, contract, open, now), closed: [] }
  }
  const closed = closeRest(books, contract, { end: 'Cancelled', rest: leftOf(released) }, now)
  return { contract: withCoverDue({ ...released, status: 'Cancelled' }), closed }
}
