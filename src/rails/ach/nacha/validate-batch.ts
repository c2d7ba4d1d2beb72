import type { BatchControl } from './batch-control.ts'
import type { BatchHeader } from './batch-header.ts'
import type { EntryDetail } from './entry-detail.ts'
import type { AnyRecord, FieldRefusal } from './fields.ts'
import type { NachaEntry, NachaRefusal } from './file.ts'
import type { SecCode } from './sec-codes.ts'
import { SEC_RULES } from './sec-rules.ts'
import type { ToleranceNotes } from './tolerances.ts'
import { RunningTotals, type Totals } from './totals.ts'
import { categoryOf, type EntryCategory } from './validate-addenda.ts'
import { validateEntry } from './validate-entry.ts'

/**
 * Decides record by record whether a batch follows the rules: the header for its SEC code, each
 * entry, the order of trace numbers, and the control record. It keeps no entries, so a batch can
 * have any length. The caller has checked each field, and gives the line of each record.
 */
export class BatchCheck {
  readonly #header: BatchHeader
  readonly #line: number
  readonly #categories = new Set<EntryCategory>()
  readonly #totals = new RunningTotals()
  readonly #notes: ToleranceNotes
  #previous: EntryDetail | undefined

  constructor(header: BatchHeader, line: number, notes: ToleranceNotes) {
    this.#header = header
    this.#line = line
    this.#notes = notes
  }

  header(): NachaRefusal | undefined {
    return this.#at(this.#line, this.#header, refuseHeader(this.#header))
  }

  entry(entry: NachaEntry, line: number): NachaRefusal | undefined {
    const { detail } = entry
    const category = categoryOf(entry)
    if (category === 'forward' && !this.#categories.has(category)) {
      const refusal = refuseForwardHeader(this.#header)
      if (refusal) return this.#at(this.#line, this.#header, refusal)
    }
    const refusal = validateEntry(entry, this.#header, category, this.#notes)
    if (refusal !== undefined) {
      const { recordIndex, field, reason } = refusal
      const record = recordIndex === 0 ? detail : entry.addenda[recordIndex - 1]!
      return this.#at(line + recordIndex, record, { field, reason })
    }
    this.#categories.add(category)
    const ordering = refuseOrder(detail, this.#previous, this.#header) ?? refuseMixture(this.#categories)
    this.#previous = detail
    this.#totals.addEntry(entry)
    return this.#at(line, detail, ordering)
  }

  end(control: BatchControl, line: number): NachaRefusal | undefined {
    const refusal =
      this.#previous === undefined
        ? { field: 'entryAddendaCount', reason: 'the batch has no entries' }
        : (refuseControlIdentity(this.#header, control) ?? refuseTotals(control, this.#totals.sum))
    return this.#at(line, control, refusal)
  }

  #at(line: number, { record }: AnyRecord, refusal: FieldRefusal | undefined): NachaRefusal | undefined {
    return refusal && { line, record, ...refusal }
  }
}

/** Compares the totals in a batch or file control with those of its records. */
export function refuseTotals(stated: Totals, actual: Totals): FieldRefusal | undefined {
  const fields = ['entryAddendaCount', 'entryHash', 'totalDebitCents', 'totalCreditCents'] as const
  const field = fields.find((name) => stated[name] !== actual[name])
  return field && { field, reason: `is ${stated[field]}, but the total of the records is ${actual[field]}` }
}

function refuseHeader(header: BatchHeader): FieldRefusal | undefined {
  const { serviceClass, secCode } = header
  if ((serviceClass === '280') !== (secCode === 'ADV')) {
    return { field: 'serviceClass', reason: `${serviceClass} is not valid for ${secCode}` }
  }
  if (secCode === 'ENR' && header.effectiveEntryDate !== '') {
    return { field: 'effectiveEntryDate', reason: 'must be blank for ENR' }
  }
  if (header.record === 'IAT batch header' && (header.iatIndicator === 'IATCOR') !== (secCode === 'COR')) {
    return { field: 'secCode', reason: 'IATCOR requires COR, and a blank indicator requires IAT' }
  }
  return undefined
}

/** What the header of a batch needs if it has forward entries. */
function refuseForwardHeader(header: BatchHeader): FieldRefusal | undefined {
  const { secCode, originatorStatusCode } = header
  const rule = SEC_RULES[secCode as SecCode]
  if (rule.originatorStatusCode !== undefined && originatorStatusCode !== rule.originatorStatusCode) {
    return { field: 'originatorStatusCode', reason: `must be ${rule.originatorStatusCode} for ${secCode}` }
  }
  if (rule.description !== undefined && header.companyEntryDescription.toUpperCase() !== rule.description) {
    return { field: 'companyEntryDescription', reason: `must be ${rule.description} for ${secCode}` }
  }
  return undefined
}

/** Trace numbers begin with the batch's DFI and ascend strictly (NACHA entry detail 80-94). */
function refuseOrder(
  detail: EntryDetail,
  previous: EntryDetail | undefined,
  header: BatchHeader,
): FieldRefusal | undefined {
  if (detail.record === 'ADV entry detail') {
    const last = previous?.record === 'ADV entry detail' ? previous.sequenceNumber : 0
    if (detail.sequenceNumber > last) return undefined
    return { field: 'sequenceNumber', reason: `${detail.sequenceNumber} must be greater than ${last}` }
  }
  if (!detail.traceNumber.startsWith(header.originatingDfi)) {
    return { field: 'traceNumber', reason: `must begin with the batch's originating DFI ${header.originatingDfi}` }
  }
  const last = previous && 'traceNumber' in previous ? previous.traceNumber : ''
  if (detail.traceNumber > last) return undefined
  return { field: 'traceNumber', reason: `${detail.traceNumber} must be greater than ${last}` }
}

function refuseMixture(categories: ReadonlySet<EntryCategory>): FieldRefusal | undefined {
  if (!categories.has('forward') || !categories.has('return')) return undefined
  return { field: 'addendaIndicator', reason: 'a batch cannot have both forward entries and returns' }
}

function refuseControlIdentity(header: BatchHeader, control: BatchControl): FieldRefusal | undefined {
  const pairs: [field: string, inHeader: string | number, inControl: string | number][] = [
    ['serviceClass', header.serviceClass, control.serviceClass],
    ['originatingDfi', header.originatingDfi, control.originatingDfi],
    ['batchNumber', header.batchNumber, control.batchNumber],
  ]
  if (header.record === 'batch header' && control.record === 'batch control') {
    pairs.push(['companyIdentification', header.companyIdentification, control.companyIdentification])
  }
  const differing = pairs.find(([, inHeader, inControl]) => inHeader !== inControl)
  if (differing === undefined) return undefined
  const [field, inHeader, inControl] = differing
  return { field, reason: `is "${inControl}", but the batch header has "${inHeader}"` }
}
