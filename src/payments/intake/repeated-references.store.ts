import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { repeatedReferencesOf } from '../../institution/institution.ts'
import { firstIdAt } from '../../kernel/id.ts'
import type { WorkingSet } from '../decision/working-set.ts'
import type { CreditRequest } from '../request/credit-request.schema.ts'

/** How long a payment with the same reference counts as the same payment sent again. */
const LOOKS_BACK = Temporal.Duration.from({ hours: 24 })

/** The payments that requests without an idempotency key may repeat. */
export interface RecentReferences {
  /** The last payment of the customer with the reference of the request, if any. */
  of(request: CreditRequest): string | undefined
  add(request: CreditRequest, paymentId: string): void
}

/**
 * Reads the payments of the last day with the references of these requests: by an index, one row
 * for each request. Undefined if the institution does not ask, or no request is without a key. The
 * paying accounts are locked, so requests for one account see each other.
 */
export async function readRecentReferences(
  tx: Transaction,
  { institution, ownSides, now }: Pick<WorkingSet, 'institution' | 'ownSides' | 'now'>,
  unkeyed: readonly CreditRequest[],
): Promise<RecentReferences | undefined> {
  if (unkeyed.length === 0 || repeatedReferencesOf(institution.settings) === 'Accept') return undefined
  const nameOf = ({ senderAccountId, externalReferenceId }: CreditRequest) => {
    const customerId = ownSides.get(senderAccountId)?.customer.id
    return customerId === undefined ? undefined : `${customerId} ${externalReferenceId}`
  }
  const known = unkeyed.filter((request) => nameOf(request) !== undefined)
  const rows = await tx.query<{ customerId: bigint; reference: string; id: string }>(
    `select w.customer_id, w.reference, found.id from unnest($2::bigint[], $3::text[]) as w (customer_id, reference)
       cross join lateral (
         select p.id from payments p where p.tenant_id = $1 and p.external_reference_id = w.reference
           and p.customer_id = w.customer_id and p.id >= $4::uuid
         order by p.id desc limit 1) as found`,
    [
      institution.tenantId,
      known.map(({ senderAccountId }) => ownSides.get(senderAccountId)!.customer.id),
      known.map(({ externalReferenceId }) => externalReferenceId),
      firstIdAt(now.subtract(LOOKS_BACK)),
    ],
  )
  const found = new Map(rows.map(({ customerId, reference, id }) => [`${customerId} ${reference}`, id]))
  return {
    of: (request) => found.get(nameOf(request) ?? ''),
    add(request, paymentId) {
      const name = nameOf(request)
      if (name) found.set(name, paymentId)
    },
  }
}
