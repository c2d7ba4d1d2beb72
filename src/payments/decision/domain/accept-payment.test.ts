import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { defaultSettings } from '../../../institution/settings.ts'
import { type EntryType, RAILS, SPEEDS } from '../../../kernel/rail.ts'
import { SEC_CODES } from '../../../kernel/sec-codes.ts'
import type { Party } from '../../../rails/domain/ach-classes.ts'
import {
  acceptPayment,
  type Counterparty,
  type OwnSideAccount,
  type OwnSideCustomer,
  type PaymentSituation,
  type PaymentTerms,
} from './accept-payment.ts'

const OWN_BANK = '061099995'
const today = Temporal.PlainDate.from('2026-07-01')
const day = (text: string) => Temporal.PlainDate.from(text)

const terms: PaymentTerms = {
  entryType: 'CREDIT',
  amount: 125_50n,
  currency: 'USD',
  speed: 'Economy',
  paymentDate: undefined,
  secCode: undefined,
}
const account: OwnSideAccount = {
  id: 100_108n,
  status: 'Active',
  currency: 'USD',
  routingNumber: OWN_BANK,
  excludedRails: [],
  secCodes: [],
  isUnderwritten: true,
  debitExposureLimit: undefined,
  callBackAbove: undefined,
}
const customer: OwnSideCustomer = { status: 'Active', secCodes: [], isConsumer: false }
const counterparty: Counterparty = {
  name: 'Highland Beans Inc',
  status: 'Active',
  achFault: 'none',
  unreachableRails: [],
  contactType: 'Consumer',
  accountCurrency: 'USD',
  nationalCode: '021000021',
  swiftCode: 'CHASUS33',
}
const institution = {
  ...{ routingNumber: OWN_BANK, bic: null, sandbox: true },
  settings: defaultSettings({ sandbox: true, currency: 'USD' }),
}
const situation: PaymentSituation = { institution, account, customer, counterparty, ownAccount: undefined, today }
const ownCounterparty = { ...counterparty, nationalCode: OWN_BANK }
const ownAccount = { id: 100_200n, customerId: 100_201n, status: 'Active', currency: 'USD' }

const decide = (change: Partial<PaymentTerms> = {}, around: Partial<PaymentSituation> = {}) =>
  acceptPayment({ ...terms, ...change }, { ...situation, ...around })

function reasonOf(change: Partial<PaymentTerms>, around: Partial<PaymentSituation> = {}): string {
  const decision = decide(change, around)
  assert.ok(!decision.ok, 'it was accepted')
  return decision.refusal.reason
}

const withRails = (rails: Partial<typeof institution.settings.rails>) => ({
  institution: {
    ...institution,
    settings: { ...institution.settings, rails: { ...institution.settings.rails, ...rails } },
  },
})

