import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { operations } from '../../src/main/operations.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { isChange, makersOf, sampleRequest } from '../support/operation-samples.ts'
import {
  accountBody,
  contactBody,
  createPayer,
  creditBody,
  customerBody,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

const clock = fixedClock('2026-07-01T12:00:00.000Z')
const LOG = '/v1/institution/audit'

let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: true })
})
after(() => service.stop())

interface Listed {
  storedBefore?: string
  storedAfter?: string
  sequence: string | null
  id: string
  at: string
  actor: string
  action: string
  subjectId: string
  customerUID: string | null
  changedFields: string[]
  before: unknown
  after: unknown
  previousHash: string | null
  hash: string | null
}

async function list(filter: Record<string, string> = {}, client = service.tenant.client) {
  const query = new URLSearchParams({ page: '1', limit: '1000', ...filter })
  const reply = await service.call('GET', `${LOG}?${query}`, undefined, { client })
  return { records: dataOf(reply) as Listed[], pagination: reply.body.pagination }
}

const createCustomer = async (client?: TestClient): Promise<string> =>
  dataOf(await service.call('POST', '/v2/customers', customerBody(), { client })).customerUID

const update = async (customerUID: string, body: object) =>
  dataOf(await service.call('PUT', `/v2/customers/${customerUID}`, body))

/** Waits until every record is chained. */
const chained = () =>
  eventually('every record is chained', async () => (await list()).records.every(({ sequence }) => sequence !== null))

test('a change is listed with actor, action, time, before and after, and the changed fields', async () => {
  const customerUID = await createCustomer()
  clock.advance({ seconds: 1 })
  await update(customerUID, { note: 'called back', costCenter: '0002' })
  const { records } = await list({ customerUID })
  assert.deepEqual(
    records.map(({ action }) => action),
    ['customer.updated', 'customer.created'],
  )
  const [updated, created] = records
  assert.equal(updated?.actor, service.tenant.client.apiKey)
  assert.equal(updated?.at, '2026-07-01T12:00:01.000000Z')
  assert.equal(updated?.subjectId, customerUID)
  assert.deepEqual(updated?.changedFields, ['costCenter', 'note'])
  assert.equal((updated!.after as { costCenter: string }).costCenter, '0002')
  assert.deepEqual([created?.before, created?.changedFields], [null, []])
})

test('each filter matches exactly; from is inclusive, to is exclusive; filters combine', async () => {
  const other = await service.createClient(service.tenant, {})
  clock.set('2026-07-02T12:00:00.250Z')
  const customerUID = await createCustomer(other)
  clock.advance({ milliseconds: 1 })
  await update(customerUID, { note: 'later' })
  const actions = async (filter: Record<string, string>) => (await list(filter)).records.map(({ action }) => action)

  assert.deepEqual(await actions({ actor: other.apiKey }), ['customer.created'])
  assert.deepEqual(await actions({ customerUID, action: 'customer.updated' }), ['customer.updated'])
  assert.deepEqual(await actions({ customerUID, action: 'customer' }), [])
  assert.deepEqual(await actions({ subjectKind: 'customer', subjectId: customerUID, actor: other.apiKey }), [
    'customer.created',
  ])
  assert.deepEqual(await actions({ subjectKind: 'account', subjectId: customerUID }), [])
  const at = '2026-07-02T08:00:00.250-04:00'
  assert.deepEqual(await actions({ customerUID, from: at }), ['customer.updated', 'customer.created'])
  assert.deepEqual(await actions({ customerUID, from: '2026-07-02T12:00:00.250001Z' }), ['customer.updated'])
  assert.deepEqual(await actions({ customerUID, to: at }), [])
  assert.deepEqual(await actions({ customerUID, from: at, to: '2026-07-02T12:00:00.251Z' }), ['customer.created'])
})

