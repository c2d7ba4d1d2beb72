import Type, { type TSchema } from 'typebox'
import type { ErrorReason } from '../kernel/refusal.ts'
import { VERSION } from '../kernel/version.ts'
import { TokenFailure, tokenEndpoint } from '../tokens/token-endpoint.openapi.ts'
import { renderRefusal } from './dialects.ts'
import { errorCatalogue } from './errors.ts'
import { isOptionalBody } from './fields.ts'
import { bodyKiBOf, mayWait, type Operation, takesIdempotencyKey } from './operation.ts'
import { PageSchema } from './paging.ts'
import { exampleWaiting, WAITING_STATUS, WaitingReply } from './second-person.ts'

const TOKEN_PATH = '/auth/realms/{tenant_code}/protocol/openid-connect/token'

/**
 * Not a union: the serializer handles a list of types directly, but tries the members of a union in
 * turn.
 */
const nullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] })

/** The schema of an operation's reply, in its dialect. */
export function replySchema({ dialect, reply }: Operation): TSchema {
  if (dialect !== undefined && dialect !== 'envelope') return reply.data
  return Type.Object({
    ...reply.beside?.fields,
    status: Type.Enum(['Success', 'Failure']),
    code: nullableText,
    message: nullableText,
    ...(reply.paged ? { pagination: PageSchema } : {}),
    data: reply.data,
  })
}

/** The operation as it replies to a change that waits. */
export function waitingOperation(operation: Operation): Operation {
  const reply = { status: 200, description: 'The change waits for a second person.', data: WaitingReply } as const
  return { ...operation, reply: { ...reply, example: exampleWaiting } }
}

const FailureEnvelope = Type.Object({
  status: Type.Enum(['Failure']),
  code: Type.String({ description: 'See docs/errors.md.' }),
  message: Type.String({ description: 'What failed: why, and what to do.' }),
})

const FailureErrors = Type.Object({
  errors: Type.Array(
    Type.Object({ message: Type.String(), code: Type.String({ description: 'See docs/errors.md.' }) }),
  ),
})

const FailureMessage = Type.Object({ message: Type.String({ description: 'What failed: why, and what to do.' }) })

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

/** All refusals that an operation can return, its own and the common ones. */
export function reasonsOf(operation: Operation): ErrorReason[] {
  const reasons: ErrorReason[] = [operation.invalid, ...operation.errors, ...commonErrors]
  if (operation.body) reasons.push(...bodyErrors)
  if (takesIdempotencyKey(operation)) reasons.push(...keyErrors)
  // An operation with `handle` stores its replies itself: a second request waits for the first one
  // without a time limit.
  if (takesIdempotencyKey(operation) && 'change' in operation) reasons.push('idempotencyInFlight')
  return [...new Set(reasons)]
}

/** The whole API as one OpenAPI 3.1 document. A pure function of the operations. */
export function buildOpenapi(operations: readonly Operation[]): object {
  const paths: Record<string, Record<string, unknown>> = { [TOKEN_PATH]: { post: tokenEndpoint } }
  for (const operation of operations)
    operation.paths.forEach((path, alias) => {
      paths[path] ??= {}
      paths[path][operation.method.toLowerCase()] = describeOperation(operation, alias)
    })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Giro',
      version: VERSION,
      description:
        'Customers, accounts, contacts and payments of a banking platform. Every reply of the data APIs has the same envelope. Amounts are exact decimals.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: ['Token', ...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    security: [{ oauth2: ['roles'] }],
    paths,
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'API key and API secret, only for the token endpoint.' },
        oauth2: {
          type: 'oauth2',
          description:
            'Client credentials grant of your institution’s token service. Send the token as Authorization: Bearer.',
          flows: {
            clientCredentials: {
              tokenUrl: TOKEN_PATH,
              scopes: { roles: 'The entitlements of the API client.' },
            },
          },
        },
      },
      schemas: { Failure: FailureEnvelope, FailureMessage, FailureErrors, TokenFailure },
    },
  }
}

function describeOperation(operation: Operation, alias: number): object {
  const { id, tag, summary, description, successor, entitlement, fieldEntitlements, reply } = operation
  return {
    operationId: alias === 0 ? id : `${id}Alias${alias}`,
    tags: [tag],
    summary,
    description: [description, describeOtherPaths(operation, alias)].filter(Boolean).join('\n\n') || undefined,
    deprecated: successor ? true : undefined,
    // The API reference shows an operation once, under its first path.
    'x-scalar-ignore': alias > 0 ? true : undefined,
    'x-entitlement': entitlement,
    'x-field-entitlements': fieldEntitlements,
    parameters: describeParameters(operation),
    requestBody: describeBody(operation),
    responses: {
      [reply.status]: {
        description: reply.description,
        headers: describeHeaders(operation),
        content:
          reply.status === 204
            ? undefined
            : {
                'application/json': { schema: replySchema(operation), example: exampleReply(operation) },
              },
      },
      ...(mayWait(operation) && { [WAITING_STATUS]: describeWaiting(waitingOperation(operation)) }),
      ...(reply.orNothing && { 204: { description: 'Nothing to return.' } }),
      ...describeErrors(operation),
    },
  }
}

