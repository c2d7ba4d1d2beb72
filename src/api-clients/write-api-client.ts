import { requireCustomer } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { isExpectedVersion } from '../http/etag.ts'
import type { ApprovalTrace } from '../http/operation.ts'
import { readInstitution, requireInstitution } from '../institution/institution.ts'
import type { Moment } from '../kernel/moment.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { namesWithoutRole, readRolesByName } from '../roles/roles.ts'
import { type AccessRules, DEFAULT_RULES, faultsOfRules, provesOtherwise } from '../tokens/access-rules.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import {
  type ApiClientRecord,
  accessOf,
  createApiClient as createInTokens,
  DEFAULT_OVERLAP_SECONDS,
  findApiClient,
  hasRoomForSecret,
  type KeyChoice,
  lockApiClient,
  partyOf,
  revokeApiClient as revokeInTokens,
  revokeIdentityProvider as revokeProviderInTokens,
  rotateApiClientSecret,
  settleAccess,
  settleIdentityProvider,
  settleRules,
  whyClientAltered,
  writeApiClient,
  writeHeldRoles,
} from '../tokens/api-clients.ts'
import type { Entitlement } from '../tokens/entitlements.ts'
import { isRemoved, overlayRules, REMOVABLE } from './access-rules.schema.ts'
import { type CreateApiClientBody, parseEntitlements, type UpdateApiClientBody } from './api-clients.schema.ts'
import { checkPersons } from './check-persons.ts'
import { versionOf } from './read-api-client.ts'
import { recordApiClient } from './record-api-client.ts'

/** When a client is changed, and which proposal the caller approves, if any. */
type Occasion = Moment & { approval?: ApprovalTrace | undefined }

/** A client with its new secret, which is not stored anywhere. */
export interface WithSecret {
  client: ApiClientRecord
  /** Undefined for a client that proves who it is in another way. */
  apiSecret: string | undefined
}

/**
 * Registers a program that acts for a customer or for the institution itself. It has no more access
 * than the caller, unless a second person agrees.
 */
export async function createApiClient(
  tx: Transaction,
  principal: Principal,
  body: CreateApiClientBody,
  moment: Occasion,
): Promise<Result<WithSecret, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const { tenantId } = principal
  const entity =
    body.customerUID === undefined
      ? accept({ id: institution.value.legalEntityId })
      : await requireCustomer(tx, principal, String(body.customerUID))
  if (!entity.ok) return refusal('apiClientEntityUnknown')
  const legalEntityId = entity.value.id
  const roleIds = await requireRoleIds(tx, { tenantId, legalEntityId }, body.roleNames ?? [])
  if (!roleIds.ok) return roleIds
  const entitlements = parseEntitlements(body.entitlements ?? [])
  const rules = requireRules(DEFAULT_RULES, body, moment)
  if (!rules.ok) return rules
  const persons = checkPersons({ trustedToNamePersons: false, identityProvider: null }, body, rules.value.publicKeys)
  if (!persons.ok) return persons
  const shownTo = partyOf(principal)
  const created = {
    ...{ tenantId, name: body.name, legalEntityId, entitlements, shownTo, now: moment.tokenNow },
    ...{ ...persons.value, hasSecret: rules.value.authenticationMethod === 'client_secret' },
  }
  const { apiKey, apiSecret } = await createInTokens(tx, created)
  await writeHeldRoles(tx, { tenantId, clientId: apiKey }, { legalEntityId, roleIds: roleIds.value })
  const key = { tenantId, clientId: apiKey, now: moment.tokenNow }
  const choice = choiceOf(principal, moment)
  await settleRules(tx, key, { before: DEFAULT_RULES, after: rules.value, ...choice })
  const provider = { before: null, after: persons.value.identityProvider, proposedBy: choice.proposedBy }
  await settleIdentityProvider(tx, key, provider)
  const client = await readClient(tx, tenantId, apiKey)
  const allowed = await withinReach(tx, principal, accessOf(client))
  if (!allowed.ok) return allowed
  await recordApiClient(tx, principal.clientId, { action: 'api-client.created', after: client }, moment.now)
  return accept({ client, apiSecret: client.secrets.length > 0 ? apiSecret : undefined })
}

/**
 * Changes the fields in the body and leaves the rest. The caller must have what it adds, or all
 * access of the client if it changes how the client proves who it is; or else a second person must
 * agree. If the client loses an entitlement, its tokens end on every node within seconds.
 */
