import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { approvalSweeps } from '../../src/approvals/approvals.jobs.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type Cautious, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { contactAbroad, eurosBody, marketRates } from '../support/fx-market.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { fetchToken, type Reply, type TestClient } from '../support/test-service.ts'

// A customer demands approvers for its payments. One client of it exchanges its money alone, and
// each exchange, or its cancellation, costs the spread.

const expireProposals = sweepNamed(approvalSweeps, 'approvals: expire proposals')

const START = '2027-01-04T17:00:00Z'
const ONE = { paymentDualApproval: true }
const TWO = { paymentDualApproval: true, paymentNumberOfApprovers: 2 }
const MID = 1.0843

let bank: CautiousBank
let checker: TestClient
before(async () => {
  bank = await openCautiousBank(START)
  checker = await bank.service.createClient(bank.service.tenant, {})
  dataOf(await bank.call('PUT', '/v1/institution/fx/margins', { margins: [{ basisPoints: 50 }] }))
})
after(() => bank.service.stop())
beforeEach(async () => {
  bank.clock.set(START)
  dataOf(await bank.call('PUT', '/v1/institution/fx/rates', { rates: marketRates }))
  dataOf(await bank.call('PUT', '/v1/institution', { fx: { lastLookBasisPoints: 10 } }))
})
afterEach(async () => {
  const said: string[] = []
  const { app, tenant } = bank.service
  assert.equal(await verifyLedgers(app.db, [tenant.institution], (line) => said.push(line)), 0, said.join('\n'))
})

const moveTo = async (mid: number) => {
  const at = (points: number) => Number((mid + points).toFixed(8))
  const rate = { baseCcy: 'EUR', quoteCcy: 'USD', bid: at(-0.0001), mid: at(0), ask: at(0.0001) }
  dataOf(await bank.call('PUT', '/v1/institution/fx/rates', { rates: [rate] }))
}
const quote = async ({ customerUID }: Cautious, client: TestClient, fields: object = {}) =>
  dataOf(await bank.call('POST', '/v2/fx/quote', eurosBody(customerUID, fields), client))
const accept = (quoteUUID: string, client: TestClient, fields: object = {}) =>
  bank.call('PUT', '/v2/fx/accept', { quoteUUID, ...fields }, client)
const cancel = (contractNo: string, client: TestClient) =>
  bank.call('DELETE', `/v2/fx/${contractNo}/cancel`, undefined, client)
const readContract = async (contractNo: string) => dataOf(await bank.call('GET', `/v2/fx/${contractNo}`))

/** The approval that a trade waits for. */
const waitingFor = (reply: Reply): string => {
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  return dataOf(reply, 202).approvalUID
}
const pathOf = ({ customerUID }: Cautious, uid: string) => `/v1/customers/${customerUID}/approvals/fxTrade/${uid}`
const read = async (of: Cautious, uid: string) => dataOf(await bank.call('GET', pathOf(of, uid)))
const approve = async (of: Cautious, uid: string, client: TestClient, fields: object = {}) => {
  const { contentHash } = await read(of, uid)
  return bank.call('PUT', `${pathOf(of, uid)}/approve`, { contentHash, ...fields }, client)
}
const statusAfter = async (of: Cautious, uid: string, client: TestClient, fields: object = {}) =>
  dataOf(await approve(of, uid, client, fields)).status

/** A credit line, so that it can sell what it has no account in. */
const giveLine = async ({ customerUID }: Cautious) => {
  const line = { exposure: 1e9, spot: 1e9, forward: 1e9 }
  dataOf(await bank.call('PUT', `/v1/institution/customers/${customerUID}/fx-line`, { line }))
}

/** A trade that one client quotes and accepts, and that waits. */
const trade = async (of: Cautious, client: TestClient = of.ada, fields: object = {}) =>
  waitingFor(await accept((await quote(of, client, fields)).quoteUUID, client))

const balancesOf = async ({ customerUID, accountUID }: Cautious) => {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  const { ledgerBalance, availableBalance } = dataOf(await bank.call('GET', path))
  return [Number(ledgerBalance), Number(availableBalance)]
}
const contractsOf = async ({ customerUID }: Cautious) =>
  (await bank.service.query('select from fx_contracts where customer_id = $1', [BigInt(customerUID)])).length

