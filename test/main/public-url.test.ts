import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDatabase } from '../../src/db/client.ts'
import { agreeOnPublicUrl } from '../../src/main/public-url.ts'
import { StartupError } from '../../src/main/startup-error.ts'
import { assertOneLine, type GiroHome, openGiroHome } from '../support/giro-process.ts'
import { takePort } from '../support/ports.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

// Access tokens name the public URL, so nodes with different ones would refuse each other's tokens.

const URL = 'https://pay.bank.example'
const OTHER = 'https://elsewhere.example'

let service: TestService
let home: GiroHome
before(async () => {
  service = await startTestService()
  home = await openGiroHome()
})
after(async () => {
  await home.close()
  await service.stop()
})

const giro = (line: string, settings: Record<string, string> = {}) =>
  home.run(line.split(' '), {
    GIRO_DATABASE_URL: service.databaseUrl,
    GIRO_ENCRYPTION_KEY: service.encryptionKey,
    ...settings,
  })

async function agree(asked: string | undefined): Promise<string> {
  const db = openDatabase({ connectionString: service.databaseUrl, maxConnections: 1 })
  try {
    return await agreeOnPublicUrl(db, { asked, ownUrl: 'http://127.0.0.1:3000' })
  } finally {
    await db.close()
  }
}

test('the first of many nodes that start at once gives its URL to all; the others do not start', async () => {
  assert.equal(await agree(undefined), 'http://127.0.0.1:3000')
  const asked = Array.from({ length: 6 }, (_, n) => (n % 2 ? OTHER : URL))
  const started = await Promise.allSettled(asked.map(agree))
  const agreed = new Set(started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
  assert.equal(agreed.size, 1)
  assert.equal(started.filter(({ status }) => status === 'fulfilled').length, 3)
  for (const one of started) if (one.status === 'rejected') assert.ok(one.reason instanceof StartupError)
  assert.deepEqual([await agree(undefined)], [...agreed])
})

test('a node with another URL does not start, and says how the institution is moved', async () => {
  const { code } = service.tenant.institution
  const move = (url: string) => giro(`institution public-url --institution ${code} --url ${url}`)
  assert.equal((await move(`${URL}/`)).code, 0)
  const refused = await giro(`serve --no-worker --port ${await takePort()}`, {
    ...{ GIRO_PUBLIC_URL: OTHER, GIRO_LOG_LEVEL: 'error' },
  })
  assertOneLine(refused, /GIRO_PUBLIC_URL is https:\/\/elsewhere\.example, but clients reach institution/)
  const remedy = refused.stderr.match(/"giro (institution public-url [^"]*)"/)![1]!
  assert.equal((await giro(remedy)).code, 0)
  assert.equal(await agree(OTHER), OTHER)
  await assert.rejects(agree(URL), StartupError)
  const records = await service.query(
    `select before, after from audit_log where action = 'institution.publicUrl.updated' order by id desc limit 1`,
  )
  assert.deepEqual(records, [{ before: { publicUrl: URL }, after: { publicUrl: OTHER } }])
})

test('a new institution has the URL of the others', async () => {
  const line = `institution create --code second --name Second --routing-number 061099995`
  assert.equal((await giro(line)).code, 0)
  assert.equal(await agree(undefined), OTHER)
  const rows = await service.query(`select public_url from institutions where code = 'second'`)
  assert.deepEqual(rows, [{ publicUrl: OTHER }])
})

test('a URL that is none, or an institution that does not exist, is refused', async () => {
  const refused = await giro(
    `institution public-url --institution ${service.tenant.institution.code} --url pay.bank.example`,
  )
  assertOneLine(refused, /--url/)
  const unknown = await giro(`institution public-url --institution nobody --url ${URL}`)
  assertOneLine(unknown, /institution nobody does not exist/)
})
