import Type, { type Static } from 'typebox'
import { CurrencyField, decimal, mustBeName, name, named, text } from '../http/fields.ts'
import {
  type AchCollection,
  accountNumbersOf,
  CLOSE_OUT_GAINS,
  callBacksOf,
  closeOutGainsOf,
  conventionOf,
  deskTradeAloneUpToOf,
  deskTradePriceTolerancePercentOf,
  dueSoonHoursOf,
  type Institution,
  type InstitutionSettings,
  instantLimitsOf,
  lastLookBasisPointsOf,
  MARGIN_INCOMES,
  marginIncomeOf,
  maxCrossDeviationPercentOf,
  maxOpenQuotesAmountOf,
  maxOpenQuotesOf,
  maxRateAgeSecondsOf,
  maxRateChangePercentOf,
  maxRoundTripGainPercentOf,
  REPEATED_REFERENCES,
  receiptsOf,
  repeatedReferencesOf,
  returnsAloneUpToOf,
  secCodesOf,
} from '../institution/institution.ts'
import type { BusinessDayConvention } from '../kernel/business-calendar.ts'
import { RAILS } from '../kernel/rail.ts'
import { SEC_CODES } from '../kernel/sec-codes.ts'
import {
  AdjustmentCapsField,
  AdjustmentCapsReply,
  faultsOfCaps,
  parseCaps,
  renderCaps,
} from './adjustment-caps.schema.ts'
import { BooksField, BooksReply, faultsOfBooks, parseBooks, renderBooks } from './books.schema.ts'
import { MAX_NAME_LENGTH, type Profile } from './check-profile.ts'
import {
  CorrespondentsField,
  CorrespondentsReply,
  exampleCorrespondents,
  faultsOfCorrespondents,
  parseCorrespondents,
  renderCorrespondents,
} from './correspondents.schema.ts'
import {
  CurrencyCalendarsField,
  CurrencyCalendarsReply,
  exampleCurrencyCalendars,
  faultsOfCurrencies,
  parseCurrencyCalendars,
  renderCurrencyCalendars,
} from './currency-calendars.schema.ts'
import { CutOffsField, CutOffsReply, faultsOfCutOffs, parseCutOffs, renderCutOffs } from './cut-offs.schema.ts'
import { DebitsField, DebitsReply, parseDebits, renderDebits } from './debits.schema.ts'
import { InstantLimitsField, InstantLimitsReply } from './instant-limits.schema.ts'
import { exampleNetworks, NetworksField, NetworksReply, parseNetworks, renderNetworks } from './networks.schema.ts'
import { ReceiptsField, ReceiptsReply } from './receipts.schema.ts'
import {
  parseStoppedMakers,
  renderStoppedMakers,
  StoppedMakersField,
  StoppedMakersReply,
} from './stopped-makers.schema.ts'

const CONVENTIONS = ['following', 'preceding', 'modifiedFollowing'] as const satisfies readonly BusinessDayConvention[]
const INSTANT_NETWORKS = ['RTP', 'FEDNOW'] as const
const RoutingNumber = Type.String({ pattern: '^[0-9]{9}$', description: 'Nine digits.' })

const strict = { additionalProperties: false }
const time = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'A time of day, HH:MM.' })
const times = (description: string) => Type.Array(time, { minItems: 1, maxItems: 48, description })
const windowsOf = {
  economy: times('Times at which Economy entries are collected into a file, Eastern time.'),
  economyPlus: times('Times at which same-day entries are collected into a file, Eastern time.'),
}
const everySeconds = Type.Integer({ minimum: 1, maximum: 3600 })

/** Either collection windows or an interval; both together are refused. */
const Collection = Type.Object(
  {
    ...Type.Partial(Type.Object(windowsOf)).properties,
    everySeconds: Type.Optional({
      ...everySeconds,
      description: 'In a sandbox only: the interval between files, in seconds, instead of windows.',
    }),
  },
  strict,
)

const SmallestTicketBody = Type.Object(
  {
    currencyPair: Type.String({
      pattern: '^[A-Z]{3}/[A-Z]{3}$',
      description: 'Two currencies in market order, such as USD/JPY.',
    }),
    amount: Type.Number({
      exclusiveMinimum: 0,
      description: 'The smallest amount of a quote, or of a payment without a contract, in the base currency.',
    }),
  },
  strict,
)

