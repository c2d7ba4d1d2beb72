import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { loadCustomers } from '../../src/main/demo/load.ts'
import { loadPayments } from '../../src/main/demo/load-payments.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  type CallOptions,
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  type Reply,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

const PATHS = ['/payments/search', '/v3/payments/search']

const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())

const search = (body: object, options: CallOptions = {}) => service.call('POST', PATHS[0]!, body, options)

async function pay(payer: Payer, fields: object = {}): Promise<string> {
  clock.advance({ milliseconds: 1 })
  return dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields))).paymentUID
}

const uidsOf = (reply: Reply): string[] => dataOf(reply).map(({ paymentUID }: { paymentUID: string }) => paymentUID)

/** Searches the payments of one account, so that tests do not see each other's payments. */
const found = async (payer: Payer, filter: object, options?: CallOptions) =>
  uidsOf(await search({ senderAccountNo: payer.accountNumber, limit: 100, ...filter }, options))

/** A payer with an account in another currency and a contact abroad. */
const createPayerIn = (currency: string, balance = 1_000_000) => {
  const bank = {
    country: 'DE',
    accountNo: 'DE89370400440532013000',
    accountCcy: currency,
    name: 'Bank',
    swiftCode: 'COBADEFF',
  }
  return createPayer(service, { balance, account: { currency }, contact: { contactBank: bank } })
}

for (const path of PATHS)
  test(`POST and GET ${path} give the same results for the body, the query, both, and neither`, async () => {
    const payer = await createPayer(service)
    const uid = await pay(payer, { externalReferenceId: 'one-search' })
    const filter = { senderAccountNo: payer.accountNumber }
    const query = new URLSearchParams(filter)
    for (const reply of [
      await service.call('POST', path, filter),
      await service.call('GET', `${path}?${query}`),
      await service.call('GET', path, filter),
      await service.call('GET', `${path}?senderAccountNo=1&page=1`, filter),
    ])
      assert.deepEqual(uidsOf(reply), [uid])
    for (const method of ['GET', 'POST']) {
      const newest = await service.call(method, path, undefined)
      assert.equal(uidsOf(newest)[0], uid)
      assert.equal(newest.body.pagination.pageSize, 10)
      for (const rawBody of ['', 'null', '{}'])
        assert.equal(uidsOf(await service.call(method, path, undefined, { rawBody }))[0], uid, rawBody)
    }
  })

test('other GET operations ignore the body and its media type', async () => {
  const path = '/v2/customers?page=1&limit=1'
  for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]) {
    dataOf(await service.call('GET', path, undefined, { headers }))
    dataOf(await service.call('GET', path, undefined, { headers, rawBody: '{' }))
  }
})

test('a search returns a payment as GET by paymentUID does', async () => {
  const payer = await createPayer(service)
  const party = { ultimateSenderName: 'Ada Lund', ultimateReceiverCountry: 'SE' }
  const notification = { emailAddress: 'a@b.example' }
  const uid = await pay(payer, { paymentNotes: 'Invoice', notification, ...party })
  const [payment] = dataOf(await search({ paymentUUID: uid }))
  assert.deepEqual(payment, dataOf(await service.call('GET', `/payments/${uid}`)))
  assert.deepEqual([payment.ultimateSenderName, payment.notification], ['Ada Lund', notification])
  assert.deepEqual(payment.additionalInfo, { secCode: 'CCD' }, 'the SEC code of its entry')
})

