import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import type { NewMessage } from '../../network.ts'
import { readAmount } from '../amounts.ts'
import { pieces } from '../common/text.ts'
import type { DocumentOf } from '../messages.ts'
import { findIdByUetr } from './by-uetr.store.ts'
import { agentOf } from './elements.ts'
import { momentText, ownBic, writeSwift } from './envelope.ts'
import { isCredited } from './nostro.store.ts'
import { coveredBy } from './nostro.ts'
import {
  type CreditFault,
  creditOf,
  deductedOf,
  findTransferByUetr,
  type ReceivedTransfer,
  wayOf,
} from './received-transfer.ts'
import { newReference } from './reference.ts'
import { REASON_LINES } from './returns.ts'
import { exceptionOf, type Read, type Reading } from './statuses.ts'
import { bankTransferOf } from './usage-rules.ts'
import { receiveWhenDue, waitForCover } from './waiting-credits.ts'

/**
 * Reads a pacs.008 that is for us: a credit at once, or, by cover, when its money has come. One
 * that we cannot take is refused to its sender with a pacs.002.
 */
export async function readCredit(
  tx: Transaction,
  reading: Reading,
  document: DocumentOf<'pacs.008.001.08'>,
): Promise<Read> {
  const { institution, swift, evidence, now } = reading
  const [transaction] = document.FIToFICstmrCdtTrf.CdtTrfTxInf
  const transfer = {
    ...{ messageId: swift.messageId, from: swift.from },
    header: document.FIToFICstmrCdtTrf.GrpHdr,
    transaction: transaction!,
  }
  const uetr = transfer.transaction.PmtId.UETR!
  const earlier = await findTransferByUetr(tx, institution.tenantId, uetr)
  if (earlier) return readAgain(reading, transfer)
  const way = wayOf(institution, transfer)
  if (typeof way === 'object') {
    const why = `a credit cannot be taken: ${way.why}`
    return { uetr, meanings: [exceptionOf(reading, why)], replies: [rejectionOf(institution, transfer, way, now)] }
  }
  const credit = creditOf(transfer)
  const deducted = deductedOf(transfer.transaction)
  const said = { ...evidence, ...(deducted && { deducted }) }
  const waiting = { institution, credit, evidence: said, now }
  const isThere = way === 'serial' || (await coverHasCome(tx, institution.tenantId, credit))
  return { uetr, meanings: [await (isThere ? receiveWhenDue(tx, waiting) : waitForCover(tx, waiting))] }
}

/** A second message with the UETR of a credit books nothing. */
function readAgain({ institution, swift, evidence, now }: Reading, transfer: ReceivedTransfer): Read {
  const uetr = transfer.transaction.PmtId.UETR!
  if (swift.isPossibleDuplicate)
    return { uetr, meanings: [{ kind: 'informed', about: 'a possible duplicate of a credit that came', evidence }] }
  const fault = { code: 'DUPL', why: `a payment with the UETR ${uetr} came before` }
  const why = 'a second credit with the UETR of another came in'
  return {
    uetr,
    meanings: [{ kind: 'exception', why, evidence }],
    replies: [rejectionOf(institution, transfer, fault, now)],
  }
}

async function coverHasCome(
  tx: Transaction,
  tenantId: bigint,
  { identity: uetr, amount, currency }: { identity: string; amount: bigint; currency: string },
): Promise<boolean> {
  if (await isCredited(tx, tenantId, { uetr, amount, currency })) return true
  return (await findIdByUetr(tx, tenantId, { uetr, messageType: 'pacs.009.001.08' })) !== undefined
}

/** Reads a pacs.009: the cover of a credit, an advice of one, or a transfer to ourselves. */
export async function readBankTransfer(
  tx: Transaction,
  reading: Reading,
  document: DocumentOf<'pacs.009.001.08'>,
): Promise<Read> {
  const { swift, evidence } = reading
  const transfer = bankTransferOf(document, swift.usage)
  const amount = transfer.ok && readAmount(transfer.value.IntrBkSttlmAmt)
  if (!transfer.ok || !amount || amount.ok === false)
    return { meanings: [exceptionOf(reading, transfer.ok ? 'the amount is not exact' : transfer.refusal.why)] }
  const uetr = transfer.value.PmtId.UETR!
  if (swift.usage === 'adv')
    return { uetr, meanings: [{ kind: 'informed', about: 'an advice of a bank transfer', evidence }] }
  if (swift.usage !== 'cov')
    return { uetr, meanings: [exceptionOf(reading, "a bank transfer for the institution's own account came in")] }
  const meanings = await coveredBy(tx, reading, { uetr, ...amount.value })
  const waits = { kind: 'informed', about: 'a cover whose credit has not come', evidence } as const
  return { uetr, meanings: meanings.length > 0 ? meanings : [waits] }
}

/** A pacs.002 RJCT to the sender of a credit that we do not take. */
export function rejectionOf(
  institution: Institution,
  { from, header, transaction }: Pick<ReceivedTransfer, 'from' | 'header' | 'transaction'>,
  { code, why }: CreditFault,
  now: Temporal.Instant,
): NewMessage {
  const messageId = newReference(now)
  const to = transaction.InstgAgt?.FinInstnId.BICFI ?? from
  const uetr = transaction.PmtId.UETR
  const document: DocumentOf<'pacs.002.001.10'> = {
    FIToFIPmtStsRpt: {
      GrpHdr: { MsgId: messageId, CreDtTm: momentText(now, institution.timeZone) },
      TxInfAndSts: [
        {
          OrgnlGrpInf: { OrgnlMsgId: header.MsgId, OrgnlMsgNmId: 'pacs.008.001.08', OrgnlCreDtTm: header.CreDtTm },
          OrgnlInstrId: transaction.PmtId.InstrId,
          OrgnlEndToEndId: transaction.PmtId.EndToEndId,
          OrgnlUETR: uetr,
          TxSts: 'RJCT',
          StsRsnInf: [{ Rsn: { Cd: code }, AddtlInf: pieces(why, REASON_LINES) }],
          InstgAgt: agentOf(ownBic(institution)),
          InstdAgt: agentOf(to),
        },
      ],
    },
  }
  const outgoing = { type: 'pacs.002.001.10', messageId, to, document } as const
  const content = writeSwift(institution, outgoing, now)
  return { rail: 'SWIFT', messageType: outgoing.type, messageId, ...(uetr && { uetr }), content }
}