const signatoryOf = async ({ customerUID }: Cautious, approvalLimit?: number): Promise<string> => {
  const body = { fullName: 'Ada Lund', emailAddress: 'ada@sample.example', phoneNumber: '+1 207 555 0100' }
  const reply = await bank.call('POST', `/v1/customers/${customerUID}/signatories`, { ...body, approvalLimit })
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
  await decideProposals(customerUID)
  return String(reply.body.id)
}

/** A second person of the institution decides all that waits for a customer, except its trades. */
const decideProposals = async (customerUID: string) => {
  const waiting = `/v1/institution/approvals?page=1&limit=100&status=Pending&customerUID=${customerUID}`
  for (const { approvalUID, contentHash, kind } of dataOf(await bank.call('GET', waiting)))
    if (kind !== 'fxTrade')
      dataOf(await bank.call('PUT', `/v1/institution/approvals/${approvalUID}/approve`, { contentHash }, checker))
}
const ask = async ({ customerUID }: Cautious, legalEntityAccessSettings: object) => {
  dataOf(await bank.call('PUT', `/v2/customers/${customerUID}`, { legalEntityAccessSettings }))
  await decideProposals(customerUID)
}

const OWN = { status: 403, code: 'APPROVAL001', says: 'you quoted or accepted this trade' }
const NOT_ACCEPTED = { status: 403, code: 'APPROVAL001' }

test('one client alone cannot exchange money and cancel the contracts until the spread has eaten it', async () => {
  const customer = await bank.customer(TWO)
  const { ada, bob, eve } = customer
  const uids: string[] = []
  for (let n = 0; n < 10; n++) uids.push(await trade(customer, ada, { transferAmount: 5_000 }))
  assert.equal(await contractsOf(customer), 0)
  assert.deepEqual(await balancesOf(customer), [100_000, 100_000])
  assertRefused(await bank.call('POST', '/v2/fx/quote', eurosBody(customer.customerUID), ada), {
    ...{ status: 409, code: 'FX002', says: 'quotes' },
  })

  assert.equal(await statusAfter(customer, uids[0]!, bob), 'Pending')
  assert.equal(await contractsOf(customer), 0)
  const made = dataOf(await approve(customer, uids[0]!, eve))
  assert.deepEqual([made.status, made.approversNeeded], ['Approved', 2])
  assert.deepEqual(
    made.approvers.map(({ approverUID }: { approverUID: string }) => approverUID).toSorted(),
    [bob.apiKey, eve.apiKey].toSorted(),
  )
  const { sellAmount, buyAmount, quoteUUID, forexContractNo, fundedAmount } = made.result
  assert.deepEqual([buyAmount, fundedAmount], [5_000, sellAmount])
  assert.equal(dataOf(await accept(quoteUUID, ada)).forexContractNo, forexContractNo)
  assert.equal(made.proposed.sellAmount, sellAmount)
  assert.deepEqual(await balancesOf(customer), [100_000, 100_000 - sellAmount])

  const ends = waitingFor(await cancel(forexContractNo, ada))
  assert.equal(waitingFor(await cancel(forexContractNo, eve)), ends, 'one cancellation waits')
  assert.equal((await readContract(forexContractNo)).tradeStatus, 'Booked')
  assert.deepEqual(await balancesOf(customer), [100_000, 100_000 - sellAmount])
})

test('a customer without approvers trades and cancels as before', async () => {
  const customer = await bank.customer({})
  const { forexContractNo } = dataOf(await accept((await quote(customer, customer.ada)).quoteUUID, customer.ada))
  assert.equal(dataOf(await cancel(forexContractNo, customer.ada)).tradeStatus, 'Cancelled')
})

test('neither who quoted nor who accepted approves, in their own name or for a person', async () => {
  const customer = await bank.customer(ONE)
  const { ada, bob, eve } = customer
  const { quoteUUID } = await quote(customer, ada)
  const uid = waitingFor(await accept(quoteUUID, bob))
  for (const maker of [ada, bob]) assertRefused(await approve(customer, uid, maker), OWN)
  const trusted = { trustedToNamePersons: true }
  for (const { apiKey } of [ada, bob]) dataOf(await bank.call('PUT', `/v1/institution/api-clients/${apiKey}`, trusted))
  const signatoryId = await signatoryOf(customer)
  assertRefused(await approve(customer, uid, bob, { signatoryId }), OWN)
  assert.equal(await contractsOf(customer), 0)
  assert.equal(await statusAfter(customer, uid, eve), 'Approved')
})

