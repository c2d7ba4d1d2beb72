import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { SEALED_TABLES } from '../../src/db/sealed-columns.ts'
import { eventSweeps } from '../../src/events/events.jobs.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { isSealed, placeTag, placeTagOf } from '../../src/kernel/sealed-text.ts'
import { verifySeals } from '../../src/payments/payments.ts'
import { dataOf } from '../support/answers.ts'
import { inDays, WEDNESDAY } from '../support/clocks.ts'
import { paymentLifeSweeps, sweepNamed } from '../support/sweeps.ts'
import { tamper } from '../support/tamper.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  customerBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

/**
 * Who can write the database has no key, and makes no seal. These tests move seals that exist: as a
 * stranger with the service's rights (`service.query`), and as an owner of the tables (`tamper`).
 */
const clock = fixedClock(WEDNESDAY)
let service: TestService
let tenantId: bigint
let payer: Payer
/** A contact of the thief, whose account number would be paid. */
let thief: string

before(async () => {
  service = await startTestService({ clock, worker: false })
  tenantId = service.tenant.institution.tenantId
  payer = await createPayer(service)
  thief = await addContact('999888777666')
  await service.app.db.readKeys()
})
after(() => service.stop())

const numbered = (accountNo: string) => {
  const contact = contactBody()
  return { ...contact, contactBank: { ...contact.contactBank, accountNo } }
}
const addContact = async (accountNo: string): Promise<string> =>
  dataOf(await service.call('POST', `/customers/${payer.customerUID}/contacts`, numbered(accountNo))).customerContactUID
const pay = async (fields: object = {}): Promise<string> =>
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields))).paymentUID
const payLater = () => pay({ paymentDate: inDays(30) })

/** Runs a sweep once, as a worker does. */
const sweep = (name: string): Promise<number> =>
  sweepNamed(paymentLifeSweeps, name).run(
    { ...service.app, db: service.app.db.forTenant(tenantId) },
    service.tenant.institution,
  )

/** A row as stored. */
// biome-ignore lint/suspicious/noExplicitAny: the test knows the columns
async function stored(table: string, id: string): Promise<any> {
  const rows = await service.query<{ row: unknown }>(
    `select to_jsonb(t) as row from ${table} t where tenant_id = $1 and id::text = $2`,
    [tenantId, id],
  )
  return rows[0]!.row
}

const verified = async () => {
  await service.app.db.readKeys()
  return service.app.db.forTenant(tenantId).snapshot((tx) => verifySeals(tx, tenantId))
}

/** The attack of the service: the one function through which it changes the number of a payment. */
async function resealedBy(paymentUID: string, number: string, index: string): Promise<boolean> {
  const before = await stored('payments', paymentUID)
  await service.query('select reseal_payments($1, $2, $3, $4, null)', [tenantId, paymentUID, number, index])
  return (await stored('payments', paymentUID)).receiver_account_number !== before.receiver_account_number
}

test('the service cannot give a waiting payment the number of another contact, by any seal that exists', async () => {
  const paymentUID = await payLater()
  const { receiver_account_number_index: index } = await stored('payments', paymentUID)
  const theirs = await stored('contacts', thief)
  assert.equal(await resealedBy(paymentUID, theirs.account_number, index), false)
  assert.equal(await resealedBy(paymentUID, theirs.account_number, theirs.account_number_index), false)
  const own = await stored('accounts', payer.accountUID)
  assert.equal(await resealedBy(paymentUID, own.account_number, own.account_number_index), false)
  const forged = theirs.account_number.replace(
    /(?<=^.{19}).{20}/,
    placeTag(`contacts.account_number:${payer.contactUID}`),
  )
  assert.equal(await resealedBy(paymentUID, forged, theirs.account_number_index), false)
})

test('the service cannot give a payment an earlier number of its contact', async () => {
  const earlier = await stored('contacts', thief)
  dataOf(await service.call('PUT', `/customers/${payer.customerUID}/contacts/${thief}`, numbered('111222333444')))
  const paymentUID = await pay({ paymentDate: inDays(30), receiver: { accountUID: thief } })
  assert.equal(await resealedBy(paymentUID, earlier.account_number, earlier.account_number_index), false)
  assert.deepEqual(await verified(), [])
})

