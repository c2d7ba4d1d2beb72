import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { dataOf } from '../support/answers.ts'
import { createPayer, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
/** The owner of the tables, who can run migrations. */
let owner: pg.Client
before(async () => {
  service = await startTestService()
  owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await service.stop()
})

const migration = (name: string) => readFile(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8')

const PARTS = [
  'Manage_Institution',
  'Manage_Limits_And_Fees',
  'Manage_FX_Rates',
  'Manage_FX_Margins',
  'Adjust_Balances',
  'Manage_API_Clients',
  'Manage_Customer_State',
  'Manage_Webhooks',
  'Manage_Rails',
  'Approve_Changes',
]

test('an upgrade gives clients and roles with Manage_Institution all its parts, and others nothing', async () => {
  const { tenant } = service
  const createClient = (entitlements: Parameters<TestService['createClient']>[1]['entitlements']) =>
    service.createClient(tenant, { entitlements })
  const manager = await createClient(['Payments.View_Payments', 'Institution.Manage_Institution'])
  const viewer = await createClient(['Institution.View_Institution'])
  const roles = `/api/user-management/v1/customers/${tenant.institution.legalEntityId}/roles`
  const roleOf = async (name: string, entitlements: string[]) => {
    const applications = [
      { name: 'Payments', entitlements: ['View_Payments'] },
      { name: 'Institution', entitlements },
    ]
    const body = { name, externalReferenceId: name, description: name, applications }
    return (await service.call('POST', roles, body)).body.data.roleId
  }
  const managing = await roleOf('Managing', ['View_Institution', 'Manage_Institution'])
  const viewing = await roleOf('Viewing', ['View_Institution'])

  await owner.query(await migration('0060_institution_entitlements'))

  const heldBy = async ({ apiKey }: { apiKey: string }) =>
    dataOf(await service.call('GET', `/v1/institution/api-clients/${apiKey}`)).entitlements
  assert.deepEqual(await heldBy(manager), ['Payments.View_Payments', ...PARTS.map((part) => `Institution.${part}`)])
  assert.deepEqual(await heldBy(viewer), ['Institution.View_Institution'])
  const inRole = async (roleId: string) => {
    const { body } = await service.call('GET', `${roles}/${roleId}`)
    return (body.data ?? body).applications.map(({ name, entitlements }: Record<string, unknown>) => [
      name,
      entitlements,
    ])
  }
  const payments = ['Payments', ['View_Payments']]
  assert.deepEqual(await inRole(managing), [payments, ['Institution', ['View_Institution', ...PARTS]]])
  assert.deepEqual(await inRole(viewing), [payments, ['Institution', ['View_Institution']]])
})

test('an upgrade gives caps to each institution: those of a new one, or its largest adjustment and largest day so far', async () => {
  const busy = await service.createTenant('busy')
  const quiet = await service.createTenant('quiet')
  const { client } = busy
  const adjust = async (currency: string, amounts: number[]) => {
    const { accountUID } = await createPayer(service, { client, account: { currency }, balance: 0 })
    for (const amount of amounts) {
      const body = { direction: 'Credit', amount, currency, reason: 'r', externalReferenceId: 'e' }
      const path = `/v1/institution/accounts/${accountUID}/adjustments`
      dataOf(await service.call('POST', path, body, { client }), 201)
    }
  }
  await adjust('USD', [700_000.5, 600_000])
  await adjust('EUR', [10])
  await owner.query(`update institutions set settings = settings - 'adjustmentCaps'`)

  const sql = await migration('0061_caps_and_reference_rates')
  const update = sql.slice(sql.indexOf('update institutions i'), sql.indexOf('-- The rate with which'))
  await owner.query(update)

  const capsOf = async ({ client }: typeof busy) =>
    dataOf(await service.call('GET', '/v1/institution', undefined, { client })).adjustmentCaps
  assert.deepEqual(await capsOf(busy), [
    { currency: 'EUR', perBooking: 100_000, perDay: 1_000_000 },
    { currency: 'USD', perBooking: 700_000.5, perDay: 1_300_000.5 },
  ])
  assert.deepEqual(await capsOf(quiet), [{ currency: 'USD', perBooking: 100_000, perDay: 1_000_000 }])
})
