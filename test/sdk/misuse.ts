import { createGiro, type Giro } from '../../sdk/src/index.ts'
import { verifyWebhook } from '../../sdk/src/webhooks.ts'

/** What the compiler must refuse. Each mark is an error if its line compiles. */
export async function misuse(giro: Giro): Promise<void> {
  const path = { paymentUID: 'p1' }
  // @ts-expect-error: no such path
  await giro.GET('/v3/payment/{paymentUID}', { path })
  // @ts-expect-error: the path has no PUT
  await giro.PUT('/v3/payments/{paymentUID}', { path })
  // @ts-expect-error: the path has a parameter
  await giro.GET('/v3/payments/{paymentUID}')
  // @ts-expect-error: another name
  await giro.GET('/v3/payments/{paymentUID}', { path: { paymentUUID: 'p1' } })
  // @ts-expect-error: a misspelt option would leave the key to chance
  await giro.PUT('/v3/payments/{paymentUID}/cancel', { path, idempotencykey: 'bill-2041' })
  // @ts-expect-error: reading takes no key
  await giro.GET('/v3/payments/{paymentUID}', { path, idempotencyKey: 'bill-2041' })
  // @ts-expect-error: not every change takes If-Match
  await giro.PUT('/v3/payments/{paymentUID}/cancel', { path, ifMatch: '"1"' })
  // @ts-expect-error: a payment needs its body
  await giro.POST('/v3/payments/creditrequest', { idempotencyKey: 'bill-2041' })

  const parties = { sender: { accountUID: 'a1' }, receiver: { accountUID: 'c1' } }
  const bill = { ...parties, externalReferenceId: 'bill-2041', paymentCurrency: 'USD' }
  // @ts-expect-error: a word that the list does not have
  await giro.POST('/v3/payments/creditrequest', { body: { ...bill, paymentAmount: '1.00', speed: 'Fast' } })
  // @ts-expect-error: an amount that is no decimal
  await giro.POST('/v3/payments/creditrequest', { body: { ...bill, paymentAmount: '1,00', speed: 'Instant' } })
  // @ts-expect-error: a field is missing
  await giro.POST('/v3/payments/creditrequest', { body: { ...bill, speed: 'Instant' } })

  const payment = await giro.GET('/v3/payments/{paymentUID}', { path })
  // @ts-expect-error: data is there only after the error was looked at
  payment.data.status
  if (payment.error) throw payment.error
  // @ts-expect-error: a payment has no such field
  payment.data.state

  // @ts-expect-error: a list that does not come in pages
  giro.items('GET', '/v3/payments/{paymentUID}', { path })
  for await (const receipt of giro.items('GET', '/v3/receipts', { query: { page: 1, limit: 100 } })) {
    // @ts-expect-error: a receipt has no such field
    receipt.paymentAmounts
  }

  // @ts-expect-error: a key without its secret
  createGiro({ baseUrl: 'https://bank.example', institution: 'bank', apiKey: 'k' })
  // @ts-expect-error: neither institution nor tokenUrl
  createGiro({ baseUrl: 'https://bank.example', apiKey: 'k', apiSecret: 's' })
  // @ts-expect-error: a message without secrets
  await verifyWebhook({ headers: {}, body: '' })
}

/** What the compiler must accept, with the types that it must find. */
export async function use(giro: Giro): Promise<void> {
  const feed: AsyncGenerator<{ eventUID: string }> = giro.items('GET', '/v1/events', { query: { after: '0' } })
  const { data } = await giro.POST('/v3/payments/creditrequest', {
    body: {
      externalReferenceId: 'bill-2041',
      paymentAmount: 125.5,
      paymentCurrency: 'USD',
      speed: 'Instant',
      sender: { accountUID: 'a1' },
      receiver: { accountUID: 'c1' },
    },
  })
  const uid: string | undefined = data?.paymentUID
  createGiro({ baseUrl: 'https://bank.example', token: async () => `${uid}${await feed.next()}` })
}
