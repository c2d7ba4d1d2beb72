import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, beforeEach, test } from 'node:test'
import { fxSweeps } from '../../src/fx/fx.jobs.ts'
import { verifyFx } from '../../src/fx/fx.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifySealed } from '../../src/main/verify-sealed.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { forgetPlaces } from '../support/earlier-seals.ts'
import {
  contactAbroad,
  contractOf,
  deposit,
  eurosBody,
  type Market,
  marketRates,
  openAccount,
  openMarket,
  quote,
} from '../support/fx-market.ts'
import { computed, copy, type Values } from '../support/hostile-sql.ts'
import { paymentLifeSweeps, sweepNamed } from '../support/sweeps.ts'
import { tamper } from '../support/tamper.ts'
import { creditBody, startTestService, type TestService } from '../support/test-service.ts'

/**
 * Statements with the rights of the service make an FX contract at any price, or change what one
 * promises. No payment draws it, nobody closes it out or covers it, and the verification names it.
 */
const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

interface Bank extends Market {
  contactUID: string
}

async function openBank(): Promise<Bank> {
  const at = await openMarket(service)
  await deposit(at, at.accountUID, 'USD', 50_000)
  return { ...at, contactUID: await contactAbroad(at, 'EUR') }
}

const run = async (sweeps: Parameters<typeof sweepNamed>[0], name: string, at: Market) => {
  await service.app.db.readKeys()
  const { institution } = at.tenant
  return sweepNamed(sweeps, name).run(
    { ...service.app, db: service.app.db.forTenant(institution.tenantId) },
    institution,
  )
}

const verified = async ({ tenant }: Market) => {
  await service.app.db.readKeys()
  const { tenantId } = tenant.institution
  return service.app.db.forTenant(tenantId).snapshot((tx) => verifySealed(tx, tenantId))
}
const namedIn = async (at: Market, id: string) =>
  (await verified(at)).filter((one) => one.id === id).map(({ what }) => what)
const ALTERED = ['an FX contract was altered']

const pay = (at: Bank, fields: object) =>
  at.call('POST', '/payments/creditrequest', creditBody(at, { paymentCurrency: 'EUR', speed: 'SPOT', ...fields }))
const draw = (at: Bank, no: string, paymentAmount = 400) =>
  pay(at, { paymentAmount, additionalInfo: { fxContractNumber: no } })

interface Forged {
  id: string
  no: string
}

/** Inserts a copy of a quote and of its contract. */
async function forge(no: string, { ofQuote, ofContract }: { ofQuote: Values; ofContract: Values }): Promise<Forged> {
  const [id, quoteId] = [randomUUID(), randomUUID()]
  const from = `contract_no = ${no}`
  await service.query(
    copy('fx_quotes', { id: quoteId, ...ofQuote }, `id = (select quote_id from fx_contracts where ${from})`),
  )
  const [row] = await service.query<{ no: bigint }>(`select nextval('fx_contracts_contract_no_seq') as no`)
  const made = { id, quote_id: quoteId, contract_no: String(row!.no), ...ofContract }
  await service.query(copy('fx_contracts', made, from))
  return { id, no: String(row!.no) }
}

/** 1,000 euros for one dollar. */
const CHEAP: Values = { sell_amount: 100, all_in_rate: 0.001 }
const FORGED: Record<string, (no: string, other: string) => Promise<Forged>> = {
  'at any price, with the digests of honest ones': (no) => forge(no, { ofQuote: CHEAP, ofContract: {} }),
  'at any price, without digests': (no) =>
    forge(no, { ofQuote: { ...CHEAP, content_index: null }, ofContract: { content_index: null } }),
  'twice, as it is': (no) => forge(no, { ofQuote: {}, ofContract: {} }),
  'without a digest, of an honest quote': (no) => forge(no, { ofQuote: {}, ofContract: { content_index: null } }),
  'with the digest of another contract': (no, other) => {
    const theirs = computed(`(select content_index from fx_contracts where contract_no = ${other})`)
    return forge(no, { ofQuote: CHEAP, ofContract: { content_index: theirs } })
  },
}

