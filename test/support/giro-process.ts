import assert from 'node:assert/strict'
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processIdentity } from '../../src/main/data-dir.ts'
import type { AskedCommand } from './giro-commands.ts'
import { temporaryRoot } from './test-database.ts'

/** A Giro command in its own process and process group. */
export interface GiroProcess {
  pid: number
  /** The output so far. */
  said: { stdout: string; stderr: string }
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  /**
   * Waits until standard output has the text; fails if the process ends first, or after a time
   * limit.
   */
  says(text: string): Promise<void>
  /**
   * Sends the signal and resolves with the exit code or signal. Fails if the service gave up on its
   * own work, as it does after 30 s.
   */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>
  /**
   * Sends SIGKILL to the process group. An embedded PostgreSQL has its own session and survives.
   */
  killGroup(): void
}

export interface Outcome {
  code: number | NodeJS.Signals
  stdout: string
  stderr: string
}

/**
 * A temporary directory and the processes that work in it. All of them are removed when it is
 * closed, or when this process ends in any way.
 */
export interface GiroHome {
  directory: string
  start(args: readonly string[], environment?: Record<string, string>): GiroProcess
  /**
   * Runs a command to its end, within a time limit, in a process that it shares with the others of
   * this home. Only `serve` and `worker` have a process of their own, as with `start`. A log is not
   * among what the others say.
   */
  run(args: readonly string[], environment?: Record<string, string>): Promise<Outcome>
  close(): Promise<void>
}

const root = new URL('../../', import.meta.url).pathname
/** How long anything may take, also on a machine with much else to do. */
const PATIENCE_MS = 300_000
/** These end their process themselves. */
const OWN_PROCESS = ['serve', 'worker']

/** `code` is the directory of the release whose commands run; by default this one. */
export async function openGiroHome(code = root): Promise<GiroHome> {
  const directory = await mkdtemp(join(await temporaryRoot(), 'giro-home-'))
  const lifeline = spawnLifeline(directory)
  const outside = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (name.startsWith('GIRO_') ? [] : [[name, value ?? '']])),
  )

  const start: GiroHome['start'] = (args, environment = {}) => {
    const child = spawn(process.execPath, [join(code, 'src/main/cli.ts'), ...args], {
      cwd: directory,
      env: { ...outside, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const pid = child.pid!
    lifeline.stdin.write(`+ ${pid}\n`)
    const said = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        said[stream] += text
      })
    const ended = once(child, 'close').then(([code, signal]) => {
      lifeline.stdin.write(`- ${pid}\n`)
      return code ?? signal
    })
    return {
      pid,
      said,
      ended,
      says: (text) =>
        new Promise((found, failed) => {
          const fail = (why: string) => failed(new Error(`${why}: ${said.stdout}\n${said.stderr}`))
          const timer = setTimeout(() => fail(`no "${text}" in the output within ${PATIENCE_MS} ms`), PATIENCE_MS)
          const look = () => {
            if (!said.stdout.includes(text)) return
            clearTimeout(timer)
            found()
          }
          child.stdout.on('data', look)
          ended.then((how) => {
            clearTimeout(timer)
            fail(`ended with ${how} without "${text}" in the output`)
          })
          look()
        }),
      async stop(signal = 'SIGTERM') {
        process.kill(pid, signal)
        const how = await ended
        assert.doesNotMatch(said.stderr, /did not shut down .* forcing exit/)
        return how
      },
      killGroup: () => process.kill(-pid, 'SIGKILL'),
    }
  }

  const isThisRelease = code === root
  let host: ChildProcess | undefined
  const startHost = () => {
    const program = new URL('giro-commands.ts', import.meta.url)
    const child = fork(program, { cwd: directory, env: outside, execArgv: [], stdio: 'ignore', detached: true })
    lifeline.stdin.write(`+ ${child.pid}\n`)
    child.once('exit', () => {
      lifeline.stdin.write(`- ${child.pid}\n`)
      host = undefined
    })
    return child
  }
  let last: Promise<unknown> = Promise.resolve()
  /** Runs a command on the host, after those before it. */
  const runOnHost = (args: readonly string[], environment: Record<string, string> = {}): Promise<Outcome> => {
    const asked: AskedCommand = { args, environment: { ...outside, ...environment } }
    const outcome = last.then(() => {
      host ??= startHost()
      return ask(host, asked)
    })
    last = outcome.catch(() => {})
    return outcome
  }

  return {
    directory,
    start,
    async run(args, environment) {
      if (isThisRelease && !OWN_PROCESS.includes(args[0]!)) return runOnHost(args, environment)
      const started = start(args, environment)
      const timer = setTimeout(() => started.killGroup(), PATIENCE_MS)
      const code = await started.ended
      clearTimeout(timer)
      assert.notEqual(code, 'SIGKILL', `giro ${args.join(' ')} did not end: ${started.said.stderr}`)
      return { code, ...started.said }
    },
    async close() {
      const gone = once(lifeline, 'exit')
      lifeline.ref()
      lifeline.stdin.end()
      await gone
    },
  }
}

function ask(host: ChildProcess, asked: AskedCommand): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const onExit = () => reject(new Error(`giro ${asked.args.join(' ')} ended the process of all commands`))
  // A command that hangs is ended with the process, and the next one gets another.
  const timer = setTimeout(() => host.kill('SIGKILL'), PATIENCE_MS)
  host.once('message', resolve).once('exit', onExit).send(asked)
  return promise.finally(() => {
    clearTimeout(timer)
    host.off('message', resolve).off('exit', onExit)
  })
}

/**
 * A shell that receives the pids of process groups and waits for the end of its input. The
 * operating system closes that input, however this process ends. Then the shell kills the remaining
 * groups and each PostgreSQL whose data is in the directory, and removes the directory.
 */
function spawnLifeline(directory: string) {
  const script = `
    live=' '
    while read -r change pid; do
      live=" $(printf '%s\\n' $live | grep -vx "$pid" | tr '\\n' ' ') "
      [ "$change" = + ] && live="$live $pid"
    done
    for pid in $live; do kill -s KILL -- "-$pid" 2>/dev/null; done
    for file in "$1"/*/postgres/postmaster.pid; do
      cluster=\${file%/postmaster.pid}
      pid=$(head -n 1 "$file" 2>/dev/null) && [ -n "$pid" ] || continue
      { cat "/proc/$pid/cmdline" 2>/dev/null || ps -o args= -p "$pid"; } | grep -aqF "$cluster" || continue
      kill -QUIT "$pid" 2>/dev/null
      tries=0
      while [ -e "$file" ] && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
    done
    rm -rf "$1"`
  const shell = spawn('/bin/sh', ['-c', script, 'sh', directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  // The pipe of a child process is a socket, although its type does not say so.
  ;(shell.stdin as unknown as { unref(): void }).unref()
  shell.stdin.on('error', () => {})
  return shell
}

/** The pid of the postmaster on the data directory; undefined if none runs. */
export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const pid = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').then(Number.parseInt, () => undefined)
  return pid !== undefined && processIdentity(pid) !== undefined ? pid : undefined
}

/** A refusal to start: one line that says what to do, and a failing exit code. */
export function assertOneLine({ code, stdout, stderr }: Outcome, says: RegExp): void {
  assert.match(stderr, /^giro: [^\n]+\n$/)
  assert.match(stderr, says)
  assert.equal(code, 1)
  assert.equal(stdout, '')
}
