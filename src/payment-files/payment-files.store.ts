import { type Altered, splitAltered } from '../db/altered-rows.ts'
import type { Connection, Transaction } from '../db/client.ts'
import { contentIndex, findAlteredContents, whyRowAltered } from '../db/content-digest.ts'
import { FILE_RECORDS, PAYMENT_FILES } from '../db/digested-tables.ts'
import { byId, insertRow, insertRows, lockById, updateById } from '../db/rows.ts'
import type { PaymentFiles } from '../db/types.ts'
import { conditions, readPage, readTotal } from '../db/where.ts'
import { isUuid } from '../kernel/id.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import { words } from '../kernel/words.ts'
import type { FileType } from './domain/file-record.ts'

export const FILE_STATUSES = words('PaymentFileStatus', ['PENDING_APPROVAL', 'PROCESSING', 'PROCESSED', 'REJECTED'])
export type FileStatus = (typeof FILE_STATUSES)[number]

export type PaymentFile = Omit<PaymentFiles, 'totals'> & { totals: Total[] }

export interface Total {
  currency: string
  credits: string
  debits: string
}

/** A payment to make: the body of its request. */
export interface NewRecord {
  record: number
  entryType: 'CREDIT' | 'DEBIT'
  request: object
}

/** What became of a record. */
export interface RecordOutcome {
  record: number
  paymentId: string | null
  code: string | null
  refusal: string | null
}

/** The idempotency key of a record's payment, which `notePaymentsMade` finds again. */
export const keyOfRecord = (fileId: string, record: number): string => `file:${fileId}:${record}`

export type FileRecordRow = NewRecord & Omit<RecordOutcome, 'record'>

/** A file that nobody has decided. */
const UNDECIDED = {
  ...{ decidedBy: null, decidedByUser: null, decidedAt: null, stoppedAt: null },
  ...{ reason: null, endedAt: null, version: 1n },
}

export async function insertFile(
  tx: Transaction,
  file: Omit<PaymentFile, keyof typeof UNDECIDED | 'contentIndex'>,
  records: readonly NewRecord[],
): Promise<PaymentFile> {
  const { tenantId, id: fileId } = file
  const undecided = { ...file, ...UNDECIDED }
  const row = await insertRow(tx, 'payment_files', { ...undecided, contentIndex: digestOf(tx, undecided) })
  const open = { paymentId: null, code: null, refusal: null }
  await insertRows(
    tx,
    'payment_file_records',
    { tenantId, fileId, ...open },
    records.map((one) => ({ ...one, contentIndex: contentIndex(tx, tenantId, FILE_RECORDS, { ...one, fileId }) })),
  )
  return row as PaymentFile
}

const contentOf = <File extends Pick<PaymentFile, 'stoppedAt'>>(file: File) => ({
  ...file,
  isStopped: file.stoppedAt !== null,
})

const digestOf = (db: Connection, file: Omit<PaymentFile, 'contentIndex'>) =>
  contentIndex(db, file.tenantId, PAYMENT_FILES, contentOf(file))

/** Why a file is not the one that the service stored; undefined if it is. */
export function whyFileAltered(db: Connection, file: PaymentFile): string | undefined {
  return whyRowAltered(db, file.tenantId, PAYMENT_FILES, contentOf(file))
}

/** The file with the same content that was not rejected. */
export async function findByContent(
  db: Connection,
  tenantId: bigint,
  customerId: bigint,
  sha256: string,
): Promise<Pick<PaymentFile, 'id'> | undefined> {
  return db.row<Pick<PaymentFile, 'id'>>(
    `select id from payment_files where tenant_id = $1 and customer_id = $2 and sha256 = $3 and status <> 'REJECTED'`,
    [tenantId, customerId, sha256],
  )
}

export async function findFile(db: Connection, tenantId: bigint, id: string): Promise<PaymentFile | undefined> {
  return (await byId(db, 'payment_files', tenantId, id)) as PaymentFile | undefined
}

export async function lockFile(tx: Transaction, tenantId: bigint, id: string): Promise<PaymentFile | undefined> {
  return (await lockById(tx, 'payment_files', tenantId, id)) as PaymentFile | undefined
}

