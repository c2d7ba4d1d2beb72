import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Correspondent } from '../../../institution/institution.ts'
import { formatAmount } from '../../../kernel/money.ts'
import type { Meaning } from '../../network.ts'
import { readAmount } from '../amounts.ts'
import type { DocumentOf } from '../messages.ts'
import type { NostroEntry } from './nostro.store.ts'
import { closingBefore, insertStatement, type NostroStatement } from './statements.store.ts'
import { exceptionOf, type Reading } from './statuses.ts'

export type Statement = DocumentOf<'camt.053.001.08'>['BkToCstmrStmt']['Stmt'][number]
type Balance = Statement['Bal'][number]

/** ExternalBalanceType1Code: the booked balances at the beginning and at the end. */
const OPENING = ['OPBD', 'PRCD']
const CLOSING = ['CLBD']

/** How many references of entries that belong to nothing an exception names. */
const NAMED = 5

/** An entry of a report, and whether it belongs to a payment or a credit that we know. */
export type KnownEntry = NostroEntry & { isKnown: boolean }

/**
 * Reconciles a camt.053: it begins where the one before it ended, its entries lead to its end, and
 * each belongs to a payment or a credit. What does not is an exception for a person. A statement in
 * several pages is not added up: no page has both balances.
 */
export async function reconcile(
  tx: Transaction,
  reading: Reading,
  { statement, correspondent }: { statement: Statement; correspondent: Correspondent },
  entries: readonly KnownEntry[],
): Promise<Meaning[]> {
  const booked = entries.filter(({ status }) => status === 'BOOK')
  const strange = booked.filter(({ isKnown }) => !isKnown)
  const meanings: Meaning[] = []
  if (strange.length > 0) {
    const named = strange.slice(0, NAMED).map(({ reference, uetr }) => reference ?? uetr ?? 'without a reference')
    const why = `${strange.length} of ${booked.length} booked entries belong to no payment or credit: ${named.join(', ')}`
    meanings.push(exceptionOf(reading, why))
  }
  const kept = balancesOf(reading, statement, correspondent)
  if (!kept) return meanings
  const { tenantId } = reading.institution
  const inWords = (amount: bigint) => `${correspondent.currency} ${formatAmount(amount, correspondent.currency)}`
  const before = await closingBefore(tx, tenantId, kept)
  if (before !== undefined && before !== kept.opening) {
    const why = `the statement ${kept.reference} begins with ${inWords(kept.opening)}, and the one before it ended with ${inWords(before)}: one is missing`
    meanings.push(exceptionOf(reading, why))
  }
  const sum = booked.reduce(
    (total, one) => total + (one.direction === 'Credit' ? one.amount : -one.amount),
    kept.opening,
  )
  if (sum !== kept.closing) {
    const why = `the entries of the statement ${kept.reference} lead to ${inWords(sum)}, and it ends with ${inWords(kept.closing)}`
    meanings.push(exceptionOf(reading, why))
  }
  await insertStatement(tx, tenantId, kept, reading.now)
  return meanings
}

/** Undefined if it lacks one of the booked balances in the currency of the account. */
function balancesOf(
  { swift }: Reading,
  { Id: reference, Bal }: Statement,
  { bic, accountNumber, currency }: Correspondent,
): NostroStatement | undefined {
  const [opening, closing] = [OPENING, CLOSING].map((types) =>
    Bal.find(({ Tp, Amt }) => types.includes(Tp.CdOrPrtry.Cd ?? '') && Amt.Ccy === currency),
  )
  const [first, last] = [signed(opening), signed(closing)]
  const date = closing?.Dt.Dt ?? closing?.Dt.DtTm?.slice(0, 10)
  if (first === undefined || last === undefined || !date) return undefined
  const balances = { opening: first, closing: last, closedOn: Temporal.PlainDate.from(date) }
  return { messageId: swift.messageId, reference, bic, accountNumber, currency, ...balances }
}

function signed(balance: Balance | undefined): bigint | undefined {
  const read = balance && readAmount(balance.Amt)
  if (!read?.ok) return undefined
  return balance!.CdtDbtInd === 'CRDT' ? read.value.amount : -read.value.amount
}