test('payments are listed newest first, in pages with totals', async () => {
  const payer = await createPayer(service)
  const made: string[] = []
  for (let count = 0; count < 13; count++) made.unshift(await pay(payer, { paymentAmount: 1 + (count % 3) }))
  const filter = { senderAccountNo: payer.accountNumber }
  const pages = [
    { asked: {}, expected: made.slice(0, 10), pageReturned: 1, pageSize: 10 },
    { asked: { page: 2 }, expected: made.slice(10), pageReturned: 2, pageSize: 10 },
    { asked: { page: 3, limit: 5 }, expected: made.slice(10), pageReturned: 3, pageSize: 5 },
    { asked: { page: 4, limit: 5 }, expected: [], pageReturned: 4, pageSize: 5 },
  ]
  for (const { asked, expected, ...page } of pages) {
    const reply = await search({ ...filter, ...asked })
    assert.deepEqual(uidsOf(reply), expected)
    assert.deepEqual(reply.body.pagination, { totalRecords: 13, returnedRecords: expected.length, ...page })
  }
})

test('searches by account, status, date, amount and receiver all return the same order', async () => {
  const payer = await createPayer(service)
  const made: string[] = []
  for (const paymentDate of ['2026-07-09', '2026-07-07', '2026-07-08', '2026-07-07'])
    made.unshift(await pay(payer, { paymentDate, paymentAmount: 17.31 }))
  for (const filter of [
    { senderAccountNo: payer.accountNumber },
    { status: 'FUTURE_DATED', currency: 'USD' },
    { fromDate: '2026-07-07', toDate: '2026-07-09' },
    { paymentAmount: 17.31 },
    { receiverName: 'Highland Beans Inc' },
    { receiverAccountNo: '700100200300', status: 'FUTURE_DATED' },
  ]) {
    const reply = await search({ ...filter, limit: 100 })
    assert.deepEqual(
      uidsOf(reply).filter((uid) => made.includes(uid)),
      made,
      JSON.stringify(filter),
    )
    const second = await search({ ...filter, limit: 2, page: 2 })
    assert.deepEqual(uidsOf(second), uidsOf(reply).slice(2, 4), JSON.stringify(filter))
  }
})

test('search by paymentUUID and by reference, under both names', async () => {
  const payer = await createPayer(service)
  const [one, two] = [
    await pay(payer, { externalReferenceId: 'ref-1' }),
    await pay(payer, { externalReferenceId: 'ref-2' }),
  ]
  assert.deepEqual(await found(payer, { paymentUUID: one }), [one])
  assert.deepEqual(await found(payer, { paymentUUID: one.toUpperCase() }), [one])
  assert.deepEqual(await found(payer, { paymentUUID: 'none' }), [])
  assert.deepEqual(await found(payer, { externalReferenceId: 'ref-2' }), [two])
  assert.deepEqual(await found(payer, { sourceRefNo: 'ref-2' }), [two])
  assert.deepEqual(await found(payer, { externalReferenceId: 'ref-1', sourceRefNo: 'ref-2' }), [])
  assert.deepEqual(await found(payer, { externalReferenceId: 'REF-1' }), [])
  assert.deepEqual(await found(payer, { externalReferenceId: 'ref' }), [])
})

test('search by paymentDate: both ends are inclusive and optional, in both date formats', async () => {
  const payer = await createPayer(service)
  const [first, second, third] = [
    await pay(payer, { paymentDate: '2026-07-01' }),
    await pay(payer, { paymentDate: '2026-07-02' }),
    await pay(payer, { paymentDate: '2026-08-03' }),
  ]
  const all = [third, second, first]
  assert.deepEqual(await found(payer, { fromDate: '2026-07-02', toDate: '2026-07-02' }), [second])
  assert.deepEqual(await found(payer, { fromDate: '07-02-2026', toDate: '08-03-2026' }), [third, second])
  assert.deepEqual(await found(payer, { fromDate: '2026-07-02' }), [third, second])
  assert.deepEqual(await found(payer, { toDate: '2026-07-02' }), [second, first])
  assert.deepEqual(await found(payer, { fromDate: '2026-07-03', toDate: '2026-08-02' }), [])
  assert.deepEqual(await found(payer, { fromDate: '0001-01-01', toDate: '9999-12-31' }), all)
  // A search only by date reads the index day by day.
  const reply = await search({ fromDate: '2026-08-03', toDate: '2026-08-03', limit: 100 })
  assert.ok(uidsOf(reply).includes(third))
  for (const range of [
    { fromDate: '0001-01-01' },
    { toDate: '9999-12-31' },
    { fromDate: '2026-07-01', toDate: '2026-08-03' },
  ])
    assert.deepEqual(
      uidsOf(await search({ ...range, limit: 100 })).filter((uid) => all.includes(uid)),
      all,
    )
  for (const range of [{ fromDate: '9999-12-31' }, { toDate: '0001-01-01' }])
    assert.deepEqual(uidsOf(await search(range)), [])
})

