import { underDualControl } from '../approvals/approvals.ts'
import { lockTenant } from '../db/advisory-locks.ts'
import type { Transaction } from '../db/client.ts'
import type { ProposableRequest } from '../http/second-person.ts'
import type { Institution } from '../institution/institution.ts'
import { isSameRules } from '../tokens/access-rules.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import {
  type ApiClientRecord,
  accessOf,
  findApiClient,
  hasMore,
  keepsTwoAdministrators,
  losesAdministration,
} from '../tokens/api-clients.ts'
import type { Entitlement } from '../tokens/entitlements.ts'
import { overlayRules } from './access-rules.schema.ts'
import {
  type CreateApiClientBody,
  parseEntitlements,
  renderApiClient,
  type UpdateApiClientBody,
} from './api-clients.schema.ts'

interface ClientPath {
  apiKey: string
}

/**
 * Who makes a client that signs people in, or that names them by its word or by an identity
 * provider's, can act as any of them. A sandbox has nobody to protect.
 */
const namesPersons = ({ body }: { body: UpdateApiClientBody }, { sandbox }: Institution): boolean => {
  const { redirectUris, trustedToNamePersons, identityProvider } = body
  return !sandbox && Boolean(redirectUris?.length || trustedToNamePersons || identityProvider)
}

/** Every client waits: with two clients, one administrator could approve their own proposals. */
export const proposedClient = underDualControl<unknown, CreateApiClientBody>(
  'apiClient',
  async () => ({}),
  namesPersons,
)

/**
 * An update waits if it may give the client more than it has, or trust in its word about persons.
 * It also waits if it changes the name, how the client authenticates, or its other access rules, or
 * if it leaves fewer than two administrators.
 */
export const proposedUpdate = underDualControl<ClientPath, UpdateApiClientBody>(
  'apiClient',
  async (tx, request, institution) => {
    const client = await clientOf(tx, request)
    if (!client || mayGrant(client, request.body)) return describe(request.params, client)
    const remaining = accessOf({ ...client, ...remainingOf(client, request.body) })
    const waits = await endsAdministration(tx, { client, remaining }, request, institution)
    return waits ? describe(request.params, client) : undefined
  },
  namesPersons,
)

/**
 * A revocation takes effect at once, because it may be urgent, unless it leaves fewer than two
 * administrators: one of them could otherwise shut out all others alone.
 */
export const proposedRevocation = underDualControl<ClientPath, unknown>(
  'apiClient',
  async (tx, request, institution) => {
    const client = await clientOf(tx, request)
    if (!client) return undefined
    const waits = await endsAdministration(tx, { client, remaining: [] }, request, institution)
    return waits ? describe(request.params, client) : undefined
  },
)

/**
 * A new secret waits: the administrator who receives it can act as that client. A client may rotate
 * its own secret alone.
 */
export const proposedRotation = underDualControl<ClientPath, unknown>('apiClient', async (tx, request) => {
  if (request.params.apiKey === request.principal.clientId) return undefined
  return describe(request.params, await clientOf(tx, request))
})

function mayGrant(client: ApiClientRecord, body: UpdateApiClientBody): boolean {
  const { name, entitlements, roleNames, trustedToNamePersons, identityProvider } = body
  // Approvers know a client by its name.
  if (name !== undefined && name !== client.name) return true
  if (!isSameRules(overlayRules(client, body), client)) return true
  if ((trustedToNamePersons && !client.trustedToNamePersons) || identityProvider) return true
  if (roleNames?.some((name) => !renderApiClient(client).roleNames.includes(name))) return true
  return entitlements !== undefined && hasMore(parseEntitlements(entitlements), client.entitlements)
}

/** What an update that grants nothing leaves of the client's entitlements and roles. */
function remainingOf(client: ApiClientRecord, { entitlements, roleNames }: UpdateApiClientBody) {
  return {
    entitlements: entitlements ? parseEntitlements(entitlements) : client.entitlements,
    roles: client.roles.filter(({ name }) => roleNames?.includes(name) ?? true),
  }
}

/** Whether the institution would have fewer than two administrators if only `remaining` is left. */
async function endsAdministration(
  tx: Transaction,
  { client, remaining }: { client: ApiClientRecord; remaining: readonly Entitlement[] },
  { tokenNow, approval }: Pick<ProposableRequest<unknown, unknown>, 'tokenNow' | 'approval'>,
  { tenantId, legalEntityId: ownEntityId }: Institution,
): Promise<boolean> {
  if (client.legalEntityId !== ownEntityId || client.revokedAt) return false
  if (!losesAdministration(accessOf(client), remaining)) return false
  if (approval) return true
  await lockTenant(tx, { lock: 'proposals', tenantId }, 'exclusive')
  return !(await keepsTwoAdministrators(tx, { tenantId, ownEntityId }, { clientId: client.clientId }, tokenNow))
}

function clientOf(tx: Transaction, { principal, params }: { principal: Principal; params: ClientPath }) {
  return findApiClient(tx, { tenantId: principal.tenantId, clientId: params.apiKey })
}

function describe({ apiKey }: ClientPath, client: ApiClientRecord | undefined) {
  return { subjectId: apiKey, current: client && renderApiClient(client) }
}
