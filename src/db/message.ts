import { hash } from 'node:crypto'
import pg from 'pg'
import { arrayText } from './array-text.ts'

/** A statement with its values as they are sent. */
export interface Statement {
  text: string
  /** Under which it is prepared once per connection; empty for a statement planned on each call. */
  name: string
  values: readonly (string | Buffer | null)[]
}

/** What a statement returned. A statement without rows has no fields. */
export interface Answer {
  fields: readonly pg.FieldDef[]
  rows: unknown[][]
}

/** A statement with its values written as text, so that no error of a value comes later. */
export function statementOf(text: string, values: readonly unknown[], isKept: boolean): Statement {
  return { text, name: isKept ? nameOf(text) : '', values: values.map(written) }
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils

function written(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value
  return (Array.isArray(value) ? arrayText(value) : undefined) ?? prepareValue(value)
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = hash('sha1', text, 'hex')
    names.set(text, name)
  }
  return name
}

/** What of the driver's connection is used. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  parse(statement: Pick<Statement, 'text' | 'name'>): void
  bind(bound: { statement: string; values: Statement['values'] }): void
  describe(portal: { type: 'P'; name: '' }): void
  execute(): void
  sync(): void
  on(event: 'parseComplete', listener: () => void): void
}

/** The columns of a prepared statement: on one connection, they never change. */
interface Shape {
  fields: readonly pg.FieldDef[]
  parsers: readonly ((text: string) => unknown)[]
}

/** The statements that a connection has prepared, and those whose preparation is on its way. */
interface Prepared {
  /** By name; the shape is unknown until the first answer. */
  shapes: Map<string, Shape | undefined>
  /** In the order in which they were sent. */
  onTheirWay: { name: string; message: Message }[]
}

const NO_COLUMNS: Shape = { fields: [], parsers: [] }

const preparedOn = new WeakMap<Wire, Prepared>()

function preparedBy(wire: Wire): Prepared {
  let prepared = preparedOn.get(wire)
  if (!prepared) {
    const made: Prepared = { shapes: new Map(), onTheirWay: [] }
    wire.on('parseComplete', () => void made.onTheirWay.shift())
    preparedOn.set(wire, made)
    prepared = made
  }
  return prepared
}

type TypeParsers = Pick<typeof pg.types, 'getTypeParser'>

/**
 * Statements that are sent together: the database runs one after the other, and answers all of them
 * at once. After a failed statement it skips the rest of the message.
 *
 * The driver would send each statement and ask for its columns alone. Here the columns of a
 * prepared statement are asked for once per connection. Every statement that the driver would
 * prepare is sent as a message, because a connection counts what is prepared on it.
 */
export class Message extends pg.Query {
  readonly answers: Promise<Answer>[]
  /** Called by the driver if it is set. */
  declare callback?: (error: Error | null, result?: unknown) => void
  readonly #statements: readonly Statement[]
  readonly #types: TypeParsers
  readonly #pending: PromiseWithResolvers<Answer>[]
  readonly #done: Answer[] = []
  #prepared: Prepared | undefined
  #shape: Shape | undefined
  #rows: unknown[][] = []
  #failure: unknown

  constructor(statements: readonly Statement[], types: TypeParsers) {
    super('')
    this.#statements = statements
    this.#types = types
    this.#pending = statements.map(() => Promise.withResolvers<Answer>())
    this.answers = this.#pending.map(({ promise }) => promise)
  }

  override submit = (connection: unknown): void => {
    const wire = connection as Wire
    const prepared = preparedBy(wire)
    this.#prepared = prepared
    wire.stream.cork()
    try {
      for (const { text, name, values } of this.#statements) {
        if (name === '' || !prepared.shapes.has(name)) {
          wire.parse({ text, name })
          prepared.onTheirWay.push({ name, message: this })
          if (name !== '') prepared.shapes.set(name, undefined)
        }
        wire.bind({ statement: name, values })
        if (name === '' || !prepared.shapes.get(name)) wire.describe({ type: 'P', name: '' })
        wire.execute()
      }
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
    this.#begin()
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    const parsers = fields.map(({ dataTypeID }) => this.#types.getTypeParser(dataTypeID, 'text'))
    this.#shape = { fields, parsers }
  }

  handleDataRow({ fields: values }: { fields: (string | null)[] }): void {
    try {
      const { parsers } = this.#shape!
      this.#rows.push(values.map((value, at) => (value === null ? null : parsers[at]!(value))))
    } catch (error) {
      this.#failure ??= error
    }
  }

  handleCommandComplete(): void {
    const shape = this.#shape ?? NO_COLUMNS
    const { name } = this.#statements[this.#done.length]!
    if (name !== '') this.#prepared!.shapes.set(name, shape)
    this.#done.push({ fields: shape.fields, rows: this.#rows })
    this.#begin()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  handleReadyForQuery(): void {
    if (this.#failure !== undefined) {
      this.handleError(this.#failure)
      return
    }
    for (const [at, { resolve }] of this.#pending.entries()) resolve(this.#done[at]!)
    this.callback?.(null)
  }

  /** Also called if the connection is lost. */
  handleError(error: unknown): void {
    if (this.#prepared) forgetUnprepared(this.#prepared, this)
    // A statement that was answered before is settled as well: the message failed as a whole.
    for (const { reject } of this.#pending) reject(error)
    this.callback?.(error as Error)
  }

  /** The next statement returns rows of the shape that its earlier answers had. */
  #begin(): void {
    const next = this.#statements[this.#done.length]
    this.#shape = next && next.name !== '' ? this.#prepared!.shapes.get(next.name) : undefined
    this.#rows = []
  }
}

/** A statement whose preparation failed or was skipped is prepared again when it is next sent. */
function forgetUnprepared({ shapes, onTheirWay }: Prepared, failed: Message): void {
  while (onTheirWay[0]?.message === failed) shapes.delete(onTheirWay.shift()!.name)
}
