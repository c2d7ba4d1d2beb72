import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { dataOf } from '../support/answers.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

// What applied to a payment can be shown years later: terms are versions that are only added.

const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())

const put = async (path: string, body: object) => dataOf(await service.call('PUT', path, body))

test('a fee of a payment names the version and tier that charged it, also after the fee changed', async () => {
  const terms = (flat: number) => {
    const tiers = [{ name: 'Standard', from: 0, flat }]
    return { application: 'Payments', name: 'Origination', product: 'ACH', currency: 'USD', tierBy: 'Amount', tiers }
  }
  const { feeId } = dataOf(await service.call('POST', '/v1/institution/fees', terms(0.5)), 201)
  const payer = await createPayer(service)
  const tier = { application: 'Payments', feeTier: 'Standard' }
  dataOf(await service.call('POST', `/v1/customers/${payer.customerUID}/fees`, tier))
  const pay = async (fields: object = {}) =>
    dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields))).paymentUID
  const before = await pay()
  clock.advance({ hours: 1 })
  await put(`/v1/institution/fees/${feeId}`, terms(0.7))
  const charged = await pay({ additionalInfo: { detailsOfCharges: 'BEN' } })
  clock.advance({ hours: 1 })
  await put(`/v1/institution/fees/${feeId}`, terms(0.9))

  const explained = await service.query(
    `select f.payment_id, f.borne_by, f.amount, f.fee_version, v.valid_from::text, t.name as tier, t.flat
     from payment_fees f
       join fee_versions v on v.tenant_id = f.tenant_id and v.fee_id = f.fee_id and v.version = f.fee_version
       join fee_tier_versions t on t.tenant_id = f.tenant_id and t.fee_id = f.fee_id and t.version = f.fee_version and t.name = f.tier
     where f.tenant_id = $1 order by f.fee_version`,
    [service.tenant.institution.tenantId],
  )
  const first = { paymentId: before, borneBy: 'Account', amount: 50n, feeVersion: 1n, tier: 'Standard', flat: 50n }
  const second = { paymentId: charged, borneBy: 'Receiver', amount: 70n, feeVersion: 2n, tier: 'Standard', flat: 70n }
  assert.deepEqual(explained, [
    { ...first, validFrom: '2026-07-01 14:00:00+00' },
    { ...second, validFrom: '2026-07-01 15:00:00+00' },
  ])
})

test('a deleted fee keeps its versions, and the last one says from when it was deleted', async () => {
  const tiers = [{ name: 'Standard', from: 0, flat: 1 }]
  const fee = { application: 'Loans', name: 'Desk', product: 'ACH', currency: 'USD', tierBy: 'Amount', tiers }
  clock.set('2026-07-02T14:00:00.000Z')
  const { feeId } = dataOf(await service.call('POST', '/v1/institution/fees', fee), 201)
  clock.advance({ hours: 1 })
  const { status } = await service.call('DELETE', `/v1/institution/fees/${feeId}`)
  assert.ok(status < 300)
  assert.deepEqual(
    await service.query(
      'select version, is_deleted, valid_from::text from fee_versions where tenant_id = $1 and fee_id = $2 order by version',
      [service.tenant.institution.tenantId, feeId],
    ),
    [
      { version: 1n, isDeleted: false, validFrom: '2026-07-02 14:00:00+00' },
      { version: 2n, isDeleted: true, validFrom: '2026-07-02 15:00:00+00' },
    ],
  )
})

test('the limit at any moment is the last version that was valid by then, also after it was removed', async () => {
  const key = 'ACH_CREDIT_LIMIT_PER_DAY'
  const at = async (moment: string) => {
    const [version] = await service.query<{ amount: bigint | null }>(
      `select amount from limit_versions where tenant_id = $1 and holder = 'Institution' and key = $2 and valid_from <= $3
       order by id desc limit 1`,
      [service.tenant.institution.tenantId, key, moment],
    )
    return version?.amount
  }
  for (const [moment, value] of [
    ['2026-07-03T14:00:00.000Z', 100],
    ['2026-07-03T15:00:00.000Z', 200.5],
    ['2026-07-03T16:00:00.000Z', null],
  ] as const) {
    clock.set(moment)
    await put('/v1/institution/limits', { limits: [{ key, value }] })
  }
  assert.equal(await at('2026-07-03T13:59:59.000Z'), undefined)
  assert.equal(await at('2026-07-03T14:30:00.000Z'), 100_00n)
  assert.equal(await at('2026-07-03T15:00:00.000Z'), 200_50n)
  assert.equal(await at('2026-07-03T16:00:00.000Z'), null)
})