test('pages follow each other, newest first, and records of the same moment keep their order', async () => {
  clock.set('2026-07-03T12:00:00.000Z')
  const customerUID = await createCustomer()
  for (let times = 0; times < 6; times++) await update(customerUID, { note: `note ${times}` })
  const whole = await list({ customerUID })
  assert.deepEqual(whole.pagination, { totalRecords: 7, returnedRecords: 7, pageReturned: 1, pageSize: 1000 })
  const notes = whole.records.map((record) => (record.after as { note?: string }).note)
  assert.deepEqual(notes, ['note 5', 'note 4', 'note 3', 'note 2', 'note 1', 'note 0', undefined])
  const paged: Listed[] = []
  for (let page = 1; page <= 4; page++)
    paged.push(...(await list({ customerUID, limit: '2', page: String(page) })).records)
  assert.deepEqual(
    paged.map(({ id }) => id),
    whole.records.map(({ id }) => id),
  )
})

test('an invalid query is refused, naming every wrong parameter', async () => {
  const refusedFor = async (query: string, says: string) =>
    assertRefused(await service.call('GET', `${LOG}?page=1&limit=1000${query}`), {
      status: 400,
      code: 'REQ001',
      says,
    })
  await refusedFor('&subjectKind=customer', 'subjectKind and subjectId must be given together')
  await refusedFor('&subjectId=1', 'subjectKind and subjectId must be given together')
  await refusedFor('&from=2026-07-01', 'from must')
  await refusedFor('&to=0000-01-01T00:00:00Z', 'to must be a moment such as')
  await refusedFor('&to=2026-02-30T00:00:00.000Z', 'to must')
  await refusedFor('&customerUID=x', 'customerUID must be digits')
  for (const query of ['page=1&limit=1001', 'page=0&limit=10'])
    assert.equal((await service.call('GET', `${LOG}?${query}`)).status, 400)
})

test("only the institution's own entity reads its log and its head", async () => {
  const legalEntityId = BigInt(await createCustomer())
  const client = await service.createClient(service.tenant, { legalEntityId })
  for (const path of [`${LOG}?page=1&limit=10`, `${LOG}/head`])
    assertRefused(await service.call('GET', path, undefined, { client }), {
      status: 403,
      code: 'AUTH002',
      says: 'only a client of the institution itself',
    })
})

test("an institution's log contains no other institution's records, and its chain has its own start", async () => {
  const { client } = await service.createTenant('other')
  const { records } = await list({}, client)
  assert.deepEqual(
    records.map(({ action, actor }) => [action, actor]),
    [['institution.created', 'operator']],
  )
  await eventually('its first record is chained', async () => (await list({}, client)).records[0]?.sequence === '1')
})

