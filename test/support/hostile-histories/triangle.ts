import assert from 'node:assert/strict'
import { dataOf } from '../answers.ts'
import { accountBody, customerBody, transferBody } from '../test-service.ts'
import type { Command } from './commands.ts'
import {
  type Corner,
  cornerBuys,
  SIDES,
  type Side,
  type SideRates,
  type Spread,
  spreadOf,
  TRIANGLE,
  worthInDollars,
} from './exchanges.ts'
import { type Call, setRates, type World } from './world.ts'

// A customer that trades round a triangle of currencies, while the bank moves each rate of it.

/** The opening balance in cents. */
const OPENING = 10_000_00n
const FIRST: SideRates = {
  'GBP/USD': spreadOf(125_000_000n, 0n),
  'USD/CAD': spreadOf(140_000_000n, 0n),
  'GBP/CAD': spreadOf(175_000_000n, 0n),
}

/** The accounts of the trader, in a currency each. */
export type Trader = { uid: string; accounts: Record<Corner, string> }

export interface Triangle {
  rates: SideRates
  cents: Record<Corner, bigint>
}

export async function openTrader(call: Call): Promise<Trader> {
  const { customerUID: uid } = dataOf(await call('POST', '/v2/customers', customerBody()))
  const open = async (currency: Corner) => {
    const reply = await call('POST', `/v3/customers/${uid}/accounts`, accountBody({ currency }))
    return String(dataOf(reply, reply.status === 201 ? 201 : 200).accountUID)
  }
  const accounts = { USD: await open('USD'), GBP: await open('GBP'), CAD: await open('CAD') }
  return { uid: String(uid), accounts }
}

/** The triangle of a history, which begins with the first rates, and with dollars only. */
async function triangleOf(world: World): Promise<Triangle> {
  if (world.triangle) return world.triangle
  const { call, colleague, trader } = world
  await setRates(call, colleague, bodyOf(FIRST, SIDES))
  for (const corner of TRIANGLE) await resetTo(trader, call, corner, corner === 'USD' ? OPENING : 0n)
  world.triangle = { rates: { ...FIRST }, cents: { USD: OPENING, GBP: 0n, CAD: 0n } }
  return world.triangle
}

async function resetTo({ uid, accounts }: Trader, call: Call, corner: Corner, cents: bigint): Promise<void> {
  const change = cents - (await centsIn({ call, uid, account: accounts[corner] }))
  if (change === 0n) return
  const amounts = { direction: change > 0n ? 'Credit' : 'Debit', amount: Math.abs(Number(change)) / 100 }
  const body = { ...amounts, currency: corner, reason: 'test', externalReferenceId: 'test' }
  const reply = await call('POST', `/v1/institution/accounts/${accounts[corner]}/adjustments`, body)
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
}

async function centsIn({ call, uid, account }: { call: Call; uid: string; account: string }): Promise<bigint> {
  const path = `/v3/customers/${uid}/accounts/${account}?includeAccountBalance=true`
  return BigInt(Math.round(Number(dataOf(await call('GET', path)).ledgerBalance) * 100))
}

const bodyOf = (rates: SideRates, sides: readonly Side[]) =>
  sides.map((side) => {
    const [baseCcy, quoteCcy] = side.split('/')
    const { bid, mid, ask } = rates[side]
    const exact = (units: bigint) => Number(units) / 1e8
    const forwardPoints = [{ tenor: 'ON', points: 0 }]
    return { baseCcy, quoteCcy, bid: exact(bid), mid: exact(mid), ask: exact(ask), forwardPoints }
  })

/** The bank moves some rates, which may tear the own rate of a pair from its cross. */
export async function moveRates(
  world: World,
  { sides, bps, spread }: Extract<Command, { does: 'move rates' }>,
): Promise<void> {
  const { rates } = await triangleOf(world)
  const moved = (side: Side): Spread => spreadOf((rates[side].mid * (10_000n + BigInt(bps))) / 10_000n, BigInt(spread))
  for (const side of sides) rates[side] = moved(side)
  await setRates(world.call, world.colleague, bodyOf(rates, sides))
}

/** Exchanges a part of what the trader has: the customer gets exactly what the model says. */
export async function turn(world: World, { sells, buys, percent }: Extract<Command, { does: 'turn' }>): Promise<void> {
  const { call, trader } = world
  const { rates, cents } = await triangleOf(world)
  const sold = (cents[sells] * BigInt(percent)) / 100n
  // A few cents may buy nothing in another currency.
  if (sells === buys || sold < 5n) return
  const amounts = { paymentAmount: Number(sold) / 100, paymentCurrency: sells }
  const body = transferBody({ from: trader.accounts[sells], to: trader.accounts[buys], ...amounts })
  const { receiverAmount } = dataOf(await call('POST', '/payments/booktransfer', body))
  const bought = BigInt(Math.round(receiverAmount * 100))
  assert.equal(bought, cornerBuys(rates, sells, buys, sold), `${sold} ${sells} for ${buys}`)
  const [paid, got] = [worthInDollars(rates, sells, sold), worthInDollars(rates, buys, bought)]
  assert.ok(got[0] * paid[1] <= paid[0] * got[1], `${sold} ${sells} gained by ${bought} ${buys}`)
  cents[sells] -= sold
  cents[buys] += bought
}

export async function proveTriangle({ call, trader, triangle }: World): Promise<void> {
  for (const corner of triangle ? TRIANGLE : []) {
    const cents = await centsIn({ call, uid: trader.uid, account: trader.accounts[corner] })
    assert.equal(cents, triangle?.cents[corner], `what the trader has in ${corner}`)
  }
}
