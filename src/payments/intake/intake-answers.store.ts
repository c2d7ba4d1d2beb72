import type { Temporal } from 'temporal-polyfill'
import { type Altered, queryAny } from '../../db/altered-rows.ts'
import type { Transaction } from '../../db/client.ts'
import { listedRows } from '../../db/listed-rows.ts'
import { sealCell } from '../../db/seal-rows.ts'
import type { IdempotencyClaim, StoredFingerprint } from '../../http/idempotency.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import type { Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import type { AnsweredPayment } from '../payments.schema.ts'

/** The operations whose idempotency keys have no expiry of their own. */
export type PaymentOperation = 'createCreditPayment' | 'createDebitPayment' | 'createBookTransfer'

/** The stored answer to a payment request with an idempotency key. */
export interface PaymentAnswer extends Altered {
  operation: PaymentOperation
  clientId: string
  key: string
  fingerprint: StoredFingerprint
  /** A refusal only if a release up to 0.2.0 stored it: they kept refusals with their keys. */
  result: Result<AnsweredPayment, Refusal>
}

/** Answers by operation, client and key, including those given earlier in the same batch. */
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
  const keyOf = (...parts: [PaymentOperation, string, string]) => parts.join(' ')
  if (submissions.length > 0) {
    // Lists instead of triples, so that the index is used. The rows may include a key that another
    // client used too; `get` does not find those.
    const rows = await queryAny<PaymentAnswer>(
      tx,
      `select operation, client_id, key, fingerprint, response as result from idempotency_keys
       where tenant_id = $1 and operation = any($4::text[]) and client_id = any($2::text[]) and key = any($3::text[])`,
      [
        tenantId,
        [...new Set(submissions.map(({ principal }) => principal.clientId))],
        submissions.map(({ idempotency }) => idempotency.key),
        [...new Set(submissions.map(({ operation }) => operation))],
      ],
    )
    for (const row of rows) answers.set(keyOf(row.operation, row.clientId, row.key), row)
  }
  return {
    get: (...parts) => answers.get(keyOf(...parts)),
    set: (answer) => answers.set(keyOf(answer.operation, answer.clientId, answer.key), answer),
  }
}

/**
 * A field whose values are few enough to be guessed from their digest, and that nobody may guess,
 * in the text of a fingerprint.
 */
const SECRET_FIELD = /(accountNumber|taxId|phoneNumber|phone)=/i

/**
 * The fingerprint is sealed only if the request has such a field: most payments name a contact, and
 * sealing costs more than the fingerprint.
 */
function storedFingerprint(tx: Transaction, tenantId: bigint, answer: PaymentAnswer): string {
  const { clientId, operation, key, fingerprint } = answer
  const isSecret = typeof fingerprint !== 'string' || SECRET_FIELD.test(fingerprint)
  const cell = { table: 'idempotency_keys', column: 'fingerprint', key: [clientId, operation, key] }
  return JSON.stringify(isSecret ? sealCell(tx.keyring, tenantId, cell, fingerprint) : fingerprint)
}

const ANSWER_LISTS = ['text', 'text', 'text', 'jsonb', 'jsonb'].map((type, at) => `$${at + 3}::${type}[]`)

/** Refused by the database if another node has used a key since `readAnswers`. */
export async function insertAnswers(
  tx: Transaction,
  tenantId: bigint,
  answers: readonly PaymentAnswer[],
  now: Temporal.Instant,
): Promise<void> {
  if (answers.length === 0) return
  const { from, cells } = listedRows(ANSWER_LISTS, answers.length)
  await tx.query(
    `insert into idempotency_keys (tenant_id, created_at, operation, client_id, key, fingerprint, response, status)
     select $1, $2, ${cells.join(', ')}, 200 from ${from}`,
    [
      tenantId,
      now.toString(),
      answers.map(({ operation }) => operation),
      answers.map(({ clientId }) => clientId),
      answers.map(({ key }) => key),
      answers.map((answer) => storedFingerprint(tx, tenantId, answer)),
      answers.map(({ result }) => JSON.stringify(result)),
    ],
  )
}
