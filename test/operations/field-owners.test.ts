import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { TSchema } from 'typebox'
import type { Operation } from '../../src/http/operation.ts'
import { operations } from '../../src/main/operations.ts'
import { changedTerms } from '../../src/ownership/domain/changed-terms.ts'
import { fieldsOf, type OwnedRecord, ownerOfField, RECORDS } from '../../src/ownership/field-owners.ts'
import { assertSucceeded, dataOf } from '../support/answers.ts'
import { fullAccountV3, fullCustomer } from '../support/full-bodies.ts'
import { isChange } from '../support/operation-samples.ts'
import { assertRefusedBy } from '../support/refusals.ts'
import {
  accountBody,
  customerBody,
  startTestService,
  type TestClient,
  type TestService,
  unnumberedBody,
} from '../support/test-service.ts'

/** The write operations with a body, and those of them that a customer's client can use. */
const WRITES = operations.filter((operation) => isChange(operation) && operation.body)
const OF_CUSTOMERS = WRITES.filter(({ errors }) => !errors.includes('notTheInstitution'))

const recordOf = ({ id }: Operation) =>
  (Object.keys(RECORDS) as OwnedRecord[]).find((record) => (RECORDS[record].operations as string[]).includes(id))!

/** The paths of the fields of a schema, down to those that the table names. */
function pathsOf(record: OwnedRecord, schema: TSchema, prefix = ''): string[] {
  const { type, properties, items } = schema as { type?: string; properties?: Record<string, TSchema>; items?: TSchema }
  if (type === 'array' && items) return pathsOf(record, items, prefix)
  if (!properties) return [prefix]
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix ? `${prefix}.${name}` : name
    return fieldsOf(record)[path] ? [path] : pathsOf(record, field, path)
  })
}

test('each write operation that a customer can use belongs to one record of the table of owners', () => {
  for (const { id } of OF_CUSTOMERS) {
    const records = Object.values(RECORDS).filter(({ operations }) => (operations as string[]).includes(id))
    assert.equal(records.length, 1, `add ${id} to one record of src/ownership/field-owners.ts`)
  }
  const listed = Object.values(RECORDS).flatMap(({ operations }) => operations as string[])
  assert.deepEqual(
    listed.filter((id) => !OF_CUSTOMERS.some((operation) => operation.id === id)),
    [],
  )
})

for (const operation of OF_CUSTOMERS)
  test(`${operation.id}: every field has an owner`, () => {
    const record = recordOf(operation)
    const missing = pathsOf(record, operation.body!).filter((path) => !ownerOfField(record, path))
    assert.deepEqual(missing, [], `add these fields of ${record} to src/ownership/field-owners.ts`)
  })

test('the table of owners names no field that no operation has', () => {
  for (const record of Object.keys(RECORDS) as OwnedRecord[]) {
    const known = OF_CUSTOMERS.filter((operation) => recordOf(operation) === record)
    const paths = new Set(known.flatMap(({ body }) => pathsOf(record, body!)))
    assert.deepEqual(
      Object.keys(fieldsOf(record)).filter((path) => !paths.has(path)),
      [],
      record,
    )
  }
})

let service: TestService
let parent: { shortName: string; client: TestClient }
before(async () => {
  service = await startTestService()
  const { customer, client } = await createCustomer()
  parent = { shortName: customer.shortName, client }
  for (const [shortName, customerType] of Object.entries(RELATED))
    dataOf(await service.call('POST', '/v2/customers', customerBody({ shortName, customerType })))
})
after(() => service.stop())

const RELATED = { 'a-partner': 'Downstream Partner', 'a-processor': 'Processing Org' }

async function createCustomer(fields: object = {}) {
  const body = customerBody(fields)
  const { customerUID } = dataOf(await service.call('POST', '/v2/customers', body))
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  return { customer: { ...body, customerUID: String(customerUID) }, client }
}

