import { Temporal } from 'temporal-polyfill'
import { findSent } from '../../../messages/messages.store.ts'
import type { MessageBank, MessageParty, ReceivedCredit } from '../../../network.ts'
import { readAccount } from '../../common/account.ts'
import { readBank } from '../../common/bank.ts'
import type { Agent } from '../../common/elements.ts'
import { readParty, UNNAMED } from '../../common/party.ts'
import { readRemittance } from '../../common/remittance.ts'
import type { DocumentOf } from '../../messages.ts'
import { centsOf } from '../dollars.ts'
import { memberOf } from '../original.ts'
import { evidenceOf, exception, type Reading, type Understood } from './reading.ts'

/** pacs.008: a transfer for a customer of ours. Fedwire has settled it. */
export function readCustomerTransfer(reading: Reading<'pacs.008.001.08'>): Understood {
  const { GrpHdr, CdtTrfTxInf } = reading.document.FIToFICstmrCdtTrf
  const [transfer] = CdtTrfTxInf
  const { PmtId, IntrBkSttlmAmt, Dbtr, DbtrAcct, DbtrAgt, Cdtr, CdtrAgt, CdtrAcct, RmtInf } = transfer!
  return credited(reading, transfer!.InstdAgt, {
    ...ofPayment(PmtId, GrpHdr.MsgId, IntrBkSttlmAmt, transfer!.IntrBkSttlmDt),
    debtor: readParty(Dbtr),
    debtorAccount: readAccount(DbtrAcct),
    debtorBank: readBank(DbtrAgt),
    creditor: readParty(Cdtr),
    creditorAccount: isWith(reading, CdtrAgt) ? readAccount(CdtrAcct) : undefined,
    remittance: readRemittance(RmtInf),
  })
}

/** An account is one of ours only if we are the bank of the creditor. */
function isWith({ institution }: Reading, agent: Agent | undefined): boolean {
  const { routingNumber, bic } = readBank(agent)
  if (routingNumber !== undefined) return routingNumber === institution.routingNumber
  return agent === undefined || (bic !== undefined && bic.slice(0, 8) === institution.bic?.slice(0, 8))
}

/**
 * pacs.009: a transfer from bank to bank. If it covers a transfer of a customer, the customer's is
 * the credit.
 */
export function readBankTransfer(reading: Reading<'pacs.009.001.08'>): Understood {
  const { GrpHdr, CdtTrfTxInf } = reading.document.FICdtTrf
  const [transfer] = CdtTrfTxInf
  const { PmtId, IntrBkSttlmAmt, Dbtr, DbtrAcct, Cdtr, CdtrAgt, CdtrAcct, RmtInf, UndrlygCstmrCdtTrf } = transfer!
  const covered = UndrlygCstmrCdtTrf
  const isOurs = covered ? isWith(reading, covered.CdtrAgt) : isWith(reading, CdtrAgt)
  return credited(reading, transfer!.InstdAgt, {
    ...ofPayment(PmtId, GrpHdr.MsgId, IntrBkSttlmAmt, transfer!.IntrBkSttlmDt),
    debtor: covered ? readParty(covered.Dbtr) : bankAsParty(Dbtr),
    debtorAccount: readAccount(covered?.DbtrAcct ?? DbtrAcct),
    debtorBank: readBank(covered?.DbtrAgt ?? Dbtr),
    creditor: covered ? readParty(covered.Cdtr) : bankAsParty(Cdtr),
    creditorAccount: isOurs ? readAccount(covered?.CdtrAcct ?? CdtrAcct) : undefined,
    remittance: readRemittance(covered?.RmtInf ?? (RmtInf as Parameters<typeof readRemittance>[0])),
  })
}

/**
 * pacs.004: money comes back. If it is a payment of ours, in full or less charges, it is the return
 * of that payment; else it is a credit that a person assigns.
 */
