import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { approvalSweeps } from '../../src/approvals/approvals.jobs.ts'
import { contentHash } from '../../src/approvals/content-hash.ts'
import { verifySealed } from '../../src/main/verify-sealed.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { copy, type Values } from '../support/hostile-sql.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { tamper } from '../support/tamper.ts'
import { contactBody, type Reply, type TestClient } from '../support/test-service.ts'

/**
 * One administrator of a bank under dual control, who can write to the database with the rights of
 * the service, makes proposals of colleagues; an owner of the tables alters some. None is applied:
 * each is set aside alone, and the verification names it.
 */
const START = '2027-01-04T17:00:00Z'
let bank: CautiousBank
let tenantId: bigint
/** The administrator who writes to the database, and two colleagues. */
let thief: TestClient
let maker: TestClient
let checker: TestClient

before(async () => {
  bank = await openCautiousBank(START)
  tenantId = bank.service.tenant.institution.tenantId
  thief = await bank.desk()
  maker = await bank.desk()
  checker = await bank.desk()
  dataOf(await bank.call('PUT', '/v1/institution', { dualControl: true }))
  await bank.service.app.db.readKeys()
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(START))

const query = <Row>(sql: string, values: unknown[] = []) => bank.service.query<Row>(sql, values)

/** What the verification says of a proposal. */
async function namedFor(id: string): Promise<string[]> {
  await bank.service.app.db.readKeys()
  const found = await bank.service.app.db.forTenant(tenantId).snapshot((tx) => verifySealed(tx, tenantId))
  return found.filter((one) => one.id.startsWith(id)).map(({ what }) => what)
}

const QUEUE = '/v1/institution/approvals'
const ALTERED = { status: 409, code: 'APPROVAL001', says: 'changed in the database' }
const PROPOSAL = 'a proposal was altered'

let amounts = 1_000
/** Proposes another limit of the institution. */
async function propose(client: TestClient, value = ++amounts): Promise<string> {
  const body = { limits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value }] }
  return dataOf(await bank.call('PUT', '/v1/institution/limits', body, client), 202).approvalUID
}
const limitNow = async (): Promise<number | undefined> => {
  const limits: { key: string; value: number }[] = dataOf(await bank.call('GET', '/v1/institution/limits')).limits
  return limits.find(({ key }) => key === 'FEDWIRE_PAYMENT_LIMIT_PER_DAY')?.value
}
const read = async (id: string) => dataOf(await bank.call('GET', `${QUEUE}/${id}`))
const pending = async () => dataOf(await bank.call('GET', `${QUEUE}?page=1&limit=100&status=Pending`))
const reject = (id: string, client = checker) =>
  bank.call('PUT', `${QUEUE}/${id}/reject`, { reason: 'not ours' }, client)

/** Approves what is stored: anyone with the content can compute its hash. */
async function approve(id: string, client: TestClient): Promise<Reply> {
  const { kind, action, customerUID, subjectUID, current = null, proposed } = await read(id)
  const hash = contentHash({ kind, action, customerUID, subjectUID, current, proposed })
  return bank.call('PUT', `${QUEUE}/${id}/approve`, { contentHash: hash }, client)
}

/** Ends a proposal by SQL and puts another in its place. */
async function forge(from: string, values: Values): Promise<string> {
  const id = randomUUID()
  const forged = { id, status: 'Pending', decided_by: null, decided_at: null, decided_by_user: null, ...values }
  await query(`update approvals set status = 'Voided', decided_by = 'worker', decided_at = now() where id = $1`, [from])
  await query(copy('approvals', forged, `id = '${from}'`))
  return id
}

/** The content of a proposal without seals. */
const plain = async (id: string): Promise<Values> => {
  const { current = null, proposed, contentHash: content_sha256 } = await read(id)
  return { current, proposed, content_sha256 }
}

/** Nobody approves it, the list shows it, and it is rejected. Then the next proposal is made. */
async function isSetAside(id: string, by = thief): Promise<void> {
  const before = await limitNow()
  const honest = dataOf(await bank.call('POST', '/v1/institution/api-clients', clientBody(), maker), 202).approvalUID
  assertRefused(await approve(id, by), ALTERED)
  assert.equal(await limitNow(), before)
  assert.deepEqual(await namedFor(id), [PROPOSAL])
  const shown = (await pending()).find(({ approvalUID }: { approvalUID: string }) => approvalUID === id)
  assert.match(shown.altered, /not what the service stored|not written by the service|sealed for another row/)
  assert.equal(dataOf(await approve(honest, checker)).status, 'Approved')
  assert.equal(dataOf(await reject(id)).status, 'Rejected')
  assert.deepEqual(await namedFor(id), [])
  const next = await propose(maker)
  assert.equal(dataOf(await approve(next, checker)).status, 'Approved')
  assert.equal(await limitNow(), amounts)
}

