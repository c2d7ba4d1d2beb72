import { checkRecord, type FieldRefusal } from './fields.ts'
import { BLOCKING_FACTOR, layoutOf, type NachaFile, type NachaRefusal, recordsOf } from './file.ts'
import { totalsOfBatches } from './totals.ts'
import { refuseTotals, validateBatch } from './validate-batch.ts'

/**
 * Validates a file against the NACHA rules and returns the first refusal, or undefined. It checks
 * every field against its layout first, then batches and controls in line order.
 */
export function validateNachaFile(file: NachaFile): NachaRefusal | undefined {
  let line = 0
  for (const record of recordsOf(file)) {
    line += 1
    const refusal = checkRecord(layoutOf(record), record)
    if (refusal !== undefined) return { line, record: record.record, ...refusal }
  }
  return validateRules(file)
}

/** The same without the check of each field, for a file that was parsed by its layouts. */
export function validateRules(file: NachaFile): NachaRefusal | undefined {
  const isAdv = file.control.record === 'ADV file control'
  let line = 2
  let lastBatchNumber = -1
  for (const batch of file.batches) {
    const { header } = batch
    if (header.batchNumber <= lastBatchNumber) {
      const reason = `${header.batchNumber} must be greater than ${lastBatchNumber}, the number of the batch before`
      return { line, record: header.record, field: 'batchNumber', reason }
    }
    if ((header.secCode === 'ADV') !== isAdv) {
      return { line, record: header.record, field: 'secCode', reason: 'a file cannot have both ADV and other batches' }
    }
    const refusal = validateBatch(batch, line)
    if (refusal !== undefined) return refusal
    lastBatchNumber = header.batchNumber
    line += 2 + batch.entries.reduce((records, entry) => records + 1 + entry.addenda.length, 0)
  }
  const refusal = refuseControl(file, line)
  return refusal && { line, record: file.control.record, ...refusal }
}

function refuseControl({ batches, control, form }: NachaFile, line: number): FieldRefusal | undefined {
  if (batches.length === 0) return { field: 'batchCount', reason: 'the file has no batches' }
  if (control.batchCount !== batches.length) {
    return { field: 'batchCount', reason: `is ${control.batchCount}, but the file has ${batches.length}` }
  }
  const records = line + form.paddingRecords
  if (records % BLOCKING_FACTOR !== 0) {
    return { field: 'blockCount', reason: `${records} records do not fill blocks of ${BLOCKING_FACTOR}` }
  }
  if (control.blockCount !== records / BLOCKING_FACTOR) {
    return { field: 'blockCount', reason: `is ${control.blockCount}, but the file has ${records / BLOCKING_FACTOR}` }
  }
  return refuseTotals(control, totalsOfBatches(batches))
}
