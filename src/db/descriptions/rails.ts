import type { Subject } from './subject.ts'

export const rails = {
  title: 'Rails',
  about:
    'What goes to the networks and comes back: ACH files and their entries, settlements, and the simulated networks ' +
    'of a sandbox.',
  tables: {
    ach_files: {
      about:
        'The NACHA files, one row each. A file is committed first, then written to the directory of the ACH ' +
        'operator, and marked as written last, so a killed worker writes the same bytes again under the same name. ' +
        'Rows are never deleted.',
      columns: {
        id: 'The identifier of the file inside the service.',
        name: 'The name of the file, unique in the institution.',
        content:
          'The whole file as text, sealed. It contains names and account numbers. Empty for a file that left before ' +
          'the database was restored.',
        entries: 'How many entries the file has.',
        writtenAt: 'When the file was written to the directory, by the clock of the institution. Null until then.',
      },
    },
    ach_entries: {
      about:
        'The entry of a payment in an ACH file: each payment is in one file, once. Written when the file is ' +
        'composed. Rows are only added.',
      columns: {
        paymentId: 'The payment that the entry carries.',
        fileId: 'The file that contains the entry.',
        traceNumber: 'The trace number of the entry (NACHA entry detail 80-94), 15 digits.',
        effectiveEntryDate: 'The date on which the entry is to settle (NACHA company/batch header 70-75).',
      },
    },
    ach_reversals: {
      about:
        'The reversing entries of settled debits: each pays the debtor back in a later file. Written when a debit is ' +
        'reversed; the worker adds its file and its settlement, and a return is noted in the row.',
      columns: {
        paymentId: 'The debit that is reversed.',
        requestedAt: 'When the reversal was requested, by the clock of the institution.',
        fileId: 'The file with the reversing entry. Null until it is collected, and if a return withdrew it.',
        traceNumber: 'The trace number of the reversing entry, 15 digits. Null until it is collected.',
        effectiveEntryDate: 'The date on which the reversing entry is to settle. Null until it is collected.',
        returnedAt:
          'When a return of the same debit was booked, by the clock of the institution. A reversing entry in no file ' +
          'is then never sent. Null if none came.',
        returnCode: 'The ACH return code of that return, for example R01. Null if none came.',
        returnSettlementId: 'The settlement of that return. Null if none came.',
        settlementDueAt:
          'When the reversing entry settles, by the clock of the institution: from its effective entry date. Null ' +
          'until its file is written.',
        settlementId: 'The settlement of the reversing entry. Null until it has settled.',
        settledOn:
          'The business day on which the reversing entry left the clearing account. Null until it has settled.',
      },
    },
    rail_handovers: {
      about:
        'What leaves the institution, whatever the rail: claimed under a lease, handed over outside of any ' +
        'transaction, and confirmed. A worker that slept past its lease can neither hand over nor confirm. Rows are ' +
        'never deleted.',
      columns: {
        id: 'The handoverUID that the API shows. For ACH, the id of the file.',
        rail: 'The rail: ACH, FEDWIRE, RTP, FEDNOW or SWIFT.',
        name: 'The name of the file or message, unique on the rail.',
        status:
          'Waiting: not claimed. Claimed: a worker hands it over. HandedOver: it has left, for good. InDoubt: nobody ' +
          'can tell whether it left, and a person decides. Replaced: people decided that a file of the evidence has ' +
          'not left, and other files carry its payments.',
        token: 'The fencing token of the last claim. Each claim has a higher one.',
        openTokens: 'The claims whose workers did not say how they ended. A worker that takes over ends them first.',
        claimedBy: 'The process that has the claim: machine, process and a random name. Null without a claim.',
        leasedUntil: 'When the claim ends and another worker may take over, by the clock of the database.',
        doubt: 'Why nobody can tell whether it left, in words. Null unless it is in doubt.',
        decision: 'What a person decided about the doubt: HandedOver or HandOverAgain. Null without a decision.',
        evidence: 'The hash of the line in the manifest of the outbox, or the acknowledgement of the network.',
        leftAt: 'When it was confirmed that it left, by the clock of the database. Null until then.',
        fromEvidence:
          'Whether only the evidence outside the database shows it: it left before the database was restored.',
      },
    },
    rail_departures: {
      about:
        'What was in files that left before the database was restored, as the lists beside the manifest of the outbox ' +
        'name it. No other file collects these payments, unless people decide that the file has not left. Rows are ' +
        'only added.',
      columns: {
        handoverId: 'The file.',
        paymentId: 'The payment. The database may lack it.',
        kind: 'Entry: the entry of the payment. Reversal: the entry that reverses it.',
        reference: 'The trace number of the entry.',
        valueDate: 'The effective entry date of the entry.',
      },
    },
    rail_outboxes: {
      about:
        'The place to which the consignments of an institution go. A worker with another one hands nothing over, ' +
        'because it does not see what has left.',
      columns: {
        rail: 'The rail: ACH, FEDWIRE, RTP, FEDNOW or SWIFT.',
        identity: 'The identity in the directory.',
        adoptedBy: 'Who named the place: the first worker, or the operator.',
        adoptedAt: 'When it was named.',
      },
    },
    rail_holds: {
      about:
        'Why nothing leaves to the networks: while a hold is open, no file and no message is handed over. The service ' +
        'opens a hold when the books do not agree or when more has left than the database knows; people open and ' +
        'release them. Rows are never deleted.',
      columns: {
        id: 'The holdUID that the API shows.',
        reason:
          'BooksBroken: a verification found a difference. DatabaseOlder: more has left than the database knows, as ' +
          'after a restore. EvidenceBroken: the record of what left was damaged. Operator: a person stopped the rails. ' +
          'Restored: the database was made from a backup. One hold is open for each reason.',
        differences: 'What differs, in words: an array with one line for each difference.',
        heldBy: 'Who opened the hold: a client, a part of the service, or the operator.',
        heldAt: 'When the hold was opened, by the clock of the institution.',
        releasedAt: 'When the hold was released, by the clock of the institution. Null while it is open.',
        releasedBy: 'The client that released it, or the operator. Null while it is open.',
        releaseReason: 'Why it was released, in words. Null while it is open.',
        replaces:
          'The hold of the same reason that was open when more differences were found: this one has them all, and ' +
          'nobody accepted that one. Null if there was none.',
      },
    },
    ach_days: {
      about:
        'How many files and entries the institution has made on a day: the source of file IDs and trace numbers. ' +
        'Counted up in the transaction that composes a file.',
      columns: {
        day: "The date in the institution's time zone.",
        files: 'How many files were composed on the day.',
        entries: 'How many entries the files of the day have.',
      },
    },
    rail_settlements: {
      about:
        'One settlement of a rail: at one moment, in one currency, the payments in transit move from clearing to the ' +
        'account in which the rail settles. The amounts are the ledger transfers whose reference is its id. Rows are ' +
        'only added.',
      columns: {
        id: 'The identifier of the settlement, and the reference of its ledger transfers.',
        rail: 'The rail that settled: ACH, FEDWIRE, RTP, FEDNOW or SWIFT.',
        currency: 'The currency that settled, an ISO 4217 code.',
        settledAt: 'The settlement moment of the rail, to the millisecond, by the clock of the institution.',
        isOpening:
          'Whether it holds what had cleared before settlements were recorded, in one amount without its payments.',
      },
    },
    simulator_messages: {
      about:
        'What the simulated networks of a sandbox received, and when they settle it. Empty outside a sandbox. Times ' +
        'are by the clock of the institution.',
      columns: {
        paymentId: 'The payment that was sent.',
        rail: 'The network that the message was sent to: FEDWIRE, RTP, FEDNOW or SWIFT.',
        reference: 'The reference that the simulated network gave: SIM and the id of the payment.',
        receivedAt: 'When the network received the message.',
        settlesAt: 'When the network will settle the payment.',
        settledAt: 'When the worker took the settlement from the network. Null until then.',
        amount:
          'The amount that the message instructs, in minor units of `currency`. Null for a message from before the ' +
          'column.',
        currency: 'The currency of the amount. Null for a message from before the column.',
        chargeBearer:
          'Who pays the charges: DEBT, CRED or SHAR (ISO 20022 pacs.008 CdtTrfTxInf/ChrgBr). Null for a message from ' +
          'before the column.',
        charges:
          'The charges that were deducted from the amount, in minor units of `charges_currency`. Null if none were.',
        chargesCurrency: 'The currency of the charges. Null if none were deducted.',
      },
    },
  },
} satisfies Subject
