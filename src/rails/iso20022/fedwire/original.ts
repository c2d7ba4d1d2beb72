import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import { findAsked, findProcessed, findSent, readContent } from '../../messages/messages.store.ts'
import type { Amount } from '../description.ts'
import { type Message, readMessage } from '../read-message.ts'

/** What later messages say of an earlier one that moved money. */
export interface Original {
  messageId: string
  messageType: string
  createdAt: string
  instructionId: string | undefined
  endToEndId: string | undefined
  uetr: string
  amount: Amount
  settledOn: string
  localInstrument: string
  /** The banks that sent and received it, by their routing numbers. */
  from: string
  to: string
}

/** A transfer or a return as the original of a later message; undefined of any other message. */
export function originalOf(message: Message): Original | undefined {
  if (message.type === 'pacs.004.001.10') return returnAsOriginal(message.document.PmtRtr)
  const group =
    message.type === 'pacs.008.001.08'
      ? message.document.FIToFICstmrCdtTrf
      : message.type === 'pacs.009.001.08'
        ? message.document.FICdtTrf
        : undefined
  const transfer = group?.CdtTrfTxInf[0]
  if (!group || !transfer) return undefined
  return {
    messageId: group.GrpHdr.MsgId,
    messageType: message.type,
    createdAt: group.GrpHdr.CreDtTm,
    instructionId: transfer.PmtId.InstrId,
    endToEndId: transfer.PmtId.EndToEndId,
    uetr: transfer.PmtId.UETR ?? '',
    amount: transfer.IntrBkSttlmAmt,
    settledOn: transfer.IntrBkSttlmDt ?? '',
    localInstrument: transfer.PmtTpInf?.LclInstrm?.Prtry ?? '',
    from: memberOf(transfer.InstgAgt),
    to: memberOf(transfer.InstdAgt),
  }
}

function returnAsOriginal({ GrpHdr, TxInf }: Extract<Message, { type: 'pacs.004.001.10' }>['document']['PmtRtr']) {
  const back = TxInf?.[0]
  if (!back) return undefined
  return {
    messageId: GrpHdr.MsgId,
    messageType: 'pacs.004.001.10',
    createdAt: GrpHdr.CreDtTm,
    instructionId: back.OrgnlInstrId,
    endToEndId: back.OrgnlEndToEndId,
    uetr: back.OrgnlUETR ?? '',
    amount: back.RtrdIntrBkSttlmAmt,
    settledOn: back.IntrBkSttlmDt ?? '',
    localInstrument: back.OrgnlTxRef?.PmtTpInf?.LclInstrm?.Prtry ?? '',
    from: memberOf(back.InstgAgt),
    to: memberOf(back.InstdAgt),
  }
}

export function memberOf(
  agent: { FinInstnId: { ClrSysMmbId?: { readonly MmbId: string } | undefined } } | undefined,
): string {
  return agent?.FinInstnId.ClrSysMmbId?.MmbId ?? ''
}

/** The transfer or return that we sent by this id. */
export async function sentOriginal(
  tx: Transaction,
  { tenantId }: Institution,
  messageId: string,
): Promise<(Original & { paymentId: string | null; receiptId: string | null }) | undefined> {
  const sent = await findSent(tx, tenantId, 'FEDWIRE', messageId)
  const original = sent && readOriginal(sent.content)
  return original && { ...original, paymentId: sent.paymentId, receiptId: sent.receiptId }
}

/** A message that came in and was processed, by the id that Fedwire gave it. */
export async function receivedMessage(
  tx: Transaction,
  { tenantId }: Institution,
  messageId: string,
): Promise<Message | undefined> {
  const row = await findProcessed(tx, tenantId, 'FEDWIRE', messageId)
  const read = row && readMessage(await readContent(tx, row))
  return read?.ok ? read.value : undefined
}

/** A request that came in, also while it is being booked: a rule may answer it then. */
export async function askedMessage(
  tx: Transaction,
  { tenantId }: Institution,
  messageId: string,
): Promise<Message | undefined> {
  const row = await findAsked(tx, tenantId, 'FEDWIRE', messageId)
  const read = row && readMessage(await readContent(tx, row))
  return read?.ok ? read.value : undefined
}

function readOriginal(content: string): Original | undefined {
  const read = readMessage(content)
  return read.ok ? originalOf(read.value) : undefined
}
