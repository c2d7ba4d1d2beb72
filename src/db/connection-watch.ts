import pg from 'pg'
import { type Cancel, type MachineTime, machineTime } from '../kernel/machine-time.ts'
import { VERSION } from '../kernel/version.ts'

/** A statement or a use of a connection was given up. Whether a commit took effect is unknown. */
export class DatabaseGivenUp extends Error {
  override name = 'DatabaseGivenUp'
}

export interface WatchOptions {
  connectionString: string
  /** A statement without an answer for so long is looked up in the database. */
  silenceMs?: number
  /** A statement without an answer for so long is given up, whatever the database does. */
  longestMs?: number
  /** Called for a connection that was given up, with the reason. */
  onGivenUp?: (error: DatabaseGivenUp) => void
  time?: MachineTime
}

const SILENCE_MS = 3_000
/** Longer than the database's own limit, which says more about the cause. */
const LONGEST_MS = 65_000
const TICK_MS = 250
/** How long the database may take to say what a connection does. */
const PROBE_TIMEOUT_MS = 3_000
/** An answer may be on its way when the database is asked, so it is asked twice. */
const STRIKES = 2
const PROBE_INTERVAL_MS = 1_000
const SHOWN_TEXT = 120
/** As long as the database keeps a transaction without statements. */
const DOOMED_MS = 60_000
/** Under which a migration finds the nodes of older releases. */
export const APPLICATION_NAME = `giro ${VERSION}`

interface Watched {
  epoch: number
  /** Statements without an answer. */
  pending: number
  /** When the oldest of them was sent, or the one before was answered. */
  silentSinceMs: number
  /** The last statement sent. */
  text: string
  endsAtMs: number
  strikes: number
  givenUp: DatabaseGivenUp | undefined
}

/**
 * Watches the connections of a pool for answers that never come. A connection can be dead although
 * nothing closed it: a machine or a network path vanished, or another server took over. TCP notices
 * that after many minutes, and behind a proxy never.
 *
 * A statement may take long. So if there is no answer for some seconds, the watch asks the database
 * on a new connection whether the backend is still working. If it is not, the connection is
 * closed, the statement fails, and the idle connections of the pool are not used again, because
 * what ended one probably ended the others. If the database cannot be asked, nothing is known, and
 * the statement goes on until its own end.
 */
export class ConnectionWatch {
  readonly #options: Required<Omit<WatchOptions, 'time'>>
  readonly #watched = new Map<pg.PoolClient, Watched>()
  readonly #time: MachineTime
  readonly #stopTicking: Cancel
  #epoch = 0
  #probing: Promise<void> | undefined
  #nextProbeMs = 0
  /** The backends of connections that were given up, and until when ending them is tried. */
  readonly #doomed = new Map<number, number>()
  #ending: Promise<void> | undefined
  #nextEndMs = 0

  constructor({ connectionString, time = machineTime, ...options }: WatchOptions) {
    const { silenceMs = SILENCE_MS, longestMs = LONGEST_MS, onGivenUp = () => {} } = options
    this.#options = { connectionString, silenceMs, longestMs, onGivenUp }
    this.#time = time
    this.#stopTicking = time.every(TICK_MS, () => this.#tick(time.nowMs()))
  }

  add(client: pg.PoolClient): void {
    const state = { pending: 0, silentSinceMs: 0, text: '', endsAtMs: Number.POSITIVE_INFINITY, strikes: 0 }
    this.#watched.set(client, { ...state, epoch: this.#epoch, givenUp: undefined })
  }

  remove(client: pg.PoolClient): void {
    this.#watched.delete(client)
  }

  /** Whether the connection was opened before another one was found dead. */
  isStale(client: pg.PoolClient): boolean {
    return this.#watched.get(client)?.epoch !== this.#epoch
  }

  /** Idle connections are not used again. */
  distrustAll(): void {
    this.#epoch++
  }

  /**
   * How long the use of the connection may last from now on; undefined for any time. A statement
   * without an answer keeps its time, unless another use begins beside it and may last longer.
   */
  limit(client: pg.PoolClient, timeoutMs: number | undefined): void {
    const watched = this.#watched.get(client)
    if (!watched) return
    const endsAtMs = this.#time.nowMs() + (timeoutMs ?? Number.POSITIVE_INFINITY)
    if (watched.pending === 0) watched.endsAtMs = endsAtMs
    else if (timeoutMs !== undefined) watched.endsAtMs = Math.max(watched.endsAtMs, endsAtMs)
  }

