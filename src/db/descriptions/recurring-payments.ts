import type { Subject } from './subject.ts'

export const recurringPayments = {
  title: 'Recurring payments',
  about: 'Series of payments: what the next payment is made of, and which payments were made.',
  tables: {
    payment_recurrences: {
      about:
        'A series of payments: its terms and its progress. Written with its first payment. The worker makes the next ' +
        'payments and moves the series on; clients can change until when it runs, or cancel it. The terms of its ' +
        'payments never change.',
      columns: {
        id: 'The recurrenceUID of the API.',
        number: 'The recurrenceId of the API, also spelled recurranceId: the number by which clients name it.',
        customerId: 'The customer that pays or collects.',
        senderAccountId: "The customer's own account: it pays a credit, and collects a debit.",
        contactId: 'The contact that is paid or debited. Null for a transfer to an account of the institution.',
        externalReferenceId: 'The reference that the client gave. Every payment of the series carries it.',
        amount: 'The amount of each payment, in minor units of `currency`.',
        currency: 'The currency of the amount, an ISO 4217 code.',
        speed: 'How each payment is sent: Economy, Economy Plus, Express, Instant, SPOT, ON or TN.',
        secCode: 'The ACH standard entry class that the request asked for. Null if it left the choice.',
        paymentNotes: 'The notes of each payment. Null if there are none.',
        details:
          'The rest of the request as JSON: notification, ultimate parties, additional information, and what to do ' +
          'about a missed cut-off. Ultimate parties and the telephone number are sealed.',
        frequency: 'Daily, Weekly, BiWeekly, Monthly, Quarterly, SemiAnnual or Yearly.',
        startDate:
          'The nominal date of the first payment. All others are counted from it, and then moved to a business day.',
        payUntil: 'Until when the series runs: Cancelled (until somebody cancels it), EndDate or NumberOfPayments.',
        endDate: 'The last possible nominal date of a payment. Null unless `pay_until` is EndDate.',
        numberOfPayments:
          'How many payments the series has in all, 1 to 1000. Null unless `pay_until` is NumberOfPayments.',
        status: 'Active, Completed (all payments were made) or Cancelled.',
        paymentsMade: 'How many payments were made. The next one has the number after it.',
        dueOn:
          'The date of the institution on which the worker looks at the series again: to make the next payment, or ' +
          'to complete the series. Null unless Active.',
        createdBy: 'The API client that started the series. Its payments are submitted in its name.',
        receiverAccountId:
          'The account that receives, for a transfer between two accounts of the institution. Null for a payment to ' +
          'a contact.',
        entryType: 'CREDIT (the customer pays) or DEBIT (the customer collects, by ACH).',
        createdByUser: 'The user whose token started the series. Null if the client started it in its own name.',
        contentIndex:
          'A keyed digest of its terms, its end, its first payment and who started it, after the version and the end ' +
          'that it is of. Null in rows from before.',
        version: 'How often its end was changed, from 1. It never goes back.',
      },
    },
    recurrence_makers: {
      about:
        'Who changed the end of a series besides the one who started it, or its contact if it pays to other bank ' +
        'details than at first, each once. They are makers of all payments that it makes afterwards. Append-only.',
      columns: {
        recurrenceId: 'The series that was changed.',
        number: 'The number of the maker, from 1.',
        clientId: 'The API key of the client that changed it.',
        userId: 'The user whose token the client sent. Null if the client acted in its own name.',
        at: 'When it was changed first, by the clock of the institution.',
      },
    },
    recurrence_releases: {
      about:
        'Which stops of its makers the institution released a series from. It counts for all payments that the ' +
        'series makes. The reason is in the audit log. Append-only.',
      columns: {
        recurrenceId: 'The series that was released.',
        kind: 'What stopped the actor, as in `stopped_makers`.',
        actorId: 'The actor, as in `stopped_makers`.',
        stopNumber: 'Which stop of the actor was released, as in `payment_releases`.',
        clientId: 'The API key of the client that released it; under dual control, of the one that approved it.',
        userId: 'The user whose token the client sent. Null if the client acted in its own name.',
        at: 'When it was released, by the clock of the institution.',
      },
    },
    payment_occurrences: {
      about:
        'Which payment has which number in a series: exactly one for each number, however often a worker is killed. ' +
        'Rows are only added.',
      columns: {
        recurrenceId: 'The series that the payment belongs to.',
        number: 'The number of the payment in the series, from 1.',
        paymentId: 'The payment that was made for the number.',
      },
    },
  },
} satisfies Subject