const refusals: [name: string, reason: string, change: Partial<PaymentTerms>, around?: Partial<PaymentSituation>][] = [
  ['a date before today', 'paymentDateInPast', { paymentDate: day('2026-06-30') }],
  ['a date two years and one day ahead', 'paymentDateTooFar', { paymentDate: day('2028-07-02') }],
  ['a suspended customer', 'customerNotActive', {}, { customer: { ...customer, status: 'Suspended' } }],
  ['a customer awaiting approval', 'customerNotActive', {}, { customer: { ...customer, status: 'Pending' } }],
  ['a suspended account', 'accountNotActive', {}, { account: { ...account, status: 'Suspended' } }],
  ['a closed account', 'accountNotActive', {}, { account: { ...account, status: 'Closed' } }],
  ['an account at another bank', 'senderAccountUnknown', {}, { account: { ...account, routingNumber: '021000021' } }],
  [
    'a contact that waits for approval',
    'contactNotApproved',
    {},
    { counterparty: { ...counterparty, status: 'Pending' } },
  ],
  [
    'a contact that was refused approval',
    'contactNotApproved',
    {},
    { counterparty: { ...counterparty, status: 'Rejected' } },
  ],
  [
    'a contact that waits for approval, at the institution itself and on a later date',
    'contactNotApproved',
    { paymentDate: day('2026-07-02') },
    { counterparty: { ...ownCounterparty, status: 'Pending' }, ownAccount },
  ],
  ['a currency other than that of the accounts', 'currencyMismatch', { currency: 'EUR' }],
  [
    'a contact in another currency',
    'currencyMismatch',
    {},
    { counterparty: { ...counterparty, accountCurrency: 'EUR' } },
  ],
  [
    'a currency other than USD on a domestic rail',
    'currencyMismatch',
    { currency: 'EUR' },
    { account: { ...account, currency: 'EUR' }, counterparty: { ...counterparty, accountCurrency: 'EUR' } },
  ],
  ['a disabled rail', 'railNotAvailable', {}, withRails({ ACH: false })],
  ['disabled wires', 'railNotAvailable', { speed: 'Express' }, withRails({ FEDWIRE: false })],
  [
    'a contact without a routing number',
    'receiverNotReachable',
    {},
    { counterparty: { ...counterparty, nationalCode: null } },
  ],
  [
    'a contact with a national code of another country',
    'receiverNotReachable',
    {},
    { counterparty: { ...counterparty, nationalCode: '37040044' } },
  ],
  [
    'an account number of 18 characters by ACH',
    'receiverNotReachable',
    {},
    { counterparty: { ...counterparty, achFault: 'tooLong' } },
  ],
  [
    'an account number of all zeros by ACH',
    'receiverNotReachable',
    {},
    { counterparty: { ...counterparty, achFault: 'zeros' } },
  ],
  [
    'a name that an ACH file cannot carry',
    'receiverNotReachable',
    {},
    { counterparty: { ...counterparty, name: '★' } },
  ],
  [
    'an international payment to a contact without a BIC',
    'receiverNotReachable',
    { speed: 'SPOT' },
    { counterparty: { ...counterparty, swiftCode: null } },
  ],
  [
    'a wire from an account without wires',
    'railNotEnabled',
    { speed: 'Express' },
    { account: { ...account, excludedRails: ['FEDWIRE'] } },
  ],
  ['an SEC code for debits only', 'secCodeNotAllowed', { secCode: 'TEL' }],
  [
    "an SEC code that is not among the customer's",
    'secCodeNotAllowed',
    { secCode: 'PPD' },
    { customer: { ...customer, secCodes: ['CCD'] } },
  ],
  [
    'a consumer, by a customer with the SEC code CCD only,',
    'secCodeNotAllowed',
    {},
    { customer: { ...customer, secCodes: ['CCD'] } },
  ],
  [
    'a contact at the institution that names no account',
    'receiverAccountUnknown',
    {},
    { counterparty: ownCounterparty },
  ],
  [
    'a contact at the institution whose account is suspended',
    'receiverAccountUnknown',
    {},
    { counterparty: ownCounterparty, ownAccount: { ...ownAccount, status: 'Suspended' } },
  ],
  [
    'a contact at the institution whose account is in another currency',
    'receiverAccountUnknown',
    {},
    { counterparty: ownCounterparty, ownAccount: { ...ownAccount, currency: 'EUR' } },
  ],
  [
    'a payment to the sending account itself',
    'senderIsReceiver',
    {},
    { counterparty: ownCounterparty, ownAccount: { ...ownAccount, id: account.id } },
  ],
]
for (const [name, reason, change, around] of refusals)
  test(`acceptPayment: ${name} is refused as ${reason}`, () => assert.equal(reasonOf(change, around), reason))

test('acceptPayment: a refusal names the values that do not match', () => {
  const refused = decide({ currency: 'EUR' })
  assert.ok(!refused.ok)
  assert.equal(
    refused.refusal.detail,
    'paymentCurrency is EUR, but the sending account is in USD and the receiving account in USD',
  )
  const past = decide({ paymentDate: day('2026-06-30') })
  assert.ok(!past.ok)
  assert.equal(past.refusal.detail, 'paymentDate 2026-06-30 is before today, 2026-07-01')
  const large = decide({ speed: 'Instant', amount: 10_000_000_01n })
  assert.ok(!large.ok)
  assert.equal(large.refusal.detail, 'Instant supports at most 10000000.00 USD per payment')
})

test('acceptPayment: a payment dated today or without a date is paid now', () => {
  const accepted = { ok: true, value: { status: 'VALIDATED', rail: 'ACH', paymentDate: today, secCode: 'PPD' } }
  assert.deepEqual(decide(), accepted)
  assert.deepEqual(decide({ paymentDate: today }), accepted)
})

