import { underDualControl } from '../approvals/approvals.ts'
import type { Transaction } from '../db/client.ts'
import { isSameRules } from '../tokens/access-rules.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type ApiClientRecord, findApiClient, hasMore } from '../tokens/api-clients.ts'
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

/** Every client waits: with two clients, one administrator could approve their own proposals. */
export const proposedClient = underDualControl<unknown, CreateApiClientBody>('apiClient', async () => ({}))

/**
 * An update waits if it may give the client more than it has, or trust in its word about persons.
 * It also waits if it changes how the client authenticates, or its other access rules.
 */
export const proposedUpdate = underDualControl<ClientPath, UpdateApiClientBody>('apiClient', async (tx, request) => {
  const client = await clientOf(tx, request)
  return client && !mayGrant(client, request.body) ? undefined : describe(request.params, client)
})

/**
 * A new secret waits: the administrator who receives it can act as that client. A client may rotate
 * its own secret alone.
 */
export const proposedRotation = underDualControl<ClientPath, unknown>('apiClient', async (tx, request) => {
  if (request.params.apiKey === request.principal.clientId) return undefined
  return describe(request.params, await clientOf(tx, request))
})

function mayGrant(client: ApiClientRecord, body: UpdateApiClientBody): boolean {
  const { entitlements, roleNames, trustedToNamePersons, identityProvider } = body
  if (!isSameRules(overlayRules(client, body), client)) return true
  if ((trustedToNamePersons && !client.trustedToNamePersons) || identityProvider) return true
  if (roleNames?.some((name) => !renderApiClient(client).roleNames.includes(name))) return true
  return entitlements !== undefined && hasMore(parseEntitlements(entitlements), client.entitlements)
}

function clientOf(tx: Transaction, { principal, params }: { principal: Principal; params: ClientPath }) {
  return findApiClient(tx, { tenantId: principal.tenantId, clientId: params.apiKey })
}

function describe({ apiKey }: ClientPath, client: ApiClientRecord | undefined) {
  return { subjectId: apiKey, current: client && renderApiClient(client) }
}