/** A customer below the parent, with an account. */
async function createSubject() {
  const above = { partnerOrgShortName: 'a-partner', processingOrgShortName: 'a-processor' }
  const { customer, client } = await createCustomer({ parentEntityShortName: parent.shortName, ...above })
  const path = `/v3/customers/${customer.customerUID}/accounts`
  const { accountUID } = dataOf(await service.call('POST', path, accountBody()), 201)
  return { customerUID: customer.customerUID, accountUID: String(accountUID), client }
}

/** Values that differ from those of the subject, where the full bodies do not have a valid one. */
const others: Record<string, () => object> = {
  parentEntityShortName: () => ({ parentEntityShortName: '' }),
  partnerOrgShortName: () => ({ partnerOrgShortName: '' }),
  processingOrgShortName: () => ({ processingOrgShortName: '' }),
  relationshipType: () => ({ relationshipType: 'Self' }),
  customerType: () => ({ customerType: 'Consumer' }),
  taxId: () => ({ taxId: '842345679' }),
  limits: () => ({
    limits: [{ appName: 'Payments', appLimits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 5 }] }],
  }),
  accountNumber: () => ({ accountNumber: accountBody().accountNumber }),
  accountType: () => ({ accountType: 'Loan', accountSubType: 'Heloc' }),
  accountSubType: () => ({ accountSubType: 'Savings' }),
  countryCode: () => ({ countryCode: 'CA' }),
  bankIdType: () => ({ bankIdType: 'BIC' }),
  currency: () => ({ currency: 'EUR' }),
  masterGl: () => ({ masterGl: '3000' }),
  routingNumber: () => ({ routingNumber: '091000019', systemOfRecords: 'Other Core' }),
  systemOfRecords: () => ({ systemOfRecords: 'Other Core' }),
}

/** The institution cannot change these either: the ledger account is in the currency. */
const FIXED = ['currency']

/** Nor can it turn these on: every ACH credit is prefunded. */
const REFUSED: Record<string, object> = {
  'addtionalProfileDetails.achNonPrefund': { addtionalProfileDetails: [{ achNonPrefund: true }] },
  'additionalProfileDetails.achNonPrefund': { additionalProfileDetails: { achNonPrefund: true } },
}

/**
 * A body with a value of the field that the record does not have. Without a record, a value that a
 * new record of a customer's client may not have.
 */
function otherValue(record: OwnedRecord, path: string, current?: object): object {
  if (others[path] && (current || ownerOfField(record, path)?.atCreation === 'offered')) return others[path]()
  if (REFUSED[path]) return REFUSED[path]
  const [top, ...rest] = path.replace(/^additionalProfileDetails/, 'addtionalProfileDetails').split('.')
  const relations = { parentEntityShortName: '', partnerOrgShortName: '', processingOrgShortName: '' }
  const candidates = [true, false].map((on) =>
    record === 'customer' ? fullCustomer(relations, { on }) : fullAccountV3({ on }),
  ) as Record<string, unknown>[]
  const bodies = candidates.map((body) => ({ [top!]: partOf(body[top!], rest) }))
  const field = { [[top, ...rest].join('.')]: ownerOfField(record, path)! }
  const changed = bodies.find((body) => changedTerms(field, { before: current, after: body }).length > 0)
  assert.ok(changed, `add another value of ${path} to test/support/full-bodies.ts`)
  return path.startsWith('additionalProfileDetails')
    ? { additionalProfileDetails: (changed[top!] as object[])[0] }
    : changed
}

/** The part of the value with this path alone. A list keeps its first item. */
function partOf(value: unknown, [step, ...rest]: string[]): unknown {
  if (step === undefined || value === undefined) return value
  if (Array.isArray(value)) return [partOf(value[0], [step, ...rest])]
  return { [step]: partOf((value as Record<string, unknown>)[step], rest) }
}

async function read(record: OwnedRecord, { customerUID, accountUID }: { customerUID: string; accountUID: string }) {
  const path =
    record === 'customer' ? `/v2/customers/${customerUID}` : `/v3/customers/${customerUID}/accounts/${accountUID}`
  return dataOf(await service.call('GET', path))
}

