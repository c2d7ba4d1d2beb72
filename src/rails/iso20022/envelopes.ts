import type { HeaderType, MessageType } from './messages.ts'

/**
 * How a network wraps a header and a document in one XML document. Incoming and outgoing are the
 * network's words: `Incoming` is what a bank sends to it.
 */
export type EnvelopeName = 'FedNowIncoming' | 'FedNowOutgoing' | 'FedwireIncoming' | 'FedwireOutgoing' | 'RTP' | 'SWIFT'

/** The envelope of a message. `element` names the message in it, by its use. */
export interface Envelope {
  name: EnvelopeName
  element?: string
}

export interface EnvelopeForm {
  namespace: string
  root: string
  headerType: HeaderType | undefined
  /** What may stand before the message, and is not read. */
  technicalHeader?: string
  /** The element around the element of the message. */
  body?: string
  /** The elements of messages. Without them, header and document stand in the root. */
  elements?: Readonly<Record<string, MessageType>>
  /** The element of the message is the document itself, and the header is beside it. */
  isInline?: boolean
}

const FEDNOW_BOTH_WAYS = {
  FedNowMessageReject: 'admi.002.001.01',
  FedNowReceiptAcknowledgement: 'admi.007.001.01',
  FedNowPaymentStatus: 'pacs.002.001.10',
  FedNowPaymentReturn: 'pacs.004.001.10',
  FedNowCustomerCreditTransfer: 'pacs.008.001.08',
  FedNowInstitutionCreditTransfer: 'pacs.009.001.08',
  FedNowPaymentStatusRequest: 'pacs.028.001.03',
  FedNowRequestForPayment: 'pain.013.001.07',
  FedNowRequestForPaymentResponse: 'pain.014.001.07',
  FedNowInformationRequest: 'camt.026.001.07',
  FedNowAdditionalPaymentInformation: 'camt.028.001.09',
  FedNowReturnRequestResponse: 'camt.029.001.09',
  FedNowInformationRequestResponse: 'camt.029.001.09',
  FedNowRequestForPaymentCancellationRequestResponse: 'camt.029.001.09',
  FedNowRequestForPaymentCancellationRequest: 'camt.055.001.09',
  FedNowReturnRequest: 'camt.056.001.08',
} as const satisfies Record<string, MessageType>

const FEDWIRE_BOTH_WAYS = {
  FedwireFundsCustomerCreditTransfer: 'pacs.008.001.08',
  FedwireFundsFinancialInstitutionCreditTransfer: 'pacs.009.001.08',
  FedwireFundsPaymentReturn: 'pacs.004.001.10',
  FedwireFundsPaymentStatusRequest: 'pacs.028.001.03',
  FedwireFundsReturnRequest: 'camt.056.001.08',
  FedwireFundsReturnRequestResponse: 'camt.029.001.09',
  FedwireFundsDrawdownRequest: 'pain.013.001.07',
  FedwireFundsDrawdownResponse: 'pain.014.001.07',
  FedwireFundsInvestigationRequest: 'camt.110.001.01',
  FedwireFundsInvestigationResponse: 'camt.111.001.01',
  FedwireFundsMessageReject: 'admi.002.001.01',
} as const satisfies Record<string, MessageType>

