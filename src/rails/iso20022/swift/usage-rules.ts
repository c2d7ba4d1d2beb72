import { Temporal } from 'temporal-polyfill'
import type { Result } from '../../../kernel/result.ts'
import { accept, refuse } from '../../../kernel/result.ts'
import { readAmount } from '../amounts.ts'
import { whyNotSettledOn, whyNotWrittenAt } from '../common/credible-times.ts'
import type { Amount } from '../description.ts'
import type { DocumentOf } from '../messages.ts'
import { isIdentifier, isPrintable } from './character-sets.ts'
import type { ReadFault } from './envelope.ts'

/** Elements that are identifiers, and so in set X. */
const IDENTIFIERS = new Set(['MsgId', 'InstrId', 'EndToEndId', 'TxId', 'OrgnlMsgId', 'OrgnlInstrId', 'OrgnlEndToEndId'])

/** A hybrid address (CBPR+): at most two lines of 70 characters, beside town and country. */
const MAX_LINES = 2

/**
 * The rules of CBPR+ for all messages, beyond the schema: amounts that their currencies can have,
 * addresses with a town and a country, printable ASCII, identifiers in set X. Names the first
 * element that breaks one.
 */
export function breachOf(document: unknown, path = '/Document'): ReadFault | undefined {
  if (typeof document === 'string') return breachOfText(document, path)
  if (Array.isArray(document)) return firstOf(document.map((one, index) => [one, `${path}[${index + 1}]`] as const))
  if (typeof document !== 'object' || document === null) return undefined
  const fields = document as Record<string, unknown>
  if (typeof fields['Ccy'] === 'string' && typeof fields['value'] === 'string') {
    const read = readAmount(document as Amount)
    const { Ccy, value } = document as Amount
    return read.ok ? undefined : { why: `${value} is not an exact amount of ${Ccy}`, path, code: 'AM12' }
  }
  const tag = path.slice(path.lastIndexOf('/') + 1)
  if (tag === 'PstlAdr' && (!fields['TwnNm'] || !fields['Ctry']))
    return { why: 'an address needs a town (TwnNm) and a country (Ctry)', path }
  if (tag === 'PstlAdr' && ((fields['AdrLine'] as unknown[] | undefined)?.length ?? 0) > MAX_LINES)
    return { why: `an address has at most ${MAX_LINES} lines`, path: `${path}/AdrLine` }
  return firstOf(Object.entries(fields).map(([name, one]) => [one, `${path}/${name}`] as const))
}

function firstOf(parts: readonly (readonly [unknown, string])[]): ReadFault | undefined {
  for (const [part, path] of parts) {
    const breach = breachOf(part, path)
    if (breach) return breach
  }
  return undefined
}

function breachOfText(text: string, path: string): ReadFault | undefined {
  if (!isPrintable(text)) return { why: 'it has a character that CBPR+ does not allow', path }
  const tag = path.slice(path.lastIndexOf('/') + 1)
  if (IDENTIFIERS.has(tag) && !isIdentifier(text)) return { why: 'it is not an identifier in set X', path }
  return undefined
}

/** Charges may be zero, and money that moves may not. */
const ZERO = { why: 'the amount is zero', code: 'AM01' }
const isZero = ({ value }: Amount) => !/[1-9]/.test(value)

type CreditTransfer = DocumentOf<'pacs.008.001.08'>['FIToFICstmrCdtTrf']['CdtTrfTxInf'][number]
type BankTransfer = DocumentOf<'pacs.009.001.08'>['FICdtTrf']['CdtTrfTxInf'][number]

const INSIDE = '/Document/FIToFICstmrCdtTrf/CdtTrfTxInf'

