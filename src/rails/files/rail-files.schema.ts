import { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { dateField, mustBeName, name, named, parseDate, text } from '../../http/fields.ts'
import { pageQuery } from '../../http/paging.ts'
import { formatAmount } from '../../kernel/money.ts'
import { RAILS } from '../../kernel/rail.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { ACKNOWLEDGEMENT_OUTCOMES, type ShownAcknowledgement } from '../ach/file-acknowledgements.store.ts'
import { DELIVERY_STATUSES, type Delivery } from '../courier/deliveries.store.ts'
import type { EndedFile } from '../incoming/incoming-files.store.ts'
import {
  FILE_DIRECTIONS,
  FILE_STATES,
  type FileDirection,
  type OutgoingFile,
  type RailFile,
  type RailFileFilter,
} from './rail-files.store.ts'
import type { FileDetails, FilePart } from './read-file.ts'

export const FileParams = Type.Object({
  fileUID: Type.String({ format: 'uuid', description: 'The identifier of the file.' }),
})

export const FilesQuery = Type.Object({
  ...pageQuery,
  rail: Type.Optional(name(RAILS)),
  direction: Type.Optional(name(FILE_DIRECTIONS)),
  state: Type.Optional(name(FILE_STATES)),
  name: Type.Optional(text(255, { description: 'The whole name of the file.' })),
  fromDate: Type.Optional(dateField("The first day, in the institution's time zone.")),
  toDate: Type.Optional(dateField("The last day, in the institution's time zone.")),
})

export const PartQuery = Type.Object({
  part: Type.Optional(Type.Integer({ minimum: 0, maximum: 16_384, description: 'From 0; default 0.' })),
})

export const ReasonBody = named('RailFileDecision', { reason: text(200) }, { additionalProperties: false })

/** Undefined if a date does not exist. */
export function parseFilesFilter(query: Static<typeof FilesQuery>, timeZone: string): RailFileFilter | undefined {
  const from = query.fromDate === undefined ? undefined : parseDate(query.fromDate)
  const to = query.toDate === undefined ? undefined : parseDate(query.toDate)
  if ((query.fromDate !== undefined && !from) || (query.toDate !== undefined && !to)) return undefined
  const startOf = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime() }).toInstant()
  return {
    rail: query.rail === undefined ? undefined : mustBeName(RAILS, query.rail),
    direction: query.direction === undefined ? undefined : mustBeName(FILE_DIRECTIONS, query.direction),
    state: query.state === undefined ? undefined : mustBeName(FILE_STATES, query.state),
    name: query.name,
    from: from && startOf(from),
    before: to && startOf(to.add({ days: 1 })),
  }
}

const UID = Type.String({ description: 'The identifier of the file.' })
const FILE_NAME = Type.String({ description: 'The name of the file.' })

const listed = {
  fileUID: UID,
  rail: name(RAILS),
  direction: name(FILE_DIRECTIONS, { description: 'Out: to the network. In: from it.' }),
  name: FILE_NAME,
  state: name(FILE_STATES, {
    description:
      'Out: Waiting, Claimed, HandedOver, InDoubt or Replaced. In: RECEIVING, RECEIVED, IMPORTING, IMPORTED or QUARANTINED.',
  }),
  at: Type.String({ description: 'When it was made, or came in: RFC 3339.' }),
}

export const FileReply = named('RailFile', listed)

const RefusalReply = named(
  'RailFileRefusal',
  {
    line: Type.Optional(Type.Integer({ description: 'The line of the file, from 1.' })),
    record: Type.Optional(Type.String({ description: 'The kind of the record.' })),
    field: Type.Optional(Type.String({ description: 'The field of the record.' })),
    reason: Type.String({ description: 'What is wrong.' }),
  },
  { description: 'Why it is in quarantine.' },
)

const ReleaseReply = named(
  'RailFileRelease',
  {
    by: Type.String({ description: 'The client that decided it.' }),
    reason: Type.String({ description: 'Why.' }),
    at: Type.String({ description: 'RFC 3339.' }),
  },
  { description: 'The last decision to import it once more.' },
)