test('a person does not approve their own trade through a second client, and a holder not through its other one', async () => {
  const customer = await bank.customer({})
  const { ada, bob } = customer
  const lund = await bank.person(customer, 'lund')
  const entitlements = ['Spot_Trade', 'Create_Instruct_Trades', 'View_Trades']
  const applications = [{ name: 'Foreign_Exchange', entitlements }]
  const roles = `/api/user-management/v1/customers/${customer.customerUID}/roles`
  const role = { externalReferenceId: 'd', name: 'Dealer', description: 'd', applications }
  assert.equal((await bank.call('POST', roles, role)).status, 201)
  assert.equal((await bank.call('PUT', lund.path, { roleNames: ['Payer lund', 'Dealer'] })).status, 200)
  const [one, other] = [await lund.through(ada), await lund.through(bob)]
  await ask(customer, ONE)
  const uid = await trade(customer, one)
  assertRefused(await approve(customer, uid, other), OWN)

  // The institution's client holds the secret of another one, which it created. Under dual control,
  // that counts.
  const body = { name: 'second', customerUID: customer.customerUID, entitlements: ['Payments.Approve_Payments'] }
  const created = dataOf(await bank.call('POST', '/v1/institution/api-clients', body), 201)
  const { baseUrl, tenant } = bank.service
  const second = { ...created, token: await fetchToken(baseUrl, tenant.institution.code, created) }
  const ofHolder = await trade(customer, tenant.client)
  const setDualControl = (isOn: boolean) =>
    bank.service.query('update institutions set dual_control = $1 where tenant_id = $2', [
      ...[isOn, tenant.institution.tenantId],
    ])
  await setDualControl(true)
  assertRefused(await approve(customer, ofHolder, second), OWN)
  await setDualControl(false)
  assert.equal(await contractsOf(customer), 0)
})

test('the institution trades for a customer under the approvers of the customer', async () => {
  const customer = await bank.customer(ONE)
  const { client } = bank.service.tenant
  const uid = await trade(customer, client)
  assertRefused(await approve(customer, uid, client), OWN)
  assert.equal(await statusAfter(customer, uid, customer.ada), 'Approved')
})

test('the larger side is measured as it is when somebody approves, by limits of approvers and by thresholds', async () => {
  const customer = await bank.customer({ ...ONE, paymentLimitforFirstApprover: 1_150 })
  await giveLine(customer)
  const { ada, bob, eve } = customer
  dataOf(await bank.call('PUT', `/v1/institution/api-clients/${bob.apiKey}`, { trustedToNamePersons: true }))
  const named = { signatoryId: await signatoryOf(customer, 1_100) }
  // It sells euros, so that the larger side grows as the market moves for the bank.
  const uid = await trade(customer, ada, { sellCurrency: 'EUR', buyCurrency: 'USD', transferAmount: 1_080 })
  assert.ok((await read(customer, uid)).proposed.sellAmount * MID < 1_100)
  await moveTo(MID * 1.03)
  assertRefused(await approve(customer, uid, bob, named), { ...NOT_ACCEPTED, says: '1100.00 USD per payment' })
  assert.equal(await contractsOf(customer), 0)
  // Above the limit of the first approver, it takes a second one.
  await moveTo(MID * 1.07)
  assert.equal(await statusAfter(customer, uid, eve), 'Pending')
  assert.equal((await read(customer, uid)).approversNeeded, 2)
  assert.equal(await statusAfter(customer, uid, bob), 'Approved')
})

