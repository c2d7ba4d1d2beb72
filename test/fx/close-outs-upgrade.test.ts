import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import pg from 'pg'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { dataOf } from '../support/answers.ts'
import { balances, contractOf, deposit, type Market, openMarket } from '../support/fx-market.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

/**
 * The books as they were when close-outs were collected every hour: 100.20 lost, 60.00 charged,
 * 5.00 collected.
 */
const BEFORE = `
  alter table fx_close_outs add column collected_amount bigint not null default 0, add column collect_at timestamptz;
  update fx_close_outs set charged_amount = 60_00, collected_amount = 5_00, collect_at = closed_at + interval '1 hour';
  insert into ledger_accounts
    (tenant_id, kind, code, currency, overdraft, debits_pending, debits_posted, credits_pending, credits_posted, created_at)
    select tenant_id, 'fx', 'fx-owed:USD', 'USD', true, 0, 35_20, 0, 0, now() from receivables;
  update ledger_transfers t set debit_account_id = o.id
    from receivables r join ledger_accounts o on o.tenant_id = r.tenant_id and o.code = 'fx-owed:USD'
    where t.tenant_id = r.tenant_id and t.debit_account_id = r.ledger_account_id and t.purpose = 'fxCloseOut';
  update ledger_accounts set receivable_id = null where receivable_id is not null;
  delete from receivables;
  delete from ledger_accounts where kind = 'receivable'`

async function upgrade(service: TestService): Promise<void> {
  const owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
  try {
    await owner.query('set session_replication_role = replica')
    await owner.query(BEFORE)
    await owner.query('reset session_replication_role')
    const migration = new URL('../../migrations/0107_one_receivable.sql', import.meta.url)
    await owner.query(await readFile(migration, 'utf8'))
  } finally {
    await owner.end()
  }
}

/** A customer that lost 100.20 by a close-out: its account paid 65.00, and 35.20 are owed. */
async function debtor(service: TestService): Promise<Market> {
  const at = await openMarket(service)
  await deposit(at, at.accountUID, 'USD', 65)
  const { forexContractNo } = await contractOf(at)
  const rate = { baseCcy: 'EUR', quoteCcy: 'USD', bid: 0.9842, mid: 0.9843, ask: 0.9844 }
  const forwardPoints = [{ tenor: 'ON', points: 0 }]
  dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates: [{ ...rate, forwardPoints }] }))
  dataOf(await at.call('DELETE', `/fx/${forexContractNo}/cancel`))
  return at
}

async function assertVerified({ service, tenant }: Market): Promise<void> {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [tenant.institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
}

const owedBy = async (at: Market) =>
  dataOf(await at.call('GET', `/v1/customers/${at.customerUID}/receivables`)).receivables

test('an upgrade moves what close-outs left owed to receivables, after Active accounts have paid what they can', async () => {
  const service = await startTestService({ clock: fixedClock('2026-07-01T14:00:00Z'), worker: false })
  try {
    const at = await debtor(service)
    assert.equal((await owedBy(at))[0].amountOwed, '35.20')
    // Before the upgrade, the next hour would have collected the money that came in meanwhile.
    await service.query("update ledger_accounts set receivable_id = null where tenant_id = $1 and kind = 'customer'", [
      at.tenant.institution.tenantId,
    ])
    await deposit(at, at.accountUID, 'USD', 10)
    await upgrade(service)
    const [owed] = await owedBy(at)
    assert.deepEqual([owed.amountOwed, owed.amountIncurred], ['25.20', '35.20'])
    const held = await balances(at, '%USD%')
    assert.equal(held['fx-owed:USD'], 0n)
    assert.equal(held[`receivables:USD:${at.customerUID}`], -25_20n)
    const [closed] = dataOf(await at.call('GET', '/v1/institution/fx/close-outs?page=1&limit=10'))
    assert.deepEqual([closed.loss, closed.charged, closed.owed], [100.2, 65, 35.2])
    await assertVerified(at)
    await deposit(at, at.accountUID, 'USD', 100)
    assert.equal((await owedBy(at))[0].amountOwed, '0.00')
    const path = `/v3/customers/${at.customerUID}/accounts/${at.accountUID}?includeAccountBalance=true`
    assert.equal(dataOf(await at.call('GET', path)).ledgerBalance, '74.80')
    await assertVerified(at)
  } finally {
    await service.stop()
  }
})