for (const [how, make] of Object.entries(FORGED))
  test(`a contract from nothing, ${how}, is not drawn, cancelled or covered`, async () => {
    const at = await openBank()
    const { forexContractNo: honest } = await contractOf(at)
    const { forexContractNo: other } = await contractOf(at)
    const { id, no } = await make(honest, other)
    assert.deepEqual(await namedIn(at, id), ALTERED)
    assertRefused(await draw(at, no), { status: 400, code: 'CREDIT_AMOUNT_NOFXMATCH', says: 'is not drawn' })
    assertRefused(await at.call('DELETE', `/v2/fx/${no}/cancel`), { status: 409, code: 'FX002', says: 'the service' })
    assertRefused(await at.call('GET', `/v2/fx/${no}/cover`), { status: 409, code: 'FX001', says: 'the service' })
    dataOf(await draw(at, honest))
    dataOf(await at.call('DELETE', `/v2/fx/${honest}/cancel`))
    assert.deepEqual(
      (await verified(at)).map((one) => one.id),
      [id],
    )
  })

test('a contract from nothing is not closed out when its value date is over, and says why', async () => {
  const at = await openBank()
  const { forexContractNo: honest } = await contractOf(at)
  const { no } = await forge(honest, { ofQuote: CHEAP, ofContract: {} })
  clock.set('2026-07-07T14:00:00Z')
  dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates: marketRates }))
  await run(fxSweeps, 'fx: expire contracts', at)
  const read = async (which: string) => dataOf(await at.call('GET', `/v2/fx/${which}`))
  assert.equal((await read(honest)).tradeStatus, 'Expired')
  const forged = await read(no)
  assert.equal(forged.closeOut, undefined)
  assert.match(forged.closeOutWaitsFor, /the service stored/)
})

/** What the service may write in a contract. */
const CHANGES: Record<string, string> = {
  'another account that prefunds it':
    'funding_account_id = (select max(id) from accounts where tenant_id = fx_contracts.tenant_id)',
  'no account that prefunds it': 'funding_account_id = null, funding_hold_id = null',
  'no digest': 'content_index = null',
}
for (const [what, set] of Object.entries(CHANGES))
  test(`a contract that SQL gives ${what} is not drawn`, async () => {
    const at = await openBank()
    const other = await openAccount(at, 'USD', 5_000)
    const { forexContractNo: no } = await contractOf(at, {}, { fundingAccountUID: Number(at.accountUID) })
    assert.notEqual(other, at.accountUID)
    await service.query(`update fx_contracts set ${set} where contract_no = $1`, [no])
    assertRefused(await draw(at, no), { status: 400, code: 'CREDIT_AMOUNT_NOFXMATCH', says: 'is not drawn' })
    assert.equal((await verified(at)).length, 1)
  })

test('a quote from nothing becomes no contract, and an honest one does', async () => {
  const at = await openBank()
  const honest = await quote(at)
  for (const values of [CHEAP, { ...CHEAP, content_index: null }, { sell_amount: 100 }, {}] as Values[]) {
    const id = randomUUID()
    await service.query(
      copy('fx_quotes', { id, customer_ref: at.customerUID, ...values }, `id = '${honest.quoteUUID}'`),
    )
    const reply = await at.call('PUT', '/v2/fx/accept', { quoteUUID: id })
    assertRefused(reply, { status: 409, code: 'FX002', says: 'the service' })
  }
  dataOf(await at.call('PUT', '/v2/fx/accept', { quoteUUID: honest.quoteUUID }))
})

const idOf = async (no: string) =>
  (await service.query<{ id: string }>('select id from fx_contracts where contract_no = $1', [no]))[0]!.id

/** Copies the cover of a contract for another one. */
async function copyCover(one: string, other: string, values: Values): Promise<void> {
  const [row] = await service.query<{ no: bigint }>(`select max(cover_no) + 1 as no from fx_covers`)
  const made = { contract_id: await idOf(other), cover_no: String(row!.no), ...values }
  await service.query(copy('fx_covers', made, `contract_id = '${await idOf(one)}'`))
}

