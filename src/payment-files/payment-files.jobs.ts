import type { App } from '../app.ts'
import { tryLockTenant } from '../db/advisory-locks.ts'
import type { Transaction } from '../db/client.ts'
import { errorCatalogue, refusalMessage } from '../http/errors.ts'
import { fingerprintOf } from '../http/idempotency.ts'
import { type Institution, institutionTime } from '../institution/institution.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import { parseCreditRequest, parseDebitRequest, type Submission } from '../payments/payments.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { closeFile } from './decide-file.ts'
import {
  changeFile,
  type FileRecordRow,
  keyOfRecord,
  lockFile,
  nextOpenFile,
  notePaymentsMade,
  type PaymentFile,
  type RecordOutcome,
  readOpenRecords,
  readOwnPayments,
  tenantsWithOpenFiles,
  whyFileAltered,
  writeOutcomes,
} from './payment-files.store.ts'
import { approverOf, missingRight, uploaderOf } from './require-rights.ts'
import { recordFile } from './upload-file.ts'

/** The payments that one run of the sweep submits: a batch of the intake. */
const BATCH_SIZE = 200

/**
 * Makes the payments of files through the intake of all payments, as long as those who stand for a
 * file have the right to do so, and nobody has altered it. Looked at before each batch. The key of
 * each is derived from its file and its record, so that a worker that takes over makes none twice.
 */
const makePayments: Omit<Sweep, 'name'> = {
  due: tenantsWithOpenFiles,
  async run(app, institution) {
    const { tenantId } = institution
    // A refusal leaves its key unused, so that two workers could decide a record differently. The
    // lock lasts until the outcomes are written.
    return app.db.transaction(async (tx) => {
      if (!(await tryLockTenant(tx, { lock: 'paymentFiles', tenantId }))) return 0
      const file = await nextOpenFile(tx, tenantId)
      if (!file) return 0
      const altered = whyFileAltered(tx, file)
      if (altered !== undefined) return endAltered(tx, app, institution, { file, why: altered })
      const stopped = await missingRight(tx, file, app.tokenClock.now())
      if (stopped !== undefined) return stop(tx, app, institution, { ...file, reason: stopped })
      const { altered: foreign, unaltered: records } = await readOpenRecords(tx, tenantId, file.id, BATCH_SIZE)
      if (records.length + foreign.length === 0) return finish(tx, app, institution, file)
      const outcomes = await Promise.all(records.map((record) => submit(app, institution, file, record)))
      const ended = outcomes.filter((outcome) => outcome !== STOPPED)
      const own = await readOwnPayments(tx, file, ended)
      const isKept = ({ record, refusal }: RecordOutcome) => refusal !== null || own.has(record)
      const strange = ended.filter((one) => !isKept(one)).map(({ record }) => ({ record, altered: NOT_OWN }))
      const refused = [...foreign, ...strange].map((one) => refuseAltered(app, file, one))
      await writeOutcomes(tx, tenantId, file.id, [...ended.filter(isKept), ...refused])
      return records.length + foreign.length
    })
  },
}

export const paymentFileSweeps = defineSweeps('payment-files', { 'make the payments of files': makePayments })

const NOT_OWN = 'the answer that is stored with its key names a payment that is not its own'

/** The one who stands for the file was stopped meanwhile. The record stays open. */
const STOPPED = Symbol('stopped')

async function submit(
  app: App,
  { tenantId, code }: Institution,
  file: PaymentFile,
  { record, entryType, request: body }: FileRecordRow,
): Promise<RecordOutcome | typeof STOPPED> {
  const isDebit = entryType === 'DEBIT'
  const parsed = isDebit ? parseDebitRequest(body as never) : parseCreditRequest(body as never)
  const principal: Principal = {
    ...{ tenantId, tenantCode: code, clientId: file.uploadedBy, legalEntityId: file.legalEntityId },
    ...{ entitlements: new Set<string>(), expiresAt: 0 },
    ...(file.uploadedByUser !== null && { person: { userId: file.uploadedByUser } }),
  }
  const submission = {
    operation: isDebit ? 'createDebitPayment' : 'createCreditPayment',
    principal,
    // After a stop, the uploader stands for nothing any more.
    actor: (file.stoppedAt !== null && approverOf(file)) || uploaderOf(file),
    idempotency: { key: keyOfRecord(file.id, record), fingerprint: fingerprintOf(body) },
  } as const satisfies Omit<Submission, 'request'>
  const outcome = parsed.ok ? await app.paymentIntake.submit({ ...submission, request: parsed.value }) : parsed
  if (outcome.ok) return { record, paymentId: outcome.value.paymentUID, code: null, refusal: null }
  if (outcome.refusal.reason === 'actorStopped') return STOPPED
  const { code: refusedBy } = errorCatalogue[outcome.refusal.reason]
  const refused = refusalMessage(isDebit ? 'The debit was not created' : 'The payment was not created', outcome.refusal)
  return { record, paymentId: null, code: refusedBy, refusal: refused }
}

/** A record that somebody altered in the database pays nobody, and the others go on. */
function refuseAltered(
  { log }: App,
  { tenantId, id: fileId }: PaymentFile,
  { record, altered: why }: { record: number; altered: string },
): RecordOutcome {
  log.error(
    { fileId, record, tenantId: String(tenantId), why },
    'a record of a file of payments was altered in the database, and is refused: find out who wrote there',
  )
  const refused = refusalMessage('The payment was not created', { reason: 'paymentFileAltered' })
  return { record, paymentId: null, code: errorCatalogue.paymentFileAltered.code, refusal: refused }
}

/** A file that somebody altered in the database ends, and the others go on. */
async function endAltered(
  tx: Transaction,
  app: App,
  institution: Institution,
  { file: { tenantId, id }, why }: { file: PaymentFile; why: string },
): Promise<number> {
  const before = await lockFile(tx, tenantId, id)
  if (before?.status !== 'PROCESSING') return 0
  app.log.error(
    { fileId: id, tenantId: String(tenantId), why },
    'a file of payments was altered in the database, and ends: find out who wrote there',
  )
  const now = institutionTime(institution, app.clock.now())
  const refusal = refusalMessage('The payment was not created', { reason: 'paymentFileAltered' })
  const after = await closeFile(tx, before, { refusal, reason: `altered: ${why}` }, now)
  await recordFile(tx, 'worker', { action: 'altered', before, after }, now)
  return 1
}

/** The file waits for another person, and shows why and what was made of it. */
async function stop(
  tx: Transaction,
  app: App,
  institution: Institution,
  { tenantId, id, reason }: PaymentFile,
): Promise<number> {
  const before = await lockFile(tx, tenantId, id)
  if (before?.status !== 'PROCESSING') return 0
  const now = institutionTime(institution, app.clock.now())
  await notePaymentsMade(tx, before)
  const undecided = { decidedBy: null, decidedByUser: null, decidedAt: null }
  const after = await changeFile(tx, before, { status: 'PENDING_APPROVAL', reason, stoppedAt: now, ...undecided })
  await recordFile(tx, 'worker', { action: 'stopped', before, after }, now)
  return 1
}

async function finish(
  tx: Transaction,
  app: App,
  institution: Institution,
  { tenantId, id }: PaymentFile,
): Promise<number> {
  const before = await lockFile(tx, tenantId, id)
  if (before?.status !== 'PROCESSING') return 0
  const now = institutionTime(institution, app.clock.now())
  const after = await changeFile(tx, before, { status: 'PROCESSED', endedAt: now })
  await recordFile(tx, 'worker', { action: 'processed', before, after }, now)
  return 1
}