test('a payment that an owner of the tables redirected does not leave, cannot be approved or shown, and is named', async () => {
  const theirs = await stored('contacts', thief)
  for (const isIndexMoved of [false, true]) {
    const paymentUID = await pay()
    await sweep('payments: release payments')
    const own = await stored('payments', paymentUID)
    await tamper(
      service,
      'update payments set receiver_account_number = $2, receiver_account_number_index = $3 where id = $1',
      [
        paymentUID,
        theirs.account_number,
        isIndexMoved ? theirs.account_number_index : own.receiver_account_number_index,
      ],
    )
    clock.advance({ seconds: 5 })
    assert.equal((await service.call('GET', `/payments/${paymentUID}`)).status, 500)
    const [difference] = await verified()
    assert.equal(difference?.id, paymentUID)
    assert.match(difference.what, /number of a waiting payment is not one of its contact/)
    await sweep('payments: collect ACH entries')
    assert.match(await alteredBecause(paymentUID), /sealed for another row/)
  }
  await assert.rejects(readdir(service.app.achOutDirectory), { code: 'ENOENT' })
})

/** Why a payment failed as altered, by the audit log. */
async function alteredBecause(paymentUID: string): Promise<string> {
  const [found] = await service.app.db
    .forTenant(tenantId)
    .read((db) =>
      db.query<{ id: string; after: { why: string } }>(
        `select id, after from audit_log where tenant_id = $1 and subject_id = $2 and action = 'payment.altered'`,
        [tenantId, paymentUID],
      ),
    )
  return found!.after.why
}

test('a number with the index of another is refused where it pays', async () => {
  for (const wrong of [(await stored('contacts', thief)).account_number_index, null]) {
    const paymentUID = await pay()
    await sweep('payments: release payments')
    await tamper(service, 'update payments set receiver_account_number_index = $2 where id = $1', [paymentUID, wrong])
    clock.advance({ seconds: 5 })
    await sweep('payments: collect ACH entries')
    assert.match(await alteredBecause(paymentUID), /blind index/)
  }
})

test('the number of another contact in a contact pays nobody, and the verification names the contact', async () => {
  const contactUID = await addContact('555444333222')
  await pay({ paymentDate: inDays(30), receiver: { accountUID: contactUID } })
  const theirs = await stored('contacts', thief)
  const own = await stored('contacts', contactUID)
  const write = (number: string, index: string | null) =>
    service.query('update contacts set account_number = $2, account_number_index = $3 where id = $1', [
      contactUID,
      number,
      index,
    ])
  await write(theirs.account_number, theirs.account_number_index)
  const body = creditBody({ accountUID: payer.accountUID, contactUID })
  assert.equal((await service.call('POST', '/payments/creditrequest', body)).status, 409)
  assert.equal((await service.call('GET', `/customers/${payer.customerUID}/contacts/${contactUID}`)).status, 500)
  assert.deepEqual(
    (await verified()).map(({ id }) => id),
    [contactUID],
  )
  // Nor does a number in the clear, which needs no seal.
  await write('999888777666', null)
  assert.equal((await service.call('POST', '/payments/creditrequest', body)).status, 409)
  assert.deepEqual(
    (await verified()).map(({ id }) => id),
    [contactUID],
  )
  await write(own.account_number, own.account_number_index)
  dataOf(await service.call('POST', '/payments/creditrequest', body))
})

test('an earlier number of a contact that is put back is not the one that the audit log has', async () => {
  const contactUID = await addContact('121212121212')
  const earlier = await stored('contacts', contactUID)
  dataOf(await service.call('PUT', `/customers/${payer.customerUID}/contacts/${contactUID}`, numbered('343434343434')))
  const current = await stored('contacts', contactUID)
  await pay({ paymentDate: inDays(30), receiver: { accountUID: contactUID } })
  const write = ({ account_number, account_number_index }: typeof earlier) =>
    service.query('update contacts set account_number = $2, account_number_index = $3 where id = $1', [
      ...[contactUID, account_number, account_number_index],
    ])
  await write(earlier)
  const [difference] = await verified()
  assert.equal(difference?.id, contactUID)
  assert.match(difference.what, /account of a contact is not the one that was recorded/)
  // A record of another contact does not vouch for it.
  await service.query(
    `insert into audit_log select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'subject_id', $2::text,
       'at', a.at + interval '1 day'))).* from audit_log a where subject_kind = 'contact' and subject_id = $1`,
    [thief, contactUID],
  )
  assert.equal((await verified())[0]?.id, contactUID)
  await tamper(service, `delete from audit_log where subject_id = $1 and at > now() + interval '1 hour'`, [contactUID])
  await tamper(service, 'delete from audit_log where subject_id = $1 and at > (select max(created_at) from events)', [
    contactUID,
  ])
  await write(current)
  const bank = (code: string) =>
    service.query('update contacts set national_code = $2 where id = $1', [contactUID, code])
  await bank('011000015')
  assert.match((await verified())[0]?.detail ?? '', /another bank/)
  await bank(current.national_code)
  assert.deepEqual(await verified(), [])
})

