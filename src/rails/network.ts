import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import type { Rail } from '../kernel/rail.ts'
import type { Result } from '../kernel/result.ts'

/** A rail that carries each payment as a message. */
export type MessageRailName = Exclude<Rail, 'ACH'>

/** A postal address, by the elements of ISO 20022 PostalAddress24. */
export interface MessageAddress {
  streetName?: string
  buildingNumber?: string
  postCode?: string
  townName?: string
  countrySubDivision?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
  /** Unstructured lines, at most two of 70 characters. */
  lines?: readonly string[]
}

export interface MessageParty {
  name: string
  address?: MessageAddress
  /** An identification of the party, such as a tax id. */
  identification?: string
}

/** A bank in the chain of a payment. It has a routing number, a BIC, or both. */
export interface MessageBank {
  routingNumber?: string
  bic?: string
  name?: string
  address?: MessageAddress
}

/** An account in a message: its IBAN, or another number. */
export interface MessageAccount {
  number: string
  isIban: boolean
}

/** ISO 20022 ChargeBearerType1Code: the debtor, the creditor, or each its own bank's. */
export type ChargeBearer = 'DEBT' | 'CRED' | 'SHAR'

/** An amount of a message, in minor units of its currency. */
export interface MessageAmount {
  amount: bigint
  currency: string
}

/** What a payment instructs a network to pay. */
export interface Instruction {
  paymentId: string
  rail: MessageRailName
  /**
   * ISO 20022 pacs.008 CdtTrfTxInf/PmtId/UETR: a version 4 UUID that is the payment's on every
   * rail.
   */
  uetr: string
  /** The customer's reference, else the payment's: PmtId/EndToEndId, at most 35 characters. */
  endToEndId: string
  /** What the receiver's bank gets: IntrBkSttlmAmt. */
  amount: bigint
  currency: string
  /** What the customer instructed in another currency, and the rate: InstdAmt, XchgRate. */
  instructed?: MessageAmount & { exchangeRate: string }
  /** IntrBkSttlmDt. */
  valueDate: Temporal.PlainDate
  chargeBearer: ChargeBearer
  /** Fees deducted from the amount: ChrgsInf/Amt. */
  charges?: MessageAmount
  debtor: MessageParty
  debtorAccount: MessageAccount
  ultimateDebtor?: MessageParty
  /** The institution itself: DbtrAgt. */
  debtorBank: MessageBank
  creditor: MessageParty
  creditorAccount: MessageAccount
  ultimateCreditor?: MessageParty
  creditorBank: MessageBank
  intermediaryBank?: MessageBank
  /** RmtInf/Ustrd, pieces of at most 140 characters. */
  remittance: readonly string[]
  /** How further remittance information is sent: RltdRmtInf/RmtLctnDtls/Mtd. */
  remittanceMethod?: string
  /** InstrForCdtrAgt/InstrInf and InstrForNxtAgt/InstrInf. */
  instructionForCreditorBank?: string
  instructionForNextBank?: string
  /** Purp/Cd or Purp/Prtry, PmtTpInf/LclInstrm, PmtTpInf/CtgyPurp. */
  purpose?: string
  localInstrument?: string
  categoryPurpose?: string
}

/** A message that is committed with what it belongs to, and handed over afterwards. */
export interface NewMessage {
  rail: MessageRailName
  /** `pacs.008.001.08`; of a network's own messages the last part of their namespace. */
  messageType: string
  /** The network's id of the message, unique per rail and direction: of Fedwire its IMAD. */
  messageId: string
  /** The same message again by the network's rules has the same, with another `copy`. */
  copy?: number
  uetr?: string
  paymentId?: string
  receiptId?: string
  /** The message that this one answers or repeats. */
  answersMessageId?: string
  content: string
  /** It must not leave before then: its network is closed. */
  leavesFrom?: Temporal.Instant
  /** It must leave by then, else it is not handed over any more, and becomes an exception. */
  leavesBy?: Temporal.Instant
}

