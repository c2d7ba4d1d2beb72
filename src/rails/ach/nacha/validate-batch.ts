import type { BatchHeader } from './batch-header.ts'
import type { FieldRefusal } from './fields.ts'
import type { NachaBatch, NachaEntry, NachaRefusal } from './file.ts'
import type { SecCode } from './sec-codes.ts'
import { SEC_RULES } from './sec-rules.ts'
import { type Totals, totalsOfEntries } from './totals.ts'
import { categoryOf, type EntryCategory } from './validate-addenda.ts'
import { validateEntry } from './validate-entry.ts'

/**
 * Decides whether a batch follows the rules: the header for its SEC code, each entry, the order of
 * trace numbers, and the control record. `line` is the line of the header. The caller has checked
 * each field.
 */
export function validateBatch(batch: NachaBatch, line: number): NachaRefusal | undefined {
  const { header, entries, control } = batch
  const headerRefusal = refuseHeader(batch)
  if (headerRefusal !== undefined) return { line, record: header.record, ...headerRefusal }

  let at = line + 1
  let previous: NachaEntry | undefined
  const categories = new Set<EntryCategory>()
  for (const entry of entries) {
    const refusal = validateEntry(entry, header)
    if (refusal !== undefined) {
      const { recordIndex, field, reason } = refusal
      const record = recordIndex === 0 ? entry.detail : entry.addenda[recordIndex - 1]!
      return { line: at + recordIndex, record: record.record, field, reason }
    }
    categories.add(categoryOf(entry))
    const ordering = refuseOrder(entry, previous, header) ?? refuseMixture(categories)
    if (ordering !== undefined) return { line: at, record: entry.detail.record, ...ordering }
    previous = entry
    at += 1 + entry.addenda.length
  }

  const controlRefusal =
    entries.length === 0
      ? { field: 'entryAddendaCount', reason: 'the batch has no entries' }
      : (refuseControlIdentity(batch) ?? refuseTotals(control, totalsOfEntries(entries)))
  return controlRefusal === undefined ? undefined : { line: at, record: control.record, ...controlRefusal }
}

/** Compares the totals in a batch or file control with those of its records. */
export function refuseTotals(stated: Totals, actual: Totals): FieldRefusal | undefined {
  const fields = ['entryAddendaCount', 'entryHash', 'totalDebitCents', 'totalCreditCents'] as const
  const field = fields.find((name) => stated[name] !== actual[name])
  return field && { field, reason: `is ${stated[field]}, but the total of the records is ${actual[field]}` }
}

function refuseHeader({ header, entries }: NachaBatch): FieldRefusal | undefined {
  const { serviceClass, secCode, originatorStatusCode } = header
  if ((serviceClass === '280') !== (secCode === 'ADV')) {
    return { field: 'serviceClass', reason: `${serviceClass} is not valid for ${secCode}` }
  }
  if (secCode === 'ENR' && header.effectiveEntryDate !== '') {
    return { field: 'effectiveEntryDate', reason: 'must be blank for ENR' }
  }
  if (header.record === 'IAT batch header' && (header.iatIndicator === 'IATCOR') !== (secCode === 'COR')) {
    return { field: 'secCode', reason: 'IATCOR requires COR, and a blank indicator requires IAT' }
  }
  const rule = SEC_RULES[secCode as SecCode]
  if (!entries.some((entry) => categoryOf(entry) === 'forward')) return undefined
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
  { detail }: NachaEntry,
  previous: NachaEntry | undefined,
  header: BatchHeader,
): FieldRefusal | undefined {
  if (detail.record === 'ADV entry detail') {
    const last = previous?.detail.record === 'ADV entry detail' ? previous.detail.sequenceNumber : 0
    if (detail.sequenceNumber > last) return undefined
    return { field: 'sequenceNumber', reason: `${detail.sequenceNumber} must be greater than ${last}` }
  }
  if (!detail.traceNumber.startsWith(header.originatingDfi)) {
    return { field: 'traceNumber', reason: `must begin with the batch's originating DFI ${header.originatingDfi}` }
  }
  const last = previous && 'traceNumber' in previous.detail ? previous.detail.traceNumber : ''
  if (detail.traceNumber > last) return undefined
  return { field: 'traceNumber', reason: `${detail.traceNumber} must be greater than ${last}` }
}

function refuseMixture(categories: ReadonlySet<EntryCategory>): FieldRefusal | undefined {
  if (!categories.has('forward') || !categories.has('return')) return undefined
  return { field: 'addendaIndicator', reason: 'a batch cannot have both forward entries and returns' }
}

function refuseControlIdentity({ header, control }: NachaBatch): FieldRefusal | undefined {
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
