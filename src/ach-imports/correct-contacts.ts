import type { Temporal } from 'temporal-polyfill'
import { correctContact } from '../contacts/contacts.ts'
import type { Transaction } from '../db/client.ts'
import { plainAccountNumber } from '../kernel/iban.ts'
import { notePrenoteChanges } from '../payments/payments.ts'
import type { SentEntry } from '../rails/rails.ts'
import type { Answer } from './domain/answer.ts'
import { readCorrection } from './domain/corrected-data.ts'
import type { Mismatch } from './domain/match-answer.ts'
import { applied, type Decided, needsPerson, noted, proposed, refused } from './domain/outcome.ts'
import { ACTOR, type MatchedAnswer } from './matched-answer.ts'

/**
 * The code with which a notification of change is refused (Nacha Operating Rules, Appendix Five).
 */
const REFUSED_AS: Partial<Readonly<Record<Mismatch, string>>> = { trace: 'C62', bank: 'C67' }

/** Corrects the contacts of payments as notifications of change ask for, one by one. */
export async function correctContacts(
  tx: Transaction,
  tenantId: bigint,
  changes: readonly MatchedAnswer[],
  now: Temporal.Instant,
): Promise<Map<string, Decided>> {
  const decisions = new Map<string, Decided>()
  for (const { id, answer, matched } of changes) {
    if (!matched.ok) {
      const code = REFUSED_AS[matched.why]
      decisions.set(id, code ? refused(matched.text, code) : needsPerson(matched.text))
    } else decisions.set(id, await correctOne(tx, tenantId, answer, matched.entry, now))
  }
  return decisions
}

async function correctOne(
  tx: Transaction,
  tenantId: bigint,
  { code, correctedData, item }: Answer,
  sent: SentEntry,
  now: Temporal.Instant,
): Promise<Decided> {
  if (plain(sent.receiverAccountNumber) !== plain(item.accountNumber))
    return refused('the account number is not that of the entry', 'C68')
  const read = readCorrection(code!, correctedData ?? '')
  if (!read.ok) return read.why === 'refused' ? refused(read.text, read.code) : needsPerson(read.text)
  if (sent.contactId === null) return needsPerson('the payment names no contact')
  const { receiverAccountNumber: accountNumber, receiverRouting: routingNumber } = sent
  const isPrenote = sent.kind === 'Prenote'
  const about = isPrenote ? { prenoteUID: sent.paymentId } : { paymentUID: sent.paymentId }
  const source = { notificationOfChange: code, fileUID: item.fileId, ...about }
  const of = { tenantId, contactId: sent.contactId, actor: ACTOR, source }
  const details = { paid: { accountNumber, routingNumber }, correction: read.correction }
  const corrected = await correctContact(tx, of, details, now)
  const isInvalid = corrected.done === 'nothing' && corrected.why === 'invalid'
  if (isPrenote && !isInvalid) await notePrenoteChanges(tx, tenantId, [{ prenoteId: sent.paymentId, code: code! }], now)
  if (corrected.done === 'changed') return applied()
  if (corrected.done === 'proposed') return proposed(corrected.approvalUID)
  if (corrected.why === 'invalid') return refused(corrected.text, 'C65')
  return corrected.why === 'alreadyRight' ? noted(corrected.text) : needsPerson(corrected.text)
}

function plain(accountNumber: string): string {
  return plainAccountNumber(accountNumber).toUpperCase()
}