test('acceptPayment: tomorrow is scheduled, and the last date is exactly two years ahead', () => {
  for (const text of ['2026-07-02', '2028-07-01']) {
    const decision = decide({ paymentDate: day(text) })
    assert.ok(decision.ok)
    assert.equal(decision.value.status, 'FUTURE_DATED')
    assert.equal(decision.value.paymentDate.toString(), text)
  }
})

test('acceptPayment: a customer with status New can pay', () => {
  assert.ok(decide({}, { customer: { ...customer, status: 'New' } }).ok)
})

const rails = {
  Economy: 'ACH',
  'Economy Plus': 'ACH',
  Express: 'FEDWIRE',
  Instant: 'RTP',
  SPOT: 'SWIFT',
  ON: 'SWIFT',
  TN: 'SWIFT',
} as const
for (const speed of SPEEDS)
  test(`acceptPayment: ${speed} uses ${rails[speed]}, now or on its date`, () => {
    const secCode = rails[speed] === 'ACH' ? 'PPD' : null
    const rail = rails[speed]
    assert.deepEqual(decide({ speed }), { ok: true, value: { status: 'VALIDATED', rail, paymentDate: today, secCode } })
    const paymentDate = day('2026-07-04')
    assert.deepEqual(decide({ speed, paymentDate }), {
      ok: true,
      value: { status: 'FUTURE_DATED', rail, paymentDate, secCode },
    })
  })

test('acceptPayment: Instant uses FedNow if the institution has chosen it', () => {
  const settings = { ...institution.settings, instantNetwork: 'FEDNOW' } as const
  const decision = decide({ speed: 'Instant' }, { institution: { ...institution, settings } })
  assert.equal(decision.ok && decision.value.rail, 'FEDNOW')
})

test('acceptPayment: international payments support other currencies and need no routing number', () => {
  const inEuro = {
    account: { ...account, currency: 'EUR' },
    counterparty: { ...counterparty, accountCurrency: 'EUR', nationalCode: null },
  }
  assert.ok(decide({ speed: 'SPOT', currency: 'EUR' }, inEuro).ok)
})

test('acceptPayment: outside a sandbox, SWIFT needs a BIC and a correspondent for the currency that is delivered', () => {
  const agreed = { settlementMethod: 'Serial', charges: ['OUR'], answerDays: 2 } as const
  const euros = { ...agreed, currency: 'EUR', bic: 'DEUTDEFF', accountNumber: '100' }
  const network = { link: 'Directory', endpoint: 'B1QDRCQR', isSigned: false } as const
  const networks = { SWIFT: network, FEDWIRE: network }
  const settings = { ...institution.settings, correspondents: [euros], networks }
  const live = { ...institution, sandbox: false, bic: 'ACMEUS33', settings }
  const inEuro = { counterparty: { ...counterparty, accountCurrency: 'EUR' } }
  assert.ok(decide({ speed: 'SPOT' }, { ...inEuro, institution: live }).ok)
  const refusals = [
    [{ ...inEuro, institution: { ...live, bic: null } }, /has no bic/],
    [{ institution: live }, /no correspondent for USD: name one in correspondents/],
  ] as const
  for (const [around, says] of refusals)
    for (const speed of ['SPOT', 'ON', 'TN'] as const) {
      const decision = decide({ speed }, around)
      assert.ok(!decision.ok && decision.refusal.reason === 'railNotAvailable')
      assert.match(decision.refusal.detail ?? '', says)
    }
  assert.ok(decide({ speed: 'Express' }, { institution: { ...live, bic: null } }).ok)
})

test('acceptPayment: outside a sandbox, a speed needs a link to its network, even if its rail is on', () => {
  const live = { institution: { ...institution, sandbox: false } }
  for (const speed of ['Express', 'Instant', 'SPOT'] as const) {
    const decision = decide({ speed }, live)
    assert.ok(!decision.ok && decision.refusal.reason === 'railNotAvailable')
    assert.match(decision.refusal.detail ?? '', /needs networks\.[A-Z]+: name its link/)
  }
  assert.ok(decide({ speed: 'Economy' }, live).ok)
})

test('acceptPayment: wires support names that ACH cannot carry', () => {
  const named = { counterparty: { ...counterparty, name: '- -' } }
  assert.equal(reasonOf({}, named), 'receiverNotReachable')
  assert.ok(decide({ speed: 'Express' }, named).ok)
})

