// Files as banks and operators write them are imported by a bank that they are for, which has the
// accounts that they name. What becomes of each entry is written down here.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { achImportSweeps } from '../../src/ach-imports/ach-imports.jobs.ts'
import type { Sweep } from '../../src/jobs/sweep.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { parseNachaFile, storeIncomingFile } from '../../src/rails/rails.ts'
import { receiptSweeps } from '../../src/receipts/receipts.jobs.ts'
import { dataOf } from '../support/answers.ts'
import { createPayer, startTestService, type TestService, type TestTenant } from '../support/test-service.ts'

const folder = join(process.env['GIRO_RAIL_DATA'] ?? '', 'ach', 'valid')
const skip = existsSync(folder) ? false : 'GIRO_RAIL_DATA names no folder with ach/valid/'

/** The balance of each account that the samples name: their debits are covered. */
const BALANCE = 10_000_000

/** Answers of what the bank never sent wait for a person, with their money in suspense. */
const IN_SUSPENSE = 'UNPOSTED AnswerOfNoPayment'
const DISHONORED =
  'DishonoredReturn R68 Exception: R68 is about a return that the institution sent: decide within the time of the rule'

/** What becomes of the entries of each sample. */
const OUTCOMES: Record<string, readonly string[]> = {
  'alt-ppd-credit.ach': ['Credit 1000000.00 POSTED'],
  // Numbers are never guessed: the account of the bank has no hyphens.
  'ccd-debit.ach': ['Debit 5000.00 UNPOSTED AccountAmbiguous', 'Debit 1.25 UNPOSTED AccountAmbiguous'],
  'cie-credit.ach': ['Credit 1000000.00 POSTED'],
  'cor-example.ach': [
    'Change C01 Refused: the institution sent no entry with the trace number 121042880000001',
    'Credit 0.00 RETURN_QUEUED AnswerOfNoPayment',
  ],
  'ctx-debit.ach': ['Debit 1000000.00 POSTED'],
  'dishonored-return.ach': [DISHONORED, DISHONORED, `Debit 250.00 ${IN_SUSPENSE}`, `Debit 230.00 ${IN_SUSPENSE}`],
  'enr-read.ach': ['Enrollment Noted'],
  'iat-credit.ach': ['Credit 1000.00 SCREENING International'],
  'issue1620_return.ach': [
    'Return R03 Exception: the institution sent no entry with the trace number 062000010000001',
    `Credit 0.01 ${IN_SUSPENSE}`,
  ],
  'loan-credit.ach': ['Credit 1000000.00 POSTED'],
  'ppd-credit.ach': ['Credit 1000000.00 POSTED'],
  'ppd-debit.ach': ['Debit 2000000.00 POSTED'],
  'ppd-mixedDebitCredit.ach': ['Debit 2000000.00 POSTED', 'Credit 1000000.00 POSTED', 'Credit 1000000.00 POSTED'],
  'same-day-ach-ppd-credit.ach': ['Credit 1000000.00 POSTED'],
  'tel-debit.ach': ['Debit 500.00 POSTED'],
  'two-micro-deposits.ach': [
    ...['Credit 0.44 POSTED', 'Credit 0.32 POSTED', 'Debit 0.76 POSTED'],
    ...['Credit 0.02 POSTED', 'Credit 0.42 POSTED', 'Debit 0.44 POSTED'],
  ],
  'web-credit.ach': ['Credit 100.00 POSTED'],
}

let service: TestService
const banks = new Map<string, TestTenant>()
const opened = new Set<string>()

before(async () => {
  if (skip) return
  service = await startTestService({ clock: fixedClock('2026-07-01T14:00:00.500Z'), worker: false })
})
after(() => service?.stop())

/** The bank that a file is for, with an account for each number in it, written without hyphens. */
async function bankFor(text: string): Promise<TestTenant> {
  const parsed = parseNachaFile(text)
  assert.ok(parsed.ok)
  const details = parsed.file.batches.flatMap(({ entries }) => entries.map(({ detail }) => detail))
  const { receivingRouting: routingNumber } = details[0]!
  const bank = banks.get(routingNumber) ?? (await service.createTenant(`bank-${routingNumber}`, { routingNumber }))
  banks.set(routingNumber, bank)
  for (const detail of details) {
    const accountNumber = detail.accountNumber.replaceAll('-', '')
    if (opened.has(`${routingNumber} ${accountNumber}`)) continue
    opened.add(`${routingNumber} ${accountNumber}`)
    await createPayer(service, { client: bank.client, balance: BALANCE, account: { accountNumber, routingNumber } })
  }
  return bank
}

async function work(sweeps: readonly Sweep[], { institution }: TestTenant): Promise<void> {
  for (const sweep of sweeps) while (await sweep.run(service.app, institution)) {}
}

test('every valid sample is imported, and each of its entries is posted or waits with its reason', {
  skip,
}, async () => {
  const outcomes: Record<string, string[]> = {}
  for (const name of readdirSync(folder)) {
    const content = readFileSync(join(folder, name))
    const bank = await bankFor(content.toString('latin1'))
    const { tenantId } = bank.institution
    const now = service.app.clock.now()
    const { id } = await service.app.db.transaction((tx) =>
      storeIncomingFile(tx, tenantId, { rail: 'ACH', name, content }, now),
    )
    await work([...achImportSweeps, ...receiptSweeps], bank)
    const path = `/v1/institution/files/${id}`
    assert.equal(dataOf(await service.call('GET', path, undefined, bank)).state, 'IMPORTED', name)
    outcomes[name] = await outcomesOf(bank, id)
  }
  assert.deepEqual(outcomes, OUTCOMES)
  const said: string[] = []
  const institutions = Array.from(banks.values(), ({ institution }) => institution)
  assert.equal(await verifyLedgers(service.app.db, institutions, (line) => said.push(line)), 0, said.join('\n'))
})

/** What became of the entries of a file, in their order, and of the money of answers after them. */
async function outcomesOf(bank: TestTenant, fileUID: string): Promise<string[]> {
  const list = async (path: string) => {
    const found = dataOf(await service.call('GET', `${path}?page=1&limit=100&fileUID=${fileUID}`, undefined, bank))
    return found.toSorted((a: Numbered, b: Numbered) => a.entryNumber - b.entryNumber)
  }
  const answers = (await list('/v1/institution/ach-answers')).map(
    ({ kind, code, outcome, reason }: Record<string, string>) =>
      [kind, code, outcome].filter((word) => word !== undefined).join(' ') +
      (reason === undefined ? '' : `: ${reason}`),
  )
  const receipts = (await list('/v3/receipts')).map(
    ({ direction, amount, status, reason = '' }: Record<string, string>) =>
      `${direction} ${amount} ${status} ${reason}`.trim(),
  )
  return [...answers, ...receipts]
}

interface Numbered {
  entryNumber: number
}
