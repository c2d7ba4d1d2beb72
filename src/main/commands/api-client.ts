import { type Command, InvalidArgumentError, Option } from 'commander'
import { recordApiClient } from '../../api-clients/api-clients.ts'
import { findCustomerByShortName } from '../../customers/customers.ts'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { systemClock } from '../../kernel/clock.ts'
import {
  createApiClient,
  DEFAULT_OVERLAP_SECONDS,
  findApiClient,
  revokeApiClient,
  rotateApiClientSecret,
} from '../../tokens/api-clients.ts'
import { ENTITLEMENTS, type Entitlement, isEntitlement } from '../../tokens/entitlements.ts'
import { readEnvironment } from '../config.ts'
import { withDatabase } from '../database.ts'
import { StartupError } from '../startup-error.ts'
import { command, mustFindInstitution, say } from './options.ts'

/** Changes an API client and records the change in the audit log, in one transaction. */
async function changeClients<T extends object>(
  options: { dataDir: string; institution: string; key?: string },
  action: Parameters<typeof recordApiClient>[2]['action'],
  change: (
    tx: Transaction,
    institution: Institution,
    now: ReturnType<typeof systemClock.now>,
  ) => Promise<T & { apiKey: string }>,
): Promise<void> {
  await withDatabase(readEnvironment(), options.dataDir, (db) =>
    db.transaction(async (tx) => {
      const found = await mustFindInstitution(tx, options.institution)
      const now = systemClock.now()
      const { tenantId } = found
      const before =
        options.key === undefined ? undefined : await findApiClient(tx, { tenantId, clientId: options.key })
      const changed = await change(tx, found, now)
      const after = await findApiClient(tx, { tenantId, clientId: changed.apiKey })
      await recordApiClient(tx, 'operator', { action, before, after: after! }, now)
      // Recovery goes around a second person, so the command says where it can be seen.
      const note = `The audit log of ${found.code} records this as ${action} by operator.`
      say(JSON.stringify({ ...changed, ...(action === 'api-client.created' && { note }) }, null, 2))
    }),
  )
}

export function addApiClientCommands(giro: Command): void {
  const apiClient = giro.command('api-client').description('Manage the programs that may call the API.')
  addCreate(apiClient)
  addRotate(apiClient)
  addRevoke(apiClient)
}

function addCreate(apiClient: Command): void {
  command(apiClient, 'create', 'Create an API client. The secret is shown only once.')
    .requiredOption('--institution <code>', 'the tenant code')
    .requiredOption('--name <name>', 'the name of the client')
    .option('--customer <shortName>', 'the customer it acts for (default: the institution itself)')
    .addOption(
      new Option(
        '--entitlement <name...>',
        'the entitlements, such as Payments.Initiate_Payments (default: all)',
      ).argParser((name: string, before: Entitlement[] | undefined) => {
        if (!isEntitlement(name)) throw new InvalidArgumentError(`the entitlements are ${ENTITLEMENTS.join(', ')}.`)
        return [...(before ?? []), name]
      }),
    )
    .action(
      (options: {
        dataDir: string
        institution: string
        name: string
        customer?: string
        entitlement?: Entitlement[]
      }) =>
        changeClients(options, 'api-client.created', async (tx, { tenantId, legalEntityId }, now) => {
          const customer = options.customer && (await findCustomerByShortName(tx, tenantId, options.customer))
          if (options.customer && !customer)
            throw new StartupError(`no customer has the shortName ${options.customer}: create the customer first`)
          const entity = customer ? customer.id : legalEntityId
          const entitlements = options.entitlement ?? ENTITLEMENTS
          return createApiClient(tx, { tenantId, name: options.name, legalEntityId: entity, entitlements, now })
        }),
    )
}

function addRotate(apiClient: Command): void {
  command(apiClient, 'rotate', 'Give an API client a new secret. The secret is shown only once.')
    .requiredOption('--institution <code>', 'the tenant code')
    .requiredOption('--key <apiKey>', 'the API key')
    .option(
      '--overlap <seconds>',
      "how long the old secret stays valid; 0 ends it and the client's tokens at once",
      Number,
      DEFAULT_OVERLAP_SECONDS,
    )
    .action((options: { dataDir: string; institution: string; key: string; overlap: number }) =>
      changeClients(options, 'api-client.rotated', async (tx, { tenantId }, now) => {
        const { overlap: overlapSeconds, key } = options
        const { apiSecret, previousExpiresAt } = await rotateApiClientSecret(tx, {
          tenantId,
          clientId: key,
          overlapSeconds,
          now,
        })
        return { apiKey: key, apiSecret, previousSecretValidUntil: previousExpiresAt.toString() }
      }),
    )
}

function addRevoke(apiClient: Command): void {
  command(apiClient, 'revoke', 'Revoke an API client. Its tokens stop working within seconds.')
    .requiredOption('--institution <code>', 'the tenant code')
    .requiredOption('--key <apiKey>', 'the API key')
    .action((options: { dataDir: string; institution: string; key: string }) =>
      changeClients(options, 'api-client.revoked', async (tx, { tenantId }, now) => {
        await revokeApiClient(tx, { tenantId, clientId: options.key, now })
        return { apiKey: options.key, revokedAt: now.toString() }
      }),
    )
}