let clients = 0
const clientBody = () => ({ name: `Client ${++clients}`, entitlements: ['Institution.View_Institution'] })

const FORGED: Record<string, (from: string) => Promise<Values>> = {
  'with the digest of their own': async (from) => ({ ...(await plain(from)), requested_by: maker.apiKey }),
  'without a digest': async (from) => ({
    ...(await plain(from)),
    ...{ requested_by: maker.apiKey, content_index: null },
  }),
  'of the service': async (from) => ({
    ...(await plain(from)),
    ...{ requested_by: 'worker', requested_for: null, content_index: null },
  }),
  'with another content': async (from) => ({
    ...(await plain(from)),
    ...{ requested_by: maker.apiKey, content_index: 'hmac:x' },
    proposed: {
      ...{ operation: 'setInstitutionLimits', params: null },
      body: { limits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 999_999_999 }] },
    },
  }),
}

for (const [how, values] of Object.entries(FORGED))
  test(`an administrator does not approve a proposal of a colleague that they made by SQL, ${how}`, async () => {
    const own = await propose(thief)
    await isSetAside(await forge(own, await values(own)))
  })

test('a copy of a proposal, as it is or with its seals, is approved by nobody', async () => {
  for (const values of [{}, { content_index: null }] as Values[]) {
    const id = await forge(await propose(maker), values)
    const shown = await read(id)
    assert.deepEqual([shown.proposed, shown.contentHash], [{}, ''])
    await isSetAside(id)
  }
})

const CHANGED: Record<string, string> = {
  requested_by: `requested_by = 'giro_somebody'`,
  'requested_by and its user': `requested_by = 'giro_somebody', requested_by_user = (select id from users limit 1)`,
  'the legal entity that it was requested for': 'requested_for = null',
  'when it was requested': `requested_at = requested_at - interval '1 year'`,
  subject: `subject_id = 'another'`,
  expiry: `expires_at = expires_at + interval '1 day'`,
  customer: 'customer_id = (select min(id) from customers where id <> approvals.customer_id)',
  action: `action = 'create'`,
  current: 'current = null',
  'the digest': 'content_index = null',
}

for (const [what, set] of Object.entries(CHANGED))
  test(`nobody approves a proposal with a change of: ${what}`, async () => {
    // A customer that is there to change to.
    await bank.customer({})
    const own = await propose(thief)
    await tamper(bank.service, `update approvals set ${set} where id = $1`, [own])
    await isSetAside(own, what.startsWith('requested_by') ? thief : checker)
  })

test('a proposal that has expired is not approved once its end is put off', async () => {
  const own = await propose(maker)
  bank.clock.set('2027-02-04T17:00:00Z')
  assertRefused(await approve(own, checker), { status: 409, code: 'APPROVAL001', says: 'expired' })
  await tamper(bank.service, `update approvals set expires_at = expires_at + interval '1 year' where id = $1`, [own])
  await isSetAside(own, checker)
})

test('what the institution alone decides stays so', async () => {
  const customer = await bank.customer({})
  const path = `/v2/customers/${customer.customerUID}`
  const { approvalUID } = dataOf(await bank.call('PUT', path, { legalName: 'Another Bank' }, customer.ada))
  assert.equal((await read(approvalUID)).institutionDecides, true)
  await tamper(bank.service, 'update approvals set institution_decides = false where id = $1', [approvalUID])
  const own = `/v1/customers/${customer.customerUID}/approvals/customer/${approvalUID}`
  const { contentHash: hash } = dataOf(await bank.call('GET', own, undefined, customer.bob))
  assertRefused(await bank.call('PUT', `${own}/approve`, { contentHash: hash }, customer.bob), ALTERED)
  assertRefused(await bank.call('PUT', `${own}/approve`, { contentHash: hash }, thief), ALTERED)
  dataOf(await reject(approvalUID))
})

