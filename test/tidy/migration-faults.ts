import { compareReleases } from '../../src/kernel/version.ts'

/** A node of the parser's tree: an object with one key, its kind, or a part of one. */
// biome-ignore lint/suspicious/noExplicitAny: the tree has hundreds of kinds.
type Node = any

/** What a migration has made so far: no running node knows it, so nothing breaks there. */
interface Made {
  tables: Set<string>
  functions: Set<string>
  /** `table.column`. */
  columns: Set<string>
  /** Constraints that were dropped, and may come back wider. */
  dropped: Set<string>
}

/** Marks a migration that removes what no node reads or writes since a release. */
const CONTRACT = /^-- Contract since (\d+\.\d+\.\d+): \S.*$/m
/** Says why a statement that could break a running node does not. */
const SAFE = /^-- Safe for running nodes: \S.*$/m

/** For the `skip` option of a test: why no migration can be read. */
export const noParser = !isInstalled() && 'libpg-query is not installed: run npm ci'

function isInstalled(): boolean {
  try {
    return import.meta.resolve('libpg-query') !== ''
  } catch {
    return false
  }
}

/**
 * What a migration would break on the running nodes of the release before, or lock for long. A
 * migration with a `-- Safe for running nodes:` line has none. One with a `-- Contract since X:`
 * line has none either if every node that works with it is of release X or newer.
 */
export async function migrationFaults(sql: string, worksWith: string): Promise<string[]> {
  const contract = CONTRACT.exec(sql)?.[1]
  if (contract !== undefined && compareReleases(contract, worksWith) > 0)
    return [`its contract holds since ${contract}, but nodes of ${worksWith} still run beside it: wait for a release`]
  if (contract !== undefined || SAFE.test(sql)) return []
  const made: Made = { tables: new Set(), functions: new Set(), columns: new Set(), dropped: new Set() }
  const { parse } = await import('libpg-query')
  const { stmts = [] }: Node = await parse(sql)
  return stmts.flatMap(({ stmt }: Node) => {
    const [[kind, body]] = Object.entries(stmt) as [[string, Node]]
    return RULES[kind]?.(body, made) ?? []
  })
}

type Rule = (statement: Node, made: Made) => string | string[] | undefined

/** By the kind of the statement; one without a rule breaks nothing. */
const RULES: Readonly<Record<string, Rule>> = {
  CreateStmt: ({ relation }, { tables }) => void tables.add(relation.relname),
  CreateFunctionStmt: ({ funcname }, { functions }) => void functions.add(lastName(funcname)),
  AlterTableStmt: ({ relation, cmds }, made) =>
    made.tables.has(relation.relname)
      ? []
      : cmds.flatMap(({ AlterTableCmd: command }: Node) => alteration(relation.relname, command, made) ?? []),
  IndexStmt: ({ relation, concurrent, unique, idxname }, { tables }) => {
    if (tables.has(relation.relname)) return undefined
    if (unique) return `the unique index ${idxname} can refuse what a running node writes to ${relation.relname}`
    if (!concurrent)
      return `the index ${idxname} locks ${relation.relname}: create it concurrently, in a file *.online.sql`
    return undefined
  },
  DropStmt: ({ removeType, objects }) =>
    /INDEX|TRIGGER/.test(removeType)
      ? undefined
      : `drops ${objects.map(dropName).join(', ')}, which running nodes may use`,
  RenameStmt: ({ relation, subname, newname }, { tables }) =>
    tables.has(relation?.relname) ? undefined : `renames ${subname ?? relation?.relname ?? 'an object'} to ${newname}`,
  CreateTrigStmt: ({ relation, trigname }, { tables }) =>
    tables.has(relation.relname) ? undefined : `the trigger ${trigname} acts on what running nodes write`,
  CreatePolicyStmt: ({ table, policy_name }, { tables }) =>
    tables.has(table.relname) ? undefined : `the policy ${policy_name} can hide rows from running nodes`,
  GrantStmt: ({ is_grant: isGrant, objects }, { functions, tables }) =>
    isGrant || objects.every((one: Node) => functions.has(grantedName(one)) || tables.has(grantedName(one)))
      ? undefined
      : 'revokes a right that running nodes may use',
  DoStmt: () => 'has a do block, which this check does not read',
  UpdateStmt: ({ relation }, { tables }) => longLock('updates', relation.relname, tables),
  DeleteStmt: ({ relation }, { tables }) => longLock('deletes', relation.relname, tables),
  TruncateStmt: () => 'truncates a table',
  LockStmt: () => 'locks a table',
}

