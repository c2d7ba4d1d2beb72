import type { Temporal } from 'temporal-polyfill'
import { type Directory, readDirectories } from '../banks/banks.ts'
import type { Database } from '../db/client.ts'
import { readExcessRights } from '../db/logins.ts'
import { type Institution, lateWindowsOf } from '../institution/institution.ts'
import { systemClock, today } from '../kernel/clock.ts'
import { checkServer } from '../rails/rails.ts'
import { keepsTwoAdministrators } from '../tokens/api-clients.ts'
import { readAnchors } from './anchors.ts'
import { type BackupStanding, OLDEST_BACKUP_S } from './backup/backup-standing.ts'
import { anchorDirOf, type Environment } from './config.ts'
import { backupDirOf } from './database.ts'
import { type ClientFigures, readClientFigures } from './doctor.store.ts'
import { readLinkStandings } from './link-standings.ts'
import { judgeWork } from './observability/judge-work.ts'
import { readWork, type VerifiedWork } from './observability/read-work.ts'
import { isBound, isResealed } from './rotate-keys.ts'
import { readSftpSecrets } from './sftp-secrets.ts'
import { VERIFIED_PARTS } from './verification/verifications.store.ts'

/** A measure of docs/hardening.md. */
export interface Check<Facts> {
  what: string
  isOn(facts: Facts): boolean
  /** What to do if it is not on. */
  remedy: string
  /** Why nobody can tell from these facts, or undefined. It is then neither on nor missing. */
  unknownBecause?(facts: Facts): string | undefined
}

interface ServiceFacts {
  environment: Environment
  backup: BackupStanding
  now: Temporal.Instant
  isServiceLogin: boolean
}

interface InstitutionFacts {
  institution: Institution
  clients: ClientFigures
  /** Whether two administrators are not in the hands of one person. */
  areTwo: boolean
  anchors: number
  /** Whether sealed values count only in the rows that they were sealed for. */
  isBound: boolean
  /** Whether no row that can change waits to be sealed. */
  isSealed: boolean
  verified: readonly VerifiedWork[]
  directories: readonly Directory[]
}

const DAY_S = 26 * 3_600
/** The networks publish their lists at least monthly. */
const MAX_DIRECTORY_DAYS = 45

export const SERVICE_CHECKS: readonly Check<ServiceFacts>[] = [
  {
    what: 'the database login can do no more than serve',
    isOn: ({ isServiceLogin }) => isServiceLogin,
    remedy: 'Set GIRO_DATABASE_OWNER_URL for migrations, and let GIRO_DATABASE_URL log in as giro_service.',
  },
  {
    what: 'the master key comes from outside the data directory',
    isOn: ({ environment }) => environment.encryptionKey !== undefined || environment.keyCommand !== undefined,
    remedy: 'Set GIRO_KEY_PROVIDER=command and GIRO_KEY_COMMAND, or GIRO_ENCRYPTION_KEY from a store of secrets.',
  },
  {
    what: 'clients connect by TLS',
    isOn: ({ environment: { tls, publicUrl } }) => tls !== undefined || publicUrl?.startsWith('https:') === true,
    remedy: 'Set GIRO_TLS_CERT and GIRO_TLS_KEY, or GIRO_PUBLIC_URL to the https address of your proxy.',
  },
  {
    what: 'a proxy in front of the service is trusted by name',
    isOn: ({ environment: { defences } }) => defences.trustProxy !== false,
    unknownBecause: ({ environment: { tls, publicUrl, defences } }) =>
      defences.trustProxy === false && (tls !== undefined || publicUrl?.startsWith('https:') !== true)
        ? 'GIRO_TRUST_PROXY is not set. If no proxy is in front, that is right.'
        : undefined,
    remedy: 'Set GIRO_TRUST_PROXY to the addresses of your proxies, so that lock-outs count per client address.',
  },
  {
    what: 'requests are limited per client and per address',
    isOn: ({ environment: { defences } }) => Object.values(defences.rateLimits).every((limit) => limit !== undefined),
    remedy: 'Remove "off" from GIRO_RATE_LIMIT_PER_CLIENT, GIRO_RATE_LIMIT_PER_ADDRESS and GIRO_RATE_LIMIT_BYTES.',
  },
  {
    what: 'anchors are outside the data directory',
    isOn: ({ environment }) => environment.anchorDir !== undefined,
    remedy: 'Set GIRO_ANCHOR_DIR to storage that administrators of the database cannot write.',
  },
  {
    what: 'a contact for reports of weaknesses is published',
    isOn: ({ environment }) => environment.securityContact !== undefined,
    remedy: 'Set GIRO_SECURITY_CONTACT.',
  },
  {
    what: 'operators see metrics and what stands still',
    isOn: ({ environment }) => environment.observability.listener !== undefined,
    remedy: 'Set GIRO_METRICS_PORT, and let Prometheus read it with the rules of ops/.',
  },
  {
    what: 'the write-ahead log is archived',
    isOn: ({ backup }) => backup.isArchiving && backup.failedAt === null,
    unknownBecause: ({ backup }) =>
      backup.backedUpAt === undefined && !backup.isArchiving ? 'Another program may stream the log.' : undefined,
    remedy:
      'Set GIRO_BACKUP_DIR, or archive_command of your PostgreSQL. If it is set, the log of PostgreSQL says why it fails.',
  },
  {
    what: 'a base backup was made in the last two days',
    isOn: ({ backup: { backedUpAt }, now }) =>
      !!backedUpAt && now.epochMilliseconds - backedUpAt.epochMilliseconds < OLDEST_BACKUP_S * 1_000,
    unknownBecause: ({ backup }) =>
      backup.backedUpAt === undefined ? 'Only the program that backs up your PostgreSQL knows.' : undefined,
    remedy: 'Run giro backup each night.',
  },
]