/** The one transaction of a pacs.008, by the rules of CBPR+ for it. */
export function creditTransferOf(document: DocumentOf<'pacs.008.001.08'>): Result<CreditTransfer, ReadFault> {
  const { GrpHdr, CdtTrfTxInf } = document.FIToFICstmrCdtTrf
  const [transaction] = CdtTrfTxInf
  const broken = (why: string, element: string) => refuse({ why, path: `${INSIDE}/${element}` })
  if (!transaction || CdtTrfTxInf.length > 1 || GrpHdr.NbOfTxs !== '1')
    return refuse({ why: 'a message has one transaction', path: INSIDE })
  const { PmtId, IntrBkSttlmDt, IntrBkSttlmAmt, InstdAmt, XchgRate, ChrgBr, ChrgsInf, RmtInf } = transaction
  if (!PmtId.UETR) return broken('a payment has a UETR', 'PmtId/UETR')
  if (!PmtId.InstrId) return broken('a payment has an instruction id', 'PmtId/InstrId')
  if (!IntrBkSttlmDt) return broken('a payment has a value date', 'IntrBkSttlmDt')
  if (!transaction.InstgAgt?.FinInstnId.BICFI) return broken('the instructing agent has a BIC', 'InstgAgt')
  if (!transaction.InstdAgt?.FinInstnId.BICFI) return broken('the instructed agent has a BIC', 'InstdAgt')
  if (ChrgBr === 'SLEV') return broken('CBPR+ has DEBT, CRED and SHAR', 'ChrgBr')
  const charges = ChrgsInf ?? []
  if (ChrgBr === 'CRED' && charges.length === 0) return broken('CRED names the charges, at least of zero', 'ChrgsInf')
  if (charges.length > 0 && !InstdAmt) return broken('with charges, the instructed amount is named', 'InstdAmt')
  if (isZero(IntrBkSttlmAmt)) return refuse({ ...ZERO, path: `${INSIDE}/IntrBkSttlmAmt` })
  const isExchanged = InstdAmt !== undefined && InstdAmt.Ccy !== IntrBkSttlmAmt.Ccy
  if (isExchanged !== (XchgRate !== undefined)) return broken('a rate is named with two currencies only', 'XchgRate')
  if ((RmtInf?.Ustrd?.length ?? 0) > 1) return broken('remittance information has one line', 'RmtInf/Ustrd')
  return accept(transaction)
}

/** The one transaction of a pacs.009, by the rules of CBPR+ for its usage. */
export function bankTransferOf(
  document: DocumentOf<'pacs.009.001.08'>,
  usage: string,
): Result<BankTransfer, ReadFault> {
  const { CdtTrfTxInf } = document.FICdtTrf
  const [transaction] = CdtTrfTxInf
  const inside = '/Document/FICdtTrf/CdtTrfTxInf'
  if (!transaction || CdtTrfTxInf.length > 1) return refuse({ why: 'a message has one transaction', path: inside })
  if (!transaction.PmtId.UETR) return refuse({ why: 'a payment has a UETR', path: `${inside}/PmtId/UETR` })
  if (!transaction.IntrBkSttlmDt) return refuse({ why: 'a payment has a value date', path: `${inside}/IntrBkSttlmDt` })
  if (isZero(transaction.IntrBkSttlmAmt)) return refuse({ ...ZERO, path: `${inside}/IntrBkSttlmAmt` })
  if ((usage === 'cov') !== (transaction.UndrlygCstmrCdtTrf !== undefined))
    return refuse({
      why: 'only a cover payment has an underlying customer payment',
      path: `${inside}/UndrlygCstmrCdtTrf`,
    })
  return accept(transaction)
}

/** The value date of a message that moves money may be so many days ahead. */
const MAX_DAYS_AHEAD = 31

/** Whether the times of a message that moves money can be right: written when, settled when. */
export function breachOfTimes(
  { written, valueDate, path }: { written: string; valueDate: string | undefined; path: string },
  { now, today }: { now: Temporal.Instant; today: Temporal.PlainDate },
): ReadFault | undefined {
  const early = whyNotWrittenAt(Temporal.Instant.from(written), now)
  if (early) return { why: early, path: '/Envelope/AppHdr/CreDt', code: 'DT01' }
  const wrong = valueDate && whyNotSettledOn(Temporal.PlainDate.from(valueDate), today, MAX_DAYS_AHEAD)
  return wrong ? { why: wrong, path, code: 'DT01' } : undefined
}
