import { Temporal } from 'temporal-polyfill'
import { formatAmount } from '../../../kernel/money.ts'
import { largestPayment } from '../../../kernel/rail-rules.ts'
import { isRoutingNumber } from '../../../kernel/routing-number.ts'
import type { ElementFault } from '../check-text.ts'
import type { Amount } from '../description.ts'
import type { DocumentOf, MessageType } from '../messages.ts'
import { parseImad } from './accountability.ts'
import { OF_BANKS, OF_CUSTOMERS } from './codes.ts'
import { centsOf } from './dollars.ts'

/** The transfers of each message, by the code in PmtTpInf/LclInstrm/Prtry. */
export const LOCAL_INSTRUMENTS: Readonly<Partial<Record<MessageType, readonly string[]>>> = {
  'pacs.008.001.08': OF_CUSTOMERS,
  'pacs.009.001.08': OF_BANKS,
  /** Drawdown requests for customers and for banks. */
  'pain.013.001.07': ['DRRC', 'DRRB'],
}

/** Printable ASCII and line breaks. */
const CHARACTERS = /^[\x20-\x7e\r\n]*$/

/**
 * The first usage rule of the Fedwire Funds Service that a message breaks, with the path of the
 * element; undefined if it breaks none. The schema has been checked already: these are rules that
 * ISO 20022 itself does not have. Source: Fedwire Funds Service release 2025, usage guidelines.
 */
export function brokenRule<Type extends MessageType>(type: Type, document: DocumentOf<Type>): ElementFault | undefined {
  return brokenInTree(document, '/Document') ?? RULES[type]?.(document as never)
}

type Rules = { [Type in MessageType]?: (document: DocumentOf<Type>) => ElementFault | undefined }

const RULES: Rules = {
  'pacs.008.001.08'({ FIToFICstmrCdtTrf: { GrpHdr, CdtTrfTxInf } }) {
    const root = '/Document/FIToFICstmrCdtTrf'
    const at = `${root}/CdtTrfTxInf[1]`
    const [transfer, ...others] = CdtTrfTxInf
    if (!transfer || others.length > 0) return fault(`${root}/CdtTrfTxInf`, 'a message has one transfer')
    return (
      brokenGroup(GrpHdr, `${root}/GrpHdr`) ??
      brokenTransfer('pacs.008.001.08', transfer, GrpHdr.MsgId, at) ??
      (transfer.Dbtr.Nm || transfer.Dbtr.Id ? undefined : fault(`${at}/Dbtr/Nm`, 'the debtor has no name')) ??
      (transfer.Cdtr.Nm || transfer.Cdtr.Id ? undefined : fault(`${at}/Cdtr/Nm`, 'the creditor has no name'))
    )
  },
  'pacs.009.001.08'({ FICdtTrf: { GrpHdr, CdtTrfTxInf } }) {
    const root = '/Document/FICdtTrf'
    const [transfer, ...others] = CdtTrfTxInf
    if (!transfer || others.length > 0) return fault(`${root}/CdtTrfTxInf`, 'a message has one transfer')
    return (
      brokenGroup(GrpHdr, `${root}/GrpHdr`) ??
      brokenTransfer('pacs.009.001.08', transfer, GrpHdr.MsgId, `${root}/CdtTrfTxInf[1]`)
    )
  },
  'pacs.004.001.10'({ PmtRtr: { GrpHdr, TxInf } }) {
    const root = '/Document/PmtRtr'
    const at = `${root}/TxInf[1]`
    const [back, ...others] = TxInf ?? []
    if (!back || others.length > 0) return fault(`${root}/TxInf`, 'a message has one return')
    return (
      brokenGroup(GrpHdr, `${root}/GrpHdr`) ??
      brokenAmount(back.RtrdIntrBkSttlmAmt, back.IntrBkSttlmDt, `${at}/RtrdIntrBkSttlmAmt`) ??
      (back.OrgnlGrpInf ? undefined : fault(`${at}/OrgnlGrpInf`, 'it names no original message')) ??
      brokenDate(back.IntrBkSttlmDt, GrpHdr.MsgId, `${at}/IntrBkSttlmDt`)
    )
  },
  'pain.013.001.07'({ CdtrPmtActvtnReq: { PmtInf } }) {
    const at = '/Document/CdtrPmtActvtnReq/PmtInf[1]/CdtTrfTx[1]'
    const request = PmtInf[0]?.CdtTrfTx[0]
    if (!request || PmtInf.length > 1 || PmtInf[0]!.CdtTrfTx.length > 1)
      return fault('/Document/CdtrPmtActvtnReq/PmtInf', 'a message has one request')
    const { InstdAmt } = request.Amt
    const { Dt, DtTm } = PmtInf[0]!.ReqdExctnDt
    if (!InstdAmt) return fault(`${at}/Amt/InstdAmt`, 'it is missing')
    return (
      brokenAmount(InstdAmt, Dt ?? DtTm?.slice(0, 10), `${at}/Amt/InstdAmt`) ??
      brokenInstrument('pain.013.001.07', request.PmtTpInf?.LclInstrm?.Prtry, `${at}/PmtTpInf/LclInstrm/Prtry`)
    )
  },
}

interface Group {
  MsgId: string
  NbOfTxs: string
  SttlmInf: { readonly SttlmMtd: string; readonly ClrSys?: { readonly Cd?: string | undefined } | undefined }
}

