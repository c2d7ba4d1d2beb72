import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { assertOneLine, type GiroHome, openGiroHome } from '../support/giro-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let home: GiroHome
let database: TestDatabase
before(async () => {
  home = await openGiroHome()
  database = await createTestDatabase()
  const made = await giro('institution create --code acme --name Acme --routing-number 061099995 --sandbox')
  assert.equal(made.code, 0, made.stderr)
})
after(async () => {
  await home.close()
  await database.drop()
})

const giro = (line: string) =>
  home.run([...line.split(' '), '--data-dir', join(home.directory, 'data')], { GIRO_DATABASE_URL: database.url })

async function load(content: string, rail: string) {
  const file = join(home.directory, 'list.txt')
  await writeFile(file, content)
  return giro(`directory import ${file} --institution acme --rail ${rail} --listed-on 2026-07-01`)
}

const participants = '\uFEFFRouting Number,Name,Status\r\n021000021,"First, Example Bank",Y\r\n091000019,Northern,N\r\n'

test('giro directory import reads a list with quoted cells, prints what changed, and status shows it', async () => {
  const { code, stdout, stderr } = await load(participants, 'FEDNOW')
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  const counts = { participants: 2, added: 2, changed: 0, removed: 0 }
  assert.deepEqual(JSON.parse(stdout), { rail: 'FEDNOW', listedOn: '2026-07-01', ...counts })
  const [list] = JSON.parse((await giro('directory status --institution acme')).stdout)
  assert.equal(list.fileName, 'list.txt')
  assert.match(list.sha256, /^[0-9a-f]{64}$/)
})

test('a file with faults is refused as a whole, with their lines', async () => {
  const { code, stderr } = await load('RTN,Name\n021000022,Wrong\n021000021,\n', 'RTP')
  assert.equal(code, 1)
  assert.match(stderr, /is not the list of RTP, or is damaged: line 2: "021000022" is not a routing number\n/)
  assert.match(stderr, /\nline 3: the name is blank\n$/)
  assert.doesNotMatch((await giro('directory status --institution acme')).stdout, /RTP/)
})

test('another file, a broken quote, a rail or file that does not exist: one line each', async () => {
  for (const [content, rail, says] of [
    ['<html>Please sign in</html>', 'ACH', /line 1: the line has 27 positions, not 155/],
    ['<html>Please sign in</html>', 'SWIFT', /the first line names no column BIC/],
    ['RTN,Name\n021000021,"open', 'RTP', /Quote Not Closed/],
    ['', 'RTP', /no participants/],
    [participants, 'PIGEON', /Allowed choices are ACH, FEDWIRE/],
  ] as const)
    assertOneLine(await load(content, rail), says)
  const undated = await giro('directory import /nowhere --institution acme --rail ACH')
  assert.match(undated.stderr, /required option '--listed-on <date>' not specified/)
  const missing = await giro('directory import /nowhere --institution acme --rail ACH --listed-on 2026-07-01')
  assertOneLine(missing, /\/nowhere is not a file/)
})
