import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { fxSweeps } from '../../src/fx/fx.jobs.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  contactAbroad,
  contractOf,
  deposit,
  eurosBody,
  type Market,
  openAccount,
  openMarket,
  quote,
  setLine,
} from '../support/fx-market.ts'
import { passTime, sweepNamed } from '../support/sweeps.ts'
import { accountBody, creditBody, customerBody, startTestService, type TestService } from '../support/test-service.ts'

const expireContracts = sweepNamed(fxSweeps, 'fx: expire contracts')

const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

/** A market whose customer has no line, and this many dollars. */
async function prefunded(dollars: number): Promise<Market> {
  const at = await openMarket(service)
  await setLine(at, at.customerUID, null)
  if (dollars > 0) await deposit(at, at.accountUID, 'USD', dollars)
  return at
}

async function balanceOf(at: Market, accountUID = at.accountUID) {
  const path = `/v3/customers/${at.customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  const { ledgerBalance, availableBalance } = dataOf(await at.call('GET', path))
  return [ledgerBalance, availableBalance]
}

async function assertVerified(at: Market) {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [at.tenant.institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
}

const lineOf = async (at: Market, customerUID = at.customerUID) =>
  dataOf(await at.call('GET', `/v1/institution/customers/${customerUID}/fx-line`))
const refusedQuote = (at: Market, fields: object, customerUID = at.customerUID) =>
  at.call('POST', '/v2/fx/quote', eurosBody(customerUID, fields))
const forward = { productType: 'FORWARD', tenor: '1M' }
const exceeded = (says: string | RegExp) => ({ status: 409, code: 'FX002', says })
const EVERYTHING = { exposure: 1e10, spot: 1e11, forward: 1e11 }

test('billions of forwards are refused to a customer without a line and with under a million dollars', async () => {
  const at = await prefunded(900_000)
  const big = { ...forward, transferAmount: 9_000_000_000 }
  const { quoteUUID } = await quote(at, big)
  const refused = await at.call('PUT', '/v2/fx/accept', { quoteUUID })
  assertRefused(refused, {
    status: 409,
    code: 'FX002',
    says: 'no active account of it has 9824679000.00 USD available',
  })
  assert.deepEqual(dataOf(await at.call('GET', '/v1/institution/fx/positions?page=1&limit=10')), [])
  assert.deepEqual(await balanceOf(at), ['900000.00', '900000.00'])
  await setLine(at, at.customerUID, { exposure: 1e8, spot: 1_000_000, forward: 500_000 })
  assertRefused(await refusedQuote(at, big), exceeded('open forward contracts to 500000.00 USD; 0.00 USD are used'))
})

test('without a line, an acceptance holds the amount sold; a draw uses the hold, and the end of the contract releases the rest', async () => {
  const at = await prefunded(1_500)
  const contactUID = await contactAbroad(at, 'EUR')
  const contract = await contractOf(at)
  assert.deepEqual([contract.fundingAccountUID, contract.fundedAmount], [at.accountUID, 1089.83])
  assert.deepEqual(await balanceOf(at), ['1500.00', '410.17'])
  const second = (await quote(at)).quoteUUID
  const refused = await at.call('PUT', '/v2/fx/accept', { quoteUUID: second })
  assertRefused(refused, { status: 409, code: 'FX002', says: '1089.83 USD available' })

  const { forexContractNo } = contract
  const named = { additionalInfo: { fxContractNumber: forexContractNo } }
  const body = (fields: object) =>
    creditBody(
      { ...at, contactUID },
      { paymentAmount: 400, paymentCurrency: 'EUR', speed: 'SPOT', ...named, ...fields },
    )
  const preview = dataOf(await at.call('POST', '/payments/creditrequest/preview', body({ paymentAmount: 1000 })))
  assert.equal(preview.wouldBeRefused, false)
  const paid = dataOf(await at.call('POST', '/payments/creditrequest', body({})))
  assert.deepEqual(await balanceOf(at), ['1500.00', '410.17'], 'the hold of the payment replaces that of the contract')
  const read = async () => dataOf(await at.call('GET', `/fx/${forexContractNo}`))
  assert.equal((await read()).fundedAmount, 653.89)
  await assertVerified(at)
  dataOf(await at.call('PUT', `/payments/${paid.paymentUID}/cancel`, {}))
  assert.equal((await read()).fundedAmount, 1089.83)
  assert.deepEqual(await balanceOf(at), ['1500.00', '410.17'])
  await assertVerified(at)

  dataOf(await at.call('POST', '/payments/creditrequest', body({})))
  // It leaves on the value date of the contract.
  clock.set('2026-07-03T04:00:00.000Z')
  const tick = () => clock.advance({ seconds: 1 })
  await passTime(service.app, { passes: 10, tick, institution: () => at.tenant.institution })
  assert.deepEqual(await balanceOf(at), ['1064.06', '410.17'])
  clock.set('2026-07-04T04:00:00.000Z')
  await expireContracts.run(service.app, at.tenant.institution)
  const expired = await read()
  assert.deepEqual([expired.tradeStatus, expired.fundedAmount], ['Expired', 0])
  // Less the spread on the 600 euros that were closed out.
  assert.deepEqual(await balanceOf(at), ['1063.94', '1063.94'])
  await assertVerified(at)
})

test('the last draw of a prefunded contract leaves nothing held', async () => {
  const at = await prefunded(1_100)
  const { forexContractNo } = await contractOf(at)
  const contactUID = await contactAbroad(at, 'EUR')
  const additionalInfo = { fxContractNumber: forexContractNo }
  const body = { paymentAmount: 1000, paymentCurrency: 'EUR', speed: 'SPOT', additionalInfo }
  dataOf(await at.call('POST', '/payments/creditrequest', creditBody({ ...at, contactUID }, body)))
  const { tradeStatus, fundedAmount } = dataOf(await at.call('GET', `/fx/${forexContractNo}`))
  assert.deepEqual([tradeStatus, fundedAmount], ['Completed', 0])
  assert.deepEqual(await balanceOf(at), ['1100.00', '10.17'])
  await assertVerified(at)
})

test('a customer chooses the account that prefunds, and only that account draws', async () => {
  const at = await prefunded(2_000)
  const other = await openAccount(at, 'USD', 2_000)
  const contactUID = await contactAbroad(at, 'EUR')
  const contract = await contractOf(at, {}, { fundingAccountUID: other })
  assert.equal(contract.fundingAccountUID, other)
  assert.deepEqual(await balanceOf(at, other), ['2000.00', '910.17'])
  const additionalInfo = { fxContractNumber: contract.forexContractNo }
  const body = { paymentAmount: 400, paymentCurrency: 'EUR', speed: 'SPOT', additionalInfo }
  const pay = (accountUID: string) =>
    at.call('POST', '/payments/creditrequest', creditBody({ accountUID, contactUID }, body))
  const refused = { status: 400, code: 'CREDIT_AMOUNT_NOFXMATCH', says: `prefunded from account ${other}` }
  assertRefused(await pay(at.accountUID), refused)
  dataOf(await pay(other))
  const stranger = await openMarket(service)
  for (const fundingAccountUID of [stranger.accountUID, await openAccount(at, 'EUR', 5_000)]) {
    const { quoteUUID } = await quote(at)
    const reply = await at.call('PUT', '/v2/fx/accept', { quoteUUID, fundingAccountUID })
    assertRefused(reply, { status: 409, code: 'FX002', says: 'no active account of it has 1089.83 USD' })
  }
  await assertVerified(at)
})

test('with a line, nothing is held; with an account named, the contract is prefunded and uses none of the line', async () => {
  const at = await openMarket(service)
  await deposit(at, at.accountUID, 'USD', 2_000)
  const onLine = await contractOf(at)
  assert.equal(onLine.fundingAccountUID, undefined)
  assert.deepEqual(await balanceOf(at), ['2000.00', '2000.00'])
  const { used } = await lineOf(at)
  assert.deepEqual(used, { exposure: 5.63, spot: 1084.3, forward: 0 })
  await contractOf(at, {}, { fundingAccountUID: at.accountUID })
  assert.deepEqual(await balanceOf(at), ['2000.00', '910.17'])
  assert.deepEqual((await lineOf(at)).used, used)
  await contractOf(at, forward)
  assert.equal((await lineOf(at)).used.forward, 1084.3)
  await assertVerified(at)
})

test('the limits of a line are inclusive, and are checked at the quote and again at the acceptance', async () => {
  const at = await openMarket(service)
  await setLine(at, at.customerUID, { ...EVERYTHING, spot: 2_168.6 })
  const first = await quote(at)
  const second = await quote(at)
  const third = await quote(at)
  for (const { quoteUUID } of [first, second]) dataOf(await at.call('PUT', '/v2/fx/accept', { quoteUUID }))
  const says =
    'open spot contracts to 2168.60 USD; 2168.60 USD are used, 0.00 USD are left, and the trade needs 1084.30 USD'
  assertRefused(await at.call('PUT', '/v2/fx/accept', { quoteUUID: third.quoteUUID }), exceeded(says))
  assertRefused(await refusedQuote(at, { transferAmount: 0.01 }), exceeded('the trade needs 0.02 USD'))
  dataOf(await at.call('POST', '/v2/fx/quote', eurosBody(at.customerUID, { ...forward, transferAmount: 1 })))
})

test('exposure follows the market: a fall of the currency bought uses up the line, and drawing frees it', async () => {
  const at = await openMarket(service)
  await setLine(at, at.customerUID, { ...EVERYTHING, exposure: 100 })
  const { forexContractNo } = await contractOf(at)
  const fall = { baseCcy: 'EUR', quoteCcy: 'USD', bid: 0.9842, mid: 0.9843, ask: 0.9844 }
  dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates: [fall] }))
  assert.deepEqual((await lineOf(at)).used, { exposure: 105.63, spot: 984.3, forward: 0 })
  const says = 'the exposure of open contracts at market rates to 100.00 USD; 105.63 USD are used, 0.00 USD are left'
  assertRefused(await refusedQuote(at, { transferAmount: 1 }), exceeded(says))
  await deposit(at, at.accountUID, 'USD', 2_000)
  const contactUID = await contactAbroad(at, 'EUR')
  const body = { paymentAmount: 500, paymentCurrency: 'EUR', speed: 'SPOT' }
  const named = { additionalInfo: { fxContractNumber: forexContractNo } }
  dataOf(await at.call('POST', '/payments/creditrequest', creditBody({ ...at, contactUID }, { ...body, ...named })))
  assert.equal((await lineOf(at)).used.exposure, 52.81)
  assert.equal((await quote(at, { transferAmount: 1 })).buyAmount, 1)
})

test('a contract that cannot be valued refuses further credit, and says why', async () => {
  const at = await openMarket(service)
  await contractOf(at, { buyCurrency: 'JPY', transferAmount: 10_000 })
  dataOf(await at.call('PUT', '/v1/institution', { fx: { maxRateAgeSeconds: 60 } }))
  clock.advance({ seconds: 50 })
  const { quoteUUID } = await quote(at)
  clock.advance({ seconds: 11 })
  const euro = { baseCcy: 'EUR', quoteCcy: 'USD', bid: 1.0842, mid: 1.0843, ask: 1.0844 }
  dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates: [euro] }))
  assertRefused(await refusedQuote(at, {}), exceeded('the rate of USD/JPY is too old'))
  assertRefused(await at.call('PUT', '/v2/fx/accept', { quoteUUID }), exceeded('the rate of USD/JPY is too old'))
  assert.equal((await lineOf(at)).used, undefined)
})

interface Family extends Market {
  childUID: string
  childCall: Market['call']
}

/** A customer with a child, whose client sees only the child. */
async function family(): Promise<Family> {
  const at = await openMarket(service)
  const body = customerBody({ parentEntityShortName: at.shortName })
  const childUID = String(dataOf(await at.call('POST', '/v2/customers', body)).customerUID)
  dataOf(await at.call('POST', `/v3/customers/${childUID}/accounts`, accountBody()), 201)
  const client = await service.createClient(at.tenant, { legalEntityId: BigInt(childUID) })
  return { ...at, childUID, childCall: (method, path, body) => service.call(method, path, body, { client }) }
}

test('the line of a parent bounds its children together, and a child needs a line of its own', async () => {
  const at = await family()
  await setLine(at, at.customerUID, { ...EVERYTHING, spot: 2_000 })
  const ofChild = { customerUID: at.childUID, call: at.childCall }
  const unfunded = await quote({ ...at, ...ofChild })
  const refused = await at.childCall('PUT', '/v2/fx/accept', { quoteUUID: unfunded.quoteUUID })
  assertRefused(refused, { status: 409, code: 'FX002', says: 'no FX line' })
  await setLine(at, at.childUID, EVERYTHING)
  await contractOf({ ...at, ...ofChild })
  assert.equal((await lineOf(at)).used.spot, 1084.3)
  const toChild = 'the line of a customer above it limits open spot contracts, and has too little left'
  assertRefused(await at.childCall('POST', '/v2/fx/quote', eurosBody(at.childUID)), exceeded(toChild))
  assertRefused(await refusedQuote(at, {}), exceeded('1084.30 USD are used, 915.70 USD are left'))
  assertRefused(await refusedQuote(at, {}, at.childUID), exceeded(`customer ${at.customerUID} above it`))
})

test('two acceptances that race for the rest of a line: exactly one gets it', async () => {
  const at = await family()
  await setLine(at, at.customerUID, { ...EVERYTHING, spot: 1_500 })
  await setLine(at, at.childUID, EVERYTHING)
  const nodes = [service.baseUrl, await service.startNode()]
  const uuids = [await quote(at), await quote({ ...at, customerUID: at.childUID })].map(({ quoteUUID }) => quoteUUID)
  const replies = await Promise.all(
    uuids.map((quoteUUID, n) =>
      service.call('PUT', '/v2/fx/accept', { quoteUUID }, { client: at.tenant.client, at: nodes[n]! }),
    ),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
  assert.equal((await lineOf(at)).used.spot, 1084.3)
  await assertVerified(at)
})

test('two acceptances that race for the last dollars of an account: exactly one is prefunded', async () => {
  const at = await prefunded(1_500)
  const nodes = [service.baseUrl, await service.startNode()]
  const uuids = [await quote(at), await quote(at)].map(({ quoteUUID }) => quoteUUID)
  const replies = await Promise.all(
    uuids.map((quoteUUID, n) =>
      service.call('PUT', '/v2/fx/accept', { quoteUUID }, { client: at.tenant.client, at: nodes[n]! }),
    ),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
  assert.deepEqual(await balanceOf(at), ['1500.00', '410.17'])
  await assertVerified(at)
})

test('a client of a customer can neither read nor lift the line of any customer', async () => {
  const at = await family()
  const path = `/v1/institution/customers/${at.childUID}/fx-line`
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { line: EVERYTHING }],
  ] as const)
    assert.equal((await at.childCall(method, path, body)).status, 403)
  assert.equal((await lineOf(at, at.childUID)).line, null)
})

test('under dual control, a line waits for a second person', async () => {
  const at = await openMarket(service)
  await service.createClient(at.tenant, {})
  dataOf(await at.call('PUT', '/v1/institution', { dualControl: true }))
  const before = await lineOf(at)
  const path = `/v1/institution/customers/${at.customerUID}/fx-line`
  const waiting = await at.call('PUT', path, { line: { exposure: 1, spot: 1, forward: 1 } })
  assert.equal(waiting.status, 202)
  assert.deepEqual(await lineOf(at), before)
})

test('the audit log has each change of a line, with the amounts before and after', async () => {
  const at = await openMarket(service)
  await setLine(at, at.customerUID, null)
  const [set, removed] = await service.query<{ before: object; after: object }>(
    "select before, after from audit_log where tenant_id = $1 and action = 'fx.line.updated' order by id",
    [at.tenant.institution.tenantId],
  )
  const line = { exposure: 1e10, spot: 1e11, forward: 1e11 }
  assert.deepEqual(
    [set, removed].map((one) => one && { before: one.before, after: one.after }),
    [
      { before: { line: null }, after: { line } },
      { before: { line }, after: { line: null } },
    ],
  )
})
