import { ACKNOWLEDGEMENT_TITLE, TOLERANCES } from '../rails/rails.ts'
import { describeAnswerCodes } from './domain/answer-codes.ts'

const QUARANTINE = `## Files in quarantine

If the booking itself fails, the file is tried again after 1, 10, 60, 300 and then 900 seconds,
while later files are imported. After ten attempts without progress it goes to quarantine, too; the
logs of the workers say why, and the refusal names the entry. The event rails.fileQuarantined and
the metric \`giro_files_quarantined\` tell of it. When the cause is cured, releasing the file
(\`POST /v1/institution/files/{fileUID}/release\`) imports it from the entry at which it stopped.
`

const ACKNOWLEDGEMENTS = `## What the operator says of a file

An ACH operator acknowledges each file that it gets: accepted with its totals, or rejected with the
reason. The layouts of the operators are not public, so Giro reads one of its own, which a gateway
writes from what the operator sends. It is a text file in the same directory as the other incoming
files. \`${ACKNOWLEDGEMENT_TITLE}\` is its first line; the others come in any order:

| line | value |
| --- | --- |
| \`ACKNOWLEDGED\` | when the operator wrote it: yymmdd hhmm |
| \`ORIGIN\` | the immediate origin of the file (file header 14-23) |
| \`FILE CREATED\` | the date and time in its header (24-33): yymmdd hhmm |
| \`FILE ID\` | its file id modifier (34) |
| \`STATUS\` | \`ACCEPTED\` or \`REJECTED\` |
| \`BATCHES\`, \`ENTRIES AND ADDENDA\` | what the operator counted |
| \`DEBITS\`, \`CREDITS\` | the totals in cents |
| \`REASON\` | why it was rejected, at most 200 characters |

Each line is \`NAME: value\`. What becomes of it:

- *Accepted*, with the totals of our file control: it is noted at the file
  (\`GET /v1/institution/files/{fileUID}\`) and on the timelines of its payments.
- *Rejected*: the event rails.fileRejected. Its payments and reversals do not settle by the
  calendar. People send the file again (\`POST /v1/institution/files/{fileUID}/resend\`), and when
  the operator accepts it, they settle at the next settlement, with the value date of that day. Or
  people return its payments (\`PUT /v3/payments/{paymentUID}/return\`). Returns in a rejected file
  keep their date: send the file again at once. Its prenotifications are Refused until then.
- *Other totals*, or a rejection of a file that was accepted before: the acknowledgement goes to
  quarantine with what differs, and is shown at the file. Its payments settle as they were.
  Releasing the acknowledgement says that a person dealt with it.
- *Of a file that was never sent*: it goes to quarantine. Releasing it looks for the file again.

The same acknowledgement does nothing more, whatever its name.
`

const SAME_ENTRIES = `## When two entries are the same

An entry is booked once, also if it comes again in another file, under another name or in another
order. It is the same if these agree: originating bank, company, SEC code, dates, trace number,
transaction code, receiving bank, account, amount, number of addenda, and for an answer the trace
number that it answers. The number of the batch does not count. Entries of one file that agree in
all of it are true doubles, and each of them counts.
`

const ANSWERS = `An answer is matched by the trace number and the bank of the original entry, and a return also by
its side and amount. If nothing or more than one entry matches, or if a return comes after its time
or breaks another rule, it is an exception: nothing is guessed, the rule is named, and a person
decides. The money of an exception waits in suspense as a receipt, because it has moved between the
banks all the same. The clock of the rule starts ([obligations.md](obligations.md)): five banking
days to dishonor a return, two to contest a dishonored one. A dishonored return is matched by the
trace number that the institution gave the return and by its amount; [receipts.md](receipts.md)
describes how it is contested. To dishonor a return, return its receipt
(\`POST /v3/receipts/{receiptUID}/return\`) with the code that the answer names, or another of R61 to
R70: the dishonored return leaves with the next file, and within five banking days of the settlement
of the return. What contests it (R71 to R77) cannot be dishonored again: its money waits as a
receipt that people assign.

A notification of change corrects the contact at once, or proposes the correction if the customer
wants approval of its contacts. It is refused with C61 to C69 if it cannot be right: an unknown
trace number (C62), another bank (C67), another account (C68), data in another form (C65), or a
transaction code that does not exist (C69). If the contact was changed since, or waits for another
change, a person decides. What is refused goes back with the next file, in an entry of COR. A
payment that waits for its date keeps its details, and is held until the change is confirmed.
[returns.md](returns.md) describes returns that the institution reports itself.
`