/** The caller has locked the file. One that was altered gets no digest by a change. */
export async function changeFile(
  tx: Transaction,
  before: PaymentFile,
  changes: Partial<
    Pick<PaymentFile, 'status' | 'decidedBy' | 'decidedByUser' | 'decidedAt' | 'stoppedAt' | 'reason' | 'endedAt'>
  >,
): Promise<PaymentFile> {
  const after = { ...before, ...changes, version: before.version + 1n }
  const digest = whyFileAltered(tx, before) === undefined ? digestOf(tx, after) : before.contentIndex
  const written = { ...changes, contentIndex: digest }
  return (await updateById(tx, 'payment_files', before.tenantId, before.id, written)) as PaymentFile
}

export interface FileFilter {
  customerId: bigint
  fileType?: FileType
  status?: FileStatus
  name?: string
}

/** Newest first. */
export async function searchFiles(
  db: Connection,
  tenantId: bigint,
  { customerId, fileType, status, name }: FileFilter,
  page: PageRequest,
): Promise<PageOf<PaymentFile>> {
  const where = conditions(tenantId)
  where.equals('customer_id', customerId)
  where.equals('file_type', fileType)
  where.equals('status', status)
  where.equals('name', name)
  const rows = await readPage<PaymentFile>(
    db,
    where,
    page,
    (bounds) => `select * from payment_files where tenant_id = $1 ${where} order by id desc ${bounds}`,
  )
  const count = `select count(*) as total from payment_files where tenant_id = $1 ${where}`
  return { rows, total: await readTotal(db, where, count) }
}

/** How many payments of a file were made and refused so far. */
export async function countOutcomes(
  db: Connection,
  tenantId: bigint,
  fileId: string,
): Promise<{ made: number; refused: number }> {
  const row = await db.row<Record<'made' | 'refused', bigint>>(
    `select count(payment_id) as made, count(refusal) as refused from payment_file_records
     where tenant_id = $1 and file_id = $2`,
    [tenantId, fileId],
  )
  return { made: Number(row?.made), refused: Number(row?.refused) }
}

/** The records of a file in order, after a record. */
export function readRecords(
  db: Connection,
  tenantId: bigint,
  fileId: string,
  { after, limit }: { after: number; limit: number },
): Promise<FileRecordRow[]> {
  return db.query<FileRecordRow>(
    `select record, entry_type, request, payment_id, code, refusal from payment_file_records
     where tenant_id = $1 and file_id = $2 and record > $3 order by record limit $4`,
    [tenantId, fileId, after, limit],
  )
}

/** The first records of a file that have no outcome, and among them those that were altered. */
export async function readOpenRecords(db: Connection, tenantId: bigint, fileId: string, limit: number) {
  const rows = await db.query<FileRecordRow & { fileId: string; contentIndex: string | null } & Altered>(
    `select file_id, record, entry_type, request, payment_id, code, refusal, content_index from payment_file_records
     where tenant_id = $1 and file_id = $2 and payment_id is null and refusal is null order by record limit $3`,
    [tenantId, fileId, limit],
  )
  return splitAltered(rows.map((row) => ({ ...row, altered: whyRowAltered(db, tenantId, FILE_RECORDS, row) })))
}

/** The files that have not ended and are not what the service stored. */
export function findAlteredFiles(db: Connection, tenantId: bigint): Promise<{ id: string; altered: string }[]> {
  return findAlteredContents(db, tenantId, PAYMENT_FILES, `r.status in ('PENDING_APPROVAL', 'PROCESSING')`)
}

/** The same for their records without an outcome. */
export function findAlteredRecords(db: Connection, tenantId: bigint): Promise<{ id: string; altered: string }[]> {
  const isOpen = `r.payment_id is null and r.refusal is null and exists (select from payment_files f
    where f.tenant_id = $1 and f.id = r.file_id and f.status in ('PENDING_APPROVAL', 'PROCESSING'))`
  return findAlteredContents(db, tenantId, FILE_RECORDS, isOpen)
}

/**
 * Notes what became of records. A record keeps its first outcome, except that a payment that was
 * made stands before a refusal.
 */
