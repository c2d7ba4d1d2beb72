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
        batchNumber: 'The batch of the entry in its file (NACHA batch header 88-94). Null in rows of 0.2.0.',
        originatorName:
          'The name of the customer when the entry was made, if the entry carries it (CIE). Null in other entries.',
      },
    },
    ach_returns: {
      about:
        'Returns that the institution sends for received entries, contested dishonored returns, and what answers the ' +
        'returns and notifications of change of other banks. Each waits for a file, leaves once, and settles.',
      columns: {
        receiptId: 'The receipt that goes back.',
        kind: 'Return, or Contest for the answer to a dishonored return; Dishonor of a return, Refusal of a notification of change.',
        code: 'The reason code: R01 to R60 of a return, R71 to R77 of a contest, R61 to R70 of a dishonor, C61 to C69 of a refusal.',
        information: 'What a dishonor says besides its code, such as the fields in error. Empty for the others.',
        contentIndex:
          'A keyed digest of the receipt, the kind, the code and the information. Null in rows from before.',
        requestedAt: 'When it was queued.',
        fileId: 'The file that has it. Null while it waits.',
        traceNumber: 'Its own trace number. Null while it waits.',
        effectiveEntryDate: 'The date on which it settles. Null while it waits.',
        leftAt: 'When its file had left. Null until then.',
        settlementDueAt: 'When it settles. Null until it has left, and if it moves no money.',
        settlementId: 'The settlement in which it settled. Null until then.',
        setAsideAt: 'When it was set aside, because it can leave no more. Null unless it was.',
        setAsideReason: 'Why it was set aside, in words. Null unless it was.',
        dishonoredAt: "When the originator's bank refused it. Null unless it did.",
        dishonorCode: 'The reason, R61 to R70. Null unless it was refused.',
        dishonorTraceNumber: 'The trace number of the dishonored return. Null unless it was refused.',
        dishonorSettlementDate: 'The day on which the dishonored return settles. Null unless it was refused.',
        dishonorSettlementId: 'The settlement of the dishonored return. Null if it was not refused, or moves no money.',
      },
    },
    prenotes: {
      about:
        'Prenotifications that the institution sends: ACH entries without an amount that check the account of a ' +
        'contact. Each waits for a file, leaves once, and ends by a return or by the time for returns.',
      columns: {
        id: 'The prenoteUID of the API.',
        customerId: 'The customer that sends it.',
        accountId: "The customer's own account.",
        contactId: 'The contact whose account it checks.',
        externalReferenceId: 'The reference that the client gave, which the entry carries.',
        entryType: 'CREDIT for an account that will be paid, DEBIT for one that will be debited.',
        secCode: 'The SEC code of its entry.',
        receiverName: 'The name of the contact when it was made.',
        receiverBankCode: 'The routing number of the bank of the account.',
        receiverAccountNumber: 'The account number, sealed.',
        receiverAccountNumberIndex: 'The blind index of the account number.',
        receiverAccountType: 'Checking or Savings.',
        status:
          'Queued: its file has not left. Sent: the other bank can return it. Accepted: nobody returned it in time. ' +
          'Returned: the other bank sent it back, for good. Refused: it did not leave, or the operator rejected its file.',
        createdBy: 'The API client that made it.',
        fileId: 'The file with its entry. Null until it is collected.',
        traceNumber: 'The trace number of its entry, 15 digits. Null until it is collected.',
        batchNumber: 'The batch of its entry in the file. Null until it is collected, and after a restore.',
        effectiveEntryDate: 'The date on which the file says that it settles. Null until it is collected.',
        sentAt: 'When its file left, by the clock of the institution. Null until then.',
        settlesOn: 'The day on which it settles. Null until its file left.',
        firstEntryOn: 'The first day on which a payment to the account may settle. Null until its file left.',
        acceptDueAt: 'When that day begins, and it is accepted. Null until its file left.',
        endedAt: 'When it was accepted, returned or refused. Null until then.',
        returnCode: 'The ACH return code, such as R03. Null unless it came back.',
        changeCode: 'The code of the last notification of change about it, such as C01. Null without one.',
        refusedReason: 'Why it was refused, in words. Null unless it was.',
      },
    },
    ach_reversals: {
      about:
        'The reversing entries of settled debits: each pays the debtor back in a later file. Written when a debit is ' +
        'reversed; the worker adds its file and its settlement, and a return is noted in the row.',
      columns: {
        paymentId: 'The debit that is reversed.',
        requestedAt: 'When the reversal was requested, by the clock of the institution.',
        contentIndex: 'A keyed digest of the debit that is reversed. Null in rows from before.',
        fileId: 'The file with the reversing entry. Null until it is collected, and if a return withdrew it.',
        traceNumber: 'The trace number of the reversing entry, 15 digits. Null until it is collected.',
        effectiveEntryDate: 'The date on which the reversing entry is to settle. Null until it is collected.',
        batchNumber: 'The batch of the reversing entry in its file. Null until it is collected, and in rows of 0.2.0.',
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
        resends: 'The file that it sends again, with the same bytes. Null for a file that is sent for the first time.',
        fromEvidence:
          'Whether only the evidence outside the database shows it: it left before the database was restored.',
      },
    },
    rail_deliveries: {
      about:
        'The way of a file that has left from the outbox to the SFTP server of its network: claimed under a lease, ' +
        'uploaded under another name, and renamed. Rows are never deleted.',
      columns: {
        handoverId: 'The hand-over of the file to the outbox.',
        status:
          'Waiting: not claimed. Claimed: a worker uploads it. Delivered: the server has it, for good. InDoubt: nobody ' +
          'can tell whether the network got it, and a person decides.',
        token: 'The fencing token of the last claim. Each claim has a higher one.',
        openTokens: 'The claims that may have left a file under a temporary name on the server.',
        claimedBy: 'The process that has the claim: machine, process and a random name. Null without a claim.',
        leasedUntil: 'When the claim ends and another worker may take over, by the clock of the database.',
        begunToken: 'The claim that was about to rename its file, noted before the rename. Null if none was.',
        doubt: 'Why nobody can tell whether the network got it, in words. Null unless it is in doubt.',
        decision: 'What a person decided about the doubt: HandedOver or HandOverAgain. Null without a decision.',
        deliveredAt: 'When the server had it, by the clock of the institution. Null until then.',
        missedAt: 'The deadline of the operator that it was made for, if it came later. Null if it was in time.',
        settlesAt: 'When its last late entries settle instead. Null if it was in time.',
      },
    },
    simulated_ach_files: {
      about:
        'What the simulated ACH operator of a sandbox sends: answers to its files, and entries that a client asked ' +
        'for. Rows are never deleted.',
      columns: {
        id: 'The identifier of the file.',
        name: 'The name of the file, unique in the institution.',
        content: 'The whole file as text, sealed.',
        dueAt: 'When it is sent, by the clock of the institution.',
        writtenAt: 'When the institution had taken it in. Null until then.',
      },
    },
    fedwire_sequences: {
      about: 'The numbers that the endpoints of the institution used for messages to Fedwire (IMAD), by cycle day.',
      columns: {
        endpoint: 'The eight characters that name the endpoint.',
        cycleDate: 'The funds-transfer business day of Fedwire, which begins on the evening before.',
        lastSequence: 'The number of the last message; they begin at 1, and none is missing.',
      },
    },
    fedwire_exchanges: {
      about: 'What the institution asked by messages to Fedwire, and whether it was answered. Rows are never deleted.',
      columns: {
        messageId: 'The id of the message that asks: its IMAD, or another reference.',
        messageType: 'Its type, such as pacs.008.001.08.',
        paymentId: 'The payment that it is about. Null if it is about none.',
        receiptId: 'The receipt that it is about. Null if it is about none.',
        status:
          'Open, Asked for its status, Answered, Silent (a person finds out), or Unsent (it did not leave in time).',
        dueAt: 'When the answer is due. Null when it is over.',
        answerId: 'The id of the message that answered. Null without one.',
        createdAt: 'When the message was made, by the clock of the institution.',
        endedAt: 'When it was over. Null until then.',
      },
    },
    simulated_ach_originations: {
      about: 'The files of a sandbox that its simulated ACH operator has met. Rows are only added.',
      columns: {
        name: 'The name of the file.',
        sha256: 'The hash of its content, in hexadecimal. Null for one that is missing.',
        outcome: 'Accepted, Rejected, Duplicate of another name, or Missing where files leave.',
        reason: 'Why it was rejected; null for the others.',
        takenAt: 'When the operator met it, by the clock of the institution.',
      },
    },
    simulated_payments: {
      about:
        'The books of the simulated networks of a sandbox: each payment that the institution sent by a message, or that ' +
        'another bank sent to it, and how it ended. Rows are never deleted, and what is over stays so.',
      columns: {
        id: 'The identifier of the payment on the network.',
        rail: 'The network: FEDWIRE, RTP, FEDNOW or SWIFT.',
        direction: 'FromBank: the institution sent it. ToBank: another bank did.',
        kind: 'Payment, the Return of one, or the Request to pay.',
        messageId: 'The id of its message.',
        uetr: 'The UETR of the payment. Null if its message has none.',
        amount: 'In minor units of the currency.',
        currency: 'ISO 4217.',
        status:
          'Waiting: the network waits for the answer of the institution. Settled or Rejected: so it ended. Lost: the ' +
          'network never got it, as a test asked.',
        code: 'Why it was rejected. Null unless it was.',
        answerBy: 'Until when the network waits for the answer, by the clock of the institution. Null if it does not.',
        returns: 'The message that it returns. Null unless it is a return.',
        told: 'What its message says, sealed.',
        endedAt: 'When it was settled or rejected, by the clock of the institution. Null until then.',
      },
    },
    simulated_sequences: {
      about: 'The last number that a simulated network of a sandbox gave to a message, by day.',
      columns: {
        rail: 'The network: FEDWIRE, RTP, FEDNOW or SWIFT.',
        day: 'The day, in New York.',
        last: 'The number that it gave last.',
      },
    },
    incoming_files: {
      about:
        'Files that came in from the networks, one row for each content: the same file again is the same row. Rows ' +
        'are never deleted.',
      columns: {
        id: 'The fileUID that the API shows.',
        rail: 'The rail: ACH, FEDWIRE, RTP, FEDNOW or SWIFT.',
        name: 'The name that the file first came with.',
        sha256: 'The hash of the content, in hexadecimal. Null for a file that was too large to be read.',
        sizeBytes: 'The size of the content.',
        status:
          'RECEIVING: its parts are being kept. RECEIVED: kept whole, not read yet. IMPORTING: a part of its entries is booked. IMPORTED: all of them are. ' +
          'QUARANTINED: it cannot be read, does not add up or cannot be booked, and a person decides.',
        importedEntries: 'How many of its entries are booked.',
        attempts: 'How often its import failed in a row without booking anything.',
        nextAttemptAt: 'When its import is tried again, by the clock of the institution. Null unless it failed.',
        leasedBy: 'The process that imports it. Null if none does.',
        leasedUntil:
          'Until when other processes leave it alone, by the clock of the database, unless the process goes on. Null if none imports it.',
        entries: 'How many entries the file has. Null until it is imported.',
        debitTotal: 'The sum of its debits in minor units. Null until it is imported.',
        creditTotal: 'The sum of its credits in minor units. Null until it is imported.',
        notes: 'What was tolerated in the file, in words: an array. Null until it is imported.',
        refusal:
          'Why it is in quarantine: an object with line, record, field and reason, the first three null where the ' +
          'file is wrong as a whole. Null unless it is in quarantine.',
        release: 'The last decision to import it once more: an object with by, reason and at. Null without one.',
        receivedAt: 'When all of its parts were kept, by the clock of the institution.',
        endedAt: 'When it was imported or put in quarantine, by the clock of the institution. Null until then.',
      },
    },
    incoming_file_parts: {
      about: 'The bytes of an incoming file in parts of 1 MiB, sealed. Rows are only added.',
      columns: {
        fileId: 'The file.',
        part: 'The number of the part, from 0.',
        sealed: 'The bytes of the part, sealed.',
      },
    },
    ach_answers: {
      about:
        'What other banks answer to ACH entries of the institution, and what the operator tells it: each once, ' +
        'however often it comes. Rows are only added.',
      columns: {
        id: 'The answerUID that the API shows.',
        identity: 'The keyed hash of what makes the entry the same as one of another file.',
        fileId: 'The incoming file with the entry.',
        entryNumber: 'The place of the entry in the file, from 1.',
        kind:
          'Return, DishonoredReturn, ContestedReturn, Change (a notification of change), RefusedChange, ' +
          'Acknowledgement, Enrollment, or Notice.',
        code: 'The reason code, such as R03 or C01. Null for a kind without one.',
        settlementDate: 'The date on which it settles.',
        traceNumber: 'The trace number of the entry, 15 digits.',
        originalTraceNumber: 'The trace number of the entry that it answers. Null if it answers none.',
        otherDfi: 'The first eight digits of the routing number of the bank that received the entry it answers.',
        direction: 'Credit: money comes to the institution. Debit: it goes to the other bank.',
        amount: 'The amount in cents; 0 if it moves no money.',
        correctedData: 'The account details that the other bank gives, sealed. Null unless it gives some.',
        outcome:
          'Applied: it changed a payment or a contact. Proposed: its change waits for a second person. Noted: there ' +
          'is nothing to do. Refused: it cannot be right. Exception: a person decides.',
        reason: 'Why, in words. Null if it was applied.',
        answerCode: 'The code with which the institution can answer: R61 to R70, or C61 to C69. Null without one.',
        paymentId: 'The payment of the entry that it answers. Null if there is none.',
        prenoteId: 'The prenotification that it answers. Null if there is none.',
        contactId: 'The contact that a notification of change is about. Null if it is about none.',
      },
    },
    ach_file_acknowledgements: {
      about: 'What the ACH operator says of the files that it got, with what it counted. Rows are only added.',
      columns: {
        id: 'The identifier of the acknowledgement.',
        fileId: 'The file that left. If it was sent again, the first one, which has the payments.',
        incomingFileId: 'The incoming file that says so.',
        outcome:
          'Accepted. Rejected: nothing of the file settles until the operator accepts it. Different: it does not agree ' +
          'with what was sent or said before, and a person decides.',
        reason: 'Why it was rejected, or what differs, in words. Null for a file that was accepted.',
        batches: 'How many batches the operator counted.',
        entries: 'How many entries and addenda it counted.',
        debitTotal: 'The sum of the debits that it counted, in cents.',
        creditTotal: 'The sum of the credits that it counted, in cents.',
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
        day: "The date in Eastern Time, the operator's.",
        files: 'How many files were composed on the day.',
        entries:
          'The number of the last entry of the day, counted on from the day before. Its trace number is what remains ' +
          'of a division by 9,999,999, or 9,999,999.',
        entriesBefore:
          'The number of the last entry before the day. Null if the entries of the day are counted from 1.',
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
    swift_payments: {
      about:
        'What became of payments by SWIFT, one row each: no operator settles them, and the answers of the banks on ' +
        'the way come in by other messages. Rows are never deleted.',
      columns: {
        paymentId: 'The payment.',
        uetr: 'The UETR of the payment, by which every bank names it.',
        status: 'Open, Settled, Rejected, or Returned.',
        amount: 'What the beneficiary is sent, in minor units of the currency.',
        currency: 'The currency, an ISO 4217 code.',
        messageId: 'The id of its pacs.008.',
        coverMessageId: 'The id of its pacs.009 COV. Null if the money goes with the message.',
        refusedMessageId: 'The first of the two messages that was refused. Null if none was, or there is one message.',
        answerBy: 'From then on, silence is an exception.',
        askedAt: 'When a person was told of the silence. Null if nobody was.',
        endedAt: 'When it last changed its status. Null while it is open.',
      },
    },
    swift_credits: {
      about:
        'Credits by SWIFT that came before their money, one row each: they are posted when it is there. ' +
        'Rows are never deleted.',
      columns: {
        uetr: 'The UETR of the credit.',
        messageId: 'The id of its pacs.008.',
        waitsFor: 'Cover: the money comes by a message of its own. ValueDate: it comes on that date.',
        dueAt: 'When the value date begins, or from when on the absence of the cover is an exception.',
        askedAt: 'When a person was told that the cover has not come. Null if nobody was.',
        endedAt: 'When the money was there. Null while the credit waits.',
      },
    },
    nostro_statements: {
      about:
        'The balances of the statements that correspondents send of the accounts of the institution (camt.053). ' +
        'Rows are only added.',
      columns: {
        id: 'The identifier of the statement.',
        messageId: 'The id of the message.',
        reference: 'The id that the correspondent gave the statement.',
        bic: 'The correspondent, by its BIC.',
        accountNumber: 'The number of the account.',
        currency: 'The currency, an ISO 4217 code.',
        opening: 'The booked balance at the beginning, in minor units. Negative if the institution owes it.',
        closing: 'The booked balance at the end, likewise.',
        closedOn: 'The day of the closing balance.',
      },
    },
    nostro_entries: {
      about:
        'Entries of the accounts of the institution with its correspondents, as their reports have them (camt.052, ' +
        'camt.053, camt.054): one entry can be in several reports. Rows are only added.',
      columns: {
        id: 'The identifier of the entry inside the service.',
        messageId: 'The message with the report.',
        messageType: 'The type of the message.',
        bic: 'The BIC of the correspondent.',
        accountNumber: 'The account of the institution there.',
        currency: 'The currency of the account, an ISO 4217 code.',
        direction: 'Credit: money came to the institution. Debit: it left.',
        amount: 'The amount in minor units.',
        status: 'BOOK, PDNG, INFO or FUTR (ISO 20022 ExternalEntryStatus1Code).',
        bookedOn: 'The date on which the correspondent booked it. Null if the report has none.',
        valueDate: 'The value date. Null if the report has none.',
        reference: "The correspondent's own reference. Null if the report has none.",
        uetr: 'The UETR of the payment that the entry is of. Null if the report has none.',
        paymentId: 'The payment of the institution that the entry is of. Null if it is of none.',
      },
    },
    rail_messages: {
      about:
        'Messages to and from the networks, one row each. An outgoing message is committed with what it belongs to, ' +
        'and handed over afterwards. An incoming message is kept before the network is told that it arrived. Rows are ' +
        'never deleted.',
      columns: {
        id: 'The messageUID that the API shows.',
        rail: 'The network: FEDWIRE, RTP, FEDNOW or SWIFT.',
        direction: 'Out: to the network. In: from it.',
        status:
          'Out: Waiting, Claimed by a worker, HandedOver, InDoubt (nobody can tell whether it left), or Expired (it did ' +
          'not leave in time). In: Received, Processed, Double (it came before), Quarantined (it cannot be read), or ' +
          'Dismissed by a person.',
        messageType: 'The type, such as pacs.008.001.08. Null for an incoming message that was not read.',
        messageId: 'The id that the network knows it by. Null for an incoming message that was not read.',
        copy: '0, or the number of the repetition by the rules of the network.',
        uetr: 'The UETR of the payment that it is about. Null if it has none.',
        paymentId: 'The payment that it is about. Null if it is about none.',
        receiptId: 'The receipt that it is about. Null if it is about none.',
        answersMessageId: 'The id of the message that it answers. Null if it answers none.',
        doubleOf: 'The earlier message with the same bytes or the same id. Null if there is none.',
        resends: 'The message that a person had sent again. Null if it is none.',
        sha256: 'SHA-256 of its bytes, in hexadecimal. Null for one that was too large to be read.',
        sizeBytes: 'How many bytes it has.',
        sealed: 'Its bytes, sealed. Null if an earlier message has the same, or if it was too large to be read.',
        signature: 'Its XML signature, which it left with. Null if it is not signed.',
        leavesFrom: 'It is not handed over before this time of the institution. Null without one.',
        leavesBy: 'It is not handed over after this time of the institution. Null without one.',
        token: 'The fencing token of the last claim.',
        openTokens: 'The tokens of claims whose holders did not say how they ended.',
        claimedBy: 'The worker that hands it over. Null unless it is claimed.',
        leasedUntil: 'When the claim ends, by the clock of the database. Null unless it is claimed.',
        attempts: 'How often the transport refused it, or its booking failed.',
        nextAttemptAt: 'When it is tried again, by the clock of the database. Null unless an attempt failed.',
        doubt: 'Why nobody can tell whether it left. Null if that was always known.',
        decision: 'What a person decided: HandedOver, or HandOverAgain. Null without a decision.',
        evidence: 'What the transport gave as evidence that it left. Null without one.',
        leftAt: 'When it left, by the clock of the database. Null until then.',
        refusal: 'Why it cannot be read, and the path of the element. Null if it can.',
        createdAt: 'When it was made or came in, by the clock of the institution.',
        endedAt: 'When it was over, by the clock of the institution. Null until then.',
      },
    },
    simulated_messages: {
      about:
        'What a sandbox and its simulated networks send each other. Empty outside a sandbox. Rows are never deleted.',
      columns: {
        id: 'The identifier: of a message to the network, that of the message in rail_messages.',
        rail: 'The simulated network: FEDWIRE, RTP, FEDNOW or SWIFT.',
        sentBy: 'Institution, or Network.',
        sealed: 'The bytes, sealed.',
        dueAt: 'When it arrives, by the clock of the institution.',
        createdAt: 'When it was sent, by the clock of the institution.',
        takenAt: 'When the other side took it. Null until then.',
      },
    },
    simulator_messages: {
      about:
        'What workers of 0.2.0 sent to the simulated networks of a sandbox, and when it settles. Later releases send ' +
        'messages instead, and only settle what is here. Times are by the clock of the institution.',
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
        information:
          'What the message says besides, by the element of ISO 20022 pacs.008 CdtTrfTxInf. Null if it says nothing ' +
          'more.',
        charges:
          'The charges that were deducted from the amount, in minor units of `charges_currency`. Null if none were.',
        chargesCurrency: 'The currency of the charges. Null if none were deducted.',
      },
    },
    message_exceptions: {
      about: 'What networks say that contradicts what is booked. Nothing was posted: a person decides.',
      columns: {
        id: 'The exceptionUID of the API.',
        rail: 'The network.',
        railMessageId: 'The incoming message. Null if a clock of the network ended.',
        kind: 'What it means: the kind of a `Meaning` (src/rails/network.ts).',
        why: 'Why it is not booked, in words.',
        paymentId: 'The payment that it is about. Null if it is about none that is known.',
        receiptId: 'The receipt that it is about. Null if it is about none that is known.',
        evidence: 'What the network said, as JSON.',
        status: 'Open, or Resolved by a person.',
        resolvedAt: 'When it was resolved. Null while it is open.',
        resolvedBy: 'The API client that resolved it. Null while it is open.',
        notes: 'What that person did, in words. Null if it did not say.',
      },
    },
  },
} satisfies Subject
