import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openStage, type Stage } from '../support/hostile-sql.ts'
import { startTestService, type TestService } from '../support/test-service.ts'
import { decisionActs } from './acts/decisions-acts.ts'
import { exchangeActs } from './acts/exchanges-acts.ts'
import { instantActs } from './acts/instant-acts.ts'
import { meaningActs } from './acts/meaning-acts.ts'
import { messagesActs } from './acts/messages-acts.ts'
import { moneyActs } from './acts/money-acts.ts'
import { actsOfOwner } from './acts/owner-acts.ts'
import { partyActs } from './acts/parties-acts.ts'
import { paymentActs, paymentActsOfOwner } from './acts/payments-acts.ts'
import { peopleActs } from './acts/people-acts.ts'
import { priceActs } from './acts/prices-acts.ts'
import { receiptActs, receiptActsOfOwner } from './acts/receipts-acts.ts'
import { recordActs } from './acts/records-acts.ts'
import { seedBank } from './seed-bank.ts'

// What an attacker who runs SQL with the rights of the service cannot do: each act breaks one rule,
// and the database names it. The lawful form of an act proves that only this rule refuses it.

let service: TestService
let stage: Stage

before(async () => {
  service = await startTestService()
  await seedBank(service)
  stage = await openStage(service)
})

after(async () => {
  await stage?.close()
  await service.stop()
})

const actsOfService = [
  ...partyActs,
  ...peopleActs,
  ...decisionActs,
  ...priceActs,
  ...exchangeActs,
  ...meaningActs,
  ...instantActs,
  ...messagesActs,
  ...moneyActs,
  ...recordActs,
  ...receiptActs,
  ...paymentActs,
]

for (const act of actsOfService)
  test(`${act.tries}: refused to the service by ${act.refusedBy}`, () => stage.play('service', act))

for (const act of [...actsOfOwner, ...paymentActsOfOwner, ...receiptActsOfOwner])
  test(`${act.tries}: refused to the owner by ${act.refusedBy}`, () => stage.play('owner', act))

/** Tables that may have no rows: the acts on them need none, or make their own. */
const EMPTY = [
  ...[
    'ach_reversals',
    'api_client_roles',
    'api_client_uses',
    'audit_unchained',
    'events_unplaced',
    'institution_totals',
  ],
  // No business day has ended yet.
  ...['fx_revaluations', 'ledger_closings', 'ledger_exports'],
  ...['payment_limit_groups', 'payment_value_date_changes', 'revoked_access_tokens', 'trusted_issuers'],
]

test('the bank that the acts are played on has rows in every table', async () => {
  const { tenantId } = service.tenant.institution
  const tables = await service.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'giro'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const empty = []
  for (const { name } of tables)
    if (
      !EMPTY.includes(name) &&
      (await service.query(`select from ${name} where tenant_id = $1 limit 1`, [tenantId])).length === 0
    )
      empty.push(name)
  assert.deepEqual(empty, [])
})
