/**
 * What the institution tells a network by a message, as the simulated network understands it. Ids
 * of banks are routing numbers or BICs. Times are RFC 3339, dates yyyy-mm-dd.
 */
export type Told =
  | ToldPayment
  /** The answer to a credit that the network sent: pacs.002. */
  | { kind: 'answer'; messageId: string; originalId: string; answer: 'Accepted' | 'Pending' | 'Rejected'; code: string }
  /** pacs.028. */
  | (Asked & { kind: 'statusRequest' })
  /** camt.056. */
  | (Asked & { kind: 'returnRequest'; caseId: string; code: string })
  /** camt.029. */
  | { kind: 'returnAnswer'; messageId: string; originalId: string; isAccepted: boolean; code: string }
  /** pain.013. */
  | ToldRequest
  /** pain.014. */
  | { kind: 'requestAnswer'; messageId: string; originalId: string; isAccepted: boolean; code: string }
  /** It asks for nothing: a receipt, an echo, a report. */
  | { kind: 'noted'; messageId: string; messageType: string; original: Original }

/** pacs.008 or pacs.009, or the return of a credit by pacs.004. */
export interface ToldPayment extends Original {
  kind: 'payment' | 'return'
  amount: bigint
  currency: string
  settlesOn: string
  creditorName: string | undefined
  creditorAccount: string | undefined
  debtorName: string | undefined
  debtorAccount: string | undefined
  /** The message that it returns. */
  returns: string | undefined
}

/** pain.013. */
export interface ToldRequest extends Original {
  kind: 'paymentRequest'
  amount: bigint
  currency: string
  creditorName: string | undefined
  creditorAccount: string | undefined
  debtorName: string | undefined
  debtorAccount: string | undefined
}

/** What an answer says about the message that it answers. */
export interface Original {
  messageId: string
  messageType: string
  createdAt: string
  uetr: string | undefined
  instructionId: string | undefined
  endToEndId: string | undefined
  /** Who sent it, and to which bank. */
  sender: string
  receiver: string
}

interface Asked extends Original {
  /** The message that it asks about. */
  originalId: string
  originalType: string
  originalUetr: string | undefined
}

/** What a simulated network tells the institution. */
export type Answer =
  | { kind: 'status'; of: Original; status: Status; code: string | undefined; settledOn: string | undefined }
  /** The network does not know the message that it is asked about. */
  | { kind: 'unknown'; asked: Extract<Told, { kind: 'statusRequest' }> }
  | { kind: 'return'; of: ToldPayment; amount: bigint; code: string; uetr: string }
  | {
      kind: 'returnAnswer'
      of: Extract<Told, { kind: 'returnRequest' }>
      original: ToldPayment | undefined
      isAccepted: boolean
      code: string
    }
  | { kind: 'credit'; credit: SimulatedCredit; uetr: string }
  | { kind: 'returnRequest'; of: ToldPayment; caseId: string; code: string }
  | { kind: 'paymentRequest'; request: SimulatedCredit; isDrawdown: boolean; uetr: string }
  | { kind: 'requestAnswer'; of: Original; isAccepted: boolean; code: string | undefined }
  /** A message of ours that it cannot take: admi.002. */
  | { kind: 'refusal'; messageId: string; code: string; why: string }
  /** The participant of this routing number is reachable from now on, or not. */
  | { kind: 'participant'; routingNumber: string; isOn: boolean }
  /** The sequence numbers of ours that the network missed: camt.052. */
  | { kind: 'gap'; endpoint: string; missing: readonly number[] }

/** Settled, final; Accepted, on its way; Rejected, and no money moved. */
export const STATUSES = ['Accepted', 'Settled', 'Rejected'] as const
export type Status = (typeof STATUSES)[number]

/** A credit that another bank sends, or asks for. */
export interface SimulatedCredit {
  amount: bigint
  currency: string
  accountNumber: string
  /** The customer of the institution, and who pays or asks. */
  name: string
  otherName: string
  otherAccount: string
  otherBank: string
  remittance: string | undefined
  /** Of a credit that pays a request: its reference. */
  endToEndId?: string | undefined
  settlesOn: string
}