test('acceptPayment: wires support account numbers that ACH cannot carry', () => {
  assert.ok(decide({ speed: 'Express' }, { counterparty: { ...counterparty, achFault: 'tooLong' } }).ok)
})

const bounds = [
  ['Economy', 99_999_999_99n],
  ['Economy Plus', 1_000_000_00n],
  ['Instant', 10_000_000_00n],
  ['Express', 9_999_999_999_99n],
] as const
for (const [speed, most] of bounds)
  test(`acceptPayment: the maximum of ${speed} is inclusive, one cent more is refused`, () => {
    assert.ok(decide({ speed, amount: most }).ok)
    assert.equal(reasonOf({ speed, amount: most + 1n }), 'railAmountExceeded')
  })

test('acceptPayment: FedNow has the same maximum as RTP', () => {
  const settings = { ...institution.settings, instantNetwork: 'FEDNOW' } as const
  const around = { institution: { ...institution, settings } }
  assert.ok(decide({ speed: 'Instant', amount: 10_000_000_00n }, around).ok)
  assert.equal(reasonOf({ speed: 'Instant', amount: 10_000_000_01n }, around), 'railAmountExceeded')
})

test("acceptPayment: the institution's own maximum of a network is inclusive, and of that network alone", () => {
  const around = (instantNetwork: 'RTP' | 'FEDNOW') => ({
    institution: { ...institution, settings: { ...institution.settings, instantNetwork, instantLimits: { RTP: 250 } } },
  })
  assert.ok(decide({ speed: 'Instant', amount: 250_00n }, around('RTP')).ok)
  const more = decide({ speed: 'Instant', amount: 250_01n }, around('RTP'))
  assert.deepEqual(!more.ok && more.refusal, {
    reason: 'railAmountExceeded',
    detail: 'the institution sends at most 250.00 USD per payment over RTP',
  })
  assert.ok(decide({ speed: 'Instant', amount: 250_01n }, around('FEDNOW')).ok)
  assert.ok(decide({ speed: 'Express', amount: 250_01n }, around('RTP')).ok)
})

test('acceptPayment: SWIFT has no maximum', () => {
  assert.ok(decide({ speed: 'SPOT', amount: 10n ** 14n }).ok)
})

test('acceptPayment: a contact at the same institution is paid by book transfer, whatever the speed', () => {
  for (const speed of SPEEDS)
    assert.deepEqual(decide({ speed }, { counterparty: ownCounterparty, ownAccount }), {
      ok: true,
      value: { status: 'PROCESSED', rail: 'BOOK', paymentDate: today, secCode: null, creditAccountId: ownAccount.id },
    })
})

test('acceptPayment: a book transfer needs no rail and has no maximum', () => {
  const off = Object.fromEntries(RAILS.map((rail) => [rail, false]))
  assert.ok(decide({ amount: 10n ** 14n }, { counterparty: ownCounterparty, ownAccount, ...withRails(off) }).ok)
})

test('acceptPayment: a book transfer on a later date moves no money now', () => {
  const paymentDate = day('2026-07-02')
  assert.deepEqual(decide({ paymentDate }, { counterparty: ownCounterparty, ownAccount }), {
    ok: true,
    value: { status: 'FUTURE_DATED', rail: 'BOOK', paymentDate, secCode: null },
  })
})

/** The SEC code of a payment by a customer to a contact, or why it is refused. */
function secCodeOf(
  change: Partial<PaymentTerms>,
  { isConsumer = false, contactType = 'Company' as Party, secCodes = [] as string[] },
): string | null {
  const around = { counterparty: { ...counterparty, contactType }, customer: { ...customer, secCodes, isConsumer } }
  const decision = decide(change, around)
  return decision.ok ? decision.value.secCode : decision.refusal.reason
}

const PARTIES = ['Consumer', 'Company'] as const

