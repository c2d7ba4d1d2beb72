import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import { type Institution, institutionTime, listInstitutions } from '../../institution/institution.ts'
import { readBacklog, readOverdue } from '../../payments/payments.ts'
import { type BackupStanding, readBackupStanding } from '../backup/backup-standing.ts'
import { readPartStandings, type VerifiedPart } from '../verification/verifications.store.ts'
import { type OpenHold, type Queues, readOpenHolds, readQueues } from './work.store.ts'

type Moments = Pick<
  Queues,
  | 'oldestFileAt'
  | 'deliveryDueAt'
  | 'eventAheadAt'
  | 'failingSince'
  | 'mailDueAt'
  | 'mailsFailingSince'
  | 'quarantinedSince'
  | 'oldestMessageAt'
  | 'oldestUnreadAt'
  | 'oldestDoubtAt'
  | 'oldestRefusedAt'
>

/** The work of one institution at a moment. Ages are in seconds, by the institution's clock. */
export interface InstitutionWork {
  tenantId: bigint
  institution: string
  backlog: readonly { status: string; payments: number; seconds: number }[]
  /** The sweeps whose work has been due for some time. */
  overdue: readonly { sweep: string; seconds: number }[]
  queues: Omit<Queues, keyof Moments> & {
    oldestFileSeconds: number
    deliverySeconds: number
    failingSeconds: number
    mailSeconds: number
    mailsFailingSeconds: number
    quarantinedSeconds: number
    messageSeconds: number
    unreadSeconds: number
    doubtSeconds: number
    refusedSeconds: number
  }
  holds: readonly OpenHold[]
  verified: readonly VerifiedWork[]
}

/** A part of the books. */
export interface VerifiedWork {
  part: VerifiedPart
  isVerified: boolean
  /** How long ago it was verified; if it never was, the age of the institution. */
  seconds: number
  differences: number
}

export interface Work {
  readAt: Temporal.Instant
  backup: BackupStanding
  institutions: readonly InstitutionWork[]
}

/** What is read serves this long, however many ask. */
const FRESH_MS = 10_000
const STATEMENT_TIMEOUT_MS = 5_000

export interface WorkReader {
  /**
   * The work of all institutions, as it was at most ten seconds ago. Rejects if it could not be
   * read; it is read again then, but no more often.
   */
  read(): Promise<Work>
  /** When the work was last read; undefined if never. */
  lastReadAt(): Temporal.Instant | undefined
}

interface Shared extends Pick<App, 'db' | 'systemClock' | 'tokenClock'> {
  /** As `readBackupStanding` takes it. */
  backupDir?: string | null | undefined
}

/** Reads the work once at a time, however many ask. */
export function createWorkReader(app: Shared & Pick<App, 'time'>): WorkReader {
  const { time } = app
  let reading: Promise<Work> | undefined
  let lastReadAt: Temporal.Instant | undefined
  let staleAtMs = 0
  return {
    read() {
      if (reading && time.nowMs() < staleAtMs) return reading
      staleAtMs = Number.POSITIVE_INFINITY
      reading = readWork(app)
        .then((work) => {
          lastReadAt = work.readAt
          return work
        })
        .finally(() => {
          staleAtMs = time.nowMs() + FRESH_MS
        })
      return reading
    },
    lastReadAt: () => lastReadAt,
  }
}

/** Institutions that are read at once, each on a connection. */
const AT_ONCE = 3

export async function readWork(app: Shared): Promise<Work> {
  const institutions = await app.db.read(listInstitutions)
  const read = new Map<bigint, InstitutionWork>()
  const left = institutions.values()
  const readOn = async () => {
    for (const institution of left) read.set(institution.tenantId, await workOf(app, institution))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readOn))
  return {
    readAt: app.tokenClock.now(),
    backup: await readBackupStanding(app.db.within(STATEMENT_TIMEOUT_MS), app.backupDir),
    institutions: institutions.flatMap(({ tenantId }) => read.get(tenantId) ?? []),
  }
}

function workOf({ db, systemClock, tokenClock }: Shared, institution: Institution): Promise<InstitutionWork> {
  const { tenantId, code } = institution
  const now = systemClock.now()
  const businessNow = institutionTime(institution, now)
  const since = (at: Temporal.Instant | null) => secondsBetween(at, businessNow)
  return db.forTenant(tenantId).snapshot(async (tx) => {
    await tx.query(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
    const backlog = await readBacklog(tx, tenantId)
    const overdue = await readOverdue(tx, tenantId, now)
    const { oldestFileAt, deliveryDueAt, eventAheadAt, failingSince, mailDueAt, ...rest } = await readQueues(
      tx,
      tenantId,
    )
    const { mailsFailingSince, quarantinedSince, ...others } = rest
    const { oldestMessageAt, oldestUnreadAt, oldestDoubtAt, oldestRefusedAt, ...counts } = others
    return {
      tenantId,
      institution: code,
      backlog: backlog.map(({ since: at, ...state }) => ({ ...state, seconds: since(at) })),
      overdue,
      queues: {
        ...counts,
        oldestFileSeconds: since(oldestFileAt),
        // Deliveries and mails are due by the machine's clock. Events happen by the institution's.
        deliverySeconds: Math.max(secondsBetween(deliveryDueAt, tokenClock.now()), since(eventAheadAt)),
        failingSeconds: secondsBetween(failingSince, tokenClock.now()),
        mailSeconds: secondsBetween(mailDueAt, tokenClock.now()),
        mailsFailingSeconds: secondsBetween(mailsFailingSince, tokenClock.now()),
        quarantinedSeconds: since(quarantinedSince),
        messageSeconds: since(oldestMessageAt),
        unreadSeconds: since(oldestUnreadAt),
        doubtSeconds: since(oldestDoubtAt),
        refusedSeconds: since(oldestRefusedAt),
      },
      holds: await readOpenHolds(tx, tenantId),
      verified: (await readPartStandings(tx, tenantId, tokenClock.now())).map(
        ({ part, verifiedAt, since: sinceThen, differences }) => ({
          part,
          isVerified: verifiedAt !== null,
          seconds: secondsBetween(sinceThen, tokenClock.now()),
          differences: differences.length,
        }),
      ),
    }
  })
}

function secondsBetween(at: Temporal.Instant | null, now: Temporal.Instant): number {
  if (at === null) return 0
  return Math.max(0, (now.epochMilliseconds - at.epochMilliseconds) / 1_000)
}
