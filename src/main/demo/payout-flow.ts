import { StartupError } from '../startup-error.ts'
import type { Demo } from './demo-institution.ts'

const STEP_TIMEOUT_MS = 10_000
const SETTLED_WITHIN_MS = 30_000
const LOOK_AGAIN_MS = 250

/**
 * The four steps of a payout over HTTP, as a client of the service does them, told as they go: each request, its status, and what was taken
 * from the answer. Ends when the payment is settled. (The token, the third step of the interface, comes first, because all others need it.)
 */
export async function runPayoutFlow(demo: Demo, say: (line: string) => void): Promise<void> {
  const { baseUrl, customerUID, fundingAccountNumber, contactAccountNumber } = demo
  const request = async <Body>(
    title: string,
    method: string,
    url: string,
    init: RequestInit,
    taken: (body: Body) => string,
  ): Promise<Body> => {
    const response = await fetch(url, { method, signal: AbortSignal.timeout(STEP_TIMEOUT_MS), ...init }).catch(
      (cause) => {
        throw new StartupError(`${baseUrl} does not answer: start the service with "giro serve --demo"`, { cause })
      },
    )
    const body = (await response.json()) as Body
    say(`${title}\n    ${method} ${url.replace(baseUrl, '')}\n    ${response.status} ${response.statusText}`)
    if (!response.ok) throw new StartupError(`the payout flow failed: ${JSON.stringify(body)}`)
    say(`    ${taken(body)}`)
    return body
  }

  const basic = Buffer.from(`${demo.apiKey}:${demo.apiSecret}`).toString('base64')
  const { access_token } = await request(
    '1. Obtain an access token',
    'POST',
    demo.tokenUrl,
    { headers: { authorization: `Basic ${basic}` }, body: new URLSearchParams({ grant_type: 'client_credentials' }) },
    (body: { access_token: string; expires_in: number }) => `took access_token, good for ${body.expires_in} s`,
  )
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }

  const accounts = await request(
    '2. Find the funding account',
    'GET',
    `${baseUrl}/customers/${customerUID}/accounts?accountNumber=${fundingAccountNumber}&page=1&limit=10`,
    { headers },
    (body: { data: [{ accountUID: string; name: string }] }) =>
      `took accountUID ${body.data[0].accountUID} (${body.data[0].name})`,
  )
  const contacts = await request(
    '3. Find the receiver',
    'GET',
    `${baseUrl}/customers/${customerUID}/contacts?accountNumber=${contactAccountNumber}&page=1&limit=10`,
    { headers },
    (body: { data: [{ contactUID: string; name: string }] }) =>
      `took contactUID ${body.data[0].contactUID} (${body.data[0].name})`,
  )
  const credit = {
    externalReferenceId: 'demo-payout',
    paymentAmount: 125.5,
    paymentCurrency: 'USD',
    speed: 'Economy',
    sender: { accountUID: accounts.data[0].accountUID },
    receiver: { accountUID: contacts.data[0].contactUID },
  }
  const created = await request(
    '4. Pay',
    'POST',
    `${baseUrl}/payments/creditrequest`,
    {
      headers: { ...headers, 'idempotent-key': `demo-payout-${accounts.data[0].accountUID}` },
      body: JSON.stringify(credit),
    },
    (body: { data: { paymentUID: string; paymentStatus: string } }) =>
      `took paymentUID ${body.data.paymentUID}, ${body.data.paymentStatus}`,
  )
  await watchPayment(`${baseUrl}/payments/${created.data.paymentUID}`, headers, say)
}

async function watchPayment(url: string, headers: Record<string, string>, say: (line: string) => void): Promise<void> {
  let seen = ''
  for (let waited = 0; waited < SETTLED_WITHIN_MS; waited += LOOK_AGAIN_MS) {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(STEP_TIMEOUT_MS) })
    const { data } = (await response.json()) as { data: { status: string; displayStatus: string } }
    if (data.status !== seen) say(`    ${data.status} (${data.displayStatus})`)
    seen = data.status
    if (seen === 'PROCESSED') return
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
  say(`    still ${seen}; the worker takes it further`)
}
