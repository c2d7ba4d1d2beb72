import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import { SEALED_TABLES } from '../../src/db/sealed-columns.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { isSealed, placeTagOf } from '../../src/kernel/sealed-text.ts'
import { isBound, rotateDataKey, statusOfKeys } from '../../src/main/rotate-keys.ts'
import { verifySeals } from '../../src/payments/payments.ts'
import { receiveItems } from '../../src/receipts/receipts.ts'
import { itemOf } from '../receipts/receipt-items.ts'
import { dataOf } from '../support/answers.ts'
import { forgetPlaces } from '../support/earlier-seals.ts'
import { eventually } from '../support/eventually.ts'
import { eurosBody, marketRates } from '../support/fx-market.ts'
import { tamper } from '../support/tamper.ts'
import {
  accountBody,
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

/** An institution from before values were bound to their places, and its first key that binds. */
let service: TestService
let owner: pg.Client
let payer: Payer
let thief: string
const CLEAR = '640281739777'

before(async () => {
  service = await startTestService({ worker: true, clock: systemClock })
  owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
  await forgetPlaces(service)
  payer = await createPayer(service)
  const contact = contactBody()
  const numbered = { ...contact, contactBank: { ...contact.contactBank, accountNo: '999888777666' } }
  thief = dataOf(await service.call('POST', `/customers/${payer.customerUID}/contacts`, numbered)).customerContactUID
})
after(async () => {
  await owner?.end()
  await service?.stop()
})

const now = () => Temporal.Now.instant()
const numberOf = async (table: string, column: string, id: string) =>
  (await owner.query(`select ${column} as value from ${table} where id::text = $1`, [id])).rows[0].value as string
const laterPayment = async (): Promise<string> => {
  const paymentDate = now()
    .add({ hours: 24 * 40 })
    .toString()
    .slice(0, 10)
  return dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentDate }))).paymentUID
}

/** Rotates, as if half a minute ago, and waits until the sweep has sealed every table. */
async function rotated(): Promise<void> {
  const { app, tenant } = service
  await rotateDataKey(app.db, tenant.institution, now().subtract({ seconds: 35 }))
  await eventually(
    'every table is sealed with the active key',
    async () => (await statusOfKeys(app.db, tenant.institution, now())).isFinished,
    { withinMs: 90_000 },
  )
  await app.db.readKeys()
}

/** A contact that waits for its approval. */
async function propose(): Promise<string> {
  const settings = { customer: { legalEntityAccessSettings: { beneDualApproval: true } } }
  const { customerUID, contactUID } = await createPayer(service, settings)
  const query = `?page=1&limit=10&customerUID=${customerUID}&subjectUID=${contactUID}`
  return dataOf(await service.call('GET', `/v1/institution/approvals${query}`))[0].approvalUID
}

async function decideProposal(id: string) {
  const path = `/v1/institution/approvals/${id}`
  const client = await service.createClient(service.tenant, {})
  const { contentHash } = dataOf(await service.call('GET', path))
  return service.call('PUT', `${path}/approve`, { contentHash }, { client })
}

/** A payment that one of two people has approved. */
async function halfApproved() {
  const legalEntityAccessSettings = { paymentDualApproval: true, paymentNumberOfApprovers: 2 }
  const careful = await createPayer(service, { customer: { legalEntityAccessSettings } })
  const { paymentUID } = dataOf(await service.call('POST', '/payments/creditrequest', creditBody(careful)))
  const byAnother = async () => {
    const client = await service.createClient(service.tenant, { legalEntityId: BigInt(careful.customerUID) })
    return service.call('PUT', `/payments/${paymentUID}/approve`, {}, { client })
  }
  assert.equal(dataOf(await byAnother()).paymentStatus, 'PARTIALLY_APPROVED')
  return { byAnother }
}

/** A contract that is covered, for which the customer pays from its account. */
async function contract(): Promise<string> {
  dataOf(await service.call('PUT', '/v1/institution/fx/rates', { rates: marketRates }))
  const { quoteUUID } = dataOf(
    await service.call('POST', '/v2/fx/quote', eurosBody(payer.customerUID, { transferAmount: 100 })),
  )
  const { forexContractNo: no } = dataOf(await service.call('PUT', '/v2/fx/accept', { quoteUUID }))
  dataOf(await service.call('GET', `/v2/fx/${no}/cover`))
  return no
}

/** The values of tables that can change which are bound to no place. */
async function unbound(): Promise<string[]> {
  const found: string[] = []
  for (const [table, { columns }] of Object.entries(SEALED_TABLES))
    for (const [name, { isFinal, as }] of Object.entries(columns)) {
      if (isFinal || as === 'bytes' || as === 'index') continue
      for (const { value } of (await owner.query(`select to_jsonb(${name}) as value from ${table}`)).rows) {
        const text = isSealed(value) ? value : value?.sealed
        if (isSealed(text) && placeTagOf(text) === undefined) found.push(`${table}.${name}`)
      }
    }
  return found
}

