import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Fingerprint, IdempotencyClaim } from '../../http/idempotency.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import type { Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import type { PaymentCreated } from '../payments.schema.ts'

/** The operations under which the keys of payments are kept, for ever. */
export type PaymentOperation = 'createCreditPayment' | 'createDebitPayment' | 'createBookTransfer'

/** What a payment with a key was answered. */
export interface PaymentAnswer {
  operation: PaymentOperation
  clientId: string
  key: string
  fingerprint: Fingerprint
  result: Result<PaymentCreated, Refusal>
  status: number
}

/** Answers by operation, client and key, with those that the batch gives as it goes. */
export interface Answers {
  get(operation: PaymentOperation, clientId: string, key: string): PaymentAnswer | undefined
  set(answer: PaymentAnswer): void
}

export async function readAnswers(
  tx: Transaction,
  tenantId: bigint,
  submissions: readonly { operation: PaymentOperation; principal: Principal; idempotency: IdempotencyClaim }[],
): Promise<Answers> {
  const answers = new Map<string, PaymentAnswer>()
  const nameOf = (...names: [PaymentOperation, string, string]) => names.join(' ')
  if (submissions.length > 0) {
    // Lists instead of triples, so that the index answers; a key of one client that another used as well is looked past.
    const rows = await tx.query<PaymentAnswer>(
      `select operation, client_id, key, fingerprint, response as result, status from idempotency_keys
       where tenant_id = $1 and operation = any($4::text[]) and client_id = any($2::text[]) and key = any($3::text[])`,
      [
        tenantId,
        [...new Set(submissions.map(({ principal }) => principal.clientId))],
        submissions.map(({ idempotency }) => idempotency.key),
        [...new Set(submissions.map(({ operation }) => operation))],
      ],
    )
    for (const row of rows) answers.set(nameOf(row.operation, row.clientId, row.key), row)
  }
  return {
    get: (...names) => answers.get(nameOf(...names)),
    set: (answer) => answers.set(nameOf(answer.operation, answer.clientId, answer.key), answer),
  }
}

/** Another node used one of the keys after it was looked for; the batch has to look again. */
export class SecondUseOfKey extends Error {}

export async function insertAnswers(
  tx: Transaction,
  tenantId: bigint,
  answers: readonly PaymentAnswer[],
  now: Temporal.Instant,
): Promise<void> {
  if (answers.length === 0) return
  const inserted = await tx.query(
    `insert into idempotency_keys (tenant_id, created_at, operation, client_id, key, fingerprint, response, status)
     select $1, $2, a.* from unnest($3::text[], $4::text[], $5::text[], $6::jsonb[], $7::jsonb[], $8::smallint[]) as a
     on conflict (tenant_id, client_id, operation, key) do nothing returning 1`,
    [
      tenantId,
      now.toString(),
      answers.map(({ operation }) => operation),
      answers.map(({ clientId }) => clientId),
      answers.map(({ key }) => key),
      answers.map(({ fingerprint }) => JSON.stringify(fingerprint)),
      answers.map(({ result }) => JSON.stringify(result)),
      answers.map(({ status }) => status),
    ],
  )
  if (inserted.length !== answers.length) throw new SecondUseOfKey('an idempotency key was used by another node')
}