export async function updateApiClient(
  tx: Transaction,
  principal: Principal,
  path: { apiKey: string; ifMatch: string | undefined },
  body: UpdateApiClientBody,
  moment: Occasion,
): Promise<Result<ApiClientRecord, Refusal>> {
  const locked = await lockClient(tx, principal, path.apiKey)
  if (!locked.ok) return locked
  const before = locked.value
  if (await whyClientAltered(tx, { tenantId: principal.tenantId, clientId: path.apiKey }))
    return refusal('apiClientAltered')
  if (!isExpectedVersion(versionOf(before), path.ifMatch)) return refusal('apiClientChanged')
  const { tenantId } = principal
  const { legalEntityId } = before
  const key = { tenantId, clientId: path.apiKey }
  if (body.roleNames) {
    const roleIds = await requireRoleIds(tx, { tenantId, legalEntityId }, body.roleNames)
    if (!roleIds.ok) return roleIds
    await writeHeldRoles(tx, key, { legalEntityId, roleIds: roleIds.value })
  }
  const rules = requireRules(before, body, moment)
  if (!rules.ok) return rules
  const entitlements = body.entitlements ? parseEntitlements(body.entitlements) : before.entitlements
  const persons = checkPersons(before, body, rules.value.publicKeys)
  if (!persons.ok) return persons
  await writeApiClient(tx, key, { name: body.name ?? before.name, entitlements, ...persons.value })
  const choice = choiceOf(principal, moment)
  const settled = { before, after: rules.value, ...choice }
  await settleRules(tx, { ...key, now: moment.tokenNow }, settled)
  const after = await readClient(tx, tenantId, path.apiKey)
  const access = { before: accessOf(before), after: accessOf(after) }
  const added = access.after.filter((entitlement) => !access.before.includes(entitlement))
  const allowed = await withinReach(tx, principal, provesOtherwise(before, after) ? access.after : added)
  if (!allowed.ok) return allowed
  await settleAccess(tx, { ...key, now: moment.tokenNow }, access)
  const providers = {
    ...{ before: before.identityProvider, after: after.identityProvider, proposedBy: choice.proposedBy },
  }
  await settleIdentityProvider(tx, { ...key, now: moment.tokenNow }, providers)
  await recordApiClient(tx, principal.clientId, { action: 'api-client.updated', before, after }, moment.now)
  return accept(after)
}

/**
 * Gives the client a new secret that works at once. The previous secret works until the overlap
 * ends, and earlier ones as long as their rotations said. An overlap of 0 ends all of them and the
 * client's tokens. The caller sees the secret, so it must have all access of the client, or a
 * second person must agree.
 */
export async function rotateSecret(
  tx: Transaction,
  principal: Principal,
  { apiKey, overlapSeconds = DEFAULT_OVERLAP_SECONDS }: { apiKey: string; overlapSeconds?: number },
  moment: Moment,
): Promise<Result<WithSecret, Refusal>> {
  const before = await lockClient(tx, principal, apiKey)
  if (!before.ok) return before
  if (await whyClientAltered(tx, { tenantId: principal.tenantId, clientId: apiKey })) return refusal('apiClientAltered')
  if (before.value.authenticationMethod !== 'client_secret') return refusal('apiClientWithoutSecret')
  const allowed = await withinReach(tx, principal, accessOf(before.value))
  if (!allowed.ok) return allowed
  if (!hasRoomForSecret(before.value.secrets, overlapSeconds, moment.tokenNow))
    return refusal('apiClientTooManySecrets')
  const { tenantId } = principal
  const shownTo = partyOf(principal)
  const rotation = { tenantId, clientId: apiKey, overlapSeconds, shownTo, now: moment.tokenNow }
  const { apiSecret } = await rotateApiClientSecret(tx, rotation)
  const client = await readClient(tx, tenantId, apiKey)
  await recordApiClient(
    tx,
    principal.clientId,
    { action: 'api-client.rotated', before: before.value, after: client },
    moment.now,
  )
  return accept({ client, apiSecret })
}

/**
 * Revokes the client permanently: it gets no new token, and its tokens stop working within seconds
 * on every node.
 */
export async function revokeApiClient(
  tx: Transaction,
  principal: Principal,
  apiKey: string,
  moment: Moment,
): Promise<Result<ApiClientRecord, Refusal>> {
  const before = await lockClient(tx, principal, apiKey)
  if (!before.ok) return before
  const { tenantId } = principal
  await revokeInTokens(tx, { tenantId, clientId: apiKey, now: moment.tokenNow })
  const after = await readClient(tx, tenantId, apiKey)
  await recordApiClient(
    tx,
    principal.clientId,
    { action: 'api-client.revoked', before: before.value, after },
    moment.now,
  )
  return accept(after)
}

