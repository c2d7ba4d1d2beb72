import type { Subject } from './subject.ts'

export const fees = {
  title: 'Fees',
  about: "The institution's fee schedule, the tiers of its customers, and what each payment was charged.",
  tables: {
    fees: {
      about:
        'The fee schedule: one row for each fee. The API writes it. A fee that is deleted is gone; the fees of ' +
        'payments keep its id and name.',
      columns: {
        id: 'The feeId of the API, from 100001. The income account of the fee has it in its code.',
        name: 'The name of the fee, unique for its application, product and currency.',
        application: 'The application that charges the fee. Payments are charged the fees of Payments.',
        product: 'What is charged: a rail or a speed, for example ACH or Express.',
        currency:
          'The currency of the amounts of the fee, an ISO 4217 code. Payments by accounts in other currencies are ' +
          'charged the converted amount.',
        tierBy:
          "What chooses the tier: Amount (of the payment) or Count (the customer's payments in the month, including " +
          'this one).',
        version: 'How often the fee was changed, from 1: the entity tag of the API.',
      },
    },
    customer_fee_versions: {
      about:
        'The fee tiers of customers as they were from a moment on. Each new or changed tier adds a version. Rows are ' +
        'only added.',
      columns: {
        id: 'The number of the version. A higher one is later.',
        customerFeeId: 'The tier in `customer_fees`.',
        customerId: 'The customer.',
        validFrom:
          'From when the version applies, until the next one of the same `customer_fee_id`, by the clock of the ' +
          'institution.',
        application: 'As in `customer_fees`.',
        feeTier: 'As in `customer_fees`.',
        feeName: 'As in `customer_fees`.',
        product: 'As in `customer_fees`.',
        accountId: 'As in `customer_fees`.',
      },
    },
    fee_counts: {
      about:
        'How many payments of a customer count towards the tiers of a fee by Count in a month. Counted in the ' +
        'transaction that accepts a payment, and taken back if the payment ends without being sent.',
      columns: {
        customerId: 'The customer that pays.',
        feeId: 'The fee. It can be gone from the schedule.',
        month: "The first day of the month, in the institution's time zone.",
        payments: 'The number of payments.',
      },
    },
    fee_tiers: {
      about: 'The tiers of a fee, and what each charges. Deleted and written again with each change of the fee.',
      columns: {
        feeId: 'The fee that the tier belongs to.',
        name: 'The name of the tier, unique in the fee. The `fee_tier` of a customer refers to it.',
        lowerBound:
          'From where the tier applies, inclusive, up to the next tier: minor units of the amount, or a number of ' +
          'payments. The first tier starts at 0.',
        flat: "The fixed part, in minor units of the fee's currency. Null for none.",
        percentageMillionths:
          'The part that depends on the amount, in millionths of a percent: 0.25 % is 250000. It is rounded up to ' +
          'the minor unit. Null for none.',
        minimum: "The least that the tier charges, in minor units of the fee's currency. Null for no minimum.",
        maximum: "The most that the tier charges, in minor units of the fee's currency. Null for no maximum.",
      },
    },
    fee_versions: {
      about:
        'Each version of a fee, with the terms that it had. Written with each change of `fees`; a deletion is a ' +
        'version of its own. Append-only.',
      columns: {
        feeId: 'The fee in the schedule, which may be deleted since.',
        version: 'The number of the version, as `version` of fees was: 1 for a new fee.',
        validFrom: 'From when the version applies, until the next version of the fee, by the clock of the institution.',
        isDeleted: 'Whether the fee was deleted with this version. The terms are then its last.',
        name: 'The name of the fee in this version.',
        application: 'The application that charges the fee in this version.',
        product: 'What is charged in this version: a rail or a speed.',
        currency: 'The currency of the amounts in this version, an ISO 4217 code.',
        tierBy: 'What chooses the tier in this version: Amount or Count.',
      },
    },
    fee_tier_versions: {
      about: 'The tiers of each version of a fee. Written with `fee_versions`. Append-only.',
      columns: {
        feeId: 'The fee in the schedule, which may be deleted since.',
        version: 'The version of the fee in `fee_versions`.',
        name: 'The name of the tier, unique in the version.',
        lowerBound:
          'From where the tier applies, inclusive, up to the next tier: minor units of the amount, or a number of ' +
          'payments.',
        flat: "The fixed part, in minor units of the fee's currency. Null for none.",
        percentageMillionths:
          'The part that depends on the amount, in millionths of a percent: 0.25 % is 250000. Null for none.',
        minimum: "The least that the tier charges, in minor units of the fee's currency. Null for no minimum.",
        maximum: "The most that the tier charges, in minor units of the fee's currency. Null for no maximum.",
      },
    },
    customer_fees: {
      about:
        'Which tier of the fees a customer is on. A customer without rows pays no fees. The API writes them; a row ' +
        'is replaced, never deleted.',
      columns: {
        id: 'The id of the API, from 100001: the feeId in the path of an update.',
        customerId: 'The customer that pays the fees of the tier.',
        application: 'The application whose fees the row is for.',
        feeTier: 'The name of the tier that applies from the first payment on, whatever its amount or number.',
        feeName: 'The fees of this name only. Null for all names.',
        product: 'The fees of this product only. Null for all products.',
        accountId: 'Payments of this account only. Null for all accounts of the customer.',
      },
    },
    payment_fees: {
      about:
        'The fees that a payment was charged, one row for each fee of the schedule. Written with the payment. ' +
        'Changed only when fees that come out of a debit are posted, and when a downgraded payment gets the fees of ' +
        'its new speed.',
      columns: {
        paymentId: 'The payment that was charged.',
        number: 'The place among the fees of the payment, from 1.',
        feeId: 'The fee of the schedule, which may be deleted since. Null for a fee from before each had an account.',
        name: 'The name of the fee when it was charged.',
        accountId:
          "The account that pays the fee: the customer's fee account in the currency, or else the sending account.",
        amount: 'The fee, in minor units of `currency`. Zero in a free tier.',
        currency: 'The currency of the account that pays the fee.',
        transferId:
          'The ledger transfer of the fee: its hold, or its posting if it was posted at once. Null for an amount of ' +
          "zero, and for a fee out of a debit's proceeds until it settles.",
        countedIn:
          'The first day of the month in which the payment counts towards the tiers of the fee. Null for a fee by ' +
          'amount.',
        scheduledAmount:
          'What the schedule says, in minor units of `scheduled_currency`, if that is another currency. Null for a ' +
          "fee in the account's currency.",
        scheduledCurrency: "The currency of the fee in the schedule. Null for a fee in the account's currency.",
        rate: "The mid rate that converted the fee, of the pair in market order. Null for a fee in the account's currency.",
        feeVersion:
          'The version of the fee that it was charged by, in `fee_versions`. Null for a fee on top of the schedule, and from before versions ' +
          'were kept.',
        tier:
          'The name of the tier that it was charged by, in `fee_tier_versions`. Null for a fee from before versions ' +
          'were kept.',
        borneBy:
          'Who bears the fee: Account (it is charged on top of the amount), Receiver (it is deducted from a credit) ' +
          'or Proceeds (it comes out of what a debit collects). Null for a fee from before versions were kept.',
      },
    },
  },
} satisfies Subject