export async function readReturn(reading: Reading<'pacs.004.001.10'>): Promise<Understood> {
  const { tx, institution, document, messageId } = reading
  const { GrpHdr, TxInf } = document.PmtRtr
  const back = TxInf![0]!
  const imad = back.OrgnlGrpInf!.OrgnlMsgId
  const sent = await findSent(tx, institution.tenantId, 'FEDWIRE', imad)
  const amount = centsOf(back.RtrdIntrBkSttlmAmt)
  const isOurs = memberOf(back.InstdAgt) === institution.routingNumber
  const mayBe = sent?.paymentId != null && back.OrgnlUETR === sent.uetr
  const within = back.OrgnlIntrBkSttlmAmt === undefined || amount <= centsOf(back.OrgnlIntrBkSttlmAmt)
  const credit = creditOfReturn(document)
  if (!isOurs || !mayBe || !within) return credited(reading, back.InstdAgt, credit)
  const [why] = back.RtrRsnInf ?? []
  const evidence = evidenceOf(reading, { imad, omad: messageId, returnImad: GrpHdr.MsgId })
  const returned = {
    ...({ kind: 'returned', paymentId: sent.paymentId! } as const),
    code: why?.Rsn?.Cd ?? '',
    reason: why?.AddtlInf?.join(' ') ?? '',
    amount: { amount, currency: 'USD' },
    returnedOn: Temporal.PlainDate.from(back.IntrBkSttlmDt!),
    credit: settledCredit(reading, credit),
    evidence,
  }
  return { meanings: [returned], uetr: sent.uetr ?? undefined, paymentId: sent.paymentId ?? undefined }
}

type Credit = Omit<ReceivedCredit, 'rail' | 'messageId' | 'isSettled' | 'answerBy'>

function creditOfReturn({ PmtRtr: { GrpHdr, TxInf } }: DocumentOf<'pacs.004.001.10'>): Credit {
  const back = TxInf![0]!
  const { Dbtr, DbtrAgt, Cdtr } = back.RtrChain ?? {}
  const why = back.RtrRsnInf?.[0]
  return {
    identity: GrpHdr.MsgId,
    uetr: back.OrgnlUETR,
    endToEndId: back.OrgnlEndToEndId ?? UNNAMED,
    amount: centsOf(back.RtrdIntrBkSttlmAmt),
    currency: 'USD',
    valueDate: Temporal.PlainDate.from(back.IntrBkSttlmDt!),
    debtor: Dbtr?.Pty ? readParty(Dbtr.Pty) : bankAsParty(Dbtr?.Agt),
    debtorAccount: undefined,
    debtorBank: readBank(DbtrAgt),
    creditor: Cdtr?.Pty ? readParty(Cdtr.Pty) : bankAsParty(Cdtr?.Agt),
    creditorAccount: undefined,
    remittance: [`Return of ${back.OrgnlGrpInf?.OrgnlMsgId}: ${why?.Rsn?.Cd ?? ''}`, ...(why?.AddtlInf ?? [])],
  }
}

function ofPayment(
  PmtId: { readonly EndToEndId: string; readonly UETR?: string | undefined },
  imad: string,
  amount: { readonly Ccy: string; readonly value: string },
  settledOn: string | undefined,
) {
  return {
    /** No two messages of Fedwire have the same IMAD, however often one comes. */
    identity: imad,
    uetr: PmtId.UETR,
    endToEndId: PmtId.EndToEndId,
    amount: centsOf(amount),
    currency: amount.Ccy,
    valueDate: Temporal.PlainDate.from(settledOn!),
  }
}

function credited(reading: Reading, receiver: Agent | undefined, credit: Credit): Understood {
  const { institution, messageId } = reading
  const uetr = credit.uetr
  if (memberOf(receiver) !== institution.routingNumber)
    return { meanings: [exception(reading, `it is for the bank ${memberOf(receiver)}, not for us`)], uetr }
  const evidence = evidenceOf(reading, { imad: credit.identity, omad: messageId })
  return { meanings: [{ kind: 'received', credit: settledCredit(reading, credit), evidence }], uetr }
}

function settledCredit({ messageId }: Reading, credit: Credit): ReceivedCredit {
  return { ...credit, rail: 'FEDWIRE', messageId, isSettled: true, answerBy: undefined }
}

function bankAsParty(agent: Agent | undefined): MessageParty {
  const bank: MessageBank = readBank(agent)
  const name = bank.name ?? bank.bic ?? bank.routingNumber ?? UNNAMED
  return bank.address ? { name, address: bank.address } : { name }
}
