import type { Temporal } from 'temporal-polyfill'
import { recordApiClient } from '../api-clients/api-clients.ts'
import type { Transaction } from '../db/client.ts'
import { createApiClient, findApiClient } from '../tokens/api-clients.ts'
import { type Application, ENTITLEMENTS, type Entitlement } from '../tokens/entitlements.ts'

/** An API client of an administrator. Only this reply has the secret. */
export interface Administrator {
  name: string
  apiKey: string
  apiSecret: string
}

/** What administrators manage. In other applications they only view. */
const MANAGED: readonly Application[] = ['Institution', 'Customers', 'Accounts', 'User_Admin']

/**
 * The entitlements of an administrator. They include no payments, contacts or trades. A client that
 * has those has more than an administrator, so a second person decides whether it is created.
 */
export const ADMINISTRATOR_ENTITLEMENTS: readonly Entitlement[] = ENTITLEMENTS.filter((entitlement) => {
  const [application, name] = entitlement.split('.') as [Application, string]
  return MANAGED.includes(application) || name.startsWith('View_')
})

/**
 * Creates the first API clients of an institution: two administrators, because one cannot approve
 * its own changes, or a single one with every entitlement for a sandbox.
 */
export async function createAdministrators(
  tx: Transaction,
  { tenantId, legalEntityId }: { tenantId: bigint; legalEntityId: bigint },
  { single }: { single: boolean },
  now: Temporal.Instant,
): Promise<Administrator[]> {
  const names = single ? ['Administrator'] : ['Administrator 1', 'Administrator 2']
  const entitlements = single ? ENTITLEMENTS : ADMINISTRATOR_ENTITLEMENTS
  const administrators: Administrator[] = []
  for (const name of names) {
    const created = await createApiClient(tx, { tenantId, name, legalEntityId, entitlements, now })
    const after = await findApiClient(tx, { tenantId, clientId: created.apiKey })
    await recordApiClient(tx, 'operator', { action: 'api-client.created', after: after! }, now)
    administrators.push({ name, ...created })
  }
  return administrators
}
