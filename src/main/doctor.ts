import type { Database } from '../db/client.ts'
import { readExcessRights } from '../db/logins.ts'
import { type Institution, lateWindowsOf } from '../institution/institution.ts'
import { systemClock, today } from '../kernel/clock.ts'
import { readAnchors } from './anchors.ts'
import { anchorDirOf, type Environment } from './config.ts'
import { type ClientFigures, readClientFigures } from './doctor.store.ts'
import { judgeWork } from './observability/judge-work.ts'
import { readWork, type VerifiedWork } from './observability/read-work.ts'
import { isResealed } from './rotate-keys.ts'
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
  isServiceLogin: boolean
}

interface InstitutionFacts {
  institution: Institution
  clients: ClientFigures
  anchors: number
  /** Whether no row that can change waits to be sealed. */
  isSealed: boolean
  verified: readonly VerifiedWork[]
}

const DAY_S = 26 * 3_600

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
    isOn: ({ environment: { defences } }) =>
      defences.rateLimits.perClient !== undefined && defences.rateLimits.perAddress !== undefined,
    remedy: 'Remove "off" from GIRO_RATE_LIMIT_PER_CLIENT and GIRO_RATE_LIMIT_PER_ADDRESS.',
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
]

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
  let missing = report('service', SERVICE_CHECKS, { environment, isServiceLogin }, say)
  const work = await readWork({ db, systemClock, tokenClock: systemClock })
  for (const institution of institutions) {
    const clients = await db.read((tx) => readClientFigures(tx, institution))
    const { heads } = await readAnchors(anchorDirOf(environment, dataDir), institution.code)
    const isSealed = await isResealed(db, institution, systemClock.now())
    const { verified = [] } = work.institutions.find(({ tenantId }) => tenantId === institution.tenantId) ?? {}
    const facts = { institution, clients, anchors: heads.length, isSealed, verified }
    missing += report(institution.code, INSTITUTION_CHECKS, facts, say)
  }
  const reasons = judgeWork(work, [], systemClock.now())
  for (const { level, institution, what, since, do: todo } of reasons)
    say(`${institution ?? 'service'}: ${level}: ${what}${since ? `, since ${since}` : ''}. ${todo}`)
  say(missing === 0 ? 'Every measure is on.' : `${missing} ${missing === 1 ? 'measure is' : 'measures are'} not on.`)
  return missing + reasons.length
}

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
