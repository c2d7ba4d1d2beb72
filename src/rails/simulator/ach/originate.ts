import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import { recordChange } from '../../../events/events.ts'
import { type Institution, requireInstitution } from '../../../institution/institution.ts'
import { businessCalendar, nextBusinessDay } from '../../../kernel/business-calendar.ts'
import { newId } from '../../../kernel/id.ts'
import { type Refusal, refusal } from '../../../kernel/refusal.ts'
import { accept, type Result } from '../../../kernel/result.ts'
import type { Principal } from '../../../tokens/access-tokens.ts'
import { fieldOf } from './entry-dates.ts'
import { contentOf } from './play-operator.ts'
import { insertSimulated } from './simulated-files.store.ts'
import { centsOf, type SimulatedEntry } from './simulation.schema.ts'
import type { SentEntry } from './write-records.ts'

/** The bank that sends simulated entries. */
const SENDER = '02100002'
const calendar = businessCalendar({ holidays: 'FederalReserve' })

/**
 * Lets another bank send credits and debits to accounts of a sandbox. They come in as a file of the
 * simulated operator, and settle on this banking day, or on the next one.
 */
export async function originate(
  tx: Transaction,
  principal: Principal,
  entries: readonly SimulatedEntry[],
  now: Temporal.Instant,
): Promise<Result<{ name: string; dueAt: Temporal.Instant }, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  if (!institution.value.sandbox) return refusal('simulationOfNoSandbox')
  const id = newId(now)
  const name = `entries-${id}.ach`
  const content = contentFor(institution.value, entries, id, now)
  const { tenantId, clientId } = principal
  await insertSimulated(tx, tenantId, [{ id, name, content, dueAt: now }], now)
  const subject = { kind: 'simulatedFile', id }
  const after = { name, entries: entries.length }
  await recordChange(tx, { tenantId, actor: clientId, action: 'rails.entriesSimulated', subject, after }, now)
  return accept({ name, dueAt: now })
}

function contentFor(
  { routingNumber, settings }: Institution,
  entries: readonly SimulatedEntry[],
  id: string,
  now: Temporal.Instant,
): string {
  const today = now.toZonedDateTimeISO('America/New_York').toPlainDate()
  const day = nextBusinessDay(today.subtract({ days: 1 }), calendar)
  const ends = {
    origin: settings.ach.immediateDestination.trim(),
    destination: routingNumber,
    reference: id.slice(-8).toUpperCase(),
  }
  return contentOf(
    ends,
    day,
    entries.map((entry) => sentEntry(entry, routingNumber, fieldOf(day))),
  )
}

function sentEntry(
  { direction, accountNumber, amount: text, receiverName, companyName, secCode = 'PPD' }: SimulatedEntry,
  receivingRouting: string,
  effectiveOn: string,
): SentEntry {
  const isDebit = direction === 'Debit'
  const amount = centsOf(text)
  const isPrenote = amount === 0n
  return {
    company: { name: companyName ?? 'SIMULATED CO', id: '1999999999', secCode, description: 'SIMULATION' },
    ...{ effectiveOn, sender: SENDER, receivingRouting, accountNumber, isDebit },
    transactionCode: `2${isDebit ? (isPrenote ? '8' : '7') : isPrenote ? '3' : '2'}`,
    amount,
    individualId: '',
    individualName: receiverName,
    addenda: undefined,
  }
}
