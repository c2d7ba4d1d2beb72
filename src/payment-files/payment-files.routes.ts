import './payment-files.errors.ts'
import Type from 'typebox'
import { requireCustomer } from '../customers/customers.ts'
import { defineOperation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { accept } from '../kernel/result.ts'
import { approveFile, rejectFile, requireFile } from './decide-file.ts'
import {
  exampleFile,
  exampleRecord,
  exampleUpload,
  FileParams,
  FileReply,
  FilesParams,
  FilesQuery,
  parseFileFilter,
  parseFileType,
  RecordsQuery,
  RecordsReply,
  RejectBody,
  renderFile,
  renderRecord,
  SearchFilesBody,
  UploadBody,
  UploadParams,
} from './payment-files.schema.ts'
import { countOutcomes, readRecords, searchFiles } from './payment-files.store.ts'
import { uploadFile } from './upload-file.ts'

const PATH = '/v1/payments/customers/{customerUID}/files'
const ONE = `${PATH}/{fileType}/{fileUID}`

const shared = { tag: 'Payments', invalid: 'invalidPaymentFile' } as const
const customerErrors = ['customerNotFound', 'foreignCustomer'] as const
const fileErrors = [...customerErrors, 'paymentFileNotFound'] as const

const DEFAULT_RECORDS = 100

export const paymentFileOperations = [
  defineOperation({
    ...shared,
    id: 'uploadPaymentFile',
    method: 'POST',
    paths: [`${PATH}/{fileType}`],
    summary: 'Upload a file of payments',
    description:
      'Takes up to 1000 payments of a customer as CSV or as a NACHA file. A file of the type fedwire or rtp is CSV whose payments all have the speed Express or Instant. The file is checked as a whole first: if any record is wrong, nothing is taken, and the message names record, field and reason. Then the worker makes each payment under the rules for a single one; a payment that is refused stops no other. If the customer has dual approval of payments, another person approves the file first. A file with the same content is taken once, unless it was rejected. /docs/pages/payment-files describes the formats.',
    failure: 'The file was not taken',
    entitlement: 'Bulk_Payments.Upload_Bulk_Payment_File',
    errors: [...customerErrors, 'paymentFileKnown'],
    conflicts: { payment_files_content: { reason: 'paymentFileKnown' } },
    params: UploadParams,
    body: UploadBody,
    bodyKiB: 128,
    examples: [{ summary: 'Two invoices', value: exampleUpload }],
    reply: {
      status: 201,
      description: 'The file was taken.',
      data: FileReply,
      example: { ...exampleFile, status: 'PROCESSING', made: undefined, refused: undefined, endedAt: undefined },
    },
    async change(tx, app, { principal, params, body }) {
      const fileType = parseFileType(params.fileType)
      const path = { customerUID: params.customerUID, fileType }
      const senderAccountUID = body.senderAccountUID === undefined ? undefined : String(body.senderAccountUID)
      const taken = await uploadFile(tx, principal, path, { ...body, senderAccountUID }, app.clock.now())
      return taken.ok ? accept({ data: renderFile(taken.value) }) : taken
    },
  }),

  defineOperation({
    ...shared,
    id: 'searchPaymentFiles',
    method: 'POST',
    paths: [`${PATH}/search`],
    isQuestion: true,
    summary: 'Search the files of payments',
    description: 'Newest first. All filters must match.',
    failure: 'The files were not searched',
    entitlement: 'Bulk_Payments.View_bulk_payments',
    errors: customerErrors,
    params: FilesParams,
    query: FilesQuery,
    body: SearchFilesBody,
    examples: [{ summary: 'What waits for approval', value: { status: 'PENDING_APPROVAL' } }],
    reply: {
      status: 200,
      description: 'A page of files.',
      data: Type.Array(FileReply),
      paged: true,
      example: [{ ...exampleFile, made: undefined, refused: undefined }],
    },
    handle: (app, { principal, params, query, body }) =>
      app.db.read(async (db) => {
        const customer = await requireCustomer(db, principal, params.customerUID)
        if (!customer.ok) return customer
        const filter = parseFileFilter(customer.value.id, body)
        const found = await searchFiles(db, principal.tenantId, filter, query)
        return accept({ data: found.rows.map((file) => renderFile(file)), pagination: describePage(query, found) })
      }),
  }),

  defineOperation({
    ...shared,
    id: 'getPaymentFile',
    method: 'GET',
    paths: [ONE],
    summary: 'Read a file of payments',
    description:
      'Its counts say how many of its records became payments so far; the records themselves are a list of their own.',
    failure: 'The file was not read',
    entitlement: 'Bulk_Payments.View_bulk_payments',
    errors: fileErrors,
    params: FileParams,
    reply: { status: 200, description: 'The file, with how far it is.', data: FileReply, example: exampleFile },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const file = await requireFile(db, principal, params)
        if (!file.ok) return file
        return accept({ data: renderFile(file.value, await countOutcomes(db, principal.tenantId, file.value.id)) })
      }),
  }),

  defineOperation({
    ...shared,
    id: 'listPaymentFileRecords',
    method: 'GET',
    paths: [`${ONE}/records`],
    summary: 'List the records of a file of payments',
    description: 'In their order, each with its payment, or with the reason why it was refused.',
    failure: 'The records were not listed',
    entitlement: 'Bulk_Payments.View_bulk_payments',
    errors: fileErrors,
    params: FileParams,
    query: RecordsQuery,
    reply: {
      status: 200,
      description: 'The records.',
      data: RecordsReply,
      example: { records: [exampleRecord] },
    },
    handle: (app, { principal, params, query: { after = 0, limit = DEFAULT_RECORDS } }) =>
      app.db.read(async (db) => {
        const file = await requireFile(db, principal, params)
        if (!file.ok) return file
        const found = await readRecords(db, principal.tenantId, file.value.id, { after, limit: limit + 1 })
        const records = found.slice(0, limit).map(renderRecord)
        return accept({ data: { records, ...(found.length > limit && { next: records.at(-1)!.record }) } })
      }),
  }),

  defineOperation({
    ...shared,
    id: 'approvePaymentFile',
    method: 'PUT',
    paths: [`${ONE}/approve`],
    summary: 'Approve a file of payments',
    description:
      'Lets the payments of the file be made, or the rest of them if it was stopped. The client or user that uploaded it cannot approve it. Each payment then waits for the approvals that the customer asks for a payment of its amount.',
    failure: 'The file was not approved',
    entitlement: 'Bulk_Payments.Approve_bulk_payments',
    errors: [...fileErrors, 'paymentFileNotPending', 'paymentFileAltered', 'paymentFileOwn'],
    params: FileParams,
    reply: {
      status: 200,
      description: 'The file was approved.',
      data: FileReply,
      example: { ...exampleFile, status: 'PROCESSING', made: undefined, refused: undefined, endedAt: undefined },
    },
    async change(tx, app, { principal, params }) {
      const approved = await approveFile(tx, principal, params, {
        now: app.clock.now(),
        tokenNow: app.tokenClock.now(),
      })
      return approved.ok ? accept({ data: renderFile(approved.value) }) : approved
    },
  }),

  defineOperation({
    ...shared,
    id: 'rejectPaymentFile',
    method: 'PUT',
    paths: [`${ONE}/reject`],
    summary: 'Reject a file of payments',
    description:
      'Ends the file before any payment is made. The same content can be uploaded again. If a file that was stopped has made payments, its other records are refused, and it is PROCESSED.',
    failure: 'The file was not rejected',
    entitlement: 'Bulk_Payments.Approve_bulk_payments',
    errors: [...fileErrors, 'paymentFileNotPending'],
    params: FileParams,
    body: RejectBody,
    examples: [{ summary: 'A wrong account', value: { reason: 'The sender is the wrong account' } }],
    reply: {
      status: 200,
      description: 'The file was rejected.',
      data: FileReply,
      example: {
        ...exampleFile,
        status: 'REJECTED',
        reason: 'The sender is the wrong account',
        made: undefined,
        refused: undefined,
      },
    },
    async change(tx, app, { principal, params, body }) {
      const rejected = await rejectFile(tx, principal, params, body.reason, app.clock.now())
      return rejected.ok ? accept({ data: renderFile(rejected.value) }) : rejected
    },
  }),
]
