import { Temporal } from 'temporal-polyfill'
import type { Connection } from '../../../db/client.ts'
import { correspondentOf, type Institution } from '../../../institution/institution.ts'
import { findProcessed, readContent } from '../../messages/messages.store.ts'
import type { ReceivedCredit } from '../../network.ts'
import { readAmount } from '../amounts.ts'
import { readAccount } from '../common/account.ts'
import { readBank } from '../common/bank.ts'
import { readParty } from '../common/party.ts'
import { readRemittance } from '../common/remittance.ts'
import type { DocumentOf } from '../messages.ts'
import { readMessage } from '../read-message.ts'
import { findIdByUetr } from './by-uetr.store.ts'
import { isSameBank, ownBic, speaksAs } from './envelope.ts'

type CustomerTransfer = DocumentOf<'pacs.008.001.08'>['FIToFICstmrCdtTrf']

/** A pacs.008 that came in, by its parts. */
export interface ReceivedTransfer {
  messageId: string
  from: string
  header: CustomerTransfer['GrpHdr']
  transaction: CustomerTransfer['CdtTrfTxInf'][number]
}

/** Why a credit cannot be ours, by an external code of ISO 20022. */
export interface CreditFault {
  code: string
  why: string
}

/**
 * How the money of a credit comes: with the message, from our correspondent, or by a cover that
 * somebody must announce. Another bank that asks us to debit its account has none with us.
 */
export function wayOf(
  institution: Institution,
  { from, header, transaction }: Omit<ReceivedTransfer, 'messageId'>,
): 'serial' | 'cover' | CreditFault {
  const own = ownBic(institution)
  const instructed = transaction.InstdAgt?.FinInstnId.BICFI ?? own
  const instructing = transaction.InstgAgt?.FinInstnId.BICFI ?? from
  const creditorBic = transaction.CdtrAgt.FinInstnId.BICFI
  if (!isSameBank(instructed, own) || !isSameBank(instructing, from))
    return { code: 'AGNT', why: 'the instructing and instructed agents are not those of the header' }
  if (!creditorBic || !isSameBank(creditorBic, own))
    return { code: 'AGNT', why: `the creditor's bank is ${creditorBic ?? 'not named'}: we forward no payments` }
  const { Ccy } = transaction.IntrBkSttlmAmt
  const correspondent = correspondentOf(institution, Ccy)
  if (!correspondent) return { code: 'AM03', why: `we have no correspondent for ${Ccy}` }
  if (header.SttlmInf.SttlmMtd === 'COVE') return 'cover'
  if (header.SttlmInf.SttlmMtd === 'INGA' && speaksAs(institution, correspondent.bic, from)) return 'serial'
  return { code: 'AGNT', why: `${from} is not our correspondent for ${Ccy}, and keeps no account with us` }
}

/** The credit as receipts know it. Its identity is its UETR, whatever message repeats it. */
export function creditOf({ messageId, transaction }: ReceivedTransfer): ReceivedCredit {
  const amount = readAmount(transaction.IntrBkSttlmAmt)
  if (!amount.ok) throw new Error(amount.refusal)
  const uetr = transaction.PmtId.UETR!
  return {
    ...{ identity: uetr, rail: 'SWIFT', uetr, messageId, endToEndId: transaction.PmtId.EndToEndId },
    ...amount.value,
    valueDate: Temporal.PlainDate.from(transaction.IntrBkSttlmDt!),
    isSettled: true,
    debtor: readParty(transaction.Dbtr as never),
    debtorAccount: readAccount(transaction.DbtrAcct as never),
    debtorBank: readBank(transaction.DbtrAgt as never),
    creditor: readParty(transaction.Cdtr as never),
    creditorAccount: readAccount(transaction.CdtrAcct as never),
    remittance: readRemittance(transaction.RmtInf as never),
    answerBy: undefined,
  }
}

/** The charges that were taken on the way, in words; undefined if none were. */
export function deductedOf({ ChrgsInf = [] }: ReceivedTransfer['transaction']): string | undefined {
  const taken = ChrgsInf.filter(({ Amt }) => /[1-9]/.test(Amt.value))
  return taken.length === 0 ? undefined : taken.map(({ Amt }) => `${Amt.Ccy} ${Amt.value}`).join(' + ')
}

/** The pacs.008 with this id of ours, as it came in. */
export async function findTransfer(
  db: Connection,
  tenantId: bigint,
  messageId: string,
): Promise<ReceivedTransfer | undefined> {
  const row = await findProcessed(db, tenantId, 'SWIFT', messageId)
  if (row?.messageType !== 'pacs.008.001.08') return undefined
  return transferIn((await readContent(db, row)).toString(), messageId)
}

/** The pacs.008 with this UETR that came in and was read: that of a cover. */
export async function findTransferByUetr(
  db: Connection,
  tenantId: bigint,
  uetr: string,
): Promise<ReceivedTransfer | undefined> {
  const messageId = await findIdByUetr(db, tenantId, { uetr, messageType: 'pacs.008.001.08' })
  return messageId === undefined ? undefined : findTransfer(db, tenantId, messageId)
}

function transferIn(content: string, messageId: string): ReceivedTransfer {
  const read = readMessage(content)
  if (!read.ok || read.value.type !== 'pacs.008.001.08') throw new Error(`${messageId} is not a pacs.008`)
  const { GrpHdr, CdtTrfTxInf } = read.value.document.FIToFICstmrCdtTrf
  const from = messageId.slice(0, messageId.indexOf(':'))
  return { messageId, from, header: GrpHdr, transaction: CdtTrfTxInf[0]! }
}