export const UpdateInstitutionBody = named(
  'InstitutionUpdate',
  {
    name: Type.Optional(text(MAX_NAME_LENGTH)),
    timeZone: Type.Optional(
      text(64, {
        description:
          "The IANA time zone of the institution's dates. It changes only while it is the same date in both zones.",
      }),
    ),
    routingNumber: Type.Optional(RoutingNumber),
    bic: Type.Optional(Type.Union([Type.Null(), text(11)])),
    currency: Type.Optional(CurrencyField),
    sandbox: Type.Optional(Type.Boolean()),
    dualControl: Type.Optional(
      Type.Boolean({ description: 'Whether a second person must approve the changes of the institution.' }),
    ),
    closedDays: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'A date, yyyy-mm-dd.' }), {
        maxItems: 366,
        description:
          'Days on which the institution is closed, in addition to weekends and Federal Reserve holidays: all of them. Days that have begun cannot be closed or opened; those that are over stay.',
      }),
    ),
    currencyCalendars: Type.Optional(CurrencyCalendarsField),
    rails: Type.Optional(
      Type.Object(Object.fromEntries(RAILS.map((rail) => [rail, Type.Optional(Type.Boolean())])), strict),
    ),
    instantNetwork: Type.Optional(
      name(INSTANT_NETWORKS, { description: 'The network for payments with speed Instant.' }),
    ),
    instantLimits: Type.Optional(InstantLimitsField),
    ach: Type.Optional(
      Type.Object(
        {
          immediateDestination: Type.Optional(RoutingNumber),
          immediateDestinationName: Type.Optional(text(23)),
          collection: Type.Optional(Collection),
          secCodes: Type.Optional(
            Type.Array(name(SEC_CODES), {
              minItems: 1,
              maxItems: SEC_CODES.length,
              description:
                'The SEC codes that the institution originates. Lists of customers and accounts can have only these; a customer without a list may send all of them.',
            }),
          ),
        },
        strict,
      ),
    ),
    correspondents: Type.Optional(CorrespondentsField),
    cutOffs: Type.Optional(CutOffsField),
    callBacks: Type.Optional(
      Type.Object(
        {
          minimumNumberAge: Type.Integer({
            minimum: 0,
            maximum: 365,
            description:
              'For how many days a telephone number of a customer must be unchanged before it counts for a call-back; 7 by default. A number that the institution set or confirmed counts at once.',
          }),
        },
        strict,
      ),
    ),
    debits: Type.Optional(DebitsField),
    stoppedMakers: Type.Optional(StoppedMakersField),
    networks: Type.Optional(NetworksField),
    recurrence: Type.Optional(
      Type.Object(
        {
          businessDays: Type.Optional(
            name(CONVENTIONS, { description: 'How a recurring payment moves if its date is not a business day.' }),
          ),
        },
        { ...strict, description: 'How dates of recurring payments are set.' },
      ),
    ),
    obligations: Type.Optional(
      Type.Object(
        {
          dueSoonHours: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 240,
              description: 'How many hours before its time an obligation is announced as due soon.',
            }),
          ),
        },
        strict,
      ),
    ),
    receipts: Type.Optional(ReceiptsField),
    returns: Type.Optional(
      Type.Object(
        {
          aloneUpTo: Type.Optional(
            decimal([12, 2], {
              description:
                "Under dual control, what one person returns and reverses alone on a business day, in the institution's currency. More waits for a second person.",
            }),
          ),
        },
        strict,
      ),
    ),
    repeatedReferences: Type.Optional(
      name(REPEATED_REFERENCES, {
        description:
          'What becomes of a payment without an idempotency key that has the externalReferenceId of another payment of the customer in the last 24 hours. Warn accepts it, and the header Giro-Repeated-Reference of the reply names the other payment.',
      }),
    ),
    fx: Type.Optional(
      Type.Object(
        {
          maxRateAgeSeconds: Type.Optional(
            Type.Union([Type.Null(), Type.Integer({ minimum: 1, maximum: 86_400 })], {
              description: 'The maximum age of an exchange rate for a quote; null, in a sandbox only, for any age.',
            }),
          ),
          smallestTickets: Type.Optional(
            Type.Array(SmallestTicketBody, {
              maxItems: 100,
              description: 'The smallest tickets of FX contracts: all of them, at most one per pair.',
            }),
          ),
          maxRateChangePercent: Type.Optional(
            decimal([3, 2], {
              maximum: 100,
              description: 'A new exchange rate that differs more from the present one waits for a second person.',
            }),
          ),
          maxRoundTripGainPercent: Type.Optional(
            decimal([4, 2], {
              maximum: 1000,
              description:
                'Under dual control, a new exchange rate waits for a second person if conversions there and back at the rates that were set alone on the business day could gain more by it.',
            }),
          ),
          maxCrossDeviationPercent: Type.Optional(
            decimal([1, 2], {
              maximum: 5,
              description: "A pair's own exchange rate that is further from its cross is not used: the cross is.",
            }),
          ),
          lastLookBasisPoints: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 1000,
              description:
                'How far the market may move against the institution while a quote is open, in hundredths of a percent. After a larger move, the quote can no longer be accepted.',
            }),
          ),
          maxOpenQuotes: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 1000,
              description: 'How many quotes a customer, with all customers below it, may have open at a time.',
            }),
          ),
          maxOpenQuotesAmount: Type.Optional(
            Type.Union([Type.Null(), Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 })], {
              description: "For how much those quotes may be, in the institution's currency; null without a bound.",
            }),
          ),
          marginIncome: Type.Optional(
            name(MARGIN_INCOMES, {
              description: 'When the margin of an FX contract is income: at the trade, or as payments draw it.',
            }),
          ),
          deskTradeAloneUpTo: Type.Optional(
            decimal([12, 2], {
              minimum: 0,
              description:
                "Under dual control, what one person trades alone for the desk on a business day: the larger side of each trade at the market's rate, in the institution's currency. More waits for a second person.",
            }),
          ),
          deskTradePriceTolerancePercent: Type.Optional(
            decimal([1, 2], {
              maximum: 5,
              description:
                "Under dual control, a trade of the desk at a price further from the market's rate waits for a second person.",
            }),
          ),
          closeOutGains: Type.Optional(
            name(CLOSE_OUT_GAINS, {
              description:
                'Who gets the gain of an FX contract that is closed out. UpToLoss: the institution keeps what it lost on the contract, and the customer gets the rest.',
            }),
          ),
        },
        strict,
      ),
    ),
    adjustmentCaps: Type.Optional(AdjustmentCapsField),
    books: Type.Optional(BooksField),
    accountNumbers: Type.Optional(
      Type.Object(
        {
          quarantineYears: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 100,
              description: 'For how many years after its closing no other account can have the number of an account.',
            }),
          ),
          scheme: Type.Optional(
            Type.Object(
              {
                prefix: Type.Optional(Type.String({ pattern: '^[0-9]{0,8}$', description: 'At most eight digits.' })),
                length: Type.Optional(
                  Type.Integer({ minimum: 8, maximum: 17, description: 'With the prefix and the check digit.' }),
                ),
              },
              strict,
            ),
          ),
        },
        strict,
      ),
    ),
    simulator: Type.Optional(
      Type.Object({ settleAfterSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })) }, strict),
    ),
  },
  strict,
)
export type UpdateInstitutionBody = Static<typeof UpdateInstitutionBody>

