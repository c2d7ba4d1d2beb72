import assert from 'node:assert/strict'
import type { Demo } from '../../src/main/demo/demo-institution.ts'
import { dataOf } from './answers.ts'
import { eventually } from './eventually.ts'
import type { GiroProcess } from './giro-process.ts'
import type { HttpClient } from './http-client.ts'

/** A payment of one dollar from the account of the demo to its contact. */
export async function creditOf(client: HttpClient, demo: Demo) {
  const find = async (what: string, accountNumber: string) =>
    dataOf(
      await client.call('GET', `/customers/${demo.customerUID}/${what}?accountNumber=${accountNumber}&page=1&limit=10`),
    )[0]
  return {
    externalReferenceId: 'start-test',
    paymentAmount: 1,
    paymentCurrency: 'USD',
    speed: 'Economy',
    sender: { accountUID: (await find('accounts', demo.fundingAccountNumber)).accountUID },
    receiver: { accountUID: (await find('contacts', demo.contactAccountNumber)).contactUID },
  }
}

/**
 * Sends a signal to the service while clients pay. It must end with exit code 0, answer no request
 * with a failure and report nothing. Returns the paymentUIDs that it answered.
 */
export async function stopUnderLoad(
  service: GiroProcess,
  { client, credit, signal }: { client: HttpClient; credit: object; signal: NodeJS.Signals },
): Promise<string[]> {
  const paid: string[] = []
  const failed: unknown[] = []
  // Each lane pays until the service has ended.
  const lanes = Array.from({ length: 40 }, async (_, lane) => {
    for (let number = 0; number < 10_000; number++) {
      const body = { ...credit, externalReferenceId: `${signal}-${lane}-${number}` }
      const reply = await client.call('POST', '/payments/creditrequest', body).catch(() => undefined)
      if (!reply) return
      if (reply.status === 200) paid.push(reply.body.data.paymentUID)
      else failed.push(reply.body)
    }
  })
  await eventually('payments go through', async () => paid.length > 100)
  assert.equal(await service.stop(signal), 0)
  await Promise.all(lanes)
  assert.deepEqual(failed, [])
  assert.equal(service.said.stderr, '')
  return paid
}
