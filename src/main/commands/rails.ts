import type { Command } from 'commander'
import { proposeRequest } from '../../approvals/approvals.ts'
import type { Transaction } from '../../db/client.ts'
import type { ChangeOperation } from '../../http/change.ts'
import type { Institution } from '../../institution/institution.ts'
import { systemClock } from '../../kernel/clock.ts'
import {
  adoptOtherOutbox,
  createOutbox,
  holdRails,
  readAdopted,
  readDepartures,
  readEvidenced,
  readInDoubt,
  readOpenHolds,
  releaseHold,
  renderDeparted,
  renderHandover,
  renderHold,
  searchMessages,
} from '../../rails/rails.ts'
import { readEnvironment } from '../config.ts'
import { withDatabase } from '../database.ts'
import { readLinkStandings } from '../link-standings.ts'
import { StartupError } from '../startup-error.ts'
import { command, mustFindInstitution, say } from './options.ts'
import { achOutboxOf, logAct, operator, statusOfOutbox } from './rails-outbox.ts'

interface RailsOptions {
  dataDir: string
  institution: string
}

const OPERATOR = 'operator'
/** As the API takes it. */
const MAX_REASON = 200

/** `giro rails …`: what keeps payments from leaving, and how they go on. */
export function addRailsCommands(giro: Command): void {
  const rails = giro.command('rails').description('See and decide what keeps payments from leaving.')

  command(rails, 'status', 'Show the open holds with what differs, and what is in doubt. Exit code 1 if there is any.')
    .requiredOption('--institution <code>', 'the tenant code')
    .action(showStatus)

  command(rails, 'departed', 'List the payments of a file that left before the database was restored, one a line.')
    .requiredOption('--institution <code>', 'the tenant code')
    .requiredOption('--handover <handoverUID>', 'the file, from "giro rails status"')
    .action((options: RailsOptions & { handover: string }) =>
      onInstitution(options, async (tx, { tenantId }) => listDeparted(tx, tenantId, options.handover)),
    )

  command(rails, 'hold', 'Let nothing leave to the networks until the hold is released. The API serves as always.')
    .requiredOption('--institution <code>', 'the tenant code')
    .requiredOption('--reason <text>', 'why, in words')
    .action((options: RailsOptions & { reason: string }) =>
      onInstitution(options, async (tx, { tenantId }) => {
        const differences = [`${options.reason} (${operator()})`]
        const hold = { reason: 'Operator', differences, heldBy: OPERATOR } as const
        const held = await holdRails(tx, tenantId, hold, systemClock.now())
        const { institution, reason } = options
        if (held) logAct('an operator held the rails', { institution, hold: held.id, reason })
        say(held ? `The rails are held: ${held.id}` : 'An operator held the rails for this reason already.')
      }),
    )

  command(rails, 'adopt-outbox', 'Take another outbox, when the one before is lost. The rails are then held.')
    .requiredOption('--institution <code>', 'the tenant code')
    .requiredOption('--reason <text>', 'why, in words')
    .action(async (options: RailsOptions & { reason: string }) => {
      const place = achOutboxOf(options.dataDir)
      const identity = await createOutbox({ root: place, clock: systemClock }).identity()
      const outbox = { place, identity, reason: options.reason }
      await onInstitution(options, async (tx, institution) => say(await adopt(tx, institution, outbox)))
    })

  command(rails, 'release', 'Release a hold. Under dual control, an administrator must approve it over the API.')
    .requiredOption('--institution <code>', 'the tenant code')
    .requiredOption('--hold <holdUID>', 'the hold, from "giro rails status"')
    .requiredOption('--reason <text>', 'why, in words: what was compared with the network')
    .action((options: RailsOptions & { hold: string; reason: string }) =>
      onInstitution(options, async (tx, institution) => say(await release(tx, institution, options))),
    )
}

async function showStatus(options: RailsOptions): Promise<void> {
  const { adopted, ...found } = await onInstitution(options, async (tx, { tenantId }) => ({
    holds: (await readOpenHolds(tx, tenantId)).map(renderHold),
    inDoubt: (await readInDoubt(tx, tenantId)).map(renderHandover),
    departed: (await readEvidenced(tx, tenantId)).map(renderDeparted),
    messagesInDoubt: await inDoubt(tx, tenantId),
    adopted: await readAdopted(tx, tenantId, 'ACH'),
  }))
  const place = { environment: readEnvironment(), dataDir: options.dataDir }
  const links = await onInstitution(options, (tx, institution) => readLinkStandings(tx, institution, place))
  const outbox = await statusOfOutbox(achOutboxOf(options.dataDir), adopted)
  say(JSON.stringify({ ...found, outbox, links }, null, 2))
  const isWorking = [outbox, ...links].every(({ problem }) => problem === undefined)
  const isQuiet = Object.values(found).every(({ length }) => length === 0) && isWorking
  process.exitCode = isQuiet ? 0 : 1
}

