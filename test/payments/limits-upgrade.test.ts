import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { dataOf } from '../support/answers.ts'
import { contactAbroad, deposit, openAccount, openMarket } from '../support/fx-market.ts'
import { creditBody, startTestService, type TestService } from '../support/test-service.ts'
import { divideStates, joinStates } from '../support/undivided-payments.ts'

const clock = fixedClock('2026-07-01T14:00:00Z')
let service: TestService
/** The owner of the tables, who can run migrations. */
let owner: pg.Client
before(async () => {
  service = await startTestService({ clock, worker: false })
  owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await service.stop()
})

const COUNTED = ['limit_date', 'limit_amount', 'limit_rate']

/** The tables as they were before, with what the earlier version had stored in them. */
const EARLIER = `
  alter table payment_exchanges add column limit_amount bigint;
  update payment_exchanges x set limit_amount = p.limit_amount from payments p where p.tenant_id = x.tenant_id and p.id = x.payment_id;
  update limit_usage u set used = u.used - p.limit_amount from payments p where p.limit_rate is not null and u.tenant_id = p.tenant_id;
  alter table payments drop column limit_amount, drop column limit_rate;
  alter table payment_approvals drop column limit_amount`

test('an upgrade keeps what exchanges count for, and payments in other currencies count for nothing', async () => {
  const at = await openMarket(service)
  await deposit(at, at.accountUID, 'USD', 10_000)
  const caps = ['USD', 'EUR'].map((currency) => ({ currency, perBooking: 100_000, perDay: 100_000 }))
  dataOf(await at.call('PUT', '/v1/institution', { adjustmentCaps: caps }))
  const euros = await openAccount(at, 'EUR', 1000)
  const contactUID = await contactAbroad(at, 'EUR')
  const pay = async (accountUID: string) => {
    const body = creditBody({ accountUID, contactUID }, { paymentAmount: 100, paymentCurrency: 'EUR', speed: 'SPOT' })
    return dataOf(await at.call('POST', '/payments/creditrequest', body)).paymentUID
  }
  const [exchanged, foreign] = [await pay(at.accountUID), await pay(euros)]
  const counted = async (id: string) => {
    const text = 'select limit_date::text as "on", limit_amount as amount from current_payments where id = $1'
    return (await owner.query(text, [id])).rows[0]
  }
  const before = await counted(exchanged)
  assert.equal((await counted(foreign)).amount, '10843')
  await joinStates(owner, COUNTED)
  await owner.query(EARLIER)

  await owner.query(
    await readFile(new URL('../../migrations/0089_limits_in_base_currency.sql', import.meta.url), 'utf8'),
  )
  await divideStates(owner, COUNTED)

  assert.deepEqual(await counted(exchanged), before)
  assert.deepEqual(await counted(foreign), { on: null, amount: null })
  const verified = async () => {
    const said: string[] = []
    assert.equal(
      await verifyLedgers(service.app.db, [at.tenant.institution], (line) => said.push(line)),
      0,
      said.join(),
    )
  }
  await verified()
  for (const id of [exchanged, foreign]) dataOf(await at.call('PUT', `/payments/${id}/cancel`, {}))
  await verified()
})
