/** Messages that conform to their schema alone, and answers that contradict what we know. */
import { type BadMessage, spoiled, withAmount, withStranger, withText } from './spoil.ts'
import type { SentPayment } from './wires.ts'

const NO_NUMBER = /is not a decimal number/
const laterBy = (years: number) => (text: string) => text.replace(/^\d{4}/, (year) => String(Number(year) + years))

export const AMOUNTS: readonly BadMessage[] = [
  spoiled('an amount of zero', 'unfit', /zero/, withAmount('0.00')),
  spoiled('a negative amount', 'invalid', /below 0/, withAmount('-5.00')),
  spoiled('an amount with three decimals', 'unfit', /decimals|parts of a cent|exact/, withAmount('5.001')),
  spoiled('an amount of 20 digits', 'invalid', /more than 18 digits/, withAmount('12345678901234567890')),
  spoiled('an amount of 17 digits', 'unfit', /is above|exact/, withAmount('123456789012345.67')),
  spoiled('an amount with an exponent', 'invalid', NO_NUMBER, withAmount('5e2')),
  spoiled('an amount with a comma', 'invalid', NO_NUMBER, withAmount('5,00')),
  spoiled('an amount that is no number', 'invalid', NO_NUMBER, withAmount('NaN')),
  spoiled('an empty amount', 'invalid', NO_NUMBER, withAmount('')),
  spoiled('a currency that nobody settles', 'unfit', /US dollars|XTS/, withAmount('5.00', 'XTS')),
  spoiled('a currency in small letters', 'invalid', /three capital letters/, withAmount('5.00', 'usd')),
]

const ONE_PAYMENT = /has one (payment|transfer|transaction)/
/** Nobody on SWIFT stands between the banks: the sender of a credit itself is told. */
const TOLD_BY_SWIFT = { FEDWIRE: 'invalid', FEDNOW: 'invalid', RTP: 'invalid', SWIFT: 'refused' } as const

const withoutTown = (xml: string) =>
  xml.replace(/(<Cdtr>\s*<Nm>[^<]*<\/Nm>)/, (name) => `${name}<PstlAdr><PstCd>1</PstCd><Ctry>US</Ctry></PstlAdr>`)

export const RULES: readonly BadMessage[] = [
  spoiled('two payments in one message', 'unfit', ONE_PAYMENT, (xml) =>
    xml.replace(/<CdtTrfTxInf>.*<\/CdtTrfTxInf>/s, (one) => one + one).replace('<NbOfTxs>1<', '<NbOfTxs>2<'),
  ),
  spoiled('a wrong count of payments', 'unfit', ONE_PAYMENT, (xml) => xml.replace('<NbOfTxs>1<', '<NbOfTxs>7<')),
  spoiled('an address without a town', 'unfit', /town/, withoutTown),
  spoiled(
    '1,000 lines of remittance information',
    'unfit',
    /one (line|unstructured text)/,
    (xml) => xml.replace(/<Ustrd>.*<\/Ustrd>/s, '<Ustrd>a</Ustrd>'.repeat(1000)),
    ['FEDWIRE', 'SWIFT'],
  ),
  spoiled('a header for another bank', 'invalid', /not for us/, withStranger('To')),
  spoiled('a header from a stranger', TOLD_BY_SWIFT, /is from|those of the header/, withStranger('Fr')),
  spoiled(
    'a payment for another bank',
    { FEDWIRE: 'exception', FEDNOW: 'unfit', RTP: 'unfit', SWIFT: 'refused' },
    /bank is|for the bank|those of the header/,
    (xml) => withStranger('CdtrAgt')(withStranger('InstdAgt')(xml)),
  ),
  spoiled(
    'written tomorrow',
    'unfit',
    /has not come/,
    withText('CreDt', (text) => text.replace('07-01', '07-02')),
  ),
  spoiled('written a year ago', 'unfit', /days ago/, withText('CreDt', laterBy(-1))),
  spoiled('settled a year ago', 'unfit', /days ago|cycle date/, withText('IntrBkSttlmDt', laterBy(-1))),
  spoiled('settled in a year', 'unfit', /days ahead|cycle date/, withText('IntrBkSttlmDt', laterBy(1))),
]

