import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import type { Temporal } from 'temporal-polyfill'

/** What a generated file has. */
interface FileTerms {
  entries: number
  /** The number of the account that gets the entry at a place. */
  accountNumberOf(place: number): string
  /** The day on which it settles and was made. */
  day: Temporal.PlainDate
}

const ENTRIES_PER_BATCH = 10_000
/** The bank that originates the entries, and the one that receives them, without check digits. */
const [OTHER, OWN] = ['02100002', '06109999']
const OWN_CHECK_DIGIT = '5'
const RECORDS_PER_BLOCK = 10

const zeros = (number: number | bigint, length: number) => String(number).padStart(length, '0')
const blanks = (text: string, length: number) => text.padEnd(length)

/** Writes an ACH file of credits, record by record, and gives it its name when it is complete. */
export async function writeAchFile(path: string, { entries, accountNumberOf, day }: FileTerms): Promise<void> {
  const out = createWriteStream(`${path}.tmp`, 'latin1')
  let records = 0
  const put = async (record: string) => {
    records++
    if (!out.write(`${record}\n`)) await once(out, 'drain')
  }
  const date = day.toString().slice(2).replaceAll('-', '')
  await put(
    `101 ${OWN}${OWN_CHECK_DIGIT} 061000146${date}0600A094101${blanks('Bank', 23)}${blanks('Operator', 23)}${' '.repeat(8)}`,
  )
  const batches = Math.ceil(entries / ENTRIES_PER_BATCH)
  let cents = 0n
  for (let batch = 1, done = 0; batch <= batches; batch++) {
    const count = Math.min(ENTRIES_PER_BATCH, entries - done)
    const julian = zeros(day.dayOfYear, 3)
    await put(
      `5220${blanks('Other Company', 36)}1020304050PPDPAYMENT   ${' '.repeat(6)}${date}${julian}1${OTHER}${zeros(batch, 7)}`,
    )
    let ofBatch = 0n
    for (const end = done + count; done < end; done++) {
      const amount = 1_00 + (done % 900)
      ofBatch += BigInt(amount)
      const account = blanks(accountNumberOf(done), 17)
      const name = blanks(`Receiver ${done}`, 22)
      await put(
        `622${OWN}${OWN_CHECK_DIGIT}${account}${zeros(amount, 10)}${blanks(`INV-${done}`, 15)}${name}  0${OTHER}${zeros(done + 1, 7)}`,
      )
    }
    cents += ofBatch
    const totals = `${hashOf(count)}${zeros(0, 12)}${zeros(ofBatch, 12)}`
    await put(`8220${zeros(count, 6)}${totals}1020304050${' '.repeat(25)}${OTHER}${zeros(batch, 7)}`)
  }
  const blocks = Math.ceil((records + 1) / RECORDS_PER_BLOCK)
  const totals = `${hashOf(entries)}${zeros(0, 12)}${zeros(cents, 12)}`
  await put(`9${zeros(batches, 6)}${zeros(blocks, 6)}${zeros(entries, 8)}${totals}${' '.repeat(39)}`)
  while (records % RECORDS_PER_BLOCK > 0) await put('9'.repeat(94))
  out.end()
  await once(out, 'finish')
  await rename(`${path}.tmp`, path)
}

/** The entry hash: the sum of the routing numbers without check digits, its last ten digits. */
function hashOf(entries: number): string {
  return String(BigInt(OWN) * BigInt(entries))
    .slice(-10)
    .padStart(10, '0')
}
