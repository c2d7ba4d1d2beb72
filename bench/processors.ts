import { readdir, readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningService } from './service.ts'

/** Processor use, where 1 is one whole processor. */
export interface Load {
  service: number
  client: number
  database: number
  /** Other programs on the machine. If this is more than a little, the figures are unreliable. */
  others: number
}

interface Subject {
  service: RunningService
  dataDir: string
  /** Whether to measure once and at once, whatever else the machine does. */
  isShort: boolean
}

/** The share of a processor that other programs may use. */
const MAX_OTHER_LOAD = 0.2
const MAX_ATTEMPTS = 3
const CALM_SAMPLE_MS = 500
const CALM_TIMEOUT_MS = 20_000

export function isDisturbed({ others }: Load): boolean {
  return others > MAX_OTHER_LOAD
}

/**
 * Measures while no other program uses the machine. If another program starts during the
 * measurement, it measures again, and the least disturbed attempt counts. `prepare` waits until the
 * subject is idle and returns the work to measure.
 */
export async function undisturbed<T>(subject: Subject, prepare: () => Promise<() => Promise<T>>) {
  let best: { result: T; load: Load } | undefined
  const attempts = subject.isShort ? 1 : MAX_ATTEMPTS
  for (let attempt = 0; attempt < attempts && (!best || isDisturbed(best.load)); attempt++) {
    const work = await prepare()
    if (!subject.isShort) await calm(subject)
    const measured = await withLoad(subject, work)
    if (!best || measured.load.others < best.load.others) best = measured
  }
  return best!
}

async function calm(subject: Subject): Promise<void> {
  const deadline = performance.now() + CALM_TIMEOUT_MS
  while (performance.now() < deadline) {
    const { load } = await withLoad(subject, () => sleep(CALM_SAMPLE_MS))
    if (!isDisturbed(load)) return
  }
}

/**
 * Measures the processor use during `work`. It shows what limits a figure, and whether another
 * program disturbed it.
 */
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

/**
 * The processor time of the database: the postmaster and its children, including ended ones. On
 * systems other than Linux it is 0.
 */
export async function postgresMs(dataDir: string): Promise<number> {
  if (process.platform !== 'linux') return 0
  const postmaster = await readPostmaster(dataDir)
  const pids = await readPids()
  const times = await Promise.all(
    pids.map(async (pid) => {
      const { parent, own, ofEndedChildren } = await readTimes(pid)
      if (pid === postmaster) return own + ofEndedChildren
      return parent === postmaster ? own : 0
    }),
  )
  return times.reduce((sum, some) => sum + some, 0)
}

const readPostmaster = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n', 1)[0]!)
const readPids = async () => (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)

/** What a process needs besides processor time; zeros on systems other than Linux. */
export interface Use {
  /** Memory that processes share counts in parts. */
  memoryMb: number
  descriptors: number
}

export async function processUse(pid: number): Promise<Use> {
  // A process may end while it is read.
  const memory = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => [])
  return { memoryMb: Number(/^Pss:\s+(\d+) kB$/m.exec(memory)?.[1] ?? 0) / 1024, descriptors: descriptors.length }
}

/** What the postmaster and its children need. */
export async function postgresUse(dataDir: string): Promise<Use> {
  const postmaster = await readPostmaster(dataDir)
  const pids = await readPids()
  const uses = await Promise.all(
    pids.map(async (pid) => {
      const isOurs = pid === postmaster || (await readTimes(pid)).parent === postmaster
      return isOurs ? processUse(pid) : { memoryMb: 0, descriptors: 0 }
    }),
  )
  return {
    memoryMb: uses.reduce((sum, { memoryMb }) => sum + memoryMb, 0),
    descriptors: uses.reduce((sum, { descriptors }) => sum + descriptors, 0),
  }
}

/** The processor time of a process so far; 0 if it does not exist or the system does not tell. */
export async function processMs(pid: number): Promise<number> {
  return (await readTimes(pid)).own
}

async function readTimes(pid: number): Promise<{ parent: number; own: number; ofEndedChildren: number }> {
  // A process may end while it is read.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // proc(5): the name, field 2, may contain anything, so read the fields after it.
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