test('acceptPayment: the SEC code follows from who pays, who is paid and the side', () => {
  const chosen = (['CREDIT', 'DEBIT'] as const).flatMap((entryType) =>
    PARTIES.flatMap((from) =>
      PARTIES.map((contactType) => {
        const code = secCodeOf({ entryType }, { isConsumer: from === 'Consumer', contactType })
        return `${entryType} ${from} ${contactType} ${code}`
      }),
    ),
  )
  assert.deepEqual(chosen, [
    'CREDIT Consumer Consumer WEB',
    'CREDIT Consumer Company CIE',
    'CREDIT Company Consumer PPD',
    'CREDIT Company Company CCD',
    'DEBIT Consumer Consumer secCodeNotAllowed',
    'DEBIT Consumer Company secCodeNotAllowed',
    'DEBIT Company Consumer PPD',
    'DEBIT Company Company CCD',
  ])
  const without = secCodeOf({ information: {} }, { isConsumer: true })
  assert.equal(without, 'secCodeNotAllowed', 'who is paid has to know whose bill it is')
  assert.equal(secCodeOf({}, { secCodes: ['CCD', 'WEB'] }), 'CCD')
})

test('acceptPayment: an SEC code that is asked for has to fit both parties', () => {
  const fits = (entryType: EntryType, from: Party) =>
    SEC_CODES.flatMap((secCode) =>
      PARTIES.flatMap((contactType) => {
        const found = secCodeOf({ entryType, secCode }, { isConsumer: from === 'Consumer', contactType })
        // What else such an entry needs is of another test.
        return found === 'secCodeNotAllowed' ? [] : [`${secCode} ${contactType}`]
      }),
    ).filter((fit) => !fit.startsWith('IAT'))
  assert.deepEqual(fits('CREDIT', 'Consumer'), ['WEB Consumer', 'CIE Company'])
  assert.deepEqual(fits('CREDIT', 'Company'), ['CCD Company', 'PPD Consumer', 'PPD Company', 'CTX Company'])
  assert.deepEqual(fits('DEBIT', 'Consumer'), [])
  assert.deepEqual(
    fits('DEBIT', 'Company').filter((fit) => !/^(ARC|BOC|POP|RCK)/.test(fit)),
    ['CCD Company', 'PPD Consumer', 'PPD Company', 'WEB Consumer', 'CTX Company', 'TEL Consumer'],
  )
})

test('acceptPayment: the credits of people leave from an institution that lists no SEC codes', () => {
  const { secCodes: _, ...ach } = institution.settings.ach
  const own = { institution: { ...institution, settings: { ...institution.settings, ach } } }
  const person = { ...customer, isConsumer: true }
  const around = { ...own, customer: person }
  assert.equal(objectionToEntry({ secCode: 'WEB' }, around), undefined)
  const only = { ...own, customer: { ...person, secCodes: ['CCD'] } }
  assert.match(objectionToEntry({}, only)!, /the customer has only CCD/)
})

