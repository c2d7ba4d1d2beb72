import type { TSchema } from 'typebox'
import { errorCatalogue } from '../errors.ts'
import { isOptionalBody } from '../fields.ts'
import { mayWait, type Operation, takesIdempotencyKey } from '../operation.ts'
import { WAITING_STATUS } from '../second-person.ts'
import { describeLinks } from './links.ts'
import { capitalised, type NamedSchemas, type Published } from './named-schemas.ts'
import { isPublished, publishedForm, type Rules } from './published-form.ts'
import { describeRefusals } from './refusals.ts'
import { exampleOf, replyNameOf, replySchema, waitingOperation } from './replies.ts'
import type { Shared } from './shared-parts.ts'

/** What the description of an operation needs, and adds to. */
export interface Describing {
  operations: readonly Operation[]
  schemas: NamedSchemas
  parameters: Shared
  responses: Shared
  links: Shared
}

/** The operation at one of its paths: 0 is the canonical one. */
export function describeOperation(operation: Operation, alias: number, describing: Describing): Published {
  const { id, tag, summary, successor, entitlement, fieldEntitlements } = operation
  return {
    operationId: alias === 0 ? id : `${id}Alias${alias}`,
    tags: [tag],
    summary,
    description: describeInFull(operation, alias),
    deprecated: successor ? true : undefined,
    'x-entitlement': entitlement,
    'x-field-entitlements': fieldEntitlements,
    parameters: describeParameters(operation, describing),
    requestBody: describeBody(operation, describing),
    responses: {
      ...describeSuccess(operation, describing),
      ...(mayWait(operation) && { [WAITING_STATUS]: describeWaiting(operation, describing) }),
      ...(operation.reply.orNothing && { 204: { description: 'Nothing to return.' } }),
      ...describeRefusals(operation, describing.responses),
    },
  }
}

/** What it does, what a client needs for it, and where else it is. */
function describeInFull(operation: Operation, alias: number): string | undefined {
  const { description, entitlement } = operation
  const needs = entitlement && `Needs \`${entitlement}\`.`
  return [description, needs, describeOtherPaths(operation, alias)].filter(Boolean).join('\n\n') || undefined
}

function describeOtherPaths({ paths: [first, ...others] }: Operation, alias: number): string | undefined {
  if (alias > 0) return `The same operation as \`${first}\`.`
  return others.length > 0 ? `Also at ${others.map((path) => `\`${path}\``).join(' and ')}.` : undefined
}

function describeSuccess(operation: Operation, { operations, schemas, links }: Describing): Record<string, Published> {
  const { reply } = operation
  const described = {
    description: reply.description,
    headers: describeHeaders(operation),
    content: reply.status === 204 ? undefined : describeContent(operation, schemas),
    links: describeLinks(operation, operations, links),
  }
  const unchanged = operation.method === 'GET' && reply.etag
  return {
    [reply.status]: described,
    ...(unchanged && { 304: { $ref: '#/components/responses/NotModified' } }),
  }
}

function describeWaiting(operation: Operation, { schemas, responses }: Describing): Published {
  const waiting = waitingOperation(operation)
  const response = { description: waiting.reply.description, content: describeContent(waiting, schemas) }
  return responses.share(`${replyNameOf(waiting)}`, response)
}

function describeContent(operation: Operation, { publish, showExample }: NamedSchemas): Published {
  const { name, example } = exampleOf(operation)
  showExample(name, example)
  return { 'application/json': { schema: publish(replySchema(operation), replyNameOf(operation)) } }
}

/**
 * The body of a GET is omitted: RFC 9110 gives it no meaning, and client generators refuse it. The
 * query has the same fields.
 */
function describeBody(operation: Operation, { schemas }: Describing): Published | undefined {
  const { id, method, body, examples = [] } = operation
  if (!body || method === 'GET') return undefined
  const isOptional = isOptionalBody(body)
  const schema = isOptional ? ({ ...body, type: 'object' } as TSchema) : body
  return {
    ...(operation.bodyKiB !== undefined && { description: `At most ${operation.bodyKiB} KiB.` }),
    required: !isOptional,
    content: {
      'application/json': {
        schema: schemas.publish(schema, `${capitalised(id)}Request`),
        examples: Object.fromEntries(examples.map((example, place) => [exampleName(example.summary, place), example])),
      },
    },
  }
}

/** The name of an example, from its summary: "Suspend an account" is suspendAnAccount. */
function exampleName(summary: string, place: number): string {
  const words = summary.replaceAll(/[^A-Za-z ]/g, '').split(' ')
  const name = words.map((word, at) => (at === 0 ? word.toLowerCase() : capitalised(word))).join('')
  return name === '' ? `example${place + 1}` : name
}

function describeParameters(operation: Operation, { schemas, parameters }: Describing): Published[] {
  const { params, query, errors } = operation
  const takesIfMatch = errors.some((reason) => errorCatalogue[reason].status === 412)
  const described = (schema: TSchema | undefined, place: 'path' | 'query') => {
    const { properties = {}, required = [] } = (schema ?? {}) as Rules
    return Object.entries(properties)
      .filter(([, rules]) => isPublished(rules))
      .map(([name, rules]) => {
        const { description, ...form } = publishedForm(rules)
        return parameters.share(`${place}.${name}`, {
          name,
          in: place,
          ...((place === 'path' || (required.includes(name) && !('default' in rules))) && { required: true }),
          description: description ?? schemas.meaningOf(operation.tag, name),
          schema: schemas.publish(form as TSchema, capitalised(name)),
        })
      })
  }
  return [
    ...described(params, 'path'),
    ...described(query, 'query'),
    ...(takesIdempotencyKey(operation) ? [{ $ref: '#/components/parameters/IdempotentKey' }] : []),
    ...(takesIfMatch ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ]
}

function describeHeaders(operation: Operation): Published | undefined {
  const { reply, successor, body } = operation
  const names = [
    ...(reply.etag ? ['ETag'] : []),
    ...(takesIdempotencyKey(operation) ? ['IdempotentReplayed'] : []),
    ...(body && operation.method !== 'GET' && !operation.isQuestion ? ['GiroIgnoredFields'] : []),
    ...(successor ? ['Deprecation', 'Link'] : []),
  ]
  if (names.length === 0) return undefined
  return Object.fromEntries(names.map((name) => [headerNames[name] ?? name, { $ref: `#/components/headers/${name}` }]))
}

const headerNames: Readonly<Record<string, string>> = {
  GiroIgnoredFields: 'Giro-Ignored-Fields',
  IdempotentReplayed: 'Idempotent-Replayed',
}