/** Why a payment cannot be written as a message, in words for its customer. */
export interface Unwritable {
  paymentId: string
  why: string
}

/** Proof of what a network did, stored with the step of the payment or receipt. */
export type Evidence = { network: MessageRailName; messageId: string; messageType: string } & Record<string, string>

/** An item that came in by a message: a credit for one of our accounts. */
export interface ReceivedCredit {
  /** The same credit again has the same: unique per institution and rail. */
  identity: string
  rail: MessageRailName
  uetr: string | undefined
  messageId: string
  endToEndId: string
  amount: bigint
  currency: string
  valueDate: Temporal.PlainDate
  /**
   * The network settled it already. If not, our answer is due, and after it `creditSettled` or
   * `creditFailed` follows (instant payments).
   */
  isSettled: boolean
  debtor: MessageParty
  debtorAccount: MessageAccount | undefined
  debtorBank: MessageBank
  creditor: MessageParty
  creditorAccount: MessageAccount | undefined
  remittance: readonly string[]
  /** Until when the network waits for our answer; undefined if it expects none. */
  answerBy: Temporal.Instant | undefined
  /** The credit is the return of this payment in a payment of its own (RTP). */
  returnsPaymentId?: string
}

/**
 * What a message means to the bank. A network reads and checks its messages and says it in these
 * terms; the slice `message-imports/` books it. Codes are ISO 20022 external codes.
 */
export type Meaning =
  /** Our payment is on its way: accepted by the network or the receiver's bank, not final. */
  | { kind: 'accepted'; paymentId: string; code: string; evidence: Evidence }
  /** Our payment is settled, finally. */
  | { kind: 'settled'; paymentId: string; settledOn: Temporal.PlainDate; evidence: Evidence }
  /** Our payment was refused before it settled: no money moved. */
  | { kind: 'rejected'; paymentId: string; code: string; reason: string; evidence: Evidence }
  /** Our payment comes back after it settled; the amount is what came back. */
  | {
      kind: 'returned'
      paymentId: string
      code: string
      reason: string
      amount: MessageAmount
      returnedOn: Temporal.PlainDate
      /** The money came in all the same: received as this if it returns no payment of the books. */
      credit?: ReceivedCredit
      evidence: Evidence
    }
  /** A credit came in. */
  | { kind: 'received'; credit: ReceivedCredit; evidence: Evidence }
  /** A credit that we accepted has settled: it came in with `isSettled` false. */
  | { kind: 'creditSettled'; identity: string; settledOn: Temporal.PlainDate; evidence: Evidence }
  /** A credit that came in with `isSettled` false will not settle: no money moved. */
  | { kind: 'creditFailed'; identity: string; code: string; reason: string; evidence: Evidence }
  /** What became of the return of a receipt that we sent. */
  | { kind: 'returnSettled' | 'returnRejected'; receiptId: string; code: string; reason: string; evidence: Evidence }
  /** Another bank asks for a credit back that it sent (camt.056). */
  | {
      kind: 'returnRequested'
      /** The id of its request, and of the credit: our receipt is found by them. */
      caseId: string
      originalIdentity: string
      code: string
      reason: string
      answerBy: Temporal.Instant | undefined
      evidence: Evidence
    }
  /** Another bank answers our request for a return (camt.029). */
  | {
      kind: 'returnAnswered'
      paymentId: string
      answer: 'Accepted' | 'Refused' | 'Pending'
      code: string
      reason: string
      evidence: Evidence
    }
  /** Somebody asks one of our customers to pay (pain.013), or answers our request (pain.014). */
  | { kind: 'paymentRequested'; request: PaymentRequest; evidence: Evidence }
  /** The creditor's bank withdraws a request for payment (camt.055). */
  | {
      kind: 'requestWithdrawn'
      requestId: string
      /** The routing number of the bank that says so. */
      from: string
      /** The amount that was asked for, if it is said again. */
      amount: MessageAmount | undefined
      reason: string
      evidence: Evidence
    }
  | {
      kind: 'requestAnswered'
      requestId: string
      isAccepted: boolean
      code: string
      reason: string
      evidence: Evidence
    }
  /** Another bank answers a request for payment of ours, named by the id of its message. */
  | {
      kind: 'paymentRequestAnswered'
      requestId: string
      answer: 'Accepted' | 'Refused' | 'Pending'
      code: string
      reason: string
      evidence: Evidence
    }
  /** It says something about the network or our messages, and books nothing. */
  | { kind: 'informed'; about: string; evidence: Evidence }
  /** Nobody can act on it by rule: a person decides. */
  | { kind: 'exception'; why: string; paymentId?: string; evidence: Evidence }

