import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import type { Evidence, IncomingMessage, MessageNetwork, Received, Unreadable } from '../../network.ts'
import type { Message } from '../read-message.ts'
import { readBankTransfer, readCredit, rejectionOf } from './credits.ts'
import { asPossibleDuplicate, type ReadFault, readSwift, type SwiftMessage } from './envelope.ts'
import { readReports } from './nostro.ts'
import { payBySwift } from './pay.ts'
import { answerOf, readRequest, readResolution, requestOf } from './recalls.ts'
import { findTransfer } from './received-transfer.ts'
import { readReturn, returnOf } from './returns.ts'
import { type Read, type Reading, readStatus } from './statuses.ts'
import { claimUnanswered, nextUnanswered, tenantsWithUnanswered } from './swift-payments.store.ts'
import { bankTransferOf, breachOf, breachOfTimes, creditTransferOf } from './usage-rules.ts'
import { nextWaiting, tenantsWithDueCredit } from './waiting-credits.store.ts'
import { tellDueCredits } from './waiting-credits.ts'

/** How many silences one call tells of. */
const MAX_SILENCES = 100

/**
 * SWIFT by the usage guidelines of CBPR+: there is no operator that settles, only the next bank on
 * the way. What it says decides what became of a payment; what nobody says is an exception.
 */
export const swift: MessageNetwork = {
  rail: 'SWIFT',
  // The same bytes twice could pay twice: a person asks, and sends it as a possible duplicate.
  whenUnknown: 'person',
  pay: payBySwift,
  receive: readIncoming,
  async sendBack(tx, institution, back, now) {
    const original = await findTransfer(tx, institution.tenantId, back.messageId)
    if (!original) throw new Error(`${back.messageId} is not a credit that came in`)
    return [returnOf(institution, original, back, now)]
  },
  async requestReturn(tx, institution, request, now) {
    return [await requestOf(tx, institution, request, now)]
  },
  async answerReturnRequest(tx, institution, answer, now) {
    return [await answerOf(tx, institution, answer, now)]
  },
  ring: tellSilences,
  tenantsWithEndedClock: async (db, now) =>
    (await Promise.all([tenantsWithUnanswered(db, now), tenantsWithDueCredit(db, now)])).flat(),
  async nextClock(db, { tenantId }) {
    const clocks = [await nextUnanswered(db, tenantId), await nextWaiting(db, tenantId)]
    return clocks.filter((clock) => clock !== undefined).toSorted(Temporal.Instant.compare)[0]
  },
  async repeat(_tx, _institution, sent) {
    const { messageType, messageId, copy, uetr, paymentId, receiptId, content } = sent
    return {
      ...{ rail: 'SWIFT', messageType, messageId, copy: copy + 1, content: asPossibleDuplicate(content) },
      ...(uetr !== null && { uetr }),
      ...(paymentId !== null && { paymentId }),
      ...(receiptId !== null && { receiptId }),
    }
  },
}

async function readIncoming(
  tx: Transaction,
  institution: Institution,
  { content }: IncomingMessage,
  now: Temporal.Instant,
): Promise<Received | Unreadable> {
  const read = readSwift(institution, content)
  if (!read.ok) return { ...read.refusal, replies: [] }
  const { message, messageId } = read.value
  const breach = breachIn(read.value, institution, now)
  if (breach) {
    const { code: _, ...shown } = breach
    return { ...shown, replies: repliesTo(institution, read.value, breach, now) }
  }
  const evidence: Evidence = { network: 'SWIFT', messageId, messageType: message.type }
  const {
    meanings,
    replies = [],
    ...named
  } = await meaningOf(tx, {
    ...{ institution, swift: read.value, evidence, now },
  })
  return { messageType: message.type, messageId, ...named, meanings, replies }
}

/** What breaks the rules of CBPR+ in a message that conforms to its schema. */
function breachIn(swift: SwiftMessage, institution: Institution, now: Temporal.Instant): ReadFault | undefined {
  const { message } = swift
  const breach = breachOf(message.document) ?? breachInTimes(swift, institution, now)
  if (breach) return breach
  const transfer =
    message.type === 'pacs.008.001.08'
      ? creditTransferOf(message.document)
      : message.type === 'pacs.009.001.08'
        ? bankTransferOf(message.document, swift.usage)
        : undefined
  return transfer?.ok === false ? transfer.refusal : undefined
}

