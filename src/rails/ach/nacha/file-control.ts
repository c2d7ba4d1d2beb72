import { cents, constant, count, digits, layout, type RecordOf, readRecord, text } from './fields.ts'

/** File control record, type 9: the totals of the file. */
export const fileControlLayout = layout(
  'file control',
  constant('recordType', 1, '9'),
  count('batchCount', 2, 6), // 02-07
  count('blockCount', 8, 6), // 08-13: blocks of ten records, padding included
  count('entryAddendaCount', 14, 8), // 14-21
  digits('entryHash', 22, 10), // 22-31: sum of the batches' hashes, last ten digits
  cents('totalDebitCents', 32, 12), // 32-43
  cents('totalCreditCents', 44, 12), // 44-55
  text('reserved', 56, 39), // 56-94
)

/** File control record of a file of ADV batches: wider totals. */
export const advFileControlLayout = layout(
  'ADV file control',
  constant('recordType', 1, '9'),
  count('batchCount', 2, 6), // 02-07
  count('blockCount', 8, 6), // 08-13
  count('entryAddendaCount', 14, 8), // 14-21
  digits('entryHash', 22, 10), // 22-31
  cents('totalDebitCents', 32, 20), // 32-51
  cents('totalCreditCents', 52, 20), // 52-71
  text('reserved', 72, 23), // 72-94
)

export type DomesticFileControl = RecordOf<typeof fileControlLayout>
export type AdvFileControl = RecordOf<typeof advFileControlLayout>
export type FileControl = DomesticFileControl | AdvFileControl

/** The layout of the file control. A file with ADV batches has no other batches. */
export function fileControlLayoutOf(isAdv: boolean): typeof fileControlLayout | typeof advFileControlLayout {
  return isAdv ? advFileControlLayout : fileControlLayout
}

/** The file control of a file of lines without ADV batches; undefined if it has none. */
export function readFileControl(content: string): DomesticFileControl | undefined {
  const filler = `9${'9'.repeat(93)}`
  const lines = content.trimEnd().split('\n')
  const line = lines.findLast((one) => one.startsWith('9') && one.trimEnd() !== filler)
  const read = line === undefined ? undefined : readRecord(fileControlLayout, line)
  return read?.ok ? read.record : undefined
}