const COVERS: Record<string, Values> = {
  'at another price': { market_amount: 1 },
  'as it is': {},
  'without a digest': { content_index: null },
  'at another price and without a digest': { content_index: null, market_amount: 1 },
}
for (const [how, values] of Object.entries(COVERS))
  test(`a cover from nothing, copied ${how}, decides no close-out`, async () => {
    const at = await openBank()
    const { forexContractNo: one } = await contractOf(at)
    const { forexContractNo: other } = await contractOf(at)
    dataOf(await at.call('GET', `/v2/fx/${one}/cover`))
    await copyCover(one, other, values)
    assertRefused(await at.call('DELETE', `/v2/fx/${other}/cancel`), { status: 409, code: 'FX002', says: 'the cover' })
    assert.deepEqual(await namedIn(at, await idOf(other)), ['the cover of an FX contract was altered'])
    dataOf(await at.call('DELETE', `/v2/fx/${one}/cancel`))
  })

test('covers of an institution whose contracts all have digests need theirs from the migration on', async () => {
  const at = await openBank()
  const { forexContractNo: one } = await contractOf(at)
  const { forexContractNo: other } = await contractOf(at)
  dataOf(await at.call('GET', `/v2/fx/${one}/cover`))
  await copyCover(one, other, { content_index: null })
  const { tenantId } = at.tenant.institution
  const url = new URL('../../migrations/0714_digests_of_covers.sql', import.meta.url)
  await tamper(service, `delete from sealing_progress where tenant_id = $1 and table_name = 'fx_covers'`, [tenantId])
  await tamper(service, `set search_path = giro; ${await readFile(url, 'utf8')}`)
  const [progress] = await service.query<{ isBound: boolean }>(
    `select bound_since is not null as is_bound from sealing_progress where tenant_id = $1 and table_name = 'fx_covers'`,
    [tenantId],
  )
  assert.deepEqual(progress, { isBound: true })
  assert.deepEqual(await namedIn(at, await idOf(other)), ['the cover of an FX contract was altered'])
})

test('a payment that waits to leave, and that SQL lets draw on a contract from nothing, fails alone', async () => {
  const at = await openBank()
  const [altered, moved, good] = [
    dataOf(await pay(at, { paymentAmount: 100 })),
    dataOf(await pay(at, { paymentAmount: 200 })),
    dataOf(await pay(at, { paymentAmount: 300 })),
  ]
  const { forexContractNo: no } = await contractOf(at)
  const owned = `(select contract_no from fx_contracts where payment_id = '${altered.paymentUID}')`
  const ownNo = String((await service.query<{ no: bigint }>(`select ${owned} as no`))[0]!.no)
  const id = randomUUID()
  const quoteId = randomUUID()
  await service.query(
    copy(
      'fx_quotes',
      { id: quoteId, ...CHEAP, buy_amount: 10_000 },
      `id = (select quote_id from fx_contracts where contract_no = ${ownNo})`,
    ),
  )
  const [next] = await service.query<{ no: bigint }>(`select nextval('fx_contracts_contract_no_seq') as no`)
  const made = { id, quote_id: quoteId, contract_no: String(next!.no), drawn_sell_amount: 100 }
  await service.query(`with made as (${copy('fx_contracts', made, `contract_no = ${ownNo}`)} returning 1),
    left_behind as (update fx_contracts set drawn_sell_amount = 0, drawn_buy_amount = 0, status = 'Cancelled' where contract_no = ${ownNo} returning 1)
    update payment_exchanges set contract_id = '${id}', sell_amount = 100 where payment_id = '${altered.paymentUID}'`)
  // Another draws on an honest contract that it does not name.
  await service.query(`with drawn as (
      update fx_contracts set drawn_sell_amount = 21000, drawn_buy_amount = 20000, status = 'PartiallyDrawn' where contract_no = ${no} returning id),
    left_behind as (update fx_contracts set drawn_sell_amount = 0, drawn_buy_amount = 0, status = 'Cancelled' where payment_id = '${moved.paymentUID}' returning 1)
    update payment_exchanges set contract_id = drawn.id, sell_amount = 21000 from drawn where payment_id = '${moved.paymentUID}'`)
  for (const name of ['release payments', 'transmit messages']) {
    clock.set('2026-07-06T14:00:00Z')
    await run(paymentLifeSweeps, `payments: ${name}`, at)
  }
  const stateOf = async (uid: string) =>
    (
      await service.query<{ status: string; reason: string | null }>(
        `select status, evidence ->> 'reason' as reason from payment_states where payment_id = $1`,
        [uid],
      )
    )[0]!
  for (const { paymentUID } of [altered, moved])
    assert.deepEqual(await stateOf(paymentUID), { status: 'VALIDATION_FAILURE', reason: 'altered' })
  assert.match((await stateOf(good.paymentUID)).status, /READY_TO_TRANSMIT|TRANSMITTED/)
  const forged = dataOf(await at.call('GET', `/v2/fx/${next!.no}`))
  assert.equal(forged.closeOut, undefined)
  assert.match(forged.closeOutWaitsFor, /the service stored/)
})

