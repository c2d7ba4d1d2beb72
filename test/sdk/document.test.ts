import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { listIn, nextQuery } from '../../sdk/src/pages.ts'
import { replySchema } from '../../src/http/openapi.ts'
import { type Operation, takesIdempotencyKey } from '../../src/http/operation.ts'
import { VERSION } from '../../src/kernel/version.ts'
import { operations } from '../../src/main/operations.ts'

test('every operation that changes something takes an idempotency key: the client may send it again', () => {
  const keyless = operations
    .filter((operation) => !takesIdempotencyKey(operation))
    .map(({ id, method }) => ({ id, method }))
  const strange = keyless.filter(({ id, method }) => method !== 'GET' && !/^(search|preview|query)/.test(id))
  assert.deepEqual(strange, [], 'a question by POST asks, and changes nothing')
})

interface Shape {
  type?: string
  properties?: Record<string, Shape>
}

const fieldsOf = (shape: unknown) => (shape as Shape | undefined)?.properties ?? {}
const queryOf = ({ query }: Operation) => Object.keys(fieldsOf(query))
const isPaged = (operation: Operation) => queryOf(operation).some((name) => ['page', 'cursor', 'after'].includes(name))

test('every list that is paged by its query has one list and a form of paging that the client reads', () => {
  const paged = operations.filter(isPaged)
  assert.ok(paged.length > 30)
  for (const operation of paged) {
    const reply = fieldsOf(replySchema(operation))
    const data = reply['data'] ?? { type: 'object', properties: reply }
    const lists =
      data.type === 'array' ? ['data'] : Object.entries(fieldsOf(data)).filter(([, { type }]) => type === 'array')
    assert.equal(lists.length, 1, `${operation.id}: one list`)
    const forms = [...Object.keys(reply), ...Object.keys(fieldsOf(data))]
    const known = ['pagination', 'totalPages', 'nextCursor', 'next', 'signatories'].filter((name) =>
      forms.includes(name),
    )
    assert.equal(known.length, 1, `${operation.id}: ${forms}`)
  }
})

test('the next page is asked for as the reply says, and nothing is asked for after the last one', () => {
  const page = (pageReturned: number, totalRecords: number) => ({
    pagination: { pageReturned, pageSize: 2, totalRecords },
  })
  assert.deepEqual(nextQuery({ page: 1, status: 'New' }, page(1, 3), [1, 2]), { page: 2, limit: 2, status: 'New' })
  assert.equal(nextQuery({}, page(2, 4), [1, 2]), undefined)
  assert.equal(nextQuery({}, page(1, 9), []), undefined, 'records that vanish end the list')
  assert.deepEqual(nextQuery({}, { page: 1, totalPages: 2, data: [1] }, { data: [1] }), { page: 2 })
  assert.equal(nextQuery({}, { page: 2, totalPages: 2, data: [1] }, { data: [1] }), undefined)
  assert.deepEqual(nextQuery({ limit: 5 }, {}, { transactions: [], nextCursor: 'c' }), { limit: 5, cursor: 'c' })
  assert.equal(nextQuery({ cursor: 'c' }, {}, { transactions: [], nextCursor: 'c' }), undefined, 'no circle')
  assert.deepEqual(nextQuery({}, {}, { events: [1], next: '7' }), { after: '7' })
  assert.equal(nextQuery({ after: '7' }, {}, { events: [], next: '7' }), undefined)
  const ten = Array.from({ length: 10 }, (_, at) => at)
  assert.deepEqual(nextQuery({}, { signatories: ten }, { signatories: ten }), { page: 2 })
  assert.equal(nextQuery({ size: 20 }, { signatories: ten }, { signatories: ten }), undefined)
  assert.deepEqual(listIn({ events: [1], next: '7' }), [1])
})

test('the SDK has the version of the service, one dependency, and no script that runs when it is installed', async () => {
  const sdk = JSON.parse(await readFile(new URL('../../sdk/package.json', import.meta.url), 'utf8'))
  assert.equal(sdk.version, VERSION)
  assert.deepEqual(Object.keys(sdk.dependencies), ['openapi-fetch'])
  assert.deepEqual(Object.keys(sdk.scripts), ['build', 'prepack'])
})