test('search by exact amount and by range, in the minor units of each currency', async () => {
  const [dollars, yen, dinars] = [
    await createPayer(service, { balance: 1_000_000 }),
    await createPayerIn('JPY'),
    await createPayerIn('KWD'),
  ]
  const abroad = (paymentCurrency: string) => ({ paymentCurrency, speed: 'SPOT' })
  const uids = {
    usd: await pay(dollars, { paymentAmount: 8125.5 }),
    usdWhole: await pay(dollars, { paymentAmount: 8126 }),
    jpy: await pay(yen, { ...abroad('JPY'), paymentAmount: 8126 }),
    kwd: await pay(dinars, { ...abroad('KWD'), paymentAmount: 8125.5 }),
    kwdFine: await pay(dinars, { ...abroad('KWD'), paymentAmount: 8125.505 }),
    // The same minor units as 8125.50 USD.
    jpyMinor: await pay(yen, { ...abroad('JPY'), paymentAmount: 812550 }),
  }
  const named = async (filter: object) => {
    const byUid = new Map(Object.entries(uids).map(([name, uid]) => [uid, name]))
    return uidsOf(await search({ limit: 100, ...filter }))
      .map((uid) => byUid.get(uid))
      .filter((name) => name !== undefined)
      .sort()
  }
  assert.deepEqual(await named({ paymentAmount: 8125.5 }), ['kwd', 'usd'])
  assert.deepEqual(await named({ paymentAmount: 8126 }), ['jpy', 'usdWhole'])
  assert.deepEqual(await named({ paymentAmount: 8125.5, currency: 'USD' }), ['usd'])
  assert.deepEqual(await named({ paymentAmount: 8125.505 }), ['kwdFine'])
  assert.deepEqual(await named({ paymentAmount: 8125.5, currency: 'JPY' }), [])
  assert.deepEqual(await named({ minAmount: 8125.5, maxAmount: 8126 }), ['jpy', 'kwd', 'kwdFine', 'usd', 'usdWhole'])
  assert.deepEqual(await named({ minAmount: 8125.501, maxAmount: 8126 }), ['jpy', 'kwdFine', 'usdWhole'])
  assert.deepEqual(await named({ minAmount: 8125.5, maxAmount: 8125.999 }), ['kwd', 'kwdFine', 'usd'])
  assert.deepEqual(await named({ minAmount: 8126, currency: 'JPY' }), ['jpy', 'jpyMinor'])
  assert.deepEqual(await named({ maxAmount: 8125.5, currency: 'KWD' }), ['kwd'])
  assert.deepEqual(await named({ currency: 'KWD' }), ['kwd', 'kwdFine'])
  assert.deepEqual(await named({ currency: 'XXX' }), [])
  assert.deepEqual(await named({ paymentAmount: 0 }), [])
})

