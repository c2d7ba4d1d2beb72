import { readdir, readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningService } from './service.ts'

/** Processors kept busy, 1 for a whole one. */
export interface Load {
  service: number
  client: number
  database: number
  /** What else runs on the machine. Where it is more than a little, the figures are not to be trusted. */
  others: number
}

interface Subject {
  service: RunningService
  dataDir: string
}

/** What else runs may take so much of a processor. */
const DISTURBED = 0.2
const ATTEMPTS = 3
const CALM_SAMPLE_MS = 500
const CALM_AT_MOST_MS = 20_000

export function isDisturbed({ others }: Load): boolean {
  return others > DISTURBED
}

/**
 * Measures when nothing else keeps the machine busy, and once more when something came in between: the least disturbed of a few attempts
 * counts. `prepare` brings the subject to rest and gives what is to be measured.
 */
export async function undisturbed<T>(subject: Subject, prepare: () => Promise<() => Promise<T>>) {
  let best: { result: T; load: Load } | undefined
  for (let attempt = 0; attempt < ATTEMPTS && (!best || isDisturbed(best.load)); attempt++) {
    const work = await prepare()
    await calm(subject)
    const measured = await withLoad(subject, work)
    if (!best || measured.load.others < best.load.others) best = measured
  }
  return best!
}

async function calm(subject: Subject): Promise<void> {
  const deadline = performance.now() + CALM_AT_MOST_MS
  while (performance.now() < deadline) {
    const { load } = await withLoad(subject, () => sleep(CALM_SAMPLE_MS))
    if (!isDisturbed(load)) return
  }
}

/** What keeps the processors busy while `work` goes on: it says what limits a figure, and whether something disturbed it. */
async function withLoad<T>(subject: Subject, work: () => Promise<T>): Promise<{ result: T; load: Load }> {
  const before = await readClocks(subject)
  const result = await work()
  const after = await readClocks(subject)
  const share = (whose: keyof Load | 'machine') =>
    Math.max(0, (after[whose] - before[whose]) / (after.wall - before.wall))
  const [service, client, database] = [share('service'), share('client'), share('database')]
  return {
    result,
    load: { service, client, database, others: Math.max(0, share('machine') - service - client - database) },
  }
}

/** Milliseconds of processor time used so far. */
async function readClocks({ service, dataDir }: Subject) {
  const { user, system } = process.cpuUsage()
  const busy = ({ times }: ReturnType<typeof cpus>[number]) => times.user + times.nice + times.sys + times.irq
  return {
    wall: performance.now(),
    machine: cpus().reduce((sum, cpu) => sum + busy(cpu), 0),
    client: (user + system) / 1000,
    service: await service.cpuMs(),
    database: await postgresMs(dataDir),
    others: 0,
  }
}

const MS_PER_TICK = 10

/** What the database has used: the postmaster, its children, and those of them that have ended. Only Linux tells; elsewhere it is 0. */
export async function postgresMs(dataDir: string): Promise<number> {
  if (process.platform !== 'linux') return 0
  const postmaster = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n', 1)[0]!)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const times = await Promise.all(
    pids.map(async (pid) => {
      const { parent, own, ofEndedChildren } = await readTimes(pid)
      if (pid === postmaster) return own + ofEndedChildren
      return parent === postmaster ? own : 0
    }),
  )
  return times.reduce((sum, some) => sum + some, 0)
}

/** What a process has used so far; 0 where there is none, or nothing tells. */
export async function processMs(pid: number): Promise<number> {
  return (await readTimes(pid)).own
}

async function readTimes(pid: number): Promise<{ parent: number; own: number; ofEndedChildren: number }> {
  // A process may end while it is looked at.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // What follows the name, which may contain anything: proc(5), /proc/pid/stat from field 3 on.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [parent, user, system, childrenUser, childrenSystem] = [1, 11, 12, 13, 14].map((place) =>
    Number(fields[place] ?? 0),
  )
  return {
    parent: parent!,
    own: (user! + system!) * MS_PER_TICK,
    ofEndedChildren: (childrenUser! + childrenSystem!) * MS_PER_TICK,
  }
}
