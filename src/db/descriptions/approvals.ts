import type { Subject } from './subject.ts'

export const approvals = {
  title: 'Approvals of changes',
  about: 'Changes that wait for other people. Decisions about payments are in `payment_approvals`.',
  tables: {
    acts_alone: {
      about:
        'What one person has moved alone on a day under dual control, of what takes two people above an amount. ' +
        'Counted in the transaction of the act. A total only grows.',
      columns: {
        act: 'DeskTrade for trades of the desk, Return for returns and reversals by hand.',
        businessDate: 'The date of the institution on which the amounts count.',
        party: 'The API client that acted, and after a space the user whose token it used, if there was one.',
        used: "The sum of the amounts, in minor units of the institution's currency, each at the rates of its time.",
      },
    },
    approvals: {
      about:
        'One row for each proposed change and its decision. A proposal never changes; another proposal for the same ' +
        'subject voids it and is another row. The row is written when a change must wait, and once more when it is ' +
        'decided. It is never deleted.',
      columns: {
        id: 'The approvalUID of the API.',
        kind:
          'What is changed: contact, customer, user, signatory, role, account, customerState, institution, limits, ' +
          'fees, customerFee, fxMargins, fxRates, fxLine, fxDeskTrade, fxTrade, adjustment, writeOff, suspenseRelease, ' +
          'rails, userCredentials, fundsRelease, paymentRelease, apiClient or signingKey.',
        subjectId:
          'The identifier of the subject in the API. For something new that has none yet, the id of the approval ' +
          'itself.',
        customerId: 'The customer whose settings ask for the approval. For changes of the institution, its own entity.',
        action: 'What becomes of the subject: create, update or delete.',
        current:
          'The subject as it was when the change was proposed, as JSON, sealed. Null for something new. An approval ' +
          'is refused if the subject has changed since.',
        proposed:
          'What the approval applies, as JSON, sealed: the subject after the change, or the whole request as ' +
          '`{operation, params, body}`.',
        contentSha256:
          'SHA-256 of kind, action, customer, subject, current and proposed in canonical JSON (RFC 8785), in hex, ' +
          'sealed. The approver sends it, which proves what they read.',
        status:
          'Pending, Approved, Rejected, Voided (the subject changed by other means, or another change was proposed) ' +
          'or Expired (not decided in time).',
        requestedBy: 'The API client that proposed the change. It cannot approve it.',
        requestedFor:
          'The legal entity of the token with which the change was proposed. While it is suspended, the proposal is ' +
          'not applied. Null in a proposal of the service, and in one from ' +
          'before the column.',
        requestedByUser:
          'The user whose token proposed the change, who cannot approve it. Null if the client proposed it in its ' +
          'own name.',
        decidedByUser:
          'The user whose token decided the proposal. Null while Pending, and if a client in its own name or the ' +
          'worker decided.',
        requestedAt: 'When the change was proposed, by the clock of the institution.',
        expiresAt:
          'When the proposal expires, by the clock of the institution: thirty days after the request, or for a trade with ' +
          'its trade date.',
        decidedBy: 'The API client that decided or voided the proposal; worker if it expired. Null while Pending.',
        decidedAt: 'When it was decided, by the clock of the institution. Null while Pending.',
        reason: 'Why it was rejected, voided or expired, in words. Null if no reason was given.',
        institutionDecides:
          "Whether only the institution may decide the proposal. Otherwise, the customer's own people may, too.",
        approversNeeded:
          'How many people must approve a trade of a customer, or the end of one. Null for the other kinds, which one ' +
          'second person decides.',
        result:
          'What the approved request returned, as JSON without secrets, sealed: for example the id of what it ' +
          'created. Null for other proposals.',
        contentIndex:
          'A keyed digest of what the proposal applies, who asked for it, and who may decide it until when. Null in ' +
          'rows from before.',
      },
    },
    trade_approvals: {
      about:
        'Who approved a trade that waits, or the cancellation of a contract: one row for each approver. Append-only. ' +
        'The database refuses an approval of a client or user who made the trade, and a trade that is Approved with ' +
        'fewer than it needs.',
      columns: {
        approvalId: 'The approval of the trade.',
        approver: 'Who approved: the API key of a client in its own name, the id of a user, or the id of a signatory.',
        clientId: 'The API client that sent the approval.',
        userId: 'The user who approved. Null for a client in its own name, and for a signatory.',
        signatoryId: 'The signatory who approved. Null for a client in its own name, and for a user.',
        failsDualControl:
          'Whether dual control would have refused the approval: one person may be behind it and a maker or an approver before. It does not count under dual control. Null in rows from before.',
        contentIndex: 'A keyed digest of who approved which trade, and how. Null in rows from before.',
        identifiedBy:
          'How the approver is known: Client (it approved in its own name), TrustedClient (it named the person) or ' +
          "Token (the person's token proved it).",
        approversNeeded:
          "How many people the trade needed when this one approved: as many as the customer's rules asked for then, " +
          'and never fewer than before.',
        limitAmount:
          'What it counts for against the limits of its approver: the larger side of the trade, in minor units of the ' +
          "institution's currency. Null if a currency had no rate.",
        decidedOn:
          "The date of the approval in the institution's time zone: it counts against a user's limit for the day.",
        decidedAt: 'When it was approved, by the clock of the institution.',
      },
    },
  },
} satisfies Subject
