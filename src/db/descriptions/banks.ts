import type { Subject } from './subject.ts'

export const banks = {
  title: 'Banks',
  about:
    'The participant lists of the networks, as an operator imports them. They say which banks exist and which rails ' +
    'each of them takes.',
  tables: {
    bank_directories: {
      about:
        'The list of a rail, one row each. An import replaces it. Without a row, contacts and payments take every ' +
        'bank on the rail.',
      columns: {
        rail: 'The rail whose participants it lists: ACH, FEDWIRE, RTP, FEDNOW or SWIFT.',
        listedOn: 'The date of the list.',
        participants: 'How many banks it names.',
        fileName: 'The name of the file that was imported.',
        sha256: 'The SHA-256 of the file, in hexadecimal.',
        importedBy: 'Who imported it: the operator, or the demo.',
        importedAt: 'When it was imported, by the clock of the institution.',
      },
    },
    bank_participants: {
      about: 'A bank in the list of a rail. A bank has a row for each list that names it.',
      columns: {
        bankId: 'The routing number, or the eleven characters of the BIC.',
        rail: 'The rail of the list.',
        name: 'The name of the bank in the list.',
        takesPayments: 'Whether the list says that the bank takes payments of customers.',
        details:
          'Its address and telephone number, the routing number that replaces it, and whether it takes requests for ' +
          'payment, as far as the list has them.',
      },
    },
  },
} satisfies Subject
