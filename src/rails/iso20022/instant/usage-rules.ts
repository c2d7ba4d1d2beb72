import { Temporal } from 'temporal-polyfill'
import { formatAmount } from '../../../kernel/money.ts'
import { largestPayment } from '../../../kernel/rail-rules.ts'
import { isRoutingNumber } from '../../../kernel/routing-number.ts'
import { whyNotSettledOn, whyNotWrittenAt } from '../common/credible-times.ts'
import type { Value } from '../description.ts'
import type { Pacs008_08 } from '../messages/pacs.008.ts'
import type { InstantRail } from './exchanges.store.ts'

/**
 * A rule that a message breaks: where, why, and the code of the answer (ExternalStatusReason1Code).
 */
export interface Fault {
  path: string
  why: string
  code: string
}

/** The largest payment of a network on a day, in cents. */
export function largestInstant(rail: InstantRail, date: Temporal.PlainDate): bigint {
  const largest = largestPayment(rail, 'Instant', date)
  if (largest === undefined) throw new Error(`${rail} has no largest payment on ${date}`)
  return largest
}

/** How far the clock of the sender may be ahead of ours. */
export const MAX_SKEW_SECONDS = 60

const CENTS = /^(\d{1,16})(?:\.(\d{1,2}))?$/

/** The cents of an amount in US dollars; undefined if it has parts of a cent. */
export function centsOf(value: string): bigint | undefined {
  const [, whole, part] = CENTS.exec(value) ?? []
  return whole === undefined ? undefined : BigInt(whole) * 100n + BigInt((part ?? '').padEnd(2, '0'))
}

type Transfer = Value<typeof Pacs008_08>['FIToFICstmrCdtTrf']

/** The institution as the receiver of a transfer. */
interface Receiver {
  rail: InstantRail
  routingNumber: string
  clearingSystem: string
  now: Temporal.Instant
  /** The business day of the network. */
  today: Temporal.PlainDate
  sentAt: Temporal.Instant
}

/**
 * The first rule of the instant networks that a credit transfer for us breaks. Each answer goes to
 * the sender's bank, so the codes are those that a receiver may use.
 */
export function faultOfTransfer(transfer: Transfer, us: Receiver): Fault | undefined {
  for (const fault of faultsOf(transfer, us)) if (fault) return fault
  return undefined
}

function* faultsOf({ GrpHdr, CdtTrfTxInf }: Transfer, us: Receiver): Generator<Fault | undefined> {
  const root = 'FIToFICstmrCdtTrf'
  const path = `${root}/CdtTrfTxInf`
  const [payment, second] = CdtTrfTxInf
  if (GrpHdr.NbOfTxs !== '1' || second || !payment)
    return yield { path: `${root}/GrpHdr/NbOfTxs`, why: 'a message has one payment', code: 'NARR' }
  yield clearingFault(GrpHdr, us.clearingSystem, `${root}/GrpHdr/SttlmInf`)
  yield amountFault(payment.IntrBkSttlmAmt, us, `${path}/IntrBkSttlmAmt`)
  if (payment.ChrgBr !== 'SLEV') yield { path: `${path}/ChrgBr`, why: 'charges are SLEV', code: 'NARR' }
  const banks = [
    ['InstgAgt', payment.InstgAgt, 'RC03'],
    ['DbtrAgt', payment.DbtrAgt, 'RC03'],
    ['InstdAgt', payment.InstdAgt, 'RC04'],
    ['CdtrAgt', payment.CdtrAgt, 'RC04'],
  ] as const
  for (const [tag, agent, code] of banks) yield bankFault(agent, `${path}/${tag}`, code)
  if (memberOf(payment.CdtrAgt) !== us.routingNumber)
    yield { path: `${path}/CdtrAgt`, why: `the creditor's bank is not ${us.routingNumber}`, code: 'RC04' }
  if (memberOf(payment.InstdAgt) !== us.routingNumber)
    yield { path: `${path}/InstdAgt`, why: `the instructed bank is not ${us.routingNumber}`, code: 'RC04' }
  if (!payment.Cdtr.Nm) yield { path: `${path}/Cdtr/Nm`, why: 'the creditor has no name', code: 'BE16' }
  if (!payment.Dbtr.Nm) yield { path: `${path}/Dbtr/Nm`, why: 'the debtor has no name', code: 'BE16' }
  if (!payment.CdtrAcct?.Id.Othr?.Id)
    yield { path: `${path}/CdtrAcct/Id/Othr/Id`, why: 'the creditor has no account number', code: 'AC02' }
  for (const tag of ['Dbtr', 'Cdtr'] as const) yield addressFault(payment[tag].PstlAdr, `${path}/${tag}/PstlAdr`)
  yield skewFault(us)
  yield dateFault(payment.IntrBkSttlmDt ?? GrpHdr.IntrBkSttlmDt, us.today, path)
}

