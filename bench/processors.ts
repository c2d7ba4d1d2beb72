import { cpus } from 'node:os'
import type { RunningService } from './service.ts'

/** Processors kept busy, 1 for a whole one. `others` is the database, and whatever else runs on the machine. */
export interface Load {
  service: number
  client: number
  others: number
}

/** What keeps the processors busy while `work` goes on: it says what a figure is limited by, and whether something disturbed it. */
export async function withLoad<T>(service: RunningService, work: () => Promise<T>): Promise<{ result: T; load: Load }> {
  const before = await readClocks(service)
  const result = await work()
  const after = await readClocks(service)
  const elapsed = after.at - before.at
  const share = (from: number, to: number) => Math.max(0, (to - from) / elapsed)
  const serviceShare = share(before.service, after.service)
  const clientShare = share(before.client, after.client)
  const all = share(before.machine, after.machine)
  return {
    result,
    load: { service: serviceShare, client: clientShare, others: Math.max(0, all - serviceShare - clientShare) },
  }
}

async function readClocks(service: RunningService) {
  const { user, system } = process.cpuUsage()
  const busy = ({ times }: ReturnType<typeof cpus>[number]) => times.user + times.nice + times.sys + times.irq
  return {
    at: performance.now(),
    service: await service.cpuMs(),
    client: (user + system) / 1000,
    machine: cpus().reduce((sum, cpu) => sum + busy(cpu), 0),
  }
}