const DeliveryReply = named(
  'RailFileDelivery',
  {
    state: name(DELIVERY_STATUSES, {
      description:
        'Waiting or Claimed: not on the server yet. Delivered: on it. InDoubt: nobody can tell, and a person decides about the hand-over.',
    }),
    doubt: Type.Optional(Type.String({ description: 'Why nobody can tell whether the network got it.' })),
    decision: Type.Optional(Type.String({ description: 'What a person decided about the doubt.' })),
    deliveredAt: Type.Optional(Type.String({ description: 'When the server had it: RFC 3339.' })),
    missedDeadline: Type.Optional(
      Type.String({ description: 'The deadline of the operator that it was made for and missed: RFC 3339.' }),
    ),
    settlesAt: Type.Optional(Type.String({ description: 'When its late entries settle instead: RFC 3339.' })),
  },
  { description: 'Its way to the SFTP server of the network, if the service carries files there.' },
)

const AcknowledgementReply = named('RailFileAcknowledgement', {
  fileUID: Type.String({ description: 'The incoming file that says so.' }),
  outcome: name(ACKNOWLEDGEMENT_OUTCOMES, {
    description:
      'Accepted: the counts and totals are those that were sent. Rejected: nothing of the file settles until the operator accepts it, or people return its payments. Different: it does not agree with what was sent or said before, and a person decides.',
  }),
  reason: Type.Optional(Type.String({ description: 'Why it was rejected, or what differs.' })),
  batches: Type.Integer({ description: 'How many batches the operator counted.' }),
  entries: Type.Integer({ description: 'How many entries and addenda it counted.' }),
  debitTotal: Type.String({ description: 'The sum of the debits that it counted.' }),
  creditTotal: Type.String({ description: 'The sum of the credits that it counted.' }),
  at: Type.String({ description: 'When it came in: RFC 3339.' }),
})

export const FileDetailsReply = named('RailFileDetails', {
  ...listed,
  entries: Type.Optional(Type.Integer({ description: 'How many entries it has.' })),
  importedEntries: Type.Optional(Type.Integer({ description: 'How many of them are booked.' })),
  debitTotal: Type.Optional(Type.String({ description: 'The sum of its debits.' })),
  creditTotal: Type.Optional(Type.String({ description: 'The sum of its credits.' })),
  sizeBytes: Type.Optional(Type.Integer({ description: 'The size of the content.' })),
  sha256: Type.Optional(Type.String({ description: 'The hash of the content, in hexadecimal.' })),
  notes: Type.Optional(Type.Array(Type.String(), { description: 'What was tolerated in it.' })),
  refusal: Type.Optional(RefusalReply),
  release: Type.Optional(ReleaseReply),
  endedAt: Type.Optional(Type.String({ description: 'When its import ended: RFC 3339.' })),
  leftAt: Type.Optional(Type.String({ description: 'When it was confirmed that it left: RFC 3339.' })),
  evidence: Type.Optional(Type.String({ description: 'The hash of its line in the manifest.' })),
  doubt: Type.Optional(Type.String({ description: 'Why nobody can tell whether it left.' })),
  decision: Type.Optional(Type.String({ description: 'What a person decided about the doubt.' })),
  delivery: Type.Optional(DeliveryReply),
  acknowledgements: Type.Optional(
    Type.Array(AcknowledgementReply, {
      description:
        'What the ACH operator said of it, the oldest first. That of a file that was sent again is at the first one.',
    }),
  ),
  resends: Type.Optional(Type.String({ description: 'The fileUID of the file that it sends again.' })),
  resentAs: Type.Optional(
    Type.Array(named('RailFileResent', { fileUID: UID, name: FILE_NAME, state: name(FILE_STATES) }), {
      description: 'The files that sent it again.',
    }),
  ),
})

export const ContentReply = named('RailFileContent', {
  fileUID: UID,
  name: FILE_NAME,
  part: Type.Integer({ description: 'From 0.' }),
  parts: Type.Integer({ description: 'How many parts the file has.' }),
  sizeBytes: Type.Integer({ description: 'The size of the whole file.' }),
  sha256: Type.String({ description: 'The hash of the whole file, in hexadecimal.' }),
  content: Type.String({ description: 'The bytes of the part, at most 1 MiB, in base64.' }),
})

export function renderFile({ id, rail, direction, name: fileName, state, at }: RailFile): Static<typeof FileReply> {
  return { fileUID: id, rail, direction, name: fileName, state, at: timestamp(at) }
}

export function renderDetails(details: FileDetails): Static<typeof FileDetailsReply> {
  return details.direction === 'In' ? renderIn(details.file) : renderOut(details.file, details)
}

const headOf = (
  { id, rail, name: fileName, status }: Pick<EndedFile | OutgoingFile, 'id' | 'rail' | 'name' | 'status'>,
  direction: FileDirection,
) => ({ fileUID: id, rail, direction, name: fileName, state: status })

