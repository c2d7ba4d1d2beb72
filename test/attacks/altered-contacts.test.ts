import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { verifySealed } from '../../src/main/verify-sealed.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type Cautious, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { forgetPlaces } from '../support/earlier-seals.ts'
import { paymentLifeSweeps, sweepNamed } from '../support/sweeps.ts'
import { tamper } from '../support/tamper.ts'
import { contactBody, createPayer, creditBody, debitBody, type Payer } from '../support/test-service.ts'

/**
 * Statements with the rights of the service change a contact. Nobody pays to it: what is asked for
 * is refused, what waits fails alone, nobody approves or confirms, and the verification names it.
 */
const MONDAY = '2027-01-04T17:00:00Z'
const TUESDAY = '2027-01-05T17:00:00Z'
const FRIDAY = '2027-01-08T17:00:00Z'
const OTHER_BANK = '061000146'
const OF_ANOTHER = JSON.stringify([{ clientId: 'giro_another', userId: null, details: ['name'] }])
let bank: CautiousBank
let tenantId: bigint

before(async () => {
  bank = await openCautiousBank(MONDAY)
  tenantId = bank.service.tenant.institution.tenantId
  await bank.service.app.db.readKeys()
})
after(() => bank.service.stop())
beforeEach(() => bank.clock.set(MONDAY))

const alter = ({ contactUID }: Payer, set: string, values: unknown[] = []) =>
  bank.service.query(`update contacts set ${set} where id = $1`, [contactUID, ...values])

const setAgain = ({ customerUID, contactUID }: Payer) =>
  bank.call('PUT', `/v2/customers/${customerUID}/contacts/${contactUID}`, contactBody())

/** What the verification says of a contact. */
async function namedFor({ contactUID }: Payer): Promise<string[]> {
  await bank.service.app.db.readKeys()
  const found = await bank.service.app.db.forTenant(tenantId).snapshot((tx) => verifySealed(tx, tenantId))
  return found.filter(({ id }) => id === contactUID).map(({ what }) => what)
}

const ALTERED = 'a contact was altered'
const REFUSED = { status: 409, code: 'PAYMENT002', says: 'changed in the database, and not by the service' }
const NOT_DECIDED = { ...REFUSED, code: 'PAYMENT003' }

/** Waits for approval, because its customer wants it. */
async function proposedContact(): Promise<Payer> {
  const settings = { paymentDualApproval: false, beneDualApproval: true }
  return createPayer(bank.service, { customer: { legalEntityAccessSettings: settings } })
}

/** A copy of a column of another contact. */
const of = (column: string, { contactUID }: Payer) => `(select ${column} from contacts where id = ${contactUID})`

const ALTERATIONS: Record<string, (payer: Payer, other: Payer) => string> = {
  'another bank': () => `national_code = '${OTHER_BANK}'`,
  'another bank, as the release before writes it': () => `national_code = '${OTHER_BANK}', version = version + 1`,
  'a bank abroad': () => `swift_code = 'CHASUS33'`,
  'another name': () => `name = 'Evil LLC'`,
  'another kind of account': () => `account_type = 'Savings'`,
  'another currency': () => `account_currency = 'EUR'`,
  'the number and the digest of another contact': (_, other) =>
    ['account_number', 'account_number_index', 'content_index']
      .map((column) => `${column} = ${of(column, other)}`)
      .join(', '),
  'no digest': () => 'content_index = null',
  'details that another set': () => `details_set_by = '${OF_ANOTHER}'`,
  'the details of nobody that is known': () => 'details_version = null',
  'another customer': (_, other) =>
    `customer_id = ${other.customerUID}, template_name = template_name || ' of another'`,
}

const other = () => createPayer(bank.service, { contact: { contactBank: contactOf('999888777666') } })
const contactOf = (accountNo: string) => ({ ...contactBody().contactBank, accountNo })

