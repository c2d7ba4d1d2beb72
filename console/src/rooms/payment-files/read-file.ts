export type FileType = 'csv' | 'ach' | 'fedwire' | 'rtp'

/** What a file seems to have. The API checks it as a whole; this only shows what was chosen. */
export interface FilePreview {
  kind: 'CSV' | 'NACHA'
  /** The first line of CSV; none for NACHA. */
  heads: string[]
  /** Rows of CSV, or entry records of NACHA. */
  rows: string[][]
  /** How many payments it seems to have. */
  count: number
}

/** As many are shown. */
const SHOWN_ROWS = 20

export function previewOf(content: string): FilePreview {
  const lines = content.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (/^101.{91}$/.test(lines[0] ?? '')) {
    const entries = lines.filter((line) => line.startsWith('6'))
    return { kind: 'NACHA', heads: [], rows: entries.slice(0, SHOWN_ROWS).map((line) => [line]), count: entries.length }
  }
  const [heads = [], ...rows] = rowsOf(content)
  return { kind: 'CSV', heads, rows: rows.slice(0, SHOWN_ROWS), count: rows.length }
}

/** The rows of CSV (RFC 4180). Blank lines are left out. */
function rowsOf(content: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of content.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.some((cell) => cell !== '')) rows.push(row)
    row = []
  }
  return rows
}
