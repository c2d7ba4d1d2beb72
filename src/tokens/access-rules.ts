import type { JWK } from 'jose'
import { Temporal } from 'temporal-polyfill'
import { isNetwork } from '../kernel/networks.ts'
import { words } from '../kernel/words.ts'
import { ACCESS_TOKEN_SECONDS } from './access-token-claims.ts'
import { faultOfPublicKey, isSameKey } from './public-key.ts'

export const AUTHENTICATION_METHODS = words('AuthenticationMethod', [
  'client_secret',
  'private_key_jwt',
  'self_signed_tls_client_auth',
  'none',
])
export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number]

export const SENDER_CONSTRAINTS = words('SenderConstraint', ['none', 'dpop', 'certificate'])
export type SenderConstraint = (typeof SENDER_CONSTRAINTS)[number]

/** How a client proves who it is, and where, until when and with which tokens it may work. */
export interface AccessRules {
  authenticationMethod: AuthenticationMethod
  /** They verify the assertions of `private_key_jwt`. */
  publicKeys: readonly JWK[]
  /** SHA-256 of each certificate in DER, in base64url. */
  certificateThumbprints: readonly string[]
  /** What every use of its access tokens must prove. */
  senderConstraint: SenderConstraint
  /** Null for the default of the method. */
  accessTokenSeconds: number | null
  /** Addresses and CIDR networks; empty for any. */
  allowedNetworks: readonly string[]
  expiresAt: Temporal.Instant | null
  /**
   * Where persons come back to after they sign in with the authorization code flow: these addresses
   * exactly. Empty for a client that signs nobody in.
   */
  redirectUris: readonly string[]
  /** Where persons may come back to after they sign out. */
  postLogoutRedirectUris: readonly string[]
}

/** A secret, from anywhere, until it is revoked. */
export const DEFAULT_RULES: AccessRules = {
  authenticationMethod: 'client_secret',
  publicKeys: [],
  certificateThumbprints: [],
  senderConstraint: 'none',
  accessTokenSeconds: null,
  allowedNetworks: [],
  expiresAt: null,
  redirectUris: [],
  postLogoutRedirectUris: [],
}

/** The algorithms of assertions and DPoP proofs: those of FAPI 2.0, with both names of Ed25519. */
export const CLIENT_ALGORITHMS = ['PS256', 'ES256', 'EdDSA', 'Ed25519'] as const

export const MIN_TOKEN_SECONDS = 60
/** Signing keys are kept this long after they last signed. */
export const MAX_TOKEN_SECONDS = ACCESS_TOKEN_SECONDS
const SHORT_TOKEN_SECONDS = 3_600

/** The life of the client's access tokens: four hours with a secret, else one hour. */
export function tokenSecondsOf({ accessTokenSeconds, authenticationMethod, senderConstraint }: AccessRules): number {
  if (accessTokenSeconds !== null) return accessTokenSeconds
  const isPlain = authenticationMethod === 'client_secret' && senderConstraint === 'none'
  return isPlain ? ACCESS_TOKEN_SECONDS : SHORT_TOKEN_SECONDS
}

export function isSameRules(one: AccessRules, other: AccessRules): boolean {
  return textOf(one) === textOf(other)
}

/** In a fixed order, because the database returns the parts of a JWK in another one. */
const sortedParts = (jwk: JWK) => Object.entries(jwk).sort(([one], [other]) => (one < other ? -1 : 1))

function textOf(rules: AccessRules): string {
  return JSON.stringify([
    rules.authenticationMethod,
    rules.publicKeys.map(sortedParts),
    rules.certificateThumbprints,
    rules.senderConstraint,
    rules.accessTokenSeconds,
    rules.allowedNetworks,
    rules.expiresAt?.toString(),
    rules.redirectUris,
    rules.postLogoutRedirectUris,
  ])
}

const keyTextsOf = ({ publicKeys, certificateThumbprints }: AccessRules): string[] => [
  ...publicKeys.map((jwk) => JSON.stringify(sortedParts(jwk))),
  ...certificateThumbprints,
]