test('what a person approved of payments counts for trades, and the other way round', async () => {
  const customer = await bank.customer({})
  const { ada, bob } = customer
  const limits = [{ name: 'Daily approval limit', value: 1500 }]
  const lund = await bank.person(customer, 'daily', { applicationLimits: [{ name: 'Payments', limits }] })
  const token = await lund.through(bob)
  await ask(customer, ONE)
  const uid = await trade(customer, ada)
  assert.equal(await statusAfter(customer, uid, token), 'Approved')
  const pay = (paymentAmount: number) => bank.pay(customer, ada, { paymentAmount })
  assertRefused(await bank.decide(await pay(500), token), { status: 402, code: 'PAYMENT003', says: 'per day' })
  assert.equal((await bank.decide(await pay(400), token)).status, 200)
  const next = await trade(customer, ada, { transferAmount: 100 })
  assertRefused(await approve(customer, next, token), { ...NOT_ACCEPTED, says: 'per day' })
})

test('a contract made before approvers were required is not cancelled without them', async () => {
  const customer = await bank.customer({})
  const { ada, bob } = customer
  const { forexContractNo } = dataOf(await accept((await quote(customer, ada)).quoteUUID, ada))
  await ask(customer, ONE)
  const before = await balancesOf(customer)
  const uid = waitingFor(await cancel(forexContractNo, ada))
  assertRefused(await approve(customer, uid, ada), OWN)
  assert.deepEqual(await balancesOf(customer), before)
  assert.equal(await statusAfter(customer, uid, bob), 'Approved')
  const { tradeStatus, closeOut } = await readContract(forexContractNo)
  assert.equal(tradeStatus, 'Cancelled')
  const [ledger, available] = await balancesOf(customer)
  assert.deepEqual([ledger, available], [Number((100_000 - closeOut.loss).toFixed(2)), ledger])
})

test('a cancellation is not made of another amount than its approvers saw', async () => {
  const customer = await bank.customer(ONE)
  const { ada, bob, eve } = customer
  const supplier = await contactAbroad({ ...customer, call: bank.call }, 'EUR')
  const { result } = dataOf(await approve(customer, await trade(customer), bob))
  const ends = waitingFor(await cancel(result.forexContractNo, ada))
  const draw = {
    ...{ paymentAmount: 400, paymentCurrency: 'EUR', speed: 'SPOT', paymentDate: '2027-01-04' },
    ...{ receiver: { accountUID: supplier }, additionalInfo: { fxContractNumber: result.forexContractNo } },
  }
  await bank.approved(await bank.pay(customer, ada, draw), eve)
  assertRefused(await approve(customer, ends, bob), {
    status: 409,
    code: 'APPROVAL001',
    says: 'another amount is left',
  })
  assert.equal((await readContract(result.forexContractNo)).tradeStatus, 'PartiallyDrawn')
})

test('covering is a trade of the institution, and moves nothing of the customer', async () => {
  const customer = await bank.customer(ONE)
  const uid = await trade(customer)
  const { result } = dataOf(await approve(customer, uid, customer.bob))
  const before = await balancesOf(customer)
  dataOf(await bank.call('GET', `/v2/fx/${result.forexContractNo}/cover`, undefined, customer.ada))
  assert.deepEqual(await balancesOf(customer), before)
})

test('a rule switched on after the quote holds for it, and one raised while it waits asks for more people', async () => {
  const customer = await bank.customer({})
  const { ada, bob, eve } = customer
  const { quoteUUID } = await quote(customer, ada)
  await ask(customer, ONE)
  const uid = waitingFor(await accept(quoteUUID, ada))
  assert.equal((await read(customer, uid)).approversNeeded, 1)
  await ask(customer, TWO)
  assert.equal(await statusAfter(customer, uid, bob), 'Pending')
  assert.equal(await contractsOf(customer), 0)
  assert.equal(await statusAfter(customer, uid, eve), 'Approved')

  // What was asked for stays, if the rule is loosened later.
  const next = await trade(customer, ada)
  await ask(customer, { paymentDualApproval: false, paymentNumberOfApprovers: 1 })
  assert.equal(await statusAfter(customer, next, bob), 'Pending')
})

