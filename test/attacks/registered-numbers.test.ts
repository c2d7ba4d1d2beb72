import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { receiveItems } from '../../src/receipts/receipts.ts'
import { itemOf } from '../receipts/receipt-items.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  accountBody,
  createPayer,
  customerBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestClient,
  type TestService,
  unnumberedBody,
} from '../support/test-service.ts'

/**
 * A customer registers the account of somebody else at another bank as its own, before the owner
 * does: the owner is neither refused nor told, and no money goes there.
 */

const OTHER_BANK = '091000019'
let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

interface Party extends Payer {
  client: TestClient
}

async function party(): Promise<Party> {
  const payer = await createPayer(service)
  return { ...payer, client: await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) }) }
}

const elsewhere = (fields: object = {}) =>
  accountBody({ systemOfRecords: 'External', routingNumber: OTHER_BANK, ...fields })
const link = ({ customerUID, client }: Party, body: object) =>
  service.call('POST', `/v3/customers/${customerUID}/accounts`, body, { client })
/** The institution corrects a number. */
const change = ({ customerUID }: Party, accountUID: string, body: object) =>
  service.call('PATCH', `/v3/customers/${customerUID}/accounts/${accountUID}`, body)

test('who registers the account of somebody else first does not keep its owner from linking it', async () => {
  const [thief, owner] = [await party(), await party()]
  const account = elsewhere()
  dataOf(await link(thief, account), 201)
  dataOf(await link(owner, account), 201)
  assertRefused(await link(owner, account), { status: 409, code: 'ACC001', says: 'accountNumber' })
})

test('nor does who moves an account of its own to that number, or moves away and back', async () => {
  const [thief, owner] = [await party(), await party()]
  const [account, other] = [elsewhere(), elsewhere()]
  const stolen = dataOf(await link(thief, other), 201).accountUID
  dataOf(await change(thief, stolen, { accountNumber: account.accountNumber }))
  const linked = dataOf(await link(owner, account), 201).accountUID
  dataOf(await change(owner, linked, { accountNumber: other.accountNumber }))
  dataOf(await change(owner, linked, { accountNumber: account.accountNumber }))
})

test('nor does who registers it as a consumer, or in a batch with the owner', async () => {
  const [thief, owner] = [await party(), await party()]
  const account = elsewhere({ systemOfRecords: 'Other Core' })
  const replies = await Promise.all([link(thief, account), link(owner, account), link(thief, account)])
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [201, 201, 409])
})

test('the refusal of a number does not tell what another customer has registered', async () => {
  const [thief, owner] = [await party(), await party()]
  const account = elsewhere()
  dataOf(await link(owner, account), 201)
  const known = await link(thief, account)
  const unknown = await link(thief, elsewhere())
  assert.deepEqual([known.status, Object.keys(known.body.data)], [unknown.status, Object.keys(unknown.body.data)])
})

test("the institution's own numbers stay unique, and the database holds to it", async () => {
  const [thief, owner] = [await party(), await party()]
  const own = { accountNumber: owner.accountNumber }
  const asBank = { ...thief, client: service.tenant.client }
  assertRefused(await link(asBank, accountBody(own)), { status: 409, code: 'ACC001', says: 'accountNumber' })
  const refused = await link(thief, elsewhere({ ...own, routingNumber: ROUTING_NUMBER }))
  assertRefused(refused, { status: 403, code: 'AUTH002' })
  const linked = dataOf(await link(thief, elsewhere(own)), 201).accountUID
  const move = (elsewhereOf: string) =>
    service.query(`update accounts set routing_number = $1, elsewhere_of = ${elsewhereOf} where id = $2`, [
      ROUTING_NUMBER,
      linked,
    ])
  await assert.rejects(move('null'), /accounts_number/)
  await assert.rejects(move('customer_id'), /at another bank/)
  await assert.rejects(move('1'), /at another bank/)
})

/** A transfer of the party between accounts that are named in any way. */
const transfer = ({ client }: Party, from: object, to: object) => {
  const body = { senderAccount: from, receiverAccount: to, paymentAmount: 1, externalReferenceId: 'transfer' }
  return service.call('POST', '/payments/booktransfer', body, { client })
}

