/** The party on whose behalf the sender pays. */
export const FBO_FIELDS = [
  'fboName',
  'fboAccountNumber',
  'fboAddress1',
  'fboAddress2',
  'fboTaxId',
  'fboCity',
  'fboState',
  'fboZip',
  'fboCountry',
] as const

/**
 * What a payment says besides the amount and the parties, by the field of the request or of its
 * `additionalInfo`, and where each rail carries it. A field without a place on a rail would be lost
 * there.
 */
export const CARRIED_FIELDS = [
  'receiverIdentificationNumber',
  'referenceForBeneficiary',
  'originatortoBeneficiary',
  'paymentRemittanceNotes',
  'remittanceMethod',
  'senderToReceiverNotes',
  'transactionTypeCode',
  'companyEntryDescription',
  'localInstruments',
  'proprietaryCode',
  'addendaInformation',
  'remittance',
  'authorizationType',
  'checkSerialNumber',
  'terminalCity',
  'terminalState',
  ...FBO_FIELDS,
] as const
export type CarriedField = (typeof CARRIED_FIELDS)[number]

/** The texts of a payment by field; an absent or empty one says nothing. */
export type PaymentInformation = Partial<Record<CarriedField, string>>

export interface Place {
  /** The element below ISO 20022 pacs.008 CdtTrfTxInf, or the field of a NACHA record. */
  name: string
  maxLength: number
}