test('a trade from which the market has moved too far is refused to its last approver, and ends', async () => {
  const customer = await bank.customer(TWO)
  const { ada, bob, eve } = customer
  const uid = await trade(customer, ada)
  assert.equal(await statusAfter(customer, uid, bob), 'Pending')
  bank.clock.advance({ hours: 2 })
  await moveTo(MID * 1.0011)
  assertRefused(await approve(customer, uid, eve), { status: 409, code: 'FX002', says: 'the market moved from' })
  const { status, reason, proposed } = await read(customer, uid)
  assert.equal(status, 'Voided')
  assert.match(reason, /the market moved from/)
  assertRefused(await approve(customer, uid, eve), { status: 409, code: 'APPROVAL001', says: 'already Voided' })
  assertRefused(await accept(proposed.quoteUUID, ada), { status: 409, code: 'FX002', says: 'rejected' })
  assert.deepEqual(await balancesOf(customer), [100_000, 100_000])

  // Within the tolerance, and after a move in the bank's favor, the price that was approved stands.
  const better = await trade(customer, ada)
  await moveTo(MID * 0.99)
  await approve(customer, better, bob)
  const made = dataOf(await approve(customer, better, eve))
  assert.deepEqual([made.result.sellAmount, made.result.allInRate], [made.proposed.sellAmount, made.proposed.allInRate])
})

// Trades that wait in both directions are free options, if the last approval tolerates a move.
for (const [does, fields, moved] of [
  ['buys euros', {}, 1.0005],
  ['sells euros', { sellCurrency: 'EUR', buyCurrency: 'USD' }, 0.9995],
  ['buys euros forward', { productType: 'FORWARD', tenor: '1M' }, 1.0005],
  ['buys euros for yen', { sellCurrency: 'JPY' }, 1.0005],
] as const)
  test(`the last approval of a customer that ${does} pays the bank at least the mid rate of then, even within the tolerance`, async () => {
    const customer = await bank.customer(ONE)
    const { ada, bob } = customer
    const setMargin = async (basisPoints: number) =>
      dataOf(await bank.call('PUT', '/v1/institution/fx/margins', { margins: [{ basisPoints }] }))
    await giveLine(customer)
    const moveAll = async () => {
      const [euro] = marketRates
      const at = (rate: number) => Number((rate * moved).toFixed(8))
      const rate = { ...euro, bid: at(euro!.bid), mid: at(euro!.mid), ask: at(euro!.ask) }
      dataOf(await bank.call('PUT', '/v1/institution/fx/rates', { rates: [rate] }))
    }
    await setMargin(0)
    const uid = await trade(customer, ada, fields)
    const still = await trade(customer, ada, fields)
    bank.clock.advance({ hours: 2 })
    dataOf(await approve(customer, still, bob))
    await moveAll()
    assertRefused(await approve(customer, uid, bob), { status: 409, code: 'FX002', says: 'less than the mid rate' })
    assert.equal((await read(customer, uid)).status, 'Voided')
    // A margin above the move is paid, and the institution has the mid rate and more.
    dataOf(await bank.call('PUT', '/v1/institution/fx/rates', { rates: marketRates }))
    await setMargin(50)
    const paid = await trade(customer, ada, fields)
    await moveAll()
    dataOf(await approve(customer, paid, bob))
  })

test('two last approvals at once, on two nodes, make one contract', async () => {
  const customer = await bank.customer(ONE)
  const { ada, bob, eve } = customer
  const node = await bank.service.startNode()
  const uid = await trade(customer, ada)
  const { contentHash, proposed } = await read(customer, uid)
  const send = (client: TestClient, at: string) =>
    bank.service.call('PUT', `${pathOf(customer, uid)}/approve`, { contentHash }, { client, at })
  const replies = await Promise.all([
    ...[send(bob, bank.service.baseUrl), send(eve, node), send(bob, node)],
    ...[accept(proposed.quoteUUID, ada), accept(proposed.quoteUUID, eve)],
  ])
  assert.equal(replies.slice(0, 3).filter(({ status }) => status === 200).length, 1)
  assert.equal(await contractsOf(customer), 1)
  assert.equal((await balancesOf(customer))[1], 100_000 - proposed.sellAmount)
})

test('an approver who is stopped does not count, and one counts once', async () => {
  const customer = await bank.customer(TWO)
  const { ada, bob, eve } = customer
  const uid = await trade(customer, ada)
  assert.equal(await statusAfter(customer, uid, bob), 'Pending')
  assertRefused(await approve(customer, uid, bob), { ...NOT_ACCEPTED, says: 'already approved' })
  dataOf(await bank.call('POST', `/v1/institution/api-clients/${bob.apiKey}/revoke`))
  assert.equal(await statusAfter(customer, uid, eve), 'Pending')
  assert.equal(await contractsOf(customer), 0)
  const third = await bank.clientOf(customer)
  assert.equal(await statusAfter(customer, uid, third), 'Approved')
})

