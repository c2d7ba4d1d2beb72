import assert from 'node:assert/strict'
import { renderRefusal } from '../../src/http/dialects.ts'
import type { Operation } from '../../src/http/operation.ts'
import { type CheckedRequest, requestChecker } from '../../src/http/validation.ts'
import type { SampleRequest } from './operation-samples.ts'
import type { CallOptions, Reply, TestService } from './test-service.ts'

/** The difference between a request and the sample of its operation. */
export interface Changed {
  params?: Record<string, string>
  query?: URLSearchParams
  body?: unknown
}

/**
 * What an operation answers to invalid requests. All requests pass one check, which reads nothing
 * but the request and the operation. So the first request goes over HTTP and shows that the
 * operation uses the check; the others are given to the check itself.
 */
export function refuserOf(service: TestService, operation: Operation, sample: SampleRequest) {
  const passes = checkOf(operation, sample)
  let isFirst = true
  return async (changed: Changed): Promise<Reply> => {
    const refused = passes(changed)
    if (refused && !isFirst) return refused
    isFirst = false
    const reply = await callChanged(service, operation, sample, changed)
    if (refused) assert.deepEqual([reply.status, reply.body], [refused.status, refused.body])
    return reply
  }
}

/** The reply to an invalid request; undefined if the check finds nothing. */
export function checkOf(operation: Operation, sample: SampleRequest): (changed: Changed) => Reply | undefined {
  const check = requestChecker(operation)
  return (changed) => {
    const refused = check(partsOf(operation, sample, changed))
    if (!refused) return undefined
    return { ...renderRefusal(operation.dialect, operation.failure, refused), headers: new Headers() }
  }
}

/** Sends the changed sample on the first path of the operation. */
export function callChanged(
  service: TestService,
  { paths: [template] }: Operation,
  { method, paths: [path], body }: SampleRequest,
  changed: Changed,
  options?: CallOptions,
): Promise<Reply> {
  const [filled, asked] = path!.split('?')
  const query = changed.query ?? asked ?? ''
  const url = template
    .split('/')
    .map((part, place) => {
      const value = changed.params?.[part.slice(1, -1)]
      return value === undefined ? filled!.split('/')[place] : encodeURIComponent(value)
    })
    .join('/')
  return service.call(method, `${url}?${query}`, 'body' in changed ? changed.body : body, options)
}

/** The parts as the server reads them from the request. */
function partsOf(
  { paths: [template] }: Operation,
  { paths: [path], body }: SampleRequest,
  changed: Changed,
): CheckedRequest {
  const [filled, asked] = path!.split('?')
  const values = filled!.split('/')
  const params = template
    .split('/')
    .flatMap((part, place) => (part.startsWith('{') ? [[part.slice(1, -1), values[place]!]] : []))
  const sent = 'body' in changed ? changed.body : body
  return {
    params: { ...Object.fromEntries(params), ...changed.params },
    query: readQuery(changed.query ?? new URLSearchParams(asked)),
    body: sent === undefined ? undefined : JSON.parse(JSON.stringify(sent)),
  }
}

function readQuery(query: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(query.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = query.getAll(name)
      return [name, values.length === 1 ? values[0]! : values]
    }),
  )
}
