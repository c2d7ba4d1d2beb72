import type { Subject } from './subject.ts'

export const receivables = {
  title: 'Receivables and suspense',
  about: 'What customers owe the institution, and money that came back without an account to take it.',
  tables: {
    receivables: {
      about:
        'What a customer owes in a currency after returns and close-outs of FX contracts that its accounts did not ' +
        'cover: the ledger account that has the amount. Written with the first such debt. Rows are only added; the ' +
        'balance is in `ledger_accounts`.',
      columns: {
        customerId: 'The customer that owes.',
        currency: 'The currency of the debt, an ISO 4217 code.',
        ledgerAccountId:
          'The ledger account: its debits are what the customer owed, its credits repayments and write-offs.',
      },
    },
    receivable_write_offs: {
      about: 'Debts that the institution gave up, in whole or in part. Rows are only added.',
      columns: {
        id: 'The writeOffUID of the API, and the reference of its ledger transfer.',
        customerId: 'The customer whose debt was given up.',
        currency: 'The currency of the debt and of amount.',
        amount: 'What was given up, in minor units of `currency`.',
        reason: 'Why, in the words of the client.',
        externalReferenceId: 'The reference that the client gave.',
        transferId: 'The ledger transfer that booked it as an expense.',
        createdBy: 'The API client that wrote the debt off. Under dual control, the one that approved it.',
        businessDate:
          'The date of the institution on which it counts in `adjustmentCaps`. Null for one from before the column.',
      },
    },
    suspense_items: {
      about:
        'Money in the ledger accounts `suspense:unposted` and crossed-returns, item by item. Written when the money ' +
        'comes; changed once, when the item is released.',
      columns: {
        id: 'The itemUID of the API. It is the id of the ledger transfer that brought the money.',
        reason:
          'AccountClosed (the account was closed), NoAccount (the customer had no open account in the currency) or ' +
          'CrossedReturn (a reversed debit was returned after its reversing entry had been sent).',
        currency: 'The currency of amount, an ISO 4217 code.',
        amount:
          'What is in suspense, in minor units of `currency`, without what repaid a debt of the customer at once.',
        customerId: 'The customer whose money it is. For a crossed return, the customer whose debit came back twice.',
        accountId:
          'The closed account to which the money came back, or the account that collected the debit. Null if the ' +
          'customer had no open account.',
        referenceId: 'The payment or the FX contract that the money comes from.',
        releasedAt: 'When the item was released, by the clock of the institution. Null while it is in suspense.',
      },
    },
    suspense_releases: {
      about:
        'Where an item in suspense went: to an account of its customer, or against an account of the institution. An ' +
        'item is released once, whole. Rows are only added.',
      columns: {
        itemId: 'The item that was released.',
        accountId: "The customer's account that got the money. Null if it went against an account of the institution.",
        contraAccount:
          'The entry of the chart of accounts that it went against, for example settlement, adjustment-expense or ' +
          "rail-settlement. Null if a customer's account got it.",
        reason: 'Why, in the words of the client.',
        externalReferenceId: 'The reference that the client gave.',
        transferId: 'The ledger transfer that moved the money.',
        businessDate: 'The date of the institution on which it counts in `adjustmentCaps`.',
        createdBy: 'The API client that released the item. Under dual control, the one that approved it.',
      },
    },
  },
} satisfies Subject