/** What SQL sets of a payment of 100 euros, with the draws of its contract. The triggers agree. */
const EXCHANGES: Record<string, { sell: number; buy: number }> = {
  'buys more for the same': { sell: 0, buy: 5_000 },
  'buys and sells more': { sell: 5_250, buy: 5_000 },
  'sells less for the same': { sell: -1_000, buy: 0 },
}
for (const [what, { sell, buy }] of Object.entries(EXCHANGES))
  test(`a payment that SQL lets draw so that it ${what} fails alone`, async () => {
    const at = await openBank()
    const { forexContractNo: no } = await contractOf(at)
    const named = { paymentAmount: 100, additionalInfo: { fxContractNumber: no } }
    const [altered, good, own] = [
      dataOf(await pay(at, named)),
      dataOf(await pay(at, named)),
      dataOf(await pay(at, { paymentAmount: 100 })),
    ]
    await service.query(`with drawn as (
        update fx_contracts set drawn_sell_amount = drawn_sell_amount + ${sell}, drawn_buy_amount = drawn_buy_amount + ${buy}
        where contract_no = ${no} returning 1)
      update payment_exchanges set sell_amount = sell_amount + ${sell}, buy_amount = buy_amount + ${buy}
      where payment_id = '${altered.paymentUID}'`)
    for (const name of ['release payments', 'transmit messages']) {
      clock.set('2026-07-06T14:00:00Z')
      await run(paymentLifeSweeps, `payments: ${name}`, at)
    }
    const statusOf = async (uid: string) =>
      (await service.query<{ status: string }>('select status from payment_states where payment_id = $1', [uid]))[0]!
        .status
    assert.equal(await statusOf(altered.paymentUID), 'VALIDATION_FAILURE')
    for (const { paymentUID } of [good, own])
      assert.equal((await service.query('select from rail_messages where payment_id = $1', [paymentUID])).length, 1)
  })

