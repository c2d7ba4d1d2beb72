import { readFile } from 'node:fs/promises'
import type { Demo } from '../../src/main/demo/demo-institution.ts'
import { dataOf } from './answers.ts'
import { accountBody, contactBody, customerBody, type Payer, type Reply } from './test-service.ts'

/** Calls a service in another process. Rejects if the connection is refused or cut. */
export interface HttpClient {
  call(
    method: string,
    path: string,
    body?: unknown,
    options?: { idempotencyKey?: string; signal?: AbortSignal },
  ): Promise<Reply>
}

/** Requests a token with the client's key and secret in HTTP Basic. */
export async function askForToken({ tokenUrl, apiKey, apiSecret }: Pick<Demo, 'tokenUrl' | 'apiKey' | 'apiSecret'>) {
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return readReply(response)
}

export async function connectTo(
  service: Pick<Demo, 'baseUrl' | 'tokenUrl' | 'apiKey' | 'apiSecret'>,
): Promise<HttpClient> {
  const { status, body } = await askForToken(service)
  if (status !== 200) throw new Error(`no token: ${status} ${JSON.stringify(body)}`)
  const authorization = `Bearer ${body.access_token}`
  return {
    async call(method, path, body, { idempotencyKey, signal } = {}) {
      const response = await fetch(service.baseUrl + path, {
        method,
        headers: {
          authorization,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(idempotencyKey === undefined ? {} : { 'idempotent-key': idempotencyKey }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      })
      return readReply(response)
    },
  }
}

async function readReply(response: Response): Promise<Reply> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

export async function readDemoFile(dataDir: string): Promise<Demo> {
  return JSON.parse(await readFile(`${dataDir}/demo.json`, 'utf8'))
}

/** Creates a customer with a funded account and a contact, like createPayer of test-service.ts. */
export async function openPayer(client: HttpClient, balance: number): Promise<Payer> {
  const { customerUID } = await post(client, '/v2/customers', customerBody())
  const account = accountBody()
  const { accountUID } = await post(client, `/v3/customers/${customerUID}/accounts`, account)
  const { customerContactUID } = await post(client, `/customers/${customerUID}/contacts`, contactBody())
  await deposit(client, accountUID, balance)
  return { customerUID, accountUID, accountNumber: account.accountNumber, contactUID: customerContactUID }
}

export async function deposit(client: HttpClient, accountUID: string, amount: number): Promise<void> {
  const body = { direction: 'Credit', amount, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
  await post(client, `/v1/institution/accounts/${accountUID}/adjustments`, body)
}

async function post(client: HttpClient, path: string, body: unknown) {
  const reply = await client.call('POST', path, body)
  return dataOf(reply, reply.status === 201 ? 201 : 200)
}