export function renderIn(file: EndedFile): Static<typeof FileDetailsReply> {
  const { refusal, release, sha256 } = file
  return {
    ...headOf(file, 'In'),
    at: timestamp(file.receivedAt),
    importedEntries: file.importedEntries,
    sizeBytes: Number(file.sizeBytes),
    ...(sha256 !== null && { sha256 }),
    ...(file.entries !== null && {
      entries: file.entries,
      debitTotal: formatAmount(file.debitTotal!, CURRENCY),
      creditTotal: formatAmount(file.creditTotal!, CURRENCY),
      notes: [...file.notes!],
    }),
    ...(refusal !== null && { refusal: withoutNulls(refusal) }),
    ...(release !== null && { release }),
    ...(file.endedAt !== null && { endedAt: timestamp(file.endedAt) }),
  }
}

/** The currency of ACH, the only rail with files. */
const CURRENCY = 'USD'

const withoutNulls = ({ line, record, field, reason }: NonNullable<EndedFile['refusal']>) => ({
  ...(line !== null && { line }),
  ...(record !== null && { record }),
  ...(field !== null && { field }),
  reason,
})

export function renderOut(
  file: OutgoingFile,
  {
    resends = [],
    totals,
    delivery,
    acknowledgements = [],
  }: Partial<Omit<Extract<FileDetails, { direction: 'Out' }>, 'direction' | 'file'>> = {},
): Static<typeof FileDetailsReply> {
  const { entries, leftAt, evidence, doubt, decision } = file
  return {
    ...headOf(file, 'Out'),
    at: timestamp(file.createdAt),
    ...(entries !== null && { entries }),
    ...(totals && {
      debitTotal: formatAmount(totals.debitTotal, CURRENCY),
      creditTotal: formatAmount(totals.creditTotal, CURRENCY),
      sizeBytes: totals.sizeBytes,
      sha256: totals.sha256,
    }),
    ...(leftAt !== null && { leftAt: timestamp(leftAt) }),
    ...(evidence !== null && { evidence }),
    ...(doubt !== null && { doubt }),
    ...(decision !== null && { decision }),
    ...(delivery && { delivery: renderDelivery(delivery) }),
    ...(acknowledgements.length > 0 && { acknowledgements: acknowledgements.map(renderAcknowledgement) }),
    ...(file.resends !== null && { resends: file.resends }),
    ...(resends.length > 0 && {
      resentAs: resends.map(({ id, name: fileName, status }) => ({ fileUID: id, name: fileName, state: status })),
    }),
  }
}

function renderDelivery({ status, doubt, decision, deliveredAt, missedAt, settlesAt }: Delivery) {
  return {
    state: status,
    ...(doubt !== null && { doubt }),
    ...(decision !== null && { decision }),
    ...(deliveredAt !== null && { deliveredAt: timestamp(deliveredAt) }),
    ...(missedAt !== null && { missedDeadline: timestamp(missedAt) }),
    ...(settlesAt !== null && { settlesAt: timestamp(settlesAt) }),
  }
}

function renderAcknowledgement(said: ShownAcknowledgement): Static<typeof AcknowledgementReply> {
  const { incomingFileId, outcome, reason, batches, entries, debitTotal, creditTotal, createdAt } = said
  return {
    ...{ fileUID: incomingFileId, outcome, ...(reason !== null && { reason }), batches, entries },
    ...{ debitTotal: formatAmount(debitTotal, CURRENCY), creditTotal: formatAmount(creditTotal, CURRENCY) },
    at: timestamp(createdAt),
  }
}

export function renderPart({ content, ...part }: FilePart): Static<typeof ContentReply> {
  return { ...part, content: Buffer.from(content).toString('base64') }
}

export const exampleOut = {
  fileUID: '019a2f51-6b1e-7cc4-8f3a-2b8f3c1d9e80',
  rail: 'ACH',
  direction: 'Out',
  name: 'bank-20260701-0002.ach',
  state: 'HandedOver',
  at: '2026-07-01T18:00:00.000Z',
}

export const exampleIn = {
  ...{ fileUID: '019a2f51-6b1e-7cc4-8f3a-2b8f3c1d9e81', rail: 'ACH', direction: 'In', name: 'returns-0702.ach' },
  ...{ state: 'QUARANTINED', at: '2026-07-02T10:00:00.000Z', importedEntries: 0, sizeBytes: 940 },
  sha256: 'b'.repeat(64),
  refusal: { line: 9, record: 'batch control (8)', field: 'entry hash', reason: 'it is not the sum of the entries' },
  endedAt: '2026-07-02T10:00:01.000Z',
}
