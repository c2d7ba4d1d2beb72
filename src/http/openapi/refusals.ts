import type { ErrorReason } from '../../kernel/refusal.ts'
import { errorCatalogue } from '../errors.ts'
import { type Dialect, type Operation, takesIdempotencyKey } from '../operation.ts'
import { capitalised, type NamedSchemas, type Published, referenceTo } from './named-schemas.ts'
import type { Shared } from './shared-parts.ts'

/** The refusals that every operation can return. */
const commonErrors: readonly ErrorReason[] = [
  'unauthorized',
  'entitlementMissing',
  'rateLimited',
  'internalError',
  'unavailable',
]
const bodyErrors: readonly ErrorReason[] = ['malformedBody', 'bodyTooLarge', 'unsupportedMediaType']
const keyErrors: readonly ErrorReason[] = ['invalidIdempotencyKey', 'idempotencyConflict']
/** Of an operation that changes something: reads stay open. */
const changeErrors: readonly ErrorReason[] = ['actorStopped']

/** All refusals that an operation can return, its own and the common ones. */
export function reasonsOf(operation: Operation): ErrorReason[] {
  const reasons: ErrorReason[] = [operation.invalid, ...operation.errors, ...commonErrors]
  if (operation.body) reasons.push(...bodyErrors)
  if (takesIdempotencyKey(operation)) reasons.push(...keyErrors)
  if (takesIdempotencyKey(operation) || 'change' in operation) reasons.push(...changeErrors)
  // An operation with `handle` stores its replies itself: a second request waits for the first one
  // without a time limit.
  if (takesIdempotencyKey(operation) && 'change' in operation) reasons.push('idempotencyInFlight')
  return [...new Set(reasons)]
}

/** The names of the body of a refusal, in each dialect. */
export const failureNames: Record<Dialect, string> = {
  envelope: 'Failure',
  message: 'FailureMessage',
  signatory: 'SignatoryFailure',
}

/**
 * The responses of an operation's refusals. A status with a reason of the operation's own lists its
 * reasons; `default` has the refusals that every operation of its kind can return.
 */
export function describeRefusals(operation: Operation, responses: Shared): Record<string, Published> {
  const dialect = operation.dialect ?? 'envelope'
  const byStatus = Map.groupBy(reasonsOf(operation), statusOf)
  const described: Record<string, Published> = {}
  for (const [status, reasons] of [...byStatus].sort(([a], [b]) => a - b))
    if (specialOf(operation, reasons).length > 0) described[status] = shared(operation, responses, reasons)
  return { ...described, default: describeCommonRefusals(operation, dialect, responses) }
}

const statusOf = (reason: ErrorReason): number => errorCatalogue[reason].status

/** A response is named after what is special in it, and shared if that is little. */
function shared(operation: Operation, responses: Shared, reasons: readonly ErrorReason[]): Published {
  const { dialect = 'envelope' } = operation
  const response = { description: `${listed(reasons)}.`, content: failureContent(dialect) }
  const special = specialOf(operation, reasons)
  if (special.length > 2) return response
  return responses.share(special.map(capitalised).join('Or') + suffixes[dialect], response)
}

/** The reasons that `describeCommonRefusals` does not list. One read changes something. */
function specialOf(operation: Operation, reasons: readonly ErrorReason[]): ErrorReason[] {
  const isListed = (reason: ErrorReason) => takesIdempotencyKey(operation) || !changeErrors.includes(reason)
  return reasons.filter((reason) => !common.has(reason) || !isListed(reason))
}

const common: ReadonlySet<ErrorReason> = new Set([
  ...commonErrors,
  ...bodyErrors,
  ...keyErrors,
  ...changeErrors,
  'idempotencyInFlight',
])
const suffixes: Record<Dialect, string> = { envelope: '', message: 'Message', signatory: 'OfSignatory' }

const listed = (reasons: readonly ErrorReason[]) => reasons.map((reason) => `\`${reason}\``).join(', ')
const failureContent = (dialect: Dialect) => ({ 'application/json': { schema: referenceTo(failureNames[dialect]) } })

/**
 * What a request can meet at any operation of its kind. `x-statuses` lists the statuses for
 * programs.
 */
function describeCommonRefusals(operation: Operation, dialect: Dialect, responses: Shared): Published {
  const takesKey = takesIdempotencyKey(operation)
  const kind = takesKey ? (operation.body ? 'Change' : 'Action') : operation.body ? 'Question' : 'Read'
  const reasons: ErrorReason[] = [...commonErrors, 'methodNotAllowed', 'unsupportedMediaType']
  if (operation.body) reasons.push(...bodyErrors)
  if (takesKey) reasons.push(...keyErrors, ...changeErrors, 'idempotencyInFlight')
  const byStatus = [...Map.groupBy(new Set(reasons), statusOf)].sort(([a], [b]) => a - b)
  return responses.share(`Refused${kind}${suffixes[dialect]}`, {
    description: [
      'What any request can meet. A status that the operation lists itself has all its reasons there.\n',
      '| status | reasons |\n| --- | --- |',
      ...byStatus.map(([status, of]) => `| ${status} | ${listed(of)} |`),
    ].join('\n'),
    'x-statuses': byStatus.map(([status]) => status),
    headers: { Allow: header('Allow'), 'Retry-After': header('RetryAfter') },
    content: failureContent(dialect),
  })
}

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })

/** No closed list: a client that is generated today must read the refusals of tomorrow. */
const describeReason = () => ({
  type: 'string',
  pattern: '^[a-z][A-Za-z]+$',
  description:
    'Why a request is refused, as a word for programs. Each response lists its reasons, and /docs/pages/errors says the cause and the remedy of each. A later version can add reasons: treat one that you do not know by its status.',
  examples: ['accountNotFound'],
})
const code = { type: 'string', description: 'The code of the interface. Several reasons share one: see `reason`.' }
const message = { type: 'string', description: 'For people: what failed, why, and what to do.' }

/** Adds the bodies of refusals, one for each dialect. */
export function addFailures({ add }: NamedSchemas): void {
  const ofEntry = { code, message, reason: add('Reason', describeReason()) }
  const example = {
    code: 'ACC001',
    message: 'The account was not read: no account has this accountUID. Use an accountUID from the list.',
    reason: 'accountNotFound',
  }
  add(failureNames.envelope, {
    description: 'A refusal.',
    type: 'object',
    required: ['status', 'code', 'message'],
    properties: { status: { type: 'string', enum: ['Failure'], description: 'Always Failure.' }, ...ofEntry },
    examples: [{ status: 'Failure', ...example }],
  })
  add(failureNames.message, {
    description: 'A refusal of the user management, which has neither code nor reason.',
    type: 'object',
    required: ['message'],
    properties: { message },
    examples: [{ message: 'The user was not read: no user has this userId. Use a userId from the list.' }],
  })
  const entry = add('SignatoryFailureEntry', {
    description: 'One reason to refuse the request.',
    type: 'object',
    required: ['message', 'code'],
    properties: ofEntry,
  })
  add(failureNames.signatory, {
    description: 'A refusal of an operation on signatories.',
    type: 'object',
    required: ['errors'],
    properties: { errors: { type: 'array', items: entry, description: 'Every reason to refuse the request.' } },
    examples: [{ errors: [example] }],
  })
}
