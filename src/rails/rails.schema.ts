import Type, { type Static } from 'typebox'
import { name, text } from '../http/fields.ts'
import type { EvidencedFile } from './handover/departures.store.ts'
import { HANDOVER_DECISIONS, type Handover } from './handover/handovers.store.ts'

export const HoldParams = Type.Object({ holdUID: Type.String({ format: 'uuid' }) })
export const HandoverParams = Type.Object({ handoverUID: Type.String({ format: 'uuid' }) })

export const ReleaseBody = Type.Object({ reason: text(200) }, { additionalProperties: false })

export const DecisionBody = Type.Object(
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

export const HoldReply = Type.Object({
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
  heldAt: '2026-07-01T19:12:00Z',
}

export const HandoverReply = Type.Object({
  handoverUID: Type.String(),
  rail: Type.String(),
  name: Type.String({ description: 'The name of the file or message.' }),
  status: Type.String({ description: 'Waiting, Claimed, HandedOver, InDoubt or Replaced.' }),
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
  createdAt: '2026-07-01T18:00:00Z',
}

const DepartedReply = Type.Object({
  handoverUID: Type.String(),
  name: Type.String({ description: 'The name of the file.' }),
  status: Type.String({ description: 'Waiting, Claimed or InDoubt.' }),
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

export const RailsReply = Type.Object({
  holds: Type.Array(HoldReply, { description: 'The open holds. While there is one, nothing leaves.' }),
  inDoubt: Type.Array(HandoverReply, { description: 'The oldest hundred that a person must decide.' }),
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
    createdAt: createdAt.toString(),
  }
}
