import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startAmqpBroker, type TestBroker } from '../../test/support/amqp-broker.ts'
import { startTestService, type TestService } from '../../test/support/test-service.ts'
import type { NetworkSettings } from '../institution/institution.ts'
import { adoptOutbox } from '../rails/handover/handovers.store.ts'
import { readEnvironment } from './config.ts'
import { readLinkStandings } from './link-standings.ts'

let service: TestService
let broker: TestBroker
let folder: string
before(async () => {
  service = await startTestService()
  broker = await startAmqpBroker()
  folder = await mkdtemp(join(tmpdir(), 'giro-links-'))
})
after(async () => {
  await service.stop()
  await broker.close()
  await rm(folder, { recursive: true, force: true })
})

/** What keeps the links of an institution with these networks from being used. */
async function problemsOf(networks: object, variables: Record<string, string> = {}): Promise<(string | undefined)[]> {
  const { institution } = service.tenant
  const settings = { ...institution.settings, networks: networks as { RTP: NetworkSettings } }
  const environment = readEnvironment({ GIRO_OUTBOX_DIR: folder, ...variables })
  const live = { ...institution, sandbox: false, settings }
  const standings = await service.app.db.read((db) => readLinkStandings(db, live, { environment, dataDir: folder }))
  return standings.map(({ problem }) => problem)
}

test('a network that is not connected has no link to look at, and neither has a sandbox', async () => {
  assert.deepEqual(await problemsOf({}), [])
  const { institution } = service.tenant
  const place = { environment: readEnvironment({}), dataDir: folder }
  assert.deepEqual(await service.app.db.read((db) => readLinkStandings(db, institution, place)), [])
})

test('a broker is reached, or named with why not', async () => {
  const amqp = { RTP: { link: 'Amqp', isSigned: false } }
  assert.deepEqual(await problemsOf(amqp), ['GIRO_AMQP_URL is not set'])
  assert.deepEqual(await problemsOf(amqp, { GIRO_AMQP_URL: `amqp://127.0.0.1:${broker.port}` }), [undefined])
  const [problem] = await problemsOf(amqp, { GIRO_AMQP_URL: 'amqp://127.0.0.1:1' })
  assert.match(problem!, /the broker 127\.0\.0\.1:1 cannot be reached/)
})

test('a directory that earlier messages went to is there, or named with why not', async () => {
  const directory = { RTP: { link: 'Directory', isSigned: false } }
  assert.deepEqual(await problemsOf(directory), [undefined], 'before the first message, there is nothing to lose')
  const { tenantId } = service.tenant.institution
  const { app } = service
  const identity = '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b71'
  await app.db.transaction((tx) => adoptOutbox(tx, tenantId, { rail: 'RTP', identity, by: 'test' }, app.clock.now()))
  assert.match((await problemsOf(directory))[0]!, /messages\/RTP: it has no outbox\.json/)
  await mkdir(join(folder, 'messages', 'RTP', 'out'), { recursive: true })
  await writeFile(join(folder, 'messages', 'RTP', 'outbox.json'), JSON.stringify({ identity }))
  assert.deepEqual(await problemsOf(directory), [undefined])
})

test('keys and schemas that are missing are named', async () => {
  const signed = { FEDNOW: { link: 'Directory', isSigned: true } }
  assert.match((await problemsOf(signed))[0]!, /GIRO_MESSAGE_KEYS_DIR is not set/)
  const keys = join(folder, 'keys')
  await mkdir(keys)
  assert.match((await problemsOf(signed, { GIRO_MESSAGE_KEYS_DIR: keys }))[0]!, /bank\/FEDNOW does not exist/)
  const plain = { FEDNOW: { link: 'Directory', isSigned: false } }
  assert.match((await problemsOf(plain, { GIRO_SCHEMA_DIR: '/nowhere' }))[0]!, /GIRO_SCHEMA_DIR: \/nowhere has none/)
})