test('every rate and margin that was set is kept, and a margin that was removed ends', async () => {
  const rate = { baseCcy: 'EUR', quoteCcy: 'USD', bid: 1.0842, mid: 1.0843, ask: 1.0844 }
  clock.set('2026-07-06T14:00:00.000Z')
  await put('/v1/institution/fx/rates', { rates: [rate] })
  await put('/v1/institution/fx/margins', { margins: [{ basisPoints: 50 }, { tier: 'Gold', basisPoints: 20 }] })
  clock.advance({ hours: 1 })
  await put('/v1/institution/fx/rates', { rates: [{ ...rate, ask: 1.085 }] })
  await put('/v1/institution/fx/margins', { margins: [{ basisPoints: 40 }] })
  const { tenantId } = service.tenant.institution
  assert.deepEqual(
    await service.query('select ask::text, valid_from::text from fx_rate_versions where tenant_id = $1 order by id', [
      tenantId,
    ]),
    [
      { ask: '1.08440000', validFrom: '2026-07-06 14:00:00+00' },
      { ask: '1.08500000', validFrom: '2026-07-06 15:00:00+00' },
    ],
  )
  assert.deepEqual(
    await service.query(
      'select tier, basis_points, valid_from::text from fx_margin_versions where tenant_id = $1 order by valid_from, tier',
      [tenantId],
    ),
    [
      { tier: '', basisPoints: 50, validFrom: '2026-07-06 14:00:00+00' },
      { tier: 'Gold', basisPoints: 20, validFrom: '2026-07-06 14:00:00+00' },
      { tier: '', basisPoints: 40, validFrom: '2026-07-06 15:00:00+00' },
      { tier: 'Gold', basisPoints: null, validFrom: '2026-07-06 15:00:00+00' },
    ],
  )
})

test('the settings that applied to a payment of long ago are found by its moment, closed days and rails among them', async () => {
  clock.set('2026-07-06T14:00:00.000Z')
  const { tenantId } = service.tenant.institution
  const payer = await createPayer(service)
  await put('/v1/institution', { closedDays: ['2026-07-20'] })
  clock.advance({ hours: 1 })
  const { paymentUID } = dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer)))
  clock.advance({ hours: 1 })
  await put('/v1/institution', { closedDays: ['2026-07-20', '2026-07-21'] })
  const at = async (moment: string) =>
    service.query(
      `select valid_from::text, settings->'closedDays' as closed from institution_versions
       where tenant_id = $1 and valid_from <= ${moment} order by version desc limit 1`,
      [tenantId],
    )
  const ofPayment = `(select created_at from payments where id = '${paymentUID}')`
  assert.deepEqual(await at(ofPayment), [{ validFrom: '2026-07-06 14:00:00+00', closed: ['2026-07-20'] }])
  assert.deepEqual(await at(`'2026-07-06 16:00:00+00'`), [
    { validFrom: '2026-07-06 16:00:00+00', closed: ['2026-07-20', '2026-07-21'] },
  ])
  assert.deepEqual(
    await service.query(
      `select count(*)::int as differing from institutions i
       where not exists (select from institution_versions v where v.tenant_id = i.tenant_id and v.version = i.version and v.settings = i.settings)`,
    ),
    [{ differing: 0 }],
  )
})

test('the tier that a customer was on at a moment is found after the tier changed', async () => {
  clock.set('2026-07-07T14:00:00.000Z')
  const tiers = ['Standard', 'Reduced'].map((name, index) => ({ name, from: index, flat: 2 - index }))
  const fee = { application: 'Payments', name: 'Tiered', product: 'RTP', currency: 'USD', tierBy: 'Amount', tiers }
  dataOf(await service.call('POST', '/v1/institution/fees', fee), 201)
  const { customerUID } = await createPayer(service)
  const path = `/v1/customers/${customerUID}/fees`
  const { id } = dataOf(
    await service.call('POST', path, { application: 'Payments', feeTier: 'Standard', product: 'RTP' }),
  )
  clock.advance({ hours: 1 })
  dataOf(await service.call('PUT', `${path}/${id}`, { feeTier: 'Reduced' }))
  assert.deepEqual(
    await service.query(
      `select fee_tier, product, valid_from::text from customer_fee_versions
       where tenant_id = $1 and customer_id = $2 order by id`,
      [service.tenant.institution.tenantId, customerUID],
    ),
    [
      { feeTier: 'Standard', product: 'RTP', validFrom: '2026-07-07 14:00:00+00' },
      { feeTier: 'Reduced', product: 'RTP', validFrom: '2026-07-07 15:00:00+00' },
    ],
  )
})
