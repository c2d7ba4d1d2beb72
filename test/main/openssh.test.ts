import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { machineTime } from '../../src/kernel/machine-time.ts'
import { Upload } from '../../src/rails/courier/upload.ts'
import { checkServer, type SftpSettings } from '../../src/rails/rails.ts'
import { ServerAway, SftpSession } from '../../src/rails/transports/sftp/session.ts'
import { createSftpInbox } from '../../src/rails/transports/sftp/sftp-inbox.ts'
import { manualTime } from '../support/manual-time.ts'
import { takePort } from '../support/ports.ts'

const SSHD = '/usr/sbin/sshd'
const skip = existsSync(SSHD) ? false : `${SSHD} is not installed (openssh-server)`

let root: string
let daemon: ChildProcess | undefined
let settings: SftpSettings
before(async () => {
  if (skip) return
  root = await mkdtemp(join(tmpdir(), 'giro-sshd-'))
  for (const name of ['host', 'client'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(root, name)])
  for (const name of ['out', 'in']) await mkdir(join(root, name))
  await writeFile(join(root, 'authorized'), await readFile(join(root, 'client.pub')))
  await chmod(join(root, 'authorized'), 0o600)
  const port = await takePort()
  const lines = [
    ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${join(root, 'host')}`, `PidFile ${join(root, 'pid')}`],
    ...[`AuthorizedKeysFile ${join(root, 'authorized')}`, 'StrictModes no', 'UsePAM no', 'PermitRootLogin yes'],
    ...['PasswordAuthentication no', 'Subsystem sftp internal-sftp'],
  ]
  await writeFile(join(root, 'config'), `${lines.join('\n')}\n`)
  // The daemon of root needs this directory, which is made when the package starts a service.
  if (userInfo().uid === 0) await mkdir('/run/sshd', { recursive: true })
  daemon = spawn(SSHD, ['-D', '-e', '-f', join(root, 'config')], { stdio: 'ignore' })
  const shown = execFileSync('ssh-keygen', ['-l', '-f', join(root, 'host.pub')]).toString()
  settings = {
    ...{ host: '127.0.0.1', port, user: userInfo().username, hostKey: shown.split(' ')[1]! },
    credential: { privateKey: await readFile(join(root, 'client')) },
    ...{ sendDirectory: join(root, 'out'), receiveDirectory: join(root, 'in'), doneDirectory: undefined },
    ...{ everyMs: 20, timeoutMs: 5_000 },
  }
  for (let attempt = 0; attempt < 100 && !(await isOpen(port)); attempt++) await sleep(50)
})
after(async () => {
  daemon?.kill()
  if (!skip) await rm(root, { recursive: true, force: true })
})

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })

async function* pieces(content: Buffer) {
  yield content
}

test('OpenSSH: a file is uploaded under a temporary name, renamed once, and never over another', { skip }, async () => {
  const content = Buffer.alloc(300_000, 'entry\n')
  await SftpSession.with(settings, machineTime, async (session) => {
    const upload = new Upload(session, { directory: settings.sendDirectory, name: 'a.ach', sizeBytes: content.length })
    await upload.write(1, pieces(content), async () => {})
    assert.deepEqual(await readdir(join(root, 'out')), ['.a.ach.1.part'])
    await assert.rejects(
      upload.write(1, pieces(content), async () => {}),
      /did not create/,
    )
    await upload.rename(1)
    assert.deepEqual(await readFile(join(root, 'out', 'a.ach')), content)
    assert.deepEqual(await upload.resume(1), { kind: 'delivered' })
    await upload.write(2, pieces(content), async () => {})
    await assert.rejects(upload.rename(2), /did not rename/, 'a file of this name exists')
    await upload.withdraw([2])
    await assert.rejects(upload.rename(2), { code: 'ENOENT' })
    await rm(join(root, 'out', 'a.ach'))
    assert.equal((await upload.resume(1)).kind, 'inDoubt')
  })
  assert.deepEqual(await readdir(join(root, 'out')), [])
})

test('OpenSSH: files come in whole, and are removed when they are put away', { skip }, async () => {
  const content = Buffer.alloc(200_000, 'return\n')
  await writeFile(join(root, 'in', 'r.ach'), content)
  const time = manualTime()
  const inbox = createSftpInbox(settings, { identity: async () => 'x', maxBytes: 1_000_000, restMs: 20, time })
  assert.deepEqual((await inbox.look('bank')).files, [])
  await time.advance(20)
  const [file] = (await inbox.look('bank')).files
  const read: Uint8Array[] = []
  for await (const piece of inbox.read('bank', file!)) read.push(piece)
  assert.deepEqual(Buffer.concat(read), content)
  await inbox.putAway('bank', file!, 'done')
  assert.deepEqual(await readdir(join(root, 'in')), [])
})

test('OpenSSH: another host key, another key of ours and a missing directory are told apart', { skip }, async () => {
  assert.equal(await checkServer(settings, ['bank']), undefined)
  const hostKey = `SHA256:${'A'.repeat(43)}`
  await assert.rejects(SftpSession.open({ ...settings, hostKey }, machineTime), (error) => error instanceof ServerAway)
  assert.match((await checkServer({ ...settings, hostKey }, ['bank']))!, /showed the host key/)
  const privateKey = await readFile(join(root, 'host'))
  assert.match((await checkServer({ ...settings, credential: { privateKey } }, ['bank']))!, /authentication/i)
  const receiveDirectory = join(root, 'nowhere')
  assert.match((await checkServer({ ...settings, receiveDirectory }, ['bank']))!, /did not open .*nowhere/)
})
