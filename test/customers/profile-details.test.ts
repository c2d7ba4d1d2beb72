import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { customerBody, startTestService, type TestClient, type TestService } from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const create = async (fields: object = {}): Promise<string> =>
  dataOf(await service.call('POST', '/v2/customers', customerBody(fields))).customerUID
const read = async (uid: string) => dataOf(await service.call('GET', `/v2/customers/${uid}`))
const update = (uid: string, fields: object, client?: TestClient) =>
  service.call('PUT', `/v2/customers/${uid}`, fields, { ...(client && { client }) })

/** Each field in the vendor's spelling, in that of the interface, and its value. */
const SPELLINGS = [
  ['creditClient', 'creditclient', true],
  ['accountAnalysis', 'accountanalysis', true],
  ['billingCustomer', 'billingcustomer', true],
  ['restrictedAccess', 'restrictedaccess', false],
  ['detailsOfCharge', 'detailsofCharge', 'SHA'],
  ['creditValueAdjustment', 'crediValueAdjustment', '1.25'],
  ['sso', 'sso', true],
] as const

test('each profile detail is taken in both spellings, in both objects, at creation and in an update, and returned', async () => {
  for (const [vendors, documented, value] of SPELLINGS)
    for (const field of [vendors, documented]) {
      const bodies = [
        { additionalProfileDetails: { [field]: value } },
        { addtionalProfileDetails: [{ [field]: value }] },
      ]
      for (const body of bodies) {
        const [created, updated] = [await create(body), await create()]
        const reply = await update(updated, body)
        assert.equal(reply.status, 200)
        assert.equal(reply.headers.get('giro-ignored-fields'), null)
        for (const uid of [created, updated])
          assert.deepEqual((await read(uid)).addtionalProfileDetails, [{ [documented]: value }])
      }
    }
})

test('a detail sent in both spellings keeps the documented one, and the reply names the other one', async () => {
  const uid = await create()
  const both = { additionalProfileDetails: { creditClient: true, creditclient: false } }
  const reply = await update(uid, both)
  assert.equal(reply.headers.get('giro-ignored-fields'), 'additionalProfileDetails.creditClient')
  assert.deepEqual((await read(uid)).addtionalProfileDetails, [{ creditclient: false }])
})

test('an update changes the details that it names, and null removes one; null for all of them leaves them', async () => {
  const stored = { creditclient: true, sso: true, detailsofCharge: 'SHA' }
  const detailsAfter = async (...updates: object[]) => {
    const uid = await create({ addtionalProfileDetails: [stored] })
    for (const one of updates) dataOf(await update(uid, one))
    return (await read(uid)).addtionalProfileDetails
  }
  for (const wrap of [
    (one: object) => ({ additionalProfileDetails: one }),
    (one: object) => ({ addtionalProfileDetails: [one] }),
  ]) {
    assert.deepEqual(await detailsAfter(wrap({ sso: false })), [{ ...stored, sso: false }])
    assert.deepEqual(await detailsAfter(wrap({ creditClient: null })), [{ sso: true, detailsofCharge: 'SHA' }])
    assert.deepEqual(await detailsAfter(wrap({ detailsOfCharge: null, achWhitelist: true })), [
      { creditclient: true, sso: true, achWhitelist: true },
    ])
    assert.deepEqual(await detailsAfter(wrap({})), [stored])
  }
  const nulls = { additionalProfileDetails: null, addtionalProfileDetails: null, legalEntityAccessSettings: null }
  assert.deepEqual(await detailsAfter(nulls), [stored])
  assert.deepEqual(await detailsAfter({ addtionalProfileDetails: [] }), [])
})

test('a client of the customer changes no detail of the institution, in no spelling and not by null', async () => {
  const uid = await create({ addtionalProfileDetails: [{ creditclient: true, sso: true }] })
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(uid) })
  const before = await read(uid)
  for (const details of [
    { creditClient: false },
    { creditclient: null },
    { creditValueAdjustment: '1' },
    { restrictedAccess: true },
  ])
    for (const body of [{ additionalProfileDetails: details }, { addtionalProfileDetails: [details] }])
      assertRefused(await update(uid, body, client), { status: 403, code: 'CUST001' })
  assertRefused(await update(uid, { addtionalProfileDetails: [] }, client), { status: 403, code: 'CUST001' })
  assert.deepEqual(await read(uid), before)
  dataOf(await update(uid, { additionalProfileDetails: { sso: null } }, client))
  assert.deepEqual((await read(uid)).addtionalProfileDetails, [{ creditclient: true }])
})

test('a partial legalEntityAccessSettings changes what it names; null removes a setting, and a dual approval only after approval', async () => {
  const settings = { allowOnlineAccess: true, beneDualApproval: true, paymentNumberOfApprovers: 2 }
  const uid = await create({ legalEntityAccessSettings: settings })
  dataOf(await update(uid, { legalEntityAccessSettings: { allowOnlineAccess: null, userPinForApproval: true } }))
  const { allowOnlineAccess: _, ...rest } = { ...settings, userPinForApproval: true }
  assert.deepEqual((await read(uid)).legalEntityAccessSettings, rest)
  for (const loosened of [{ beneDualApproval: null }, { paymentNumberOfApprovers: null }]) {
    const { approvalUID } = dataOf(await update(uid, { legalEntityAccessSettings: loosened }))
    assert.ok(approvalUID, JSON.stringify(loosened))
    assert.deepEqual((await read(uid)).legalEntityAccessSettings, rest)
  }
})
