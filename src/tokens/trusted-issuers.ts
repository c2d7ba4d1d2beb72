import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { API_IDENTIFIER, MAX_ACCESS_TOKEN_SECONDS } from './access-token-claims.ts'
import { listTrustedIssuers, type TrustedIssuer, upsertTrustedIssuer } from './trusted-issuers.store.ts'

export { deleteTrustedIssuer, listTrustedIssuers, type TrustedIssuer } from './trusted-issuers.store.ts'

const DEFAULT_MAX_TOKEN_SECONDS = 14_400
const MIN_MAX_TOKEN_SECONDS = 60
/** Every node keeps the issuers of all institutions in memory. */
const MAX_ISSUERS = 10

/** The issuer with the claims and the audience that Giro's own tokens have. */
export function trustedIssuer(issuer: string, changes: Partial<TrustedIssuer> = {}): TrustedIssuer {
  return {
    issuer,
    audience: API_IDENTIFIER,
    tenantClaim: 'tenant',
    clientClaim: null,
    legalEntityClaim: 'legal_entity',
    entitlementsClaim: 'entitlements',
    maxTokenSeconds: DEFAULT_MAX_TOKEN_SECONDS,
    replacesOwn: false,
    ...changes,
  }
}

/** Trusts the issuer, or replaces how it is trusted. Throws a RangeError with every fault. */
export async function setTrustedIssuer(
  tx: Transaction,
  tenantId: bigint,
  trusted: TrustedIssuer,
  now: Temporal.Instant,
): Promise<void> {
  const faults = faultsOf(trusted)
  const others = (await listTrustedIssuers(tx, tenantId)).filter(({ issuer }) => issuer !== trusted.issuer)
  if (others.length >= MAX_ISSUERS) faults.push(`an institution trusts at most ${MAX_ISSUERS} issuers`)
  if (faults.length > 0) throw new RangeError(faults.join('; '))
  await upsertTrustedIssuer(tx, tenantId, trusted, now)
}

function faultsOf({ issuer, audience, maxTokenSeconds, replacesOwn: _, ...claims }: TrustedIssuer): string[] {
  const faults: string[] = []
  if (!isIssuerUrl(issuer))
    faults.push('the issuer must be an https URL of at most 500 characters, without query or fragment')
  if (audience === '' || audience.length > 200) faults.push('the audience must have 1 to 200 characters')
  const names = Object.values(claims).filter((name) => name !== null)
  if (names.some((name) => name === '' || name.length > 100))
    faults.push('the name of a claim must have 1 to 100 characters')
  if (
    !Number.isInteger(maxTokenSeconds) ||
    maxTokenSeconds < MIN_MAX_TOKEN_SECONDS ||
    maxTokenSeconds > MAX_ACCESS_TOKEN_SECONDS
  )
    faults.push(`a token may live ${MIN_MAX_TOKEN_SECONDS} to ${MAX_ACCESS_TOKEN_SECONDS} seconds`)
  return faults
}

/** OpenID Connect Discovery 1.0 section 3. Plain HTTP only to this machine, for tests. */
function isIssuerUrl(text: string): boolean {
  if (text.length > 500 || !URL.canParse(text)) return false
  const { protocol, hostname, search, hash } = new URL(text)
  if (search !== '' || hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
}