for (const [what, set] of Object.entries(ALTERATIONS))
  test(`a contact that SQL gives ${what} is not paid, and can be set again`, async () => {
    const payer = await createPayer(bank.service)
    const thief = await other()
    const body = creditBody(payer)
    const [before] = await bank.service.query<{ row: object }>(
      'select to_jsonb(k) as row from contacts k where k.id = $1',
      [payer.contactUID],
    )
    await alter(payer, set(payer, thief))
    const paying = what === 'another customer' ? { ...body, sender: { accountUID: thief.accountUID } } : body
    assertRefused(await bank.call('POST', '/payments/creditrequest', paying), REFUSED)
    assert.deepEqual(await namedFor(payer), [ALTERED])
    // What was stored pays again, whoever puts it back. Only an owner puts back an earlier version.
    await tamper(
      bank.service,
      `update contacts set (customer_id, template_name, version, name, account_number, account_number_index, account_type, account_currency, national_code,
        swift_code, details_set_by, details_version, content_index)
       = (select customer_id, template_name, version, name, account_number, account_number_index, account_type, account_currency,
        national_code, swift_code, details_set_by, details_version, content_index
        from jsonb_populate_record(null::contacts, $2)) where id = $1`,
      [payer.contactUID, JSON.stringify(before!.row)],
    )
    dataOf(await bank.call('POST', '/payments/creditrequest', body))
    assert.deepEqual(await namedFor(payer), [])
    if (what === 'another customer' || what.includes('the digest of')) return
    await alter(payer, set(payer, thief))
    dataOf(await setAgain(payer))
    dataOf(await bank.call('POST', '/payments/creditrequest', body))
    assert.deepEqual(await namedFor(payer), [])
  })

test('a contact that waits for a second person, or was rejected, is not approved by SQL', async () => {
  const payer = await proposedContact()
  await alter(payer, `status = 'Active'`)
  assertRefused(await bank.call('POST', '/payments/creditrequest', creditBody(payer)), REFUSED)
  assert.deepEqual(await namedFor(payer), [ALTERED])
  await alter(payer, `status = 'Pending'`)
  const [approval] = await bank.service.query<{ id: string }>(
    `select id from approvals where kind = 'contact' and subject_id = $1 and status = 'Pending'`,
    [payer.contactUID],
  )
  const rejected = await bank.call('PUT', `/v1/institution/approvals/${approval!.id}/reject`, {
    reason: 'not on the invoice',
  })
  assert.ok(rejected.status < 300, JSON.stringify(rejected.body))
  await alter(payer, `status = 'Active', rejected_by = null`)
  assertRefused(await bank.call('POST', '/payments/creditrequest', creditBody(payer)), REFUSED)
})

test('no debit, prenotification or preview goes to an altered contact, and others go on', async () => {
  const [payer, honest] = [await createPayer(bank.service), await createPayer(bank.service)]
  await alter(payer, `national_code = '${OTHER_BANK}'`)
  assertRefused(await bank.call('POST', '/payments/debitrequest', debitBody(payer)), REFUSED)
  const { accountUID, contactUID, customerUID } = payer
  const prenote = { accountUID, contactUID, entryType: 'CREDIT', externalReferenceId: 'pre' }
  assertRefused(await bank.call('POST', `/v2/customers/${customerUID}/prenotes`, prenote), REFUSED)
  const preview = dataOf(await bank.call('POST', '/payments/creditrequest/preview', creditBody(payer)))
  assert.match(JSON.stringify(preview), /changed in the database/)
  const replies = await Promise.all(
    [payer, honest, payer, honest].map((one) => bank.call('POST', '/payments/creditrequest', creditBody(one))),
  )
  assert.deepEqual(
    replies.map(({ status }) => status),
    [409, 200, 409, 200],
  )
})

test('a prenotification that waits checks no contact that was altered since', async () => {
  const payer = await createPayer(bank.service)
  const { accountUID, contactUID, customerUID } = payer
  const body = { accountUID, contactUID, entryType: 'CREDIT', externalReferenceId: 'pre' }
  const { prenoteUID } = dataOf(await bank.call('POST', `/v2/customers/${customerUID}/prenotes`, body))
  await alter(payer, `name = 'Evil LLC'`)
  bank.clock.set(TUESDAY)
  await bank.work()
  const [row] = await bank.service.query<{ status: string }>('select status from prenotes where id = $1', [prenoteUID])
  assert.notEqual(row!.status, 'Sent')
})

const FAILED = ['VALIDATION_FAILURE', 'altered']
const endOf = async (uid: string) => [await bank.statusOf(uid), await bank.saysOf(uid)]
const WAITING = {
  'on its date': { fields: { paymentDate: '2027-01-08' }, releases: false },
  'in the next ACH file': { fields: { paymentDate: undefined }, releases: true },
  'over Fedwire': { fields: { paymentDate: undefined, speed: 'Express' }, releases: true },
}
const LATER: Record<string, string> = {
  'another bank': `national_code = '${OTHER_BANK}'`,
  'another name': `name = 'Evil LLC'`,
  'details that another set': `details_set_by = '${OF_ANOTHER}'`,
  'no digest': 'content_index = null',
}