function brokenGroup({ MsgId, NbOfTxs, SttlmInf }: Group, path: string): ElementFault | undefined {
  if (!parseImad(MsgId)) return fault(`${path}/MsgId`, 'it is not an IMAD: a cycle date, an endpoint and six digits')
  if (NbOfTxs !== '1') return fault(`${path}/NbOfTxs`, 'a message has one transfer')
  if (SttlmInf.SttlmMtd !== 'CLRG') return fault(`${path}/SttlmInf/SttlmMtd`, 'it is not CLRG')
  return SttlmInf.ClrSys?.Cd === 'FDW' ? undefined : fault(`${path}/SttlmInf/ClrSys/Cd`, 'it is not FDW')
}

interface Transfer {
  PmtId: { readonly UETR?: string | undefined }
  PmtTpInf?: { readonly LclInstrm?: { readonly Prtry?: string | undefined } | undefined } | undefined
  IntrBkSttlmAmt: Amount
  IntrBkSttlmDt?: string | undefined
  InstgAgt?: unknown
  InstdAgt?: unknown
}

function brokenTransfer(
  type: MessageType,
  transfer: Transfer,
  messageId: string,
  path: string,
): ElementFault | undefined {
  const { PmtId, PmtTpInf, IntrBkSttlmAmt, IntrBkSttlmDt, InstgAgt, InstdAgt } = transfer
  return (
    (PmtId.UETR ? undefined : fault(`${path}/PmtId/UETR`, 'it is missing')) ??
    brokenInstrument(type, PmtTpInf?.LclInstrm?.Prtry, `${path}/PmtTpInf/LclInstrm/Prtry`) ??
    brokenAmount(IntrBkSttlmAmt, IntrBkSttlmDt, `${path}/IntrBkSttlmAmt`) ??
    brokenDate(IntrBkSttlmDt, messageId, `${path}/IntrBkSttlmDt`) ??
    (InstgAgt ? undefined : fault(`${path}/InstgAgt`, 'it is missing')) ??
    (InstdAgt ? undefined : fault(`${path}/InstdAgt`, 'it is missing'))
  )
}

function brokenInstrument(type: MessageType, code: string | undefined, path: string): ElementFault | undefined {
  const codes = LOCAL_INSTRUMENTS[type]!
  return codes.includes(code ?? '') ? undefined : fault(path, `it is not one of ${codes.join(', ')}`)
}

/** The largest amount is that of the day; a missing day is a fault of its own. */
function brokenAmount(amount: Amount, day: string | undefined, path: string): ElementFault | undefined {
  if (amount.Ccy !== 'USD') return fault(path, `Fedwire settles US dollars only, not ${amount.Ccy}`)
  if (/\.\d{2}\d*[1-9]/.test(amount.value)) return fault(path, 'it has more than two decimals')
  const cents = centsOf(amount)
  if (cents <= 0n) return fault(path, 'it is not above zero')
  const largest = day === undefined ? undefined : largestPayment('FEDWIRE', 'Express', Temporal.PlainDate.from(day))
  if (largest === undefined || cents <= largest) return undefined
  return fault(path, `it is above ${formatAmount(largest, 'USD')}`)
}

/** The settlement date is the cycle date of the message. */
function brokenDate(date: string | undefined, messageId: string, path: string): ElementFault | undefined {
  const cycleDate = parseImad(messageId)?.cycleDate.toString()
  return date === cycleDate ? undefined : fault(path, `it is not the cycle date of the message, ${cycleDate}`)
}

/** Rules about elements wherever they are: characters, routing numbers, addresses. */
function brokenInTree(value: unknown, path: string): ElementFault | undefined {
  if (typeof value === 'string')
    return CHARACTERS.test(value) ? undefined : fault(path, 'it has a character that Fedwire does not carry')
  if (Array.isArray(value)) return firstFault(value.map((item, index) => [`${path}[${index + 1}]`, item]))
  if (typeof value !== 'object' || value === null) return undefined
  const { ClrSysId, MmbId, Ustrd } = value as { ClrSysId?: { Cd?: string }; MmbId?: string; Ustrd?: unknown }
  if (Array.isArray(Ustrd) && Ustrd.length > 1)
    return fault(`${path}/Ustrd`, 'remittance information has one unstructured text')
  if (ClrSysId?.Cd === 'USABA' && !isRoutingNumber(MmbId ?? ''))
    return fault(`${path}/MmbId`, 'it is not a routing number with a valid check digit')
  return firstFault(Object.entries(value).map(([tag, part]) => [`${path}/${tag}`, part])) ?? brokenAddress(value, path)
}

function firstFault(parts: readonly (readonly [path: string, value: unknown])[]): ElementFault | undefined {
  for (const [path, value] of parts) {
    const broken = brokenInTree(value, path)
    if (broken) return broken
  }
  return undefined
}

/** Structured or hybrid: with a town and a country, and at most two lines; or lines alone. */
function brokenAddress(value: object, path: string): ElementFault | undefined {
  if (!path.endsWith('/PstlAdr') && !path.endsWith('/Adr')) return undefined
  const { AdrLine, ...structured } = value as { AdrLine?: readonly string[]; TwnNm?: string; Ctry?: string }
  const lines = AdrLine?.length ?? 0
  const hasParts = Object.values(structured).some((part) => part !== undefined)
  if (!hasParts) return lines > 3 ? fault(`${path}/AdrLine`, 'an address has at most three lines') : undefined
  if (!structured.TwnNm) return fault(`${path}/TwnNm`, 'a structured address has a town')
  if (!structured.Ctry) return fault(`${path}/Ctry`, 'a structured address has a country')
  return lines > 2 ? fault(`${path}/AdrLine`, 'a hybrid address has at most two lines') : undefined
}

function fault(path: string, why: string): ElementFault {
  return { path, why }
}
