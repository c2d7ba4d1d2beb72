import Type, { type Static } from 'typebox'
import { mustBeName, name, named } from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { ENTRY_DIRECTIONS } from '../kernel/rail.ts'
import { timestamp } from '../kernel/timestamp.ts'
import type { AnswerFilter, ListedAnswer } from './answers.store.ts'
import { ANSWER_KINDS } from './domain/entry-kind.ts'
import { ANSWER_OUTCOMES } from './domain/outcome.ts'
import { renderAnswer } from './render-answer.ts'

const uuid = (description: string) => Type.Optional(Type.String({ format: 'uuid', description }))

export const AchAnswersQuery = Type.Object({
  ...pageQuery,
  outcome: Type.Optional(name(ANSWER_OUTCOMES, { description: 'All outcomes if absent.' })),
  kind: Type.Optional(name(ANSWER_KINDS, { description: 'All kinds if absent.' })),
  paymentUID: uuid('Only the answers about this payment.'),
  fileUID: uuid('Only the answers of this incoming file.'),
})

export function parseAnswerFilter({
  outcome,
  kind,
  paymentUID,
  fileUID,
}: Static<typeof AchAnswersQuery>): AnswerFilter {
  return {
    ...(outcome !== undefined && { outcome: mustBeName(ANSWER_OUTCOMES, outcome) }),
    ...(kind !== undefined && { kind: mustBeName(ANSWER_KINDS, kind) }),
    ...(paymentUID !== undefined && { paymentId: paymentUID }),
    ...(fileUID !== undefined && { fileId: fileUID }),
  }
}

export const AchAnswerReply = named('AchAnswer', {
  answerUID: Type.String({ description: 'The answer.' }),
  fileUID: Type.String({ description: 'The incoming file with its entry.' }),
  entryNumber: Type.Integer({ description: 'The place of its entry in the file, from 1.' }),
  kind: name(ANSWER_KINDS, { description: 'What it is. Change: a notification of change.' }),
  code: Type.Optional(Type.String({ description: 'The reason code, such as R03 or C01. /docs/pages/ach lists them.' })),
  outcome: name(ANSWER_OUTCOMES, {
    description:
      'Applied: it changed a payment or a contact. Proposed: its change waits for a second person. Noted: there is nothing to do. Refused: it cannot be right. Exception: a person decides.',
  }),
  reason: Type.Optional(Type.String({ description: 'Why, with the rule that it breaks.' })),
  answerCode: Type.Optional(
    Type.String({ description: 'The code with which the institution can answer: R61 to R70, or C61 to C69.' }),
  ),
  settlementDate: Type.String({ format: 'date', description: 'When it settles.' }),
  direction: name(ENTRY_DIRECTIONS, { description: 'Credit: money comes in. Debit: it goes to the other bank.' }),
  amount: Type.String({ description: 'The amount; 0.00 if it moves no money.' }),
  currency: Type.String({ description: 'USD.' }),
  traceNumber: Type.String({ description: 'The trace number of its entry.' }),
  originalTraceNumber: Type.Optional(Type.String({ description: 'The trace number of the entry that it answers.' })),
  otherDfi: Type.String({ description: 'The first eight digits of the routing number of the other bank.' }),
  paymentUID: Type.Optional(Type.String({ description: 'The payment that it is about.' })),
  prenoteUID: Type.Optional(Type.String({ description: 'The prenotification that it is about.' })),
  receiptUID: Type.Optional(
    Type.String({ description: 'The receipt with its money. Return it with R61 to R70 to dishonor a return.' }),
  ),
  contactUID: Type.Optional(Type.String({ description: 'The contact that a notification of change is about.' })),
  correctedData: Type.Optional(Type.String({ description: 'The details that a notification of change gives.' })),
  receivedAt: Type.String({ format: 'date-time', description: 'When it was imported.' }),
})

export function renderAchAnswer(answer: ListedAnswer): Static<typeof AchAnswerReply> {
  const { correctedData, createdAt, receiptId } = answer
  return {
    ...renderAnswer(answer),
    ...(receiptId !== null && { receiptUID: receiptId }),
    ...(correctedData !== null && { correctedData }),
    receivedAt: timestamp(createdAt),
  }
}

export const exampleAchAnswer = {
  answerUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
  fileUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6e',
  entryNumber: 12,
  kind: 'Return',
  code: 'R03',
  outcome: 'Exception',
  reason:
    'the entry settled on 2026-07-02, and R03 (No account, or unable to locate it) had to arrive by 2026-07-07, the second banking day after settlement',
  answerCode: 'R68',
  settlementDate: '2026-07-09',
  direction: 'Credit',
  amount: '40.00',
  currency: 'USD',
  traceNumber: '021000020000017',
  originalTraceNumber: '061099990000003',
  otherDfi: '02100002',
  paymentUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6f',
  receiptUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b70',
  receivedAt: '2026-07-09T10:05:00.000Z',
}
