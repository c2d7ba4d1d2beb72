import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { dataOf } from '../support/answers.ts'
import { newKey } from '../support/client-proofs.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

// What the migration finds in an institution from before holders were kept.

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const CLIENTS = '/v1/institution/api-clients'

interface Holder {
  clientId: string
  holder: string
}
const holders = () => service.query<Holder>('select client_id, holder from client_holders order by client_id, holder')

test('the holders of present and of earlier secrets and of keys are those that triggers would have kept', async () => {
  const call = async (method: string, path: string, body: object, status = 200) =>
    dataOf(await service.call(method, path, body), status)
  const { apiKey } = await call('POST', CLIENTS, { name: 'Seen', entitlements: [] }, 201)
  const other = await service.createClient(service.tenant, {})
  await service.call('POST', `${CLIENTS}/${apiKey}/rotate`, { overlapSeconds: 0 }, { client: other })
  await service.call('POST', `${CLIENTS}/${apiKey}/rotate`, { overlapSeconds: 0 }, { client: other })
  const { jwk } = await newKey()
  const keyed = { name: 'Keyed', entitlements: [], authenticationMethod: 'private_key_jwt', publicKeys: [jwk] }
  await call('POST', CLIENTS, keyed, 201)
  const kept = await holders()
  assert.equal(kept.filter(({ clientId }) => clientId === apiKey).length, 2)

  const owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
  await owner.query('set search_path = giro')
  await owner.query('set session_replication_role = replica')
  await owner.query('delete from client_holders')
  await owner.query('set session_replication_role = origin')
  const migration = await readFile(new URL('../../migrations/0500_client_holders.sql', import.meta.url), 'utf8')
  await owner.query(migration.slice(migration.lastIndexOf('insert into client_holders')))
  await owner.end()
  assert.deepEqual(await holders(), kept)
})