for (const [how, { fields, releases }] of Object.entries(WAITING))
  for (const [what, set] of Object.entries(LATER))
    test(`a payment that leaves ${how} fails alone if SQL gave its contact ${what}`, async () => {
      const payer = await createPayer(bank.service, { balance: 5_000 })
      const honest = await createPayer(bank.service, { balance: 5_000 })
      const pay = async (one: Payer): Promise<string> =>
        dataOf(await bank.call('POST', '/payments/creditrequest', creditBody(one, fields))).paymentUID
      const [altered, good] = [await pay(payer), await pay(honest)]
      const sweep = sweepNamed(paymentLifeSweeps, 'payments: release payments')
      if (releases) await sweep.run(bank.service.app, bank.service.tenant.institution)
      await alter(payer, set)
      await bank.workAt(FRIDAY)
      assert.deepEqual(await endOf(altered), FAILED)
      assert.match(await bank.statusOf(good), /^(TRANSMITTED|READY_TO_TRANSMIT)$/)
      const [record] = await bank.service.query(
        `select from audit_log where action = 'payment.altered' and subject_id = $1`,
        [altered],
      )
      assert.ok(record)
    })

test('nobody approves a payment to a contact whose setters SQL has removed, and one can reject it', async () => {
  const payer = await bank.customer()
  const { ada, bob } = payer
  const path = `/v2/customers/${payer.customerUID}/contacts/${payer.contactUID}`
  dataOf(await bank.call('PUT', path, contactBody({ contactBank: contactOf('414141414141') }), bob))
  const [uid, second] = [await bank.pay(payer, ada), await bank.pay(payer, ada)]
  for (const set of [`details_set_by = '[]'`, 'version = version + 1']) {
    await alter(payer, set)
    assertRefused(await bank.decide(uid, bob), NOT_DECIDED)
  }
  dataOf(await bank.decide(second, payer.eve, { notes: 'no' }, 'reject'))
})

test('bank details that SQL gave a contact are not confirmed', async () => {
  const { ada, bob, ...payer } = await bank.customer({})
  const uid = await bank.pay(payer as Cautious, ada)
  await alter(payer, `national_code = '${OTHER_BANK}'`)
  assertRefused(await bank.call('PUT', `/payments/${uid}/confirm`, undefined, bob), NOT_DECIDED)
})

test('who sets an altered contact again has set all of it', async () => {
  const payer = await bank.customer()
  const { ada, bob, eve } = payer
  await alter(payer, `name = 'Evil LLC'`)
  const path = `/v2/customers/${payer.customerUID}/contacts/${payer.contactUID}`
  dataOf(await bank.call('PUT', path, contactBody({ name: 'Evil LLC' }), bob))
  const uid = await bank.pay(payer, ada)
  const refused = { status: 403, code: 'PAYMENT003', says: 'you set' }
  assertRefused(await bank.decide(uid, bob), refused)
  assert.equal(await bank.approved(uid, eve), 'FUTURE_DATED')
})

test('a contact from before has no digest until the values of the institution are bound', async () => {
  const payer = await createPayer(bank.service)
  await alter(payer, 'content_index = null')
  assertRefused(await bank.call('POST', '/payments/creditrequest', creditBody(payer)), REFUSED)
  await forgetPlaces(bank.service)
  dataOf(await bank.call('POST', '/payments/creditrequest', creditBody(payer)))
  // Nor does a node of the release before make one.
  await alter(payer, `name = 'Highland Beans LLC', version = version + 1`)
  dataOf(await bank.call('POST', '/payments/creditrequest', creditBody(payer)))
  await setAgain(payer)
  await alter(payer, `name = 'Evil LLC'`)
  assertRefused(await bank.call('POST', '/payments/creditrequest', creditBody(payer)), REFUSED)
})

test('an earlier version of a contact is not put back', async () => {
  const { contactUID: id } = await createPayer(bank.service)
  const write = (sql: string) => bank.service.query(sql, [id])
  await write(`update contacts set version = version + 3 where id = $1`)
  for (const set of [
    'version = version - 1',
    'version = 1',
    `version = version - 3, content_index = '1 hmac:AAAA'`,
    `version = 0, name = 'Evil LLC'`,
  ])
    await assert.rejects(write(`update contacts set ${set} where id = $1`), /never go back/)
})
