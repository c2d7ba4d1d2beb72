import Type, { type Static } from 'typebox'
import { fileText, mustBeName, name, named, optionalText, text, Uid, UidInBody } from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { words } from '../kernel/words.ts'
import { FILE_TYPES, type FileType } from './domain/file-record.ts'
import { FILE_STATUSES, type FileFilter, type FileRecordRow, type PaymentFile } from './payment-files.store.ts'

const FILE_RECORD_STATUSES = words('PaymentFileRecordStatus', ['Waiting', 'Made', 'Refused'])

const FILE_TYPES_SAY = 'csv; ach: NACHA; fedwire and rtp: CSV of wires, and of instant payments.'

export const FilesParams = Type.Object({ customerUID: Uid })
export const UploadParams = Type.Object({
  customerUID: Uid,
  fileType: name(FILE_TYPES, { description: FILE_TYPES_SAY }),
})
export const FileParams = Type.Object({
  customerUID: Uid,
  fileType: name(FILE_TYPES, { description: FILE_TYPES_SAY }),
  fileUID: text(64, { description: 'The identifier of the file.' }),
})

export function parseFileType(given: string): FileType {
  return mustBeName(FILE_TYPES, given)
}

/** A thousand entries of a NACHA file are 95 KiB; rows of CSV are shorter. */
const MAX_CHARACTERS = 112 * 1024

export const UploadBody = named(
  'PaymentFileRequest',
  {
    fileName: text(128, { description: 'For people; the content decides whether the file is another one.' }),
    content: Type.String({
      minLength: 1,
      maxLength: MAX_CHARACTERS,
      ...fileText,
      description: 'The text of the file.',
    }),
    senderAccountUID: Type.Optional(
      Type.Union([UidInBody], {
        description: "The customer's account, for records that name none. A NACHA file names none.",
      }),
    ),
  },
  { additionalProperties: false },
)
export type UploadBody = { fileName: string; content: string; senderAccountUID?: string }

export const RejectBody = named(
  'PaymentFileRejection',
  { reason: text(200, { description: 'Why the file is rejected.' }) },
  { additionalProperties: false },
)

export const SearchFilesBody = named(
  'PaymentFileSearch',
  {
    fileType: Type.Optional(name(FILE_TYPES, { description: FILE_TYPES_SAY })),
    status: Type.Optional(name(FILE_STATUSES)),
    fileName: optionalText(128, { description: 'The name of the file, as it was given.' }),
  },
  { additionalProperties: false },
)
export const FilesQuery = Type.Object(pageQuery)

export function parseFileFilter(customerId: bigint, body: Static<typeof SearchFilesBody>): FileFilter {
  return {
    customerId,
    fileType: body.fileType === undefined ? undefined : mustBeName(FILE_TYPES, body.fileType),
    status: body.status === undefined ? undefined : mustBeName(FILE_STATUSES, body.status),
    name: body.fileName || undefined,
  }
}

const instant = (description: string) => Type.String({ format: 'date-time', description })

export const FileReply = named('PaymentFile', {
  fileUID: Type.String({ description: 'The identifier of the file.' }),
  customerUID: Type.String(),
  fileType: name(FILE_TYPES, { description: FILE_TYPES_SAY }),
  fileName: Type.String({ description: 'The name that the client gave.' }),
  sha256: Type.String({ description: 'The hash of the content, in hexadecimal.' }),
  status: name(FILE_STATUSES, {
    description:
      'PENDING_APPROVAL, also for a file that was stopped; PROCESSING: the payments are being made; PROCESSED: each record has a payment or a refusal; or REJECTED.',
  }),
  records: Type.Integer({ description: 'How many payments the file has.' }),
  totals: Type.Array(
    Type.Object({
      currency: Type.String({ description: 'The currency.' }),
      credits: Type.String({ description: 'The sum of the credits.' }),
      debits: Type.String({ description: 'The sum of the debits.' }),
    }),
  ),
  made: Type.Optional(Type.Integer({ description: 'How many payments were made so far.' })),
  refused: Type.Optional(Type.Integer({ description: 'How many records were refused so far.' })),
  uploadedBy: Type.String({ description: 'The client that uploaded it.' }),
  createdAt: instant('When the file was uploaded.'),
  decidedBy: Type.Optional(Type.String({ description: 'Who approved or rejected it.' })),
  decidedAt: Type.Optional(instant('When it was approved or rejected.')),
  stoppedAt: Type.Optional(
    instant('When it was last stopped, because the one that uploaded or approved it lost the right to do so.'),
  ),
  reason: Type.Optional(Type.String({ description: 'Why it was rejected, or why it is stopped.' })),
  endedAt: Type.Optional(instant('When it was rejected, or its last payment made.')),
})