test('the sender of a transfer is the account of the one who names it, also if others registered its number', async () => {
  const [thief, owner, other] = [await party(), await party(), await party()]
  const account = elsewhere()
  dataOf(await link(thief, account), 201)
  dataOf(await link(thief, elsewhere({ accountNumber: owner.accountNumber })), 201)
  dataOf(await link(owner, account), 201)
  dataOf(await link(owner, elsewhere({ accountNumber: other.accountNumber })), 201)
  const { accountUID } = dataOf(await link(owner, unnumberedBody()), 201)
  const from = (accountNumber: string) => transfer(owner, { accountNumber }, { accountUID })
  dataOf(await from(owner.accountNumber))
  for (const ofItsOwn of [account.accountNumber, other.accountNumber]) {
    const { body } = await from(ofItsOwn)
    assert.match(body.message, /not held at this institution/, 'it is the account of the owner')
  }
})

test('a transfer to a number goes to the account of the bank, also if others registered it at another bank', async () => {
  const [thief, owner] = [await party(), await party()]
  const account = elsewhere()
  const { accountNumber } = account
  dataOf(await link(thief, account), 201)
  const to = (receiver: object) => transfer(owner, { accountUID: owner.accountUID }, receiver)
  const unknown = await to({ accountNumber: elsewhere().accountNumber })
  for (const named of [{ accountNumber }, { accountNumber, routingNumber: OTHER_BANK }]) {
    const reply = await to(named)
    assert.deepEqual([reply.status, reply.body.message], [unknown.status, unknown.body.message])
  }

  const asBank = { ...owner, client: service.tenant.client }
  dataOf(await link(owner, account), 201)
  const { accountUID } = dataOf(await link(asBank, accountBody({ accountNumber })), 201)
  dataOf(await to({ accountNumber }))
  const paid = await service.query('select from payments where receiver_account_id = $1', [accountUID])
  assert.equal(paid.length, 1, 'not to the account that the owner itself linked')
})

test('what comes in goes to the account of the bank, and never near one that a stranger registered', async () => {
  const [thief, owner] = [await party(), await party()]
  const { accountNumber } = elsewhere()
  for (const number of [owner.accountNumber, accountNumber, `9${accountNumber}`])
    dataOf(await link(thief, elsewhere({ accountNumber: number })), 201)
  const now = service.app.clock.now()
  const items = [owner.accountNumber, accountNumber, `00${accountNumber}`].map((one) => itemOf({ accountNumber: one }))
  await service.app.db.transaction((tx) => receiveItems(tx, service.tenant.institution, items, now))
  const rows = await service.query<{ accountId: bigint | null; reason: string | null; candidates: unknown }>(
    `select account_id as "accountId", reason, candidates::text as candidates from receipts where identity = any($1) order by entry_number`,
    [items.map(({ identity }) => identity)],
  )
  assert.deepEqual(rows, [
    { accountId: BigInt(owner.accountUID), reason: null, candidates: rows[0]?.candidates },
    { accountId: null, reason: 'AccountUnknown', candidates: rows[0]?.candidates },
    { accountId: null, reason: 'AccountUnknown', candidates: rows[0]?.candidates },
  ])
})

test('an account linked at a future routing number of the institution does not become one of its own', async () => {
  const tenant = await service.createTenant('renumbered')
  const bank = (method: string, path: string, body: object) => service.call(method, path, body, tenant)
  const { customerUID } = dataOf(await bank('POST', '/v2/customers', customerBody()))
  const client = await service.createClient(tenant, { legalEntityId: BigInt(customerUID) })
  const accounts = `/v3/customers/${customerUID}/accounts`
  const external = elsewhere()
  const { accountUID } = dataOf(await service.call('POST', accounts, external, { client }), 201)
  const take = (routingNumber: string) => bank('PUT', '/v1/institution', { routingNumber })
  const move = (routingNumber: string) => bank('PATCH', `${accounts}/${accountUID}`, { routingNumber })

  const says = `routingNumber cannot be ${OTHER_BANK} while accounts are linked at it as at another bank`
  assertRefused(await take(OTHER_BANK), { status: 400, code: 'INST001', says })
  const { tenantId } = tenant.institution
  const linked = `select elsewhere_of as "elsewhereOf" from accounts where tenant_id = $1 and routing_number = $2`
  assert.deepEqual(await service.query(linked, [tenantId, OTHER_BANK]), [{ elsewhereOf: BigInt(customerUID) }])

  dataOf(await move('021000021'))
  dataOf(await take(OTHER_BANK))
  const chosen = await service.call('POST', accounts, elsewhere(), { client })
  assertRefused(chosen, { status: 403, code: 'AUTH002' })
  dataOf(await move(OTHER_BANK))
  assert.deepEqual(await service.query(linked, [tenantId, OTHER_BANK]), [{ elsewhereOf: null }])
})
