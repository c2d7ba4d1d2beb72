import type { Subject } from './subject.ts'

export const instant = {
  title: 'Instant payments',
  about: 'Messages of FedNow and RTP that wait for an answer, and who of their participants is there.',
  tables: {
    instant_exchanges: {
      about:
        'A message of FedNow or RTP that moves money or asks for something, and how it ended. Written with the ' +
        'message; changed when it is answered, or when its clock has come. How it ended is final.',
      columns: {
        rail: 'FEDNOW or RTP.',
        direction: 'Out: we sent it. In: it came in.',
        messageId: "The network's id of the message.",
        kind: 'Payment, Return, Liquidity, ReturnRequest, PaymentRequest or InformationRequest.',
        messageType: 'Such as pacs.008.001.08.',
        state:
          'Sent or Received: no answer. Accepted: we accepted it, or another bank will decide. Settled and Rejected: ' +
          'over. Unresolved: nobody answers, and a person decides.',
        counterparty: 'The routing number of the other bank.',
        instructionId: 'Its InstrId, by which RTP names payments. Null if it has none.',
        endToEndId: "The sender's reference. Null if it has none.",
        uetr: 'The UETR of the payment. Null if it has none.',
        caseId: 'The id of the case or request. Null for what moves money.',
        amount: 'In cents. Null if it names none.',
        sentAt: "The time stamp of its header, from which the network's clock runs.",
        groupTime: 'The time in its group header or assignment, as the message has it: answers quote it.',
        answerBy: 'Until when we may accept it. Null for one that waits for no answer of ours.',
        asks: 'How often we asked after a silence.',
        nextClock: 'When we act if nothing comes before. Null if no clock runs.',
        paymentId: 'The payment of ours that it is about. Null if it is about none.',
        receiptId: 'The receipt that it is about. Null if it is about none.',
        originalMessageId: 'The message that it is about. Null if it is about none.',
        answerMessageId: 'The message with our answer. Null if we have not answered.',
        code: 'The code of the answer. Null without one.',
        endedAt: 'When it was settled or rejected. Null before.',
      },
    },
    instant_participants: {
      about:
        'What FedNow or RTP last said of a participant: whether it can be reached now. Written when the network ' +
        'announces it.',
      columns: {
        rail: 'FEDNOW or RTP.',
        bankCode: 'The routing number of the participant.',
        isOn: 'Whether it is there.',
        changedAt: 'When the network said so.',
      },
    },
  },
} satisfies Subject