function describeWaiting(waiting: Operation): object {
  const content = { 'application/json': { schema: replySchema(waiting), example: exampleReply(waiting) } }
  return { description: waiting.reply.description, content }
}

function describeOtherPaths({ paths: [first, ...others] }: Operation, alias: number): string | undefined {
  if (alias > 0) return `The same operation as \`${first}\`.`
  return others.length > 0 ? `Also at ${others.map((path) => `\`${path}\``).join(' and ')}.` : undefined
}

/**
 * The body of a GET is omitted: RFC 9110 gives it no meaning, and client generators refuse it. The
 * query has the same fields.
 */
function describeBody(operation: Operation): object | undefined {
  const { method, body, examples = [] } = operation
  if (!body || method === 'GET') return undefined
  return {
    description: `At most ${bodyKiBOf(operation)} KiB.`,
    required: !isOptionalBody(body),
    content: {
      'application/json': {
        schema: body,
        examples: Object.fromEntries(examples.map((example, place) => [`example${place + 1}`, example])),
      },
    },
  }
}

function exampleReply({ dialect, reply }: Operation): unknown {
  if (dialect !== undefined && dialect !== 'envelope') return reply.example
  const pagination = reply.paged && { totalRecords: 1, returnedRecords: 1, pageReturned: 1, pageSize: 10 }
  return {
    ...reply.beside?.example,
    status: 'Success',
    code: null,
    message: null,
    ...(pagination ? { pagination } : {}),
    data: reply.example,
  }
}

function describeParameters(operation: Operation): object[] {
  const { params, query, errors } = operation
  const takesIfMatch = errors.some((reason) => errorCatalogue[reason].status === 412)
  const described = (schema: TSchema | undefined, place: 'path' | 'query') =>
    Object.entries((schema as { properties?: Record<string, TSchema> })?.properties ?? {}).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || ((schema as { required?: string[] }).required ?? []).includes(name),
      schema: property,
      description: (property as { description?: string }).description,
    }))
  const key = {
    name: 'Idempotent-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    description: 'Makes the request safe to repeat: the same key with the same body returns the first reply again.',
  }
  const ifMatch = {
    name: 'If-Match',
    in: 'header',
    required: false,
    schema: { type: 'string' },
    description: 'The ETag of the version to change. If the record has changed since, the request is refused with 412.',
  }
  return [
    ...described(params, 'path'),
    ...described(query, 'query'),
    ...(takesIdempotencyKey(operation) ? [key] : []),
    ...(takesIfMatch ? [ifMatch] : []),
  ]
}

function describeHeaders({ reply, successor }: Operation): object | undefined {
  const header = (description: string) => ({ schema: { type: 'string' }, description })
  const headers = {
    ...(reply.etag && { ETag: header('The version of the record.') }),
    ...(successor && {
      Deprecation: header('The date since which the operation is deprecated (RFC 9745); on every reply.'),
      Link: header('The path that replaces it, as rel="successor-version"; on every reply.'),
    }),
  }
  return Object.keys(headers).length > 0 ? headers : undefined
}

function describeErrors(operation: Operation): Record<string, object> {
  const schema = { $ref: `#/components/schemas/${failureSchemas[operation.dialect ?? 'envelope']}` }
  const byStatus = Map.groupBy(reasonsOf(operation), (reason) => errorCatalogue[reason].status)
  const described: Record<string, object> = {}
  for (const [status, reasons] of [...byStatus].sort(([a], [b]) => a - b))
    described[status] = {
      description: reasons
        .map((reason) => `${errorCatalogue[reason].code}: ${errorCatalogue[reason].title}`)
        .join('\n\n'),
      ...(status === 429 || status === 503 ? { headers: { 'Retry-After': { schema: { type: 'integer' } } } } : {}),
      content: {
        'application/json': {
          schema,
          examples: Object.fromEntries(reasons.map((reason) => [reason, { value: exampleFailure(operation, reason) }])),
        },
      },
    }
  return described
}

const failureSchemas = { envelope: 'Failure', message: 'FailureMessage', signatory: 'FailureErrors' } as const

function exampleFailure({ dialect, failure }: Operation, reason: ErrorReason): unknown {
  return renderRefusal(dialect, failure, { reason }).body
}
