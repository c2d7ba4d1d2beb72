import type { Temporal } from 'temporal-polyfill'
import type { Institution } from '../../institution/institution.ts'
import type { AchSpeed } from './collection-window.ts'
import { type AchDay, fileIdModifier } from './file-ids.ts'
import {
  buildNachaFile,
  formatNachaFile,
  type NachaBatchInput,
  type NachaEntryInput,
  toNachaText,
} from './nacha/index.ts'

/** A payment to put into an ACH file. */
export interface AchPayment {
  paymentId: string
  externalReferenceId: string
  speed: AchSpeed
  /** A credit pays the receiver. A debit collects from it into the sending account. */
  entryType: 'CREDIT' | 'DEBIT'
  secCode: 'PPD' | 'CCD'
  /** In cents. */
  amount: bigint
  receiverName: string
  receiverAccountNumber: string
  receiverAccountType: string
  receiverRoutingNumber: string
  referenceForBeneficiary: string | null
  customerId: bigint
  companyName: string
  companyIdentification: string
}

export interface ComposedFile {
  name: string
  content: string
  entries: { paymentId: string; traceNumber: string }[]
  /** Number of entries in the file. */
  entryCount: number
}

/** The codec refused a file. `field` is a path such as `batches[0].entries[2].accountNumber`. */
export class UnwritableFile extends Error {
  readonly field: string
  readonly reason: string

  constructor({ field, reason }: { field: string; reason: string }) {
    super(`the NACHA file cannot be built: ${field}: ${reason}`)
    this.field = field
    this.reason = reason
  }
}

/**
 * Composes one NACHA file from payments of one speed. Each company, entry type and SEC code gets
 * one batch. No entry offsets a batch: the ledger posts the customer's side. The description
 * REVERSAL marks entries that reverse settled ones (NACHA company/batch header 54-63). Trace
 * numbers continue through the day. Throws `UnwritableFile` if the codec refuses the file, and
 * `FileIdsUsedUp` if the day has no id left for it.
 */
export function composeAchFile(
  institution: Institution,
  now: Temporal.Instant,
  day: AchDay,
  effectiveDate: Temporal.PlainDate,
  payments: readonly AchPayment[],
  description: 'PAYMENT' | 'REVERSAL' = 'PAYMENT',
): ComposedFile {
  const originatingDfi = institution.routingNumber.slice(0, 8)
  let sequence = day.entries
  const nextTrace = () => originatingDfi + String(++sequence % 10_000_000).padStart(7, '0')
  const entries: ComposedFile['entries'] = []

  const groups = Map.groupBy(payments, groupOf)
  const batches = Array.from(groups.values(), (group): NachaBatchInput => {
    const [first] = group as [AchPayment]
    const paid = group.map((payment) => {
      const traceNumber = nextTrace()
      entries.push({ paymentId: payment.paymentId, traceNumber })
      return entryOf(payment, traceNumber)
    })
    return {
      companyName: nameOf(first.companyName, 16) || first.companyIdentification,
      companyIdentification: first.companyIdentification.trimEnd(),
      secCode: first.secCode,
      companyEntryDescription: description,
      effectiveEntryDate: effectiveDate.toString(),
      originatingDfi,
      entries: paid,
    }
  })

  const created = now.toZonedDateTimeISO(institution.timeZone)
  const built = buildNachaFile({
    header: {
      immediateDestination: institution.settings.ach.immediateDestination,
      immediateDestinationName: institution.settings.ach.immediateDestinationName,
      immediateOrigin: institution.routingNumber,
      immediateOriginName: nameOf(institution.name, 23),
      fileCreationDate: created.toPlainDate().toString(),
      fileCreationTime: created.toPlainTime().toString().slice(0, 5),
      fileIdModifier: fileIdModifier(institution, day),
    },
    batches,
  })
  if (!built.ok) throw new UnwritableFile(built.error)
  const number = String(day.files + 1).padStart(4, '0')
  return {
    name: `${institution.code}-${day.day.toString().replaceAll('-', '')}-${number}.ach`,
    content: formatNachaFile(built.file),
    entries,
    entryCount: sequence - day.entries,
  }
}

function groupOf(payment: AchPayment): string {
  return [payment.customerId, payment.companyIdentification, payment.entryType, payment.secCode].join(' ')
}

/** NACHA entry detail 02-03: 22 and 32 credit a demand or savings account, 27 and 37 debit it. */
function transactionCode(entryType: AchPayment['entryType'], accountType: string): '22' | '32' | '27' | '37' {
  const isSavings = accountType === 'Savings'
  if (entryType === 'CREDIT') return isSavings ? '32' : '22'
  return isSavings ? '37' : '27'
}

function entryOf(payment: AchPayment, traceNumber: string): NachaEntryInput {
  return {
    transactionCode: transactionCode(payment.entryType, payment.receiverAccountType),
    receivingRouting: payment.receiverRoutingNumber,
    accountNumber: payment.receiverAccountNumber,
    amountCents: payment.amount,
    individualIdentification: toNachaText(payment.externalReferenceId, 15),
    individualName: nameOf(payment.receiverName, 22),
    addenda05: toNachaText(payment.referenceForBeneficiary ?? '', 80),
    traceNumber,
  }
}

/**
 * A name in the characters of the file. Empty if no character remains, or only zeros, which an
 * operator rejects.
 */
function nameOf(name: string, width: number): string {
  const text = toNachaText(name, width)
  return /^[0 ]*$/.test(text) ? '' : text
}
