import { type Command, InvalidArgumentError } from 'commander'
import type { Transaction } from '../../db/client.ts'
import { errorCatalogue } from '../../http/errors.ts'
import { type Institution, institutionTime } from '../../institution/institution.ts'
import { systemClock } from '../../kernel/clock.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import type { Result } from '../../kernel/result.ts'
import {
  parseActor,
  releaseOutstanding,
  renderCancellation,
  renderOutstanding,
  renderRelease,
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
  release?: boolean
  reason?: string
}

/** What one print shows; the totals are of all. */
const FIRST_PAGE = { page: 1, limit: 1000 }

/** `giro outstanding`: what an actor set up, and its cancellation. */
export function addOutstandingCommand(giro: Command): void {
  command(
    giro,
    'outstanding',
    'Show what a client, user or customer set up and that has not ended, cancel it, or release its payments.',
  )
    .requiredOption('--institution <code>', 'the tenant code')
    .option('--client <apiKey>', 'an API client')
    .option('--user <userUID>', 'a user')
    .option('--customer <customerUID>', 'a customer, with all its clients and users and those below it', customerUID)
    .option('--cancel', 'let the workers cancel it; the actor must be revoked or suspended')
    .option('--release', 'release the payments that it holds: the oldest 200')
    .option('--reason <text>', 'why, in words; needed to cancel or release', reasonText)
    .action(async (options: OutstandingOptions) => {
      requireOne(options)
      await withDatabase(readEnvironment(), options.dataDir, (db) =>
        db.transaction(async (tx) => {
          const institution = await mustFindInstitution(tx, options.institution)
          const act = options.cancel ? cancel : options.release ? release : show
          const shown = await act(tx, institution, options)
          say(JSON.stringify(shown, null, 2))
        }),
      )
    })
}

function requireOne({ client, user, customer, cancel, release, reason }: OutstandingOptions): void {
  if ([client, user, customer].filter((one) => one !== undefined).length !== 1)
    throw new StartupError('name exactly one of --client, --user and --customer')
  if (cancel && release) throw new StartupError('choose --cancel or --release')
  const does = cancel ? '--cancel' : release && '--release'
  if (does && reason === undefined) throw new StartupError(`${does} needs a --reason`)
  if (!does && reason !== undefined)
    throw new StartupError('--reason is for --cancel and --release: add one of them, or omit it')
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

/** Under dual control two people release, by the API: the operator is one alone. */
async function release(tx: Transaction, institution: Institution, options: OutstandingOptions): Promise<object> {
  if (institution.dualControl)
    throw new StartupError(
      'the institution is under dual control: send POST /v1/institution/outstanding/release, which a second person approves',
    )
  const asked = { actor: actorOf(options), reason: options.reason! }
  const now = institutionTime(institution, systemClock.now())
  const moment = { now, tokenNow: systemClock.now() }
  return renderRelease(must(await releaseOutstanding(tx, operatorOf(institution), asked, moment)))
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
