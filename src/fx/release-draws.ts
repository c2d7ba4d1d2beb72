import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import type { OpenBooks } from '../ledger/ledger.ts'
import { fxBooksOf, openFxBooks } from '../ledger/open-account.ts'
import { applyBookings } from './book-exchange.ts'
import { withCoverDue } from './close-contract.ts'
import { type CloseOutSet, closeOut } from './close-outs/close-out.ts'
import { hasEnded } from './domain/contract-state.ts'
import { releaseBeatsContract, statusWhenDrawn } from './domain/drawdown.ts'
import { bookMargin } from './domain/margin.ts'
import type { PositionChange } from './domain/position.ts'
import { refund } from './funding.ts'
import { type Contract, lockContracts, writeDrawn } from './fx-trades.store.ts'
import { marketRates } from './market-rates.ts'
import { addToPositions } from './positions.store.ts'
import { type ContractChange, recordContracts } from './record-contracts.ts'

/** The amounts that a payment drew on a contract and now gives back, in minor units. */
export interface ReleasedDraw {
  contractId: string
  sellAmount: bigint
  buyAmount: bigint
  /** The account of the payment, which has the amount sold again. */
  accountId: bigint
  actor: string
}

/**
 * Why a release is refused: it would leave the customer with a better rate than the contract's, or
 * the contract cannot be closed out now, in words.
 */
export type ReleaseRefusal = Pick<Contract, 'id' | 'contractNo'> & { why: 'beatsContract' | { notClosedOut: string } }

/**
 * Releases the draws of payments that did not settle. It uses the amounts that were drawn and never
 * computes them again. A released amount can be drawn again, and is held again if the contract is
 * prefunded, with two exceptions: a contract made for this one payment is cancelled, and on a
 * contract that has ended the amount cannot be drawn. There, it is closed out at the market rate
 * of now, and the account of the payment bears the loss, before others of its customer. Postings
 * are applied to `books`, which the caller writes. It has locked all accounts of the customers in
 * the currencies sold with them.
 *
 * With `isChosen`, the customer chooses the release. It is refused if it would leave the customer
 * with a better rate than the contract's (`releaseBeatsContract`), or if no current rate closes the
 * contract out. Otherwise no release is refused: a close-out waits for a rate, with the amount
 * held.
 */
export async function releaseDraws(
  tx: Transaction,
  { tenantId, books, isChosen = false }: { tenantId: bigint; books: OpenBooks; isChosen?: boolean },
  draws: readonly ReleasedDraw[],
  now: Temporal.Instant,
): Promise<Result<void, ReleaseRefusal>> {
  if (draws.length === 0) return accept(undefined)
  const ids = [...new Set(draws.map(({ contractId }) => contractId))]
  const before = await lockContracts(tx, tenantId, { numbers: [], ids })
  const currencies = [...new Set(before.flatMap(({ sellCurrency, buyCurrency }) => [sellCurrency, buyCurrency]))]
  await openFxBooks(tx, tenantId, currencies, now)
  await books.include(fxBooksOf(currencies))
  const institution = await readInstitution(tx, tenantId)
  const set = { institution, books, rates: marketRates(tx, institution, now) }
  const contracts = new Map(before.map((contract) => [contract.id, contract]))
  const positions: PositionChange[] = []
  const changes: ContractChange[] = []
  for (const draw of draws) {
    const contract = contracts.get(draw.contractId)
    if (!contract) throw new Error(`FX contract ${draw.contractId} does not exist`)
    if (isChosen && releaseBeatsContract(contract, draw)) return refuse({ ...contract, why: 'beatsContract' })
    const released = await release(tx, set, contract, draw, now)
    const { closeOutWaitsFor } = released.contract
    if (isChosen && closeOutWaitsFor !== null) return refuse({ ...contract, why: { notClosedOut: closeOutWaitsFor } })
    contracts.set(contract.id, released.contract)
    const action = contract.paymentId === null ? 'fx.contract.released' : 'fx.contract.cancelled'
    changes.push({ action, actor: draw.actor, before: contract, after: released.contract })
    positions.push(...released.positions)
  }
  await writeDrawn(tx, tenantId, [...contracts.values()], now)
  if (positions.length > 0) await addToPositions(tx, tenantId, positions, now)
  await recordContracts(tx, tenantId, changes, now)
  return accept(undefined)
}

/** The contract without the draw, and the changes to the positions if the amount is closed out. */
async function release(
  tx: Transaction,
  set: CloseOutSet,
  contract: Contract,
  { sellAmount, buyAmount, accountId, actor }: ReleasedDraw,
  now: Temporal.Instant,
): Promise<{ contract: Contract; positions: PositionChange[] }> {
  const { books } = set
  const isOwn = contract.paymentId !== null
  const drawn = {
    ...contract,
    drawnSellAmount: contract.drawnSellAmount - sellAmount,
    drawnBuyAmount: contract.drawnBuyAmount - buyAmount,
    status: isOwn ? ('Cancelled' as const) : contract.status,
    // Until it is closed out, the account of the payment holds the amount of its own contract.
    fundingAccountId: isOwn ? accountId : contract.fundingAccountId,
  }
  const released = { ...drawn, status: statusWhenDrawn(drawn) }
  applyBookings(books, { bookings: bookMargin(contract, released), contractId: contract.id }, now)
  const held = refund(books, contract, released, now)
  if (!hasEnded(held.status)) return { contract: held, positions: [] }
  const how = { reason: 'Released', payerId: accountId, actor } as const
  const closed = await closeOut(tx, set, held, how, now)
  if (!closed.ok) return { contract: { ...held, closeOutWaitsFor: closed.refusal }, positions: [] }
  return { contract: withCoverDue(closed.value.contract), positions: closed.value.positions }
}
