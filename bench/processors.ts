import { readdir, readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { RunningService } from './service.ts'

/** Processors kept busy, 1 for a whole one. */
export interface Load {
  service: number
  client: number
  database: number
  /** What else runs on the machine. Where it is more than a little, the figures are not to be trusted. */
  others: number
}

/** What keeps the processors busy while `work` goes on: it says what limits a figure, and whether something disturbed it. */
export async function withLoad<T>(
  subject: { service: RunningService; dataDir: string },
  work: () => Promise<T>,
): Promise<{ result: T; load: Load }> {
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
async function readClocks({ service, dataDir }: { service: RunningService; dataDir: string }) {
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

/** Of the postmaster, its children, and those of them that have ended. Only Linux tells; elsewhere the database is among the others. */
async function postgresMs(dataDir: string): Promise<number> {
  if (process.platform !== 'linux') return 0
  const postmaster = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n', 1)[0]!
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const ticks = await Promise.all(
    pids.map(async (pid) => {
      // A process may end while it is looked at.
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      // What follows the name, which may contain anything: proc(5), /proc/pid/stat from field 3 on.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const [parent, user, system, childrenUser, childrenSystem] = [1, 11, 12, 13, 14].map((place) => fields[place])
      if (pid === postmaster) return Number(user) + Number(system) + Number(childrenUser) + Number(childrenSystem)
      return parent === postmaster ? Number(user) + Number(system) : 0
    }),
  )
  return ticks.reduce((sum, some) => sum + some, 0) * MS_PER_TICK
}
