import type { Transaction } from '../../db/client.ts'
import type { Evidence } from '../../rails/rails.ts'

/** Notes the identifiers that the proof of a step of a Fedwire payment names, each once. */
export async function noteWireIds(
  tx: Transaction,
  tenantId: bigint,
  steps: readonly { paymentId: string; evidence: Evidence }[],
): Promise<void> {
  const named = steps.flatMap(({ paymentId, evidence: { network, imad, omad } }) =>
    network === 'FEDWIRE' && (imad ?? omad) !== undefined
      ? [{ paymentId, imad: imad ?? null, omad: omad ?? null }]
      : [],
  )
  if (named.length === 0) return
  await tx.query(
    `insert into wire_ids (tenant_id, payment_id, imad, omad)
     select $1, n.payment_id, n.imad, n.omad from unnest($2::uuid[], $3::text[], $4::text[]) as n (payment_id, imad, omad)
     on conflict (tenant_id, payment_id) do update
       set imad = coalesce(wire_ids.imad, excluded.imad), omad = coalesce(wire_ids.omad, excluded.omad)`,
    [
      ...[tenantId, named.map(({ paymentId }) => paymentId)],
      ...[named.map(({ imad }) => imad), named.map(({ omad }) => omad)],
    ],
  )
}
