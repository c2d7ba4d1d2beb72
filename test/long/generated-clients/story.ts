// What an integrator's program does, with the client of openapi-generator. Its argument is the world.
import { deepEqual, equal, ok } from 'node:assert/strict'
import {
  AccountsApi,
  Configuration,
  ContactsApi,
  FXApi,
  type PaymentRequest,
  PaymentsApi,
  ResponseError,
} from './index.js'
import type { World } from './world.js'

const world: World = JSON.parse(process.argv[2]!)

const as = (token: string) => new Configuration({ basePath: world.url, accessToken: `Bearer ${token}` })

const order = (externalReferenceId: string, account: string, contact: string): PaymentRequest => ({
  ...{ externalReferenceId, paymentAmount: 12.5, paymentCurrency: 'USD', speed: 'Economy' },
  sender: { accountUID: account },
  receiver: { accountUID: contact },
})

async function pay(): Promise<void> {
  const configuration = as(world.token)
  const accounts = new AccountsApi(configuration)
  const contacts = new ContactsApi(configuration)
  const payments = new PaymentsApi(configuration)
  const { customer: customerUID, accountNumber } = world
  const found = await accounts.searchAccounts({ customerUID, accountSearch: { accountNumber } })
  const [account] = found.data
  const { data: contact } = await contacts.createContact({
    customerUID,
    contactRequest: {
      ...{ externalReferenceId: 'contact-fetch', templateName: 'Fetch', name: 'Highland Beans Inc' },
      contactType: 'Company',
      contactBank: {
        country: 'US',
        accountNo: '700100200300',
        accountCcy: 'USD',
        name: 'First Example Bank',
        nationalCode: '021000021',
      },
    },
  })
  const paymentRequest = order('fetch', account!.accountUID, contact.customerContactUID)
  const { data: made } = await payments.createCreditPayment({ paymentRequest, idempotentKey: 'fetch' })
  const { data: payment } = await payments.getPayment({ paymentUID: made.paymentUID })
  equal(payment.senderAmount, '12.50')
  const { data: listed, pagination } = await payments.searchPayments({
    paymentSearch: { externalReferenceId: 'fetch' },
  })
  deepEqual(
    listed.map(({ paymentUID }) => paymentUID),
    [made.paymentUID],
  )
  equal(pagination.totalRecords, 1)
  await refused(404, 'paymentNotFound', payments.getPayment({ paymentUID: 'none' }))
}

async function approve(): Promise<void> {
  const submitter = new PaymentsApi(as(world.submitter))
  const approver = new PaymentsApi(as(world.approver))
  const paymentRequest = order('fetch-approval', world.cautiousAccount, world.cautiousContact)
  const { data: made } = await submitter.createCreditPayment({ paymentRequest })
  equal(made.paymentStatus, 'PENDING_APPROVAL')
  const { paymentUID } = made
  await refused(403, 'ownPaymentApproval', submitter.approvePayment({ paymentUID }))
  const { data: decided } = await approver.approvePayment({ paymentUID, paymentDecision: { notes: 'seen' } })
  equal(decided.paymentStatus, 'VALIDATED')
}

async function exchange(): Promise<void> {
  const fx = new FXApi(as(world.traderToken))
  const { data: quote } = await fx.quoteFxTrade({
    fxQuoteRequest: {
      ...{ customerId: world.trader, customerIdType: 'CustomerUID', productType: 'SPOT' },
      ...{ sellCurrency: 'USD', buyCurrency: 'EUR', transferAmount: 400 },
    },
  })
  equal(quote.quoteStatus, 'Open')
  const { data: contract } = await fx.acceptFxQuote({ fxQuoteAcceptance: { quoteUUID: quote.quoteUUID } })
  const { forexContractNo } = contract
  const paymentRequest: PaymentRequest = {
    ...order('fetch-fx', world.traderAccount, world.traderContact),
    ...{ paymentAmount: 400, paymentCurrency: 'EUR', speed: 'SPOT' },
    additionalInfo: { fxContractNumber: forexContractNo },
  }
  await new PaymentsApi(as(world.traderToken)).createCreditPayment({ paymentRequest })
  const { data: drawn } = await fx.getFxContract({ forexContractNo })
  equal(drawn.drawnBuyAmount, 400)
}

async function refused(status: number, reason: string, request: Promise<unknown>): Promise<void> {
  const refusal = await request.then(
    () => undefined,
    (error: unknown) => error,
  )
  ok(refusal instanceof ResponseError, `${reason}: accepted`)
  equal(refusal.response.status, status)
  equal((await refusal.response.json()).reason, reason)
}

await pay()
await approve()
await exchange()
console.log('done')