/** Merges the body into the profile; absent fields keep their values. */
export function overlayProfile(
  { name, timeZone, routingNumber, bic, dualControl, settings }: Institution,
  body: UpdateInstitutionBody,
): Profile {
  const { collection, secCodes, ...operator } = body.ach ?? {}
  const businessDays = body.recurrence?.businessDays
  const accountNumbers = accountNumbersOf(settings)
  const changed: InstitutionSettings = {
    ...settings,
    closedDays: body.closedDays ? [...new Set(body.closedDays)].sort() : settings.closedDays,
    ...(body.currencyCalendars && { currencyCalendars: parseCurrencyCalendars(body.currencyCalendars) }),
    rails: { ...settings.rails, ...body.rails },
    instantNetwork: body.instantNetwork ? mustBeName(INSTANT_NETWORKS, body.instantNetwork) : settings.instantNetwork,
    ach: {
      ...{ ...settings.ach, ...operator, collection: overlayCollection(settings.ach.collection, collection) },
      ...(secCodes && { secCodes: [...new Set(secCodes.map((code) => mustBeName(SEC_CODES, code)))] }),
    },
    simulator: { ...settings.simulator, ...body.simulator },
    ...(body.instantLimits && { instantLimits: { ...settings.instantLimits, ...body.instantLimits } }),
    ...(body.correspondents && { correspondents: parseCorrespondents(body.correspondents) }),
    ...(body.networks && { networks: { ...settings.networks, ...parseNetworks(body.networks) } }),
    ...(body.cutOffs && { cutOffs: { ...settings.cutOffs, ...parseCutOffs(body.cutOffs) } }),
    ...(body.callBacks && { callBacks: body.callBacks }),
    ...(body.debits && { debits: { ...settings.debits, ...parseDebits(body.debits) } }),
    ...(body.stoppedMakers && {
      stoppedMakers: { ...settings.stoppedMakers, ...parseStoppedMakers(body.stoppedMakers) },
    }),
    ...(businessDays && { recurrence: { businessDays: mustBeName(CONVENTIONS, businessDays) } }),
    ...(body.obligations && {
      obligations: { dueSoonHours: dueSoonHoursOf(settings), ...body.obligations },
    }),
    ...(body.receipts && { receipts: { ...settings.receipts, ...body.receipts } }),
    ...(body.returns && { returns: { aloneUpTo: returnsAloneUpToOf(settings), ...body.returns } }),
    ...(body.repeatedReferences && {
      repeatedReferences: mustBeName(REPEATED_REFERENCES, body.repeatedReferences),
    }),
    ...(body.fx && { fx: { ...settings.fx, ...parseFx(body.fx) } }),
    adjustmentCaps: body.adjustmentCaps ? parseCaps(body.adjustmentCaps) : settings.adjustmentCaps,
    ...(body.books && { books: { ...settings.books, ...parseBooks(body.books) } }),
    ...(body.accountNumbers && {
      accountNumbers: {
        ...{ ...accountNumbers, ...body.accountNumbers },
        scheme: { ...accountNumbers.scheme, ...body.accountNumbers.scheme },
      },
    }),
  }
  return {
    name: body.name ?? name,
    timeZone: body.timeZone ?? timeZone,
    routingNumber: body.routingNumber ?? routingNumber,
    bic: body.bic === undefined ? bic : body.bic,
    dualControl: body.dualControl ?? dualControl,
    settings: changed,
  }
}

