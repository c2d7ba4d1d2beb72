import type { Temporal } from 'temporal-polyfill'
import { requireCustomer } from '../../customers/customers.ts'
import type { Connection, Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { type Institution, requireInstitution } from '../../institution/institution.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import type { LineAmounts } from '../domain/line.ts'
import { readLineUsage } from './check-line.ts'
import { type LineBody, type LineInUse, parseLine, renderLineAmounts } from './fx-lines.schema.ts'
import { readLine, removeLine, writeLine } from './fx-lines.store.ts'

/** The line of any customer of the institution. Only a client of the institution sees it. */
export async function viewLine(
  tx: Transaction,
  principal: Principal,
  customerUID: string,
  now: Temporal.Instant,
): Promise<Result<LineInUse, Refusal>> {
  const found = await requireLineHolder(tx, principal, customerUID)
  if (!found.ok) return found
  const { institution, customerId } = found.value
  const line = await readLine(tx, principal.tenantId, customerId)
  const used = await readLineUsage(tx, institution, customerId, now)
  return accept({ currency: institution.currency, line, used: used.ok ? used.value : undefined })
}

/** Sets or removes a customer's line. Open contracts stay as they are. */
export async function setLine(
  tx: Transaction,
  principal: Principal,
  customerUID: string,
  body: LineBody,
  now: Temporal.Instant,
): Promise<Result<LineInUse, Refusal>> {
  const { tenantId, clientId } = principal
  const found = await requireLineHolder(tx, principal, customerUID)
  if (!found.ok) return found
  const { institution, customerId } = found.value
  const amounts = body.line === null ? accept(null) : parseLine(body.line, institution.currency)
  if (!amounts.ok) return refusal('invalidFxLine', amounts.refusal)
  const before = await readLine(tx, tenantId, customerId)
  if (amounts.value === null) await removeLine(tx, tenantId, customerId)
  else await writeLine(tx, tenantId, { customerId, ...amounts.value }, now)
  const shown = (line: LineAmounts | null | undefined) => ({
    line: line ? renderLineAmounts(line, institution.currency) : null,
  })
  await recordChange(
    tx,
    {
      ...{ tenantId, actor: clientId, action: 'fx.line.updated' },
      subject: { kind: 'customer', id: customerUID, customerId },
      before: shown(before),
      after: shown(amounts.value),
    },
    now,
  )
  return viewLine(tx, principal, customerUID, now)
}

async function requireLineHolder(
  db: Connection,
  principal: Principal,
  customerUID: string,
): Promise<Result<{ institution: Institution; customerId: bigint }, Refusal>> {
  const institution = await requireInstitution(db, principal)
  if (!institution.ok) return institution
  const customer = await requireCustomer(db, principal, customerUID)
  return customer.ok ? accept({ institution: institution.value, customerId: customer.value.id }) : customer
}
