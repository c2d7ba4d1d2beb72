import type { Temporal } from 'temporal-polyfill'
import { isSilencing } from '../../institution/institution.ts'
import type { SweepState } from '../../jobs/sweep-state.ts'
import { OLDEST_BACKUP_S } from '../backup/backup-standing.ts'
import { withoutValues } from '../log.ts'
import { adviceFor, adviceForMailServer, adviceForReceiver } from './advice.ts'
import type { InstitutionWork, Work } from './read-work.ts'

/** Something that stands still or needs a person, in words for the one who was just woken. */
export interface Reason {
  /** `stalled`: work that should go on does not. `attention`: a person should look soon. */
  level: 'stalled' | 'attention'
  /** The code of the institution; undefined if it concerns all. */
  institution?: string
  what: string
  since: Temporal.Instant | undefined
  do: string
}

export type WorkStatus = 'working' | Reason['level']

/** Released payments are taken on within a second. */
const VALIDATED_S = 60
/** Work that is due runs within seconds, and a batch of a busy day within minutes. */
const OVERDUE_S = 300
/** Retries to a receiver that fails are due later, so they do not count. */
const DELIVERY_S = 600
/** Each part is verified at least daily. */
const VERIFIED_S = 26 * 3_600
/** A lost lock or connection is over at the next attempt. */
const FAILURES = 3
const RUNNING_S = 600
/** A mail server is often busy for some minutes. */
const MAILS_FAILING_S = 900
/** PostgreSQL tries again each minute. */
const ARCHIVER_FAILS_S = 600

const LOOK_AT_WORKERS =
  'Check that a worker runs (giro worker, or giro serve), and look for "sweep failed" in the logs of the workers.'

export function statusOf(reasons: readonly Reason[]): WorkStatus {
  if (reasons.some(({ level }) => level === 'stalled')) return 'stalled'
  return reasons.length > 0 ? 'attention' : 'working'
}

/** What stands still, worst first. `sweeps` are those of this process, if it runs a worker. */
export function judgeWork(work: Work, sweeps: readonly SweepState[], now: Temporal.Instant): Reason[] {
  const codes = new Map(work.institutions.map(({ tenantId, institution }) => [tenantId, institution]))
  const reasons = [
    ...judgeBackup(work),
    ...work.institutions.flatMap((one) => judgeInstitution(one, work.readAt)),
    ...sweeps.flatMap((sweep) => judgeSweep(sweep, codes, now)),
  ]
  return reasons.sort((a, b) => Number(a.level === 'attention') - Number(b.level === 'attention'))
}

function judgeBackup({ backup, readAt }: Work): Reason[] {
  const { failedAt, archivedAt, backedUpAt } = backup
  const reasons: Reason[] = []
  const add = (what: string, since: Temporal.Instant | null, todo: string) =>
    reasons.push({ level: 'attention', what, since: since ?? undefined, do: todo })
  // A directory that comes back within minutes costs nothing: PostgreSQL keeps its log meanwhile.
  if (failedAt !== null && (archivedAt === null || ageOf(archivedAt, readAt) > ARCHIVER_FAILS_S))
    add(
      'the write-ahead log is not archived: what is committed now can be lost, and the log fills the disk',
      archivedAt,
      'The log of PostgreSQL says why. Check that the disk of the backups is mounted, has room and can be written.',
    )
  if (backedUpAt === null) add('no base backup was made yet', null, 'Run giro backup, now and each night.')
  if (backedUpAt && ageOf(backedUpAt, readAt) > OLDEST_BACKUP_S)
    add('no base backup was made for two days', backedUpAt, 'Run giro backup, and look why it did not run each night.')
  return reasons
}

function ageOf(at: Temporal.Instant, now: Temporal.Instant): number {
  return (now.epochMilliseconds - at.epochMilliseconds) / 1_000
}

/** Adds a reason that began so many seconds ago. */
type Add = (level: Reason['level'], what: string, seconds: number, todo: string) => void

function judgeInstitution(work: InstitutionWork, readAt: Temporal.Instant): Reason[] {
  const { institution, backlog, overdue, queues, holds, verified } = work
  const reasons: Reason[] = []
  const add: Add = (level, what, seconds, todo) =>
    reasons.push({ level, institution, what, since: ago(readAt, seconds), do: todo })
  const isHeld = holds.length > 0
  const isSilent = holds.some(({ reason }) => isSilencing(reason))
  for (const { reason, heldAt, differences } of holds)
    reasons.push({
      level: 'stalled',
      institution,
      what: `nothing leaves: the rails are held (${reason}, ${counted(differences.length, 'difference')})`,
      since: heldAt,
      do: 'Read what differs in the event rails.held or with "giro rails status", and find the cause. Two people then release the hold.',
    })
  const validated = backlog.find(({ status }) => status === 'VALIDATED')
  if (validated && validated.seconds > VALIDATED_S)
    add(
      'stalled',
      `${counted(validated.payments, 'payment')} in VALIDATED: a worker would have released ${validated.payments === 1 ? 'it' : 'them'}`,
      validated.seconds,
      LOOK_AT_WORKERS,
    )
  for (const { sweep, seconds } of overdue)
    if (seconds > OVERDUE_S && !(isHeld && sweep === 'payments: transmit messages'))
      add('stalled', `the work of the sweep "${sweep}" is overdue`, seconds, LOOK_AT_WORKERS)
  if (queues.oldestFileSeconds > OVERDUE_S && !isHeld)
    add(
      'stalled',
      `${counted(queues.filesUnwritten, 'ACH file')} not handed over`,
      queues.oldestFileSeconds,
      'Check that the outbox exists, can be written and is not full. The sweep "payments: write ACH files" says in the log why it fails.',
    )
  if (queues.filesQuarantined > 0)
    add(
      'attention',
      `${counted(queues.filesQuarantined, 'incoming file')} in quarantine`,
      queues.quarantinedSeconds,
      'GET /v1/institution/files?state=QUARANTINED shows them, and each says why. Ask the sender for a right file, or cure the cause and release it.',
    )
  judgeMessages(queues, isHeld, add)
  judgeReceivers(queues, isSilent, add)
  judgeBooks(verified, add)
  return reasons
}

