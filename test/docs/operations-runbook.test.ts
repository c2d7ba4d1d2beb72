import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { outstandingSweeps } from '../../src/outstanding/outstanding.jobs.ts'
import { dataOf } from '../support/answers.ts'
import { inDays } from '../support/clocks.ts'
import { makersOf, makeUser } from '../support/operation-samples.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

/** The steps of docs/operations.md for an actor in the wrong hands, as they are written there. */

let service: TestService
let blocks: string[][]
before(async () => {
  service = await startTestService({ worker: false })
  const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  blocks = [...page.matchAll(/```http\n([\s\S]*?)```/g)].map(([, text]) => text!.trim().split('\n'))
})
after(() => service.stop())

/** Sends the requests of a block in order. The worker runs after each change. */
async function play(block: readonly string[], names: Record<string, string>) {
  const replies = []
  for (const line of block) {
    const written = line.replaceAll(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole)
    const [, method, path, body] = written.match(/^(\S+) (\S+)(?: (\{.*\}))?$/)!
    const reply = await service.call(method!, path!, body === undefined ? undefined : JSON.parse(body))
    assert.ok(reply.status < 300, `${line}: ${JSON.stringify(reply.body)}`)
    const cancellationUID = reply.body?.data?.cancellationUID
    if (cancellationUID) names.cancellationUID = cancellationUID
    for (let pass = 0; pass < 10; pass++)
      for (const sweep of outstandingSweeps) await sweep.run(service.app, service.tenant.institution)
    replies.push(reply)
  }
  return replies
}

const later = (payer: Payer) => creditBody(payer, { paymentDate: inDays(60) })

test('a client: it is revoked, and its payments are seen and cancelled', async () => {
  const payer = await createPayer(service)
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  dataOf(await service.call('POST', '/payments/creditrequest', later(payer), { client }))
  const [, seen, , done] = await play(blocks[0]!, { apiKey: client.apiKey })
  assert.equal(seen!.body.data.summary.totals[0].count, 1)
  assert.deepEqual([done!.body.data.status, done!.body.data.summary.totals[0].outcome], ['Done', 'Cancelled'])
})

test('a user: it is suspended, and what it set up is seen and cancelled', async () => {
  const payer = await createPayer(service)
  const given = { ...payer, paymentUID: '', ...(await makersOf(service, service.tenant)) }
  const { userId } = await makeUser(given as never)
  const active = `/api/user-management/v1/customers/${payer.customerUID}/users/${userId}/activate`
  assert.equal((await service.call('PUT', active)).status, 204)
  const [, , , done] = await play(blocks[1]!, { customerUID: payer.customerUID, userUID: String(userId) })
  assert.equal(done!.body.data.status, 'Done')
})

test('an identity provider: it is revoked, and what its people set up is seen and cancelled', async () => {
  const { apiKey } = await service.createClient(service.tenant, {})
  const [, seen, , done] = await play(blocks[2]!, { apiKey })
  assert.equal(seen!.body.data.isStopped, true)
  assert.equal(done!.body.data.status, 'Done')
})

test('a customer and an account: they are suspended, and the payments of the customer are cancelled', async () => {
  const payer = await createPayer(service)
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  const { paymentUID } = dataOf(await service.call('POST', '/payments/creditrequest', later(payer), { client }))
  await play(blocks[4]!, payer as never)
  const [, seen, , done] = await play(blocks[3]!, { customerUID: payer.customerUID })
  assert.equal(seen!.body.data.summary.totals[0].count, 1)
  assert.equal(done!.body.data.items[0].uid, paymentUID)
  assert.equal(done!.body.data.status, 'Done')
})
