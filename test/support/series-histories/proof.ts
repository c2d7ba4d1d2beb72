import assert from 'node:assert/strict'
import { Temporal } from 'temporal-polyfill'
import { verifyLedgers } from '../../../src/main/verify-ledgers.ts'
import { type Identity, isMakerOf, isStopped, type NotedPayment, valueAt, type World } from './world.ts'

/** What left, as stored: the first step of each payment that held its money. */
interface Left {
  id: string
  at: Temporal.Instant
  madeAt: Temporal.Instant
  cents: bigint
  status: string
}

/** An approval that counts by the database: of the last revision. */
interface Counted {
  id: string
  clientId: string
  userId: string | null
  identifiedBy: string
}

/**
 * Proves the controls after a history, by SQL over what is stored: each payment that left had, when
 * it left, the approvals of that day, of people of whom none had shaped it; none left that had been
 * cancelled; and all fit into the limits.
 */
export async function prove(world: World): Promise<void> {
  const { bank, payer, payments, tally } = world
  const { service } = bank
  const left = await service.query<Left>(
    `select p.id, p.amount as cents, p.created_at as made_at, s.status,
       (select min(t.at) from payment_steps t where t.tenant_id = p.tenant_id and t.payment_id = p.id and t.to_status = 'VALIDATED') as at
     from payments p join payment_states s on s.tenant_id = p.tenant_id and s.payment_id = p.id
     where p.customer_id = $1 and exists (select from payment_steps t where t.tenant_id = p.tenant_id and t.payment_id = p.id
       and t.to_status = 'VALIDATED') order by at`,
    [payer.customerUID],
  )
  tally.set('left', (tally.get('left') ?? 0) + left.length)
  for (const one of left) {
    const payment = payments.find(({ uid }) => uid === one.id)
    assert.ok(payment, `${one.id} left, and nobody made it`)
    proveApprovals(world, payment, one)
    proveSeries(payment, one)
  }
  await proveMakers(world)
  proveLimits(world, left)
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
}

function proveApprovals(world: World, payment: NotedPayment, { id, at, madeAt }: Left): void {
  const releasedAt = at.epochMilliseconds
  const shaped = payment.shaped.filter((one) => one.at < releasedAt)
  const lastShaped = Math.max(...shaped.map((one) => one.at))
  const counted = payment.approved.filter(
    (one) =>
      one.at <= releasedAt &&
      one.at > lastShaped &&
      !isMakerOf(shaped, one.by) &&
      !isStopped(world, one.by, releasedAt),
  )
  const people = new Set(counted.map(({ by }) => by.userId ?? by.clientId))
  const needed = Math.max(
    valueAt(world.asked, releasedAt) ?? 0,
    // A payment of now is released as it is made.
    valueAt(world.asked, madeAt.epochMilliseconds) ?? 0,
  )
  if (needed > 0) world.tally.set('left approved', (world.tally.get('left approved') ?? 0) + 1)
  if (needed > 0 && shaped.length > 1)
    world.tally.set('left approved after a change', (world.tally.get('left approved after a change') ?? 0) + 1)
  assert.ok(people.size >= needed, `${people.size} of ${needed} people approved ${id} as it left at ${at}`)
}

/** A payment that somebody cancelled did not leave, nor one beyond the end of its series. */
function proveSeries({ uid, series, number, endedAt }: NotedPayment, { at }: Left): void {
  const releasedAt = at.epochMilliseconds
  const end = valueAt(series.ends, releasedAt) ?? 0
  assert.ok(number <= end, `${uid} left as number ${number} of ${end}`)
  assert.ok(endedAt === undefined || endedAt >= releasedAt, `${uid} left after it was ended`)
  const { cancelledAt } = series
  assert.ok(cancelledAt === undefined || cancelledAt >= releasedAt, `${uid} left after its series was cancelled`)
}

/**
 * No approval that counts by the database is of one who shaped the payment by the notes. A payment
 * that ended counts none: who ends it by shortening its series shapes it no more.
 */
async function proveMakers({ bank, payer, payments }: World): Promise<void> {
  const counted = await bank.service.query<Counted>(
    `select a.payment_id as id, a.client_id, a.user_id, a.identified_by
     from payment_approvals a join payments p on p.tenant_id = a.tenant_id and p.id = a.payment_id
       join payment_states s on s.tenant_id = a.tenant_id and s.payment_id = a.payment_id
     where s.status <> all (array['CANCELLED', 'REJECTED', 'VALIDATION_FAILURE']) and p.customer_id = $1 and a.decision = 'Approved' and a.revision = (
       select coalesce(max(m.revision), 0) from payment_makers m where m.tenant_id = a.tenant_id and m.payment_id = a.payment_id)`,
    [payer.customerUID],
  )
  for (const { id, clientId, userId } of counted) {
    const by: Identity = userId === null ? { clientId } : { clientId, userId }
    const { shaped } = payments.find(({ uid }) => uid === id)!
    assert.ok(!isMakerOf(shaped, by), `${userId ?? clientId} shaped ${id}, and counts as its approver`)
  }
}

/** What left on a day fits into the highest limit of that day. */
function proveLimits({ limits }: World, left: readonly Left[]): void {
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO('America/New_York').toPlainDate().toString()
  const settled = left.filter(({ status }) => !['CANCELLED', 'REJECTED', 'RETURNED', 'REVERSED'].includes(status))
  for (const [day, payments] of Map.groupBy(settled, ({ at }) => dayOf(at))) {
    const first = payments[0]!.at.epochMilliseconds
    const ofDay = limits.filter(({ at }) => dayOf(Temporal.Instant.fromEpochMilliseconds(at)) === day)
    const inForce = [valueAt(limits, first) ?? Number.POSITIVE_INFINITY, ...ofDay.map(({ value }) => value)]
    const sum = payments.reduce((total, { cents }) => total + Number(cents), 0)
    assert.ok(sum <= Math.max(...inForce), `${sum} left on ${day}, of ${Math.max(...inForce)}`)
  }
}
