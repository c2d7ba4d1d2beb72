/** An institution that is no sandbox, whose networks are directories: the test is the operator. */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readInstitution } from '../../src/institution/institution.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { MESSAGE_RAILS } from '../../src/kernel/rail.ts'
import { messageImportSweeps, messageSweeps } from '../../src/message-imports/message-imports.jobs.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { dataOf } from './answers.ts'
import { eventually } from './eventually.ts'
import { createPayer, creditBody, type Payer, startTestService } from './test-service.ts'

export type LiveBank = Awaited<ReturnType<typeof openLiveBank>>

export async function openLiveBank({ messageKeysDir }: { messageKeysDir?: string } = {}) {
  const clock = fixedClock('2026-07-01T14:00:00.500Z')
  const outbox = await mkdtemp(join(tmpdir(), 'giro-live-'))
  const keys = messageKeysDir === undefined ? {} : { messageKeysDir }
  const service = await startTestService({ clock, worker: false, outboxDir: outbox, ...keys })
  const { institution, client } = await service.createTenant('live', { sandbox: false })
  const { tenantId } = institution
  const folderOf = (rail: string, ...more: string[]) => join(outbox, 'messages', rail, ...more)
  const waiting = (rail: string) => readdir(folderOf(rail, 'in', 'live')).catch(() => [])
  const bank = {
    ...{ service, clock, institution, client, tenantId },
    call: (method: string, path: string, body?: object) => service.call(method, path, body, { client }),
    configure: (body: object) => bank.call('PUT', '/v1/institution', body),
    payerOf: (contact: object = {}) => createPayer(service, { client, contact }),

    /** A payment of 40, accepted. */
    async pays(payer: Payer, fields: object): Promise<string> {
      const body = creditBody(payer, { paymentAmount: 40, ...fields })
      return String(dataOf(await bank.call('POST', '/v3/payments/creditrequest', body)).paymentUID)
    },

    async statusOf(uid: string): Promise<string> {
      return dataOf(await bank.call('GET', `/v3/payments/${uid}`)).status
    },

    /** Runs what a worker does, until nothing moves. No time passes. */
    async work(): Promise<void> {
      const now = await service.app.db.read((db) => readInstitution(db, tenantId))
      const sweeps = [...paymentSweeps, ...messageImportSweeps, ...messageSweeps]
      for (let round = 0; round < 3; round++) for (const sweep of sweeps) while (await sweep.run(service.app, now)) {}
    },

    /** The operator carries the files of a rail away, and has their bytes. */
    async collected(rail: string): Promise<string[]> {
      const names = await readdir(folderOf(rail, 'out')).catch(() => [])
      const bytes: string[] = []
      for (const name of names.toSorted()) {
        bytes.push(await readFile(folderOf(rail, 'out', name), 'utf8'))
        await rm(folderOf(rail, 'out', name))
      }
      return bytes
    },

    /** The operator puts its answer into the directory, complete at once. */
    async answers(rail: string, xml: string): Promise<void> {
      const path = folderOf(rail, 'in', 'live', `${randomUUID()}.xml`)
      await mkdir(folderOf(rail, 'in', 'live'), { recursive: true })
      await writeFile(`${path}.part`, xml)
      await rename(`${path}.part`, path)
    },

    /** Every answer is taken in and booked. A file is taken when it has rested for a second. */
    async takenIn(): Promise<void> {
      await eventually('the answers are taken in', async () => {
        await bank.work()
        return (await Promise.all(MESSAGE_RAILS.map(waiting))).flat().length === 0
      })
      // What was taken in last is booked now, and what it causes leaves.
      await bank.work()
    },

    async stop(): Promise<void> {
      await service.stop()
      await rm(outbox, { recursive: true, force: true })
    },
  }
  return bank
}
