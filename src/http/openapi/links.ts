import type { TSchema } from 'typebox'
import type { Operation } from '../operation.ts'
import type { Published } from './named-schemas.ts'
import type { Shared } from './shared-parts.ts'

/** The field of a reply that holds a path parameter under another name. */
const otherNames: Readonly<Record<string, string>> = {
  contactUID: 'customerContactUID',
  roleId: 'id',
  userId: 'userId',
}

/**
 * The links from a change to the operation that reads its record: a GET whose last path parameter
 * is in the reply, and whose other parameters are in the path of the change.
 */
export function describeLinks(
  operation: Operation,
  operations: readonly Operation[],
  shared: Shared,
): Record<string, Published> | undefined {
  if (operation.method === 'GET' || operation.isQuestion) return undefined
  const links: Record<string, Published> = {}
  for (const read of operations) {
    const link = read.method === 'GET' && !read.successor && linkTo(read, operation)
    if (link) links[read.id] = shared.share(read.id, link)
  }
  return Object.keys(links).length > 0 ? links : undefined
}

function linkTo(read: Operation, operation: Operation): Published | undefined {
  if (!read.paths[0].endsWith('}')) return undefined
  const asked = parametersOf(read.paths[0])
  const given = parametersOf(operation.paths[0])
  const last = asked.at(-1)!
  const fields = Object.keys((operation.reply.data as TSchema & { properties?: object }).properties ?? {})
  const field = [last, otherNames[last]].find((name) => name !== undefined && fields.includes(name))
  if (field === undefined || given.includes(last)) return undefined
  if (!asked.slice(0, -1).every((name) => given.includes(name))) return undefined
  const inPath = asked.slice(0, -1).map((name) => [name, `$request.path.${name}`])
  const root = operation.dialect === undefined || operation.dialect === 'envelope' ? '#/data/' : '#/'
  return {
    operationId: read.id,
    parameters: Object.fromEntries([...inPath, [last, `$response.body${root}${field}`]]),
  }
}

function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
}