test('tax ids, profiles and details do not open in another row', async () => {
  const other = dataOf(await service.call('POST', '/v2/customers', customerBody({ taxId: '824719365' }))).customerUID
  const parties = { ultimateReceiverName: 'Ada Lund', ultimateReceiverTaxId: '391847265' }
  const [first, second] = [await pay(parties), await pay({ ...parties, ultimateReceiverTaxId: '391847266' })]
  const moves: [table: string, column: string, from: string, to: string, path: string][] = [
    ['customers', 'tax_id', other, payer.customerUID, `/v2/customers/${payer.customerUID}`],
    ['customers', 'profile', other, payer.customerUID, `/v2/customers/${payer.customerUID}`],
    ['payments', 'details', first, second, `/payments/${second}`],
    ['contacts', 'details', thief, payer.contactUID, `/customers/${payer.customerUID}/contacts/${payer.contactUID}`],
  ]
  for (const [table, column, from, to, path] of moves) {
    const [moved, own] = [(await stored(table, from))[column], (await stored(table, to))[column]]
    const type = SEALED_TABLES[table]!.columns[column]!.as === 'json' ? 'jsonb' : 'text'
    const write = (value: unknown) =>
      tamper(service, `update ${table} set ${column} = $2::${type} where id::text = $1`, [
        to,
        type === 'jsonb' ? JSON.stringify(value) : value,
      ])
    await write(moved)
    assert.equal((await service.call('GET', path)).status, 500, `${table}.${column}`)
    await write(own)
    dataOf(await service.call('GET', path))
  }
})

/** Changes a stored value as an owner of the tables, and returns what puts it back. */
async function move(table: string, column: string, [from, to]: [string, string]): Promise<() => Promise<void>> {
  const [moved, own] = [(await stored(table, from))[column], (await stored(table, to))[column]]
  const write = (value: unknown) =>
    tamper(service, `update ${table} set ${column} = $2::jsonb where id::text = $1`, [to, JSON.stringify(value)])
  await write(moved)
  return () => write(own)
}

test('proposals, events and stored answers do not open in another row', async () => {
  const legalEntityAccessSettings = { beneDualApproval: true }
  const held = dataOf(
    await service.call('POST', '/v2/customers', customerBody({ legalEntityAccessSettings })),
  ).customerUID
  const propose = async (accountNo: string): Promise<string> =>
    dataOf(await service.call('POST', `/customers/${held}/contacts`, numbered(accountNo))).approvalUID
  const proposals: [string, string] = [await propose('101010101010'), await propose('202020202020')]
  const path = `/v1/institution/approvals/${proposals[1]}`
  const back = await move('approvals', 'proposed', proposals)
  const moved = dataOf(await service.call('GET', path))
  assert.match(moved.altered, /sealed for another row/)
  assert.deepEqual([moved.proposed, moved.contentHash], [{}, ''])
  await back()
  assert.equal(dataOf(await service.call('GET', path)).altered, undefined)

  await eventSweeps[0]!.run({ ...service.app, db: service.app.db.forTenant(tenantId) }, service.tenant.institution)
  const told = await service.query<{ id: string }>(
    `select id from events where data #>> '{}' like 'sealed:%' order by id limit 2`,
  )
  const putBack = await move('events', 'data', [told[0]!.id, told[1]!.id])
  assert.equal((await service.call('GET', '/v1/events')).status, 500)
  await putBack()
  dataOf(await service.call('GET', '/v1/events'))

  const body = numbered('303030303030')
  const create = (key: string, asked = body) =>
    service.call('POST', `/customers/${payer.customerUID}/contacts`, asked, { idempotencyKey: key })
  const first = await create('answer-1')
  dataOf(await create('answer-2', numbered('404040404040')))
  assert.deepEqual((await create('answer-1')).body, first.body)
  await service.query(
    `update idempotency_keys k set response = o.response from idempotency_keys o where k.key = 'answer-1' and o.key = 'answer-2'`,
  )
  assert.equal((await create('answer-1')).status, 500)
})