test('a proposal that cannot be opened spoils no list, and expires with the others', async () => {
  const garbage = JSON.stringify(`sealed:${'A'.repeat(120)}`)
  const broken = await propose(maker)
  await tamper(bank.service, 'update approvals set proposed = $2::jsonb where id = $1', [broken, garbage])
  const shown = (await pending()).find(({ approvalUID }: { approvalUID: string }) => approvalUID === broken)
  assert.deepEqual([shown.proposed, typeof shown.altered], [{}, 'string'])
  assert.equal(dataOf(await bank.call('GET', `${QUEUE}?page=1&limit=100`)).length > 1, true)
  // The next proposal for the subject takes its place.
  const next = await propose(maker)
  assert.deepEqual([(await read(broken)).status, (await read(next)).altered], ['Voided', undefined])
  await tamper(bank.service, 'update approvals set proposed = $2::jsonb where id = $1', [next, garbage])
  const honest = dataOf(await bank.call('POST', '/v1/institution/api-clients', clientBody(), maker), 202).approvalUID
  bank.clock.set('2027-02-04T17:00:00Z')
  const { run } = sweepNamed(approvalSweeps, 'approvals: expire proposals')
  assert.ok((await run(bank.service.app, bank.service.tenant.institution)) >= 2)
  assert.deepEqual([(await read(next)).status, (await read(honest)).status], ['Expired', 'Expired'])
})

test('a proposal about a subject that does not exist is rejected, and expires', async () => {
  const kinds = [
    ...(['contact', 'customer', 'user', 'signatory'] as const).map((kind) => ({ kind, approvers_needed: null })),
    { kind: 'fxTrade', approvers_needed: 2 },
  ]
  const own = await propose(thief)
  const content = await plain(own)
  for (const one of kinds) {
    const forged = () => forge(own, { ...content, ...one, subject_id: 'nothing', content_index: null })
    assert.equal(dataOf(await reject(await forged())).status, 'Rejected')
    const id = await forged()
    assertRefused(await approve(id, checker), ALTERED)
    bank.clock.set('2027-02-04T17:00:00Z')
    const { run } = sweepNamed(approvalSweeps, 'approvals: expire proposals')
    await run(bank.service.app, bank.service.tenant.institution)
    assert.equal((await read(id)).status, 'Expired')
    bank.clock.set(START)
  }
})

test('what was rejected or has expired does not wait again', async () => {
  const own = await propose(maker)
  dataOf(await reject(own))
  const again = `update approvals set status = 'Pending', decided_by = null, decided_at = null, decided_by_user = null`
  await assert.rejects(query(`${again} where id = $1`, [own]), /never go back/)
  await assert.rejects(query(`update approvals set status = 'Approved' where id = $1`, [own]), /never go back/)
})

test('the contact of a customer does not get the number of a forged proposal', async () => {
  const customer = await bank.customer({ beneDualApproval: true })
  const contacts = `/v2/customers/${customer.customerUID}/contacts`
  const number = '640281739777'
  const body = contactBody({ contactBank: { ...contactBody().contactBank, accountNo: number } })
  const [made] = dataOf(
    await bank.call('GET', `${QUEUE}?page=1&limit=10&status=Pending&customerUID=${customer.customerUID}`),
  )
  assert.equal(dataOf(await approve(made.approvalUID, checker)).status, 'Approved')
  const { approvalUID } = dataOf(await bank.call('PUT', `${contacts}/${customer.contactUID}`, body, customer.ada))
  const own = `/v1/customers/${customer.customerUID}/approvals/contact`
  const forged = await forge(approvalUID, { ...(await plain(approvalUID)), requested_by: customer.bob.apiKey })
  const { contentHash: hash } = dataOf(await bank.call('GET', `${own}/${forged}`, undefined, customer.ada))
  assertRefused(await bank.call('PUT', `${own}/${forged}/approve`, { contentHash: hash }, customer.ada), ALTERED)
  const { contactBank } = dataOf(await bank.call('GET', `${contacts}/${customer.contactUID}`))
  assert.notEqual(contactBank.accountNo, number)
  dataOf(await bank.call('PUT', `${own}/${forged}/reject`, { reason: 'not ours' }, customer.ada))
  const again = dataOf(await bank.call('PUT', `${contacts}/${customer.contactUID}`, body, customer.ada)).approvalUID
  const proposed = dataOf(await bank.call('GET', `${own}/${again}`, undefined, customer.bob))
  const { contentHash: honest } = proposed
  dataOf(await bank.call('PUT', `${own}/${again}/approve`, { contentHash: honest }, customer.bob))
})