test('another hash, another customer and a client without the right approve nothing', async () => {
  const customer = await bank.customer(ONE)
  const other = await bank.customer(ONE)
  const uid = await trade(customer)
  const path = `${pathOf(customer, uid)}/approve`
  const { contentHash } = await read(customer, uid)
  const refused = await bank.call('PUT', path, { contentHash: '0'.repeat(64) }, customer.bob)
  assertRefused(refused, { status: 409, code: 'APPROVAL001', says: 'contentHash' })
  assert.equal((await bank.call('PUT', path, { contentHash }, other.bob)).status, 403)
  const weak = await bank.clientOf(customer, { entitlements: ['Foreign_Exchange.Create_Instruct_Trades'] })
  assert.equal((await bank.call('PUT', path, { contentHash }, weak)).status, 403)
  const ofBank = await bank.service.createClient(bank.service.tenant, { entitlements: ['Institution.Approve_Changes'] })
  const queue = `/v1/institution/approvals/${uid}/approve`
  assertRefused(await bank.call('PUT', queue, { contentHash }, ofBank), {
    ...{ status: 403, code: 'AUTH002', says: 'Payments.Approve_Payments' },
  })
  assert.equal(await contractsOf(customer), 0)
})

test('a trade waits until 17:00 in New York; a rejected or withdrawn one ends at once', async () => {
  const customer = await bank.customer(ONE)
  const { ada, bob } = customer
  const [uid, rejected, withdrawn] = [await trade(customer), await trade(customer), await trade(customer)]
  const { expiresAt } = await read(customer, uid)
  assert.equal(expiresAt, '2027-01-04T22:00:00.000Z')
  dataOf(await bank.call('PUT', `${pathOf(customer, rejected)}/reject`, { reason: 'too dear' }, bob))
  const { proposed } = await read(customer, withdrawn)
  dataOf(await bank.call('PUT', `/v2/fx/${proposed.quoteUUID}/reject`, undefined, ada))
  assert.equal((await read(customer, withdrawn)).status, 'Voided')
  for (const ended of [rejected, withdrawn])
    assertRefused(await approve(customer, ended, bob), { status: 409, code: 'APPROVAL001', says: 'already' })
  bank.clock.set(expiresAt)
  assertRefused(await approve(customer, uid, bob), { status: 409, code: 'APPROVAL001', says: 'expired' })
  await expireProposals.run(bank.service.app, bank.service.tenant.institution)
  assert.equal((await read(customer, uid)).status, 'Expired')
  assert.equal(await contractsOf(customer), 0)
  assert.deepEqual(await balancesOf(customer), [100_000, 100_000])
})

test('an approval, or a trade, of a former parent does not count once the customer is moved away', async () => {
  const parent = await bank.customer({})
  const { shortName } = dataOf(await bank.call('GET', `/v2/customers/${parent.customerUID}`))
  const child = await bank.customer(TWO, { parentEntityShortName: shortName })
  const [own, ofParent] = [await trade(child), await trade(child, parent.ada)]
  assert.equal(await statusAfter(child, own, parent.bob), 'Pending')
  dataOf(await bank.call('PUT', `/v2/customers/${child.customerUID}`, { parentEntityShortName: '' }))
  assert.equal(await statusAfter(child, own, child.bob), 'Pending')
  assert.equal(await contractsOf(child), 0)
  assert.equal(await statusAfter(child, own, child.eve), 'Approved')
  const refused = { status: 409, code: 'APPROVAL001', says: 'was moved away from the legal entity' }
  assertRefused(await approve(child, ofParent, child.bob), refused)
})

const revoke = async ({ apiKey }: TestClient) =>
  dataOf(await bank.call('POST', `/v1/institution/api-clients/${apiKey}/revoke`))
const moveAway = async ({ customerUID }: Cautious) =>
  dataOf(await bank.call('PUT', `/v2/customers/${customerUID}`, { parentEntityShortName: '' }))
