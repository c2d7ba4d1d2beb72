import Type, { type Static } from 'typebox'
import { momentField, mustBeName, name, named, parseMoment, text } from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { EASTERN } from '../kernel/rail-rules.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { OBLIGATION_KINDS, obligationRule } from './domain/obligation-rules.ts'
import { OBLIGATION_STATES, type Obligation, type ObligationFilter } from './obligations.store.ts'

const instant = (description: string) => Type.String({ format: 'date-time', description })

export const ObligationsQuery = Type.Object({
  ...pageQuery,
  dueBefore: Type.Optional(momentField('Only what is due before this time, such as 2026-07-02T12:00:00Z.')),
  state: Type.Optional(name(OBLIGATION_STATES, { description: 'All states if absent.' })),
  kind: Type.Optional(name(OBLIGATION_KINDS, { description: 'All kinds if absent.' })),
  subjectUID: Type.Optional(text(64, { description: 'Only the obligations for this item.' })),
})

export function parseObligationFilter({
  dueBefore,
  state,
  kind,
  subjectUID,
}: Static<typeof ObligationsQuery>): ObligationFilter {
  return {
    ...(dueBefore !== undefined && { dueBefore: parseMoment(dueBefore) }),
    ...(state !== undefined && { state: mustBeName(OBLIGATION_STATES, state) }),
    ...(kind !== undefined && { kind: mustBeName(OBLIGATION_KINDS, kind) }),
    ...(subjectUID !== undefined && { subjectId: subjectUID }),
  }
}

export const ObligationReply = named('Obligation', {
  obligationUID: Type.String({ description: 'The obligation.' }),
  kind: name(OBLIGATION_KINDS, { description: 'What the rule demands. /docs/pages/obligations describes each kind.' }),
  subjectKind: Type.String({ description: 'What the item is, such as receipt or payment.' }),
  subjectUID: Type.String({ description: 'The item for which the clock runs.' }),
  owner: Type.String({ description: 'Who has to act: Institution or Customer.' }),
  rule: Type.String({ description: 'The rule that started the clock.' }),
  whenLate: Type.String({
    description: 'Refused: the rule allows it no more after its time. Marked: it is done late, and shown as late.',
  }),
  openedAt: instant('When the clock started.'),
  dueAt: instant('By when it must be done.'),
  dueEastern: Type.String({ description: 'The same time in Eastern time: yyyy-mm-dd HH:MM.' }),
  warnedAt: Type.Optional(instant('When it was announced as due soon.')),
  state: name(OBLIGATION_STATES, { description: 'What was missed stays missed, also if it is done later.' }),
  missedAt: Type.Optional(instant('When it was found to be missed.')),
  metAt: Type.Optional(instant('When it was done. After dueAt, it was done late.')),
  metBy: Type.Optional(Type.String({ description: 'Who did it: an API client, or worker.' })),
})

export function renderObligation(obligation: Obligation): Static<typeof ObligationReply> {
  const { id, kind, subjectKind, subjectId, owner, rule, openedAt, dueAt, warnedAt, state } = obligation
  const { missedAt, metAt, metBy } = obligation
  const { whenLate } = obligationRule(kind, openedAt.toZonedDateTimeISO(EASTERN).toPlainDate())
  return {
    ...{ obligationUID: id, kind, subjectKind, subjectUID: subjectId, owner, rule, whenLate },
    openedAt: timestamp(openedAt),
    dueAt: timestamp(dueAt),
    dueEastern: dueAt.toString({ timeZone: EASTERN }).slice(0, 16).replace('T', ' '),
    ...(warnedAt && { warnedAt: timestamp(warnedAt) }),
    state,
    ...(missedAt && { missedAt: timestamp(missedAt) }),
    ...(metAt && { metAt: timestamp(metAt), metBy: metBy! }),
  }
}

export const exampleObligation = {
  obligationUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
  kind: 'ReceiptReturn',
  subjectKind: 'receipt',
  subjectUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6e',
  owner: 'Institution',
  rule: 'Nacha Operating Rules, Subsection 3.8: a return is available to the ODFI by the opening of the second banking day after settlement',
  whenLate: 'Refused',
  openedAt: '2026-07-06T10:05:00.000Z',
  dueAt: '2026-07-08T06:15:00.000Z',
  dueEastern: '2026-07-08 02:15',
  state: 'Open',
}