export const ENVELOPES: Readonly<Record<EnvelopeName, EnvelopeForm>> = {
  FedNowIncoming: {
    namespace: 'urn:fednow:incoming:v001',
    root: 'FedNowIncoming',
    headerType: 'head.001.001.02',
    technicalHeader: 'FedNowTechnicalHeader',
    body: 'FedNowIncomingMessage',
    elements: {
      ...FEDNOW_BOTH_WAYS,
      FedNowParticipantBroadcast: 'admi.004.001.02',
      FedNowRetrievalRequest: 'admi.006.001.01',
      FedNowAccountReportingRequest: 'camt.060.001.05',
    },
  },
  FedNowOutgoing: {
    namespace: 'urn:fednow:outgoing:v001',
    root: 'FedNowOutgoing',
    headerType: 'head.001.001.02',
    technicalHeader: 'FedNowTechnicalHeader',
    body: 'FedNowOutgoingMessage',
    elements: {
      ...FEDNOW_BOTH_WAYS,
      FedNowBroadcast: 'admi.004.001.02',
      FedNowSystemResponse: 'admi.011.001.01',
      FedNowParticipantFile: 'admi.998.001.02',
      FedNowAccountActivityDetailsReport: 'camt.052.001.08',
      FedNowAccountActivityTotalsReport: 'camt.052.001.08',
      FedNowAccountBalanceReport: 'camt.052.001.08',
      AccountDebitCreditNotification: 'camt.054.001.08',
    },
  },
  FedwireIncoming: {
    namespace: 'urn:fedwirefunds:incoming:v001',
    root: 'FedwireFundsIncoming',
    headerType: 'head.001.001.03',
    technicalHeader: 'FedwireFundsTechnicalHeader',
    body: 'FedwireFundsIncomingMessage',
    elements: {
      ...FEDWIRE_BOTH_WAYS,
      FedwireFundsConnectionCheck: 'admi.004.001.02',
      FedwireFundsRetrievalRequest: 'admi.006.001.01',
      FedwireFundsAccountReportingRequest: 'camt.060.001.05',
    },
  },
  FedwireOutgoing: {
    namespace: 'urn:fedwirefunds:outgoing:v001',
    root: 'FedwireFundsOutgoing',
    headerType: 'head.001.001.03',
    technicalHeader: 'FedwireFundsTechnicalHeader',
    body: 'FedwireFundsOutgoingMessage',
    elements: {
      ...FEDWIRE_BOTH_WAYS,
      FedwireFundsPaymentStatus: 'pacs.002.001.10',
      FedwireFundsBroadcast: 'admi.004.001.02',
      FedwireFundsAcknowledgement: 'admi.007.001.01',
      FedwireFundsSystemResponse: 'admi.011.001.01',
      FedwireFundsAccountBalanceReport_Master: 'camt.052.001.08',
      FedwireFundsAccountBalanceReport_Self: 'camt.052.001.08',
      FedwireFundsActivityReport: 'camt.052.001.08',
      FedwireFundsEndpointDetailsReport: 'camt.052.001.08',
      FedwireFundsEndpointGapReport: 'camt.052.001.08',
      FedwireFundsEndpointTotalsReport: 'camt.052.001.08',
    },
  },
  RTP: {
    namespace: 'urn:tch',
    root: 'Message',
    headerType: 'head.001.001.01',
    isInline: true,
    elements: {
      CreditTransfer: 'pacs.008.001.08',
      MessageStatusReport: 'pacs.002.001.10',
      FICreditTransfer: 'pacs.009.001.08',
      PaymentStatusRequest: 'pacs.028.001.03',
      Acknowledgement: 'camt.035.001.05',
      RequestForInformation: 'camt.026.001.07',
      ResponseRequestForInformation: 'camt.028.001.09',
      ReturnOfFunds: 'camt.056.001.08',
      ResponseReturnOfFunds: 'camt.029.001.09',
      PaymentRequest: 'pain.013.001.07',
      ResponsePaymentRequest: 'pain.014.001.07',
      StandaloneRemittance: 'remt.001.001.04',
      SystemNotificationEvent: 'admi.004.001.02',
      MessageReject: 'admi.002.001.01',
      SignOnRequest: 'admn.001.001.01',
      SignOnResponse: 'admn.002.001.01',
      SignOffRequest: 'admn.003.001.01',
      SignOffResponse: 'admn.004.001.01',
      EchoRequest: 'admn.005.001.01',
      EchoResponse: 'admn.006.001.01',
      ParticipantReport: 'admn.007.001.01',
      ParticipantReportResponse: 'admn.008.001.01',
    },
  },
  SWIFT: { namespace: 'urn:swift:xsd:envelope', root: 'Envelope', headerType: undefined },
}

/** The elements in which an envelope carries a message. More than one tell its use. */
export function elementsFor(form: EnvelopeForm, type: MessageType): string[] {
  return Object.entries(form.elements ?? {})
    .filter(([, carried]) => carried === type)
    .map(([tag]) => tag)
}
