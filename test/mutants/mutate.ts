import { type ConditionalExpression, type Node, parseSync, visitorKeys } from 'oxc-parser'

/** One small change to a source file that its tests must detect. */
export interface Mutant {
  /** From the root of the repository. */
  file: string
  line: number
  start: number
  end: number
  /** The text from `start` to `end`. */
  was: string
  becomes: string
}

type Change = Pick<Mutant, 'start' | 'end' | 'becomes'>

/** Each operator with those that must be told apart from it: its boundary, its opposite. */
const OPERATORS: Record<string, readonly string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '++': ['--'],
  '--': ['++'],
}

const METHODS: Record<string, string> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  add: 'subtract',
  subtract: 'add',
  findLast: 'find',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
}

/** Methods that return the type they are called on, so the call can be removed. */
const TRANSPARENT = ['filter', 'sort', 'toSorted', 'toReversed', 'slice', 'toLowerCase', 'toUpperCase', 'trim']

/** Type nodes that hold an expression. Every other type node is erased before the program runs. */
const TYPED_EXPRESSIONS = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']

/**
 * All mutants of a source file, in the order of its lines. An `await` is never removed: the
 * compiler refuses a promise used as a value, and the linter refuses an unused promise.
 */
export function mutantsOf(file: string, text: string): Mutant[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const mutants = new Map<string, Mutant>()
  const visit = (node: Node) => {
    if (isUnion(node, text) || (node.type.startsWith('TS') && !TYPED_EXPRESSIONS.includes(node.type))) return
    for (const { start, end, becomes } of changesOf(node, text)) {
      const line = text.slice(0, start).split('\n').length
      mutants.set(`${start} ${end} ${becomes}`, { file, line, start, end, was: text.slice(start, end), becomes })
    }
    for (const child of isSign(node, text) ? [node.test] : childrenOf(node)) visit(child)
  }
  visit(program)
  return [...mutants.values()].sort((a, b) => a.start - b.start)
}

export function applyMutant({ start, end, becomes }: Mutant, text: string): string {
  return text.slice(0, start) + becomes + text.slice(end)
}

function childrenOf(node: Node): Node[] {
  const values = (visitorKeys[node.type] ?? []).map((key) => (node as unknown as Record<string, unknown>)[key])
  return values.flat().filter((value): value is Node => typeof value === 'object' && value !== null)
}

function changesOf(node: Node, text: string): Change[] {
  const textOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
  const replace = (whole: { start: number; end: number }, becomes: string): Change => {
    return { start: whole.start, end: whole.end, becomes }
  }
  /** The operator is the first of its kind between the two operands. */
  const operators = (left: { end: number }, right: { start: number }, operator: string): Change[] => {
    const start = text.indexOf(operator, left.end)
    if (start < 0 || start >= right.start) return []
    return (OPERATORS[operator] ?? []).map((becomes) => ({ start, end: start + operator.length, becomes }))
  }

  switch (node.type) {
    case 'BinaryExpression':
      return isText(node.left) || isText(node.right) ? [] : operators(node.left, node.right, node.operator)
    case 'LogicalExpression':
      if (node.operator === '??') return [replace(node, textOf(node.left))]
      return [
        ...operators(node.left, node.right, node.operator),
        replace(node, `(${textOf(node.left)})`),
        // The compiler refuses a right side that relies on the presence check on the left.
        ...(isPresenceCheck(node.left) ? [] : [replace(node, `(${textOf(node.right)})`)]),
      ]
    case 'AssignmentExpression':
      if (node.operator === '??=') return [replace(node, `${textOf(node.left)} = ${textOf(node.right)}`)]
      return operators(node.left, node.right, node.operator)
    case 'UpdateExpression':
      return [replace(node, textOf(node).replace(node.operator, OPERATORS[node.operator]![0]!))]
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === '-' ? [replace(node, `(${textOf(node.argument)})`)] : []
    case 'IfStatement':
    case 'ConditionalExpression':
      return [replace(node.test, 'false'), replace(node.test, 'true')]
    case 'ExpressionStatement':
      return isEffect(node.expression) ? [replace(node, ';')] : []
    case 'Literal':
      return literalsFor(node.value).map((becomes) => replace(node, becomes))
    case 'ArrayExpression':
      return node.elements.flatMap((element) =>
        element === null || element.type === 'SpreadElement' ? [] : [withoutElement(element, text)],
      )
    case 'SwitchCase':
      return node.test && node.consequent.length > 0 ? [replace(node, '')] : []
    case 'CallExpression': {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return []
      const { name } = callee.property
      const other = METHODS[name]
      if (TRANSPARENT.includes(name)) return [replace(node, textOf(callee.object))]
      return other === undefined ? [] : [replace(callee.property, other)]
    }
    default:
      return []
  }
}

/** `x !== undefined`, `x === null` and the like. */
function isPresenceCheck(node: Node): boolean {
  if (node.type !== 'BinaryExpression' || !['===', '!=='].includes(node.operator)) return false
  const { right } = node
  return (
    (right.type === 'Identifier' && right.name === 'undefined') || (right.type === 'Literal' && right.raw === 'null')
  )
}

/** A list that a union type is derived from: the compiler refuses a use of a removed element. */
function isUnion(node: Node, text: string): boolean {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return false
  return text.includes(`(typeof ${node.id.name})[number]`)
}

/** `a < b ? -1 : 1`: only the sign counts. */
function isSign(node: Node, text: string): node is ConditionalExpression {
  if (node.type !== 'ConditionalExpression') return false
  return [node.consequent, node.alternate].every(({ start, end }) => ['1', '-1'].includes(text.slice(start, end)))
}

/** Statements without a result: the function continues without them. */
function isEffect(expression: Node): boolean {
  if (expression.type === 'AwaitExpression') return isEffect(expression.argument)
  return ['CallExpression', 'AssignmentExpression', 'UpdateExpression'].includes(expression.type)
}

function isText(node: Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
}

function literalsFor(value: unknown): string[] {
  if (typeof value === 'boolean') return [String(!value)]
  if (typeof value === 'bigint') return value === 1n ? ['0n', '2n'] : [`${value + 1n}n`]
  if (typeof value === 'number') return [String(value + 1)]
  return []
}

/** Removes an element of an array, with the comma after it. */
function withoutElement({ start, end }: Node, text: string): Change {
  const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0
  return { start, end: end + comma, becomes: '' }
}
