/** A column of a table, as text. */
export interface CsvColumn<Row> {
  title: string
  text: (row: Row) => string
}

/** A spreadsheet may run it, also behind white space and quotes, and in wide and small forms. */
const FORMULA = /^(?:[\t\r\n]|[\s"'\u2018\u2019\u201c\u201d]*[-=+@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/u
/** An amount with a minus stays a number. */
const NUMBER = /^-[\d,]+(?:\.\d+)?$/

/** One line of CSV (RFC 4180). Spreadsheets must not read a value of a customer as a formula. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

function csvField(value: string): string {
  const harmless = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** All rows as CSV, page by page, so that the page stays responsive. */
export async function csvOf<Row>(
  rows: AsyncIterable<Row>,
  columns: readonly CsvColumn<Row>[],
  onCount?: (count: number) => void,
): Promise<Blob> {
  const parts = [csvLine(columns.map(({ title }) => title))]
  let count = 0
  for await (const row of rows) {
    parts.push(csvLine(columns.map(({ text }) => text(row))))
    if (++count % 100 === 0) onCount?.(count)
  }
  onCount?.(count)
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

/** Offers a file to save. */
export function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
