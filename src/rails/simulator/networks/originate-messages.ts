import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import { recordChange } from '../../../events/events.ts'
import { requireInstitution } from '../../../institution/institution.ts'
import { newId } from '../../../kernel/id.ts'
import { parseAmount } from '../../../kernel/money.ts'
import { type Refusal, refusal } from '../../../kernel/refusal.ts'
import { accept, type Result } from '../../../kernel/result.ts'
import type { Principal } from '../../../tokens/access-tokens.ts'
import type { MessageRailName } from '../../network.ts'
import type { Planned } from './plan.ts'
import { stageOf } from './play.ts'
import { say } from './say.ts'
import type { SentMessage } from './script.ts'
import { lockBooked } from './simulated-payments.store.ts'
import type { CreditToSend, RequestToSend, ReturnRequestToSend, Simulation } from './simulation.schema.ts'
import type { Stage } from './stage.ts'
import type { SimulatedCredit } from './told.ts'
import { newUetr } from './uetr.ts'

/** The bank on the other side, unless a client names one. */
const OTHER_BANKS: Readonly<Record<MessageRailName, string>> = {
  ...{ FEDWIRE: '021000021', FEDNOW: '021000021', RTP: '021000021' },
  SWIFT: 'DEUTDEFFXXX',
}

/**
 * Lets a network and the banks behind it send messages to a sandbox: credits, requests to pay,
 * requests for the return of a credit, and what the network says about itself. They come in at
 * once.
 */
export async function originateMessages(
  tx: Transaction,
  principal: Principal,
  { rail, simulation }: { rail: MessageRailName; simulation: Simulation },
  now: Temporal.Instant,
): Promise<Result<SentMessage[], Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  if (!institution.value.sandbox) return refusal('simulationOfNoSandbox')
  const stage = stageOf(tx, institution.value, rail, now)
  const planned = await planSimulation(stage, simulation)
  if (!planned.ok) return planned
  const sent = await say(stage, planned.value)
  const { tenantId, clientId } = principal
  const subject = { kind: 'simulatedMessage', id: newId(now) }
  const after = { rail, messages: sent.map(({ messageId }) => messageId) }
  await recordChange(tx, { tenantId, actor: clientId, action: 'rails.messagesSimulated', subject, after }, now)
  return accept(sent.map((message) => ({ ...message, at: now })))
}

async function planSimulation(stage: Stage, simulation: Simulation): Promise<Result<Planned[], Refusal>> {
  const { credits = [], paymentRequests = [], returnRequests = [], participants = [], gaps = [] } = simulation
  const at = stage.now
  const planned: Planned[] = []
  for (const credit of credits) {
    const side = sideOf(stage, credit)
    if (!side) return refusal('simulationNotPossible')
    const harm = credit.fault === undefined ? {} : ({ harm: credit.fault === 'Xml' ? 'xml' : 'currency' } as const)
    planned.push({ answer: { kind: 'credit', credit: side, uetr: newUetr() }, at, ...harm, ...doubled(credit) })
  }
  for (const request of paymentRequests) {
    const side = sideOf(stage, request)
    if (!side) return refusal('simulationNotPossible')
    const isDrawdown = stage.script.rail === 'FEDWIRE'
    const answer = { kind: 'paymentRequest', request: side, isDrawdown, uetr: newUetr() } as const
    planned.push({ answer, at, ...doubled(request) })
  }
  for (const request of returnRequests) {
    const answer = await returnRequestOf(stage, request)
    if (!answer) return refusal('simulationNotPossible')
    planned.push({ answer, at })
  }
  for (const { routingNumber, isReachable } of participants)
    planned.push({ answer: { kind: 'participant', routingNumber, isOn: isReachable }, at })
  for (const { numbers, ...gap } of gaps) planned.push({ answer: { kind: 'gap', ...gap, missing: numbers }, at })
  return accept(planned)
}

const doubled = ({ isDoubled }: { isDoubled?: boolean }) => (isDoubled ? ({ isDoubled: true } as const) : {})

/** Undefined if the network does not carry its currency, or the amount is none in it. */
function sideOf({ script, now }: Stage, side: CreditToSend | RequestToSend): SimulatedCredit | undefined {
  const currency = ('currency' in side ? side.currency : undefined) ?? 'USD'
  if (script.rail !== 'SWIFT' && currency !== 'USD') return undefined
  const amount = parseAmount(side.amount, currency)
  if (!amount.ok) return undefined
  return {
    ...{ amount: amount.value, currency, accountNumber: side.accountNumber, name: side.name },
    otherName: side.otherName ?? 'Simulated Sender',
    otherAccount: side.otherAccount ?? '700100200300',
    otherBank: side.otherBank ?? OTHER_BANKS[script.rail],
    remittance: side.remittance,
    settlesOn: now.toZonedDateTimeISO('America/New_York').toPlainDate().toString(),
  }
}

/** Only a credit that another bank has sent can be asked back. */
async function returnRequestOf(
  { tx, institution, script: { rail } }: Stage,
  { messageId, code = 'DUPL' }: ReturnRequestToSend,
) {
  const booked = await lockBooked(tx, institution.tenantId, { rail, direction: 'ToBank', messageId })
  if (booked?.kind !== 'Payment' || booked.told.kind !== 'payment') return undefined
  return { kind: 'returnRequest', of: booked.told, caseId: `CASE${messageId}`.slice(0, 35), code } as const
}
