/** A sandbox with collection windows, a worker and the simulated ACH operator, on its own clock. */
import assert from 'node:assert/strict'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { dataOf } from './answers.ts'
import { eventually } from './eventually.ts'
import { contactBody, createPayer, creditBody, startTestService } from './test-service.ts'

/** Wednesday, 8 a.m. in New York. July 3 is no holiday of the Federal Reserve. */
const STARTS_AT = '2026-07-01T12:00:00.000Z'

export type AchSandbox = Awaited<ReturnType<typeof openAchSandbox>>
type Payer = Awaited<ReturnType<typeof createPayer>>

export async function openAchSandbox() {
  const service = await startTestService({ clock: fixedClock(STARTS_AT), worker: true, simulatesAch: true })
  const call = (method: string, path: string, body?: object) => service.call(method, path, body)
  const collection = { economy: ['14:15', '18:00'], economyPlus: ['10:00', '16:15'] }
  dataOf(await call('PUT', '/v1/institution', { ach: { collection } }))
  return {
    service,
    call,

    /** Sets the clock forward. Everything that falls due until then has happened. */
    async travel(time: string): Promise<void> {
      dataOf(await call('PUT', '/v1/institution/clock', { time }))
      const hasArrived = async () => dataOf(await call('GET', '/v1/institution/clock')).target === undefined
      await eventually(`the clock is at ${time}`, hasArrived, { withinMs: 60_000 })
    },

    /** A customer with an account and a contact with this account number. */
    async payerTo(accountNo: string, { balance = 100, account = {} } = {}): Promise<Payer> {
      const contactBank = { ...contactBody().contactBank, accountNo }
      return createPayer(service, { balance, account, contact: { contactType: 'Consumer', contactBank } })
    },

    /** A customer whose contact has this account number at a bank in Canada, paid by IAT. */
    async payerAbroad(accountNo: string): Promise<Payer> {
      const address = {
        ...{ addressLine1: '12 King Street', city: 'Toronto', state: 'ON' },
        ...{ postalCode: 'M5H 1A1', countryCode: 'CA' },
      }
      const contactBank = {
        ...{ country: 'CA', accountNo, accountCcy: 'USD', name: 'Royal of Toronto' },
        ...{ nationalCode: '021000021', swiftCode: 'ROYCCAT2' },
      }
      return createPayer(service, { balance: 100, contact: { name: 'Maple Timber', address, contactBank } })
    },

    /** Pays 40.00. Returns the paymentUID. */
    async pay(payer: Payer): Promise<string> {
      const body = creditBody(payer, { paymentAmount: 40, speed: 'Economy' })
      return dataOf(await call('POST', '/v3/payments/creditrequest', body)).paymentUID
    },

    /** Sends a prenotification. Returns what reads its status and the codes of its answers. */
    async checks({ customerUID, accountUID, contactUID }: Payer) {
      const path = `/v2/customers/${customerUID}/prenotes`
      const body = { accountUID, contactUID, entryType: 'CREDIT', externalReferenceId: 'check' }
      const { prenoteUID } = dataOf(await call('POST', path, body))
      return async () => {
        const { status, returnCode, changeCode } = dataOf(await call('GET', `${path}/${prenoteUID}`))
        return [status, returnCode, changeCode]
      }
    },

    statusOf: async (uid: string): Promise<string> => dataOf(await call('GET', `/v3/payments/${uid}`)).status,

    async ledgerBalance({ customerUID, accountUID }: Payer): Promise<string> {
      const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
      return dataOf(await call('GET', path)).ledgerBalance
    },

    /** The balance of an account of the institution, in minor units; debits are positive. */
    async bookOf(code: string): Promise<bigint> {
      const [row] = await service.query<{ balance: bigint }>(
        'select (debits_posted - credits_posted)::bigint as balance from ledger_accounts where code = $1',
        [code],
      )
      return row?.balance ?? 0n
    },

    receiptsOf: async ({ accountUID }: Payer) =>
      dataOf(await call('GET', `/v3/receipts?page=1&limit=10&accountUID=${accountUID}`)),

    /** Lets another bank send entries. */
    async simulates(...entries: readonly object[]): Promise<void> {
      dataOf(await call('POST', '/v1/institution/simulations/ach/entries', { entries }))
    },

    /** What other banks answered to a payment, as code and outcome, the oldest first. */
    async answersTo(paymentUID: string): Promise<string[]> {
      const rows = await service.query<{ code: string; outcome: string; answerCode: string | null }>(
        'select code, outcome, answer_code from ach_answers where payment_id = $1 order by created_at, id',
        [paymentUID],
      )
      return rows.map(({ code, outcome, answerCode }) => [code, outcome, answerCode ?? []].flat().join(' '))
    },

    /** `giro ledger verify` finds nothing, and stops the service. */
    async close(): Promise<void> {
      const said: string[] = []
      const differences = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
      await service.stop()
      assert.equal(differences, 0, said.join('\n'))
    },
  }
}
