import Type, { type Static } from 'typebox'
import { name, named, text } from '../http/fields.ts'
import { RAILS, SPEEDS } from '../kernel/rail.ts'
import { timestamp } from '../kernel/timestamp.ts'
import type { EvidencedFile } from './handover/departures.store.ts'
import { HANDOVER_DECISIONS, HANDOVER_STATUSES, type Handover } from './handover/handovers.store.ts'
import { MessageReply } from './messages/messages.schema.ts'
import type { NextCutOff } from './next-cut-offs.ts'

export const HoldParams = Type.Object({ holdUID: Type.String({ format: 'uuid' }) })
export const HandoverParams = Type.Object({ handoverUID: Type.String({ format: 'uuid' }) })

export const ReleaseBody = named('RailHoldRelease', { reason: text(200) }, { additionalProperties: false })

export const DecisionBody = named(
  'HandoverDecision',
  {
    decision: name(HANDOVER_DECISIONS, {
      description:
        'HandedOver: it has left, and its payments become TRANSMITTED. HandOverAgain: it has not left, and is handed over once more. For a file that left before the database was restored, other files then collect its payments.',
    }),
    reason: text(200),
  },
  { additionalProperties: false },
)
export type DecisionBody = Static<typeof DecisionBody>

export const HoldReply = named('RailHold', {
  holdUID: Type.String(),
  reason: Type.String({
    description:
      'BooksBroken: a verification found a difference in the books. DatabaseOlder: more has left than the database knows, as after a restore. EvidenceBroken: the record of what left was damaged. Operator: a person stopped the rails. Restored: the database was made from a backup.',
  }),
  differences: Type.Array(Type.String(), { description: 'What differs, in words.' }),
  heldBy: Type.String(),
  heldAt: Type.String({ description: 'RFC 3339.' }),
  releasedAt: Type.Optional(Type.String({ description: 'RFC 3339.' })),
  releasedBy: Type.Optional(Type.String()),
  releaseReason: Type.Optional(Type.String()),
})

export const exampleHold = {
  holdUID: '019a2f51-6b1e-7cc4-8f3a-2b8f3c1d9e77',
  reason: 'DatabaseOlder',
  differences: ['bank-20260701-0003.ach left at 2026-07-01T18:00:04Z, and the database does not know it'],
  heldBy: 'worker',
  heldAt: '2026-07-01T19:12:00.000Z',
}

export const HandoverReply = named('Handover', {
  handoverUID: Type.String(),
  rail: name(RAILS),
  name: Type.String({ description: 'The name of the file or message.' }),
  status: name(HANDOVER_STATUSES),
  doubt: Type.Optional(Type.String({ description: 'Why nobody can tell whether it left.' })),
  decision: Type.Optional(Type.String({ description: 'What a person decided.' })),
  createdAt: Type.String({ description: 'RFC 3339.' }),
})

export const exampleHandover = {
  handoverUID: '019a2f51-6b1e-7cc4-8f3a-2b8f3c1d9e78',
  rail: 'ACH',
  name: 'bank-20260701-0002.ach',
  status: 'InDoubt',
  doubt:
    'bank-20260701-0002.ach was about to become visible at 2026-07-01T18:00:02Z, and its worker ended: whether it was taken away is not known',
  createdAt: '2026-07-01T18:00:00.000Z',
}

const DepartedReply = named('DepartedPayment', {
  handoverUID: Type.String(),
  name: Type.String({ description: 'The name of the file.' }),
  status: name(HANDOVER_STATUSES, { description: 'Waiting, Claimed or InDoubt.' }),
  decision: Type.Optional(Type.String({ description: 'What happens when no hold is open.' })),
  payments: Type.Integer({ description: 'How many payments and reversals are in it. No other file collects them.' }),
  unknownPayments: Type.Integer({ description: 'How many of them the database lacks.' }),
})

export const exampleDeparted = {
  handoverUID: '019a2f51-6b1e-7cc4-8f3a-2b8f3c1d9e79',
  name: 'bank-20260701-0003.ach',
  status: 'Waiting',
  decision: 'HandedOver',
  payments: 30,
  unknownPayments: 2,
}

export function renderDeparted({ id, decision, ...file }: EvidencedFile) {
  return { handoverUID: id, ...file, ...(decision !== null && { decision }) }
}

export const CutOffReply = named('NextCutOff', {
  rail: name(RAILS),
  speed: name(SPEEDS),
  currency: Type.Optional(
    Type.String({ description: 'The currency that the receiver gets. SWIFT alone has cut-offs by currency.' }),
  ),
  cutOff: Type.String({ description: 'The last time for this value date, inclusive, ISO 8601 in UTC.' }),
  valueDate: Type.String({ description: "The day on which the receiver's bank has the money, yyyy-mm-dd." }),
})

export const exampleCutOff = {
  rail: 'FEDWIRE',
  speed: 'Express',
  cutOff: '2026-07-01T22:30:00.000Z',
  valueDate: '2026-07-01',
}

export function renderCutOff({ cutOff, valueDate, ...way }: NextCutOff): Static<typeof CutOffReply> {
  return { ...way, cutOff: timestamp(cutOff), valueDate: valueDate.toString() }
}

export const RailsReply = named('Rails', {
  cutOffs: Type.Array(CutOffReply, {
    description: 'The next cut-off of each rail that is on, the soonest first. RTP and FedNow never close.',
  }),
  holds: Type.Array(HoldReply, { description: 'The open holds. While there is one, nothing leaves.' }),
  inDoubt: Type.Array(HandoverReply, { description: 'The oldest hundred that a person must decide.' }),
  messagesInDoubt: Type.Array(MessageReply, {
    description: 'The newest hundred messages that a person must decide.',
  }),
  departed: Type.Array(DepartedReply, {
    description:
      'The oldest hundred files that left before the database was restored, as the evidence outside of it shows. With the decision HandedOver, their payments become TRANSMITTED when no hold is open. Until then, people can decide otherwise.',
  }),
})

export function renderHandover({ id, rail, name, status, doubt, decision, createdAt }: Handover) {
  return {
    ...{ handoverUID: id, rail, name, status },
    ...(doubt !== null && { doubt }),
    ...(decision !== null && { decision }),
    createdAt: timestamp(createdAt),
  }
}