const pathFor = (path: string, { customerUID, accountUID }: { customerUID: string; accountUID: string }) =>
  path.replace('{customerUID}', customerUID).replace('{accountUID}', accountUID)

const institutionFields = (operation: Operation) => {
  const record = recordOf(operation)
  return pathsOf(record, operation.body!).filter((path) => ownerOfField(record, path)?.owner === 'Institution')
}

let turn = 0

/** One path of the operation, in turn: a field takes the same way on each. */
const nextPathOf = ({ paths }: Operation) => paths[turn++ % paths.length]!

const refused = (path: string) => ({ status: 403, code: 'CUST001', says: path.split('.').at(-1)! })

for (const operation of OF_CUSTOMERS.filter(({ method }) => method !== 'POST'))
  for (const field of institutionFields(operation))
    test(`${operation.id}: neither the customer nor the entity above it can change ${field}; the institution can`, async () => {
      const record = recordOf(operation)
      const form = nextPathOf(operation)
      const subject = await createSubject()
      const path = pathFor(form, subject)
      const body = otherValue(record, field, await read(record, subject))
      const send = (client?: TestClient) => service.call(operation.method, path, body, { client })
      if (FIXED.includes(field)) {
        for (const client of [subject.client, service.tenant.client]) assert.equal((await send(client)).status, 400)
        return
      }
      for (const client of [subject.client, parent.client])
        assertRefusedBy(operation, await send(client), refused(field), form)
      if (REFUSED[field]) return assert.equal((await send()).status, 400)
      assertSucceeded(await send(), operation)
      // What the institution set may be sent again.
      assertSucceeded(await send(subject.client), operation)
    })

// test/attacks/ownership.test.ts has the relations: a change of one needs reach to all of them.
const identityFields = Object.entries(RECORDS.customer.fields).flatMap(([path, { isIdentity }]) =>
  isIdentity && !path.endsWith('ShortName') ? [path] : [],
)

for (const field of identityFields)
  test(`updateCustomer: a change of ${field} by the customer or the entity above it waits for the institution`, async () => {
    for (const by of ['customer', 'parent']) {
      const subject = await createSubject()
      const before = await read('customer', subject)
      const body = field === 'achCompanyID' ? { achCompanyID: '1842345678' } : otherIdentity(field, before)
      const client = by === 'customer' ? subject.client : parent.client
      const reply = await service.call('PUT', `/v2/customers/${subject.customerUID}`, body, { client })
      assert.equal(dataOf(reply).customerEntityStatus, 'Pending')
      assert.deepEqual({ ...(await read('customer', subject)), status: before.status }, before)
    }
  })

/** A body with another value of the field that says who the customer is. */
function otherIdentity(field: string, current: Record<string, unknown>): object {
  return others[field]?.() ?? { [field]: field === 'lei' ? '529900T8BM49AURSDO55' : `${current[field]} Two` }
}

const newBody = (record: OwnedRecord) =>
  record === 'customer' ? customerBody() : unnumberedBody({ externalReferenceId: `account-${randomUUID()}` })

// test/payments/extra-fees.test.ts has the fees of payments.
const OF_RECORDS = OF_CUSTOMERS.filter((operation) => recordOf(operation) !== 'payment')

for (const operation of OF_RECORDS.filter(({ method, id }) => method === 'POST' && id !== 'onboardConsumer'))
  for (const field of institutionFields(operation)) {
    const record = recordOf(operation)
    if (['asked', 'approved'].includes(String(ownerOfField(record, field)!.atCreation))) continue
    test(`${operation.id}: only the institution can give a new record another ${field}`, async () => {
      const form = nextPathOf(operation)
      const subject = await createSubject()
      const path = pathFor(form, subject)
      const other = otherValue(record, field)
      const create = (client?: TestClient) => service.call('POST', path, { ...newBody(record), ...other }, { client })
      for (const client of [subject.client, parent.client])
        assertRefusedBy(operation, await create(client), refused(field), form)
      if (REFUSED[field]) assert.equal((await create()).status, 400)
      else assertSucceeded(await create(), operation)
    })
  }
