import type { Temporal } from 'temporal-polyfill'
import { createAccount } from '../accounts/accounts.ts'
import { createCustomer } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { errorCatalogue, PartFailed } from '../http/errors.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Sealer } from '../kernel/sealer.ts'
import { createRole } from '../roles/roles.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { createUser } from '../users/users.ts'
import { type ConsumerBody, consumerRole, parseAccount, parseCustomer, parseUser } from './consumers.schema.ts'

/** The stages of onboarding, in order, and the request fields that belong to each. */
export const stages = {
  legalEntity: { name: 'consumer legal-entity creation', fields: ['Address', 'address'] },
  applications: { name: 'application mapping', fields: [] },
  account: { name: 'customer-account creation', fields: ['account'] },
  user: { name: 'consumer-user creation', fields: ['loginId', 'firstName', 'lastName', 'email', 'phoneNumber'] },
} as const

/** The login id of a consumer is its short name. */
export const LOGIN_TAKEN = 'another customer already has this loginId as its shortName'

export interface Onboarded {
  userId: string
  customerUID: string
  accountUID: string
  approvalUID: string | undefined
}

/**
 * Creates a customer with a role, an account and a user, all in the caller's transaction. The first
 * stage that fails ends the onboarding, and the refusal or error names it. The caller then rolls
 * back, so nothing of a failed onboarding remains.
 */
export async function onboardConsumer(
  tx: Transaction,
  principal: Principal,
  body: ConsumerBody,
  options: { sealer: Sealer; now: Temporal.Instant },
): Promise<Result<Onboarded, Refusal>> {
  const { now } = options
  const created = await inStage('legalEntity', () => createCustomer(tx, principal, parseCustomer(body), now))
  if (!created.ok) return created
  const { customer, approvalUID } = created.value
  const customerId = String(customer.id)

  const ofCustomer = { customerId, type: 'Default' } as const
  const role = await inStage('applications', () => createRole(tx, principal, ofCustomer, consumerRole, now))
  if (!role.ok) return role

  const account = await inStage('account', () =>
    createAccount(tx, principal, customerId, parseAccount(body), { ...options, isGlGiven: true }),
  )
  if (!account.ok) return account

  const user = await inStage('user', () => createUser(tx, principal, customerId, parseUser(body), now))
  if (!user.ok) return user
  const accountUID = String(account.value.id)
  return accept({ userId: user.value.user.id, customerUID: customerId, accountUID, approvalUID })
}

async function inStage<T>(
  stage: keyof typeof stages,
  work: () => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  const { name: part } = stages[stage]
  try {
    const done = await work()
    if (done.ok) return done
    const { reason } = done.refusal
    const detail = reason === 'customerConflict' ? LOGIN_TAKEN : (done.refusal.detail ?? errorCatalogue[reason].title)
    return { ok: false, refusal: { reason: 'onboardingRefused', detail, part } }
  } catch (error) {
    throw new PartFailed(part, error)
  }
}
