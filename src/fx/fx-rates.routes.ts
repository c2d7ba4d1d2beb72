import './fx.errors.ts'
import { underDualControl } from '../approvals/approvals.ts'
import type { ChangeOperation } from '../http/change.ts'
import { defineOperation, type Operation } from '../http/operation.ts'
import { maxCrossDeviationPercentOf, requireInstitution } from '../institution/institution.ts'
import { accept } from '../kernel/result.ts'
import { deviatingPairs } from './compare-rates.ts'
import { readMargins } from './fx-margins.store.ts'
import {
  exampleMargins,
  exampleRate,
  exampleRates,
  MarginsBody,
  MarginsReply,
  RatesBody,
  RatesReply,
  renderAllRates,
  renderMargins,
  renderSetRates,
  SetRatesReply,
} from './fx-rates.schema.ts'
import { readRates } from './fx-rates.store.ts'
import { type FarRates, setMargins, setRates } from './set-rates.ts'

const marginRules =
  'The most specific margin applies: one for the tier of the customer (`fxPricingTier`) and the pair, then one for ' +
  'the tier, then one for the pair, then the default.'

const setFxRates = defineOperation({
  id: 'setFxRates',
  method: 'PUT',
  paths: ['/v1/institution/fx/rates'],
  tag: 'Institution',
  summary: 'Set exchange rates',
  description:
    'Pairs are in market order, such as EUR/USD and USD/JPY. Pairs without a rate are crossed through USD, or ' +
    'through the fewest rates that connect them. A pair with a rate is never priced better for a customer than its cross; if its own rate is further than ' +
    'fx.maxCrossDeviationPercent from the cross, deviating lists it, and the cross is quoted. Pairs not ' +
    "named in the request keep their rates. A rate older than the institution's fx.maxRateAgeSeconds is not quoted. " +
    'A rate with an asOf earlier than that of the current rate is refused. If one rate is refused, none is set. Under ' +
    'dual control, a rate that differs by more than fx.maxRateChangePercent from the present one, from that at the ' +
    'start of the business day, or from the cross, waits for a second person: waiting lists it, and the old rate ' +
    'stays in force. So does a rate with which conversions there and back at the rates of the business day could gain ' +
    'more than fx.maxRoundTripGainPercent, and the first rate of a pair that could not be crossed.',
  failure: 'The rates were not set',
  entitlement: 'Institution.Manage_FX_Rates',
  errors: ['notTheInstitution'],
  invalid: 'invalidFxRates',
  body: RatesBody,
  bodyKiB: 256,
  examples: [{ summary: 'EUR/USD, with forward points for one month', value: { rates: [exampleRate] } }],
  reply: {
    status: 200,
    description: 'All rates after the change, and the rates that wait.',
    data: SetRatesReply,
    example: exampleRates,
  },
  // The change itself proposes the rates that wait, because it sets the others at once.
  secondPerson: { kind: 'fxRates' },
  async change(tx, app, request) {
    const { principal, body, approval } = request
    const now = app.clock.now()
    const propose: FarRates['propose'] = async (rate, proposal) => {
      const alone = { ...request, body: { rates: [rate] } }
      return (await app.storeProposal(tx, setFxRates as ChangeOperation, alone, proposal, now)).approvalUID
    }
    const set = await setRates(tx, principal, body, now, { isConfirmed: approval !== undefined, propose })
    return set.ok ? accept({ data: renderSetRates(set.value) }) : set
  },
})

export const fxRateOperations: readonly Operation[] = [
  defineOperation({
    id: 'getFxRates',
    method: 'GET',
    paths: ['/v1/institution/fx/rates'],
    tag: 'Institution',
    summary: 'Read the exchange rates',
    description: 'The latest rate and forward points of each pair. Quotes are priced from them.',
    failure: 'The rates were not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidFxRates',
    reply: { status: 200, description: 'All rates, ordered by pair.', data: RatesReply, example: exampleRates },
    handle: (app, { principal }) =>
      app.db.read(async (db) => {
        const institution = await requireInstitution(db, principal)
        if (!institution.ok) return institution
        const rates = await readRates(db, principal.tenantId)
        const deviating = deviatingPairs(rates, maxCrossDeviationPercentOf(institution.value.settings))
        return accept({ data: renderAllRates(rates, deviating) })
      }),
  }),

  setFxRates,

  defineOperation({
    id: 'getFxMargins',
    method: 'GET',
    paths: ['/v1/institution/fx/margins'],
    tag: 'Institution',
    summary: 'Read the margins on exchange rates',
    description: marginRules,
    failure: 'The margins were not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidFxRates',
    reply: { status: 200, description: 'All margins.', data: MarginsReply, example: exampleMargins },
    handle: (app, { principal }) =>
      app.db.read(async (db) => {
        const institution = await requireInstitution(db, principal)
        if (!institution.ok) return institution
        return accept({ data: renderMargins(await readMargins(db, principal.tenantId)) })
      }),
  }),

  defineOperation({
    id: 'setFxMargins',
    method: 'PUT',
    paths: ['/v1/institution/fx/margins'],
    tag: 'Institution',
    summary: 'Replace the margins on exchange rates',
    description: `Margins not in the request are removed. ${marginRules} Without any margin, the rate has no markup.`,
    failure: 'The margins were not set',
    entitlement: 'Institution.Manage_FX_Margins',
    errors: ['notTheInstitution'],
    invalid: 'invalidFxRates',
    body: MarginsBody,
    examples: [{ summary: 'A lower margin for tier Gold, and the lowest on EUR/USD', value: exampleMargins }],
    reply: { status: 200, description: 'All margins after the change.', data: MarginsReply, example: exampleMargins },
    secondPerson: underDualControl('fxMargins', async (tx, { principal }, { code }) => ({
      subjectId: code,
      current: renderMargins(await readMargins(tx, principal.tenantId)),
    })),
    async change(tx, app, { principal, body }) {
      const set = await setMargins(tx, principal, body, app.clock.now())
      return set.ok ? accept({ data: renderMargins(set.value) }) : set
    },
  }),
]