/** The newest hundred messages in doubt: they may have left, or may not. */
async function inDoubt(tx: Transaction, tenantId: bigint) {
  const { rows } = await searchMessages(tx, tenantId, { status: 'InDoubt' }, { page: 1, limit: 100 })
  return rows.map(({ id, rail, messageId, doubt }) => ({ messageUID: id, rail, messageId, doubt }))
}

/** A payment without a status is one that the database lacks. */
async function listDeparted(tx: Transaction, tenantId: bigint, handoverUID: string): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(handoverUID)) throw new StartupError(`${handoverUID} is not a handoverUID`)
  let page = await readDepartures(tx, tenantId, handoverUID, undefined)
  if (page.length === 0) throw new StartupError(`no file of the evidence has the id ${handoverUID}`)
  for (; page.length > 0; page = await readDepartures(tx, tenantId, handoverUID, page.at(-1)))
    for (const { paymentId, status, ...item } of page) say(JSON.stringify({ paymentUID: paymentId, ...item, status }))
}

/** Names the outbox of this environment as the one of the institution. */
async function adopt(
  tx: Transaction,
  { tenantId, code }: Institution,
  { place, identity, reason }: { place: string; identity: string; reason: string },
): Promise<string> {
  if (identity === (await readAdopted(tx, tenantId, 'ACH'))) return `${place} is the outbox of ${code} already.`
  const by = `operator ${operator()}`
  const adoption = { rail: 'ACH', identity, by, reason: `${reason} (${operator()})` }
  await adoptOtherOutbox(tx, tenantId, adoption, systemClock.now())
  logAct('an operator adopted an outbox', { institution: code, outbox: place, identity, reason })
  return `${place} is the outbox of ${code} now. The rails are held: see "giro rails status".`
}

function onInstitution<T>(
  { dataDir, institution }: RailsOptions,
  work: (tx: Transaction, institution: Institution) => Promise<T>,
): Promise<T> {
  return withDatabase(readEnvironment(), dataDir, (db) =>
    db.transaction(async (tx) => work(tx, await mustFindInstitution(tx, institution))),
  )
}

/** Releases at once, or asks for a second person: an administrator who approves over the API. */
async function release(
  tx: Transaction,
  institution: Institution,
  { hold: holdUID, reason: why }: { hold: string; reason: string },
): Promise<string> {
  const { tenantId, code, legalEntityId, dualControl } = institution
  const now = systemClock.now()
  const reason = `${why} (${operator()})`
  if (reason.length > MAX_REASON)
    throw new StartupError(`the reason is too long: use ${MAX_REASON - reason.length + why.length} characters`)
  const found = (await readOpenHolds(tx, tenantId)).some(({ id }) => id === holdUID)
  if (!found) throw new StartupError(`no open hold has the id ${holdUID}: see "giro rails status"`)
  logAct('an operator releases a hold of the rails', { institution: code, hold: holdUID, reason: why })
  if (!dualControl) {
    await releaseHold(tx, tenantId, holdUID, { by: OPERATOR, reason }, now)
    return 'The hold is released.'
  }
  // Loaded here, so that no other command waits for the operations.
  const { railOperations } = await import('../../rails/rails.routes.ts')
  const operation = railOperations.find(({ id }) => id === 'releaseRailHold') as unknown as ChangeOperation
  const principal = {
    ...{ tenantId, tenantCode: code, clientId: OPERATOR, legalEntityId, expiresAt: 0 },
    entitlements: new Set([operation.entitlement]),
  }
  const asked = { params: { holdUID }, body: { reason }, query: {} }
  const request = { principal, ...asked, idempotency: undefined, ifMatch: undefined }
  const proposal = { customerId: legalEntityId, subjectId: holdUID }
  const { approvalUID } = await proposeRequest(tx, operation, request, proposal, now)
  return `A second person must approve this: PUT /v1/institution/approvals/${approvalUID}/approve`
}
