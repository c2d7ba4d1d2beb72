import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { collectReturns, type SetAside } from '../rails/rails.ts'
import { lockReceipts, type Step } from './receipts.store.ts'
import { objectionToWaiting } from './return-times.ts'
import { stepReceipts, WORKER } from './step-receipts.ts'

/**
 * Collects the returns that wait into a file. Those that can leave no more are set aside:
 * RETURN_QUEUED → UNPOSTED, where a person decides again. A receipt whose contest is set aside
 * stays DISHONORED.
 * @returns how many were collected or set aside
 */
export async function collectTimelyReturns(
  tx: Transaction,
  app: Pick<App, 'log'>,
  institution: Institution,
  now: Temporal.Instant,
): Promise<number> {
  const { collected, setAside } = await collectReturns(
    tx,
    institution,
    (one, effectiveDate) => objectionToWaiting(institution, one, effectiveDate, now),
    now,
  )
  for (const { receiptId, kind, reason } of setAside)
    app.log.error(
      { receiptId, kind, tenantId: String(institution.tenantId), reason },
      'a return cannot leave any more and waits for a person',
    )
  await openAgain(tx, institution, setAside, now)
  return collected + setAside.length
}

async function openAgain(
  tx: Transaction,
  institution: Institution,
  setAside: readonly SetAside[],
  now: Temporal.Instant,
): Promise<void> {
  const returns = setAside.filter(({ kind }) => kind !== 'Contest')
  const receipts = await lockReceipts(
    tx,
    institution.tenantId,
    returns.map(({ receiptId }) => receiptId),
  )
  const steps = returns.map(({ receiptId, reason }): Step => {
    const receipt = receipts.get(receiptId)!
    const evidence = { returnCode: receipt.returnCode, setAside: reason }
    const set = { reason: 'ReturnNotSent', returnCode: null } as const
    return { receipt, to: 'UNPOSTED', actor: WORKER, evidence, set }
  })
  await stepReceipts(tx, institution, { steps }, now)
}
