import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import type { Result } from '../../../kernel/result.ts'
import type {
  CreditAnswer,
  IncomingMessage,
  Instruction,
  NewMessage,
  OwnPaymentRequest,
  SentMessage,
} from '../../network.ts'
import type { ElementFault } from '../check-text.ts'
import type { EnvelopeName } from '../envelopes.ts'
import type { DocumentOf, MessageType } from '../messages.ts'
import type { Message } from '../read-message.ts'
import type { InstantRules } from './exchange.ts'
import type { InstantRail, StoredExchange } from './exchanges.store.ts'
import type { Outcome } from './outcome.ts'

/** A credit transfer as its sender wrote it. */
export type Transfer = DocumentOf<'pacs.008.001.08'>['FIToFICstmrCdtTrf']

/** Who and when a message is made by. */
export interface Making {
  messageId: string
  institution: Institution
  now: Temporal.Instant
}

export interface Wrapping extends Making {
  /** The use of a message that has several, such as camt.029. */
  element?: string
  /** RTP: the same message again, because no answer came. */
  isDuplicate?: boolean
}

/** Our answer to a payment or return, as the networks name it in TxSts. */
export interface StatusWord {
  original: StoredExchange
  status: 'ACTC' | 'ACWP' | 'ACCC' | 'RJCT'
  code?: string
  reason?: string
}

export type CaseAnswer = 'accept' | 'refuse' | 'pending'

/** What a network for instant payments does in its own way. */
export interface InstantDialect {
  rail: InstantRail
  rules: InstantRules
  /** The envelope of what the network sends. */
  envelope: EnvelopeName
  /** SttlmInf/ClrSys/Cd. */
  clearingSystem: string
  /** How messages name the network itself. */
  service: string
  /** What a TxSts of the network means for what it is about. */
  outcomes: Readonly<Record<string, 'settled' | 'accepted' | 'rejected'>>
  /** Whether a rejection says that the network knows no such message. */
  isUnknown(code: string): boolean
  /** IntrBkSttlmDt of what is sent at a moment. */
  businessDay(now: Temporal.Instant): Temporal.PlainDate
  /** The id of a new message: the same for the same subject. */
  newId(institution: Institution, subject: string, now: Temporal.Instant): string
  /** PmtId/InstrId of a credit transfer. */
  instructionId(messageId: string, instruction: Instruction): string
  wrap<Type extends MessageType>(
    type: Type,
    document: DocumentOf<Type>,
    wrapping: Wrapping,
  ): Result<string, ElementFault>
  /** Why the network would lose a part of an instruction; undefined if it carries all of it. */
  objection?(instruction: Instruction): string | undefined
  transfer(instruction: Instruction, making: Making): DocumentOf<'pacs.008.001.08'>
  status(word: StatusWord, making: Making): DocumentOf<'pacs.002.001.10'>
  /** The message that returns a credit: pacs.004, or a credit transfer of its own. */
  returnCredit(
    back: { original: Transfer; amount: bigint; code: string; reason: string },
    making: Making,
  ): { type: 'pacs.004.001.10' | 'pacs.008.001.08'; content: Result<string, ElementFault>; groupTime: string }
  returnRequest(
    request: { original: Transfer; sent: StoredExchange; caseId: string; code: string; reason: string },
    making: Making,
  ): DocumentOf<'camt.056.001.08'>
  requestAnswer(
    answer: { request: StoredExchange; answer: CaseAnswer; code: string; reason: string },
    making: Making,
  ): DocumentOf<'camt.029.001.09'>
  paymentRequest(request: OwnPaymentRequest, making: Making): DocumentOf<'pain.013.001.07'>
  paymentRequestAnswer(
    answer: { request: StoredExchange; original: DocumentOf<'pain.013.001.07'>; isAccepted: boolean } & {
      code: string
      reason: string
    },
    making: Making,
  ): DocumentOf<'pain.014.001.07'>
  /** camt.029 has several uses; this is the answer to a request for a return. */
  requestAnswerElement: string | undefined
  /** What asks the network after a silence. */
  ask(tx: Transaction, exchange: StoredExchange, making: Omit<Making, 'messageId'>): Promise<NewMessage | undefined>
  /**
   * What a person who wants to send a message once more gets: by the network's rule on duplicates.
   */
  repeat(
    tx: Transaction,
    sent: SentMessage,
    making: Omit<Making, 'messageId'>,
  ): Promise<NewMessage | { refused: string }>
  /** The receipt of a message that moves no money, as the network expects it. */
  acknowledge(message: Message, making: Omit<Making, 'messageId'>): NewMessage[]
  /** A message that says something about the network itself: broadcasts, sign-on, lists. */
  administer(
    tx: Transaction,
    message: Message,
    received: IncomingMessage,
    making: Omit<Making, 'messageId'>,
  ): Promise<Outcome | undefined>
  /** What the network's rules reply to a message that cannot be read. */
  refuseUnreadable(
    fault: { messageId: string | undefined; type: MessageType | undefined; path: string; why: string },
    making: Omit<Making, 'messageId'>,
  ): NewMessage[]
  /** TxSts of an answer to a credit. */
  statusFor(answer: CreditAnswer): StatusWord['status']
  /** TxSts of the final answer to a credit accepted without posting; undefined if there is none. */
  afterReview: Readonly<Record<'posted' | 'sentBack', StatusWord['status']>> | undefined
}