test('a replaced account number is in full in the audit log and masked in the events', async () => {
  const customerUID = await createCustomer()
  const account = accountBody({ accountNumber: '1111110001' })
  const { accountUID } = dataOf(await service.call('POST', `/v3/customers/${customerUID}/accounts`, account), 201)
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}`
  dataOf(await service.call('PATCH', path, { accountNumber: '2222220001' }))
  const contacts = `/customers/${customerUID}/contacts`
  const contact = contactBody()
  const { customerContactUID } = dataOf(await service.call('POST', contacts, contact))
  const contactBank = { ...contact.contactBank, accountNo: '999100200300' }
  dataOf(await service.call('PUT', `${contacts}/${customerContactUID}`, { ...contact, contactBank }))

  const { records } = await list({ customerUID })
  const changed = (action: string) => records.find((record) => record.action === action)!
  assert.deepEqual(changed('account.updated').changedFields, ['accountNumber'])
  assert.deepEqual(changed('contact.updated').changedFields, ['contactBank.accountNo'])
  const recorded = JSON.stringify(records)
  const whole = ['1111110001', '2222220001', '700100200300', '999100200300']
  for (const number of whole) assert.ok(recorded.includes(`"${number}"`), number)
  const events = await service.query<{ data: unknown }>(
    'select data from events where tenant_id = $1 and customer_id = $2',
    [service.tenant.institution.tenantId, customerUID],
  )
  const told = JSON.stringify(events)
  for (const number of whole) assert.ok(!told.includes(number), number)
  for (const masked of ['****0001', '****0300']) assert.ok(told.includes(masked), masked)
})

test("the worker chains each record, and an auditor can recompute the head from the API's replies", async () => {
  await createPayer(service)
  await chained()
  const { records } = await list()
  const { tenantId } = service.tenant.institution
  let hash = createHash('sha256').update(`giro audit chain ${tenantId}`).digest()
  const inOrder = records.toSorted((a, b) => Number(a.sequence) - Number(b.sequence))
  inOrder.forEach(({ previousHash, hash: stated, changedFields: _, storedBefore, storedAfter, ...shown }, place) => {
    const content = {
      ...shown,
      ...(storedBefore && { before: JSON.parse(storedBefore) }),
      ...(storedAfter && { after: JSON.parse(storedAfter) }),
    }
    assert.equal(content.sequence, String(place + 1))
    assert.equal(previousHash, hash.toString('hex'))
    const sorted = JSON.stringify(content, namesOf(content).sort())
    hash = createHash('sha256').update(hash).update(sorted).digest()
    assert.equal(stated, hash.toString('hex'))
  })
  const head = dataOf(await service.call('GET', `${LOG}/head`))
  assert.deepEqual(head, { sequence: String(records.length), hash: hash.toString('hex') })
})

/** Every name in a value, once: JSON.stringify takes them as the order to write in. */
function namesOf(value: unknown): string[] {
  const names = new Set<string>()
  JSON.stringify(value, (name, child) => {
    names.add(name)
    return child
  })
  return [...names]
}

test('the records of concurrent requests are all chained', async () => {
  const before = (await list()).pagination.totalRecords
  await Promise.all(Array.from({ length: 60 }, () => createCustomer()))
  await chained()
  const { records } = await list()
  assert.equal(records.length, before + 60)
  assert.deepEqual(
    records.map(({ sequence }) => Number(sequence)).sort((a, b) => b - a),
    records.map((_, place) => records.length - place),
  )
})

test('no record and no event contains a secret, a token, or the key of an external account', async () => {
  const own = await startTestService()
  try {
    const payer = await createPayer(own)
    const { client } = own.tenant
    const secrets = ['external-token-to-be-kept', client.apiSecret, client.token]
    const account = accountBody({ externalAuthToken: secrets[0] })
    const path = `/v3/customers/${payer.customerUID}/accounts`
    const { accountUID } = dataOf(await own.call('POST', path, account), 201)
    const changed = await own.call('PATCH', `${path}/${accountUID}`, { externalAuthToken: `${secrets[0]}-2` })
    assert.ok(changed.status < 300, JSON.stringify(changed.body))
    const paid = dataOf(await own.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 1 })))
    const given = { ...payer, paymentUID: paid.paymentUID, ...(await makersOf(own, own.tenant)) }
    for (const operation of operations.filter(isChange)) {
      const { method, paths, body } = await sampleRequest(operation, given)
      const reply = await own.call(method, paths[0]!, body)
      assert.ok(reply.status < 300, `${operation.id}: ${JSON.stringify(reply.body)}`)
      secrets.push(...secretsIn(reply.body))
    }
    assert.ok(secrets.length > 3, 'a client got a secret')

    const texts = (
      await own.query<{ text: string }>(
        'select l::text as text from audit_log l union all select e::text from events e',
      )
    ).map(({ text }) => text)
    assert.ok(texts.some((text) => text.includes('account.updated')))
    for (const secret of secrets) assert.ok(!texts.some((text) => text.includes(secret)))
  } finally {
    await own.stop()
  }
})

/** The values that a reply shows under the name of a secret. */
function secretsIn(body: unknown): string[] {
  const found: string[] = []
  JSON.stringify(body, (name, value) => {
    if (/secret$/i.test(name) && typeof value === 'string') found.push(value)
    return value
  })
  return found
}