function alteration(table: string, { subtype, name, def }: Node, made: Made): string | undefined {
  const column = `${table}.${name}`
  if (subtype === 'AT_AddColumn') return addition(table, def.ColumnDef, made)
  if (subtype === 'AT_AddConstraint') return constraintFault(table, def.Constraint, made)
  if (subtype === 'AT_DropConstraint') made.dropped.add(`${table}.${name}`)
  if (made.columns.has(column)) return undefined
  if (subtype === 'AT_DropColumn') return `drops ${column}`
  if (subtype === 'AT_AlterColumnType') return `changes the type of ${column}`
  if (subtype === 'AT_SetNotNull') return `makes ${column} not null`
  if (subtype === 'AT_ColumnDefault' && !def) return `drops the default of ${column}`
  return undefined
}

/** A running node inserts without the new column. */
function addition(table: string, { colname, constraints = [] }: Node, { columns }: Made): string | undefined {
  const name = `${table}.${colname}`
  columns.add(name)
  const kinds = constraints.map(({ Constraint }: Node) => Constraint.contype)
  const initial = constraints.find(({ Constraint }: Node) => Constraint.contype === 'CONSTR_DEFAULT')?.Constraint
    .raw_expr
  if (kinds.includes('CONSTR_NOTNULL') && !initial) return `adds ${name}, not null and without a default`
  if (kinds.includes('CONSTR_GENERATED') || kinds.includes('CONSTR_IDENTITY') || hasCall(initial))
    return `adds ${name}, and writes the whole table again for its values`
  if (kinds.includes('CONSTR_UNIQUE') || kinds.includes('CONSTR_PRIMARY'))
    return `adds ${name} with an index, which locks ${table}`
  return undefined
}

/** One that comes back under its name is taken for a wider one, such as a longer closed list. */
function constraintFault(table: string, constraint: Node, { columns, dropped }: Made): string | undefined {
  const { conname, raw_expr: expression, fk_attrs: foreign = [] } = constraint
  if (dropped.has(`${table}.${conname}`)) return undefined
  const used = [...columnsIn(expression), ...foreign.map(({ String: text }: Node) => text.sval)]
  if (used.length > 0 && used.every((column) => columns.has(`${table}.${column}`))) return undefined
  return `the constraint ${conname} can refuse what a running node writes to ${table}`
}

function longLock(verb: string, table: string, tables: ReadonlySet<string>): string | undefined {
  return tables.has(table) ? undefined : `${verb} rows of ${table} in one transaction, which locks them until its end`
}

/** Every node at or below this one. */
function* nodesIn(node: Node): Generator<Node> {
  if (typeof node !== 'object' || node === null) return
  yield node
  for (const child of Object.values(node)) yield* nodesIn(child)
}

function columnsIn(expression: Node): string[] {
  return [...nodesIn(expression)].flatMap(({ ColumnRef }) => (ColumnRef ? [lastName(ColumnRef.fields)] : []))
}

/** `now()` is the same for all rows, so the table is not written again. */
function hasCall(expression: Node): boolean {
  return [...nodesIn(expression)].some(({ FuncCall }) => FuncCall && lastName(FuncCall.funcname) !== 'now')
}

function lastName(names: Node[]): string {
  return names.at(-1)?.String?.sval ?? ''
}

function dropName(object: Node): string {
  return [...nodesIn(object)].flatMap(({ sval }) => sval ?? []).join('.')
}

function grantedName(object: Node): string {
  return object.RangeVar?.relname ?? lastName(object.ObjectWithArgs?.objname ?? [])
}
