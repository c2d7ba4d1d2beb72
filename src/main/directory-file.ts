import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { CsvError, parse } from 'csv-parse'
import {
  collectParticipants,
  type DelimitedRail,
  delimiterOf,
  findColumns,
  type Participant,
  type ParticipantList,
  parseFedAchLine,
  parseFedwireLine,
  parseRecord,
} from '../banks/banks.ts'
import type { Rail } from '../kernel/rail.ts'
import { type Result, refuse } from '../kernel/result.ts'
import { StartupError } from './startup-error.ts'

const MAX_MIB = 64
const MAX_LINE_BYTES = 16_384

export interface DirectoryFile {
  participants: Participant[]
  sha256: string
}

/** Reads the participant list of a rail. Refuses a file with faults, and names the first ones. */
export async function readDirectoryFile(path: string, rail: Rail): Promise<DirectoryFile> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new StartupError(`${path} is not a file that this user can read`)
  if (found.size > MAX_MIB * 2 ** 20) throw new StartupError(`${path} is larger than ${MAX_MIB} MiB: is it the list?`)
  const read = rail === 'ACH' || rail === 'FEDWIRE' ? await readFixedWidth(path, rail) : await readDelimited(path, rail)
  if (!read.ok) {
    const [first, ...others] = read.refusal
    throw new StartupError(`${path} is not the list of ${rail}, or is damaged: ${first}`, {
      ...(others.length > 0 && { detail: others.join('\n') }),
    })
  }
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return { participants: read.value, sha256: hash.digest('hex') }
}

async function readFixedWidth(path: string, rail: 'ACH' | 'FEDWIRE'): ReturnType<typeof readDelimited> {
  const parseLine = rail === 'ACH' ? parseFedAchLine : parseFedwireLine
  const list = collectParticipants()
  let number = 0
  const lines = createInterface({ input: createReadStream(path, 'latin1'), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) {
    number++
    if (line.trim() !== '') list.add(number, parseLine(line))
  }
  return list.end()
}

async function readDelimited(path: string, rail: DelimitedRail): Promise<Result<Participant[], readonly string[]>> {
  const list = collectParticipants()
  try {
    const refusedHeader = await readRecords(path, rail, list)
    return refusedHeader === undefined ? list.end() : refuse([refusedHeader])
  } catch (error) {
    if (error instanceof CsvError) return refuse([error.message])
    throw error
  }
}

/** Returns what is wrong with the first line, if anything is. */
async function readRecords(path: string, rail: DelimitedRail, list: ParticipantList): Promise<string | undefined> {
  const records = parse({
    delimiter: delimiterOf(await firstLine(path)),
    ...{ bom: true, info: true, skip_empty_lines: true, relax_column_count: true, max_record_size: MAX_LINE_BYTES },
  })
  const input = createReadStream(path)
  input.on('error', (error) => records.destroy(error))
  let columns: ReturnType<typeof findColumns> | undefined
  for await (const { record, info } of input.pipe(records)) {
    if (columns === undefined) {
      columns = findColumns(rail, record)
      if (!columns.ok) return columns.refusal
    } else if (columns.ok) list.add(info.lines, parseRecord(rail, columns.value, record))
  }
}

async function firstLine(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_LINE_BYTES), 0, MAX_LINE_BYTES)
    return buffer.toString('utf8', 0, bytesRead).split(/\r?\n/, 1)[0]!
  } finally {
    await file.close()
  }
}
