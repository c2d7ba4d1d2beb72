import type { MessageNetwork } from '../../network.ts'
import { answerDouble } from './answer-again.ts'
import { answerCredit } from './answers.ts'
import { ring } from './clocks.ts'
import type { InstantDialect } from './dialect.ts'
import { firstClock, tenantsWithEndedClock } from './exchanges.store.ts'
import { pay } from './pay.ts'
import { receive, refuseSignature } from './receive.ts'
import { answerPaymentRequest, answerReturnRequest, requestPayment, requestReturn, sendBack } from './requests.ts'

/** A network for instant payments: what FedNow and RTP do alike, in the network's own dialect. */
export function instantNetwork(dialect: InstantDialect): MessageNetwork {
  return {
    rail: dialect.rail,
    // Their clocks ask, or send the same message again, by their own rules.
    whenUnknown: 'ask',
    pay: (tx, institution, instructions, now) => pay(dialect, tx, institution, instructions, now),
    // Two words on one payment in one transaction: the state of the exchange refuses the second.
    readsApart: true,
    receive: (tx, institution, message, now) => receive(dialect, tx, institution, message, now),
    refuse: async (_tx, institution, message, why, now) => refuseSignature(dialect, message, why, { institution, now }),
    answer: (tx, institution, credit, now) => answerCredit(dialect, tx, institution, credit, now),
    sendBack: (tx, institution, back, now) => sendBack(dialect, tx, institution, back, now),
    requestReturn: (tx, institution, request, now) => requestReturn(dialect, tx, institution, request, now),
    answerReturnRequest: (tx, institution, answer, now) => answerReturnRequest(dialect, tx, institution, answer, now),
    answerPaymentRequest: (tx, institution, answer, now) => answerPaymentRequest(dialect, tx, institution, answer, now),
    requestPayment: (tx, institution, request, now) => requestPayment(dialect, tx, institution, request, now),
    ring: (tx, institution, now) => ring(dialect, tx, institution, now),
    answerDouble: (tx, institution, message, now) => answerDouble(dialect, tx, institution, message, now),
    repeat: (tx, institution, sent, now) => dialect.repeat(tx, sent, { institution, now }),
    tenantsWithEndedClock: (db, now) => tenantsWithEndedClock(db, dialect.rail, now),
    nextClock: (tx, { tenantId }) => firstClock(tx, tenantId, dialect.rail),
  }
}
