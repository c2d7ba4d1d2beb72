import type { Subject } from './subject.ts'

export const payments = {
  title: 'Payments',
  about: 'Payments and debits of customers: what was instructed, what became of it, who approved it, and who was told.',
  tables: {
    payments: {
      about:
        'One row for each payment, whatever its rail: what was instructed. A credit pays the counterparty, a debit ' +
        'collects from it by ACH. Written when it is accepted; afterwards only confirmed bank details of the ' +
        'counterparty change it. What becomes of it is in `payment_states` and `payment_transitions`; the view ' +
        '`current_payments` joins them.',
      columns: {
        id: 'The paymentUID of the API. It begins with the time of the payment, so payments sort by it.',
        externalReferenceId: 'The reference that the client gave. Not unique.',
        customerId: 'The customer that gave the instruction.',
        senderAccountId: "The customer's own account: it pays a credit, and collects a debit.",
        contactId:
          'The contact that is paid or debited. Null for a transfer to an account of the institution that names the ' +
          'account.',
        amount: 'The amount of the instruction, in minor units of `currency`, before fees and deductions.',
        currency:
          'The currency of the instruction: that of the sending account or, with an exchange, of either account.',
        speed:
          'How the customer asked to send it: Economy (ACH), Economy Plus (same-day ACH), Express (Fedwire), Instant ' +
          '(RTP or FedNow), or SPOT, ON or TN (SWIFT). It can go out at a slower speed, which is in ' +
          '`payment_states`.',
        secCode: 'The ACH standard entry class. Null on other rails.',
        paymentDate: "The date on which the customer wants to pay, in the institution's time zone.",
        receiverName: 'The name of the counterparty when the payment was made.',
        receiverAccountNumber:
          'The account number of the counterparty when the payment was made, sealed. A later change of the contact ' +
          'does not redirect the payment, unless the customer confirms it.',
        receiverAccountType: 'Checking or Savings; for an account of the institution, its sub-type.',
        receiverBankCode:
          'The bank code of the counterparty that the rail uses: its BIC for SWIFT, else its national code. Empty if ' +
          'it has none.',
        paymentNotes: 'The notes of the client. Null if there are none.',
        details:
          'The rest of the instruction as JSON: notification, ultimate parties, additional information, and what to ' +
          'do about a missed cut-off. Ultimate parties and the telephone number are sealed.',
        fxContractNumber: 'The number of the FX contract that the payment names. Null if it names none.',
        createdBy: 'The API client that submitted the payment.',
        approversNeeded: 'How many people of the customer must approve it. Zero if none must.',
        receiverAccountId:
          'The account of the institution that receives, if the instruction names the account. Null for a payment to ' +
          'a contact.',
        entryType: 'CREDIT (the customer pays) or DEBIT (the customer collects, by ACH).',
        createdByUser: 'The user whose token submitted it. Null if the client submitted it in its own name.',
        receiverAccountNumberIndex:
          'The blind index of `receiver_account_number`, for searches: a keyed hash. Null while ' +
          '`receiver_account_number` is not sealed yet.',
        onMissedCutOff:
          'What becomes of it if it misses its cut-off: Refuse, NextWindow or Downgrade. Null if its speed has no ' +
          'choice, and for a payment from before the column.',
        contentIndex:
          'A keyed digest of what was instructed, which only the service can make: a payment that was inserted or ' +
          'altered in the database pays nobody. Null in payments from before, until they are sealed again.',
        receiverMessageDetailsIndex:
          '`message_details_index` of the contact when the payment was made or last confirmed. Empty if the contact ' +
          'had none. Null for a payment from before the column, and one to an account.',
      },
    },
    payment_states: {
      about:
        'The state of each payment: how it goes out, what holds it, and when something is due. It is the last step ' +
        'of its history: when it moves, a trigger adds the step that it leaves to `payment_transitions`. The ' +
        'database refuses a step that the state machine does not have, or that does not follow the last. The worker ' +
        'finds its work here. The view `payment_steps` has all steps.',
      columns: {
        paymentId: 'The payment; its instruction is the row of payments with this id.',
        customerId: 'The customer of the payment, repeated from the instruction for indexes.',
        senderAccountId: "The customer's own account, repeated from the instruction for indexes.",
        contactId:
          'The contact that is paid or debited, repeated from the instruction for indexes. Null for a transfer to an ' +
          'account of the institution.',
        amount: 'The amount of the instruction in minor units of its currency, repeated for indexes.',
        entryType: 'CREDIT or DEBIT, repeated from the instruction for indexes.',
        onMissedCutOff:
          'What becomes of the payment if it misses its cut-off, repeated from the instruction for indexes: Refuse, ' +
          'NextWindow or Downgrade. Null if its speed has no choice.',
        paymentDate: 'The date on which the customer wants to pay, repeated from the instruction for indexes.',
        isMailed: 'Whether the notification of the payment has an e-mail address.',
        step: 'The number of the last step, which led to `status`: from 1 without gaps.',
        previousStatus: 'The status before the last step. Null at the first.',
        steppedAt: 'When the last step was made, by the clock of the institution.',
        actor: 'The API key of the client that made the last step, or worker for background processing.',
        evidence:
          'Details of the last step as JSON: the reference of the rail, the settlement, the return code, the terms of ' +
          'an exchange, or the reasons of a refusal. Null if there are none.',
        status:
          'PENDING_APPROVAL, PARTIALLY_APPROVED, FUTURE_DATED, HELD, VALIDATED, READY_TO_TRANSMIT, TRANSMITTED, ' +
          'PROCESSED, RETURNED, REVERSED, VALIDATION_FAILURE, REJECTED or CANCELLED. `docs/payment-states.md` ' +
          'describes them.',
        updatedAt:
          'When the row was last changed, by the clock of the institution. Marking it for a mail does not count.',
        validatedAt:
          'When its funds were held, or the debit was accepted, by the clock of the institution. ACH collects in ' +
          'this order; a payment that misses its file counts from then on. Null before.',
        holdTransferId:
          'The pending ledger transfer of the amount. Null before the funds are held, and for a book transfer, which ' +
          'is posted at once.',
        rail:
          'The network that carries it: BOOK (inside the institution), ACH, FEDWIRE, RTP, FEDNOW or SWIFT. Decided ' +
          'again when the payment is due.',
        speed:
          'How the payment goes out, at the speed that was asked for or a slower one: Economy (ACH), Economy Plus ' +
          '(same-day ACH), Express (Fedwire), Instant (RTP or FedNow), or SPOT, ON or TN (SWIFT).',
        valueDate:
          "The date on which the counterparty's bank has the money; an estimate until the payment is validated. Null " +
          'for a payment from before value dates.',
        leavesAt:
          'The earliest time at which it goes to its rail, by the clock of the institution. 1970 for a payment from ' +
          'before the column.',
        cutOffAt:
          'The last cut-off for its value date, by the clock of the institution. Null if its rail never closes, and ' +
          'for a payment from before the column.',
        failsAt:
          'Until when a held payment that has exchanged money can go on: the last cut-off for its value date or, ' +
          'without one, the end of that date. Then it fails, and its exchange is closed out. Null in other states, for ' +
          'payments that have exchanged nothing, and if a node of the release before held it.',
        paysOn:
          'The date on which it is paid since a change of the calendar moved it. Null for the `payment_date` that it ' +
          'was made with.',
        dueAt:
          'When the worker decides a future-dated payment: at the start of business of its date, and again while ' +
          'funds are missing. By the clock of the institution. Null if it was never future-dated.',
        settlementDueAt:
          'When a transmitted payment counts as settled if its rail sends no confirmation (ACH), by the clock of the ' +
          'institution. Null on other rails, and before and after.',
        heldReasons:
          'Why it is HELD, for example accountNotActive or contactChanged (`src/payments/held/hold-reasons.ts`). ' +
          'Null unless it is HELD.',
        failureReason: 'Why it was refused, rejected or postponed, in words. Null if nothing went wrong.',
        needsInstitutionApproval: 'Whether the institution must approve it, too.',
        approversNeeded:
          'How many people of the customer must approve it now. Null if as many as when it was submitted.',
        approvalExpiresAt:
          'Until when it can be approved, by the clock of the institution. Null if it never needed approval.',
        limitDate:
          'The date of the institution on which it was counted against limits. Null if it counts against none.',
        limitAmount:
          "What it counts for against limits, in minor units of the institution's currency. Null if that is its " +
          'amount, or if it counts against none.',
        limitRate:
          'The mid rate that converted `limit_amount`, of the pair in market order. Null if nothing was converted.',
        feeAmount:
          "The sum of its fees, in minor units of the sending account's currency. Null for no fees, and for free " +
          'tiers.',
        feeAccountId: 'The account that pays the fees. Null if it is charged none.',
        deductedAmount:
          'The fees that are taken out of a credit, so that the receiver gets less (charges BEN), in minor units of ' +
          "the sending account's currency. Null if nothing is deducted.",
        feeFromProceeds: 'Whether the fees of a debit come out of what it collects.',
        returnableUntil:
          "The last day on which a settled debit can come back at all, on the ACH operator's calendar. After " +
          '`any_return_until`, only an unauthorized one can. Null for other payments.',
        anyReturnUntil:
          "The last day on which a settled debit can come back for any reason, on the ACH operator's calendar. Null " +
          'for other payments.',
        notifiedStatus: 'The status for which a mail was last made. Null if none was.',
      },
    },
    payment_transitions: {
      about:
        'The steps of payments before the last, which is in `payment_states`: when, by whom and why, with what the ' +
        'rail gave as evidence. A trigger adds each step when the state moves on. It refuses all other rows, and ' +
        'every change and deletion. The view `payment_steps` has all steps.',
      columns: {
        paymentId: 'The payment that made the step.',
        toStatus: 'The status after the step: one of the statuses of payments.',
        fromStatus: 'The status before the step. Null for the first status.',
        at: 'When the step was made, by the clock of the institution.',
        actor: 'The API key of the client that made the step, or worker for background processing.',
        evidence: 'Details of the step as JSON, as in `payment_states`. Null if there are none.',
        step:
          'The number of the step in the history of the payment, from 1 without gaps. Several steps can have the ' +
          'same time; the number orders them.',
      },
    },
    payment_value_date_changes: {
      about: "Each change of a payment's value date, or of its day, after the payment was made. Rows are only added.",
      columns: {
        paymentId: 'The payment whose dates changed.',
        at: 'When the date was changed, by the clock of the institution.',
        previousValueDate: 'The value date before the change.',
        valueDate: 'The value date after the change.',
        reason:
          'missedCutOff, downgraded (to next-day ACH), held, decidedAgain (when it was due or approved), ' +
          'anotherFile (its ACH file was composed for another day) or calendarChanged.',
        previousPaymentDate: 'Its day before a change of the calendar. Null for another reason.',
        paymentDate: 'Its day after that change.',
      },
    },
    payment_approvals: {
      about:
        'Who approved or rejected a payment, for the customer or for the institution. Append-only. The database ' +
        'refuses a second decision of the same approver on one revision, and a decision of a client or user who ' +
        'made the payment or changed it.',
      columns: {
        paymentId: 'The payment that was decided about.',
        approver: 'Who decided: the API key of a client in its own name, the id of a user, or the id of a signatory.',
        side: 'Customer or Institution: for whom the approver decided.',
        decision: 'What was decided: Approved or Rejected. One rejection ends the payment.',
        failsDualControl:
          'Whether dual control would have refused the approval: one person may be behind it and a maker or an approver before. It does not count under dual control. Null in rows from before.',
        contentIndex: 'A keyed digest of who decided what about which content, and how. Null in rows from before.',
        contentSha256:
          'SHA-256 of the payment and its series as the approver saw them, in hex after `v2:`, sealed. Without `v2:` ' +
          'it is from before it covered the series.',
        notes: 'The notes of the approver, for example about a call-back. Null if there are none.',
        decidedAt: 'When it was decided, by the clock of the institution.',
        clientId: 'The API client that sent the decision.',
        userId: 'The user who decided. Null for a client in its own name, and for a signatory.',
        signatoryId: 'The signatory who decided. Null for a client in its own name, and for a user.',
        decidedOn:
          "The date of the decision in the institution's time zone: it counts against a user's limit for the day.",
        withdrawnBy:
          'The cancellation that took the approval back, because its approver was stopped. It does not count. Null ' +
          'if it stands.',
        revision:
          'The revision of the payment that was decided about, as in `payment_makers`; 0 as it was submitted. Only ' +
          'decisions about the last revision count.',
        identifiedBy:
          'How the approver is known: Client (it decided in its own name), TrustedClient (it named the person) or ' +
          "Token (the person's token proved it).",
        limitAmount:
          "What it counts for against the limits of its approver, in minor units of the institution's currency. Null " +
          'if that is the amount of the payment, or if another currency had no rate.',
      },
    },
    payment_makers: {
      about:
        'Who shaped a payment after the client or user in `payments.created_by` submitted it. Append-only. None of ' +
        'them can approve it, and approvals of earlier revisions no longer count.',
      columns: {
        paymentId: 'The payment that was shaped.',
        revision: 'The number of the revision that this made, from 1.',
        clientId: 'The API key of the client that did it.',
        userId: 'The user whose token the client sent. Null if the client acted in its own name.',
        did:
          'ChangedSeries: changed when its series ends, or to which bank details it pays. Confirmed: confirmed the new bank details of its contact. ' +
          'Submitted: submitted or shaped the payment that it repeats.',
        at: 'When it was done, by the clock of the institution.',
      },
    },
    stopped_makers: {
      about:
        'What stops the makers of payments that are HELD with the reason makerStopped. The worker asks of each ' +
        'actor whether it still stops them. Deleted when the payment is no longer held for it.',
      columns: {
        kind:
          'What stops the actor: clientRevoked, clientExpired, userStopped (not Active), legalEntitySuspended (its ' +
          'own, or one above it) or outOfReach (the customer was moved away from it).',
        actorId:
          'The API key of the client, or the id of the user or of the legal entity; for outOfReach, the id of the legal ' +
          'entity, a slash, and the id of the customer that pays.',
        paymentId: 'The payment that is held.',
        foundAt: "When it was found, by the machine's time. A client is expired if its time had passed by then.",
      },
    },
    payment_releases: {
      about:
        'Which stops of its makers the institution released a payment from. Another stop holds it again. The reason ' +
        'is in the audit log. Append-only.',
      columns: {
        paymentId: 'The payment that was released.',
        kind: 'What stopped the actor, as in `stopped_makers`.',
        actorId: 'The actor, as in `stopped_makers`.',
        stopNumber:
          'Which stop of the actor was released: `suspensions` of the user or of the customer, 0 for a revoked ' +
          'client, the second of its expiry for an expired one, and `moves` of the customer that pays for outOfReach.',
        clientId: 'The API key of the client that released it; under dual control, of the one that approved it.',
        userId: 'The user whose token the client sent. Null if the client acted in its own name.',
        at: 'When it was released, by the clock of the institution.',
      },
    },
    payment_exchanges: {
      about:
        'The exchange of a payment whose two accounts have different currencies, and what it draws of an FX ' +
        'contract. Written with the payment; the draw is added when it is validated.',
      columns: {
        paymentId: 'The payment that needs the exchange.',
        sellCurrency: 'The currency of the sending account.',
        buyCurrency: "The currency of the receiver's account.",
        contractId: 'The FX contract that the payment draws. Null until it is validated.',
        sellAmount: 'What it draws, in minor units of `sell_currency`. Null until it is validated.',
        buyAmount: 'What it draws and pays out, in minor units of `buy_currency`. Null until it is validated.',
        payoutTransferId:
          'The ledger transfer of what is paid out: its hold, or its posting for a book transfer. What the sender ' +
          'pays is held by the payment. Null until it is validated.',
        isGivenBack: 'Whether the contract has the drawn amounts back, because the payment did not settle.',
        returnContractId:
          'The FX contract that sold the bought currency again, because the payment came back after it had settled. ' +
          'Null otherwise.',
      },
    },
    funds_holds: {
      about:
        'The holds on the proceeds of settled debits that are not available at once. Written when the debit settles; ' +
        'changed once, when the hold is released: on its day, early by the institution, or because the debit comes ' +
        'back or is reversed.',
      columns: {
        paymentId: 'The debit whose proceeds are held.',
        transferId: 'The pending ledger transfer that holds the proceeds on the account that collected them.',
        availableOn:
          'The date of the institution on which the proceeds become available, or became available if the ' +
          'institution released them early.',
        releasesAt:
          'When business starts on that day, by the clock of the institution: the worker releases the hold then.',
        releasedAt: 'When the hold was released, by the clock of the institution. Null while the proceeds are held.',
      },
    },
    payment_mails: {
      about:
        'Mails about a payment to the address in its notification: one for each status it is told of. The worker ' +
        'makes and sends them. Times are by the clock of the machine.',
      columns: {
        paymentId: 'The payment that the mail is about.',
        status:
          'The status that the mail tells: PROCESSED, RETURNED, REVERSED, VALIDATION_FAILURE, REJECTED or CANCELLED.',
        createdAt: 'When the mail was made, by the clock of the machine.',
        dueAt: 'When it is sent or tried again. Null when it was sent or given up.',
        leasedUntil:
          'Until when a worker has a claim on it, by the clock of the database. Afterwards, another one may take it, ' +
          'and only that one records an outcome. Null while nobody sends it.',
        attempts:
          'How many attempts to send it were begun. Counted before it is sent, so it is the fencing token of the claim.',
        sentAt: 'When the mail server accepted it. Null if it did not.',
        failure: 'Why the last attempt failed, or why the mail was given up. Null if nothing failed.',
      },
    },
    payment_files: {
      about:
        'The files of payments that customers upload. A file is taken as a whole, and its payments are made later. ' +
        'Rows are never deleted.',
      columns: {
        id: 'The fileUID of the API.',
        customerId: 'The customer whose payments it has.',
        fileType: 'csv, ach (NACHA), fedwire (CSV of wires) or rtp (CSV of instant payments).',
        name: 'The name of the file, as the client gave it.',
        sha256: 'The hash of its payments in one form: a customer sends the same ones once, unless they were rejected.',
        records: 'How many payments it has.',
        totals: 'The sums of its credits and debits by currency.',
        status:
          'PENDING_APPROVAL (also if it was stopped), PROCESSING while its payments are made, PROCESSED or REJECTED.',
        uploadedBy: 'The client that uploaded it, and that its payments are created by.',
        uploadedByUser: 'The user whose token uploaded it. Null for a client in its own name.',
        legalEntityId: 'The legal entity of that client.',
        createdAt: 'When it was uploaded, by the clock of the institution.',
        decidedBy: 'Who approved or rejected it. Null until then, and for a file that needs no approval.',
        decidedByUser: 'The user whose token approved or rejected it. Null for a client in its own name.',
        decidedAt: 'When it was approved or rejected, by the clock of the institution. Null until then.',
        stoppedAt:
          'When it was last stopped, because the one that uploaded or approved it lost the right to do so. From then ' +
          'on, the person who approves it stands for it alone. Null if it never was.',
        reason: 'Why it was rejected or is stopped. Null otherwise.',
        endedAt: 'When it was rejected, or its last payment made. Null until then.',
        version: 'How often the row was changed, from 1. It never goes back.',
        contentIndex:
          'A keyed digest of what it is, who uploaded and approved it, and its status, after the version that it is ' +
          'of. Null in rows from before.',
      },
    },
    payment_file_records: {
      about: 'The payments of a file, one row each. The worker notes what became of it, once.',
      columns: {
        fileId: 'The file.',
        record: 'The number of the row after the header, or of the entry, from 1.',
        entryType: 'CREDIT or DEBIT.',
        request: 'The body of the payment request. It names its parties by their ids.',
        paymentId: 'The payment that was made. Null until then, and for a refused one.',
        code: 'The error code of the refusal. Null without one.',
        refusal: 'Why the payment was refused. Null unless it was.',
        contentIndex: 'A keyed digest of its file, its number and its request. Null in rows from before.',
      },
    },
    payment_return_requests: {
      about: 'Requests to other banks to return payments. One at a time waits for a payment.',
      columns: {
        id: 'The request. Its case id in the message is this id without hyphens.',
        paymentId: 'The payment that is asked back.',
        code: 'Why, by ISO 20022 ExternalCancellationReason1Code.',
        reason: 'Why, in words of the one that asked.',
        status:
          'Asked, Pending (the other bank looks into it), Accepted (the money is to come), Refused, or Returned (it came).',
        answerCode: 'The code of the answer. Null until there is one.',
        answerReason: 'The answer in words of the other bank. Null until there is one.',
        requestedBy: 'The API client that asked.',
        answeredAt: 'When the status last changed. Null while it is Asked.',
      },
    },
    payment_requests: {
      about:
        'Requests for payment and drawdown requests that came in: somebody asks a customer to pay. What was asked ' +
        'never changes; the state does.',
      columns: {
        id: 'The requestUID of the API.',
        rail: 'The network over which it came in.',
        requestId: 'The id of its message, as its network knows it.',
        endToEndId: 'The reference of the creditor, which the payment repeats. Null if it has none.',
        isDrawdown: 'Whether a bank asks for a drawdown of a standing agreement.',
        amount: 'What is asked, in minor units.',
        currency: 'The currency of the amount.',
        creditorName: 'Who asks.',
        creditorAccount: 'The number of the account to pay, sealed. Null if the request names none.',
        creditor: 'The address of the creditor and its bank, as JSON.',
        debtorName: 'Who is to pay, as the request names it.',
        accountNumber: 'The account that is to pay, as the request names it, sealed.',
        accountId: 'The account that is to pay. Null if none has the number.',
        customerId: 'The customer of the account. Null without one.',
        remittance: 'What the payment is for, in lines.',
        requestedOn: 'The day on which it is to be paid.',
        expiresAt: 'Until when it can be paid. Null if it does not expire.',
        evidence: 'The message, as JSON.',
        status:
          'Open, Accepted (a payment is made), Paid (it has left), Refused, Expired or Withdrawn (by the creditor).',
        paymentId: 'The last payment that was made for it. Null without one.',
        refusalCode: 'The code that its network was told. Null unless it was refused.',
        notes: 'Why, in words. Null if nobody said so.',
        decidedBy: 'The API client that accepted or refused it, or worker. Null while it is open or once it expired.',
        decidedAt: 'When. Null as before.',
      },
    },
    sent_payment_requests: {
      about:
        'Requests for payment that customers send: somebody at another bank is to pay them. What was asked never ' +
        'changes; the state does.',
      columns: {
        id: 'The requestUID of the API.',
        accountId: 'The account to pay.',
        customerId: 'The customer of the account.',
        contactId: 'Who is to pay.',
        rail: 'The network that carries it.',
        messageId: 'The id of its message on the network.',
        endToEndId: 'The reference that its payment repeats.',
        amount: 'What is asked, in minor units.',
        currency: 'The currency of the amount.',
        debtorName: 'The name of the contact when it was asked.',
        remittance: 'What it is for. Null if nobody said so.',
        reference: 'The reference of its maker. Null without one.',
        requestedOn: 'The day on which it is to be paid.',
        expiresOn: 'The last day on which it can be paid, Eastern.',
        mayChangeAmount: 'Whether another amount may be paid.',
        mayPayEarly: 'Whether it may be paid before the day.',
        isGuaranteed: 'Whether the other bank must guarantee the payment.',
        requestedBy: 'The API client that made it.',
        requestedByUser: 'The user whose token that client sent. Null if none.',
        status: 'Open, Accepted (it will be paid), Paid (the money is on the account), Refused or Expired.',
        answerCode: 'The code of the last answer. Null without one.',
        answerReason: 'Why, in words. Null if nobody said so.',
        receiptId: 'The receipt of the credit with its reference. Null without one.',
        endedAt: 'When it was paid, refused or expired. Null before.',
      },
    },
    wire_ids: {
      about: 'What Fedwire calls a payment, as its messages say it.',
      columns: {
        paymentId: 'The payment.',
        imad: 'The input message accountability data: the identifier of the sender. Null until it is known.',
        omad: 'The output message accountability data: the identifier of Fedwire. Null until it is known.',
      },
    },
  },
} satisfies Subject
