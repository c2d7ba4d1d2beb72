import type { Subject } from './subject.ts'

export const limits = {
  title: 'Limits',
  about:
    'How much customers may pay, and how much of it is used. Keys are those of `src/limits/domain/limit-key.ts`, for ' +
    'example `ACH_DEBIT_LIMIT_PER_DAY`; RTP and FedNow share the keys of INSTANT.',
  tables: {
    institution_limits: {
      about:
        'The limits that the institution sets for every customer that has none of its own under the key. The API ' +
        'writes them; a removed limit is deleted.',
      columns: {
        key: 'The limit: its rail, and whether it bounds one transaction, a day, a week or a month.',
        amount:
          'The most that a customer, with the customers below it, may pay in one transaction or in the period, in ' +
          'minor units of `currency`. A payment that exceeds it is refused.',
        currency: 'The currency of the amounts: that of the institution.',
        updatedAt: 'When the limit was last set, by the clock of the institution.',
        approvalAbove:
          'A payment that takes the used amount above this one waits for the approval of the institution. In minor ' +
          'units of `currency`. Null if none needs it.',
      },
    },
    institution_totals: {
      about:
        'The most that all customers of the institution may pay together, by the same keys. The API writes them; a ' +
        'removed limit is deleted.',
      columns: {
        key: 'The limit: its rail and its period, as in `institution_limits`.',
        amount: 'The most that all customers may pay together, in minor units of `currency`.',
        currency: 'The currency of the amount: that of the institution.',
        updatedAt: 'When the limit was last set, by the clock of the institution.',
      },
    },
    customer_limits: {
      about:
        'The limits of one customer, in place of `institution_limits`. They bound the customer and all customers ' +
        'below it together. The institution writes them over the API; a removed limit is deleted.',
      columns: {
        customerId: 'The customer whose limit it is.',
        key: 'The limit: its rail and its period, as in `institution_limits`.',
        amount: 'The most that may be paid, in minor units of `currency`.',
        currency: 'The currency of the amount: that of the institution.',
        updatedAt: 'When the limit was last set, by the clock of the institution.',
      },
    },
    limit_versions: {
      about:
        'What each limit was, and from when: of customers, of the institution, and its totals. Written with each ' +
        'change of a limit. Append-only.',
      columns: {
        id: 'The order in which versions were written, from a sequence.',
        holder:
          'Whose limit it is: Customer (`customer_limits`), Institution (`institution_limits`) or Total ' +
          '(`institution_totals`).',
        customerId: 'The customer whose limit it is. Null unless the holder is Customer.',
        key: 'The limit: its rail and its period, as in `institution_limits`.',
        validFrom:
          'From when the version applies, until the next one of the same limit, by the clock of the institution.',
        amount: 'The limit, in minor units of `currency`. Null if the limit was removed.',
        currency: 'The currency of the amounts: that of the institution.',
        approvalAbove:
          'The amount above which payments wait for the institution, in minor units of `currency`. Null if none, and ' +
          'for other holders than Institution.',
      },
    },
    limit_usage: {
      about:
        'What a customer has used of each limit in a period, whether or not a limit is set. Counted in the ' +
        'transaction that accepts a payment, and taken back if the payment fails, or is rejected, cancelled, ' +
        'returned or reversed.',
      columns: {
        customerId:
          "The customer; with `is_below`, a customer above the one that pays, or the institution's own entity.",
        rail: 'The rail of the limit: ACH, FEDWIRE, INSTANT (RTP and FedNow together), SWIFT, or BOOK for transfers in the bank.',
        entryType: 'CREDIT or DEBIT for ACH, whose limits count them apart; otherwise ALL.',
        period: 'What is added up: DAY, WEEK or MONTH.',
        isBelow: "Whether it counts the payments of the customers below it, instead of the customer's own.",
        periodStart:
          "The first day of the period in the institution's time zone: the day, the Monday of the week, or the first " +
          'of the month.',
        used: "The sum of the payments, in minor units of the institution's currency.",
      },
    },
    payment_limit_groups: {
      about:
        'The customers above the payer that a payment counts for, besides the institution. Recorded with the ' +
        'payment, because the hierarchy can change before the payment gives its amount back. Rows are only added.',
      columns: {
        paymentId: 'The payment that counts for the customer.',
        customerId: 'A customer above the one that pays.',
      },
    },
  },
} satisfies Subject
