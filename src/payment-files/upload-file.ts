import { hash } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import { asksForApproval, type CustomerRow, requireCustomer } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { type Institution, readInstitution } from '../institution/institution.ts'
import { newId } from '../kernel/id.ts'
import { formatAmount } from '../kernel/money.ts'
import type { Speed } from '../kernel/rail.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import { railCalendar } from '../rails/rails.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { checkRecords, type PaymentOfFile } from './check-records.ts'
import { describeFaults, type Fault, type FileRecord, type FileType } from './domain/file-record.ts'
import { sendingDateFor } from './domain/sending-date.ts'
import { renderTrace, type UploadBody } from './payment-files.schema.ts'
import { findByContent, insertFile, type PaymentFile, type Total } from './payment-files.store.ts'
import { readAch } from './read-ach.ts'
import { readCsv } from './read-csv.ts'

/**
 * Takes a file of payments. It is checked as a whole, and refused with every fault that is found.
 * Then the worker makes its payments; if the customer has dual approval of payments, another person
 * approves the file first. The same payments are taken once, whatever the file looks like.
 */
export async function uploadFile(
  tx: Transaction,
  principal: Principal,
  { customerUID, fileType }: { customerUID: string; fileType: FileType },
  body: UploadBody,
  now: Temporal.Instant,
): Promise<Result<PaymentFile, Refusal>> {
  const found = await requireCustomer(tx, principal, customerUID)
  if (!found.ok) return found
  const customer = found.value
  const { tenantId, id: customerId } = customer
  const institution = await readInstitution(tx, tenantId)
  const records = readRecords(fileType, body.content, customer)
  if (!records.ok) return refusedFor(records.refusal)
  const today = now.toZonedDateTimeISO(institution.timeZone).toPlainDate()
  const payments = await checkRecords(tx, customer, records.value, { senderAccountUID: body.senderAccountUID, today })
  if (!payments.ok) return refusedFor(payments.refusal)
  const sha256 = hash('sha256', payments.value.map(({ content }) => content).join('\n'))
  const earlier = await findByContent(tx, tenantId, customerId, sha256)
  if (earlier)
    return refusal('paymentFileKnown', `this file was sent before, as ${earlier.id}: its payments are made once`)
  const file = await insertFile(
    tx,
    {
      ...{ tenantId, id: newId(now), customerId, fileType, name: body.fileName, sha256 },
      ...{ records: payments.value.length, totals: totalsOf(payments.value) },
      status: asksForApproval(customer, 'paymentDualApproval') ? 'PENDING_APPROVAL' : 'PROCESSING',
      ...{ uploadedBy: principal.clientId, uploadedByUser: principal.person?.userId ?? null },
      ...{ legalEntityId: principal.legalEntityId, createdAt: now },
    },
    payments.value.map(({ record, entryType, request }) => ({
      ...{ record, entryType, request: fileType === 'ach' ? leavingInTime(request, institution, today) : request },
    })),
  )
  await recordFile(tx, principal.clientId, { action: 'uploaded', after: file }, now)
  return accept(file)
}

/** An entry names the day of its settlement, and a payment the one on which it leaves. */
function leavingInTime(
  { paymentDate: settlesOn, ...request }: { paymentDate?: string },
  { settings }: Institution,
  today: Temporal.PlainDate,
): object {
  if (settlesOn === undefined) return request
  const paymentDate = sendingDateFor(settlesOn, today, railCalendar({ rail: 'ACH', currencies: ['USD'] }, settings))
  return { ...request, ...(paymentDate && { paymentDate }) }
}

/** The speed of every payment in a file of the type, if it has one. */
const SPEED_OF: Partial<Record<FileType, Speed>> = { fedwire: 'Express', rtp: 'Instant' }

function readRecords(
  fileType: FileType,
  content: string,
  { achCompanyId }: Pick<CustomerRow, 'achCompanyId'>,
): Result<readonly FileRecord[], Fault[]> {
  const text = content.replace(/^\uFEFF/, '')
  return fileType === 'ach' ? readAch(text, achCompanyId) : readCsv(text, SPEED_OF[fileType])
}

function refusedFor(faults: readonly Fault[]): { ok: false; refusal: Refusal } {
  return refuse({ reason: 'invalidPaymentFile', detail: describeFaults(faults) })
}

function totalsOf(payments: readonly PaymentOfFile[]): Total[] {
  const totals = new Map<string, { credits: bigint; debits: bigint }>()
  for (const { entryType, amount, currency } of payments) {
    const total = totals.get(currency) ?? { credits: 0n, debits: 0n }
    if (entryType === 'CREDIT') total.credits += amount
    else total.debits += amount
    totals.set(currency, total)
  }
  return Array.from(totals, ([currency, { credits, debits }]) => ({
    ...{ currency, credits: formatAmount(credits, currency), debits: formatAmount(debits, currency) },
  }))
}

/** Records a change of a file in the audit log and the feed. */
export async function recordFile(
  tx: Transaction,
  actor: string,
  { action, before, after }: { action: string; before?: PaymentFile; after: PaymentFile },
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId, id, customerId } = after
  const subject = { kind: 'paymentFile', id, customerId }
  const states = { ...(before && { before: renderTrace(before) }), after: renderTrace(after) }
  await recordChange(tx, { tenantId, actor, action: `payment.file.${action}`, subject, ...states }, now)
}