  /** Sends a statement, and watches for its answer. */
  async ask<T>(client: pg.PoolClient, text: string, send: () => Promise<T>): Promise<T> {
    const watched = this.#watched.get(client)
    if (!watched) return send()
    if (watched.pending++ === 0) watched.silentSinceMs = this.#time.nowMs()
    watched.text = text
    try {
      if (this.#time.nowMs() > watched.endsAtMs) throw givenUp('its time was over before', watched)
      return await send()
    } catch (error) {
      throw watched.givenUp ?? error
    } finally {
      watched.pending--
      watched.strikes = 0
      watched.silentSinceMs = this.#time.nowMs()
    }
  }

  async close(): Promise<void> {
    this.#stopTicking()
    await Promise.all([this.#probing, this.#ending])
  }

  #tick(nowMs: number): void {
    const silent: pg.PoolClient[] = []
    for (const [client, watched] of this.#watched) {
      if (watched.pending === 0 || watched.givenUp) continue
      const silentMs = nowMs - watched.silentSinceMs
      if (nowMs > watched.endsAtMs) this.#giveUp(client, `not answered in time, after ${seconds(silentMs)} s:`)
      else if (silentMs > this.#options.longestMs) this.#giveUp(client, `no answer for ${seconds(silentMs)} s:`)
      else if (silentMs > this.#options.silenceMs) silent.push(client)
    }
    if (this.#doomed.size > 0 && nowMs >= this.#nextEndMs && !this.#ending) this.#ending = this.#endBackends(nowMs)
    if (silent.length > 0 && nowMs >= this.#nextProbeMs && !this.#probing) this.#probing = this.#lookUp(silent)
  }

  /** Asks the database what the backends of silent connections do. */
  async #lookUp(silent: readonly pg.PoolClient[]): Promise<void> {
    const busy = await this.#ask<{ pid: number }>(
      `select pid from pg_stat_activity
       where pid = any($1) and usename = session_user and datname = current_database()
         and state in ('active', 'fastpath function call') and wait_event is distinct from 'ClientWrite'`,
      [silent.map(pidOf)],
    )
    const working = new Set(busy?.map(({ pid }) => pid))
    for (const client of busy ? silent : []) {
      const watched = this.#watched.get(client)
      if (!watched || watched.pending === 0 || watched.givenUp) continue
      watched.strikes = working.has(pidOf(client)) ? 0 : watched.strikes + 1
      if (watched.strikes < STRIKES) continue
      this.distrustAll()
      const silentMs = this.#time.nowMs() - watched.silentSinceMs
      this.#giveUp(client, `no answer for ${seconds(silentMs)} s, and the database does not work on it:`)
    }
    this.#nextProbeMs = this.#time.nowMs() + PROBE_INTERVAL_MS
    this.#probing = undefined
  }

  /**
   * Ends the backends of connections that were given up. They would go on with a statement, or wait
   * for the next one, and keep their locks for a minute.
   */
  async #endBackends(nowMs: number): Promise<void> {
    // After a failover, another connection may have the same id on the new server.
    for (const [client, { givenUp }] of this.#watched) if (!givenUp) this.#doomed.delete(pidOf(client))
    const pids = [...this.#doomed.keys()]
    const ended = await this.#ask(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid = any($1) and usename = session_user and datname = current_database() and application_name = $2`,
      [pids, APPLICATION_NAME],
    )
    for (const pid of pids) if (ended || this.#doomed.get(pid)! < nowMs) this.#doomed.delete(pid)
    this.#nextEndMs = this.#time.nowMs() + PROBE_INTERVAL_MS
    this.#ending = undefined
  }

  /** Closes the connection, so that its statements fail. */
  #giveUp(client: pg.PoolClient, why: string): void {
    const watched = this.#watched.get(client)!
    watched.givenUp = givenUp(why, watched)
    this.#options.onGivenUp(watched.givenUp)
    streamOf(client).destroy()
    this.#doomed.set(pidOf(client), this.#time.nowMs() + DOOMED_MS)
  }

  /** Asks on a new connection: any other may be dead. Undefined if nothing can be learned. */
  async #ask<Row extends object>(text: string, values: unknown[]): Promise<Row[] | undefined> {
    const { connectionString } = this.#options
    const timeouts = { connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS }
    const probe = new pg.Client({ connectionString, application_name: 'giro watch', ...timeouts })
    probe.on('error', () => {})
    try {
      await probe.connect()
      const { rows } = await probe.query<{ pid: number }>('select pg_backend_pid() as pid')
      // With a pooler between, the ids of backends mean nothing.
      return rows[0]?.pid === pidOf(probe) ? (await probe.query<Row>(text, values)).rows : undefined
    } catch {
      return undefined
    } finally {
      streamOf(probe).destroy()
    }
  }
}

function givenUp(why: string, { text }: Watched): DatabaseGivenUp {
  return new DatabaseGivenUp(`${why} ${text.slice(0, SHOWN_TEXT).replaceAll(/\s+/g, ' ')}`)
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}

/** What the driver knows and its types do not say. */
interface Internals {
  processID: number
  connection: { stream: { destroy(): void } }
}

/** The id of the backend as it was told when the connection was opened: of a pooler, its own. */
export function pidOf(client: pg.ClientBase): number {
  return (client as unknown as Internals).processID
}

export function streamOf(client: pg.ClientBase): { destroy(): void } {
  return (client as unknown as Internals).connection.stream
}