export const INSTITUTION_CHECKS: readonly Check<InstitutionFacts>[] = [
  {
    what: 'the institution is live, not a sandbox',
    isOn: ({ institution }) => !institution.sandbox,
    remedy: 'Create a live institution: a sandbox has a clock that can be set and networks that are simulated.',
  },
  {
    what: 'a second person decides changes of the institution',
    isOn: ({ institution }) => institution.dualControl,
    remedy: 'Switch dual control on: PUT /v1/institution with {"dualControl": true}.',
  },
  {
    what: 'at least two clients can approve changes',
    isOn: ({ clients }) => clients.approvers >= 2,
    remedy: 'Create another administrator for another person: giro api-client create.',
  },
  {
    what: 'two independent people can administer it',
    isOn: ({ areTwo }) => areTwo,
    remedy:
      'See who was shown whose secret (holders of GET /v1/institution/api-clients), and create a client for each person: giro api-client create.',
  },
  {
    what: 'clients prove who they are without a shared secret',
    isOn: ({ clients }) => clients.withSecret === 0,
    remedy: 'Give clients keys or certificates: docs/fapi.md.',
  },
  {
    what: 'same-day ACH files are collected by the last cut-off of the operator',
    isOn: ({ institution }) => lateWindowsOf(institution.settings, dateOf(institution)).late.length === 0,
    remedy: 'Move the windows: PUT /v1/institution with ach.collection.economyPlus.',
  },
  {
    what: 'existing rows are sealed with the active data key',
    isOn: ({ isSealed }) => isSealed,
    remedy: 'Run a worker until "giro encryption-key status" says isFinished.',
  },
  {
    what: 'sealed values count only in the rows that they were sealed for',
    isOn: ({ isBound }) => isBound,
    remedy: 'When all nodes are of this release, run "giro encryption-key rotate", and a worker until it is finished.',
  },
  {
    what: 'audit log and ledger are anchored',
    isOn: ({ anchors }) => anchors > 0,
    remedy: 'Run a worker, and look for "anchor" in its log.',
  },
  {
    what: 'the books were verified in the last day, and nothing differs',
    isOn: ({ verified }) =>
      verified.length === VERIFIED_PARTS.length &&
      verified.every(({ isVerified, seconds, differences }) => isVerified && seconds < DAY_S && differences === 0),
    remedy: 'Run a worker for an hour. If something differs, run "giro ledger verify" and "giro audit verify".',
  },
  {
    what: 'the directories of banks are current',
    isOn: ({ directories, institution }) =>
      directories.every(({ listedOn }) => listedOn >= oldestList(institution) && listedOn <= latestList(institution)),
    unknownBecause: ({ directories }) =>
      directories.length === 0
        ? 'None is imported, so contacts and payments take every routing number with a valid check digit.'
        : undefined,
    remedy: 'Import the lists of the networks: giro directory import.',
  },
]

