import assert from 'node:assert/strict'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dataOf } from './answers.ts'
import { copyDemo } from './demo-data.ts'
import { eventually } from './eventually.ts'
import { type GiroProcess, type Outcome, openGiroHome } from './giro-process.ts'
import { connectTo, type HttpClient, openPayer, readDemoFile } from './http-client.ts'
import { readPage, samplesOf } from './metrics.ts'
import { takePort } from './ports.ts'
import { creditBody, type Payer } from './test-service.ts'

/** A demo whose embedded database archives to a directory for backups, and a client that pays. */
export type BackedUpDemo = Awaited<ReturnType<typeof openBackedUpDemo>>

export async function openBackedUpDemo() {
  const home = await openGiroHome()
  const dataDir = join(home.directory, 'data')
  const backups = join(home.directory, 'backups')
  const out = join(dataDir, 'rails/ach/out')
  const flags = ['serve', '--demo', '--data-dir', dataDir, '--port', String(await takePort())]
  const metricsPort = await takePort()
  /** The files that left, by name. */
  const taken = new Map<string, string>()
  let service: GiroProcess
  let client: HttpClient
  let payer: Payer

  const giro = (...args: string[]): Promise<Outcome> => home.run(args)
  const metrics = async () => samplesOf((await readPage(metricsPort)).text)
  const serve = async () => {
    service = home.start(flags, { GIRO_BACKUP_DIR: backups, GIRO_METRICS_PORT: String(metricsPort) })
    await service.says('demo.json')
    client = await connectTo(await readDemoFile(dataDir))
  }
  const takeFiles = async () => {
    for (const name of await readdir(out).catch(() => [])) {
      taken.set(name, await readFile(join(out, name), 'utf8'))
      await rm(join(out, name))
    }
  }

  await copyDemo(dataDir)
  await serve()
  payer = await openPayer(client!, 1_000)

  return {
    home,
    dataDir,
    backups,
    out,
    taken,
    /** Takes all files of the outbox away, as the program of the network does. */
    takeFiles,
    serve,
    stop: async () => assert.equal(await service.stop(), 0),
    close: () => home.close(),
    giro,
    metrics,
    /** Makes so many payments of one dollar. Returns their paymentUIDs. */
    async pay(count: number): Promise<string[]> {
      const uids: string[] = []
      for (let number = 0; number < count; number++) {
        const reply = await client.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 1 }))
        uids.push(dataOf(reply).paymentUID)
      }
      return uids
    },
    /** Waits until so many of these payments have left, and takes their files away. */
    leave: (count: number) =>
      eventually(`${count} payments leave`, async () => {
        await takeFiles()
        return [...taken.values()].reduce((sum, content) => sum + entriesIn(content), 0) >= count
      }),
    get: (uid: string) => client.call('GET', `/payments/${uid}`),
    /** Waits until the worker has looked for all its work twice: what it would do, it has done. */
    async workIsDone(): Promise<void> {
      for (const time of ['once', 'twice']) {
        const since = Date.now() / 1_000
        await eventually(`every sweep looked ${time}`, async () => {
          const looked = [...(await metrics())].filter(([name]) => name.startsWith('giro_sweep_last_success'))
          return looked.length > 0 && looked.every(([, at]) => at > since)
        })
      }
    },
  }
}

/** Entries of one dollar (NACHA entry detail 30-39): the demo's own payout has another amount. */
export const entriesIn = (content: string) =>
  content.split('\n').filter((line) => line.startsWith('6') && line.slice(29, 39) === '0000000100').length