test('the verification of the ledger compares prices with the rates that were set, and rates with what was set', async () => {
  const at = await openBank()
  for (const sells of [
    {},
    { sellCurrency: 'EUR', buyCurrency: 'USD' },
    { buyCurrency: 'JPY' },
    { tenor: '1M', productType: 'FORWARD' },
  ])
    await contractOf(at, sells)
  const { forexContractNo: no } = await contractOf(at)
  const said = async () =>
    (
      await service.app.db
        .forTenant(at.tenant.institution.tenantId)
        .snapshot((tx) => verifyFx(tx, at.tenant.institution.tenantId))
    ).map(({ what }) => what)
  assert.deepEqual(await said(), [])
  // The service makes a contract at a rate that SQL has set for a moment.
  const setRate = (mid: number) =>
    service.query('update fx_rates set bid = $2, mid = $2, ask = $2 where tenant_id = $1 and base_currency = $3', [
      ...[at.tenant.institution.tenantId, mid, 'EUR'],
    ])
  await setRate(0.5)
  assert.deepEqual(await said(), ['a market rate is not the last one that was set'])
  await contractOf(at)
  await service.query(
    'update fx_rates set bid = 1.0842, mid = 1.0843, ask = 1.0844 where tenant_id = $1 and base_currency = $2',
    [...[at.tenant.institution.tenantId, 'EUR']],
  )
  assert.deepEqual(await said(), ['an FX contract has a better price than the market rate that it names'])
  const quoteOf = '(select quote_id from fx_contracts where contract_no = $1)'
  for (const set of ['all_in_rate = 1.08439999', `pricing_reference = 'EUR/USD 2026-07-01T13:59:59Z'`]) {
    const [before] = await service.query<{ rate: string; reference: string }>(
      `select all_in_rate::text as rate, pricing_reference as reference from fx_quotes where id = ${quoteOf}`,
      [no],
    )
    await tamper(service, `update fx_quotes set ${set} where id = ${quoteOf}`, [no])
    // Without a rate by then, other pairs made the price.
    assert.equal((await said()).length, set.startsWith('all') ? 2 : 1)
    await tamper(
      service,
      `update fx_quotes set all_in_rate = $2::numeric, pricing_reference = $3 where id = ${quoteOf}`,
      [...[no, before!.rate, before!.reference]],
    )
  }
  await tamper(
    service,
    `update fx_quotes set pricing_reference = 'EUR/USD 2026-07-01T14:00:01Z' where id = ${quoteOf}`,
    [no],
  )
  assert.equal((await said()).length, 2)
  await tamper(
    service,
    `update fx_quotes set all_in_rate = 1.0844, pricing_reference = 'EUR/USD 2026-07-01T14:00:00Z' where id = ${quoteOf}`,
    [no],
  )
  assert.equal((await said()).length, 1, 'the market rate itself is not better')
})

test('a contract from before has no digest until the values of the institution are bound', async () => {
  const at = await openMarket(service)
  const bank = { ...at, contactUID: await contactAbroad(at, 'EUR') }
  await deposit(at, at.accountUID, 'USD', 50_000)
  await service.app.db.readKeys()
  const { forexContractNo: no } = await contractOf(at)
  const { forexContractNo: altered } = await contractOf(at)
  await service.query('update fx_contracts set content_index = null where contract_no = $1', [no])
  await service.query(
    `update fx_contracts set content_index = (select content_index from fx_contracts where contract_no = $2) where contract_no = $1`,
    [altered, (await contractOf(at)).forexContractNo],
  )
  assertRefused(await draw(bank, no, 100), { status: 400, code: 'CREDIT_AMOUNT_NOFXMATCH', says: 'was not written by' })
  const { forexContractNo: covered } = await contractOf(at)
  dataOf(await at.call('GET', `/v2/fx/${covered}/cover`))
  await service.query('update fx_covers set content_index = null where contract_id = $1', [await idOf(covered)])
  assertRefused(await at.call('DELETE', `/v2/fx/${covered}/cancel`), { status: 409, code: 'FX002', says: 'the cover' })
  await forgetPlaces({ ...service, tenant: at.tenant })
  dataOf(await at.call('DELETE', `/v2/fx/${covered}/cancel`))
  dataOf(await draw(bank, no, 100))
  assertRefused(await draw(bank, altered, 100), { status: 400, code: 'CREDIT_AMOUNT_NOFXMATCH', says: 'stored' })
  // Nor has a quote of a node of the release before.
  const { quoteUUID } = dataOf(await at.call('POST', '/v2/fx/quote', eurosBody(at.customerUID)))
  await tamper(service, 'update fx_quotes set content_index = null where id = $1', [quoteUUID])
  dataOf(await at.call('PUT', '/v2/fx/accept', { quoteUUID }))
})