export async function writeOutcomes(
  tx: Transaction,
  tenantId: bigint,
  fileId: string,
  outcomes: readonly RecordOutcome[],
): Promise<void> {
  await tx.query(
    `update payment_file_records r set payment_id = o.payment_id, code = o.code, refusal = o.refusal
     from unnest($3::integer[], $4::uuid[], $5::text[], $6::text[]) as o (record, payment_id, code, refusal)
     where r.tenant_id = $1 and r.file_id = $2 and r.record = o.record and r.payment_id is null
       and (r.refusal is null or o.payment_id is not null)`,
    [
      ...[tenantId, fileId],
      outcomes.map(({ record }) => record),
      outcomes.map(({ paymentId }) => paymentId),
      outcomes.map(({ code }) => code),
      outcomes.map(({ refusal }) => refusal),
    ],
  )
}

/** What makes a payment `p` that of a record `r`, in SQL. The answer of a key can name any. */
const IS_OF_RECORD = `p.external_reference_id = r.request ->> 'externalReferenceId'`

/** Those of the records whose payments are theirs: of the customer, and with their reference. */
export async function readOwnPayments(
  tx: Transaction,
  { tenantId, id, customerId }: Pick<PaymentFile, 'tenantId' | 'id' | 'customerId'>,
  made: readonly RecordOutcome[],
): Promise<Set<number>> {
  const named = made.filter(({ paymentId }) => paymentId !== null && isUuid(paymentId))
  const rows = await tx.query<{ record: number }>(
    `select r.record from unnest($4::integer[], $5::uuid[]) as o (record, payment_id)
       join payment_file_records r on r.tenant_id = $1 and r.file_id = $2 and r.record = o.record
       join payments p on p.tenant_id = $1 and p.id = o.payment_id and p.customer_id = $3 and ${IS_OF_RECORD}`,
    [tenantId, id, customerId, named.map(({ record }) => record), named.map(({ paymentId }) => paymentId)],
  )
  return new Set(rows.map(({ record }) => record))
}

/**
 * Notes the payments that were made of records whose outcome was not written, because the worker
 * ended before: the intake has kept each payment with the key of its record.
 */
export async function notePaymentsMade(
  tx: Transaction,
  { tenantId, id, customerId, uploadedBy }: Pick<PaymentFile, 'tenantId' | 'id' | 'customerId' | 'uploadedBy'>,
): Promise<void> {
  await tx.query(
    `update payment_file_records r set payment_id = p.id, code = null, refusal = null
     from idempotency_keys k
       join payments p on p.tenant_id = $1 and p.customer_id = $4 and p.id = case
         when k.response -> 'value' ->> 'paymentUID' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
         then (k.response -> 'value' ->> 'paymentUID')::uuid end
     where r.tenant_id = $1 and r.file_id = $2 and r.payment_id is null
       and k.tenant_id = $1 and k.client_id = $3 and k.key = 'file:' || r.file_id || ':' || r.record
       and k.operation = case r.entry_type when 'DEBIT' then 'createDebitPayment' else 'createCreditPayment' end
       and k.response ->> 'ok' = 'true' and ${IS_OF_RECORD}`,
    [tenantId, id, uploadedBy, customerId],
  )
}

/** Gives the records that have no outcome yet this refusal. */
export async function refuseOpenRecords(
  tx: Transaction,
  tenantId: bigint,
  fileId: string,
  { code, refusal }: { code: string; refusal: string },
): Promise<void> {
  await tx.query(
    `update payment_file_records set code = $3, refusal = $4
     where tenant_id = $1 and file_id = $2 and payment_id is null and refusal is null`,
    [tenantId, fileId, code, refusal],
  )
}

/** The tenants with a file whose payments are to be made. Only this query reads across tenants. */
export async function tenantsWithOpenFiles(db: Connection): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where exists (
       select from payment_files f where f.tenant_id = i.tenant_id and f.status = 'PROCESSING') order by i.tenant_id`,
  )
  return rows.map(({ tenantId }) => tenantId)
}

/** The oldest file whose payments are to be made. */
export async function nextOpenFile(db: Connection, tenantId: bigint): Promise<PaymentFile | undefined> {
  return db.row<PaymentFile>(
    `select * from payment_files where tenant_id = $1 and status = 'PROCESSING' order by id limit 1`,
    [tenantId],
  )
}
