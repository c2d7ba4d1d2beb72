import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { assertOneLine, type GiroHome, openGiroHome } from '../support/giro-process.ts'
import { takePort } from '../support/ports.ts'

// What a shell, a platform or a directory happens to be named changes nothing, or is refused in one
// line that says what to do.

let home: GiroHome
before(async () => {
  home = await openGiroHome()
})
after(() => home.close())

/** Variables for another PostgreSQL, each of which breaks a connection to this one. */
const OF_ANOTHER_DATABASE = {
  PGSSLMODE: 'require',
  PGOPTIONS: '-c no_such_setting=1',
  PGSSLNEGOTIATION: 'direct',
  PGCLIENT_ENCODING: 'SQL_ASCII',
  PGREPLICATION: 'database',
  PGPORT: '1',
  PGHOST: 'nowhere.invalid',
}

test('the embedded database starts in any directory, whatever the shell says of another database', async () => {
  const dataDir = join(home.directory, `a,b "c" 100% d'e`)
  const port = await takePort()
  const service = home.start(['serve', '--data-dir', dataDir, '--port', String(port)], OF_ANOTHER_DATABASE)
  await service.says('Giro is running')
  assert.equal((await fetch(`http://127.0.0.1:${port}/health/ready`)).status, 200)

  // A command that joins it, and institutions that no change could keep.
  const create = (...flags: string[]) =>
    home.run(
      ['institution', 'create', '--data-dir', dataDir, '--code', 'bank', '--name', 'Bank', ...flags],
      OF_ANOTHER_DATABASE,
    )
  const routing = ['--routing-number', '061099995']
  assertOneLine(await create(...routing, '--time-zone=-05:00'), /-05:00 is not an IANA time zone/)
  assertOneLine(await create(...routing, '--bic', 'BANK'), /bic must be a BIC/)
  const created = await create(...routing, '--time-zone', 'America/Chicago')
  assert.deepEqual([created.code, created.stderr], [0, ''])
  assert.equal(await service.stop(), 0)

  const wildcard = home.start(['serve', '--data-dir', dataDir, '--port', String(port), '--host', '0.0.0.0'], {
    GIRO_LOG_LEVEL: 'error',
  })
  const code = await wildcard.ended
  assertOneLine({ code, ...wildcard.said }, /listens on every address, .*: set GIRO_PUBLIC_URL/)

  const known = home.start(['serve', '--data-dir', dataDir, '--port', String(port), '--host', '0.0.0.0'], {
    GIRO_PUBLIC_URL: 'https://pay.bank.example',
  })
  await known.says('Giro is running at https://pay.bank.example ')
  const discovery = `http://127.0.0.1:${port}/auth/realms/bank/.well-known/openid-configuration`
  const { issuer } = (await (await fetch(discovery)).json()) as { issuer: string }
  assert.equal(issuer, 'https://pay.bank.example/auth/realms/bank')
  assert.equal(await known.stop(), 0)
})

for (const [name, variables, says] of [
  ['a bare % in a header', { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=100%' }, /HEADERS is not percent-encoded/],
  ['a bare % in a password', { GIRO_DATABASE_URL: 'postgres://u:5%@db.invalid/x' }, /DATABASE_URL is not percent-enc/],
] as const)
  test(`${name} is refused in one line`, async () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://otel.bank.example'
    assertOneLine(await home.run(['migrate'], { OTEL_EXPORTER_OTLP_ENDPOINT, ...variables }), says)
  })

const NAMELESS = 54_321

test('a user id without a name is refused in one line that says what to do', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root can run a program as another user')
  const cli = new URL('../../src/main/cli.ts', import.meta.url).pathname
  const nameless = { uid: NAMELESS, gid: NAMELESS }
  if (spawnSync('test', ['-r', cli], nameless).status !== 0) return t.skip('another user cannot read this folder')
  const directory = await mkdtemp(join(tmpdir(), 'giro-nameless-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  const dataDir = join(directory, 'data')
  await mkdir(dataDir)
  for (const path of [directory, dataDir]) await chown(path, NAMELESS, NAMELESS)
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'migrate', '--data-dir', dataDir], {
    ...nameless,
    cwd: directory,
    env: {},
    encoding: 'utf8',
  })
  const line = stderr.split('\n').find((one) => one.startsWith('giro: ')) ?? stderr
  assert.match(line, /give this user id a name in \/etc\/passwd/)
  assert.deepEqual([status, stdout], [1, ''])
})
