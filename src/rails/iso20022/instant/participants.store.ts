import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import { insertRows } from '../../../db/rows.ts'
import type { InstantRail } from './exchanges.store.ts'

/** The network says whether participants are there. An older word never replaces a newer one. */
export async function noteParticipants(
  tx: Transaction,
  tenantId: bigint,
  rail: InstantRail,
  { bankCodes, isOn }: { bankCodes: readonly string[]; isOn: boolean },
  at: Temporal.Instant,
): Promise<void> {
  await insertRows(
    tx,
    'instant_participants',
    { tenantId, rail, isOn, changedAt: at },
    [...new Set(bankCodes)].map((bankCode) => ({ bankCode })),
    `on conflict (tenant_id, rail, bank_code) do update set is_on = excluded.is_on, changed_at = excluded.changed_at
     where instant_participants.changed_at <= excluded.changed_at`,
  )
}