test('search by receiver and sender: full names and account numbers, also of deleted accounts', async () => {
  const contactBank = { ...contactBody().contactBank, accountNo: '880077' }
  const payer = await createPayer(service, {
    customer: { legalName: 'Larch & Sons' },
    contact: { name: 'Ödland GmbH', contactBank },
  })
  const uid = await pay(payer)
  for (const filter of [
    { receiverName: 'Ödland GmbH' },
    { receiverAccountNo: '880077' },
    { senderName: 'Larch & Sons' },
    { senderAccountNo: payer.accountNumber },
    { senderName: 'Larch & Sons', senderAccountNo: payer.accountNumber, receiverName: 'Ödland GmbH' },
  ])
    assert.deepEqual(uidsOf(await search(filter)), [uid], JSON.stringify(filter))
  for (const filter of [
    { receiverName: 'Ödland' },
    { receiverAccountNo: '88007' },
    { receiverName: 'Larch & Sons' },
    { senderName: 'larch & sons' },
    { senderName: 'Larch & Sons', senderAccountNo: '1' },
    { senderAccountNo: '880077' },
  ])
    assert.deepEqual(uidsOf(await search(filter)), [], JSON.stringify(filter))
  await service.query('update accounts set deleted_at = now() where id = $1', [payer.accountUID])
  assert.deepEqual(uidsOf(await search({ senderAccountNo: payer.accountNumber })), [uid])
})

test('a payment is found by its original receiver after the contact has changed', async () => {
  const payer = await createPayer(service, { contact: { name: 'Old Name' } })
  const uid = await pay(payer)
  const path = `/customers/${payer.customerUID}/contacts/${payer.contactUID}`
  dataOf(await service.call('PUT', path, contactBody({ name: 'New Name' })))
  assert.deepEqual(await found(payer, { receiverName: 'Old Name' }), [uid])
  assert.deepEqual(await found(payer, { receiverName: 'New Name' }), [])
})

test('search by status in any spelling, and by wireType', async () => {
  const payer = await createPayer(service)
  const bank = {
    ...contactBody().contactBank,
    nationalCode: ROUTING_NUMBER,
    accountNo: (await createPayer(service)).accountNumber,
  }
  const ownPayer = await createPayer(service, { contact: { contactBank: bank } })
  const euros = await createPayerIn('EUR')
  const future = await pay(payer, { paymentDate: '2026-07-05' })
  const wire = await pay(payer, { speed: 'Express' })
  const processed = await pay(ownPayer)
  const abroad = await pay(euros, { speed: 'SPOT', paymentCurrency: 'EUR' })
  assert.deepEqual(await found(payer, { status: 'future dated' }), [future])
  assert.deepEqual(await found(payer, { status: 'VALIDATED' }), [wire])
  assert.deepEqual(await found(ownPayer, { status: 'PROCESSED' }), [processed])
  assert.deepEqual(await found(payer, { wireType: 'domestic' }), [wire])
  assert.deepEqual(await found(payer, { wireType: 'International' }), [])
  assert.deepEqual(await found(euros, { wireType: 'International', status: 'VALIDATED' }), [abroad])
  assert.equal(dataOf(await search({ status: 'PROCESSED' }))[0].paymentUID, processed)
  assert.equal(dataOf(await search({ wireType: 'International' }))[0].paymentUID, abroad)
})

test('a token finds payments of customers that belong to its legal entity; the institution finds all', async () => {
  const { client: institution } = service.tenant
  const [parent, stranger] = [await createPayer(service), await createPayer(service)]
  const asParent = { client: await service.createClient(service.tenant, { legalEntityId: BigInt(parent.customerUID) }) }
  const asStranger = {
    client: await service.createClient(service.tenant, { legalEntityId: BigInt(stranger.customerUID) }),
  }
  const { shortName } = dataOf(await service.call('GET', `/v2/customers/${parent.customerUID}`))
  const child = await createPayer(service, { customer: { parentEntityShortName: shortName } })
  const [byParent, byChild, byStranger] = [await pay(parent), await pay(child), await pay(stranger)]
  for (const filter of [
    {},
    { status: 'VALIDATED' },
    { fromDate: '2026-07-01' },
    { receiverName: 'Highland Beans Inc' },
    { minAmount: 1 },
  ]) {
    const reply = await search(filter, asParent)
    assert.deepEqual(uidsOf(reply), [byChild, byParent], JSON.stringify(filter))
    assert.equal(reply.body.pagination.totalRecords, 2)
    assert.deepEqual(uidsOf(await search(filter, asStranger)), [byStranger])
    const all = uidsOf(await search({ ...filter, limit: 100 }, { client: institution }))
    for (const uid of [byParent, byChild, byStranger]) assert.ok(all.includes(uid))
  }
  for (const filter of [
    { paymentUUID: byStranger },
    { senderAccountNo: stranger.accountNumber },
    { senderAccountNo: stranger.accountNumber, paymentUUID: byStranger },
  ]) {
    const reply = await search(filter, asParent)
    assert.deepEqual(uidsOf(reply), [])
    assert.equal(reply.body.pagination.totalRecords, 0)
  }
  const uids = uidsOf(await search({ senderAccountNo: child.accountNumber }, asParent))
  assert.deepEqual(uids, [byChild])
})

