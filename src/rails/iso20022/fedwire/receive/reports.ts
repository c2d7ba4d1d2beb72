import { Temporal } from 'temporal-polyfill'
import { EASTERN } from '../../../../kernel/rail-rules.ts'
import { findSent } from '../../../messages/messages.store.ts'
import type { Meaning, NewMessage } from '../../../network.ts'
import type { DocumentOf } from '../../messages.ts'
import { formatImad } from '../accountability.ts'
import { askFedwire } from '../ask-fedwire.ts'
import { cycleDayAt } from '../cycle.ts'
import { noteAnswer } from '../exchanges.store.ts'
import { type Range, RETRIEVED_AT_ONCE, retrievalRequest } from '../requests.ts'
import { lastSequence, receivedSequences } from '../sequences.store.ts'
import { exception, informed, type Reading, type Understood } from './reading.ts'
import { missingRanges, parseGaps, parseTotals, sequencesIn } from './report-texts.ts'

type Report = DocumentOf<'camt.052.001.08'>['BkToCstmrAcctRpt']['Rpt'][number]

/**
 * camt.052: reports of Fedwire, told apart by their message id. The totals and the gaps of an
 * endpoint are compared with our own numbers; the others inform.
 */
export async function readReport(reading: Reading<'camt.052.001.08'>): Promise<Understood> {
  const { GrpHdr, Rpt } = reading.document.BkToCstmrAcctRpt
  const kind = GrpHdr.MsgId
  const asked = GrpHdr.OrgnlBizQry?.MsgId
  if (asked) {
    const { tx, institution, messageId: answerId, now } = reading
    await noteAnswer(tx, institution.tenantId, { messageId: asked, answerId }, now)
  }
  const understood = { meanings: [] as Meaning[], replies: [] as NewMessage[] }
  for (const report of Rpt) {
    const { meanings, replies } = await readOne(reading, kind, report)
    understood.meanings.push(...meanings)
    understood.replies.push(...(replies ?? []))
  }
  return understood
}

async function readOne(reading: Reading<'camt.052.001.08'>, kind: string, report: Report): Promise<Understood> {
  if (kind === 'GAPR') return compareGaps(reading, report)
  if (kind === 'ETOT') return compareTotals(reading, report)
  if (kind === 'ACTR' || kind === 'DTLS' || kind === 'DTLR') return compareEntries(reading, report)
  return { meanings: [informed(reading, `a report of Fedwire: ${kind}`)] }
}

/** The cycle day that a report is about: the one of its time, or that has just closed. */
function cycleDateOf(reading: Reading<'camt.052.001.08'>, report: Report): Temporal.PlainDate {
  const at = report.CreDtTm ?? reading.document.BkToCstmrAcctRpt.GrpHdr.CreDtTm
  const time = /(?:Z|[+-]\d\d:\d\d)$/.test(at)
    ? Temporal.Instant.from(at)
    : Temporal.PlainDateTime.from(at).toZonedDateTime(EASTERN).toInstant()
  const day = cycleDayAt(time)
  const isOpen = time.epochMilliseconds >= day.opensAt.epochMilliseconds
  return isOpen ? day.date : cycleDayAt(time.subtract({ hours: 2 })).date
}

/** Numbers that never arrived: at Fedwire (IMAD), or from it (OMAD). */
async function compareGaps(reading: Reading<'camt.052.001.08'>, report: Report): Promise<Understood> {
  const cycleDate = cycleDateOf(reading, report)
  const missing = parseGaps(report.AddtlRptInf ?? '')
  if (!missing) return { meanings: [exception(reading, `a gap report in another form: ${report.AddtlRptInf}`)] }
  if (missing.length === 0) return { meanings: [informed(reading, 'Fedwire reports no gap')] }
  if (report.Id === 'IMAD') return { meanings: await notArrived(reading, cycleDate, missing) }
  return retrieve(reading, cycleDate, missing)
}

