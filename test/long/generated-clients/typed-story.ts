// What an integrator's program does, with the types of openapi-typescript. Its argument is the world.
import { deepEqual, equal, ok } from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { components, paths } from './api.js'
import type { World } from './world.js'

const world: World = JSON.parse(process.argv[2]!)

const as = (token: string) => createClient<paths>({ baseUrl: world.url, headers: { authorization: `Bearer ${token}` } })

type PaymentRequest = components['schemas']['PaymentRequest']
const order = (externalReferenceId: string, account: string, contact: string): PaymentRequest => ({
  ...{ externalReferenceId, paymentAmount: 12.5, paymentCurrency: 'USD', speed: 'Economy' },
  sender: { accountUID: account },
  receiver: { accountUID: contact },
})

async function pay(): Promise<void> {
  const api = as(world.token)
  const { customer: customerUID, accountNumber } = world
  const path = { customerUID }
  const found = must(
    await api.POST('/v3/customers/{customerUID}/accounts/search', { params: { path }, body: { accountNumber } }),
  )
  const [account] = found.data
  const { data: contact } = must(
    await api.POST('/v2/customers/{customerUID}/contacts', {
      params: { path },
      body: {
        ...{ externalReferenceId: 'contact-typed', templateName: 'Typed', name: 'Highland Beans Inc' },
        contactType: 'Company',
        contactBank: {
          country: 'US',
          accountNo: '700100200300',
          accountCcy: 'USD',
          name: 'First Example Bank',
          nationalCode: '021000021',
        },
      },
    }),
  )
  const body = order('typed', account!.accountUID, contact.customerContactUID)
  const header = { 'Idempotent-Key': 'typed' }
  const { data: made } = must(await api.POST('/v3/payments/creditrequest', { params: { header }, body }))
  const { paymentUID } = made
  const read = must(await api.GET('/v3/payments/{paymentUID}', { params: { path: { paymentUID } } }))
  equal(read.data.senderAmount, '12.50')
  const listed = must(await api.POST('/v3/payments/search', { body: { externalReferenceId: 'typed' } }))
  deepEqual(
    listed.data.map((payment) => payment.paymentUID),
    [paymentUID],
  )
  equal(listed.pagination.totalRecords, 1)
  refused(
    404,
    'paymentNotFound',
    await api.GET('/v3/payments/{paymentUID}', { params: { path: { paymentUID: 'none' } } }),
  )
}

async function approve(): Promise<void> {
  const submitter = as(world.submitter)
  const body = order('typed-approval', world.cautiousAccount, world.cautiousContact)
  const { data: made } = must(await submitter.POST('/v3/payments/creditrequest', { body }))
  equal(made.paymentStatus, 'PENDING_APPROVAL')
  const path = { paymentUID: made.paymentUID }
  const own = await submitter.PUT('/v3/payments/{paymentUID}/approve', { params: { path } })
  refused(403, 'ownPaymentApproval', own)
  const notes = 'seen'
  const decided = must(
    await as(world.approver).PUT('/v3/payments/{paymentUID}/approve', { params: { path }, body: { notes } }),
  )
  equal(decided.data.paymentStatus, 'VALIDATED')
}

async function exchange(): Promise<void> {
  const api = as(world.traderToken)
  const { data: quote } = must(
    await api.POST('/v2/fx/quote', {
      body: {
        ...{ customerId: world.trader, customerIdType: 'CustomerUID', productType: 'SPOT' },
        ...{ sellCurrency: 'USD', buyCurrency: 'EUR', transferAmount: 400 },
      },
    }),
  )
  equal(quote.quoteStatus, 'Open')
  const { data: contract } = must(await api.PUT('/v2/fx/accept', { body: { quoteUUID: quote.quoteUUID } }))
  const { forexContractNo } = contract
  const body: PaymentRequest = {
    ...order('typed-fx', world.traderAccount, world.traderContact),
    ...{ paymentAmount: 400, paymentCurrency: 'EUR', speed: 'SPOT' },
    additionalInfo: { fxContractNumber: forexContractNo },
  }
  must(await api.POST('/v3/payments/creditrequest', { body }))
  const drawn = must(await api.GET('/v2/fx/{forexContractNo}', { params: { path: { forexContractNo } } }))
  equal(drawn.data.drawnBuyAmount, 400)
}

interface Answer<Data> {
  data?: Data
  error?: components['schemas']['Failure']
  response: Response
}

function must<Data>({ data, error }: Answer<Data>): Data {
  if (data === undefined) throw new Error(error?.message)
  return data
}

function refused(status: number, reason: string, { error, response }: Answer<unknown>): void {
  ok(error, `${reason}: accepted`)
  equal(response.status, status)
  equal(error.reason, reason)
}

await pay()
await approve()
await exchange()
console.log('done')