test('acceptPayment: a bank outside the United States is reached by no domestic network but IAT', () => {
  for (const bankCountry of ['CA', 'GB', 'MX']) {
    const abroad = { counterparty: { ...counterparty, bankCountry } }
    for (const speed of ['Express', 'Instant'] as const)
      assert.match(objectionToEntry({ speed }, abroad)!, /^receiverNotReachable: .+ the contact's bank is in/)
    assert.match(objectionToEntry({ secCode: 'PPD' }, abroad)!, /abroad|IAT/)
  }
  for (const bankCountry of ['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'UM'])
    for (const speed of ['Express', 'Economy'] as const)
      assert.equal(objectionToEntry({ speed }, { counterparty: { ...counterparty, bankCountry } }), undefined)
})

/** What the refusal of an entry says; undefined if it is accepted. */
function objectionToEntry(change: Partial<PaymentTerms>, around: Partial<PaymentSituation> = {}): string | undefined {
  const decision = decide(change, around)
  return decision.ok ? undefined : `${decision.refusal.reason}: ${decision.refusal.detail}`
}
const company = { counterparty: { ...counterparty, contactType: 'Company' as const } }

test('acceptPayment: an SEC code is for its own side and its own kind of receiver', () => {
  const debit = { entryType: 'DEBIT' } as const
  for (const secCode of ['TEL', 'ARC', 'POP'])
    assert.equal(objectionToEntry({ secCode }), `secCodeNotAllowed: the SEC code ${secCode} is for debits only`)
  assert.equal(
    objectionToEntry({ secCode: 'CIE', ...debit }, company),
    'secCodeNotAllowed: the SEC code CIE is for credits only',
  )
  for (const secCode of ['CCD', 'CTX'])
    assert.match(objectionToEntry({ secCode })!, /is for a contact with the contactType Company/)
  assert.match(objectionToEntry({ secCode: 'CIE' }, company)!, /CIE is a person's/)
  for (const secCode of ['WEB', 'TEL'])
    assert.match(objectionToEntry({ secCode, ...debit }, company)!, /is for a contact with the contactType Consumer/)
  assert.equal(objectionToEntry({ secCode: 'CTX' }, company), undefined)
  for (const secCode of ['WEB', 'TEL']) assert.equal(objectionToEntry({ secCode, ...debit }), undefined)
})

test('acceptPayment: an SEC code is refused without what it needs, and with what it does not carry', () => {
  const of = (secCode: string, information: object) => ({ secCode, information, entryType: 'DEBIT' }) as const
  const check = { checkSerialNumber: '1024', terminalCity: 'BOST', terminalState: 'MA' }
  for (const information of [{}, { checkSerialNumber: ' ' }])
    assert.match(objectionToEntry(of('ARC', information))!, /ARC needs additionalInfo.checkSerialNumber$/)
  assert.match(
    objectionToEntry(of('POP', { checkSerialNumber: '1' }))!,
    /additionalInfo.terminalCity and .+terminalState$/,
  )
  assert.equal(objectionToEntry(of('POP', check)), undefined)
  assert.match(
    objectionToEntry(of('ARC', check))!,
    /^informationLost: ACH ARC has no place for additionalInfo.terminalCity/,
  )
  assert.match(objectionToEntry(of('TEL', { referenceForBeneficiary: 'x' }))!, /^informationLost: ACH TEL has no place/)
  const bill = { secCode: 'CIE', information: { receiverIdentificationNumber: 'x'.repeat(22) } }
  const ofPerson = { ...company, customer: { ...customer, isConsumer: true } }
  assert.equal(objectionToEntry(bill, ofPerson), undefined)
  assert.match(objectionToEntry({ ...bill, information: {} }, ofPerson)!, /CIE needs .+receiverIdentificationNumber$/)
})

test('acceptPayment: a check of 25,000.00 becomes an entry, one cent more is refused', () => {
  const of = { secCode: 'ARC', entryType: 'DEBIT', information: { checkSerialNumber: '1024' } } as const
  assert.equal(objectionToEntry({ ...of, amount: 25_000_00n }), undefined)
  assert.match(
    objectionToEntry({ ...of, amount: 25_000_01n })!,
    /^railAmountExceeded: the SEC code ARC supports at most 25000.00 USD/,
  )
})

test('acceptPayment: an SEC code that the institution does not originate is refused', () => {
  const { secCodes: _, ...ach } = institution.settings.ach
  const own = { institution: { ...institution, settings: { ...institution.settings, ach } } }
  const says = 'secCodeNotAllowed: the SEC code WEB is not allowed: the institution originates only PPD, CCD'
  assert.equal(objectionToEntry({ secCode: 'WEB' }, own), says)
  assert.equal(objectionToEntry({ secCode: 'PPD' }, own), undefined)
  assert.equal(objectionToEntry({ secCode: 'CCD' }, { ...own, ...company }), undefined)
})

test("acceptPayment: both the customer's and the account's SEC codes must allow the code", () => {
  const secCode = (ofCustomer: string[], ofAccount: string[]) => {
    const around = { customer: { ...customer, secCodes: ofCustomer }, account: { ...account, secCodes: ofAccount } }
    const decision = decide({ secCode: 'CCD' }, { ...company, ...around })
    return decision.ok ? decision.value.secCode : decision.refusal.reason
  }
  assert.equal(secCode([], ['CCD']), 'CCD')
  assert.equal(secCode(['CCD', 'PPD'], ['CCD']), 'CCD')
  assert.equal(secCode(['CCD'], ['PPD']), 'secCodeNotAllowed')
  assert.equal(secCode(['PPD'], ['CCD']), 'secCodeNotAllowed')
})

test('acceptPayment: an SEC code has no effect outside ACH', () => {
  const decision = decide({ speed: 'Express', secCode: 'WEB' })
  assert.equal(decision.ok && decision.value.secCode, null)
})

const collects = { entryType: 'DEBIT' } as const

test("acceptPayment: a debit uses ACH, with the SEC code for its debtor's type", () => {
  for (const [contactType, secCode] of [
    ['Consumer', 'PPD'],
    ['Company', 'CCD'],
  ] as const) {
    const decision = decide(collects, { counterparty: { ...counterparty, contactType } })
    assert.deepEqual(decision, { ok: true, value: { paymentDate: today, secCode, status: 'VALIDATED', rail: 'ACH' } })
  }
})

test('acceptPayment: an account at this institution is never debited, now or later, whether it exists or not', () => {
  for (const around of [{ counterparty: ownCounterparty }, { counterparty: ownCounterparty, ownAccount }])
    for (const paymentDate of [undefined, day('2026-07-02')])
      assert.equal(reasonOf({ ...collects, paymentDate }, around), 'debtorOfInstitution')
})

test('acceptPayment: a debit into an account at another bank is refused', () => {
  assert.equal(reasonOf(collects, { account: { ...account, routingNumber: '021000021' } }), 'creditorUnknown')
})

test('acceptPayment: an account that is not underwritten cannot collect, but can pay', () => {
  const around = { account: { ...account, isUnderwritten: false } }
  assert.equal(reasonOf(collects, around), 'debitsNotUnderwritten')
  assert.ok(decide({}, around).ok)
})

test('acceptPayment: refusals of a debit name the creditor and the debtor', () => {
  const said = (around: Partial<PaymentSituation>) => {
    const decision = decide(collects, around)
    return decision.ok ? '' : decision.refusal.detail
  }
  assert.match(said({ account: { ...account, status: 'Closed' } })!, /^the creditor's account is not active/)
  assert.match(said({ counterparty: { ...counterparty, accountCurrency: 'EUR' } })!, /and the debtor's account in EUR$/)
  assert.match(said({ counterparty: { ...counterparty, status: 'Pending' } })!, /^the contact cannot be debited/)
})

test('acceptPayment: a credit between two currencies can be in either of them, but in no third', () => {
  const around = { account: { ...account, currency: 'EUR' } }
  assert.ok(decide({ speed: 'SPOT', currency: 'EUR' }, around).ok)
  assert.ok(decide({ speed: 'SPOT', currency: 'USD' }, around).ok)
  assert.equal(reasonOf({ speed: 'SPOT', currency: 'GBP' }, around), 'currencyMismatch')
})

test('acceptPayment: a domestic rail supports only US dollars, even from an account in another currency', () => {
  const around = { account: { ...account, currency: 'EUR' } }
  assert.equal(reasonOf({ currency: 'EUR' }, around), 'currencyMismatch')
  assert.ok(decide({ currency: 'USD' }, around).ok)
})

test('acceptPayment: a debit must be in the currency of both accounts', () => {
  const debit = { entryType: 'DEBIT' } as const
  const refused = decide({ ...debit, currency: 'EUR' })
  assert.match(refused.ok ? '' : (refused.refusal.detail ?? ''), /paymentCurrency is EUR/)
  assert.equal(reasonOf(debit, { account: { ...account, currency: 'EUR' } }), 'currencyMismatch')
  assert.ok(decide(debit).ok)
})

test('acceptPayment: an FX contract needs accounts in two currencies', () => {
  const swift = { speed: 'SPOT', fxContractNumber: '42' } as const
  assert.equal(reasonOf(swift), 'fxContractMismatch')
  assert.ok(decide(swift, { account: { ...account, currency: 'EUR' } }).ok)
})

test('acceptPayment: only a debit has its own text for a contact that is not approved', () => {
  const around = { counterparty: { ...counterparty, status: 'Pending' } }
  const detailOf = (entryType: 'CREDIT' | 'DEBIT') => {
    const decision = decide({ entryType }, around)
    return decision.ok ? assert.fail('it was accepted') : decision.refusal.detail
  }
  assert.equal(detailOf('CREDIT'), undefined)
  assert.match(detailOf('DEBIT')!, /contact/)
})

test('acceptPayment: an account number of all zeros is refused by ACH only', () => {
  const around = { counterparty: { ...counterparty, achFault: 'zeros' as const } }
  assert.equal(reasonOf({}, around), 'receiverNotReachable')
  assert.ok(decide({ speed: 'Express' }, around).ok)
})

test('acceptPayment: only SWIFT needs a swiftCode', () => {
  const around = { counterparty: { ...counterparty, swiftCode: null } }
  assert.ok(decide({}, around).ok)
  assert.equal(reasonOf({ speed: 'SPOT' }, around), 'receiverNotReachable')
})
