import { definedOf } from '../common/address.ts'
import { writeParticipant } from '../common/bank.ts'
import type { Account, Agent, Party } from '../common/elements.ts'
import { pieces } from '../common/text.ts'
import type { DocumentOf } from '../messages.ts'
import type { Message } from '../read-message.ts'
import { groupHeader, type Sending } from './credit-transfer.ts'
import { dollars } from './dollars.ts'
import type { Original } from './original.ts'

/** Up to two texts of 105 characters that say more about a reason. */
const NARRATIVE = { count: 2, length: 105 }

/** What a reason says besides its code; the beginning of it if it is longer. */
export function narrative(reason: string): string[] | undefined {
  const texts = pieces(reason.slice(0, NARRATIVE.count * NARRATIVE.length), NARRATIVE) ?? [reason.slice(0, 105)]
  return texts.length > 0 ? texts : undefined
}

/** What a later message says to name an earlier one. */
export function originalGroup({ messageId, messageType, createdAt }: Original) {
  return { OrgnlMsgId: messageId, OrgnlMsgNmId: messageType, OrgnlCreDtTm: createdAt }
}

/** The ids of the payment in the earlier message. */
export function originalIds({ instructionId, endToEndId, uetr }: Original) {
  return {
    ...definedOf({ OrgnlInstrId: instructionId, OrgnlEndToEndId: endToEndId }),
    OrgnlUETR: uetr,
  }
}

/**
 * pacs.004: returns a transfer that we received, in full or less charges. The chain of the return
 * is that of the transfer, the other way round.
 */
export function paymentReturn(
  received: Message,
  original: Original,
  { amount, code, reason }: { amount: bigint; code: string; reason: string },
  sending: Sending,
): DocumentOf<'pacs.004.001.10'> {
  const back = {
    RtrId: sending.messageId,
    OrgnlGrpInf: originalGroup(original),
    ...originalIds(original),
    OrgnlIntrBkSttlmAmt: original.amount,
    OrgnlIntrBkSttlmDt: original.settledOn,
    RtrdIntrBkSttlmAmt: dollars(amount),
    IntrBkSttlmDt: sending.cycleDate.toString(),
    RtrdInstdAmt: dollars(amount),
    InstgAgt: writeParticipant(original.to),
    InstdAgt: writeParticipant(original.from),
    RtrChain: chainBack(received),
    RtrRsnInf: [{ Rsn: { Cd: code }, AddtlInf: narrative(reason) }],
    OrgnlTxRef: { PmtTpInf: { LclInstrm: { Prtry: original.localInstrument } } },
  }
  return { PmtRtr: { GrpHdr: groupHeader(sending), TxInf: [back] } }
}

/** The creditor of the transfer is the debtor of its return. */
function chainBack(received: Message) {
  if (received.type === 'pacs.008.001.08') {
    const { Dbtr, DbtrAcct, DbtrAgt, Cdtr, CdtrAcct, CdtrAgt } = received.document.FIToFICstmrCdtTrf.CdtTrfTxInf[0]!
    const ends = { Dbtr: { Pty: Cdtr }, Cdtr: { Pty: Dbtr } } as const
    return chainOf(ends, { DbtrAcct: CdtrAcct, DbtrAgt: CdtrAgt, CdtrAgt: DbtrAgt, CdtrAcct: DbtrAcct })
  }
  if (received.type === 'pacs.009.001.08') {
    const { Dbtr, DbtrAcct, DbtrAgt, Cdtr, CdtrAcct, CdtrAgt } = received.document.FICdtTrf.CdtTrfTxInf[0]!
    const ends = { Dbtr: { Agt: Cdtr }, Cdtr: { Agt: Dbtr } } as const
    return chainOf(ends, { DbtrAcct: CdtrAcct, DbtrAgt: CdtrAgt, CdtrAgt: DbtrAgt, CdtrAcct: DbtrAcct })
  }
  throw new Error(`a message of the type ${received.type} is not returned`)
}

interface Between {
  DbtrAcct: Account | undefined
  DbtrAgt: Agent | undefined
  CdtrAgt: Agent | undefined
  CdtrAcct: Account | undefined
}

type End = { Pty: Party } | { Agt: Agent }

function chainOf<Ends extends { Dbtr: End; Cdtr: End }>({ Dbtr, Cdtr }: Ends, between: Between) {
  const { DbtrAcct, DbtrAgt, CdtrAgt, CdtrAcct } = between
  return { Dbtr: Dbtr as Ends['Dbtr'], DbtrAcct, DbtrAgt, CdtrAgt, Cdtr: Cdtr as Ends['Cdtr'], CdtrAcct }
}
