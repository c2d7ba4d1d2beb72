import '../rails.errors.ts'
import Type, { type Static } from 'typebox'
import { underDualControl } from '../../approvals/approvals.ts'
import { defineOperation } from '../../http/operation.ts'
import { describePage } from '../../http/paging.ts'
import { readInstitutionTime, requireInstitution } from '../../institution/institution.ts'
import { refusal } from '../../kernel/refusal.ts'
import { accept } from '../../kernel/result.ts'
import {
  ContentReply,
  exampleIn,
  exampleOut,
  FileDetailsReply,
  FileParams,
  FileReply,
  FilesQuery,
  PartQuery,
  parseFilesFilter,
  ReasonBody,
  renderDetails,
  renderFile,
  renderIn,
  renderOut,
  renderPart,
} from './rail-files.schema.ts'
import { searchRailFiles } from './rail-files.store.ts'
import { findFile, readContent } from './read-file.ts'
import { releaseFile } from './release-file.ts'
import { resendFile } from './resend-file.ts'

const PATH = '/v1/institution/files'
const ONE = `${PATH}/{fileUID}`
const shared = { tag: 'Institution', invalid: 'invalidRailDecision' } as const

/** The evidence of a file with the name came in while this one got it. */
const nameTaken = { reason: 'railFileNotResendable', detail: 'its next name has just been taken' } as const

const decidedByTwo = underDualControl<Static<typeof FileParams>, unknown>('rails', async (_tx, { params }) => ({
  subjectId: params.fileUID,
}))

export const railFileOperations = [
  defineOperation({
    ...shared,
    id: 'listRailFiles',
    method: 'GET',
    paths: [PATH],
    summary: 'List the files to and from the networks',
    description: 'Newest first. All filters must match.',
    failure: 'The files were not listed',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    query: FilesQuery,
    reply: {
      ...{ status: 200, description: 'A page of files.', data: Type.Array(FileReply), paged: true },
      example: [exampleOut],
    },
    handle: (app, { principal, query }) =>
      app.db.read(async (db) => {
        const institution = await requireInstitution(db, principal)
        if (!institution.ok) return institution
        const filter = parseFilesFilter(query, institution.value.timeZone)
        if (!filter) return refusal('invalidRailDecision', 'fromDate or toDate: the day does not exist')
        const found = await searchRailFiles(db, principal.tenantId, filter, query)
        return accept({ data: found.rows.map(renderFile), pagination: describePage(query, found) })
      }),
  }),

  defineOperation({
    ...shared,
    id: 'getRailFile',
    method: 'GET',
    paths: [ONE],
    summary: 'Read a file to or from a network',
    description: 'Its state, counts and totals, the evidence of its hand-over, or why it is in quarantine.',
    failure: 'The file was not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution', 'railFileNotFound'],
    params: FileParams,
    reply: { status: 200, description: 'The file.', data: FileDetailsReply, example: exampleIn },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const institution = await requireInstitution(db, principal)
        if (!institution.ok) return institution
        const found = await findFile(db, principal.tenantId, params.fileUID)
        return found.ok ? accept({ data: renderDetails(found.value) }) : found
      }),
  }),

  defineOperation({
    ...shared,
    id: 'getRailFileContent',
    method: 'GET',
    paths: [`${ONE}/content`],
    summary: 'Read the bytes of a file',
    description: 'A part at a time. The bytes name people and their accounts: each reading is in the audit log.',
    failure: 'The content was not read',
    entitlement: 'Institution.View_File_Content',
    errors: ['notTheInstitution', 'railFileNotFound', 'railFileWithoutContent', 'railFilePartNotFound'],
    params: FileParams,
    query: PartQuery,
    reply: {
      ...{ status: 200, description: 'A part of the bytes.', data: ContentReply },
      example: {
        ...{ fileUID: exampleIn.fileUID, name: exampleIn.name, part: 0, parts: 1, sizeBytes: 3 },
        ...{ sha256: exampleIn.sha256, content: 'MTAx' },
      },
    },
    async handle(app, { principal, params, query: { part = 0 } }) {
      const now = await app.db.read(async (db) => {
        const institution = await requireInstitution(db, principal)
        return institution.ok ? accept(await readInstitutionTime(db, principal.tenantId, app.clock)) : institution
      })
      if (!now.ok) return now
      const read = await readContent(app, principal, params.fileUID, part, now.value)
      return read.ok ? accept({ data: renderPart(read.value) }) : read
    },
  }),

  defineOperation({
    ...shared,
    id: 'resendRailFile',
    method: 'POST',
    paths: [`${ONE}/resend`],
    summary: 'Send a file to its network again',
    description:
      'The same bytes leave under another name. Ask the operator of the network first: it refuses a file with the header and totals of one that it has, unless it expects it.',
    failure: 'The file was not sent again',
    entitlement: 'Institution.Manage_Rails',
    errors: ['notTheInstitution', 'railFileNotFound', 'railFileNotResendable'],
    conflicts: { rail_handovers_name: nameTaken, ach_files_tenant_id_name_key: nameTaken },
    params: FileParams,
    body: ReasonBody,
    examples: [{ summary: 'The operator lost it', value: { reason: 'The operator never got the file' } }],
    reply: {
      ...{ status: 200, description: 'The hand-over of the same bytes.', data: FileDetailsReply },
      example: { ...exampleOut, state: 'Waiting', name: 'bank-20260701-0002.resent-1.ach', resends: exampleIn.fileUID },
    },
    secondPerson: decidedByTwo,
    async change(tx, app, { principal, params, body }) {
      const institution = await requireInstitution(tx, principal)
      if (!institution.ok) return institution
      const sent = await resendFile(tx, principal, params.fileUID, body.reason, app.clock.now())
      return sent.ok ? accept({ data: renderOut(sent.value) }) : sent
    },
  }),

  defineOperation({
    ...shared,
    id: 'releaseRailFile',
    method: 'POST',
    paths: [`${ONE}/release`],
    summary: 'Import a file in quarantine once more',
    description: 'Correct first what it was refused for. If it is still wrong, it goes to quarantine again.',
    failure: 'The file was not released',
    entitlement: 'Institution.Manage_Rails',
    errors: ['notTheInstitution', 'railFileNotFound', 'railFileNotQuarantined'],
    params: FileParams,
    body: ReasonBody,
    examples: [{ summary: 'Another setting', value: { reason: 'The routing number is in the settings now' } }],
    reply: {
      ...{ status: 200, description: 'The file waits for its import.', data: FileDetailsReply },
      example: { ...exampleIn, state: 'RECEIVED', refusal: undefined, endedAt: undefined },
    },
    secondPerson: decidedByTwo,
    async change(tx, app, { principal, params, body }) {
      const institution = await requireInstitution(tx, principal)
      if (!institution.ok) return institution
      const released = await releaseFile(tx, principal, params.fileUID, body.reason, app.clock.now())
      return released.ok ? accept({ data: renderIn(released.value) }) : released
    },
  }),
]
