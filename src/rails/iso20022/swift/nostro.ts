import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import { type Correspondent, correspondentOf, type Institution } from '../../../institution/institution.ts'
import type { Meaning } from '../../network.ts'
import { readAmount } from '../amounts.ts'
import type { DocumentOf } from '../messages.ts'
import { findIdByUetr } from './by-uetr.store.ts'
import { speaksAs } from './envelope.ts'
import { insertNostroEntries } from './nostro.store.ts'
import { creditOf, findTransferByUetr } from './received-transfer.ts'
import { type KnownEntry, reconcile, type Statement } from './statements.ts'
import { exceptionOf, type Read, type Reading, settle } from './statuses.ts'
import { lockByUetr } from './swift-payments.store.ts'
import { receiveWhenDue } from './waiting-credits.ts'

type Notification = DocumentOf<'camt.054.001.08'>['BkToCstmrDbtCdtNtfctn']['Ntfctn'][number]
type Entry = NonNullable<Notification['Ntry']>[number]

/** What the three reports of an account have in common. Of a statement, it is all of it. */
export type Report = Pick<Notification, 'Acct' | 'Ntry'> & { statement?: Statement }

/** A person reads longer reports by other means than one message. */
const MAX_ENTRIES = 2000

/**
 * Reads a report on our account with a correspondent. Its entries are kept. A booked debit with the
 * UETR of a payment settles it, and a booked credit with that of a credit by cover brings it.
 */
export async function readReports(tx: Transaction, reading: Reading, reports: readonly Report[]): Promise<Read> {
  const { institution, evidence, now } = reading
  const meanings: Meaning[] = []
  const kept: KnownEntry[] = []
  for (const report of reports) {
    const first = kept.length
    const correspondent = ownerOf(institution, reading, report)
    if (!correspondent) {
      meanings.push(exceptionOf(reading, 'the report is on no account of ours with the bank that sent it'))
      continue
    }
    for (const entry of report.Ntry ?? []) {
      if (kept.length >= MAX_ENTRIES) return { meanings: [exceptionOf(reading, `more than ${MAX_ENTRIES} entries`)] }
      const parts = partsOf(reading, correspondent, entry)
      if (parts.length === 0)
        meanings.push(exceptionOf(reading, 'an entry has an amount that its currency cannot have'))
      for (const part of parts) meanings.push(...(await matchEntry(tx, reading, part)))
      kept.push(...parts)
    }
    const { statement } = report
    if (statement) meanings.push(...(await reconcile(tx, reading, { statement, correspondent }, kept.slice(first))))
  }
  const entries = kept.map(({ isKnown, ...entry }) => entry)
  await insertNostroEntries(tx, institution.tenantId, entries, now)
  const about = `${kept.length} entries of our accounts with ${reading.swift.from}`
  return { meanings: [...meanings, { kind: 'informed', about, evidence }] }
}

/** The correspondent of the account, if it is the sender; the currency decides which it is. */
function ownerOf(institution: Institution, { swift }: Reading, { Acct, Ntry }: Report): Correspondent | undefined {
  const number = Acct.Id.IBAN ?? Acct.Id.Othr?.Id
  const currency = Acct.Ccy ?? Ntry?.[0]?.Amt.Ccy
  const candidates = currency ? [correspondentOf(institution, currency)] : (institution.settings.correspondents ?? [])
  return candidates.find((one) => one?.accountNumber === number && speaksAs(institution, one.bic, swift.from))
}

/** An entry by its transactions; one without details stands for itself. */
function partsOf({ swift }: Reading, { bic, accountNumber, currency }: Correspondent, entry: Entry): KnownEntry[] {
  const transactions = (entry.NtryDtls ?? []).flatMap(({ TxDtls }) => TxDtls ?? [])
  const details = transactions.length > 0 ? transactions : [undefined]
  return details.flatMap((detail): KnownEntry[] => {
    const amount = readAmount(detail?.Amt ?? entry.Amt)
    if (!amount.ok || amount.value.currency !== currency) return []
    const side = detail?.CdtDbtInd ?? entry.CdtDbtInd
    return [
      {
        ...{ messageId: swift.messageId, messageType: swift.message.type, bic, accountNumber, currency },
        direction: side === 'CRDT' ? 'Credit' : 'Debit',
        amount: amount.value.amount,
        status: entry.Sts.Cd ?? entry.Sts.Prtry ?? '',
        bookedOn: dateOf(entry.BookgDt),
        valueDate: dateOf(entry.ValDt),
        reference: entry.AcctSvcrRef ?? entry.NtryRef ?? null,
        uetr: detail?.Refs?.UETR ?? null,
        paymentId: null,
        isKnown: false,
      },
    ]
  })
}

function dateOf(moment: Entry['ValDt']): Temporal.PlainDate | null {
  const text = moment?.Dt ?? moment?.DtTm?.slice(0, 10)
  return text ? Temporal.PlainDate.from(text) : null
}

/** What a booked entry proves. The entry learns which payment of ours it is of. */
async function matchEntry(tx: Transaction, reading: Reading, entry: KnownEntry): Promise<Meaning[]> {
  const { tenantId } = reading.institution
  if (entry.uetr === null || entry.status !== 'BOOK') return []
  const payment = await lockByUetr(tx, tenantId, entry.uetr)
  if (payment) {
    entry.paymentId = payment.paymentId
    entry.isKnown = true
    if (entry.direction === 'Credit') return []
    if (entry.amount !== payment.amount)
      return [
        exceptionOf(reading, 'our account is debited with another amount than the payment has', payment.paymentId),
      ]
    return settle(tx, reading, payment, entry.valueDate ?? today(reading))
  }
  // The credit itself, or the return of it.
  entry.isKnown = (await findIdByUetr(tx, tenantId, { uetr: entry.uetr, messageType: 'pacs.008.001.08' })) !== undefined
  if (entry.direction === 'Debit') return []
  return coveredBy(tx, reading, { uetr: entry.uetr, amount: entry.amount, currency: entry.currency })
}

/** The credit whose cover has come, if its pacs.008 is here. If it is not, it brings itself. */
export async function coveredBy(
  tx: Transaction,
  reading: Reading,
  { uetr, ...cover }: { uetr: string; amount: bigint; currency: string },
): Promise<Meaning[]> {
  const transfer = await findTransferByUetr(tx, reading.institution.tenantId, uetr)
  if (transfer?.header.SttlmInf.SttlmMtd !== 'COVE') return []
  const credit = creditOf(transfer)
  if (credit.amount !== cover.amount || credit.currency !== cover.currency)
    return [exceptionOf(reading, `the cover of ${uetr} has another amount than its payment`)]
  const evidence = { ...reading.evidence, coveredBy: reading.evidence.messageId }
  return [await receiveWhenDue(tx, { ...reading, credit, evidence })]
}

const today = ({ institution, now }: Reading) => now.toZonedDateTimeISO(institution.timeZone).toPlainDate()
