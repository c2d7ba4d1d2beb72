import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { takePort } from './ports.ts'

export interface RedisServer {
  url: string
  /** Stops answering, with its connections open, until it resumes. */
  pause(): void
  goOn(): void
  stop(): Promise<void>
}

const STARTS_WITHIN_MS = 10_000

/** An in-memory Redis; undefined if Redis is not installed. */
export async function startRedisServer(port?: number): Promise<RedisServer | undefined> {
  const at = port ?? (await takePort())
  const args = ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn('redis-server', args, { stdio: 'ignore' })
  const ended = new Promise<string>((end) => {
    child.once('error', () => end('missing'))
    child.once('exit', () => end('ended'))
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const deadline = performance.now() + STARTS_WITHIN_MS
  while (!(await answersAt(at))) {
    if (child.pid === undefined && (await ended) === 'missing') return undefined
    if (performance.now() > deadline) throw new Error(`redis-server does not respond on port ${at}`)
    await sleep(20)
  }
  return {
    url: `redis://127.0.0.1:${at}`,
    pause: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function answersAt(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