function parseFx({ marginIncome, closeOutGains, ...fx }: NonNullable<UpdateInstitutionBody['fx']>) {
  return {
    ...fx,
    ...(marginIncome !== undefined && { marginIncome: mustBeName(MARGIN_INCOMES, marginIncome) }),
    ...(closeOutGains !== undefined && { closeOutGains: mustBeName(CLOSE_OUT_GAINS, closeOutGains) }),
  }
}

function overlayCollection(before: AchCollection, body: Static<typeof Collection> | undefined): AchCollection {
  if (!body || Object.keys(body).length === 0) return before
  if (body.everySeconds !== undefined) return { kind: 'continuous', everySeconds: body.everySeconds }
  const windows = before.kind === 'windows' ? before : { economy: [], economyPlus: [] }
  const { economy = windows.economy, economyPlus = windows.economyPlus } = body
  return { kind: 'windows', economy: [...economy].sort(), economyPlus: [...economyPlus].sort() }
}

/**
 * Violations that follow from the body alone: a changed currency or sandbox flag, both kinds of ACH
 * collection at once, only one of the two first window lists, caps that are no amounts, or cut-offs
 * and others of unknown currencies.
 */
export function contradictionsOf(
  institution: Institution,
  {
    currency,
    sandbox,
    ach,
    books,
    correspondents,
    currencyCalendars,
    cutOffs,
    adjustmentCaps = [],
  }: UpdateInstitutionBody,
): string[] {
  const wrong: string[] = [
    ...faultsOfCaps(adjustmentCaps),
    ...faultsOfBooks(books),
    ...faultsOfCorrespondents(correspondents),
    ...faultsOfCurrencies(currencyCalendars),
    ...faultsOfCutOffs(cutOffs),
  ]
  if (currency !== undefined && currency !== institution.currency)
    wrong.push(`currency must stay ${institution.currency}: the books are kept in it`)
  if (sandbox !== undefined && sandbox !== institution.sandbox)
    wrong.push(`sandbox must stay ${institution.sandbox}: an institution cannot change into or from a sandbox`)
  const { economy, economyPlus, everySeconds } = ach?.collection ?? {}
  if (everySeconds !== undefined && (economy ?? economyPlus))
    wrong.push('ach.collection must have either everySeconds, or economy and economyPlus')
  const isFirst = institution.settings.ach.collection.kind === 'continuous' && everySeconds === undefined
  if (isFirst && (economy === undefined) !== (economyPlus === undefined))
    wrong.push('ach.collection must have both economy and economyPlus, because no windows are set yet')
  return wrong
}

