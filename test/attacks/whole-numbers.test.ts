import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  contactBody,
  createPayer,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

/**
 * A client without Customers.View_Account_Number asks for the numbers of contacts by other doors.
 * test/operations/masked-numbers.test.ts asks every operation.
 */

const NUMBER = '700100200300'
let service: TestService
let payer: Payer
let masked: TestClient
before(async () => {
  service = await startTestService({ worker: false })
  payer = await createPayer(service, { contact: { contactBank: { ...contactBody().contactBank, accountNo: NUMBER } } })
  const entitlements = ENTITLEMENTS.filter((name) => name !== 'Customers.View_Account_Number')
  masked = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID), entitlements })
})
after(() => service.stop())

const call = (method: string, path: string, body?: object, client = masked, headers?: Record<string, string>) =>
  service.call(method, path, body, { client, ...(headers && { headers }) })
const contacts = () => `/customers/${payer.customerUID}/contacts`
const hides = (body: unknown) => assert.equal(JSON.stringify(body).includes(NUMBER), false, JSON.stringify(body))

test('the list of contacts masks their numbers, also when it is searched by one', async () => {
  for (const query of ['', `?accountNumber=${NUMBER}`]) {
    const reply = await call('GET', `${contacts()}${query}`)
    hides(reply.body)
    assert.equal(dataOf(reply)[0].contactBank.accountNo, '****0300')
  }
})

test('a contact masks its number, and keeps it when it is sent back as it was read', async () => {
  const path = `${contacts()}/${payer.contactUID}`
  const reply = await call('GET', path)
  hides(reply.body)
  const { contactUID: _uid, status: _status, ...content } = dataOf(reply)
  const changed = await call('PUT', path, { ...content, name: 'Highland Beans LLC' })
  dataOf(changed)
  hides(changed.body)
  const whole = dataOf(await call('GET', path, undefined, service.tenant.client))
  assert.deepEqual([whole.name, whole.contactBank.accountNo], ['Highland Beans LLC', NUMBER])
})

test('a masked number that is not that of the contact is refused, and makes no new contact', async () => {
  const { contactBank, ...content } = contactBody({ templateName: 'masked' })
  const body = { ...content, contactBank: { ...contactBank, accountNo: '****0301' } }
  const refused = { status: 400, code: 'CUST001', says: 'contactBank.accountNo is masked' }
  assertRefused(await call('PUT', `${contacts()}/${payer.contactUID}`, body), refused)
  const copied = { ...body, contactBank: { ...body.contactBank, accountNo: '****0300' } }
  assertRefused(await call('POST', contacts(), copied), refused)
})

test('events, the audit log and the approvals of a contact show none', async () => {
  const paths = [
    '/v1/events',
    `/v1/institution/audit?page=1&limit=10&subjectKind=contact&subjectId=${payer.contactUID}`,
    '/v1/institution/approvals?page=1&limit=100',
  ]
  const all = await service.createClient(service.tenant, {
    entitlements: ENTITLEMENTS.filter((name) => name !== 'Customers.View_Account_Number'),
  })
  for (const path of paths) {
    const reply = await call('GET', path, undefined, all)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    hides(reply.body)
  }
})