test('a legal entity with more than a thousand accounts finds exactly its payments', async () => {
  const [parent, stranger] = [await createPayer(service), await createPayer(service)]
  const uid = await pay(parent)
  await pay(stranger)
  // The database computes the others.
  const [stored] = await service.query<{ columns: string }>(
    `select string_agg(column_name, ', ') as columns from information_schema.columns
     where table_schema = 'giro' and table_name = 'accounts' and is_generated = 'NEVER'`,
  )
  await service.query(
    `with books as (
       insert into ledger_accounts (tenant_id, kind, currency, overdraft, debits_pending, debits_posted, credits_pending, credits_posted, created_at)
       select $1, 'customer', 'USD', false, 0, 0, 0, 0, now() from generate_series(1, 1000) returning id)
     insert into accounts (${stored!.columns})
     select ${stored!.columns} from (
       select (jsonb_populate_record(a, jsonb_build_object(
         'id', b.id, 'account_number', 'many-' || b.id, 'account_number_index', null))).*
       from books b join accounts a on a.tenant_id = $1 and a.id = $2) as copies`,
    [service.tenant.institution.tenantId, parent.accountUID],
  )
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(parent.customerUID) })
  for (const filter of [{}, { status: 'VALIDATED' }, { toDate: '2026-07-01' }]) {
    const reply = await search(filter, { client })
    assert.deepEqual(uidsOf(reply), [uid], JSON.stringify(filter))
    assert.equal(reply.body.pagination.totalRecords, 1)
  }
})

test('date ranges over a year of payments return the order of all payments, recent or old', async () => {
  const { institution, client } = await service.createTenant('year')
  await loadCustomers(service.app.db, institution, 10, () => {})
  await loadPayments(service.app.db, institution, 2_000, () => {})
  const find = (body: object) => search({ limit: 100, ...body }, { client })
  const all: { paymentUID: string; paymentDate: string }[] = []
  for (let page = 1; page <= 20; page++) all.push(...dataOf(await find({ page })))
  const dates = all.map(({ paymentDate }) => paymentDate).sort()
  const [early, middle, late] = [0.1, 0.5, 0.95].map((share) => dates[Math.floor(share * all.length)]!)
  for (const days of [
    { fromDate: early },
    { fromDate: middle },
    { fromDate: late },
    { toDate: middle },
    { toDate: dates.at(-1) },
    { fromDate: early, toDate: middle },
  ]) {
    const { fromDate = '', toDate = '9999-12-31' } = days
    const expected = all.filter(({ paymentDate }) => paymentDate >= fromDate && paymentDate <= toDate)
    const last = Math.ceil(expected.length / 100)
    for (const page of [1, 2, Math.min(10, last), last])
      assert.deepEqual(
        uidsOf(await find({ ...days, page })),
        expected.slice((page - 1) * 100, page * 100).map(({ paymentUID }) => paymentUID),
        JSON.stringify({ ...days, page }),
      )
  }
})

