import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { dataOf } from '../support/answers.ts'
import {
  contactBody,
  customerBody,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

/**
 * Texts that look the same and mean the same are equal. `é` as one character and as two were two
 * unique names, a search missed one of them, and so did the white space inside names.
 */

let service: TestService
let customerUID: string
before(async () => {
  service = await startTestService({ worker: false })
  customerUID = await newCustomer()
})
after(() => service.stop())

const post = (path: string, body: object, client?: TestClient) => service.call('POST', path, body, { client })
const newCustomer = async (fields: object = {}): Promise<string> =>
  dataOf(await post('/v2/customers', customerBody(fields))).customerUID
const search = async (query: object): Promise<string[]> => {
  const found = await service.call('GET', `/v2/customers?page=1&limit=10&${new URLSearchParams({ ...query })}`)
  return dataOf(found).map((one: { customerUID: string }) => String(one.customerUID))
}
const readCustomer = async (customer: string) => dataOf(await service.call('GET', `/v2/customers/${customer}`))

/** A name in a form of its own, and in two more that are equal to it. */
let names = 0
const NAMES: readonly ((no: number) => [one: string, ...others: string[]])[] = [
  (no) => [`Caf\u00e9 ${no}`, `Cafe\u0301 ${no}`, `Caf\u00e9  ${no}`],
  (no) => [`\u00c5ngstr\u00f6m ${no}`, `\u212bngstro\u0308m ${no}`, ` A\u030angstro\u0308m ${no} `],
  (no) => [`\ud55c\uae00 ${no}`, `\u1112\u1161\u11ab\u1100\u1173\u11af ${no}`, `\ud55c\uae00\u3000${no}`],
  (no) => [`Nguy\u1ec5n ${no}`, `Nguye\u0302\u0303n ${no}`, `Nguy\u1ec5n\u00a0${no}`],
]

for (const formsOf of NAMES)
  test(`${formsOf(0)[0]} is one name of a customer in all its forms`, async () => {
    const [one, ...others] = formsOf(++names)
    const body = { shortName: others[0], customerId: others[0], legalName: others[0] }
    const customer = await newCustomer(body)
    const { shortName, customerId, legalName } = await readCustomer(customer)
    assert.deepEqual([shortName, customerId, legalName], [one, one, one])
    for (const form of [one, ...others]) {
      for (const field of ['shortName', 'customerId']) {
        const reply = await post('/v2/customers', customerBody({ [field]: form }))
        assert.deepEqual([reply.status, reply.body.reason], [409, 'customerConflict'], `${field} ${form}`)
        assert.deepEqual(await search({ [field]: form }), [customer], `${field} ${form}`)
      }
      const child = customerBody({ parentEntityShortName: form })
      assert.equal((await readCustomer(await newCustomer(child))).parentEntityShortName, one)
    }
    for (const form of [one, others[0]!]) assert.deepEqual(await search({ legalName: form }), [customer])
  })

test('a contact and its template name are one in all their forms', async () => {
  const path = `/v2/customers/${customerUID}/contacts`
  for (const formsOf of NAMES) {
    const [one, ...others] = formsOf(++names)
    const first = dataOf(await post(path, contactBody({ templateName: others[0], name: others[0] })))
    for (const templateName of [one, ...others]) {
      const reply = await post(path, contactBody({ templateName }))
      assert.deepEqual([reply.status, reply.body.reason], [409, 'contactConflict'], templateName)
    }
    for (const contactName of [one, others[0]!]) {
      const found = dataOf(await service.call('GET', `${path}?page=1&limit=10&${new URLSearchParams({ contactName })}`))
      assert.deepEqual(
        found.map((contact: { contactUID: string; name: string }) => [contact.contactUID, contact.name]),
        [[first.customerContactUID, one]],
      )
    }
  }
})

const rolesPath = () => `/api/user-management/v1/customers/${customerUID}/roles`
const roleBody = (name: string) => ({
  externalReferenceId: `role-${randomUUID().slice(0, 8)}`,
  name,
  description: 'A role',
  applications: [{ name: 'Payments', entitlements: ['View_Payments'] }],
})
const userBody = (roleNames: string[]) => ({
  externalReferenceId: `user-${randomUUID().slice(0, 8)}`,
  loginId: `user-${randomUUID()}`,
  firstName: 'Ada',
  lastName: 'Lund',
  email: 'ada@home.example',
  roleNames,
})
const createUser = (roleNames: string[]) =>
  post(`/api/user-management/v1/customers/${customerUID}/users`, userBody(roleNames))

test('a role is one in all forms of its name, and users get it by each', async () => {
  for (const formsOf of NAMES) {
    const [one, decomposed] = formsOf(++names) as [string, string]
    assert.equal((await post(rolesPath(), roleBody(decomposed))).status, 201)
    for (const name of [one, decomposed, one.replace(' ', '  ')]) {
      const again = await post(rolesPath(), roleBody(name))
      assert.deepEqual([again.status, again.headers.get('giro-reason')], [409, 'roleConflict'], name)
      assert.equal((await createUser([name])).status, 201)
      const query = new URLSearchParams({ page: '1', size: '10', roleName: name })
      const { status, body } = await service.call('GET', `${rolesPath()}/search?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual(
        body.data.map((role: { name: string }) => role.name),
        [one],
      )
    }
  }
})

test('a repeated request in another form is the same request', async () => {
  const [one, decomposed] = NAMES[0]!(++names) as [string, string]
  const idempotencyKey = randomUUID()
  const body = customerBody({ legalName: one, note: one })
  const first = await service.call('POST', '/v2/customers', body, { idempotencyKey })
  const again = { ...body, legalName: decomposed, note: decomposed }
  const repeated = await service.call('POST', '/v2/customers', again, { idempotencyKey })
  assert.equal(repeated.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(repeated.body, first.body)
})

test('names that differ in case, hyphens or wide letters are other names', async () => {
  for (const shortName of ['Tea Room', 'TEA ROOM', 'Tea-Room', 'TeaRoom', '\uff34ea Room', 'Tea Ro\u00f6m'])
    await newCustomer({ shortName })
})

test('a name of characters that nobody sees is refused', async () => {
  for (const shortName of ['Tea\u200bBar', 'Tea\u00adBar', 'Tea\u2060Bar', '\ufeffTeaBar', 'Tea\u202eBar', 'Tea\tBar'])
    assert.equal((await post('/v2/customers', customerBody({ shortName }))).status, 400, JSON.stringify(shortName))
  for (const shortName of [' ', '\u00a0', '\u3000 '])
    assert.equal((await post('/v2/customers', customerBody({ shortName }))).status, 400, JSON.stringify(shortName))
})

/** Names as releases before this one stored them. */
const store = (table: string, column: string, id: string, name: string) =>
  service.query(`update ${table} set ${column} = $2 where id = $1`, [id, name])

test('a name from before is found in every form, and nobody else takes it', async () => {
  for (const formsOf of NAMES) {
    const forms = formsOf(++names)
    for (const stored of forms.slice(1)) {
      const customer = await newCustomer()
      await store('customers', 'short_name', customer, stored)
      await store('customers', 'customer_ref', customer, stored)
      for (const form of forms) {
        for (const field of ['shortName', 'customerId']) {
          assert.deepEqual(await search({ [field]: form }), [customer], form)
          assert.equal((await post('/v2/customers', customerBody({ [field]: form }))).status, 409, form)
        }
        await newCustomer({ partnerOrgShortName: undefined, parentEntityShortName: form })
      }
      await store('customers', 'short_name', customer, `gone-${randomUUID()}`)
      await store('customers', 'customer_ref', customer, `gone-${randomUUID()}`)
    }
  }
})

test('two customers from before with one name are both found, and neither is taken for the other', async () => {
  const [one, decomposed] = NAMES[0]!(++names) as [string, string]
  const [first, second] = [await newCustomer({ shortName: one }), await newCustomer()]
  await store('customers', 'short_name', second, decomposed)
  for (const form of [one, decomposed]) {
    assert.deepEqual(await search({ shortName: form }), [first, second])
    const reply = await post('/v2/customers', customerBody({ parentEntityShortName: form }))
    assert.deepEqual([reply.status, reply.body.reason], [400, 'relatedCustomerUnknown'])
  }
})

test('two roles from before with one name give nobody rights until one has another name', async () => {
  const [one, decomposed] = NAMES[0]!(++names) as [string, string]
  assert.equal((await post(rolesPath(), roleBody(one))).status, 201)
  const { roleId: id } = (await post(rolesPath(), roleBody(`Other ${names}`))).body
  await store('roles', 'name', id, decomposed)
  for (const name of [one, decomposed]) assert.equal((await createUser([name])).status, 400)
  const renamed = await service.call('PUT', `${rolesPath()}/${id}`, { name: `Another ${names}` })
  assert.equal(renamed.status, 200)
  for (const name of [one, decomposed]) assert.equal((await createUser([name])).status, 201)
})

test('a customer that sends back names from before changes nothing about who it is', async () => {
  const [one, decomposed] = NAMES[0]!(++names) as [string, string]
  const above = await newCustomer({ shortName: one })
  await store('customers', 'short_name', above, decomposed)
  const customer = await newCustomer({ parentEntityShortName: one })
  await store('customers', 'legal_name', customer, decomposed)
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(customer) })
  const { legalName, parentEntityShortName } = await readCustomer(customer)
  const body = { legalName, parentEntityShortName, note: 'mine' }
  const reply = dataOf(await service.call('PUT', `/v2/customers/${customer}`, body, { client }))
  assert.notEqual(reply.customerEntityStatus, 'Pending')
  assert.equal(reply.approvalUID, undefined)
})