export const InstitutionReply = named('Institution', {
  tenantCode: Type.String({ description: "The institution's code in the paths of the token service." }),
  customerUID: Type.String({ description: "The institution's own legal entity, above all its customers." }),
  name: Type.String(),
  timeZone: Type.String(),
  routingNumber: Type.String(),
  bic: Type.Optional(Type.String()),
  currency: Type.String(),
  sandbox: Type.Boolean(),
  dualControl: Type.Boolean(),
  closedDays: Type.Array(Type.String()),
  currencyCalendars: CurrencyCalendarsReply,
  rails: Type.Object(Object.fromEntries(RAILS.map((rail) => [rail, Type.Boolean()]))),
  instantNetwork: Type.String(),
  instantLimits: InstantLimitsReply,
  ach: Type.Object({
    immediateDestination: Type.String(),
    immediateDestinationName: Type.String(),
    collection: Type.Object({
      ...Type.Partial(Type.Object({ economy: Type.Array(Type.String()), economyPlus: Type.Array(Type.String()) }))
        .properties,
      everySeconds: Type.Optional(Type.Integer()),
    }),
    secCodes: Type.Array(Type.String()),
  }),
  correspondents: CorrespondentsReply,
  cutOffs: CutOffsReply,
  callBacks: Type.Object({ minimumNumberAge: Type.Integer() }),
  debits: DebitsReply,
  stoppedMakers: StoppedMakersReply,
  networks: NetworksReply,
  recurrence: Type.Object({ businessDays: Type.String() }),
  obligations: Type.Object({ dueSoonHours: Type.Integer() }),
  receipts: ReceiptsReply,
  returns: Type.Object({ aloneUpTo: Type.Number() }),
  repeatedReferences: Type.String(),
  fx: Type.Object({
    maxRateAgeSeconds: Type.Union([Type.Null(), Type.Integer()]),
    smallestTickets: Type.Array(Type.Object({ currencyPair: Type.String(), amount: Type.Number() })),
    maxRateChangePercent: Type.Number(),
    maxRoundTripGainPercent: Type.Number(),
    maxCrossDeviationPercent: Type.Number(),
    lastLookBasisPoints: Type.Integer(),
    maxOpenQuotes: Type.Integer(),
    maxOpenQuotesAmount: Type.Union([Type.Null(), Type.Integer()]),
    marginIncome: Type.String(),
    closeOutGains: Type.String(),
    deskTradeAloneUpTo: Type.Number(),
    deskTradePriceTolerancePercent: Type.Number(),
  }),
  adjustmentCaps: AdjustmentCapsReply,
  books: BooksReply,
  accountNumbers: Type.Object({
    quarantineYears: Type.Integer(),
    scheme: Type.Object({ prefix: Type.String(), length: Type.Integer() }),
  }),
  simulator: Type.Optional(Type.Object({ settleAfterSeconds: Type.Integer() })),
})

