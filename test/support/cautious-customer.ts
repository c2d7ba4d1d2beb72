/** A customer that requires approvals, on a clock that stands, with a worker that a test runs. */
import assert from 'node:assert/strict'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyPayments } from '../../src/payments/history/verify-payments.ts'
import { assertRefused, dataOf } from './answers.ts'
import { createIdentityProvider, signIn } from './identity-provider.ts'
import { approvePending } from './second-person.ts'
import { paymentLifeSweeps } from './sweeps.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestClient } from './test-service.ts'

/** Three colleagues, each with an API client of their own. */
export interface Cautious extends Payer {
  ada: TestClient
  bob: TestClient
  eve: TestClient
}

/** A series with its first payment. */
export interface Series {
  paymentUID: string
  recurranceId: string
}

export type CautiousBank = Awaited<ReturnType<typeof openCautiousBank>>

/** The institution has called the customer. */
export const CALLED = { notes: 'called', calledNumber: '+1 207 555 0100' }

const USERS = '/api/user-management/v1/customers'

/** Monday, 12:00 in New York. */
export async function openCautiousBank(startsAt = '2027-01-04T17:00:00Z') {
  const clock = fixedClock(startsAt)
  const service = await startTestService({ clock, worker: false })
  const { tenantId } = service.tenant.institution
  const call = (method: string, path: string, body?: object, client = service.tenant.client) =>
    service.call(method, path, body, { client })
  const bank = {
    clock,
    service,
    call,

    /** `settings` are those of its legalEntityAccessSettings. */
    async customer(settings: object = { paymentDualApproval: true }, fields: object = {}): Promise<Cautious> {
      const customer = { legalEntityAccessSettings: settings, ...fields }
      const payer = await createPayer(service, { balance: 100_000, customer })
      const [ada, bob, eve] = await Promise.all(Array.from({ length: 3 }, () => bank.clientOf(payer)))
      return { ...payer, ada: ada!, bob: bob!, eve: eve! }
    },

    /** A new client of the institution: it set up nothing of a customer. */
    desk: () => service.createClient(service.tenant, {}),

    clientOf: ({ customerUID }: Payer, fields: object = {}) =>
      service.createClient(service.tenant, { legalEntityId: BigInt(customerUID), ...fields }),

    /** Its wires need a call-back. Somebody of the institution gives the number to call. */
    async setCallBacks({ customerUID, accountUID }: Payer): Promise<void> {
      const accountFeatures = { fedWireFeature: { enableCallbacks: 'Yes', callbackLimit: 1 } }
      dataOf(await call('PATCH', `/v3/customers/${customerUID}/accounts/${accountUID}`, { accountFeatures }))
      const desk = await service.createClient(service.tenant, {})
      dataOf(await call('PUT', `/v2/customers/${customerUID}`, { phoneNumber: CALLED.calledNumber }, desk))
    },

    /** Changes its settings, with a second person if they need one. */
    async ask({ customerUID }: Payer, settings: object): Promise<void> {
      const body = { legalEntityAccessSettings: settings }
      if (dataOf(await call('PUT', `/v2/customers/${customerUID}`, body)).approvalUID)
        await approvePending(service, customerUID)
    },

    submit: (payer: Payer, client: TestClient, fields: object) =>
      call('POST', '/payments/creditrequest', creditBody(payer, fields), client),

    async pay(payer: Payer, client: TestClient, fields: object = {}): Promise<string> {
      return dataOf(await bank.submit(payer, client, { paymentDate: '2027-01-08', ...fields })).paymentUID
    },

    async begin(payer: Payer, client: TestClient, numberOfPayments: number, fields: object = {}): Promise<Series> {
      const recurrence = { frequency: 'Daily', payUntil: 'NumberOfPayments', numberOfPayments }
      return dataOf(await bank.submit(payer, client, { recurrence, ...fields }))
    },

    setEnd: ({ paymentUID, recurranceId }: Series, noOfPayments: number, client: TestClient) =>
      call('PUT', `/v4/payments/${paymentUID}/recurring/${recurranceId}`, { noOfPayments }, client),

    decide: (uid: string, client: TestClient, body: object = {}, action = 'approve') =>
      call('PUT', `/payments/${uid}/${action}`, body, client),

    async approved(uid: string, ...clients: TestClient[]): Promise<string> {
      let status = ''
      for (const client of clients) status = dataOf(await bank.decide(uid, client)).paymentStatus
      return status
    },

    async refusesOwn(uid: string, client: TestClient, body: object = {}): Promise<void> {
      const refused = { status: 403, code: 'PAYMENT003', says: 'you submitted this payment, or changed it' }
      assertRefused(await bank.decide(uid, client, body), refused)
    },

    read: async (uid: string) => dataOf(await call('GET', `/payments/${uid}`)),
    statusOf: async (uid: string): Promise<string> => (await bank.read(uid)).status,

    /** What the last step of a payment says. */
    async saysOf(uid: string): Promise<string | undefined> {
      const sql = `select evidence ->> 'reason' as reason from payment_states where payment_id = $1`
      return (await service.query<{ reason: string | null }>(sql, [uid]))[0]?.reason ?? undefined
    },

    /** The payment of a series with this number. */
    async numberOf({ recurranceId }: Series, number: number): Promise<string> {
      const [row] = await service.query<{ id: string }>(
        `select o.payment_id as id from payment_occurrences o
         where o.number = $2 and o.recurrence_id = (select id from payment_recurrences where number = $1)`,
        [recurranceId, number],
      )
      assert.ok(row, `the series has no number ${number}`)
      return row.id
    },

    /** Runs the sweeps of payments until none has work. */
    async work(): Promise<void> {
      const institution = await service.app.db.read((db) => readInstitution(db, tenantId))
      for (let moved = 1, passes = 0; moved > 0; passes++) {
        assert.ok(passes < 40, 'the worker runs out of work')
        moved = 0
        for (const { due, run } of paymentLifeSweeps)
          if ((await service.app.db.read((db) => due(db, clock.now()))).includes(tenantId))
            moved += await run(service.app, institution)
        clock.advance({ milliseconds: 2 })
      }
      assert.deepEqual(await service.app.db.read((db) => verifyPayments(db, tenantId)), [])
    },

    async workAt(at: string): Promise<void> {
      clock.set(at)
      await bank.work()
    },

    /** A user who may pay and approve, signed in through clients of their customer. */
    async person({ customerUID }: Payer, name: string, fields: object = {}) {
      const idp = await createIdentityProvider(service, { issuer: `https://${name}.sample.example` })
      const applications = [
        { name: 'Payments', entitlements: ['Initiate_Payments', 'Approve_Payments', 'View_Payments'] },
        { name: 'Contacts', entitlements: ['Manage_Contacts'] },
        { name: 'Bulk_Payments', entitlements: ['Upload_Bulk_Payment_File', 'Approve_bulk_payments'] },
      ]
      const role = { externalReferenceId: 'r', name: `Payer ${name}`, description: 'r', applications }
      assert.equal((await call('POST', `${USERS}/${customerUID}/roles`, role)).status, 201)
      const email = `${name}@sample.example`
      const loginId = `${name}.${customerUID}`
      const names = { firstName: name, lastName: 'Lund', email, roleNames: [role.name], ...fields }
      const user = await call('POST', `${USERS}/${customerUID}/users`, { externalReferenceId: 'u', loginId, ...names })
      const { userId } = user.body
      const path = `${USERS}/${customerUID}/users/${userId}`
      assert.equal((await call('PUT', `${path}/activate`)).status, 204)
      return {
        ...{ userId: String(userId), email, path },
        /** The client, with a token of the person. */
        through: async (client: TestClient): Promise<TestClient> => {
          const identityProvider = idp.registration
          dataOf(await call('PUT', `/v1/institution/api-clients/${client.apiKey}`, { identityProvider }))
          return signIn(service, client, await idp.assert(loginId))
        },
      }
    },
  }
  return bank
}