/** A request for payment or a drawdown request. */
export interface PaymentRequest {
  requestId: string
  rail: MessageRailName
  /** The creditor's reference, which the payment repeats: CdtTrfTx/PmtId/EndToEndId. */
  endToEndId?: string
  isDrawdown: boolean
  amount: bigint
  currency: string
  creditor: MessageParty
  creditorAccount: MessageAccount | undefined
  creditorBank: MessageBank
  debtor: MessageParty
  debtorAccount: MessageAccount | undefined
  requestedOn: Temporal.PlainDate
  expiresAt: Temporal.Instant | undefined
  remittance: readonly string[]
}

/** A request for payment that a customer of ours sends: somebody at another bank is to pay it. */
export interface OwnPaymentRequest {
  /** Each identifies the request; the payment repeats `endToEndId`. */
  id: string
  endToEndId: string
  uetr: string
  /** In US dollars. */
  amount: bigint
  creditor: MessageParty
  creditorAccount: MessageAccount
  debtor: MessageParty
  debtorAccount: MessageAccount
  debtorBank: MessageBank
  requestedOn: Temporal.PlainDate
  expiresOn: Temporal.PlainDate
  /** Whether the debtor may pay another amount, or earlier; whether its bank guarantees it. */
  mayChangeAmount: boolean
  mayPayEarly: boolean
  isGuaranteed: boolean
  remittance: readonly string[]
}

/** Our answer to a credit that waits for one. */
export type CreditAnswer =
  | { kind: 'accept' }
  /** Accepted, and posted after a person has decided (FedNow ACWP). */
  | { kind: 'acceptWithoutPosting' }
  | { kind: 'reject'; code: string; reason: string }

/**
 * What is done about a message when nobody can tell whether it left. `resend`: it is handed over
 * again as it is, because the network recognises it. `ask`: it counts as sent, and the network's
 * clocks ask what became of it. `person`: a person decides.
 */
export type WhenUnknown = 'resend' | 'ask' | 'person'

/** A message that we sent, with its bytes. */
export interface SentMessage {
  id: string
  messageType: string
  messageId: string
  copy: number
  uetr: string | null
  paymentId: string | null
  receiptId: string | null
  content: string
  createdAt: Temporal.Instant
}

/** A message that came in, as its bytes were kept. */
export interface IncomingMessage {
  id: string
  rail: MessageRailName
  content: string
  receivedAt: Temporal.Instant
}

/**
 * What a network makes of a message: what it means, and what it sends in reply by its own rules.
 */
export interface Received {
  messageType: string
  messageId: string
  uetr?: string
  paymentId?: string
  meanings: readonly Meaning[]
  replies: readonly NewMessage[]
}

/** A message that cannot be read, or breaks a rule of its network. It is kept and shown. */
export interface Unreadable {
  why: string
  /** The path of the element in the message. */
  path?: string
  /** What the network's own rules reply to it, such as admi.002 or a pacs.002 RJCT. */
  replies: readonly NewMessage[]
}

/**
 * A network that carries messages. All methods run in the caller's transaction, so that what is
 * committed and what is sent always agree. Nothing here knows payments, receipts or transports.
 */
