import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { newId } from '../../kernel/id.ts'
import { openObligations, ruleOf } from '../../obligations/obligations.ts'
import { type NewMessage, networkOf, type PaymentRequest } from '../../rails/rails.ts'
import { type AskedAccount, findAskedAccount, findRequest, insertRequest } from './payment-requests.store.ts'
import { recordRequest } from './record-request.ts'

const ACTOR = 'worker'

/** Why no customer is asked, by ISO 20022 ExternalStatusReason1Code. */
interface Objection {
  code: string
  reason: string
}

/**
 * Keeps a request for payment, once however often it comes, for the customer of the account to
 * decide. One that no customer can pay is refused at once by the network's own answer.
 * @returns what its network is answered
 */
export async function takePaymentRequest(
  tx: Transaction,
  institution: Institution,
  { request: asked, evidence }: { request: PaymentRequest; evidence: object },
  now: Temporal.Instant,
): Promise<readonly NewMessage[]> {
  const { tenantId, routingNumber } = institution
  const { rail, requestId, debtorAccount, creditor, creditorAccount, creditorBank } = asked
  if (await findRequest(tx, tenantId, asked)) return []
  const number = debtorAccount?.number ?? ''
  const account = await findAskedAccount(tx, tenantId, { number, rail, routingNumber })
  const objection = objectionTo(asked, account, now)
  const request = await insertRequest(tx, {
    ...{ tenantId, id: newId(now), rail, requestId, endToEndId: asked.endToEndId ?? null },
    ...{
      isDrawdown: asked.isDrawdown,
      amount: asked.amount,
      currency: asked.currency,
      remittance: [...asked.remittance],
    },
    ...{ creditorName: creditor.name, creditorAccount: creditorAccount?.number ?? null },
    creditor: { bank: creditorBank, ...(creditor.address && { address: creditor.address }) },
    ...{ debtorName: asked.debtor.name, accountNumber: number },
    ...{ accountId: account?.accountId ?? null, customerId: account?.customerId ?? null },
    ...{ requestedOn: asked.requestedOn.toString(), expiresAt: asked.expiresAt ?? null, evidence, createdAt: now },
    status: objection ? 'Refused' : 'Open',
    refusalCode: objection?.code ?? null,
    ...{ decidedBy: objection ? ACTOR : null, decidedAt: objection ? now : null },
  })
  await recordRequest(tx, { action: objection ? 'refused' : 'received', request, actor: ACTOR }, now)
  if (objection) {
    const answer = { requestId, isAccepted: false, ...objection }
    return (await networkOf(rail).answerPaymentRequest?.(tx, institution, answer, now)) ?? []
  }
  if (!asked.expiresAt) return []
  const kind = 'PaymentRequestAnswer'
  const clock = { kind, subject: { kind: 'paymentRequest', id: request.id }, dueAt: asked.expiresAt } as const
  await openObligations(tx, tenantId, [{ ...clock, rule: ruleOf(kind, now, institution), owner: 'Customer' }], now)
  return []
}

function objectionTo(
  { isDrawdown, expiresAt }: PaymentRequest,
  account: AskedAccount | undefined,
  now: Temporal.Instant,
): Objection | undefined {
  if (!account) return { code: 'AC02', reason: 'no account has this number' }
  if (account.isClosed) return { code: 'AC05', reason: 'the account is closed' }
  if (!isDrawdown && !account.takesRequests)
    return { code: 'AG01', reason: 'the account takes no requests for payment' }
  if (expiresAt && expiresAt.epochMilliseconds <= now.epochMilliseconds)
    return { code: 'TM01', reason: 'the request had expired when it came in' }
  return undefined
}