/** Of a message that moves money, the times; other messages may be of any. */
function breachInTimes(
  { message, writtenAt: written }: SwiftMessage,
  { timeZone }: Institution,
  now: Temporal.Instant,
) {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  const dated = datedIn(message)
  if (!dated) return undefined
  const [path, valueDate] = dated
  return breachOfTimes({ written, valueDate, path: `/Document/${path}/IntrBkSttlmDt` }, { now, today })
}

function datedIn({ type, document }: Message): [path: string, valueDate: string | undefined] | undefined {
  switch (type) {
    case 'pacs.008.001.08':
      return ['FIToFICstmrCdtTrf/CdtTrfTxInf', document.FIToFICstmrCdtTrf.CdtTrfTxInf[0]?.IntrBkSttlmDt]
    case 'pacs.009.001.08':
      return ['FICdtTrf/CdtTrfTxInf', document.FICdtTrf.CdtTrfTxInf[0]?.IntrBkSttlmDt]
    case 'pacs.004.001.09':
      return ['PmtRtr/TxInf', document.PmtRtr.TxInf?.[0]?.IntrBkSttlmDt]
    default:
      return undefined
  }
}

/** A payment that breaks a rule is refused to its sender; other messages are kept and shown. */
function repliesTo(
  institution: Institution,
  { message, from }: SwiftMessage,
  { why, code = 'NARR' }: ReadFault,
  now: Temporal.Instant,
) {
  if (message.type !== 'pacs.008.001.08') return []
  const { GrpHdr: header, CdtTrfTxInf } = message.document.FIToFICstmrCdtTrf
  return [rejectionOf(institution, { from, header, transaction: CdtTrfTxInf[0]! }, { code, why }, now)]
}

function meaningOf(tx: Transaction, reading: Reading): Promise<Read> {
  const { message } = reading.swift
  switch (message.type) {
    case 'pacs.008.001.08':
      return readCredit(tx, reading, message.document)
    case 'pacs.009.001.08':
      return readBankTransfer(tx, reading, message.document)
    case 'pacs.002.001.10':
      return readStatus(tx, reading, message.document.FIToFIPmtStsRpt)
    case 'pacs.004.001.09':
      return readReturn(tx, reading, message.document.PmtRtr)
    case 'camt.056.001.08':
      return readRequest(tx, reading, message.document.FIToFIPmtCxlReq)
    case 'camt.029.001.09':
      return readResolution(tx, reading, message.document.RsltnOfInvstgtn)
    case 'camt.052.001.08':
      return readReports(tx, reading, message.document.BkToCstmrAcctRpt.Rpt)
    case 'camt.053.001.08': {
      const { Stmt } = message.document.BkToCstmrStmt
      return readReports(
        tx,
        reading,
        Stmt.map((statement) => ({ Acct: statement.Acct, Ntry: statement.Ntry, statement })),
      )
    }
    case 'camt.054.001.08':
      return readReports(tx, reading, message.document.BkToCstmrDbtCdtNtfctn.Ntfctn)
    default:
      return Promise.resolve(notOf(reading))
  }
}

/** camt.110 and camt.111 pass through SWIFT's case management, which people use. */
function notOf({ swift, evidence }: Reading): Read {
  const why = `${swift.message.type} is not read over this network: a person decides about it`
  return { meanings: [{ kind: 'exception', why, evidence }] }
}

/**
 * Payments without an answer in the days agreed with the correspondent, each told of once, and
 * credits that were waiting.
 */
async function tellSilences(tx: Transaction, institution: Institution, now: Temporal.Instant) {
  const late = await claimUnanswered(tx, institution.tenantId, now, MAX_SILENCES)
  const meanings = late.map(({ paymentId, uetr, messageId }) => ({
    kind: 'exception' as const,
    why: `no bank has said what became of the payment: ask with the UETR ${uetr} in the tracker or by a case`,
    paymentId,
    evidence: { network: 'SWIFT' as const, messageId, messageType: 'pacs.008.001.08', silence: 'yes' },
  }))
  return { meanings: [...meanings, ...(await tellDueCredits(tx, institution, now))], replies: [] }
}