export function renderInstitution(institution: Institution): Static<typeof InstitutionReply> {
  const { code, legalEntityId, bic, sandbox, dualControl, settings } = institution
  const { closedDays, rails, instantNetwork, ach, simulator, adjustmentCaps } = settings
  const { kind: _, ...collection } = ach.collection
  return {
    tenantCode: code,
    customerUID: String(legalEntityId),
    name: institution.name,
    timeZone: institution.timeZone,
    routingNumber: institution.routingNumber,
    ...(bic !== null && { bic }),
    currency: institution.currency,
    sandbox,
    dualControl,
    closedDays: [...closedDays],
    currencyCalendars: renderCurrencyCalendars(settings),
    rails,
    instantNetwork,
    instantLimits: instantLimitsOf(settings),
    ach: {
      ...{ ...ach, collection: collection as Static<typeof InstitutionReply>['ach']['collection'] },
      secCodes: [...secCodesOf(settings)],
    },
    correspondents: renderCorrespondents(settings),
    cutOffs: renderCutOffs(settings),
    callBacks: callBacksOf(settings),
    debits: renderDebits(settings),
    stoppedMakers: renderStoppedMakers(settings),
    networks: renderNetworks(settings),
    recurrence: { businessDays: conventionOf(settings) },
    obligations: { dueSoonHours: dueSoonHoursOf(settings) },
    receipts: receiptsOf(settings),
    returns: { aloneUpTo: returnsAloneUpToOf(settings) },
    repeatedReferences: repeatedReferencesOf(settings),
    fx: {
      maxRateAgeSeconds: maxRateAgeSecondsOf(institution),
      smallestTickets: [...(settings.fx?.smallestTickets ?? [])],
      maxRateChangePercent: maxRateChangePercentOf(settings),
      maxRoundTripGainPercent: maxRoundTripGainPercentOf(settings),
      maxCrossDeviationPercent: maxCrossDeviationPercentOf(settings),
      lastLookBasisPoints: lastLookBasisPointsOf(settings),
      maxOpenQuotes: maxOpenQuotesOf(settings),
      maxOpenQuotesAmount: maxOpenQuotesAmountOf(settings),
      marginIncome: marginIncomeOf(settings),
      closeOutGains: closeOutGainsOf(settings),
      deskTradeAloneUpTo: deskTradeAloneUpToOf(settings),
      deskTradePriceTolerancePercent: deskTradePriceTolerancePercentOf(settings),
    },
    adjustmentCaps: renderCaps(adjustmentCaps),
    books: renderBooks(settings.books),
    accountNumbers: accountNumbersOf(settings),
    ...(sandbox && { simulator }),
  }
}

export const exampleInstitution = {
  tenantCode: 'acme',
  customerUID: '100001',
  name: 'Acme Bank',
  timeZone: 'America/Chicago',
  routingNumber: '061099995',
  bic: 'ACMEUS33',
  currency: 'USD',
  sandbox: false,
  dualControl: true,
  closedDays: ['2026-12-24'],
  currencyCalendars: exampleCurrencyCalendars,
  rails: { ACH: true, FEDWIRE: false, RTP: false, FEDNOW: false, SWIFT: false },
  instantNetwork: 'RTP',
  instantLimits: { RTP: null, FEDNOW: 500_000 },
  ach: {
    immediateDestination: '061000146',
    immediateDestinationName: 'FRB ATLANTA',
    secCodes: ['PPD', 'CCD'],
    collection: { economy: ['14:15', '18:00'], economyPlus: ['10:00', '14:15', '16:15'] },
  },
  correspondents: exampleCorrespondents,
  networks: exampleNetworks,
  cutOffs: {
    marginMinutes: 15,
    swift: '16:00',
    swiftByCurrency: [{ currency: 'EUR', time: '10:00' }],
    onMissed: 'NextWindow',
  },
  callBacks: { minimumNumberAge: 7 },
  debits: { feesFrom: 'Account', returnReservePercent: 100, fundsAvailability: 0 },
  stoppedMakers: {
    clientRevoked: 'Hold',
    clientExpired: 'Continue',
    userStopped: 'Hold',
    legalEntitySuspended: 'Hold',
    outOfReach: 'Hold',
  },
  recurrence: { businessDays: 'following' },
  obligations: { dueSoonHours: 24 },
  receipts: { matchNames: false, reviewCreditsFrom: 25_000, reviewInternational: true },
  returns: { aloneUpTo: 100_000 },
  repeatedReferences: 'Warn',
  fx: {
    maxRateAgeSeconds: 900,
    smallestTickets: [{ currencyPair: 'USD/JPY', amount: 10 }],
    maxRateChangePercent: 5,
    maxRoundTripGainPercent: 10,
    maxCrossDeviationPercent: 1,
    lastLookBasisPoints: 10,
    maxOpenQuotes: 10,
    maxOpenQuotesAmount: null,
    marginIncome: 'AtTrade',
    closeOutGains: 'UpToLoss',
    deskTradeAloneUpTo: 1_000_000,
    deskTradePriceTolerancePercent: 1,
  },
  adjustmentCaps: [{ currency: 'USD', perBooking: 100_000, perDay: 1_000_000 }],
  books: {
    closeTime: '18:00',
    exportDetail: 'Account',
    glAccounts: [{ account: 'clearing:ACH:USD', glAccount: '1311' }],
    customerGlAccounts: ['2000', '2100'],
  },
  accountNumbers: { quarantineYears: 7, scheme: { prefix: '', length: 12 } },
}
