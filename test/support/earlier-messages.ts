import type { Temporal } from 'temporal-polyfill'
import { insertRows } from '../../src/db/rows.ts'
import { changePayments } from '../../src/payments/history/transitions.store.ts'
import { paymentLifeSweeps, sweepNamed } from './sweeps.ts'
import type { TestService } from './test-service.ts'

/** What a worker of 0.2.0 does with a payment for a simulated network: it wrote no message. */
export function earlierRelease(service: TestService) {
  const { tenantId } = service.tenant.institution
  return {
    /** READY_TO_TRANSMIT → TRANSMITTED; it settles a second later. */
    async sends(paymentId: string, now: Temporal.Instant, rail = 'RTP'): Promise<{ reference: string }> {
      await sweepNamed(paymentLifeSweeps, 'payments: release payments').run(service.app, service.tenant.institution)
      const reference = `SIM${paymentId.replaceAll('-', '')}`
      const said = { amount: 1000n, currency: 'USD', chargeBearer: 'DEBT', information: { 'RmtInf/Ustrd': 'rent' } }
      const message = { paymentId, rail, reference, ...said, receivedAt: now, settlesAt: now.add({ seconds: 1 }) }
      await service.app.db.transaction(async (tx) => {
        await insertRows(tx, 'simulator_messages', { tenantId }, [message])
        const evidence = { network: `simulated ${rail}`, reference }
        const change = { paymentId, from: 'READY_TO_TRANSMIT', to: 'TRANSMITTED', actor: 'worker', evidence } as const
        await changePayments(tx, tenantId, [change], now)
      })
      return { reference }
    },
  }
}
