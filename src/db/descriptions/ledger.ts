import type { Subject } from './subject.ts'

export const ledger = {
  title: 'Ledger and books',
  about:
    'The double-entry ledger, adjustments by the institution, and its business days. Amounts are minor units of the ' +
    'currency of the row.',
  tables: {
    ledger_accounts: {
      about:
        "The accounts of the ledger with their totals: one for each customer account, and the institution's own " +
        'accounts of `docs/chart-of-accounts.md`. A trigger on `ledger_transfers` changes the totals; nothing else ' +
        'can. They can be rebuilt from the transfers.',
      columns: {
        id: "The identifier of the account, from 100001. For a customer's account, the accountUID.",
        kind:
          "customer, or for the institution's own accounts: settlement, rail-settlement, clearing, income, " +
          'receivable, suspense, adjustment or fx.',
        code:
          'The name of an account of the institution, for example `clearing:ACH:USD`: the entry of the chart and its ' +
          "parts. Null for a customer's account.",
        currency: 'The currency of the account. It never changes, and a transfer cannot join two currencies.',
        overdraft:
          "Whether debits may exceed credits: true for the institution's own accounts, false for customers' " +
          'accounts. It never changes.',
        debitsPending:
          'The sum of the holds that debit the account and are neither posted nor voided. All totals of the ' +
          'account are in minor units of its currency.',
        debitsPosted: "The sum of all posted debits. A customer's balance is `credits_posted` less `debits_posted`.",
        creditsPending: 'The sum of the holds that credit the account and are neither posted nor voided.',
        creditsPosted:
          "The sum of all posted credits. For a customer's account, debits posted and pending never exceed it.",
        lastSequence:
          "The number of the last transfer of the account. For a customer's account, that of its last row in " +
          "`ledger_entries`; the numbers of the institution's own accounts have gaps.",
        lastEntryAt:
          "The booking time of the last entry of a customer's account, by the clock of the institution. Null before " +
          "the first, and for the institution's own accounts.",
        receivableId:
          'The ledger account of what the customer owes in the currency: credits to this account repay it first. ' +
          'Null if the customer never owed. It is set on all its accounts in the currency.',
      },
    },
    ledger_transfers: {
      about:
        'Each movement of money and each hold: one account debited, one credited, one amount. Append-only: a trigger ' +
        'refuses every change and deletion, also by the owner of the tables.',
      columns: {
        id: 'The identifier of the transfer. It begins with its time.',
        kind:
          'posted (money moved), pending (a hold: the amount is set aside), `post_pending` (a hold became a ' +
          'movement, in whole or in part) or `void_pending` (a hold was lifted).',
        debitAccountId: 'The ledger account that is debited.',
        creditAccountId: 'The ledger account that is credited.',
        amount: 'The amount, always above zero. A void has the whole amount of its hold.',
        currency: 'The currency of both accounts and of amount.',
        pendingId:
          'The hold that this transfer posts or voids. Each hold is ended at most once, for what it was placed. Null for ' +
          'other kinds.',
        purpose:
          'Why, for example payment, fee, settlement, return, adjustment or fxContract. `docs/chart-of-accounts.md` ' +
          'lists the postings of each.',
        referenceId:
          'What the transfer is for: the payment, adjustment, FX contract, desk trade, settlement, revaluation or ' +
          'write-off.',
        businessDate:
          'The business day that the entry belongs to. Null for an entry from before business days were kept.',
        valueDate:
          'The day from which the amount counts for interest and value-dated balances. Null for the business date.',
      },
    },
    ledger_entries: {
      about:
        'The statement of each customer account: its transfers, numbered without gaps, each with the totals of the ' +
        'account after it. A trigger on `ledger_transfers` writes them; nobody can change or delete a row. The ' +
        "institution's own accounts have none.",
      columns: {
        accountId: "The ledger account, which is a customer's.",
        sequence:
          'The number of the entry in the account, from 1 without gaps. Booking times and business dates never run ' +
          'back from one number to the next.',
        transferId: 'The transfer in `ledger_transfers`.',
        direction: 'Debit or Credit: the side of the transfer on which the account is.',
        kind: 'The kind of the transfer: posted, pending, `post_pending` or `void_pending`.',
        purpose: 'Why the transfer was made, as in `ledger_transfers`.',
        amount: "The amount of the transfer, in minor units of the account's currency.",
        debitsPending:
          'The live holds that debit the account after the entry, as in `ledger_accounts`. All totals are in minor ' +
          "units of the account's currency.",
        debitsPosted: 'The posted debits of the account after the entry.',
        creditsPending: 'The live holds that credit the account after the entry.',
        creditsPosted:
          'The posted credits of the account after the entry. The balance is `credits_posted` less `debits_posted`.',
        bookedAt:
          'When the entry was booked, by the clock of the institution: the time of the transfer, or that of the ' +
          'entry before if it is later.',
        businessDate: 'The business day that the entry belongs to.',
        valueDate:
          'The day from which the amount counts for interest and value-dated balances; the business date, unless the ' +
          'transfer says another.',
      },
    },
    ledger_holds: {
      about:
        'The holds that are live: one row for each customer account that a hold touches, or one for a hold between ' +
        'accounts of the institution. A trigger on `ledger_transfers` places and ends them; nothing else can. A row ' +
        'is deleted when its hold is posted or voided.',
      columns: {
        accountId: 'The ledger account that the hold touches.',
        sequence: 'The number of the hold among the transfers of the account.',
        transferId: 'The pending transfer in `ledger_transfers` that placed the hold.',
        referenceId: 'What the hold is for, as in `ledger_transfers`: the payment or the FX contract.',
        purpose:
          'Why the amount is held, as in `ledger_transfers`. A payment or contract has one live hold for each ' +
          'purpose, and one for each fee.',
        part: "The ledger account of the fee's income, for a hold with the purpose fee. 0 for other purposes.",
        debitAccountId: 'The ledger account that the hold debits. What ends the hold has the same.',
        creditAccountId: 'The ledger account that the hold credits. What ends the hold has the same.',
        amount: 'The amount that is held, in minor units. A post moves at most this much.',
        isLeading:
          'Whether this is the row of the debited account, or the only row of the hold. A hold between two customers ' +
          'has a second row.',
      },
    },
    adjustments: {
      about:
        'Amounts that the institution credited or debited to an account of a customer by hand. Rows are only added.',
      columns: {
        id: 'The adjustmentUID of the API, and the reference of its ledger transfer.',
        accountId: 'The account of the customer that was credited or debited.',
        direction: 'Credit or Debit, as the customer sees it.',
        amount: 'The amount, in minor units of `currency`.',
        currency: 'The currency of the account and of amount.',
        reason: 'Why, in the words of the client.',
        externalReferenceId: 'The reference that the client gave.',
        transferId: 'The ledger transfer that booked it.',
        createdBy: 'The API client that made the adjustment. Under dual control, the one that approved it.',
        businessDate:
          'The date of the institution on which it counts in `adjustmentCaps`. Null for one from before the caps.',
        contraAccount:
          'The account of the institution on the other side: settlement, adjustment-cash, adjustment-transit, ' +
          'adjustment-correction or adjustment-expense.',
      },
    },
    adjustment_usage: {
      about:
        'What the institution has moved by hand in a currency on a day: adjustments in both directions, write-offs ' +
        'and releases from suspense. Counted against `adjustmentCaps` in the same transaction.',
      columns: {
        currency: 'The currency in which amounts were moved. Each has its own caps.',
        businessDate: 'The date of the institution on which the amounts count.',
        used: 'The sum of the amounts, in minor units of `currency`. It never exceeds the `perDay` cap of the time.',
      },
    },
    ledger_days: {
      about:
        'The business days of an institution, prepared a year ahead by its calendar. An entry belongs to the first ' +
        'open day that has not ended. The worker closes a day after its end; coming days are written again when the ' +
        'calendar changes.',
      columns: {
        businessDate: 'The date of the business day.',
        closesAt:
          'When the day ends, by the clock of the institution: entries from the end of the day before until this ' +
          'moment belong to it.',
        closeDueAt: 'When the close is tried: at the end of the day, or later after a close that could not be proved.',
        closedAt:
          'When the day was closed, by the clock of the institution. It takes no entries afterwards. Null while it ' +
          'is open.',
        differences:
          'What the last close could not prove, as a JSON array of `{what, id, detail}`. Null if the close was not ' +
          'tried, or succeeded.',
      },
    },
    ledger_closings: {
      about:
        'The closing balances of a closed business day. Written by the close; rows are only added. Balances are ' +
        'credits less debits.',
      columns: {
        businessDate: 'The business day that was closed.',
        account:
          "The code of an account of the institution; for customers' accounts, customers:, the currency and the " +
          'master GL account, all of them together.',
        currency: 'The currency of the account and of the amounts.',
        glAccount: "The number in the institution's general ledger, as it was at the close.",
        opening:
          'The balance at the start of the day: the closing balance of the day before. Balances are credits less ' +
          'debits, in minor units of `currency`.',
        debits: 'The sum of the posted debits of the day, in minor units of `currency`.',
        credits: 'The sum of the posted credits of the day, in minor units of `currency`.',
        reclassified:
          'The balances that came from or went to another master GL account, because accounts of customers changed ' +
          'theirs.',
        closing: 'The balance at the end of the day: opening plus credits less debits plus reclassified.',
      },
    },
    ledger_exports: {
      about:
        "The file of a closed day for the institution's general ledger. Stored with the close, then written to disk, " +
        'so a killed worker writes the same bytes again.',
      columns: {
        businessDate: 'The business day that the file tells.',
        name: 'The name of the file: the code of the institution, gl and the date.',
        detail: 'Account (a line for each account) or Entry (a line for each entry).',
        content: 'The whole file, as CSV text.',
        createdAt: 'When the day was closed, by the clock of the institution.',
        writtenAt: 'When the file was written to disk, by the clock of the institution. Null until then.',
      },
    },
    verifications: {
      about:
        'When each part of the books was last verified, and what differed. A worker writes it: a part at a time, each ' +
        'at least daily. A new difference holds the rails of the institution.',
      columns: {
        part: 'The part: ledger, entries, payments, settlements, limits, fx, adjustments, suspense, books or audit.',
        claimedUntil: 'Until when a worker verifies the part. Null if none does.',
        verifiedAt: "When the last verification ended, by the machine's clock. Null before the first one.",
        tookMs: 'How long it took, in milliseconds. Null before the first one.',
        differences: 'What differed, in words: an array with one line for each difference, empty if nothing did.',
        differsSince: 'When a verification first found a difference that has not gone since. Null if nothing differs.',
      },
    },
  },
} satisfies Subject
