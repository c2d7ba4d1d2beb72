import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { stopOrphan } from './orphan.ts'

let cluster: string
let pidFile: string
before(async () => {
  cluster = await realpath(await mkdtemp(join(tmpdir(), 'giro-orphan-')))
  pidFile = join(cluster, 'postmaster.pid')
})
after(() => rm(cluster, { recursive: true, force: true }))

const waiting = 'setInterval(() => {}, 1000)'

/**
 * A program in the cluster's directory, as a server would be, whose stopped parent does not take
 * note of its end: it stays as a zombie.
 */
async function startServerOfStoppedParent(program: string) {
  const parent = spawn(
    process.execPath,
    [
      '--eval',
      `const [program, cluster] = process.argv.slice(1)
       const options = { cwd: cluster, stdio: ['ignore', 'pipe', 'inherit'] }
       const child = require('node:child_process').spawn(process.execPath, ['--eval', program, cluster], options)
       child.stdout.once('data', () => console.log(child.pid))`,
      program,
      cluster,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [chunk] = (await once(parent.stdout, 'data')) as [Buffer]
  parent.kill('SIGSTOP')
  return { parent, pid: Number(chunk.toString()) }
}

const endings = [
  ['dies without removing its pid file', `console.log('ready'); ${waiting}`],
  [
    'removes its pid file and exits',
    `process.on('SIGINT', () => { require('node:fs').rmSync('postmaster.pid'); process.exit() }); console.log('ready'); ${waiting}`,
  ],
] as const

for (const [how, program] of endings)
  test(`a server that ${how} while the next start waits leaves no pid that PostgreSQL takes for a live server`, async () => {
    const { parent, pid } = await startServerOfStoppedParent(program)
    try {
      await writeFile(pidFile, `${pid}\n${cluster}\n0\n5432\n`)
      const lines: string[] = []
      await stopOrphan(cluster, (line) => lines.push(line))
      assert.match(lines.join(), new RegExp(`process ${pid}`))
      // PostgreSQL asks in this way, and a zombie answers.
      assert.doesNotThrow(() => process.kill(pid, 0))
      const left = await readFile(pidFile, 'utf8').catch(() => undefined)
      if (left !== undefined) assert.equal(left, `${process.pid}\n${cluster}\n0\n5432\n`)
      assert.equal(left === undefined, program === endings[1][1])
    } finally {
      parent.kill('SIGKILL')
      await rm(pidFile, { force: true })
    }
  })