/** A customer below another one. */
const childOf = async (parent: Cautious, settings: object) => {
  const { shortName } = dataOf(await bank.call('GET', `/v2/customers/${parent.customerUID}`))
  return bank.customer(settings, { parentEntityShortName: shortName })
}

test('a colleague does not accept the quote of a client that was stopped, but of one that was not', async () => {
  const parent = await bank.customer({})
  const child = await childOf(parent, {})
  const person = await bank.person(child, 'hedy')
  await giveLine(child)
  const rights = [{ name: 'Foreign_Exchange', entitlements: ['Spot_Trade', 'Create_Instruct_Trades'] }]
  const roles = `/api/user-management/v1/customers/${child.customerUID}/roles`
  const role = { externalReferenceId: 'fx', name: 'Trader', description: 'trades', applications: rights }
  assert.equal((await bank.call('POST', roles, role)).status, 201)
  assert.ok((await bank.call('PUT', person.path, { roleNames: ['Trader'] })).status < 300)
  const { ada, bob, eve } = child
  const portal = await bank.clientOf(child)
  const refused = async (quoter: TestClient, stop: () => Promise<unknown>, says: string) => {
    const [quoteUUID, accepted] = [(await quote(child, quoter)).quoteUUID, (await quote(child, quoter)).quoteUUID]
    dataOf(await accept(accepted, bob))
    await stop()
    assertRefused(await accept(quoteUUID, bob), { status: 409, code: 'FX002', says })
    assert.equal((await accept(accepted, bob)).status, 200, 'it was accepted before')
    dataOf(await bank.call('PUT', `/v2/fx/${quoteUUID}/reject`, undefined, bob))
  }
  await refused(ada, () => revoke(ada), `the API client ${ada.apiKey} is revoked`)
  await refused(await person.through(eve), () => revoke(eve), `the API client ${eve.apiKey} is revoked`)
  const provider = `/v1/institution/api-clients/${portal.apiKey}/identity-provider/revoke`
  await refused(await person.through(portal), () => bank.call('POST', provider), 'provider of the API client')
  bank.clock.advance({ minutes: 1 })
  const own = await person.through(bob)
  await refused(own, () => bank.call('PUT', `${person.path}/suspend`), `the user ${person.userId} is not active`)
  await refused(parent.ada, () => moveAway(child), 'the customer was moved away from the API client')
  dataOf(await accept((await quote(child, await bank.clientOf(child))).quoteUUID, bob))
})

test('a trade of a quoter who was stopped since is not approved, also by the last of several', async () => {
  const customer = await bank.customer(ONE)
  const { ada, bob, eve } = customer
  const one = waitingFor(await accept((await quote(customer, bob)).quoteUUID, ada))
  const other = waitingFor(await accept((await quote(customer, ada)).quoteUUID, ada))
  await revoke(bob)
  const refused = { status: 409, code: 'APPROVAL001', says: `the API client ${bob.apiKey} is revoked` }
  assertRefused(await approve(customer, one, eve), refused)
  const path = `${pathOf(customer, one)}/reject`
  dataOf(await bank.call('PUT', path, { reason: 'it was stopped' }, eve))
  assert.equal(await statusAfter(customer, other, eve), 'Approved')

  const parent = await bank.customer({})
  const child = await childOf(parent, TWO)
  const uid = waitingFor(await accept((await quote(child, parent.bob)).quoteUUID, child.ada))
  assert.equal(await statusAfter(child, uid, child.bob), 'Pending')
  await moveAway(child)
  const away = { status: 409, code: 'APPROVAL001', says: 'the customer was moved away from the API client' }
  assertRefused(await approve(child, uid, child.eve), away)
  assert.equal(await contractsOf(child), 0)
})

test('an approval of a trade through a client that is revoked does not count', async () => {
  const customer = await bank.customer({})
  const person = await bank.person(customer, 'grace')
  await ask(customer, TWO)
  bank.clock.advance({ minutes: 1 })
  const { ada, bob, eve } = customer
  const uid = await trade(customer, ada)
  assert.equal(await statusAfter(customer, uid, await person.through(bob)), 'Pending')
  await revoke(bob)
  assert.equal(await statusAfter(customer, uid, eve), 'Pending')
  assert.equal(await statusAfter(customer, uid, await bank.clientOf(customer)), 'Approved')
})
