import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import { LIMIT_KEYS, type LimitKey, periodStart } from './domain/limit-key.ts'
import type { EffectiveLimit, LimitLevel } from './domain/reserve.ts'
import { type LimitsRead, readLimitsOf, readUsageOf, type Usage } from './limits.store.ts'

/** A customer whose payments are limited. */
export interface Payer {
  id: bigint
  /** The legal entities above it at any level, the institution's own among them. */
  ancestorIds: readonly bigint[]
}

/** The institution, whose entity is above all its customers. */
export interface LimitingInstitution {
  tenantId: bigint
  legalEntityId: bigint
  /** The currency of all limits and of their usage. */
  currency: string
}

/** A level with the customer whose limits and usage it has. */
export interface CustomerLevel extends LimitLevel {
  customerId: bigint
}

/** The levels of some payers. Usage is zero until `readUsage`. */
export interface LimitLevels {
  of(payerId: bigint): readonly CustomerLevel[]
  /**
   * The customers whose usage limits the payments. To check and count payments, lock them before
   * `readUsage`.
   */
  countedIds: readonly bigint[]
  readUsage(): Promise<void>
  /** Adds to the usage that the levels see. */
  add(used: Pick<Usage, 'customerId' | 'limit' | 'isBelow' | 'amount'>): void
}

/** The customers above the payer, besides the institution: its groups. */
export function groupsOf({ id, ancestorIds }: Payer, { legalEntityId }: LimitingInstitution): bigint[] {
  return ancestorIds.filter((ancestor) => ancestor !== legalEntityId && ancestor !== id)
}

/** Reads the limits of each payer, of its groups and of the institution. */
export async function readLimitLevels(
  db: Connection,
  institution: LimitingInstitution,
  payers: readonly Payer[],
  date: Temporal.PlainDate,
): Promise<LimitLevels> {
  return levelsOf(db, institution, {
    payers,
    date,
    set: await readLimitsOf(db, institution.tenantId, idsOf(payers, institution)),
  })
}

function idsOf(payers: readonly Payer[], institution: LimitingInstitution): bigint[] {
  return [...new Set(payers.flatMap((payer) => [payer.id, ...groupsOf(payer, institution)]))]
}

/**
 * The levels of payers whose limits were read: `set`. A customer without its own limit for a key
 * has the institution's limit, which bounds its payments and those of the customers below it
 * together. The institution's own entity has no group limit; the institution's totals bound all
 * payments.
 */
export function levelsOf(
  db: Connection,
  institution: LimitingInstitution,
  { payers, date, set }: { payers: readonly Payer[]; date: Temporal.PlainDate; set: LimitsRead },
): LimitLevels {
  const { tenantId, legalEntityId } = institution
  const ids = idsOf(payers, institution)
  const used = new Map<string, bigint>()
  const own = (customerId: bigint, limit: LimitKey) => used.get(nameOf({ customerId, limit, isBelow: false })) ?? 0n
  const below = (customerId: bigint, limit: LimitKey) => used.get(nameOf({ customerId, limit, isBelow: true })) ?? 0n
  const ofCustomer = new Map<bigint, Pick<CustomerLevel, 'customerId' | 'limits' | 'usedOf'>>()
  for (const id of ids)
    ofCustomer.set(id, {
      customerId: id,
      limits: overlay(set.own.get(id), set.institution),
      // All customers are below the institution's own entity, but its own limits bound only its
      // own payments.
      usedOf: (limit) => own(id, limit) + (id === legalEntityId ? 0n : below(id, limit)),
    })
  const total: CustomerLevel = {
    scope: 'Institution',
    customerId: legalEntityId,
    limits: set.totals,
    usedOf: (limit) => own(legalEntityId, limit) + below(legalEntityId, limit),
  }
  const levels = new Map(
    payers.map((payer): [bigint, CustomerLevel[]] => [
      payer.id,
      [
        { scope: 'Customer', ...ofCustomer.get(payer.id)! },
        ...groupsOf(payer, institution).map((id) => ({ scope: 'Group' as const, ...ofCustomer.get(id)! })),
        ...(set.totals.size > 0 ? [total] : []),
      ],
    ]),
  )
  const all = [...ofCustomer.values(), total]
  const countedIds = [...new Set(all.filter(({ limits }) => countedIn(limits).length > 0).map((one) => one.customerId))]
  const counted = LIMIT_KEYS.filter((limit) => isCounted(limit) && all.some(({ limits }) => limits.has(limit.key)))
  const periods = counted.map((limit) => ({ limit, periodStart: periodStart(limit.period, date).toString() }))
  return {
    of: (payerId) => levels.get(payerId)!,
    countedIds,
    async readUsage() {
      if (countedIds.length === 0) return
      for (const usage of await readUsageOf(db, tenantId, countedIds, periods)) used.set(nameOf(usage), usage.amount)
    },
    add(usage) {
      const name = nameOf(usage)
      used.set(name, (used.get(name) ?? 0n) + usage.amount)
    },
  }
}

/** The customer's own limits over the institution's. The institution's approval threshold stays. */
function overlay(
  own: ReadonlyMap<string, EffectiveLimit> | undefined,
  institution: ReadonlyMap<string, EffectiveLimit>,
): ReadonlyMap<string, EffectiveLimit> {
  if (!own) return institution
  const ofCustomer = [...own].map(([key, limit]) => {
    const approvalAbove = institution.get(key)?.approvalAbove
    return [key, { ...limit, approvalAbove }] as const
  })
  return new Map([...institution, ...ofCustomer])
}

const isCounted = ({ period }: LimitKey) => period !== 'TRANSACTION'

function countedIn(limits: ReadonlyMap<string, EffectiveLimit>): LimitKey[] {
  return limits.size === 0 ? [] : LIMIT_KEYS.filter((key) => isCounted(key) && limits.has(key.key))
}

export const nameOf = ({ customerId, limit, isBelow }: Pick<Usage, 'customerId' | 'limit' | 'isBelow'>) =>
  `${customerId} ${limit.key} ${isBelow ? 'below' : 'own'}`