test('until a key binds, what is written has no place, as the nodes of the release before read it', async () => {
  const paymentUID = await laterPayment()
  for (const [table, column, id] of [
    ['accounts', 'account_number', payer.accountUID],
    ['contacts', 'account_number', payer.contactUID],
    ['payments', 'receiver_account_number', paymentUID],
  ] as const)
    assert.match(await numberOf(table, column, id), /^sealed:Ag/)
  const { tenantId } = service.tenant.institution
  assert.equal(await isBound(service.app.db, service.tenant.institution), false)
  // The functions of the sweep take only what is bound: that of the release before changes nothing.
  const theirs = await numberOf('contacts', 'account_number', thief)
  await service.query('select reseal_payments($1, $2, $3, $4, null)', [tenantId, paymentUID, theirs, 'hmac:x'])
  assert.notEqual(await numberOf('payments', 'receiver_account_number', paymentUID), theirs)
})

test('rows from before sealing are read, found and protected from duplicates', async () => {
  await owner.query(`update accounts set account_number = $2, account_number_index = null where id = $1`, [
    ...[payer.accountUID, CLEAR],
  ])
  const path = `/v3/customers/${payer.customerUID}/accounts`
  assert.equal(dataOf(await service.call('GET', `${path}/${payer.accountUID}`)).accountNumber, CLEAR)
  assert.equal((await service.call('GET', `/v1/customers/lookup/${CLEAR}`)).body.data.profiles.length, 1)
  const twin = await service.call('POST', path, accountBody({ accountNumber: CLEAR }))
  assert.equal(twin.status, 409)
})

