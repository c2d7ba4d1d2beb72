import type { Subject } from './subject.ts'

export const obligations = {
  title: 'Obligations',
  about: 'What rules of the networks demand by a time, and whether it was done.',
  tables: {
    obligations: {
      about:
        'A clock that a rule started for an item: what must be done by when. Written when the clock starts; changed ' +
        'when it is announced as due soon, met or missed. A clock of a kind starts once for an item.',
      columns: {
        id: 'The obligationUID of the API.',
        kind: 'What must be done, such as ReceiptReturn. docs/obligations.md lists the kinds.',
        subjectKind: 'What the item is, such as receipt or payment.',
        subjectId: 'The id of the item.',
        owner: 'Who has to act: Institution or Customer.',
        rule: 'The rule that started the clock, as it is cited.',
        openedAt: 'When the clock started, by the clock of the institution.',
        dueAt: 'By when it must be done. What is done at this time is in time.',
        warnAt: 'When it is announced as due soon. Null if its time was over when the row was written.',
        warnedAt: 'When it was announced as due soon. Null if it was not.',
        state: 'Open, Met or Missed. What was missed stays missed.',
        missedAt: 'When it was found to be missed. Null if it was not.',
        metAt: 'When it was done, also if that was late. Null while it is not done.',
        metBy: 'Who did it: the key of an API client, or worker. Null while it is not done.',
      },
    },
  },
} satisfies Subject