function clearingFault({ SttlmInf }: Transfer['GrpHdr'], clearingSystem: string, path: string): Fault | undefined {
  if (SttlmInf.SttlmMtd !== 'CLRG') return { path: `${path}/SttlmMtd`, why: 'it settles by CLRG', code: 'NARR' }
  if (SttlmInf.ClrSys?.Cd === clearingSystem) return undefined
  return { path: `${path}/ClrSys/Cd`, why: `the clearing system is ${clearingSystem}`, code: 'NARR' }
}

function amountFault(
  { Ccy, value }: { Ccy: string; value: string },
  { rail, today }: Receiver,
  path: string,
): Fault | undefined {
  if (Ccy !== 'USD') return { path: `${path}/@Ccy`, why: `${Ccy} is not US dollars`, code: 'AM03' }
  const cents = centsOf(value)
  if (cents === undefined) return { path, why: `${value} has parts of a cent`, code: 'AM12' }
  if (cents <= 0n) return { path, why: 'the amount is zero', code: 'AM01' }
  const largest = largestInstant(rail, today)
  if (cents <= largest) return undefined
  return { path, why: `the amount is above ${formatAmount(largest, 'USD')}`, code: 'AM02' }
}

type Agent = NonNullable<Transfer['CdtTrfTxInf'][number]['InstgAgt']>

export function memberOf(agent: Agent | undefined): string | undefined {
  return agent?.FinInstnId.ClrSysMmbId?.MmbId
}

function bankFault(agent: Agent | undefined, path: string, code: string): Fault | undefined {
  const member = memberOf(agent)
  if (member !== undefined && isRoutingNumber(member)) return undefined
  const why = member === undefined ? 'the bank has no routing number' : `${member} is not a routing number`
  return { path: `${path}/FinInstnId/ClrSysMmbId/MmbId`, why, code }
}

type Address = NonNullable<Transfer['CdtTrfTxInf'][number]['Cdtr']['PstlAdr']>

/** An address has a town and a country, and at most two lines. */
function addressFault(address: Address | undefined, path: string): Fault | undefined {
  if (!address) return undefined
  if (!address.TwnNm) return { path: `${path}/TwnNm`, why: 'the address has no town', code: 'BE16' }
  if (!address.Ctry) return { path: `${path}/Ctry`, why: 'the address has no country', code: 'BE16' }
  if ((address.AdrLine?.length ?? 0) <= 2) return undefined
  return { path: `${path}/AdrLine`, why: 'the address has more than two lines', code: 'BE16' }
}

function skewFault({ sentAt, now }: { sentAt: Temporal.Instant; now: Temporal.Instant }): Fault | undefined {
  const path = 'AppHdr/CreDt'
  if (Temporal.Instant.compare(sentAt, now.add({ seconds: MAX_SKEW_SECONDS })) > 0)
    return { path, why: `the header is of ${sentAt}, which has not come`, code: 'DT04' }
  const why = whyNotWrittenAt(sentAt, now)
  return why ? { path, why, code: 'DT01' } : undefined
}

/** A payment settles at once: on the day of the network that may have begun before ours ends. */
function dateFault(date: string | undefined, today: Temporal.PlainDate, path: string): Fault | undefined {
  const why = date && whyNotSettledOn(Temporal.PlainDate.from(date), today, 1)
  return why ? { path: `${path}/IntrBkSttlmDt`, why, code: 'DT01' } : undefined
}
