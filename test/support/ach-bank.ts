/** A bank that pays and collects by ACH, on a clock that stands, and imports what comes back. */
import assert from 'node:assert/strict'
import { achImportSweeps } from '../../src/ach-imports/ach-imports.jobs.ts'
import type { AchAnswer } from '../../src/ach-imports/answers.store.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { ACH_TIME_ZONE, findIncomingFile, type IncomingFile, storeIncomingFile } from '../../src/rails/rails.ts'
import { type IncomingBatch, incomingFile, type Sent, sentEntryOf } from './ach-files.ts'
import { dataOf } from './answers.ts'
import { createPayer, creditBody, debitBody, startTestService, type TestService } from './test-service.ts'

export type AchBank = Awaited<ReturnType<typeof openAchBank>>

export async function openAchBank(
  startsAt = '2026-07-01T14:00:00.500Z',
  options: { reach?: (databaseUrl: string) => Promise<string> } = {},
) {
  const clock = fixedClock(startsAt)
  const service = await startTestService({ clock, worker: false, ...options })
  const { institution } = service.tenant
  const { tenantId } = institution
  let files = 0
  const bank = {
    service,
    clock,
    call: (method: string, path: string, body?: object) => service.call(method, path, body),

    /** The day in Eastern time. */
    today: () => clock.now().toZonedDateTimeISO(ACH_TIME_ZONE).toPlainDate(),

    /** Runs the sweeps of payments until nothing moves. Takes as long on the clock either way. */
    async work(steps = 8) {
      let idleSteps = 0
      for (let step = 0; step < steps; step++) {
        let moved = 0
        // Entries are collected every two seconds, so after two steps, nothing is still to come.
        if (idleSteps < 2)
          for (const sweep of paymentSweeps)
            for (let rows = 1; rows > 0; moved += rows) rows = await sweep.run(service.app, institution)
        idleSteps = moved > 0 ? 0 : idleSteps + 1
        clock.advance({ seconds: 3 })
      }
    },

    /** A payer, and a settled credit of 40.00 to its contact. */
    async paid(fields: object = {}, contact: object = {}) {
      const payer = await createPayer(service, { balance: 100, contact: { contactType: 'Consumer', ...contact } })
      return { ...payer, ...(await bank.pay(payer, fields)) }
    },

    async pay(payer: { customerUID: string; accountUID: string; contactUID: string }, fields: object = {}) {
      const body = creditBody(payer as never, { paymentAmount: 40, speed: 'Economy', ...fields })
      const { paymentUID } = dataOf(await bank.call('POST', '/payments/creditrequest', body))
      await bank.work()
      return { paymentUID: String(paymentUID), sent: await sentEntryOf(service, String(paymentUID)) }
    },

    /** A creditor without money, and a settled debit of 40.00. */
    async collected(contact: object = {}) {
      const [collected] = await bank.settled([{ entryType: 'DEBIT', contact }])
      return collected!
    },

    /**
     * Settled payments of 40.00, each of a payer of its own. They leave together, which costs much
     * less than one after the other.
     */
    async settled(asked: readonly { entryType: 'CREDIT' | 'DEBIT'; contact?: object; fields?: object }[]) {
      const made = []
      for (const { entryType, contact, fields } of asked) {
        const isCredit = entryType === 'CREDIT'
        const options = { balance: isCredit ? 100 : 0, contact: { contactType: 'Consumer', ...contact } }
        const payer = await createPayer(service, options)
        const [path, bodyOf] = isCredit
          ? (['creditrequest', creditBody] as const)
          : (['debitrequest', debitBody] as const)
        const { paymentUID } = dataOf(
          await bank.call('POST', `/payments/${path}`, bodyOf(payer, { paymentAmount: 40, ...fields })),
        )
        made.push({ ...payer, paymentUID: String(paymentUID) })
      }
      await bank.work()
      return Promise.all(made.map(async (one) => ({ ...one, sent: await sentEntryOf(service, one.paymentUID) })))
    },

    sentEntryOf: (paymentUID: string) => sentEntryOf(service, paymentUID),

    /** Stores a file with these batches, and returns its id. */
    async arrives(batches: readonly IncomingBatch[] | Buffer, name = `in-${++files}.ach`): Promise<string> {
      const modifier = String.fromCharCode(65 + (files % 26))
      const content = Buffer.isBuffer(batches) ? batches : incomingFile(bank.today(), batches, modifier)
      const now = clock.now()
      const stored = await service.app.db.transaction((tx) =>
        storeIncomingFile(tx, tenantId, { rail: 'ACH', name, content }, now),
      )
      return stored.id
    },

    /** Imports everything that waits. */
    async imports() {
      for (const sweep of achImportSweeps) while (await sweep.run(service.app, institution)) {}
    },

    /** Stores and imports a file, and returns it with its answers. */
    async receives(batches: readonly IncomingBatch[] | Buffer): Promise<{ file: IncomingFile; answers: AchAnswer[] }> {
      const id = await bank.arrives(batches)
      await bank.imports()
      const file = await service.app.db.read((db) => findIncomingFile(db, tenantId, id))
      assert.ok(file)
      return { file: file as IncomingFile, answers: await bank.answersOf(id) }
    },

    answersOf: (fileId: string) =>
      service.app.db.read((db) =>
        db.query<AchAnswer>('select * from ach_answers where tenant_id = $1 and file_id = $2 order by entry_number', [
          tenantId,
          fileId,
        ]),
      ),

    async statusOf(uid: string): Promise<string> {
      const rows = await service.query<{ status: string }>('select status from payment_states where payment_id = $1', [
        uid,
      ])
      return rows[0]!.status
    },

    async ledgerBalance({ customerUID, accountUID }: { customerUID: string; accountUID: string }): Promise<string> {
      const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
      return dataOf(await bank.call('GET', path)).ledgerBalance
    },

    /** The balance of an account of the institution, in minor units; debits are positive. */
    async bookOf(code: string): Promise<bigint> {
      const [row] = await service.query<{ balance: bigint }>(
        'select debits_posted - credits_posted as balance from ledger_accounts where code = $1',
        [code],
      )
      return row?.balance ?? 0n
    },
  }
  return bank
}

export type { Sent, TestService }
