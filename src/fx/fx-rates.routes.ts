import './fx.errors.ts'
import { defineOperation } from '../http/operation.ts'
import { requireInstitution } from '../institution/institution.ts'
import { accept } from '../kernel/result.ts'
import { readMargins } from './fx-margins.store.ts'
import {
  exampleMargins,
  exampleRate,
  exampleRates,
  MarginsBody,
  MarginsReply,
  RatesBody,
  RatesReply,
  renderMargins,
  renderRates,
} from './fx-rates.schema.ts'
import { readRates } from './fx-rates.store.ts'
import { setMargins, setRates } from './set-rates.ts'

const marginRules =
  'A margin for the tier of the customer (`fxPricingTier`) and the pair goes before one for the tier, that before one for the pair, that before ' +
  'the one for all.'

export const fxRateOperations = [
  defineOperation({
    id: 'getFxRates',
    method: 'GET',
    paths: ['/v1/institution/fx/rates'],
    tag: 'Institution',
    summary: 'Read the exchange rates',
    failure: 'The rates were not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidFxRates',
    reply: { status: 200, description: 'All rates, by pair.', data: RatesReply, example: exampleRates },
    handle: (app, { principal }) =>
      app.db.read(async (db) => {
        const institution = await requireInstitution(db, principal)
        if (!institution.ok) return institution
        return accept({ data: renderRates(await readRates(db, principal.tenantId)) })
      }),
  }),

  defineOperation({
    id: 'setFxRates',
    method: 'PUT',
    paths: ['/v1/institution/fx/rates'],
    tag: 'Institution',
    summary: 'Set exchange rates',
    description:
      'Pairs are in market order, such as EUR/USD and USD/JPY; other pairs are crossed through the USD. Pairs that are not named stay. A rate older ' +
      "than the institution's fx.maxRateAgeSeconds is not quoted, and one that says an earlier asOf than the present rate is refused. All or none.",
    failure: 'The rates were not set',
    entitlement: 'Institution.Manage_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidFxRates',
    body: RatesBody,
    examples: [{ summary: 'The euro, with points for a month', value: { rates: [exampleRate] } }],
    reply: {
      status: 200,
      description: 'All rates as they are now.',
      data: RatesReply,
      example: exampleRates,
    },
    async change(tx, app, { principal, body }) {
      const set = await setRates(tx, principal, body, app.clock.now())
      return set.ok ? accept({ data: renderRates(set.value) }) : set
    },
  }),

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
    description: `What the body leaves out is gone. ${marginRules} Without any, the margin is zero.`,
    failure: 'The margins were not set',
    entitlement: 'Institution.Manage_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidFxRates',
    body: MarginsBody,
    examples: [{ summary: 'Less for the tier Gold, and least on euros', value: exampleMargins }],
    reply: { status: 200, description: 'All margins as they are now.', data: MarginsReply, example: exampleMargins },
    async change(tx, app, { principal, body }) {
      const set = await setMargins(tx, principal, body, app.clock.now())
      return set.ok ? accept({ data: renderMargins(set.value) }) : set
    },
  }),
]