/** While `isHeld`, no message leaves. */
function judgeMessages(queues: InstitutionWork['queues'], isHeld: boolean, add: Add): void {
  if (queues.messageSeconds > OVERDUE_S && !isHeld)
    add(
      'stalled',
      `${counted(queues.messagesWaiting, 'message')} not handed over`,
      queues.messageSeconds,
      'Run "giro doctor": it says which link to a network fails. The sweep "message-imports: hand over messages" says in the log why.',
    )
  if (queues.unreadSeconds > OVERDUE_S)
    add('stalled', `${counted(queues.messagesUnread, 'message')} not read`, queues.unreadSeconds, LOOK_AT_WORKERS)
  if (queues.messagesInDoubt > 0)
    add(
      'attention',
      `${counted(queues.messagesInDoubt, 'message')} in doubt: nobody can tell whether ${queues.messagesInDoubt === 1 ? 'it' : 'they'} left`,
      queues.doubtSeconds,
      'GET /v1/institution/messages?status=InDoubt shows them. Ask the network for the messageId, and decide: docs/rails/messages.md.',
    )
  if (queues.messagesQuarantined > 0)
    add(
      'attention',
      `${counted(queues.messagesQuarantined, 'incoming message')} in quarantine`,
      queues.refusedSeconds,
      'GET /v1/institution/messages?status=Quarantined shows them, and each says why. Cure the cause and release it, or dismiss it: docs/rails/messages.md.',
    )
}

/** While `isSilent`, nothing is told to receivers. */
function judgeReceivers(queues: InstitutionWork['queues'], isSilent: boolean, add: Add): void {
  if (queues.deliverySeconds > DELIVERY_S && !isSilent)
    add(
      'stalled',
      queues.deliveriesPending > 0
        ? `${counted(queues.deliveriesPending, 'webhook delivery', 'webhook deliveries')} late`
        : 'no deliveries are made of events for webhooks',
      queues.deliverySeconds,
      LOOK_AT_WORKERS,
    )
  if (queues.webhooksFailing > 0)
    add(
      'attention',
      `${counted(queues.webhooksFailing, 'webhook')} whose receiver accepts nothing${because(queues.failingError)}`,
      queues.failingSeconds,
      adviceForReceiver(queues.failingError),
    )
  if (queues.mailsFailing > 0 && queues.mailsFailingSeconds > MAILS_FAILING_S && !isSilent)
    add(
      'attention',
      `${counted(queues.mailsFailing, 'mail')} not sent${because(queues.mailError)}`,
      queues.mailsFailingSeconds,
      adviceForMailServer(queues.mailError),
    )
}

function judgeBooks(verified: InstitutionWork['verified'], add: Add): void {
  for (const { part, isVerified, seconds, differences } of verified) {
    if (differences > 0)
      add(
        'attention',
        `the last verification of the books (${part}) found ${counted(differences, 'difference')}`,
        seconds,
        'Run "giro ledger verify" and "giro audit verify", and find the cause.',
      )
    if (seconds > VERIFIED_S)
      add(
        'attention',
        `the books (${part}) were ${isVerified ? 'not verified for more than a day' : 'never verified'}`,
        seconds,
        LOOK_AT_WORKERS,
      )
  }
}

function judgeSweep(state: SweepState, codes: ReadonlyMap<bigint, string>, now: Temporal.Instant): Reason[] {
  const { sweep, tenantId, failuresInARow, lastFailure = '', lastFailureCode, failingSince, runningSince } = state
  const institution = tenantId === undefined ? undefined : (codes.get(tenantId) ?? String(tenantId))
  if (failuresInARow >= FAILURES) {
    const what = `the sweep "${sweep}" failed ${failuresInARow} times in a row: ${withoutValues(lastFailure)}`
    return [
      {
        level: 'stalled',
        institution,
        what,
        since: failingSince,
        do: adviceFor({ sweep, message: lastFailure, code: lastFailureCode }),
      },
    ]
  }
  const runs = runningSince ? (now.epochMilliseconds - runningSince.epochMilliseconds) / 1_000 : 0
  if (runs <= RUNNING_S) return []
  return [
    {
      level: 'attention',
      institution,
      what: `the sweep "${sweep}" has not ended its present run`,
      since: runningSince,
      do: 'Look what the database and the storage wait for. Other sweeps go on.',
    },
  ]
}

/** Why, in the words of the last failure. */
function because(failure: string | null): string {
  return failure === null ? '' : `: ${withoutValues(failure)}`
}

function ago(now: Temporal.Instant, seconds: number): Temporal.Instant {
  return now.subtract({ milliseconds: Math.round(seconds * 1_000) })
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