export function renderFile(file: PaymentFile, outcomes?: { made: number; refused: number }): Static<typeof FileReply> {
  return {
    fileUID: file.id,
    customerUID: String(file.customerId),
    fileType: file.fileType,
    fileName: file.name,
    sha256: file.sha256,
    status: file.status,
    records: file.records,
    totals: file.totals,
    ...outcomes,
    uploadedBy: file.uploadedBy,
    createdAt: timestamp(file.createdAt),
    decidedBy: file.decidedBy ?? undefined,
    decidedAt: file.decidedAt === null ? undefined : timestamp(file.decidedAt),
    stoppedAt: file.stoppedAt === null ? undefined : timestamp(file.stoppedAt),
    reason: file.reason ?? undefined,
    endedAt: file.endedAt === null ? undefined : timestamp(file.endedAt),
  }
}

/** The file as the audit log and the feed show it. */
export function renderTrace(file: PaymentFile): object {
  return renderFile(file)
}

export const RecordsQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The last record of the page before.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Default 100.' })),
})

export const RecordReply = named('PaymentFileRecord', {
  record: Type.Integer({ description: 'The number of the row after the header, or of the entry, from 1.' }),
  externalReferenceId: Type.String(),
  status: name(FILE_RECORD_STATUSES, { description: 'Whether its payment is made.' }),
  paymentUID: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String({ description: 'Why the payment was refused.' })),
})

export function renderRecord({ record, request, paymentId, code, refusal }: FileRecordRow): Static<typeof RecordReply> {
  return {
    record,
    // Nobody knows what the request of an altered record is.
    externalReferenceId: String((request as { externalReferenceId?: unknown } | null)?.externalReferenceId ?? ''),
    status: paymentId !== null ? 'Made' : refusal !== null ? 'Refused' : 'Waiting',
    paymentUID: paymentId ?? undefined,
    code: code ?? undefined,
    message: refusal ?? undefined,
  }
}

export const exampleUpload = {
  fileName: 'suppliers-july.csv',
  content:
    'externalReferenceId,amount,currency,speed,contactUID\ninvoice-118,125.50,USD,Economy,100217\ninvoice-119,80,USD,Economy,100217\n',
  senderAccountUID: '100108',
}

export const exampleFile = {
  fileUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
  customerUID: '100042',
  fileType: 'csv',
  fileName: exampleUpload.fileName,
  sha256: 'a'.repeat(64),
  status: 'PROCESSED',
  records: 2,
  totals: [{ currency: 'USD', credits: '205.50', debits: '0.00' }],
  made: 2,
  refused: 0,
  uploadedBy: 'giro_0Aq1Bw2Ce3Dr4Et5Fy6Gu7',
  createdAt: '2026-07-01T12:00:00Z',
  endedAt: '2026-07-01T12:00:02Z',
}

export const exampleRecord = {
  record: 1,
  externalReferenceId: 'invoice-118',
  status: 'Made',
  paymentUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6e',
}

export const RecordsReply = named('PaymentFileRecords', {
  records: Type.Array(RecordReply, { description: 'The records in their order.' }),
  next: Type.Optional(
    Type.Integer({ description: 'The value of `after` for the next page; absent on the last page.' }),
  ),
})