export interface MessageNetwork {
  rail: MessageRailName
  whenUnknown: WhenUnknown
  /** Makes the messages that pay. A payment that cannot be written stops no other. */
  pay(
    tx: Transaction,
    institution: Institution,
    instructions: readonly Instruction[],
    now: Temporal.Instant,
  ): Promise<{ messages: NewMessage[]; unwritable: Unwritable[] }>
  /**
   * Whether messages can be read beside each other, so that the statements of many travel together:
   * what one means must not depend on another of the same transaction.
   */
  readsApart?: true
  /** Reads a message and says what it means. A message that came before means nothing new. */
  receive(
    tx: Transaction,
    institution: Institution,
    message: IncomingMessage,
    now: Temporal.Instant,
  ): Promise<Received | Unreadable>
  /**
   * What the network's own rules reply to a message whose signature is missing or wrong, if they
   * have such a reply. What it says is not to be trusted.
   */
  refuse?(
    tx: Transaction,
    institution: Institution,
    message: IncomingMessage,
    why: string,
    now: Temporal.Instant,
  ): Promise<NewMessage[]>
  /** Makes our answer to a credit that waits for one. Networks without answers have none. */
  answer?(
    tx: Transaction,
    institution: Institution,
    credit: { messageId: string; receiptId: string; answer: CreditAnswer },
    now: Temporal.Instant,
  ): Promise<NewMessage[]>
  /** Makes the message that returns a credit we received (pacs.004; RTP by a new payment). */
  sendBack(
    tx: Transaction,
    institution: Institution,
    back: {
      receiptId: string
      messageId: string
      amount: MessageAmount
      code: string
      reason: string
      caseId?: string
    },
    now: Temporal.Instant,
  ): Promise<NewMessage[]>
  /** Asks for a payment of ours back (camt.056). */
  requestReturn(
    tx: Transaction,
    institution: Institution,
    request: { paymentId: string; messageId: string; caseId: string; code: string; reason: string },
    now: Temporal.Instant,
  ): Promise<NewMessage[]>
  /** Answers another bank's request for a return (camt.029). */
  answerReturnRequest(
    tx: Transaction,
    institution: Institution,
    answer: { caseId: string; isAccepted: boolean; code: string; reason: string },
    now: Temporal.Instant,
  ): Promise<NewMessage[]>
  /** Answers a request for payment or drawdown (pain.014). */
  answerPaymentRequest?(
    tx: Transaction,
    institution: Institution,
    answer: { requestId: string; isAccepted: boolean; code: string; reason: string },
    now: Temporal.Instant,
  ): Promise<NewMessage[]>
  /**
   * Makes a request for payment (pain.013), or says in words why the network cannot carry it.
   * Networks without such requests have none.
   */
  requestPayment?(
    tx: Transaction,
    institution: Institution,
    request: OwnPaymentRequest,
    now: Temporal.Instant,
  ): Promise<Result<NewMessage, string>>
  /**
   * What the network's rules do when one of its clocks ends, such as the silence after a payment:
   * messages to send, and what the silence means. Called by a sweep when `nextClock` has come.
   */
  ring?(
    tx: Transaction,
    institution: Institution,
    now: Temporal.Instant,
  ): Promise<Pick<Received, 'meanings' | 'replies'>>
  /** The institutions for which one of its clocks has ended. */
  tenantsWithEndedClock?(db: Connection, now: Temporal.Instant): Promise<bigint[]>
  /** When the next of its clocks ends; undefined if none runs. */
  nextClock?(db: Connection, institution: Institution): Promise<Temporal.Instant | undefined>
  /**
   * Replies to a message that came before with the same bytes, such as our answer once more. It is
   * not read again. Without it, nothing is sent.
   */
  answerDouble?(
    tx: Transaction,
    institution: Institution,
    message: IncomingMessage,
    now: Temporal.Instant,
  ): Promise<NewMessage[]>
  /**
   * Makes a message again that a person wants to send once more, by the network's rules on
   * duplicates, or says in words why it must not be sent. Without it, the same bytes leave again.
   */
  repeat?(
    tx: Transaction,
    institution: Institution,
    sent: SentMessage,
    now: Temporal.Instant,
  ): Promise<NewMessage | { refused: string }>
}
