import Type, { type Static } from 'typebox'
import { name, named } from '../../../http/fields.ts'
import { timestamp } from '../../../kernel/timestamp.ts'
import { words } from '../../../kernel/words.ts'
import type { MessageRailName } from '../../network.ts'
import type { SentMessage } from './script.ts'

const FAULTS = words('SimulatedFault', ['Currency', 'Xml'])

/** Text that every network carries. */
const plain = (maxLength: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: "^[A-Za-z0-9 .,()/+'?:-]*[A-Za-z0-9.][A-Za-z0-9 .,()/+'?:-]*$",
    description,
  })

const amount = Type.String({
  pattern: '^(?!0+(\\.0+)?$)[0-9]{1,9}(\\.[0-9]{1,2})?$',
  description: 'Decimal text above zero, such as 125.50.',
})

const payment = {
  accountNumber: plain(34, 'The account in the sandbox, or any other number.'),
  amount,
  name: plain(70, 'The name of the customer of the sandbox.'),
  otherName: Type.Optional(plain(70, 'Who is on the other side.')),
  otherAccount: Type.Optional(plain(34, 'The account on the other side.')),
  otherBank: Type.Optional(plain(11, 'Its bank: a routing number, or a BIC on SWIFT.')),
  remittance: Type.Optional(plain(140, 'Remittance information.')),
  isDoubled: Type.Optional(Type.Boolean({ description: 'The same message comes twice.' })),
}

const Credit = named(
  'SimulatedNetworkCredit',
  {
    ...payment,
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217; on SWIFT only, else USD.' })),
    fault: Type.Optional(name(FAULTS, { description: 'What is wrong with the message.' })),
  },
  { additionalProperties: false },
)
export type CreditToSend = Omit<Static<typeof Credit>, 'fault'> & { fault?: string }

const PaymentRequest = named('SimulatedPaymentRequest', payment, { additionalProperties: false })
export type RequestToSend = Static<typeof PaymentRequest>

const ReturnRequest = named(
  'SimulatedReturnRequest',
  {
    messageId: plain(35, 'The message of the credit, as this operation replied it.'),
    code: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{4}$', description: 'Why: DUPL by default.' })),
  },
  { additionalProperties: false },
)
export type ReturnRequestToSend = Static<typeof ReturnRequest>

const Participant = named(
  'SimulatedParticipant',
  {
    routingNumber: Type.String({ pattern: '^[0-9]{9}$', description: 'The other bank.' }),
    isReachable: Type.Boolean({ description: 'Whether the network reaches it from now on.' }),
  },
  { additionalProperties: false },
)
export type ParticipantToSend = Static<typeof Participant>

const Gap = named(
  'SimulatedGap',
  {
    endpoint: Type.String({ pattern: '^[A-Z0-9]{8}$', description: 'The endpoint of the sandbox.' }),
    numbers: Type.Array(Type.Integer({ minimum: 1, maximum: 999_999 }), {
      minItems: 1,
      maxItems: 50,
      description: 'The numbers that did not arrive.',
    }),
  },
  { additionalProperties: false },
)
export type GapToSend = Static<typeof Gap>

const list = <T extends Type.TSchema>(items: T, description: string) =>
  Type.Optional(Type.Array(items, { minItems: 1, maxItems: 100, description }))

const PARTS = {
  credits: list(Credit, 'Credits of other banks.'),
  paymentRequests: list(PaymentRequest, 'Requests for payment; on Fedwire, drawdown requests.'),
  returnRequests: list(ReturnRequest, 'Requests of other banks to get a credit back.'),
  participants: list(Participant, 'Whether other banks can be reached.'),
  gaps: list(Gap, 'Reports that sequence numbers of the sandbox did not arrive.'),
}

/** What a client can have a network send. */
export interface Simulation {
  credits?: readonly CreditToSend[]
  paymentRequests?: readonly RequestToSend[]
  returnRequests?: readonly ReturnRequestToSend[]
  participants?: readonly ParticipantToSend[]
  gaps?: readonly GapToSend[]
}

const { credits, paymentRequests, returnRequests, participants, gaps } = PARTS
const strict = { additionalProperties: false, minProperties: 1 }

/** The body of each network: what it has messages for. */
export const SIMULATIONS = {
  FEDWIRE: named('FedwireSimulation', { credits, paymentRequests, returnRequests, gaps }, strict),
  FEDNOW: named('FedNowSimulation', { credits, paymentRequests, returnRequests, participants }, strict),
  RTP: named('RtpSimulation', { credits, paymentRequests, returnRequests, participants }, strict),
  SWIFT: named('SwiftSimulation', { credits, returnRequests }, strict),
} as const satisfies Record<MessageRailName, Type.TSchema>

export const NetworkSimulationReply = named('SimulatedMessages', {
  messages: Type.Array(
    named('SimulatedMessage', {
      messageId: Type.String({ description: 'The id of the message.' }),
      messageType: Type.String({ description: 'Its type, such as pacs.008.001.08.' }),
      dueAt: Type.String({ description: "When it comes in, by the institution's clock: RFC 3339." }),
    }),
    { description: 'What comes in, in this order.' },
  ),
})

export const renderSent = (sent: readonly SentMessage[]) => ({
  messages: sent.map(({ messageId, messageType, at }) => ({ messageId, messageType, dueAt: timestamp(at) })),
})

export const exampleCredit = {
  credits: [{ accountNumber: '1002003004', amount: '125.50', name: 'Ada Example', remittance: 'Invoice 42' }],
}
