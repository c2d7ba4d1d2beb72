import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Operation } from '../../src/http/operation.ts'
import { operations } from '../../src/main/operations.ts'
import { dataOf } from '../support/answers.ts'
import { type Given, makersOf, sampleRequest } from '../support/operation-samples.ts'
import {
  createPayer,
  creditBody,
  type Reply,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

let service: TestService
/** A customer with its own client, and another one that this client must not find. */
let mine: Given
let theirs: Given
let spy: TestClient
before(async () => {
  service = await startTestService()
  const makers = await makersOf(service, service.tenant)
  const member = async (): Promise<Given> => {
    const payer = await createPayer(service)
    const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer))
    return { ...payer, ...makers, paymentUID: dataOf(paid).paymentUID }
  }
  mine = await member()
  theirs = await member()
  spy = await service.createClient(service.tenant, { legalEntityId: BigInt(mine.customerUID) })
})
after(() => service.stop())

/** Ids that no record has. */
const UNKNOWN_UID = '987654321987'
const unknownLike = (id: string) => (/^\d+$/.test(id) ? UNKNOWN_UID : randomUUID())

/** What a client can tell two replies apart by, without the ids that it sent itself. */
function lookOf({ status, body, headers }: Reply) {
  const names = [...headers.keys()].filter((name) => !/^(ratelimit|date|content-length|connection)/.test(name)).sort()
  const text = JSON.stringify(body ?? null).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{6,}/g, 'ID')
  return { status, names, body: text }
}

const isForInstitution = ({ errors }: Operation) => errors.includes('notTheInstitution')
/** Every client may read the directories of banks. */
const OF_NOBODY = ['getBank']
const withIds = operations.filter(
  (operation) => /\{/.test(operation.paths[0]) && !isForInstitution(operation) && !OF_NOBODY.includes(operation.id),
)

/** The requests of the operation with each of its ids replaced by one that no record has. */
function variantsOf(template: string, path: string): { what: string; path: string }[] {
  const parts = path.split('?')[0]!.split('/')
  return template.split('/').flatMap((name, at) => {
    if (!name.startsWith('{')) return []
    const unknown = unknownLike(parts[at]!)
    return [{ what: name, path: path.replace(parts.join('/'), parts.with(at, unknown).join('/')) }]
  })
}

for (const operation of withIds) {
  const { id, method, paths: templates } = operation
  test(`${id}: a client cannot tell a record of another legal entity from one that does not exist`, async () => {
    const { paths, body } = await sampleRequest(operation, theirs)
    const theirPath = paths[0]!
    const foreign = await service.call(method, theirPath, body, { client: spy })
    assert.ok(foreign.status >= 400 && foreign.status < 500, `${id}: ${foreign.status}`)
    const [first] = variantsOf(templates[0], theirPath)
    const unknown = await service.call(method, first!.path, body, { client: spy })
    assert.deepEqual(lookOf(unknown), lookOf(foreign), first!.what)
  })

  if (variantsOf(templates[0], templates[0]).length < 2 || /\/payments\//.test(templates[0])) continue
  test(`${id}: below its own customer, a client cannot tell a foreign record from one that does not exist`, async () => {
    const { paths, body } = await sampleRequest(operation, theirs)
    const path = paths[0]!.replace(theirs.customerUID, mine.customerUID)
    const foreign = await service.call(method, path, body, { client: spy })
    assert.ok(foreign.status >= 400 && foreign.status < 500, `${id}: ${foreign.status} ${JSON.stringify(foreign.body)}`)
    const { path: unknownPath } = variantsOf(templates[0], path).at(-1)!
    const unknown = await service.call(method, unknownPath, body, { client: spy })
    assert.deepEqual(lookOf(unknown), lookOf(foreign))
  })
}

test('a client cannot find a customer by the id, the short name or the account number in an FX quote', async () => {
  const { shortName, customerId } = dataOf(await service.call('GET', `/v2/customers/${theirs.customerUID}`))
  const quote = (customerIdType: string, id: string) =>
    service.call(
      'POST',
      '/v2/fx/quote',
      {
        ...{ customerId: id, customerIdType, sellCurrency: 'USD', buyCurrency: 'EUR' },
        ...{ fundingAmount: 10, productType: 'SPOT', tenor: 'SPOT' },
      },
      { client: spy },
    )
  const pairs: [type: string, theirs: string, unknown: string][] = [
    ['CustomerUID', theirs.customerUID, UNKNOWN_UID],
    ['CustomerShortName', shortName, 'no-such-company'],
    ['DDA', theirs.accountNumber, '999000999000'],
    ...(customerId ? [['CustomerId', customerId, 'none'] as [string, string, string]] : []),
  ]
  for (const [type, known, unknown] of pairs) {
    const [foreign, nobody] = [await quote(type, known), await quote(type, unknown)]
    assert.equal(foreign.status, 403, JSON.stringify(foreign.body))
    assert.deepEqual(lookOf(nobody), lookOf(foreign), type)
  }
})

test('a client cannot find an account or a contact by naming it in a payment', async () => {
  const pay = (sender: string, receiver: string) =>
    service.call('POST', '/payments/creditrequest', creditBody({ accountUID: sender, contactUID: receiver }), {
      client: spy,
    })
  for (const [foreign, unknown] of [
    [await pay(theirs.accountUID, mine.contactUID), await pay(UNKNOWN_UID, mine.contactUID)],
    [await pay(mine.accountUID, theirs.contactUID), await pay(mine.accountUID, UNKNOWN_UID)],
  ] as const) {
    assert.equal(foreign.status, 400)
    assert.deepEqual(lookOf(unknown), lookOf(foreign))
  }
})

test('a malformed paymentUID looks like an unknown one', async () => {
  const read = (uid: string) => service.call('GET', `/payments/${uid}`, undefined, { client: spy })
  assert.deepEqual(lookOf(await read('not-a-uuid')), lookOf(await read(theirs.paymentUID)))
})

test('a client of the institution still learns exactly what is missing', async () => {
  const cases: [path: string, status: number, says: string][] = [
    [`/v2/customers/${UNKNOWN_UID}`, 404, 'no customer has this customerUID'],
    [`/v3/customers/${mine.customerUID}/accounts/${UNKNOWN_UID}`, 404, 'no account has this accountUID'],
    [`/v3/customers/${mine.customerUID}/accounts/${theirs.accountUID}`, 400, 'not associated with the given customer'],
    [`/customers/${mine.customerUID}/contacts/${UNKNOWN_UID}`, 404, 'no contact has this contactUID'],
  ]
  for (const [path, status, says] of cases) {
    const reply = await service.call('GET', path)
    assert.equal(reply.status, status, path)
    assert.ok(reply.body.message.includes(says), reply.body.message)
  }
})
