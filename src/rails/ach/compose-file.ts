import type { Temporal } from 'temporal-polyfill'
import type { Institution } from '../../institution/institution.ts'
import { entryDescription } from '../../kernel/entry-description.ts'
import { achClassOf } from '../domain/ach-classes.ts'
import type { AchPayment } from './ach-payment.ts'
import { ACH_TIME_ZONE } from './collection-window.ts'
import { entryOf } from './compose-entry.ts'
import { achName } from './entry-texts.ts'
import { type AchDay, fileIdModifier, TraceNumbersUsedUp, tracesLeft } from './file-ids.ts'
import { buildNachaFile, formatNachaFile, type NachaBatchInput, type NachaHeaderInput } from './nacha/index.ts'

export type { AchPayment } from './ach-payment.ts'

export interface ComposedFile {
  name: string
  content: string
  entries: {
    paymentId: string
    traceNumber: string
    batchNumber: number
    /** Only where the entry carries it. */
    originatorName: string | null
  }[]
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
 * one batch, and so does each description, which says what the entries are for (NACHA
 * company/batch header 54-63). No entry offsets a batch: the ledger posts the customer's side.
 * `only` is the description of all entries. Trace numbers go on behind those of the files before,
 * of whatever day, and never begin again within a file. Dates and times are Eastern, as the
 * operator reads them. Throws `UnwritableFile` if the codec refuses the file, `FileIdsUsedUp` if
 * the day has no id left for it, and `TraceNumbersUsedUp` if too few are left for its entries.
 */
export function composeAchFile(
  institution: Institution,
  now: Temporal.Instant,
  day: AchDay,
  effectiveDate: Temporal.PlainDate,
  payments: readonly AchPayment[],
  only?: 'REVERSAL' | 'PRENOTE',
): ComposedFile {
  const originatingDfi = institution.routingNumber.slice(0, 8)
  if (payments.length > tracesLeft(day)) throw new TraceNumbersUsedUp(institution, day)
  let sequence = day.lastTrace
  const nextTrace = () => originatingDfi + String(++sequence).padStart(7, '0')
  const descriptionOf = ({ categoryPurpose = null, ...payment }: AchPayment) =>
    only ?? entryDescription({ ...payment, categoryPurpose }, effectiveDate)
  const entries: ComposedFile['entries'] = []

  const groups = Map.groupBy(payments, (payment) => `${groupOf(payment)} ${descriptionOf(payment)}`)
  const batches = Array.from(groups.values(), (group, at): NachaBatchInput => {
    const [first] = group as [AchPayment]
    const paid = group.map((payment) => {
      const traceNumber = nextTrace()
      entries.push({
        ...{ paymentId: payment.paymentId, traceNumber, batchNumber: at + 1 },
        originatorName: achClassOf(payment.secCode).nameOf === 'Originator' ? payment.companyName : null,
      })
      return entryOf(payment, traceNumber)
    })
    return {
      companyName: achName(first.companyName, 16) || first.companyIdentification,
      companyIdentification: first.companyIdentification.trimEnd(),
      secCode: first.secCode,
      companyEntryDescription: descriptionOf(first),
      effectiveEntryDate: effectiveDate.toString(),
      originatingDfi,
      entries: paid,
    }
  })

  const built = buildNachaFile({ header: fileHeaderOf(institution, now, day), batches })
  if (!built.ok) throw new UnwritableFile(built.error)
  return {
    name: fileNameOf(institution, day),
    content: formatNachaFile(built.file),
    entries,
    entryCount: entries.length,
  }
}

/** The header of the day's next file. Throws `FileIdsUsedUp` if the day has no id left for it. */
export function fileHeaderOf(institution: Institution, now: Temporal.Instant, day: AchDay): NachaHeaderInput {
  const created = now.toZonedDateTimeISO(ACH_TIME_ZONE)
  return {
    immediateDestination: institution.settings.ach.immediateDestination,
    immediateDestinationName: achName(institution.settings.ach.immediateDestinationName, 23),
    immediateOrigin: institution.routingNumber,
    immediateOriginName: achName(institution.name, 23),
    fileCreationDate: created.toPlainDate().toString(),
    fileCreationTime: created.toPlainTime().toString().slice(0, 5),
    fileIdModifier: fileIdModifier(institution, day),
  }
}

/** The name of the day's next file. */
export function fileNameOf({ code }: Pick<Institution, 'code'>, { day, files }: AchDay): string {
  return `${code}-${day.toString().replaceAll('-', '')}-${String(files + 1).padStart(4, '0')}.ach`
}

function groupOf(payment: AchPayment): string {
  const abroad = payment.iat ? [payment.iat.receivingBank.country] : []
  return [payment.customerId, payment.companyIdentification, payment.entryType, payment.secCode, ...abroad].join(' ')
}