function oldestList(institution: Institution): string {
  return dateOf(institution).subtract({ days: MAX_DIRECTORY_DAYS }).toString()
}

/** A list of a later day counts as none; other time zones are at most a day ahead. */
function latestList(institution: Institution): string {
  return dateOf(institution).add({ days: 1 }).toString()
}

function dateOf({ timeZone }: Institution) {
  return today(systemClock.now(), timeZone)
}

/**
 * Compares a service and its institutions with docs/hardening.md, and prints each measure with `ok`
 * or with what to do, and then what stands still. Returns how many measures are not on and how much
 * stands still or needs attention.
 */
export async function examine(
  db: Database,
  institutions: readonly Institution[],
  { environment, dataDir, say }: { environment: Environment; dataDir: string; say: (line: string) => void },
): Promise<number> {
  const rights = await db.read(readExcessRights)
  const isServiceLogin = !Object.values(rights).includes(true)
  say('The lines of "service" are of the environment of this command: run it with that of each node.')
  const backupDir = await backupDirOf(environment, dataDir)
  const work = await readWork({ db, systemClock, tokenClock: systemClock, backupDir })
  const ofService = { environment, isServiceLogin, backup: work.backup, now: work.readAt }
  let missing = report('service', SERVICE_CHECKS, ofService, say)
  for (const institution of institutions) {
    const clients = await db.read((tx) => readClientFigures(tx, institution))
    const bank = { tenantId: institution.tenantId, ownEntityId: institution.legalEntityId }
    const areTwo = await db.read((tx) => keepsTwoAdministrators(tx, bank, undefined, systemClock.now()))
    const { heads } = await readAnchors(anchorDirOf(environment, dataDir), institution.code)
    const isSealed = await isResealed(db, institution, systemClock.now())
    const bound = await isBound(db, institution)
    const { verified = [] } = work.institutions.find(({ tenantId }) => tenantId === institution.tenantId) ?? {}
    const directories = await db.read((tx) => readDirectories(tx, institution.tenantId))
    const own = { clients, areTwo, anchors: heads.length, isBound: bound, isSealed, verified }
    const facts = { directories, institution, ...own }
    missing += report(institution.code, INSTITUTION_CHECKS, facts, say)
  }
  const broken = await sayLinks(db, institutions, { environment, dataDir, say })
  const away = environment.sftp && (await checkServer(readSftpSecrets(environment.sftp), codesOf(institutions)))
  if (away !== undefined)
    say(`service: files are not exchanged with the network: ${away}. What is due waits: docs/sftp.md.`)
  const reasons = judgeWork(work, [], systemClock.now())
  for (const { level, institution, what, since, do: todo } of reasons)
    say(`${institution ?? 'service'}: ${level}: ${what}${since ? `, since ${since}` : ''}. ${todo}`)
  say(missing === 0 ? 'Every measure is on.' : `${missing} ${missing === 1 ? 'measure is' : 'measures are'} not on.`)
  return missing + reasons.length + broken + (away === undefined ? 0 : 1)
}

/** Says of each link to a network whether it can be used. Returns how many cannot. */
async function sayLinks(
  db: Database,
  institutions: readonly Institution[],
  { say, ...place }: { environment: Environment; dataDir: string; say: (line: string) => void },
): Promise<number> {
  let broken = 0
  for (const institution of institutions)
    for (const { rail, link, problem } of await db.read((tx) => readLinkStandings(tx, institution, place))) {
      const where = `${institution.code}: the link to ${rail} (${link})`
      if (problem === undefined) say(`${where} can be used.`)
      else say(`${where} fails: ${problem}. What is due waits: docs/rails/messages.md.`)
      if (problem !== undefined) broken++
    }
  return broken
}

const codesOf = (institutions: readonly Institution[]) => institutions.map(({ code }) => code)

function report<Facts>(
  where: string,
  checks: readonly Check<Facts>[],
  facts: Facts,
  say: (line: string) => void,
): number {
  let missing = 0
  for (const { what, isOn, remedy, unknownBecause } of checks) {
    const unknown = unknownBecause?.(facts)
    if (unknown !== undefined) {
      say(`${where}: unknown: ${what}. ${unknown} Otherwise: ${remedy}`)
      continue
    }
    const isMissing = !isOn(facts)
    if (isMissing) missing++
    say(isMissing ? `${where}: missing: ${what}. ${remedy}` : `${where}: ok: ${what}`)
  }
  return missing
}
