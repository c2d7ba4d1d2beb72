import assert from 'node:assert/strict'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import type { TestService } from '../support/test-service.ts'
import type { Receiver } from '../support/webhook-receiver.ts'
import type { FileTaker } from './file-taker.ts'

// What left the bank, against its rows: in files, in the feed and in messages.

/** Waits until every payment is processed, and decides about files in doubt as their network. */
export async function everythingSettles(
  service: TestService,
  taker: FileTaker,
  { at = service.baseUrl } = {},
): Promise<void> {
  await eventually('every payment is processed', async () => {
    const [open] = await service.query<{ count: bigint }>(
      `select count(*) from payment_states where tenant_id = $1 and status <> 'PROCESSED'`,
      [service.tenant.institution.tenantId],
    )
    if (open!.count === 0n) return true
    await decideDoubts(service, taker, at)
    return false
  })
  assert.deepEqual(dataOf(await service.call('GET', '/v1/institution/rails', undefined, { at })).holds, [])
}

/** The operator of the network says whether it has the file. */
async function decideDoubts(service: TestService, taker: FileTaker, at: string): Promise<void> {
  const { inDoubt } = dataOf(await service.call('GET', '/v1/institution/rails', undefined, { at }))
  if (inDoubt.length > 0) await taker.looked()
  for (const { handoverUID, name } of inDoubt) {
    const decision = taker.times.has(name) ? 'HandedOver' : 'HandOverAgain'
    const path = `/v1/institution/rails/handovers/${handoverUID}/decision`
    dataOf(await service.call('POST', path, { decision, reason: 'asked the network' }, { at }))
  }
}

/**
 * Each ACH payment of the bank left in one file, once, with the amount and the trace number that
 * its history shows, and nothing else left.
 */
export async function compareFiles(service: TestService, taker: FileTaker): Promise<void> {
  await taker.looked()
  assert.deepEqual(
    [...taker.times].filter(([, times]) => times > 1),
    [],
    'no file was taken twice',
  )
  const rows = await service.query<{ file: string; trace: string; amount: bigint }>(
    `select s.evidence ->> 'file' as file, s.evidence ->> 'traceNumber' as trace, p.amount
     from current_payments p left join payment_steps s
       on s.tenant_id = p.tenant_id and s.payment_id = p.id and s.to_status = 'TRANSMITTED'
     where p.tenant_id = $1 and p.rail = 'ACH'`,
    [service.tenant.institution.tenantId],
  )
  const known = rows.map(({ file, trace, amount }) => `${file} ${trace} ${amount}`)
  const left = taker.entries.map(({ file, trace, cents }) => `${file} ${trace} ${cents}`)
  assert.deepEqual(left.sort(), known.sort())
}

interface Told {
  eventUID: string
  subjectId: string
  data: { previousStatus: string | null; paymentStatus: string }
}
const stepOf = ({ subjectId, data }: Told) => `${subjectId} ${data.previousStatus} ${data.paymentStatus}`

/** Every status change of the bank's payments, from the rows. */
async function stepsOf(service: TestService): Promise<string[]> {
  const rows = await service.query<{ id: string; fromStatus: string | null; toStatus: string }>(
    'select payment_id as id, from_status, to_status from payment_steps where tenant_id = $1',
    [service.tenant.institution.tenantId],
  )
  return rows.map(({ id, fromStatus, toStatus }) => `${id} ${fromStatus} ${toStatus}`).sort()
}

/** The feed has each status change once, and its cursors only ascend. */
export async function compareFeed(service: TestService, at = service.baseUrl): Promise<void> {
  const steps = await stepsOf(service)
  await eventually('the feed has every status change', async () => {
    const events = await readFeed(service, at)
    const cursors = events.map(({ cursor }) => BigInt(cursor))
    assert.ok(cursors.every((cursor, place) => place === 0 || cursor > cursors[place - 1]!))
    assert.equal(new Set(events.map(({ eventUID }) => eventUID)).size, events.length)
    const told = events.filter(({ type }) => type === 'payment.status.changed').map(stepOf)
    if (told.length < steps.length) return false
    assert.deepEqual(told.sort(), steps)
    return true
  })
}

/** The whole feed, page by page. */
export async function readFeed(
  service: TestService,
  at: string,
  after = '0',
): Promise<(Told & { cursor: string; type: string })[]> {
  const page = dataOf(await service.call('GET', `/v1/events?limit=1000&after=${after}`, undefined, { at }))
  return page.events.length === 0 ? [] : [...page.events, ...(await readFeed(service, at, page.next))]
}

/** A webhook for every status change, from before the first payment. */
export async function openWebhook(service: TestService, receiver: Receiver): Promise<void> {
  const hook = { url: receiver.url, eventTypes: ['payment.status.changed'] }
  dataOf(await service.call('POST', '/v1/institution/webhooks', hook), 201)
}

/**
 * The receiver was told each status change. It may be told again, as the same event: a claim that
 * died with its worker ends after a minute.
 */
export async function compareMessages(service: TestService, receiver: Receiver): Promise<{ repeated: number }> {
  const steps = await stepsOf(service)
  const told = new Map<string, string>()
  let repeated = 0
  await eventually('the receiver was told every status change', () => {
    for (const { event } of receiver.take()) {
      if (told.has(event.eventUID)) repeated++
      assert.equal(told.get(event.eventUID) ?? stepOf(event), stepOf(event))
      told.set(event.eventUID, stepOf(event))
    }
    return told.size >= steps.length
  })
  assert.deepEqual([...told.values()].sort(), steps)
  return { repeated }
}