const PRENOTIFICATIONS = `## Prenotifications that are sent

A customer, or the institution for it, can check the account of a contact before the first payment:
\`POST /v2/customers/{customerUID}/prenotes\` sends an ACH entry without an amount, with the
transaction code of a prenotification (23 or 28, for savings 33 or 38) and one of the SEC codes PPD,
CCD, CTX, WEB and TEL that the institution offers. It needs what a payment between the two would
need. It costs nothing, moves no money and counts against no limit. It leaves with the next
collection of next-day ACH, in a file of prenotifications, as any file leaves: with a trace number,
through the outbox, and once.

| status | meaning |
| --- | --- |
| \`Queued\` | it waits for its file, or the file has not left |
| \`Sent\` | the file has left; \`firstPaymentOn\` is the third banking day after it settles |
| \`Accepted\` | that day has begun, and nobody returned it |
| \`Returned\` | another bank sent it back, also after that day; \`returnCode\` says why |
| \`Refused\` | it did not leave, because its customer, account or contact was suspended or the contact got another account, or the operator rejected its file; if the operator accepts the file later, it is \`Sent\` |

While it is \`Queued\` or \`Sent\`, an ACH payment with the contact is refused if its value date is
before \`firstPaymentOn\`; the refusal names that day. Until the file has left, the day is an
estimate. Once it is \`Returned\`, every ACH payment with that account of the contact is refused,
until the contact has another account. Payments over other rails, contacts without a
prenotification, and other accounts of the contact are free. A payment that waits for its date is
decided again on it. A contact has one open prenotification for an account, and cannot get one for
an account that came back.

A return (R01 to R85) and a notification of change find a prenotification by its trace number, as
they find a payment. A notification corrects the contact as for a payment, and its code stays at the
prenotification as \`changeCode\`. No return of a prenotification is dishonored: it moves no money.
Lists are filtered by contact, status and trace number; each step is an event \`prenote.*\`.
([0288](decisions/0288-prenotifications-are-no-payments.md),
[0289](decisions/0289-payments-wait-by-their-value-date.md))
`

/** The text of docs/ach.md. */
export function describeAch(): string {
  return `# ACH files that come in

Generated from \`src/ach-imports/\` by \`npm run generate\`.

A file that comes in is kept whole, and then imported. It is read twice: once to check that all its
records, counts, hashes and totals agree, and once to book its entries. A file that does not add up
goes to quarantine with the line, the record, the field and the reason; nothing of it is booked, and
later files are imported all the same.

Entries are booked in slices of at most 200, each in one transaction with the progress of the file.
A worker that is killed books nothing twice, and another goes on where it stopped.

${QUARANTINE}
${ACKNOWLEDGEMENTS}
${SAME_ENTRIES}
## What is tolerated

Each departure from the rules leaves a note at the file. None changes an amount, an account or a
date. Codes that the rules do not list are refused, because nobody knows what they mean.

${Object.entries(TOLERANCES)
  .filter(([name]) => name !== 'unknownReasonCodes')
  .map(([name, note]) => `- \`${name}\`: ${note}.`)
  .join('\n')}

## What becomes of an entry

| entry | becomes |
| --- | --- |
| payment, collection or prenotification | a receipt |
| return of an entry of the institution (addenda 99) | the payment is RETURNED, or the prenotification Returned |
| notification of change (addenda 98) | the contact is corrected, for the next payments |
| dishonored return (R61 to R70) of what the institution returned | the receipt is DISHONORED |
| ACK, ATX | noted at the payment, and shown in its timeline |
| ENR, ADV, DNE | noted |

${ANSWERS}
${PRENOTIFICATIONS}
## Codes

The times are those of the Nacha Operating Rules, counted from settlement. A return with a code that
is for other entries than that of the payment is an exception.

${describeAnswerCodes()}
`
}