test('account numbers are masked for a token without Customers.View_Account_Number, and still found', async () => {
  const payer = await createPayer(service)
  const uid = await pay(payer)
  const entitlements = ENTITLEMENTS.filter((name) => name !== 'Customers.View_Account_Number')
  const client = await service.createClient(service.tenant, { entitlements })
  const [payment] = dataOf(await search({ senderAccountNo: payer.accountNumber }, { client }))
  assert.equal(payment.paymentUID, uid)
  assert.equal(payment.senderAccountNumber, `****${payer.accountNumber.slice(-4)}`)
  assert.equal(payment.receiverAccountNumber, '****0300')
})

test('an invalid search is refused with PAYMENT001, which names all invalid fields', async () => {
  for (const [body, says] of [
    [{ page: 0 }, 'page'],
    [{ limit: 1001 }, 'limit'],
    [{ limit: 0, page: 1.5 }, /limit.*page|page.*limit/],
    [{ fromDate: '2026-02-30' }, 'fromDate must be a date'],
    [{ fromDate: '0000-01-01' }, 'fromDate must be a date'],
    [{ toDate: '13-01-2026' }, 'toDate must be a date'],
    [{ fromDate: '1 July' }, 'fromDate must be yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy'],
    [{ fromDate: '2026-07-02', toDate: '2026-07-01' }, 'fromDate must not be later than toDate'],
    [{ minAmount: 2, maxAmount: 1 }, 'minAmount must not be more than maxAmount'],
    [{ minAmount: -1 }, 'minAmount'],
    [{ paymentAmount: 0.0001 }, 'paymentAmount must have at most 15 digits before and 3 after'],
    [{ paymentAmount: 'one' }, 'paymentAmount must be of type number'],
    [{ status: 'GONE' }, 'status must be one of'],
    [{ wireType: 'ACH' }, 'wireType must be one of'],
    [{ currency: 'us' }, 'currency'],
    [{ receiverName: '' }, 'receiverName'],
    [{ receiverAccountNo: 7 }, 'receiverAccountNo must be of type string'],
    [[], 'the body must be of type object'],
  ] as const) {
    assertRefused(await search(body), { status: 400, code: 'PAYMENT001', says })
    if (!Array.isArray(body))
      assertRefused(await service.call('GET', PATHS[0]!, body), { status: 400, code: 'PAYMENT001', says })
  }
  for (const [query, says] of [
    ['limit=1001', 'limit'],
    ['paymentAmount=1e400', 'paymentAmount'],
    ['paymentAmount=ten', 'paymentAmount'],
    ['paymentAmount=0.0001', 'paymentAmount'],
    ['status=gone', 'status'],
  ] as const)
    assertRefused(await service.call('GET', `${PATHS[0]}?${query}`), { status: 400, code: 'PAYMENT001', says })
})

test('an amount in the query is parsed exactly', async () => {
  const payer = await createPayer(service)
  const uid = await pay(payer, { paymentAmount: 0.07 })
  const reply = await service.call('GET', `${PATHS[0]}?senderAccountNo=${payer.accountNumber}&paymentAmount=0.07`)
  assert.deepEqual(uidsOf(reply), [uid])
})

test('a page, its statuses and its total are consistent while payments change', async () => {
  const payer = await createPayer(service)
  const uid = await pay(payer)
  const { totals } = service.app
  service.app.totals = {
    // Runs between reading the rows and counting them.
    async of(key, count) {
      dataOf(await service.call('PUT', `/payments/${uid}/cancel`))
      return totals.of(key, count)
    },
  }
  try {
    const reply = await search({ senderAccountNo: payer.accountNumber, status: 'VALIDATED' })
    assert.deepEqual(uidsOf(reply), [uid])
    assert.equal(reply.body.pagination.totalRecords, 1)
  } finally {
    service.app.totals = totals
  }
  assert.deepEqual(await found(payer, { status: 'VALIDATED' }), [])
})
