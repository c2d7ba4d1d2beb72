import Type, { type TSchema } from 'typebox'
import type { ErrorReason } from '../kernel/refusal.ts'
import { TokenFailure, tokenEndpoint } from '../tokens/token-endpoint.openapi.ts'
import { renderRefusal } from './dialects.ts'
import { errorCatalogue } from './errors.ts'
import { isOptionalBody } from './fields.ts'
import { type Operation, takesIdempotencyKey } from './operation.ts'
import { PageSchema } from './paging.ts'

const VERSION = '0.1.0'
const TOKEN_PATH = '/auth/realms/{tenant_code}/protocol/openid-connect/token'

/** Not a union: the serialiser writes a list of types straight away, while it would try the members of a union one by one. */
const nullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] })

/** The shape of what an operation answers with, in its dialect. */
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

/** What any operation may be refused with. */
const commonErrors: readonly ErrorReason[] = [
  'unauthorized',
  'entitlementMissing',
  'rateLimited',
  'internalError',
  'unavailable',
]
const bodyErrors: readonly ErrorReason[] = ['malformedBody', 'bodyTooLarge', 'unsupportedMediaType']
const keyErrors: readonly ErrorReason[] = ['invalidIdempotencyKey', 'idempotencyConflict']

/** All reasons an operation can refuse with, its own and those of its kind. */
export function reasonsOf(operation: Operation): ErrorReason[] {
  const reasons: ErrorReason[] = [operation.invalid, ...operation.errors, ...commonErrors]
  if (operation.body) reasons.push(...bodyErrors)
  if (takesIdempotencyKey(operation)) reasons.push(...keyErrors)
  // An operation that keeps its answers itself has a second request wait for the first, however long.
  if (takesIdempotencyKey(operation) && 'change' in operation) reasons.push('idempotencyInFlight')
  return [...new Set(reasons)]
}

/** The whole interface as one OpenAPI 3.1 document. A pure function of the operations: the same operations give the same document. */
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
        'Customers, accounts, contacts and payments of a banking platform. Every answer of the data APIs comes in the same envelope; amounts are exact decimals.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: ['Token', ...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    security: [{ oauth2: ['roles'] }],
    paths,
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'API key and API secret; for the token endpoint only.' },
        oauth2: {
          type: 'oauth2',
          description:
            'Client credentials of the token service of your institution; send the token as Authorization: Bearer.',
          flows: {
            clientCredentials: {
              tokenUrl: TOKEN_PATH,
              scopes: { roles: 'What the API client is entitled to.' },
            },
          },
        },
      },
      schemas: { Failure: FailureEnvelope, FailureMessage, FailureErrors, TokenFailure },
    },
  }
}

function describeOperation(operation: Operation, alias: number): object {
  const { id, tag, summary, description, successor, entitlement, reply } = operation
  return {
    operationId: alias === 0 ? id : `${id}Alias${alias}`,
    tags: [tag],
    summary,
    description: [description, describeOtherPaths(operation, alias)].filter(Boolean).join('\n\n') || undefined,
    deprecated: successor ? true : undefined,
    // The reference shows an operation once, by its first path.
    'x-scalar-ignore': alias > 0 ? true : undefined,
    'x-entitlement': entitlement,
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
      ...(reply.orNothing && { 204: { description: 'There is nothing to show.' } }),
      ...describeErrors(operation),
    },
  }
}

function describeOtherPaths({ paths: [first, ...others] }: Operation, alias: number): string | undefined {
  if (alias > 0) return `The same operation as \`${first}\`.`
  return others.length > 0 ? `Also at ${others.map((path) => `\`${path}\``).join(' and ')}.` : undefined
}

/** That of a GET is left out: RFC 9110 gives it no meaning, and generators of clients refuse it. The query says the same. */
function describeBody({ method, body, examples = [] }: Operation): object | undefined {
  if (!body || method === 'GET') return undefined
  return {
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
  const heedsIfMatch = errors.some((reason) => errorCatalogue[reason].status === 412)
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
    description: 'Makes a repeat harmless: the same key with the same body gets the first answer again.',
  }
  const ifMatch = {
    name: 'If-Match',
    in: 'header',
    required: false,
    schema: { type: 'string' },
    description: 'The ETag of the version that is to be changed; a record that was changed since is refused with 412.',
  }
  return [
    ...described(params, 'path'),
    ...described(query, 'query'),
    ...(takesIdempotencyKey(operation) ? [key] : []),
    ...(heedsIfMatch ? [ifMatch] : []),
  ]
}

function describeHeaders({ reply, successor }: Operation): object | undefined {
  const header = (description: string) => ({ schema: { type: 'string' }, description })
  const headers = {
    ...(reply.etag && { ETag: header('The version of the record.') }),
    ...(successor && {
      Deprecation: header('Since when the operation is deprecated (RFC 9745); on every answer.'),
      Link: header('The path that replaces it, as rel="successor-version"; on every answer.'),
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
