import type { Command } from 'commander'
import { removeIssuerOf, setIssuerOf } from '../../administration/administration.ts'
import { systemClock } from '../../kernel/clock.ts'
import { listTrustedIssuers, type TrustedIssuer, trustedIssuer } from '../../tokens/trusted-issuers.ts'
import { readEnvironment } from '../config.ts'
import { withDatabase } from '../database.ts'
import { StartupError } from '../startup-error.ts'
import { command, mustFindInstitution, say } from './options.ts'

interface IssuerOptions {
  dataDir: string
  institution: string
  url: string
}

interface SetOptions extends IssuerOptions {
  audience?: string
  tenantClaim?: string
  clientClaim?: string
  legalEntityClaim?: string
  entitlementsClaim?: string
  maxTokenSeconds?: number
  only: boolean
}

/** `giro institution issuer …`: who speaks for an institution beside Giro's own token service. */
export function addIssuerCommands(institution: Command): void {
  const issuer = institution
    .command('issuer')
    .description('Manage the OpenID Connect issuers whose access tokens an institution accepts.')
  addSet(issuer)
  addRemove(issuer)
  command(issuer, 'list', 'List the issuers that an institution trusts.')
    .requiredOption('--institution <code>', 'the tenant code')
    .action(({ dataDir, institution }: IssuerOptions) =>
      withDatabase(readEnvironment(), dataDir, (db) =>
        db.transaction(async (tx) => {
          const { tenantId } = await mustFindInstitution(tx, institution)
          print(await listTrustedIssuers(tx, tenantId))
        }),
      ),
    )
}

function addSet(issuer: Command): void {
  command(issuer, 'set', 'Accept the access tokens (RFC 9068) of an issuer, or change how they are read.')
    .requiredOption('--institution <code>', 'the tenant code')
    .requiredOption('--url <issuer>', 'the issuer, exactly as in the iss claim of its tokens')
    .option('--audience <audience>', 'what the aud claim must contain (default: urn:giro:api)')
    .option('--tenant-claim <name>', 'the claim with the tenant code (default: tenant)')
    .option('--client-claim <name>', 'the claim with the client (default: client_id, or else azp)')
    .option('--legal-entity-claim <name>', 'the claim with the customerUID (default: legal_entity)')
    .option('--entitlements-claim <name>', 'the claim with the list of entitlements (default: entitlements)')
    .option('--max-token-seconds <seconds>', 'the longest life of a token (default: 14400)', Number)
    .option('--only', "also refuse the tokens of Giro's own token service", false)
    .action(({ dataDir, institution: code, url, only, ...options }: SetOptions) => {
      const { audience, tenantClaim, clientClaim, legalEntityClaim, entitlementsClaim, maxTokenSeconds } = options
      const asked = { audience, tenantClaim, clientClaim, legalEntityClaim, entitlementsClaim, maxTokenSeconds }
      const changes = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
      const trusted = trustedIssuer(url, { ...changes, replacesOwn: only })
      return withDatabase(readEnvironment(), dataDir, (db) =>
        db.transaction(async (tx) => {
          const now = systemClock.now()
          const institution = await mustFindInstitution(tx, code)
          print(await setIssuerOf(tx, institution, trusted, { now, tokenNow: now }))
        }),
      )
    })
}

function addRemove(issuer: Command): void {
  command(issuer, 'remove', 'Refuse the access tokens of an issuer, within seconds.')
    .requiredOption('--institution <code>', 'the tenant code')
    .requiredOption('--url <issuer>', 'the issuer')
    .action(({ dataDir, institution: code, url }: IssuerOptions) =>
      withDatabase(readEnvironment(), dataDir, (db) =>
        db.transaction(async (tx) => {
          const now = systemClock.now()
          const institution = await mustFindInstitution(tx, code)
          const trusted = await listTrustedIssuers(tx, institution.tenantId)
          if (!trusted.some(({ issuer }) => issuer === url))
            throw new StartupError(`institution ${code} does not trust ${url}: see "giro institution issuer list"`)
          print(await removeIssuerOf(tx, institution, url, { now, tokenNow: now }))
        }),
      ),
    )
}

const print = (trusted: readonly TrustedIssuer[]): void => say(JSON.stringify(trusted, null, 2))