/** By how much nodes are late to refuse the tokens of people, and their clocks differ. */
const NODES_ARE_LATE = { seconds: 10 }

/**
 * Takes the identity provider away for good: its keys are in the wrong hands. What it vouched for
 * until now stops, also if the client is revoked or lost the provider before. Repeating it is
 * harmless.
 */
export async function revokeIdentityProvider(
  tx: Transaction,
  principal: Principal,
  apiKey: string,
  { now, tokenNow }: Moment,
): Promise<Result<ApiClientRecord, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const key = { tenantId: principal.tenantId, clientId: apiKey }
  if (!(await lockApiClient(tx, key))) return refusal('apiClientNotFound')
  const before = await readClient(tx, key.tenantId, apiKey)
  await revokeProviderInTokens(tx, { ...key, now: tokenNow }, now.add(NODES_ARE_LATE))
  const after = await readClient(tx, key.tenantId, apiKey)
  await recordApiClient(tx, principal.clientId, { action: 'api-client.providerRevoked', before, after }, now)
  return accept(after)
}

/** Who chose the keys of the request: the caller, or who proposed what the caller approves. */
function choiceOf(principal: Principal, { approval }: Occasion): KeyChoice {
  const caller = partyOf(principal)
  if (!approval) return { proposedBy: caller }
  const { approvalUID, requestedBy, requestedByUser = null } = approval
  const proposedBy = { clientId: requestedBy, userId: requestedByUser }
  return { proposedBy, approval: { approvedBy: caller, approvalUID } }
}

/** The rules after the change. One refusal names every fault. */
function requireRules(
  before: AccessRules,
  body: UpdateApiClientBody,
  { tokenNow }: Moment,
): Result<AccessRules, Refusal> {
  const after = overlayRules(before, body)
  const contradicted = REMOVABLE.filter((field) => body[field] !== undefined && isRemoved(body, field))
  const faults = [
    ...contradicted.map((field) => `${field} is both set and removed`),
    ...faultsOfRules(after, before, tokenNow),
  ]
  return faults.length > 0 ? refusal('invalidApiClient', faults.join('; ')) : accept(after)
}

/**
 * Refuses access that the caller does not have, because otherwise an administrator of API clients
 * could make itself a client with any right. Under dual control, a second person decides about it
 * (propose-api-client.ts).
 */
async function withinReach(
  tx: Transaction,
  principal: Principal,
  access: readonly Entitlement[],
): Promise<Result<void, Refusal>> {
  if ((await readInstitution(tx, principal.tenantId)).dualControl) return accept(undefined)
  const beyond = access.filter((entitlement) => !principal.entitlements.has(entitlement))
  if (beyond.length === 0) return accept(undefined)
  return refusal('apiClientBeyondCaller', `the caller does not have ${beyond.join(', ')}`)
}

/** The ids of the named roles of the legal entity. The refusal lists every unknown name. */
async function requireRoleIds(
  tx: Transaction,
  { tenantId, legalEntityId }: { tenantId: bigint; legalEntityId: bigint },
  names: readonly string[],
): Promise<Result<string[], Refusal>> {
  const roles = await readRolesByName(tx, tenantId, legalEntityId, names)
  const unknown = namesWithoutRole(names, roles)
  if (unknown.length > 0)
    return refusal('apiClientRoleUnknown', `roleNames: the client's legal entity has no role ${unknown.join(', ')}`)
  return accept(roles.map(({ id }) => id))
}

/** Locks the client until the transaction ends. Refuses a revoked client. */
async function lockClient(
  tx: Transaction,
  principal: Principal,
  clientId: string,
): Promise<Result<ApiClientRecord, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const { tenantId } = principal
  const locked = await lockApiClient(tx, { tenantId, clientId })
  if (!locked) return refusal('apiClientNotFound')
  if (locked.isRevoked) return refusal('apiClientRevoked')
  return accept(await readClient(tx, tenantId, clientId))
}

async function readClient(tx: Transaction, tenantId: bigint, clientId: string): Promise<ApiClientRecord> {
  const client = await findApiClient(tx, { tenantId, clientId })
  if (!client) throw new Error(`API client ${clientId} does not exist`)
  return client
}
