import type { Subject } from './subject.ts'

export const events = {
  title: 'Events and webhooks',
  about: "The feed of what happened, and its delivery to the institution's other systems.",
  tables: {
    events: {
      about:
        "What happened, for the institution's other systems to follow. A row is written in the transaction of the " +
        'change; the worker then gives it its place in the feed. A row is one event, or the status changes of ' +
        'payments of one transaction, or a bundle of up to 100 events of one type. Rows are only added.',
      columns: {
        id: 'The identifier of the event. The events of a row of several have identifiers derived from it.',
        type:
          'The type of the event, for example `customer.created` or `payment.status.changed`. `docs/events.md` lists ' +
          'them.',
        subjectKind: 'The kind of record that the event is about, for example customer or payment.',
        subjectId: 'The identifier of the record, as the API shows it. Null for a row of several events.',
        customerId:
          'The customer that the record belongs to. Null if it belongs to no customer, and for a row of several ' +
          'events.',
        data:
          'The record after the change as JSON with masked account numbers, sealed. For a bundle, the subject, ' +
          'customer and record of each event, compressed. Empty for a row of payments, which are shown as they are ' +
          'when somebody reads.',
        createdAt: 'When the change was made, by the clock of the institution.',
        size: 'How many events the row stands for: 1, for payments up to 1000, for a bundle 2 to 100.',
        paymentIds: 'The payments whose status changed, in order. Null for a row of one event.',
        fromStatuses:
          'The status of each payment before; a null element for a new payment. Null for a row of one event.',
        toStatuses: 'The status of each payment after. Null for a row of one event.',
      },
    },
    event_positions: {
      about:
        'The place of each row of events in the feed of the institution: the order of commits, without gaps. The ' +
        'worker writes it once; rows are only added.',
      columns: {
        position: 'The place in the feed, from 1; for a row of several events, that of its last one.',
        eventId: 'The row in events that has this place.',
        size: 'How many events the row stands for. They take the places up to position.',
      },
    },
    events_unplaced: {
      about:
        'The events that still wait for their place in the feed. Written with the event, deleted when the worker has ' +
        'placed it, usually within seconds.',
      columns: {
        written: 'The order in which rows were written, from a sequence. The worker places them in this order.',
        eventId: 'The row in events that waits for its place.',
        size: 'How many events the row stands for.',
      },
    },
    webhooks: {
      about:
        "Where the institution's events are sent: the addresses of its other systems. The API writes the row; the " +
        'worker moves its position and disables a webhook that accepts nothing for five days. A deleted webhook ' +
        'keeps its row for the log. Times are by the clock of the machine.',
      columns: {
        id: 'The webhookUID of the API.',
        url: 'The address that receives the events: HTTPS, or HTTP in a network that the operator allows.',
        eventTypes: 'The types of events that are sent: exact names, prefixes such as `payment.*`, or `*` for all.',
        description: "What the webhook is for, in the client's words. Null if it is not given.",
        customerId: 'The customer whose events it gets. Null for a webhook of the institution, which gets all.',
        format: 'standard, or flat: the fields of an event on one level.',
        basicUsername: 'The name that Basic authentication sends with each request. Null without it.',
        sealedBasicPassword: 'The password that it sends, sealed and never shown. Null without it.',
        status:
          'Active (CustomerActive for one of a customer), Paused by a client, Disabled by the worker, or Deleted.',
        statusReason: 'Why the worker disabled the webhook. Null while it is not Disabled.',
        setBy: 'The API key of the client that last said where it sends to. Null if nobody is known.',
        setByUser: 'The user whose token that client sent. Null if none.',
        position: 'The place in the feed up to which deliveries were made.',
        failingSince: 'Since when the receiver has accepted nothing. Null while it accepts deliveries.',
        createdAt: 'When the webhook was created, by the clock of the machine.',
        version: 'How often the webhook or its secrets were changed, from 1: the entity tag of the API.',
      },
    },
    webhook_secrets: {
      about:
        'The secrets that sign deliveries: one, or more while rotations overlap. A rotation adds a row, and an ' +
        'ended secret is deleted. Times are by the clock of the machine.',
      columns: {
        webhookId: 'The webhook that the secret belongs to.',
        id: 'The identifier of the secret. It begins with its time.',
        sealed: 'The secret, sealed. It is shown once, when it is made.',
        createdAt: 'When the secret was made, by the clock of the machine.',
        expiresAt: 'When the secret stops signing: set by the rotation that replaces it. Null for the current secret.',
      },
    },
    payment_traces: {
      about:
        'The span of the request that made a payment, while tracing is on, so that the worker continues its trace. ' +
        'The intake writes it; the worker deletes it after thirty days.',
      columns: {
        paymentId: 'The payment.',
        traceId: 'The trace, in 32 hexadecimal digits: that of the header traceparent, or a new one.',
        spanId: 'The span of the request, in 16 hexadecimal digits.',
        createdAt: 'When the payment was made, by the clock of the system.',
      },
    },
    trace_positions: {
      about: 'Up to where the feed was shown in traces. A worker moves it while tracing is on.',
      columns: {
        position: 'The position of the last event that was shown.',
      },
    },
    webhook_deliveries: {
      about:
        'One event on its way to one webhook, and what became of it. The worker writes it. Deliveries of one subject ' +
        'go out in order. An ended delivery is deleted after thirty days; the event stays. Times are by the clock of ' +
        'the machine.',
      columns: {
        id: 'The deliveryUID of the API. It begins with its time.',
        webhookId: 'The webhook that receives the event.',
        eventId: 'The identifier of the event, which is the same for every delivery and replay of it.',
        position: 'The place of the event in the feed.',
        eventType: 'The type of the event, for example `payment.status.changed`.',
        subjectKind: 'The kind of record that the event is about.',
        subjectId: 'The identifier of the record. Deliveries of the same record wait for each other.',
        status: 'Pending, Delivered (the receiver replied with a 2xx status) or Failed (given up).',
        isReplay: 'Whether a client asked to send the event again.',
        createdAt: 'When the delivery was made, by the clock of the machine.',
        dueAt: 'When the next attempt is due. The wait doubles from 5 seconds up to an hour, for three days.',
        leasedUntil:
          'Until when a worker has a claim on it, by the clock of the database. Afterwards, another one may take it, ' +
          'and only that one records an outcome. Null while nobody is trying.',
        attempts:
          'How many attempts were begun, each with its own request. Counted before the request is sent, so it is the ' +
          'fencing token of the claim.',
        firstAttemptAt: 'When the first attempt began. Null before it.',
        lastAttemptAt: 'When the last attempt began. Null before the first.',
        endedAt: 'When it was delivered or given up. Null while Pending.',
        responseStatus: 'The HTTP status of the last reply. Null without a reply.',
        error: 'Why the last attempt failed, in words. Null if it did not fail.',
      },
    },
  },
} satisfies Subject
