import { type Command, InvalidArgumentError } from 'commander'
import type { Transaction } from '../../db/client.ts'
import { errorCatalogue } from '../../http/errors.ts'
import { type Institution, institutionTime } from '../../institution/institution.ts'
import { systemClock } from '../../kernel/clock.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import type { Result } from '../../kernel/result.ts'
import {
  parseActor,
  renderCancellation,
  renderOutstanding,
  requestCancellation,
  viewCancellation,
  viewOutstanding,
} from '../../outstanding/outstanding.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { readEnvironment } from '../config.ts'
import { withDatabase } from '../database.ts'
import { StartupError } from '../startup-error.ts'
import { command, mustFindInstitution, say } from './options.ts'

interface OutstandingOptions {
  dataDir: string
  institution: string
  client?: string
  user?: string
  customer?: string
  cancel?: boolean
  reason?: string
}

/** What one print shows; the totals are of all. */
const FIRST_PAGE = { page: 1, limit: 1000 }

/** `giro outstanding`: what an actor set up, and its cancellation. */
export function addOutstandingCommand(giro: Command): void {
  command(giro, 'outstanding', 'Show what a client, user or customer set up and that has not ended, or cancel it.')
    .requiredOption('--institution <code>', 'the tenant code')
    .option('--client <apiKey>', 'an API client')
    .option('--user <userUID>', 'a user')
    .option('--customer <customerUID>', 'a customer, with all its clients and users and those below it', customerUID)
    .option('--cancel', 'let the workers cancel it; the actor must be revoked or suspended')
    .option('--reason <text>', 'why, in words; needed to cancel', reasonText)
    .action(async (options: OutstandingOptions) => {
      const { client, user, customer, reason } = options
      if ([client, user, customer].filter((one) => one !== undefined).length !== 1)
        throw new StartupError('name exactly one of --client, --user and --customer')
      if (options.cancel && reason === undefined) throw new StartupError('--cancel needs a --reason')
      if (!options.cancel && reason !== undefined)
        throw new StartupError('--reason is for --cancel: add it, or omit both')
      await withDatabase(readEnvironment(), options.dataDir, (db) =>
        db.transaction(async (tx) => {
          const institution = await mustFindInstitution(tx, options.institution)
          const shown = options.cancel ? await cancel(tx, institution, options) : await show(tx, institution, options)
          say(JSON.stringify(shown, null, 2))
        }),
      )
    })
}

function customerUID(text: string): string {
  if (!/^[1-9][0-9]{0,17}$/.test(text)) throw new InvalidArgumentError('A customerUID has 1 to 18 digits.')
  return text
}

function reasonText(text: string): string {
  if (text.length < 1 || text.length > 200) throw new InvalidArgumentError('It has 1 to 200 characters.')
  return text
}

const CLOCKS = { clock: systemClock, tokenClock: systemClock }

const actorOf = ({ client: apiKey, user: userUID, customer: customerUID }: OutstandingOptions) =>
  must(parseActor({ apiKey, userUID, customerUID }))

async function show(tx: Transaction, institution: Institution, options: OutstandingOptions): Promise<object> {
  const asked = { ...FIRST_PAGE, actor: actorOf(options), kind: undefined }
  return renderOutstanding(must(await viewOutstanding(tx, CLOCKS, operatorOf(institution), asked)))
}

async function cancel(tx: Transaction, institution: Institution, options: OutstandingOptions): Promise<object> {
  const principal = operatorOf(institution)
  const asked = { actor: actorOf(options), reason: options.reason! }
  const clock = { now: () => institutionTime(institution, systemClock.now()) }
  const { id } = must(await requestCancellation(tx, { ...CLOCKS, clock }, principal, asked))
  const view = { ...FIRST_PAGE, cancellationUID: id, outcome: undefined }
  return renderCancellation(must(await viewCancellation(tx, principal, view)))
}

/** The audit log shows `operator`. */
function operatorOf({ tenantId, code: tenantCode, legalEntityId }: Institution): Principal {
  return { tenantId, tenantCode, clientId: 'operator', legalEntityId, entitlements: new Set(), expiresAt: 0 }
}

function must<T>(result: Result<T, Refusal>): T {
  if (result.ok) return result.value
  const { title, resolve } = errorCatalogue[result.refusal.reason]
  throw new StartupError(`${result.refusal.detail ?? title}. ${resolve}`)
}
