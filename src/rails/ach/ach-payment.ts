import type { PaidInvoice } from '../domain/remittance.ts'
import type { AchSpeed } from './collection-window.ts'
import type { BuiltSecCode, IatEntryInput } from './nacha/index.ts'

/** A payment to put into an ACH file. */
export interface AchPayment {
  paymentId: string
  externalReferenceId: string
  speed: AchSpeed
  /** A credit pays the receiver. A debit collects from it into the sending account. */
  entryType: 'CREDIT' | 'DEBIT'
  secCode: BuiltSecCode
  /** In cents. */
  amount: bigint
  receiverName: string
  receiverAccountNumber: string
  receiverAccountType: string
  receiverRoutingNumber: string
  referenceForBeneficiary: string | null
  /** Printable ASCII of at most 15 characters, instead of externalReferenceId. */
  receiverIdentificationNumber?: string | null
  /** Printable ASCII of at most 80 characters, instead of referenceForBeneficiary. */
  addendaInformation?: string | null
  /** ISO 20022 ExternalCategoryPurpose1Code, which the description of the batch says. */
  categoryPurpose?: string | null
  /** What the batch says, as the payment, its account or its customer has it. */
  companyEntryDescription?: string | null
  accountDescription?: string | null
  customerDescription?: string | null
  /** Whether it is an entry that came back, sent again. */
  isReinitiation?: boolean
  /** Whether it only checks the account: it has no amount, and the code of a prenotification. */
  isPrenote?: boolean
  /** Whether the receiver authorized one debit or several; WEB and TEL. */
  authorizationType?: 'Single' | 'Recurring' | null
  /** ARC and POP. */
  checkSerialNumber?: string | null
  /** POP. */
  terminalCity?: string | null
  terminalState?: string | null
  /** CTX: the invoices that the payment pays. */
  remittance?: readonly PaidInvoice[] | null
  /** IAT: its parties and banks. */
  iat?: Omit<IatEntryInput, 'transactionType'>
  customerId: bigint
  companyName: string
  companyIdentification: string
}
