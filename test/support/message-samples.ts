/** What comes in by messages, for samples: from the simulated FedNow, by its bytes. */
import { readInstitution } from '../../src/institution/institution.ts'
import { messageImportSweeps, messageSweeps } from '../../src/message-imports/message-imports.jobs.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { networkSweeps } from '../../src/rails/rails.jobs.ts'
import { eventually } from './eventually.ts'
import type { Given } from './operation-samples.ts'
import { creditBody, type Payer, type TestService } from './test-service.ts'

export interface MessageMakers {
  /** Moves payments and messages, ours and those of the simulated networks, one step on. */
  exchangeMessages(): Promise<void>
}

export function messageMakersOf(
  { app }: TestService,
  { tenantId, releaseHolds }: { tenantId: bigint; releaseHolds: () => Promise<unknown> },
): MessageMakers {
  return {
    async exchangeMessages() {
      // The sample of another operation may have left the rails held.
      await releaseHolds()
      const institution = await app.db.read((db) => readInstitution(db, tenantId))
      for (const sweep of [...paymentSweeps, ...messageImportSweeps, ...networkSweeps, ...messageSweeps])
        await sweep.run(app, institution)
    },
  }
}

type Makers = Pick<Given, 'make'> & MessageMakers

/** FedNow is open at every hour at which a test may run. */
const FEDNOW = '/v1/institution/simulations/fednow/messages'
const PAYMENT = { amount: '0.01', name: 'Ada Lund' }

/** A payment of a cent that its network has settled. */
export async function makeSettledMessage(given: Makers & Pick<Payer, 'accountUID' | 'contactUID'>) {
  const body = creditBody(given, { paymentAmount: 0.01, speed: 'Instant' })
  const { paymentUID } = await given.make('/payments/creditrequest', body)
  await comesIn(given, 'the payment settles', async () => {
    const { status } = await given.make(`/payments/${paymentUID}`, undefined, 'GET')
    return status === 'PROCESSED' || undefined
  })
  return { paymentUID: String(paymentUID) }
}

/** Another bank asks for a cent back that it sent to the account. */
export async function makeReturnRequest(given: Makers & Pick<Payer, 'accountNumber'>) {
  const credits = [{ accountNumber: given.accountNumber, ...PAYMENT }]
  const [{ messageId }] = (await given.make(FEDNOW, { credits })).messages
  const ofRail = '/v3/receipts?page=1&limit=100&rail=FEDNOW'
  const { receiptUID } = await comesIn(given, 'the credit is posted', async () =>
    (await given.make(ofRail, undefined, 'GET')).find(
      (one: { messageId: string; status: string }) => one.messageId === messageId && one.status === 'POSTED',
    ),
  )
  await given.make(FEDNOW, { returnRequests: [{ messageId }] })
  const list = `/v3/returnrequests?page=1&limit=1&receiptUID=${receiptUID}`
  return comesIn(given, 'the request comes', async () => {
    const [request] = await given.make(list, undefined, 'GET')
    return request as { returnRequestUID: string } | undefined
  })
}

/** Somebody asks for an amount from the account. */
export async function makePaymentRequest(given: Makers & Pick<Payer, 'accountNumber'>, amount = '0.01') {
  const paymentRequests = [{ accountNumber: given.accountNumber, ...PAYMENT, amount }]
  const [{ messageId }] = (await given.make(FEDNOW, { paymentRequests })).messages
  return comesIn(given, 'the request comes', async () =>
    (await given.make('/v3/paymentrequests?page=1&limit=100', undefined, 'GET')).find(
      (one: { requestId: string }) => one.requestId === messageId,
    ),
  ) as Promise<{ requestUID: string }>
}

function comesIn<T>(
  { exchangeMessages }: MessageMakers,
  what: string,
  probe: () => Promise<T | undefined>,
): Promise<T> {
  const step = async () => {
    await exchangeMessages()
    return probe()
  }
  return eventually(what, step, { withinMs: 30_000 })
}
