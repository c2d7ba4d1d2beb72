import { machineTime } from '../../kernel/machine-time.ts'
import { StartupError } from '../startup-error.ts'
import type { Demo } from './demo-institution.ts'

const STEP_TIMEOUT_MS = 10_000
const SETTLEMENT_TIMEOUT_MS = 30_000
const POLL_INTERVAL_MS = 250

interface Step<Body> {
  title: string
  method: 'GET' | 'POST'
  url: string
  init: RequestInit
  /** The line about the values that the next steps need from the reply. */
  describe: (body: Body) => string
}

type Send = <Body>(step: Step<Body>) => Promise<Body>

type Headers = Record<string, string>

/**
 * Makes one payout over HTTP, in four steps, as a client does. Prints each request, its status and
 * the values it takes from the reply, then each status of the payment until it settles. The token
 * comes first, because every other step needs it.
 */
export async function runPayoutFlow(demo: Demo, say: (line: string) => void): Promise<void> {
  const send = stepSender(demo.baseUrl, say)
  const headers = await obtainToken(demo, send)
  const accountUID = await findFundingAccount(demo, headers, send)
  const contactUID = await findReceiver(demo, headers, send)
  const paymentUID = await pay(demo, { accountUID, contactUID }, headers, send)
  await watchPayment(`${demo.baseUrl}/payments/${paymentUID}`, headers, say)
}

function stepSender(baseUrl: string, say: (line: string) => void): Send {
  return async <Body>({ title, method, url, init, describe }: Step<Body>) => {
    const response = await fetch(url, { method, signal: AbortSignal.timeout(STEP_TIMEOUT_MS), ...init }).catch(
      (cause) => {
        throw new StartupError(`${baseUrl} does not respond: start the service with "giro serve --demo"`, { cause })
      },
    )
    const body = (await response.json()) as Body
    say(`${title}\n    ${method} ${url.replace(baseUrl, '')}\n    ${response.status} ${response.statusText}`)
    if (!response.ok) throw new StartupError(`the payout flow failed: ${JSON.stringify(body)}`)
    say(`    ${describe(body)}`)
    return body
  }
}

/** Returns the headers of the steps that follow. */
async function obtainToken({ apiKey, apiSecret, tokenUrl }: Demo, send: Send): Promise<Headers> {
  const basic = Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')
  const { access_token } = await send({
    title: '1. Obtain an access token',
    method: 'POST',
    url: tokenUrl,
    init: {
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    },
    describe: (body: { access_token: string; expires_in: number }) =>
      `took access_token, valid for ${body.expires_in} s`,
  })
  return { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
}

async function findFundingAccount(demo: Demo, headers: Headers, send: Send): Promise<string> {
  const { baseUrl, customerUID, fundingAccountNumber } = demo
  const accounts = await send({
    title: '2. Find the funding account',
    method: 'GET',
    url: `${baseUrl}/customers/${customerUID}/accounts?accountNumber=${fundingAccountNumber}&page=1&limit=10`,
    init: { headers },
    describe: (body: { data: [{ accountUID: string; name: string }] }) =>
      `took accountUID ${body.data[0].accountUID} (${body.data[0].name})`,
  })
  return accounts.data[0].accountUID
}

async function findReceiver(demo: Demo, headers: Headers, send: Send): Promise<string> {
  const { baseUrl, customerUID, contactAccountNumber } = demo
  const contacts = await send({
    title: '3. Find the receiver',
    method: 'GET',
    url: `${baseUrl}/customers/${customerUID}/contacts?accountNumber=${contactAccountNumber}&page=1&limit=10`,
    init: { headers },
    describe: (body: { data: [{ contactUID: string; name: string }] }) =>
      `took contactUID ${body.data[0].contactUID} (${body.data[0].name})`,
  })
  return contacts.data[0].contactUID
}

async function pay(
  { baseUrl }: Demo,
  { accountUID, contactUID }: { accountUID: string; contactUID: string },
  headers: Headers,
  send: Send,
): Promise<string> {
  const credit = {
    externalReferenceId: 'demo-payout',
    paymentAmount: 125.5,
    paymentCurrency: 'USD',
    speed: 'Economy',
    sender: { accountUID },
    receiver: { accountUID: contactUID },
  }
  const created = await send({
    title: '4. Pay',
    method: 'POST',
    url: `${baseUrl}/payments/creditrequest`,
    init: { headers: { ...headers, 'idempotent-key': `demo-payout-${accountUID}` }, body: JSON.stringify(credit) },
    describe: (body: { data: { paymentUID: string; paymentStatus: string } }) =>
      `took paymentUID ${body.data.paymentUID}, ${body.data.paymentStatus}`,
  })
  return created.data.paymentUID
}

async function watchPayment(url: string, headers: Headers, say: (line: string) => void): Promise<void> {
  let seen = ''
  for (let waitedMs = 0; waitedMs < SETTLEMENT_TIMEOUT_MS; waitedMs += POLL_INTERVAL_MS) {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(STEP_TIMEOUT_MS) })
    const { data } = (await response.json()) as { data: { status: string; displayStatus: string } }
    if (data.status !== seen) say(`    ${data.status} (${data.displayStatus})`)
    seen = data.status
    if (seen === 'PROCESSED') return
    await machineTime.sleep(POLL_INTERVAL_MS)
  }
  say(`    still ${seen}; the worker continues to process it`)
}