/** Whether the rules have a key or certificate that they did not have before. */
export function hasNewKeys(before: AccessRules, after: AccessRules): boolean {
  const known = new Set(keyTextsOf(before))
  return keyTextsOf(after).some((key) => !known.has(key))
}

/**
 * Whether someone may now prove to be the client who could not before, or gets the codes of persons
 * who sign in.
 */
export function provesOtherwise(before: AccessRules, after: AccessRules): boolean {
  if (before.authenticationMethod !== after.authenticationMethod || hasNewKeys(before, after)) return true
  return after.redirectUris.some((uri) => !before.redirectUris.includes(uri))
}

/** Whether the rules still have a key or certificate that they had before, whatever its kid. */
export function keepsKeys(before: AccessRules, after: AccessRules): boolean {
  if (before.certificateThumbprints.some((one) => after.certificateThumbprints.includes(one))) return true
  return before.publicKeys.some((one) => after.publicKeys.some((other) => isSameKey(one, other)))
}

/** Whether nobody proves to be the client with what proved it before: only new keys do. */
export function replacesCredentials(before: AccessRules, after: AccessRules): boolean {
  const isByKey = ['private_key_jwt', 'self_signed_tls_client_auth'].includes(after.authenticationMethod)
  return isByKey && hasNewKeys(before, after) && !keepsKeys(before, after)
}

/** Every reason why a client could not work under these rules. */
export function faultsOfRules(rules: AccessRules, before: AccessRules, now: Temporal.Instant): string[] {
  const { authenticationMethod: method, publicKeys, certificateThumbprints, allowedNetworks, expiresAt } = rules
  const faults = publicKeys.flatMap(faultsOfKey)
  if (new Set(publicKeys.map(({ kid }) => kid)).size < publicKeys.length)
    faults.push('publicKeys must have different kids')
  if (method === 'private_key_jwt' && publicKeys.length === 0)
    faults.push('authenticationMethod private_key_jwt requires publicKeys')
  if (method === 'self_signed_tls_client_auth' && certificateThumbprints.length === 0)
    faults.push('authenticationMethod self_signed_tls_client_auth requires certificateThumbprints')
  const wrong = allowedNetworks.filter((network) => !isNetwork(network))
  if (wrong.length > 0)
    faults.push(`allowedNetworks must be addresses or networks like 203.0.113.0/24: ${wrong.join(', ')}`)
  if (method === 'none' && rules.redirectUris.length === 0)
    faults.push('authenticationMethod none requires redirectUris: such a client can only sign persons in')
  faults.push(...faultsOfAddresses(rules))
  const isNew = expiresAt && !(before.expiresAt && Temporal.Instant.compare(expiresAt, before.expiresAt) === 0)
  if (isNew && Temporal.Instant.compare(expiresAt, now) <= 0)
    faults.push('expiresAt must be in the future; revoke the client to end it now')
  return faults
}

const CURVES = ['prime256v1']

function faultsOfKey(jwk: JWK, at: number): string[] {
  const fault = faultOfPublicKey(jwk, CURVES)
  return fault ? [`publicKeys[${at}]: ${fault}`] : []
}

/** The machine itself, where an application under development or on a desktop listens. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

function faultsOfAddresses({ redirectUris, postLogoutRedirectUris }: AccessRules): string[] {
  return Object.entries({ redirectUris, postLogoutRedirectUris }).flatMap(([field, uris]) =>
    uris.filter((uri) => !mayReturnTo(uri)).map((uri) => `${field}: ${uri} ${RETURN_RULE}`),
  )
}

const RETURN_RULE =
  'is not an https address, or http on the loopback interface, in its normal form without user or fragment'

/** In its normal form, because addresses are compared character by character (RFC 9700 2.1). */
function mayReturnTo(uri: string): boolean {
  const url = URL.parse(uri)
  if (!url || url.href !== uri || uri.includes('#') || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))
}
