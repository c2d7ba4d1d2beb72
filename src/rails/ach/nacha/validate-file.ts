import type { BatchControl } from './batch-control.ts'
import type { BatchHeader } from './batch-header.ts'
import { checkRecord, type FieldRefusal } from './fields.ts'
import { BLOCKING_FACTOR, layoutOf, type NachaEntry, type NachaFile, type NachaRefusal, recordsOf } from './file.ts'
import type { FileControl } from './file-control.ts'
import { TOLERATE_NOTHING, ToleranceNotes } from './tolerances.ts'
import { RunningTotals } from './totals.ts'
import { BatchCheck, refuseTotals } from './validate-batch.ts'

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

/** The same without the check of each field. */
function validateRules({ batches, control, form }: NachaFile): NachaRefusal | undefined {
  const check = new FileCheck(new ToleranceNotes(TOLERATE_NOTHING))
  let line = 2
  for (const { header, entries, control } of batches) {
    const refused = check.header(header, line)
    if (refused) return refused
    line += 1
    for (const entry of entries) {
      const refused = check.entry(entry, line)
      if (refused) return refused
      line += 1 + entry.addenda.length
    }
    const ended = check.batch(control, line)
    if (ended) return ended
    line += 1
  }
  return check.end(control, line, form)
}

/**
 * Decides record by record whether a file follows the rules, and keeps no records. The caller has
 * checked each field, and gives the line of each record.
 */
export class FileCheck {
  readonly #totals = new RunningTotals()
  readonly #notes: ToleranceNotes
  #batch: BatchCheck | undefined
  #batchCount = 0
  #lastBatchNumber = -1
  #isAdv = false

  constructor(notes: ToleranceNotes) {
    this.#notes = notes
  }

  header(header: BatchHeader, line: number): NachaRefusal | undefined {
    const { batchNumber, secCode, record } = header
    if (batchNumber <= this.#lastBatchNumber) {
      const reason = `${batchNumber} must be greater than ${this.#lastBatchNumber}, the number of the batch before`
      return { line, record, field: 'batchNumber', reason }
    }
    const isAdv = secCode === 'ADV'
    if (this.#batchCount > 0 && isAdv !== this.#isAdv) {
      return { line, record, field: 'secCode', reason: 'a file cannot have both ADV and other batches' }
    }
    this.#isAdv = isAdv
    this.#batchCount += 1
    this.#lastBatchNumber = batchNumber
    this.#batch = new BatchCheck(header, line, this.#notes)
    return this.#batch.header()
  }

  entry(entry: NachaEntry, line: number): NachaRefusal | undefined {
    return this.#batch!.entry(entry, line)
  }

  batch(control: BatchControl, line: number): NachaRefusal | undefined {
    const refused = this.#batch!.end(control, line)
    this.#totals.add(control)
    return refused
  }

  /** `line` is that of the file control, and the number of records up to it. */
  end(control: FileControl, line: number, form: Padding): NachaRefusal | undefined {
    const refusal =
      refuseBatchCount(control, this.#batchCount) ??
      refuseBlocks(control, line, form) ??
      refuseTotals(control, this.#totals.sum)
    return refusal && { line, record: control.record, ...refusal }
  }
}

interface Padding {
  paddingRecords: number
  /** Whether the last block may lack its padding. */
  mayLackPadding?: boolean
}

function refuseBatchCount({ batchCount }: FileControl, actual: number): FieldRefusal | undefined {
  if (actual === 0) return { field: 'batchCount', reason: 'the file has no batches' }
  if (batchCount === actual) return undefined
  return { field: 'batchCount', reason: `is ${batchCount}, but the file has ${actual}` }
}

function refuseBlocks(
  { blockCount }: FileControl,
  line: number,
  { paddingRecords, mayLackPadding }: Padding,
): FieldRefusal | undefined {
  const records = line + paddingRecords
  if (records % BLOCKING_FACTOR !== 0 && !mayLackPadding) {
    return { field: 'blockCount', reason: `${records} records do not fill blocks of ${BLOCKING_FACTOR}` }
  }
  const blocks = Math.ceil(records / BLOCKING_FACTOR)
  if (blockCount === blocks) return undefined
  return { field: 'blockCount', reason: `is ${blockCount}, but the file has ${blocks}` }
}
