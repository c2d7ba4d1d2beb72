import type { Temporal } from 'temporal-polyfill'
import { type CustomerStanding, lockStandings } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { customerGlAccountsOf, type Institution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { refuseOwnedFields } from '../ownership/ownership.ts'
import { readReceivablesOf } from '../receivables/receivables.ts'
import { type AccountBody, requireEffect } from './account-body.schema.ts'
import { leaveQuarantine } from './account-number.ts'
import { nameOfNumber, readNumbersInUse, readRetirements } from './account-numbers.store.ts'
import { bodyOf } from './accounts.schema.ts'
import {
  type AccountData,
  type AccountRow,
  readGlAccountsOf,
  readSpecialAccounts,
  type SpecialAccount,
} from './accounts.store.ts'

/** A new account whose body is valid and whose customer the caller may use. */
export interface Openable {
  /** Whether a client of the institution opens it. */
  isOwn: boolean
  customer: CustomerStanding
  /** As sent, and as it is stored. */
  body: AccountBody
  data: AccountData
  /** Whether the service gives it its number in the general ledger. */
  isGlGiven: boolean
  /** Whether its number was drawn, so that nothing else has it. */
  isDrawn: boolean
}

/** What accounts that exist, or that were opened earlier in the batch, leave to the next one. */
export interface Taken {
  /** The customers, locked. */
  customers: readonly CustomerStanding[]
  /** The ledger account of what the customer owes in the currency; undefined if it never owed. */
  receivableOf(customerId: bigint, currency: string): bigint | undefined
  /** Refuses an account that takes what another has; otherwise it takes its part. */
  take<One extends Openable>(account: One): Result<One, Refusal>
}

/**
 * Locks the customers, so that no account opens while its first receivable does, and reads what
 * other accounts have.
 */
export async function readTaken(
  tx: Transaction,
  institution: Institution,
  openable: readonly Openable[],
  now: Temporal.Instant,
): Promise<Taken> {
  const { tenantId } = institution
  const idsOf = (some: readonly Openable[]) => [...new Set(some.map(({ customer }) => customer.id))]
  const chosen = openable.filter(({ isDrawn }) => !isDrawn).map(numberOf)
  const special = openable.filter(({ data }) => data.defaultOffset || data.feeAccount)
  const offered = customerGlAccountsOf(institution.settings)
  const otherGls = openable.filter((one) => !one.isOwn && !one.isGlGiven && !offered.includes(one.data.masterGl))
  const [customers, receivables, numbers, retired, specials, ownGls] = await Promise.all([
    lockStandings(tx, tenantId, idsOf(openable)),
    readReceivablesOf(tx, tenantId, idsOf(openable)),
    readNumbersInUse(tx, institution, chosen),
    readRetirements(tx, tenantId, chosen),
    readSpecialAccounts(tx, tenantId, idsOf(special)),
    readGlAccountsOf(tx, tenantId, idsOf(otherGls)),
  ])
  const nameOf = nameOfNumber(institution.routingNumber)
  const specialNames = new Set(specials.map(nameOfSpecial))

  /** The account as it would be, and what the institution offers its customer. */
  const firstValuesOf = ({ data, customer, isGlGiven }: Openable) => ({
    after: bodyOf(draftOf(data)),
    offers: { masterGl: isGlGiven ? [data.masterGl] : [...new Set([...offered, ...(ownGls.get(customer.id) ?? [])])] },
  })

  return {
    customers,
    receivableOf: (customerId, currency) =>
      receivables.find((one) => one.customerId === customerId && one.currency === currency)?.ledgerAccountId,
    take(account) {
      const { data, customer, isOwn, body } = account
      const roles = rolesOf(data, customer.id)
      const doubled = roles.find((role) => specialNames.has(nameOfSpecial(role)))
      if (doubled) return refusal(doubled.isFor === 'offsets' ? 'defaultOffsetConflict' : 'feeAccountConflict')
      const name = nameOf(numberOf(account))
      if (numbers.has(name)) return refusal('accountConflict')
      const free = leaveQuarantine(institution, numberOf(account), retired, now)
      if (!free.ok) return free
      const allowed = isOwn ? accept(undefined) : refuseOwnedFields('account', firstValuesOf(account))
      if (!allowed.ok) return allowed
      const effective = requireEffect(body, body.currency, institution)
      if (!effective.ok) return effective
      numbers.add(name)
      for (const role of roles) specialNames.add(nameOfSpecial(role))
      return accept(account)
    },
  }
}

function rolesOf({ defaultOffset, feeAccount, currency }: AccountData, customerId: bigint): SpecialAccount[] {
  return [
    ...(defaultOffset ? [{ customerId, currency, isFor: 'offsets' as const }] : []),
    ...(feeAccount ? [{ customerId, currency, isFor: 'fees' as const }] : []),
  ]
}

const numberOf = ({ data, customer }: Openable) => ({ ...data, customerId: customer.id })

const nameOfSpecial = ({ customerId, currency, isFor }: SpecialAccount) => `${customerId} ${currency} ${isFor}`

/** The account before it is written, with the fields that `bodyOf` reads. */
function draftOf(data: AccountData): AccountRow {
  return { ...data, status: 'Active' } as unknown as AccountRow
}
