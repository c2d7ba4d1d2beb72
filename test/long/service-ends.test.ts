import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { dataOf } from '../support/answers.ts'
import { copyDemo } from '../support/demo-data.ts'
import { eventually } from '../support/eventually.ts'
import { type GiroHome, openGiroHome } from '../support/giro-process.ts'
import { connectTo, readDemoFile } from '../support/http-client.ts'
import { takePort } from '../support/ports.ts'
import { creditOf, stopUnderLoad } from '../support/stop-under-load.ts'

// The ends of a service that test/main/start.test.ts leaves out.

let home: GiroHome
let port: number
before(async () => {
  home = await openGiroHome()
  port = await takePort()
})
after(() => home.close())

const serveFlags = (dataDir: string) => ['serve', '--demo', '--data-dir', dataDir, '--port', String(port)]

test('SIGINT under load: each request is answered or cut off, and every answered payment exists', async () => {
  const dataDir = join(home.directory, 'interrupted-by-a-person')
  await copyDemo(dataDir)
  const start = async () => {
    const service = home.start(serveFlags(dataDir))
    await service.says('demo.json')
    const demo = await readDemoFile(dataDir)
    return { service, demo, client: await connectTo(demo) }
  }
  const { service, demo, client } = await start()
  const paid = await stopUnderLoad(service, { client, credit: await creditOf(client, demo), signal: 'SIGINT' })
  const again = await start()
  for (const uid of paid) assert.equal((await again.client.call('GET', `/payments/${uid}`)).status, 200)
  assert.equal(await again.service.stop(), 0)
})

test('a first start that was killed at any step is completed by the next start', async () => {
  const interrupted = join(home.directory, 'interrupted')
  const flags = serveFlags(interrupted)
  for (const until of ['postgres.password', 'postgres', 'encryption.key', 'demo.json']) {
    const killed = home.start(flags)
    await eventually(`${until} exists`, async () => stat(join(interrupted, until)).catch(() => undefined))
    killed.killGroup()
    await killed.ended
  }
  const started = home.start(flags)
  await started.says('Giro is running at')
  const demo = await readDemoFile(interrupted)
  const client = await connectTo(demo)
  assert.equal(
    dataOf(await client.call('POST', '/payments/creditrequest', await creditOf(client, demo))).paymentStatus,
    'VALIDATED',
  )
  assert.equal(await started.stop(), 0)
})