test('no seal that exists goes through a function of the sweep into another row', async () => {
  const [one, two] = await service.query<{ id: string; data: string }>(
    `select id, data #>> '{}' as data from events where data #>> '{}' like 'sealed:%' order by id limit 2`,
  )
  await service.query('select reseal_events($1, $2, to_jsonb($3::text))', [tenantId, one!.id, two!.data])
  assert.equal((await stored('events', one!.id)).data, one!.data)
  const theirs = await stored('contacts', thief)
  await service.query('select reseal_payment_recurrences($1, $2, $3)', [
    ...[tenantId, one!.id, JSON.stringify({ sealed: theirs.account_number })],
  ])
  await pay()
  await sweep('payments: release payments')
  clock.advance({ seconds: 5 })
  await sweep('payments: collect ACH entries')
  const [file] = await service.query<{ id: string }>('select id from ach_files limit 1')
  const { content } = await stored('ach_files', file!.id)
  await tamper(service, 'update ach_files set written_at = now()')
  await service.query('select reseal_ach_files($1, $2, $3)', [tenantId, file!.id, theirs.account_number])
  assert.equal((await stored('ach_files', file!.id)).content, content)
})

test('an account with the blind index of another is not paid by the number of the other', async () => {
  const [victim, taker] = [await createPayer(service), await createPayer(service)]
  const bank = { accountNo: victim.accountNumber, nationalCode: ROUTING_NUMBER, name: 'First Example Bank' }
  const contact = contactBody()
  const inHouse = { ...contact, contactBank: { ...contact.contactBank, ...bank } }
  const contactUID = dataOf(
    await service.call('POST', `/customers/${payer.customerUID}/contacts`, inHouse),
  ).customerContactUID
  const transfer = () =>
    service.call('POST', '/payments/creditrequest', creditBody({ accountUID: payer.accountUID, contactUID }))
  dataOf(await transfer())
  const [own, theirs] = [await stored('accounts', taker.accountUID), await stored('accounts', victim.accountUID)]
  const index = (uid: string, value: string) =>
    service.query('update accounts set account_number_index = $2 where id = $1', [uid, value])
  await index(victim.accountUID, 'hmac:nobody')
  await index(taker.accountUID, theirs.account_number_index)
  assert.equal((await transfer()).status, 500)
  await index(taker.accountUID, own.account_number_index)
  await index(victim.accountUID, theirs.account_number_index)
  dataOf(await transfer())
})

test('the two numbers of one account do not change places', async () => {
  const { accountUID } = await createPayer(service, { account: { fboAccountNumber: '915527384016' } })
  await service.query('update accounts set fbo_account_number = account_number where id = $1', [accountUID])
  const [row] = await service.query<{ customerId: bigint }>('select customer_id from accounts where id = $1', [
    accountUID,
  ])
  const reply = await service.call('GET', `/v3/customers/${row!.customerId}/accounts/${accountUID}`)
  assert.equal(reply.status, 500)
})

test('every value of a new institution is bound to the place where it is', async () => {
  const plain: string[] = []
  let bound = 0
  for (const [table, { columns }] of Object.entries(SEALED_TABLES))
    for (const [name, { as }] of Object.entries(columns)) {
      if (as === 'bytes' || as === 'index') continue
      const rows = await service.query<{ value: unknown }>(`select to_jsonb(${name}) as value from ${table}`)
      for (const { value } of rows) {
        const text = isSealed(value) ? value : (value as { sealed?: string } | null)?.sealed
        if (text !== undefined && placeTagOf(text) === undefined) plain.push(`${table}.${name}`)
        if (text !== undefined && placeTagOf(text) !== undefined) bound++
      }
    }
  assert.deepEqual(plain, [])
  assert.ok(bound > 50)
})