/** Says of each of our numbers that Fedwire lacks what became of its message. */
async function notArrived(
  reading: Reading,
  cycleDate: Temporal.PlainDate,
  missing: readonly Range[],
): Promise<Meaning[]> {
  const { tx, institution, us } = reading
  const meanings: Meaning[] = []
  for (const sequence of sequencesIn(missing)) {
    const imad = formatImad({ endpoint: us.endpoint, cycleDate, sequence })
    const sent = await findSent(tx, institution.tenantId, 'FEDWIRE', imad)
    const isKnown = sent !== undefined && sent.status !== 'HandedOver'
    const why = sent
      ? `Fedwire did not get ${imad}, which has left: it can be sent again as a possible duplicate`
      : `Fedwire lacks the number ${imad}, which no message of ours has`
    meanings.push(
      isKnown
        ? informed(reading, `Fedwire did not get ${imad}: its message is ${sent.status}`)
        : exception(reading, why, { paymentId: sent?.paymentId }),
    )
  }
  return meanings
}

/** Asks for copies of what did not arrive here. */
async function retrieve(
  reading: Reading,
  cycleDate: Temporal.PlainDate,
  missing: readonly Range[],
): Promise<Understood> {
  const { us, now } = reading
  const wanted = { of: 'R', cycleDate, ranges: missing } as const
  const replies = await askFedwire(reading, 'admi.006.001.01', (messageId) =>
    retrievalRequest(us, wanted, { messageId, now }),
  )
  const shown = missing.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(' ')
  const why = `messages of Fedwire did not arrive, and copies are requested: ${cycleDate} ${us.endpoint} ${shown}`
  return { meanings: [exception(reading, why)], replies }
}

/** The totals at the end of a day say how many messages each side should know. */
async function compareTotals(reading: Reading<'camt.052.001.08'>, report: Report): Promise<Understood> {
  const { tx, institution, us } = reading
  const totals = parseTotals(report.AddtlRptInf ?? '')
  if (!totals) return { meanings: [exception(reading, `totals in another form: ${report.AddtlRptInf}`)] }
  const cycleDate = cycleDateOf(reading, report)
  const last = await lastSequence(tx, institution.tenantId, { ...us, cycleDate })
  const received = await receivedSequences(tx, institution.tenantId, { ...us, cycleDate })
  const missing = missingRanges(received, totals.nextOmad - 1, RETRIEVED_AT_ONCE)
  const meanings: Meaning[] = []
  if (totals.missingImads > 0)
    meanings.push(exception(reading, `Fedwire lacks ${totals.missingImads} of our messages of ${cycleDate}`))
  if (totals.nextImad - 1 > last)
    meanings.push(exception(reading, `Fedwire has ${totals.nextImad - 1} numbers of ${cycleDate}, and we used ${last}`))
  if (missing.length > 0) {
    const retrieved = await retrieve(reading, cycleDate, missing)
    return { meanings: [...meanings, ...retrieved.meanings], replies: retrieved.replies ?? [] }
  }
  if (meanings.length === 0) meanings.push(informed(reading, `the numbers of ${cycleDate} agree with Fedwire's`))
  return { meanings }
}

/** Each entry that we sent must be a message of ours. */
async function compareEntries(reading: Reading<'camt.052.001.08'>, report: Report): Promise<Understood> {
  const { tx, institution } = reading
  const unknown: string[] = []
  for (const { BkTxCd, NtryDtls } of report.Ntry ?? []) {
    const imad = NtryDtls?.[0]?.TxDtls?.[0]?.Refs?.MsgId ?? ''
    const isSent = ['SENT', 'DBIT'].includes(BkTxCd.Prtry?.Cd ?? '')
    if (isSent && !(await findSent(tx, institution.tenantId, 'FEDWIRE', imad))) unknown.push(imad)
  }
  const count = report.Ntry?.length ?? 0
  if (unknown.length === 0) return { meanings: [informed(reading, `the ${count} entries of a report are ours`)] }
  return { meanings: unknown.map((imad) => exception(reading, `Fedwire reports ${imad}, which we did not send`)) }
}
