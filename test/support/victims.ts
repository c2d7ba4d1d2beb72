/** Processes that are killed at random moments. The next are ready before the last one dies. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a process tells its parent (victim-process.ts). */
export type VictimMessage = { kind: 'ready' } | { kind: 'step' } | { kind: 'failed'; why: string }

/** A process at work. */
export class Victim {
  readonly #process: ChildProcess
  readonly #failures: Set<string>
  /** How often it has turned to its database since it began. */
  #steps = 0
  #onStep: () => void = () => {}

  constructor(process: ChildProcess, failures: Set<string>) {
    this.#process = process
    this.#failures = failures
    process.on('message', (said: VictimMessage) => this.#hear(said))
  }

  #hear(said: VictimMessage): void {
    if (said.kind === 'failed') this.#failures.add(said.why)
    if (said.kind !== 'step') return
    this.#steps++
    this.#onStep()
  }

  /** Begins to work at this time, or goes on at it and looks for work at once. */
  at(now: string): void {
    // It may be dying: what is sent to it then is lost.
    if (this.#process.connected) this.#process.send(now, () => {})
  }

  /** Resolves after so many more steps, at the latest after the time. */
  async works(steps: number, withinMs: number): Promise<void> {
    const last = this.#steps + steps
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onStep = () => {
      if (this.#steps >= last) resolve()
    }
    await Promise.race([promise, sleep(withinMs)])
  }

  async kill(): Promise<void> {
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await ended
  }
}

interface VictimOptions {
  /** The module, beside this one. */
  path: string
  environment: Readonly<Record<string, string>>
  /** How many are started ahead of time; by default one. */
  ahead?: number
}

/** Starts processes of one kind ahead of time. */
export class Victims {
  readonly #path: string
  readonly #environment: Readonly<Record<string, string>>
  readonly #compiled: string
  readonly #ahead: number
  readonly #running = new Set<ChildProcess>()
  /** Why work failed that was not killed. */
  readonly failures = new Set<string>()
  readonly #next: Promise<ChildProcess>[] = []

  private constructor(options: VictimOptions & { compiled: string }) {
    this.#path = options.path
    this.#environment = options.environment
    this.#compiled = options.compiled
    this.#ahead = options.ahead ?? 1
  }

  static async of(options: VictimOptions): Promise<Victims> {
    // Compiled modules, so that a process is ready soon.
    return new Victims({ ...options, compiled: await mkdtemp(join(tmpdir(), 'giro-compiled-')) })
  }

  /** One that is ready; others are started meanwhile. */
  async next(): Promise<Victim> {
    const ready = this.#next.shift() ?? this.#start()
    while (this.#next.length < this.#ahead) this.#next.push(this.#start())
    return new Victim(await ready, this.failures)
  }

  async #start(): Promise<ChildProcess> {
    const env = { ...process.env, ...this.#environment, NODE_COMPILE_CACHE: this.#compiled }
    const started = fork(join(import.meta.dirname, this.#path), { env })
    this.#running.add(started)
    started.once('exit', () => this.#running.delete(started))
    const [said] = (await Promise.race([
      once(started, 'message'),
      once(started, 'exit').then(([code]) => Promise.reject(new Error(`${this.#path} ended with ${code}`))),
    ])) as [VictimMessage]
    if (said.kind !== 'ready') throw new Error(`${this.#path} was not ready: ${JSON.stringify(said)}`)
    return started
  }

  /** Ends what still runs. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#next)
    for (const one of this.#running) one.kill('SIGKILL')
    await rm(this.#compiled, { recursive: true, force: true })
  }
}
