import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import pg from 'pg'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { dataOf } from '../support/answers.ts'
import { createPayer, creditBody, startTestService } from '../support/test-service.ts'
import { divideStates, joinStates } from '../support/undivided-payments.ts'

test('an upgrade keeps the fees of payments on their way: they settle or are released with their payments', async () => {
  const clock = fixedClock('2026-07-01T14:00:00Z')
  const service = await startTestService({ clock })
  const owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
  try {
    const tiers = [{ name: 'Standard', from: 0, flat: 10 }]
    const fee = { application: 'Payments', currency: 'USD', name: 'Wire', product: 'FEDWIRE', tierBy: 'Amount', tiers }
    dataOf(await service.call('POST', '/v1/institution/fees', fee), 201)
    const payer = await createPayer(service)
    const tier = { application: 'Payments', feeTier: 'Standard' }
    dataOf(await service.call('POST', `/v1/customers/${payer.customerUID}/fees`, tier))
    const wire = creditBody(payer, { speed: 'Express', paymentAmount: 100 })
    const sent = dataOf(await service.call('POST', '/payments/creditrequest', wire)).paymentUID
    const other = creditBody(payer, { speed: 'Express', paymentAmount: 200 })
    const cancelled = dataOf(await service.call('POST', '/payments/creditrequest', other)).paymentUID

    await joinStates(owner, ['fee_account_id', 'fee_amount', 'status'])
    await owner.query(`
      alter table payments add column fee_hold_transfer_id uuid;
      update payments p set fee_hold_transfer_id = f.transfer_id from payment_fees f where f.payment_id = p.id;
      drop table payment_fees`)
    // The second gives the table its later columns.
    for (const name of ['0096_payment_fees', '0098_fees_in_other_currencies']) {
      const migration = new URL(`../../migrations/${name}.sql`, import.meta.url)
      await owner.query(await readFile(migration, 'utf8'))
    }
    // As a later migration does.
    await owner.query(
      'alter table payment_fees add column fee_version bigint, add column tier text, add column borne_by text',
    )
    await divideStates(owner, ['fee_account_id', 'fee_amount', 'status'])

    dataOf(await service.call('PUT', `/payments/${cancelled}/cancel`, {}))
    for (let rounds = 0; rounds < 2; rounds++) {
      for (const { run } of paymentSweeps) await run(service.app, service.tenant.institution)
      clock.advance({ seconds: 10 })
    }
    assert.equal(dataOf(await service.call('GET', `/payments/${sent}`)).status, 'PROCESSED')
    const path = `/v3/customers/${payer.customerUID}/accounts/${payer.accountUID}?includeAccountBalance=true`
    const { ledgerBalance, availableBalance } = dataOf(await service.call('GET', path))
    assert.deepEqual([ledgerBalance, availableBalance], ['890.00', '890.00'])
    const said: string[] = []
    const differences = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
    assert.equal(differences, 0, said.join('\n'))
  } finally {
    await owner.end()
    await service.stop()
  }
})
