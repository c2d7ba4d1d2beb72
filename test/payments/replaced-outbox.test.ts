import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { App } from '../../src/app.ts'
import { fixedClock, systemClock } from '../../src/kernel/clock.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { decideHandover } from '../../src/rails/handover/decide-handover.ts'
import { claimHandover, keepOutbox } from '../../src/rails/handover/handovers.store.ts'
import { EndUnknown, type Transport } from '../../src/rails/handover/transport.ts'
import { adoptOtherOutbox, createOutbox } from '../../src/rails/rails.ts'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
let parent: string
before(async () => {
  service = await startTestService({ clock, worker: false })
  parent = await mkdtemp(join(tmpdir(), 'giro-outboxes-'))
})
after(async () => {
  await service.stop()
  await rm(parent, { recursive: true, force: true })
})

const sweep = (work: string, app: App) =>
  sweepNamed(paymentSweeps, `payments: ${work}`).run(app, service.tenant.institution)
const over = (achTransport: Transport): App => ({ ...service.app, achTransport })
const tenantId = () => service.tenant.institution.tenantId

/** People accept that an outbox was lost, with the evidence of what had left through it. */
const release = () =>
  service.query(
    `update rail_holds set released_at = now(), released_by = 'test', release_reason = 'test'
     where tenant_id = $1 and released_at is null`,
    [tenantId()],
  )

/** A file that waits to be handed over. */
async function collected(): Promise<void> {
  const payer = await createPayer(service)
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer)))
  await sweep('release payments', service.app)
  clock.advance({ seconds: 2 })
  assert.equal(await sweep('collect ACH entries', service.app), 1)
}

/** Puts the file where the network takes it, and never says how that ended. */
const unsure = (transport: Transport): Transport => ({
  ...transport,
  async handOver(consignment) {
    await transport.handOver(consignment)
    throw new EndUnknown('the file is in the outbox, but that could not be noted')
  },
})

/** Hands nothing over, and says so. */
const unable = (transport: Transport): Transport => ({
  ...transport,
  handOver: () => Promise.reject(new Error('the outbox is full')),
})

const endLeases = () =>
  service.query(`update rail_handovers set leased_until = now() where status = 'Claimed' and tenant_id = $1`, [
    tenantId(),
  ])
const files = () =>
  service.query<{ id: string; status: string; doubt: string | null; openTokens: number[] }>(
    'select id, status, doubt, open_tokens as "openTokens" from rail_handovers where tenant_id = $1 order by created_at desc, id desc',
    [tenantId()],
  )

async function adopt(root: string): Promise<Transport> {
  const other = createOutbox({ root, clock: systemClock })
  const adoption = { rail: 'ACH', identity: await other.identity(), by: 'test', reason: 'the disk is lost' }
  await service.app.db.transaction((tx) => adoptOtherOutbox(tx, tenantId(), adoption, clock.now()))
  await release()
  return other
}

for (const isGivenBack of [false, true])
  test(`a file that may have left through a replaced outbox does not leave through the new one, ${
    isGivenBack ? 'also after a worker that certainly failed' : 'and a person decides'
  }`, async () => {
    const root = join(parent, String(isGivenBack))
    await collected()
    const before = isGivenBack ? await lastAdopted() : service.app.achTransport
    await assert.rejects(sweep('write ACH files', over(unsure(before))), EndUnknown)
    await endLeases()
    if (isGivenBack) await assert.rejects(sweep('write ACH files', over(unable(before))), /is full/)
    assert.equal((await files())[0]!.status, isGivenBack ? 'Waiting' : 'Claimed')
    const other = await adopt(root)
    assert.equal(await sweep('write ACH files', over(other)), 0)
    assert.deepEqual(await readdir(join(root, 'out')).catch(() => []), [])
    const [file] = await files()
    assert.equal(file!.status, 'InDoubt')
    assert.equal(file!.doubt, 'the outbox it may have left through was replaced')
    const events = await service.query(
      `select from audit_log where tenant_id = $1 and action = 'rails.handoverInDoubt' and subject_id = $2`,
      [tenantId(), file!.id],
    )
    assert.equal(events.length, 1)
    await service.app.db.transaction((tx) =>
      decideHandover(
        tx,
        { tenantId: tenantId(), clientId: 'test' },
        file!.id,
        { decision: 'HandOverAgain', reason: 'the operator never got it' },
        clock.now(),
      ),
    )
    await release()
    assert.equal(await sweep('write ACH files', over(other)), 1)
    assert.equal((await readdir(join(root, 'out'))).length, 1)
  })

/** The outbox that the test before adopted. */
async function lastAdopted(): Promise<Transport> {
  return createOutbox({ root: join(parent, 'false'), clock: systemClock })
}

test('a claim that is made while another outbox is adopted ends before it, or sees the new one', async () => {
  await collected()
  const root = join(parent, 'late')
  const other = createOutbox({ root, clock: systemClock })
  const adoption = { rail: 'ACH', identity: await other.identity(), by: 'test', reason: 'the disk is lost' }
  const { db } = service.app
  let isAdopted = false
  // As a worker claims: the place first, then the file.
  let adopting: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await keepOutbox(tx, tenantId(), 'ACH')
    assert.ok(await claimHandover(tx, tenantId(), { rail: 'ACH', claimedBy: 'slow', leaseMs: 1 }))
    adopting = db
      .transaction((later) => adoptOtherOutbox(later, tenantId(), adoption, clock.now()))
      .then(() => {
        isAdopted = true
      })
    await eventually('the adoption waits', async () => isAdopted || (await countLockWaits(service.query)) > 0)
    assert.equal(isAdopted, false)
  })
  await adopting
  assert.equal((await files())[0]!.status, 'InDoubt')
})
