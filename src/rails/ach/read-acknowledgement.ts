import { accept, type Result, refuse } from '../../kernel/result.ts'
import type { FileRefusal } from '../incoming/incoming-files.store.ts'

/** The first line of an acknowledgement. No NACHA file begins so. */
export const ACKNOWLEDGEMENT_TITLE = 'ACH FILE ACKNOWLEDGEMENT'

/** What an ACH operator says of a file that it got. */
export interface FileAcknowledgement {
  /** The file, by its header: NACHA file header 14-23, 24-29, 30-33 and 34. */
  origin: string
  createdOn: string
  createdAt: string
  fileId: string
  status: 'ACCEPTED' | 'REJECTED'
  /** Why it was rejected; null for a file that was accepted. */
  reason: string | null
  totals: AcknowledgedTotals
}

/** What the operator counted. Totals are minor units. */
export interface AcknowledgedTotals {
  batches: number
  /** Entries and addenda, as in file control 14-21. */
  entries: number
  debitTotal: bigint
  creditTotal: bigint
}

const COUNT = /^\d{1,8}$/
const CENTS = /^\d{1,12}$/
const MOMENT = /^\d{6} \d{4}$/

/** The lines of an acknowledgement, each once, with what they hold. */
const LINES: Readonly<Record<string, RegExp>> = {
  ACKNOWLEDGED: MOMENT,
  ORIGIN: /^\d{9,10}$/,
  'FILE CREATED': MOMENT,
  'FILE ID': /^[A-Z0-9]$/,
  STATUS: /^(ACCEPTED|REJECTED)$/,
  BATCHES: COUNT,
  'ENTRIES AND ADDENDA': COUNT,
  DEBITS: CENTS,
  CREDITS: CENTS,
  REASON: /^[ -~]{1,200}$/,
}

/** Reads an acknowledgement, or says which line is wrong. */
export function readAcknowledgement(text: string): Result<FileAcknowledgement, FileRefusal> {
  const [title, ...lines] = text.trimEnd().split(/\r?\n/)
  if (title !== ACKNOWLEDGEMENT_TITLE) return wrong(1, null, `the first line must be ${ACKNOWLEDGEMENT_TITLE}`)
  const said = new Map<string, string>()
  for (const [at, line] of lines.entries()) {
    const [, field = '', value = ''] = /^([^:]*): (.*)$/.exec(line) ?? []
    const form = Object.hasOwn(LINES, field) ? LINES[field] : undefined
    if (!form) return wrong(at + 2, null, 'it is no line of an acknowledgement')
    if (said.has(field)) return wrong(at + 2, field, 'it is there twice')
    if (!form.test(value)) return wrong(at + 2, field, 'its value has another form')
    said.set(field, value)
  }
  const isRejected = said.get('STATUS') === 'REJECTED'
  const missing = Object.keys(LINES).find((field) => !said.has(field) && (field !== 'REASON' || isRejected))
  if (missing !== undefined) return wrong(null, missing, 'it is missing')
  if (!isRejected && said.has('REASON')) return wrong(null, 'REASON', 'a file that was accepted has none')
  const [createdOn, createdAt] = said.get('FILE CREATED')!.split(' ') as [string, string]
  return accept({
    ...{ origin: said.get('ORIGIN')!, createdOn, createdAt, fileId: said.get('FILE ID')! },
    status: isRejected ? 'REJECTED' : 'ACCEPTED',
    reason: said.get('REASON') ?? null,
    totals: {
      batches: Number(said.get('BATCHES')),
      entries: Number(said.get('ENTRIES AND ADDENDA')),
      debitTotal: BigInt(said.get('DEBITS')!),
      creditTotal: BigInt(said.get('CREDITS')!),
    },
  })
}

const wrong = (line: number | null, field: string | null, reason: string) =>
  refuse({ line, record: 'acknowledgement', field, reason })
