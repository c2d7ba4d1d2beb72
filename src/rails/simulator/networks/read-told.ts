import { parseAmount } from '../../../kernel/money.ts'
import { dig, digText } from './dig.ts'
import type { Original, Told, ToldPayment, ToldRequest } from './told.ts'

/**
 * A message as the codec reads it: its type, such as `pacs.008.001.08`, its header and document.
 */
export interface ReadMessage {
  messageType: string
  header: unknown
  document: unknown
}

/** What a message tells. The messages of all networks say it in the same elements. */
export function readTold({ messageType, header, document }: ReadMessage): Told {
  const root = Object.values(document as Record<string, unknown>)[0]
  const original = originalOf(messageType, header, root)
  switch (messageType.slice(0, 8)) {
    case 'pacs.008':
    case 'pacs.009':
      return readPayment(original, root)
    case 'pacs.004':
      return readReturn(original, root)
    case 'pacs.002':
      return readAnswer(original, root)
    case 'pacs.028':
      return { kind: 'statusRequest', ...original, ...asksAbout(root, 'TxInf') }
    case 'camt.056':
      return readReturnRequest(original, root)
    case 'camt.029':
      return readReturnAnswer(original, root)
    case 'pain.013':
      return readRequest(original, root)
    case 'pain.014':
      return readRequestAnswer(original, root)
    default:
      return { kind: 'noted', messageId: original.messageId, messageType, original }
  }
}

function originalOf(messageType: string, header: unknown, root: unknown): Original {
  const info = dig(root, 'CdtTrfTxInf') ?? dig(root, 'TxInf') ?? dig(root, 'PmtInf', 'CdtTrfTx') ?? {}
  return {
    messageId: digText(root, 'GrpHdr', 'MsgId') ?? digText(root, 'Assgnmt', 'Id') ?? digText(header, 'BizMsgIdr') ?? '',
    messageType,
    createdAt:
      digText(root, 'GrpHdr', 'CreDtTm') ?? digText(root, 'Assgnmt', 'CreDtTm') ?? digText(header, 'CreDt') ?? '',
    uetr: digText(info, 'PmtId', 'UETR') ?? digText(info, 'OrgnlUETR'),
    instructionId: digText(info, 'PmtId', 'InstrId') ?? digText(info, 'RtrId'),
    endToEndId: digText(info, 'PmtId', 'EndToEndId') ?? digText(info, 'OrgnlEndToEndId'),
    sender: bankOf(dig(info, 'InstgAgt')) ?? bankOf(dig(header, 'Fr', 'FIId')) ?? '',
    receiver: bankOf(dig(info, 'InstdAgt')) ?? bankOf(dig(header, 'To', 'FIId')) ?? '',
  }
}

/** A routing number, or a BIC. */
function bankOf(agent: unknown): string | undefined {
  return digText(agent, 'FinInstnId', 'ClrSysMmbId', 'MmbId') ?? digText(agent, 'FinInstnId', 'BICFI')
}

const accountOf = (account: unknown) => digText(account, 'Id', 'IBAN') ?? digText(account, 'Id', 'Othr', 'Id')

/** An amount, which the codec has checked, in minor units. */
function amountOf(amount: unknown): { amount: bigint; currency: string } {
  const [currency, value] = [digText(amount, 'Ccy') ?? '', digText(amount, 'value') ?? '']
  const parsed = parseAmount(value, currency)
  if (!parsed.ok) throw new RangeError(`${value} ${currency} is no amount`)
  return { amount: parsed.value, currency }
}

function readPayment(original: Original, root: unknown): ToldPayment {
  const info = dig(root, 'CdtTrfTxInf')
  const [debtor, creditor] = [dig(info, 'Dbtr'), dig(info, 'Cdtr')]
  return {
    kind: 'payment',
    ...original,
    ...amountOf(dig(info, 'IntrBkSttlmAmt')),
    settlesOn: digText(info, 'IntrBkSttlmDt') ?? digText(root, 'GrpHdr', 'IntrBkSttlmDt') ?? '',
    creditorName: digText(creditor, 'Nm') ?? digText(creditor, 'FinInstnId', 'Nm'),
    creditorAccount: accountOf(dig(info, 'CdtrAcct')),
    debtorName: digText(debtor, 'Nm') ?? digText(debtor, 'FinInstnId', 'Nm'),
    debtorAccount: accountOf(dig(info, 'DbtrAcct')),
    returns: undefined,
  }
}

