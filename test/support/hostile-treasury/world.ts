import { prepareDays } from '../../../src/institution/prepare-days.ts'
import type { FixedClock } from '../../../src/kernel/clock.ts'
import { dataOf } from '../answers.ts'
import { contactAbroad } from '../fx-market.ts'
import { numberOf } from '../simulated-month/arithmetic.ts'
import { type Account, adjust, openAccount } from '../simulated-month/bank.ts'
import { type Controller, newController } from '../simulated-month/controller.ts'
import type { Gains } from '../simulated-month/fx-contracts.ts'
import { MARGINS, type MarketHistory, newMarket, quoteRates } from '../simulated-month/market.ts'
import { contactBody, customerBody, type Reply, type TestService, type TestTenant } from '../test-service.ts'
import type { Currency, Who } from './commands.ts'

/** A customer of one history, with an account in each currency until it closes one. */
export interface Trader {
  uid: string
  shortName: string
  accounts: Account[]
  closed: Account[]
  domestic: string
  abroad: Record<string, string>
  parent: Trader | undefined
  /** The exposure that its line allows now, in cents; undefined without a line. */
  line: bigint | undefined
  hadLine: boolean
}

export interface TradedContract {
  no: string
  owner: Trader
  isOnCredit: boolean
}

export interface Payment {
  uid: string
  kind: 'debit' | 'message'
}

/** The institution of many histories. */
export interface Treasury {
  service: TestService
  clock: FixedClock
  tenant: TestTenant
  market: MarketHistory
  controller: Controller
  /** What came of each command, as `command status`. */
  seen: Set<string>
  call(method: string, path: string, body?: object): Promise<Reply>
}

/** The institution in one history. */
export interface World extends Treasury {
  traders: Record<Who, Trader>
  customers: Trader[]
  contracts: TradedContract[]
  payments: Payment[]
}

/** Cents of both currencies. */
export const OPENING = 10_000_00
export const LINE = { exposure: 400_00n, spot: 20_000_00n, forward: 20_000_00n }

export async function openTreasury(
  { service, clock, seen }: Pick<Treasury, 'service' | 'clock' | 'seen'>,
  code: string,
): Promise<Treasury> {
  const tenant = await service.createTenant(code)
  await service.app.db.transaction((tx) => prepareDays(tx, tenant.institution, clock.now()))
  const call: Treasury['call'] = (method, path, body) => service.call(method, path, body, { client: tenant.client })
  const collection = { economy: ['14:15', '18:00'], economyPlus: ['10:00', '14:15', '16:15'] }
  dataOf(await call('PUT', '/v1/institution', { ach: { collection } }))
  const margin = { baseCcy: 'EUR', quoteCcy: 'USD', basisPoints: Number(MARGINS['EUR/USD']) }
  dataOf(await call('PUT', '/v1/institution/fx/margins', { margins: [margin] }))
  const market = newMarket()
  const terms = { gains: 'UpToLoss', isAtDraw: false, isByEntry: false } as const
  const controller = newController({ market, terms, clock })
  const treasury = { service, clock, tenant, market, controller, seen, call }
  await moveTo(treasury, 0)
  return treasury
}

/** Moves the euro by some thousandths. Without forward points, every date has the spot rate. */
export async function moveTo({ call, market, clock }: Treasury, thousandths: number): Promise<void> {
  clock.advance({ seconds: 1 })
  const rates = quoteRates(market, clock.now(), [{ pair: 'EUR/USD', thousandths, isFlat: true }])
  dataOf(await call('PUT', '/v1/institution/fx/rates', rates))
}

/** Begins a history with new customers, and the euro at its first rate again. */
export async function openWorld(treasury: Treasury, gains: Gains): Promise<World> {
  const { call, market, controller, clock } = treasury
  clock.advance({ seconds: 1 })
  dataOf(await call('PUT', '/v1/institution', { fx: { closeOutGains: gains } }))
  controller.fx.gains.push({ from: clock.now(), to: gains })
  market.mids['EUR/USD'] = newMarket().mids['EUR/USD']
  await moveTo(treasury, 0)
  const funded = await openTrader(treasury, undefined)
  const lined = await openTrader(treasury, undefined)
  const child = await openTrader(treasury, lined)
  const world = { ...treasury, traders: { funded, lined, child }, customers: [funded, lined, child] }
  for (const one of [lined, child]) await setLine(world, one, LINE.exposure)
  return { ...world, contracts: [], payments: [] }
}

async function openTrader(treasury: Treasury, parent: Trader | undefined): Promise<Trader> {
  const { call } = treasury
  const body = customerBody(parent && { parentEntityShortName: parent.shortName })
  const uid = String(dataOf(await call('POST', '/v2/customers', body)).customerUID)
  const contact = dataOf(await call('POST', `/customers/${uid}/contacts`, contactBody()))
  const at = { call, customerUID: uid } as Parameters<typeof contactAbroad>[0]
  const abroad = { EUR: await contactAbroad(at, 'EUR'), USD: await contactAbroad(at, 'USD') }
  const trader: Trader = {
    ...{
      uid,
      shortName: body.shortName,
      accounts: [],
      closed: [],
      domestic: String(contact.customerContactUID),
      abroad,
    },
    ...{ parent, line: undefined, hadLine: false },
  }
  for (const currency of ['USD', 'EUR']) {
    const account = await openAccount(treasury, trader, currency)
    dataOf(await adjust(call, account, { direction: 'Credit', amount: numberOf(OPENING, currency) }), 201)
  }
  return trader
}

export async function setLine({ call }: Treasury, trader: Trader, exposure: bigint | undefined): Promise<void> {
  const { spot, forward } = LINE
  const dollars = (cents: bigint) => numberOf(Number(cents), 'USD')
  const line =
    exposure === undefined ? null : { exposure: dollars(exposure), spot: dollars(spot), forward: dollars(forward) }
  dataOf(await call('PUT', `/v1/institution/customers/${trader.uid}/fx-line`, { line }))
  trader.line = exposure
  trader.hadLine ||= exposure !== undefined
}

/** Where an account was closed, the customer has none. */
export const accountIn = ({ accounts }: Trader, currency: Currency) => accounts.find((one) => one.currency === currency)