test('a rotation seals every value for its place, and from then on no other counts', async () => {
  const paymentUID = await laterPayment()
  const early = await numberOf('contacts', 'account_number', thief)
  // A seal that was moved before is not bound to where it was moved to.
  const moved = await laterPayment()
  await tamper(service, 'update payments set receiver_account_number = $2 where id = $1', [moved, early])
  const victim = await createPayer(service)
  await service.query('update contacts set account_number = $2 where id = $1', [victim.contactUID, early])
  // Nor has a payment of a node of the release before the digest of its content.
  const earlier = await laterPayment()
  await tamper(service, 'update payments set content_index = null where id = $1', [earlier])
  // Nor a series.
  const recurrence = { frequency: 'Monthly', payUntil: 'NumberOfPayments', numberOfPayments: 12 }
  const series = dataOf(
    await service.call('POST', '/payments/creditrequest', creditBody(payer, { recurrence, paymentAmount: 0.01 })),
  )
  await service.query('update payment_recurrences set content_index = null where id = $1', [series.recurrenceUID])
  // Nor a proposal, nor an approval of a payment that waits for another one.
  const [proposal, second] = [await propose(), await propose()]
  await service.query('update approvals set content_index = null')
  const approved = await halfApproved()
  await service.query('update payment_approvals set content_index = null')
  // Nor a contact that it made, or changed.
  const [unmade, changed] = [await createPayer(service), await createPayer(service)]
  await service.query('update contacts set content_index = null where id = $1', [unmade.contactUID])
  await service.query(`update contacts set name = 'Old Node LLC', version = version + 1 where id = $1`, [
    changed.contactUID,
  ])
  // The sweep gives no digest to one that was altered.
  const altered = await createPayer(service)
  await service.query(`update contacts set name = 'Evil LLC' where id = $1`, [altered.contactUID])
  const contracts = [await contract(), await contract()] as const
  await service.query('update fx_contracts set content_index = null where contract_no = $1', [contracts[0]])
  await service.query('update fx_covers set content_index = null')
  await service.query('update fx_contracts set content_index = $2 where contract_no = $1', [contracts[1], 'hmac:x'])
  // Nor a receipt.
  const [earlyItem, otherItem] = [itemOf(), itemOf()]
  await service.app.db.transaction((tx) =>
    receiveItems(tx, service.tenant.institution, [earlyItem, otherItem], service.app.clock.now()),
  )
  const digestOf = async (identity: string) =>
    (await owner.query('select content_index as digest from receipts where identity = $1', [identity])).rows[0].digest
  await service.query('update receipts set content_index = null where identity = $1', [earlyItem.identity])
  const kept = await digestOf(otherItem.identity)
  await rotated()
  assert.match(await digestOf(earlyItem.identity), /^2 \S+ hmac:/)
  assert.equal(await digestOf(otherItem.identity), kept)
  const extend = (noOfPayments: number) =>
    service.call('PUT', `/payments/${series.paymentUID}/recurring/${series.recurrenceId}`, { noOfPayments })
  dataOf(await extend(13))
  await service.query('update payment_recurrences set content_index = null where id = $1', [series.recurrenceUID])
  assert.equal((await extend(14)).status, 409)
  for (const table of ['approvals', 'payment_approvals'])
    assert.deepEqual(await service.query(`select from ${table} where content_index is null`), [], table)
  assert.equal(dataOf(await decideProposal(proposal)).status, 'Approved')
  await service.query('update approvals set content_index = null where id = $1', [second])
  assert.equal((await decideProposal(second)).status, 409)
  assert.equal(dataOf(await approved.byAnother()).paymentStatus, 'VALIDATED')
  // The sweep gives a contract from before its digest, and its cover, and none to one with another.
  const cancel = (no: string) => service.call('DELETE', `/v2/fx/${no}/cancel`)
  assert.equal((await cancel(contracts[1])).status, 409)
  assert.equal(dataOf(await cancel(contracts[0])).tradeStatus, 'Cancelled')
  const [covers] = await service.query<{ unsigned: bigint }>(
    'select count(*) as unsigned from fx_covers where content_index is null',
  )
  assert.equal(Number(covers!.unsigned), 0)
  for (const one of [unmade, changed]) {
    dataOf(await service.call('POST', '/payments/creditrequest', creditBody(one)))
    await service.query(`update contacts set name = 'Evil LLC' where id = $1`, [one.contactUID])
    assert.equal((await service.call('POST', '/payments/creditrequest', creditBody(one))).status, 409)
  }
  assert.equal((await service.call('POST', '/payments/creditrequest', creditBody(altered))).status, 409)
  const { institution } = service.tenant
  // Proposals that wait keep their seals until they have ended.
  const left = (await unbound()).filter((column) => !column.startsWith('approvals.'))
  assert.deepEqual(left, ['contacts.account_number', 'payments.receiver_account_number'])
  assert.equal(await isBound(service.app.db, institution), true)
  assert.match(await numberOf('accounts', 'account_number', payer.accountUID), /^sealed:Aw/)
  assert.equal((await service.call('GET', `/v1/customers/lookup/${CLEAR}`)).body.data.profiles.length, 1)
  dataOf(await service.call('GET', `/payments/${paymentUID}`))
  assert.equal((await service.call('GET', `/payments/${moved}`)).status, 500)
  assert.equal((await service.call('POST', '/payments/creditrequest', creditBody(victim))).status, 409)
  const { tenantId } = institution
  const verified = () => service.app.db.forTenant(tenantId).snapshot((tx) => verifySeals(tx, tenantId))
  assert.deepEqual(
    (await verified()).map(({ id }) => id),
    [moved],
  )
  await tamper(service, 'update payments set content_index = null where id = $1', [earlier])
  assert.deepEqual((await verified()).map(({ id }) => id).sort(), [moved, earlier].sort())
  // A value from before comes from a backup, or from a table that never changes.
  const own = await numberOf('contacts', 'account_number', payer.contactUID)
  await service.query('update contacts set account_number = $2 where id = $1', [payer.contactUID, early])
  assert.equal((await service.call('POST', '/payments/creditrequest', creditBody(payer))).status, 409)
  await service.query('update contacts set account_number = $2 where id = $1', [payer.contactUID, own])
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer)))
  // The service cannot take it back.
  await assert.rejects(service.query('update sealing_progress set bound_since = null'), /stay bound/)
  await service.query('update sealing_progress set finished_at = null, position = null')
  assert.equal(await isBound(service.app.db, institution), true)
})

test('the next rotation keeps each value in its place, and binds none that is in another', async () => {
  const before = await numberOf('contacts', 'account_number', payer.contactUID)
  const theirs = await numberOf('contacts', 'account_number', thief)
  const another = await createPayer(service)
  const row = async (id: string) =>
    (await owner.query('select account_number, account_number_index from contacts where id = $1', [id])).rows[0]
  const own = await row(another.contactUID)
  const write = ({ account_number, account_number_index }: typeof own) =>
    service.query('update contacts set account_number = $2, account_number_index = $3 where id = $1', [
      ...[another.contactUID, account_number, account_number_index],
    ])
  await write(await row(thief))
  await rotated()
  const [unsigned] = await service.query<{ count: bigint }>(
    'select count(*) as count from payments where content_index is null',
  )
  assert.equal(Number(unsigned!.count), 1, 'the sweep gives no digest to a payment that came without')
  const after = await numberOf('contacts', 'account_number', payer.contactUID)
  assert.notEqual(after, before)
  assert.equal(placeTagOf(after), placeTagOf(before))
  assert.equal(await numberOf('contacts', 'account_number', another.contactUID), theirs)
  await write(own)
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(another)))
})