function readReturn(original: Original, root: unknown): ToldPayment {
  const info = dig(root, 'TxInf')
  return {
    kind: 'return',
    ...original,
    ...amountOf(dig(info, 'RtrdIntrBkSttlmAmt')),
    settlesOn: digText(info, 'IntrBkSttlmDt') ?? digText(root, 'GrpHdr', 'IntrBkSttlmDt') ?? '',
    ...{ creditorName: undefined, creditorAccount: undefined, debtorName: undefined, debtorAccount: undefined },
    returns: digText(info, 'OrgnlGrpInf', 'OrgnlMsgId') ?? digText(root, 'OrgnlGrpInf', 'OrgnlMsgId'),
  }
}

const ACCEPTED = ['ACTC', 'ACCC', 'ACSC', 'ACSP', 'ACCP']

function readAnswer({ messageId }: Original, root: unknown): Told {
  const info = dig(root, 'TxInfAndSts')
  const status = digText(info, 'TxSts') ?? ''
  return {
    kind: 'answer',
    messageId,
    originalId: digText(info, 'OrgnlGrpInf', 'OrgnlMsgId') ?? digText(root, 'OrgnlGrpInfAndSts', 'OrgnlMsgId') ?? '',
    answer: ACCEPTED.includes(status) ? 'Accepted' : status === 'ACWP' || status === 'PDNG' ? 'Pending' : 'Rejected',
    code: codeIn(dig(info, 'StsRsnInf')) ?? '',
  }
}

/** A code or a proprietary reason. */
const codeIn = (information: unknown) => digText(information, 'Rsn', 'Cd') ?? digText(information, 'Rsn', 'Prtry')

function asksAbout(root: unknown, at: string) {
  const info = dig(root, at)
  return {
    originalId:
      digText(info, 'OrgnlGrpInf', 'OrgnlMsgId') ??
      digText(root, 'OrgnlGrpInf', 'OrgnlMsgId') ??
      digText(root, 'OrgnlGrpInfAndCxl', 'OrgnlMsgId') ??
      '',
    originalType:
      digText(info, 'OrgnlGrpInf', 'OrgnlMsgNmId') ??
      digText(root, 'OrgnlGrpInfAndCxl', 'OrgnlMsgNmId') ??
      'pacs.008.001.08',
    originalUetr: digText(info, 'OrgnlUETR'),
  }
}

function readReturnRequest(original: Original, root: unknown): Told {
  const underlying = dig(root, 'Undrlyg')
  const info = dig(underlying, 'TxInf')
  return {
    kind: 'returnRequest',
    ...original,
    ...asksAbout(underlying, 'TxInf'),
    caseId: digText(root, 'Case', 'Id') ?? digText(info, 'Case', 'Id') ?? digText(root, 'Assgnmt', 'Id') ?? '',
    code: codeIn(dig(info, 'CxlRsnInf')) ?? '',
  }
}

/** ExternalInvestigationExecutionConfirmation1Code of answers that agree. */
const AGREEING = ['ACCR', 'CNCL', 'IPAY', 'MODI', 'PDCR', 'PECR']

function readReturnAnswer({ messageId }: Original, root: unknown): Told {
  const details = dig(root, 'CxlDtls')
  const info = dig(details, 'TxInfAndSts')
  return {
    kind: 'returnAnswer',
    messageId,
    originalId: digText(info, 'OrgnlGrpInf', 'OrgnlMsgId') ?? digText(details, 'OrgnlGrpInfAndSts', 'OrgnlMsgId') ?? '',
    isAccepted: AGREEING.includes(digText(root, 'Sts', 'Conf') ?? ''),
    code: codeIn(dig(info, 'CxlStsRsnInf')) ?? digText(root, 'Sts', 'Conf') ?? '',
  }
}

function readRequest(original: Original, root: unknown): ToldRequest {
  const information = dig(root, 'PmtInf')
  const transfer = dig(information, 'CdtTrfTx')
  return {
    kind: 'paymentRequest',
    ...original,
    ...amountOf(dig(transfer, 'Amt', 'InstdAmt')),
    sender: bankOf(dig(transfer, 'CdtrAgt')) ?? original.sender,
    receiver: bankOf(dig(information, 'DbtrAgt')) ?? original.receiver,
    instructionId: digText(information, 'PmtInfId'),
    creditorName: digText(transfer, 'Cdtr', 'Nm'),
    creditorAccount: accountOf(dig(transfer, 'CdtrAcct')),
    debtorName: digText(information, 'Dbtr', 'Nm'),
    debtorAccount: accountOf(dig(information, 'DbtrAcct')),
  }
}

function readRequestAnswer({ messageId }: Original, root: unknown): Told {
  const info = dig(root, 'OrgnlPmtInfAndSts', 'TxInfAndSts')
  return {
    kind: 'requestAnswer',
    messageId,
    originalId: digText(root, 'OrgnlGrpInfAndSts', 'OrgnlMsgId') ?? '',
    isAccepted: digText(info, 'TxSts') !== 'RJCT',
    code: codeIn(dig(info, 'StsRsnInf')) ?? '',
  }
}
