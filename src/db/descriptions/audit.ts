import type { Subject } from './subject.ts'

export const audit = {
  title: 'Audit trail',
  about:
    'Who changed what, and when. Every change writes its record in its own transaction, and the worker chains the ' +
    'records, so that a later alteration shows.',
  tables: {
    audit_log: {
      about:
        'One row for each change, with the record before and after. Append-only: a trigger refuses every change and ' +
        'deletion, also by the owner of the tables.',
      columns: {
        id: 'The identifier of the record. It begins with its time, so records sort by it.',
        at: 'When the change was made, by the clock of the institution.',
        actor:
          'The API key of the client that made the change, worker for background processing, or operator for the ' +
          'command line.',
        action: 'What happened, for example `customer.created`: the type of the event, where there is one.',
        subjectKind: 'The kind of record that was changed, for example customer or payment.',
        subjectId: 'The identifier of the record, as the API shows it.',
        customerId: 'The customer that the record belongs to. Null if it belongs to no customer.',
        before:
          'The record before the change, or the fields that the change concerns, as JSON, sealed. Null for a new ' +
          'record.',
        after:
          'The record after the change as JSON, sealed except for approval, which names the approval that applied ' +
          'it. Null if nothing is left to show.',
        userId: 'The user whose token the client used. Null if the client acted in its own name.',
      },
    },
    audit_chain: {
      about:
        'The place of each audit record in the hash chain of its institution. The worker chains the records after ' +
        'their commit. Append-only: a trigger refuses every change and deletion. `giro audit verify` recomputes the ' +
        'hashes.',
      columns: {
        sequence: 'The place in the chain: 1, 2, 3 and so on, without gaps.',
        auditId: 'The record in `audit_log`. Not a foreign key, which would lock every record once more.',
        previousHash:
          'The hash of the record before, 32 bytes. For the first record, a hash of the number of the institution.',
        hash: 'SHA-256 over `previous_hash` and the record in canonical JSON, 32 bytes. `docs/audit.md` defines the form.',
      },
    },
    audit_unchained: {
      about:
        'The audit records that still wait for their place in the chain. Written with the record, deleted when it is ' +
        'chained, usually within seconds.',
      columns: {
        auditId: 'The record in `audit_log` that waits.',
      },
    },
  },
} satisfies Subject