const NOBODY: SentPayment = {
  ...{ messageId: 'NEVERSENT1', instructionId: 'NEVERSENT1' },
  uetr: '6f0a1c6e-7f0b-4a6e-9a57-0f6f2f2f2f2f',
}
const UNKNOWN = /did not send|nobody sent|sent no payment/
const RETURNING = ['FEDWIRE', 'FEDNOW', 'SWIFT'] as const
/** Fedwire has settled what it delivers: money that came without a reason waits in suspense. */
const ANSWERED_RETURNS = ['FEDNOW', 'SWIFT'] as const
/** FedNow waits for an answer to a return. Elsewhere the money has moved, or the banks talk. */
const RETURNED = { FEDWIRE: 'exception', FEDNOW: 'refused', RTP: 'exception', SWIFT: 'exception' } as const
/** RTP answers no status report by another. */
const FROM_STRANGER = { FEDWIRE: 'invalid', FEDNOW: 'invalid', RTP: 'unreadable', SWIFT: 'exception' } as const

/** Fedwire gives an id once, so that nothing of the second message counts. */
const TOLD_APART = { FEDWIRE: 'unreadable', FEDNOW: 'double', RTP: 'double', SWIFT: 'double' } as const

export const ANSWERS: readonly BadMessage[] = [
  {
    name: 'a status of nothing that we sent',
    ...{ fate: 'exception', why: UNKNOWN },
    make: (wire) => [wire.says(NOBODY, 'settled')],
  },
  {
    name: 'a rejection of nothing that we sent',
    ...{ fate: 'exception', why: UNKNOWN },
    make: (wire) => [wire.says(NOBODY, 'rejected')],
  },
  {
    name: 'a rejection of what has settled',
    ...{ fate: 'exception', why: /ended before|now says|said to be refused/ },
    make: (wire, { settled }) => [wire.says(settled, 'rejected')],
  },
  {
    name: 'a settlement of what was rejected',
    ...{ fate: 'exception', why: /ended before|now says|said to have settled/ },
    make: (wire, { rejected }) => [wire.says(rejected, 'settled')],
  },
  {
    name: 'a status from a stranger',
    ...{ fate: FROM_STRANGER, why: /is from/ },
    make: (wire, { open }) => [withStranger('Fr')(wire.says(open, 'settled'))],
  },
  {
    name: 'a status with the UETR of no payment',
    ...{ fate: 'exception', why: /UETR/, on: ['FEDWIRE', 'SWIFT'] },
    make: (wire, { open }) => [wire.says(open, 'settled').replace(open.uetr, NOBODY.uetr)],
  },
  {
    name: 'a return of nothing that we sent',
    ...{ fate: RETURNED, why: UNKNOWN, on: ANSWERED_RETURNS },
    make: (wire) => [wire.returns!(NOBODY, '40.00')],
  },
  {
    name: 'a return of more than was paid',
    ...{ fate: RETURNED, why: /40\.01|more than the payment/, on: ANSWERED_RETURNS },
    make: (wire, { settled }) => [wire.returns!(settled, '40.01')],
  },
  {
    name: 'a return in another currency',
    ...{ fate: { ...RETURNED, FEDWIRE: 'invalid' }, why: /EUR/, on: RETURNING },
    make: (wire, { settled }) => [
      wire.returns!(settled, '40.00').replace(/(<RtrdIntrBkSttlmAmt Ccy=")USD/, (_, tag) => `${tag}EUR`),
    ],
  },
  {
    name: 'a return of what was rejected',
    ...{ fate: RETURNED, why: /Rejected|did not settle|VALIDATION_FAILURE/, on: ANSWERED_RETURNS },
    make: (wire, { rejected }) => [wire.returns!(rejected, '40.00')],
  },
  {
    name: 'a return from a stranger',
    ...{ fate: FROM_STRANGER, why: /is from/, on: RETURNING },
    make: (wire, { settled }) => [withStranger('Fr')(wire.returns!(settled, '40.00'))],
  },
  {
    name: 'the id of a message that cannot be read',
    ...{ fate: 'invalid', why: /"-6\.00" is below 0/ },
    make: (wire) => {
      const good = wire.credit()
      return [withAmount('-5.00')(good), withAmount('-6.00')(good)]
    },
  },
  {
    name: 'the id of a message that was refused',
    ...{ fate: 'unfit', why: /town|another message came with this id/ },
    make: (wire) => {
      const first = withoutTown(wire.credit())
      return [first, first.replace(/(<EndToEndId>)[^<]*/, (_, tag) => `${tag}OTHER`)]
    },
  },
  {
    name: 'the id of an earlier message with another content',
    ...{ fate: TOLD_APART, why: /says something else|came before, with another content/ },
    make: (wire, { settled }) => {
      const first = wire.says(settled, 'settled')
      return [first, first.replace(/(<TxSts>)[^<]*/, (_, tag) => `${tag}PDNG`)]
    },
  },
]
