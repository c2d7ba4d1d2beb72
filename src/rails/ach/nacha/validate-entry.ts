import type { BatchHeader } from './batch-header.ts'
import type { FieldRefusal } from './fields.ts'
import type { NachaEntry } from './file.ts'
import type { SecCode } from './sec-codes.ts'
import { SEC_RULES, type SecRule } from './sec-rules.ts'
import type { ToleranceNotes } from './tolerances.ts'
import { isReturnOrChange, movesNoMoney, sideOf } from './transaction-codes.ts'
import { type EntryCategory, type EntryRefusal, IAT_MANDATORY_ADDENDA, refuseAddenda } from './validate-addenda.ts'

/**
 * Decides whether an entry follows the rules of its SEC code and of its batch's service class:
 * transaction code, amount, addenda and their sequence. The caller has checked each field.
 */
export function validateEntry(
  entry: NachaEntry,
  header: BatchHeader,
  category: EntryCategory,
  notes: ToleranceNotes,
): EntryRefusal | undefined {
  const detailRefusal =
    refuseServiceClass(entry, header) ??
    (category === 'forward' ? refuseForwardDetail(entry, header) : refuseReturnDetail(entry, header, category)) ??
    refuseIndicator(entry)
  if (detailRefusal !== undefined) return { recordIndex: 0, ...detailRefusal }

  return refuseAddenda(entry, header, category, notes)
}

function refuseServiceClass({ detail }: NachaEntry, { serviceClass }: BatchHeader): FieldRefusal | undefined {
  const side = sideOf(detail.transactionCode)
  if (serviceClass === '220' && side === 'debit') {
    return { field: 'transactionCode', reason: `${detail.transactionCode} is a debit in a credits-only batch (220)` }
  }
  if (serviceClass === '225' && side === 'credit') {
    return { field: 'transactionCode', reason: `${detail.transactionCode} is a credit in a debits-only batch (225)` }
  }
  return undefined
}

function refuseForwardDetail({ detail, addenda }: NachaEntry, header: BatchHeader): FieldRefusal | undefined {
  const { transactionCode, amountCents } = detail
  const secCode = header.secCode as SecCode
  const rule = SEC_RULES[secCode]
  if (isReturnOrChange(transactionCode)) {
    return { field: 'transactionCode', reason: `${transactionCode} is a return or NOC and requires addenda 99 or 98` }
  }
  if (secCode === 'COR') return { field: 'addendaIndicator', reason: 'a COR entry requires addenda 98' }
  if (rule.transactionCodes !== undefined && !rule.transactionCodes.includes(transactionCode)) {
    return { field: 'transactionCode', reason: `must be one of ${rule.transactionCodes.join(', ')} for ${secCode}` }
  }
  const isReversal = header.companyEntryDescription.toUpperCase().startsWith('REVERSAL')
  if (rule.only !== undefined && sideOf(transactionCode) !== rule.only && !isReversal) {
    return { field: 'transactionCode', reason: `${secCode} allows ${rule.only}s only` }
  }
  const refusal = refuseForwardAmount(secCode, rule, transactionCode, amountCents)
  if (refusal !== undefined) return refusal

  if (rule.nameRequired && 'individualName' in detail && detail.individualName === '') {
    return { field: 'individualName', reason: `is required for ${secCode}` }
  }
  if (detail.record === 'corporate entry detail' && detail.addendaCount !== addenda.length) {
    return { field: 'addendaCount', reason: `is ${detail.addendaCount}, but ${addenda.length} addenda follow` }
  }
  if (detail.record === 'IAT entry detail') {
    const [least, most] = [IAT_MANDATORY_ADDENDA.length, addenda.length]
    // Some senders count all addenda, others only the seven mandatory ones.
    if (detail.addendaCount < least || detail.addendaCount > most) {
      return { field: 'addendaCount', reason: `is ${detail.addendaCount}, but ${most} addenda follow` }
    }
  }
  return undefined
}

function refuseForwardAmount(
  secCode: SecCode,
  rule: SecRule,
  transactionCode: string,
  amountCents: bigint,
): FieldRefusal | undefined {
  const informs = rule.noMoney === true || movesNoMoney(transactionCode)
  if (informs && amountCents !== 0n) {
    return { field: 'amountCents', reason: `must be zero for ${secCode} with transaction code ${transactionCode}` }
  }
  if (!informs && amountCents === 0n && secCode !== 'ADV') {
    return { field: 'amountCents', reason: `must not be zero with transaction code ${transactionCode}` }
  }
  if (rule.maxCents !== undefined && amountCents > rule.maxCents) {
    return { field: 'amountCents', reason: `must be at most ${rule.maxCents} cents for ${secCode}` }
  }
  return undefined
}

function refuseReturnDetail(
  { detail }: NachaEntry,
  { secCode }: BatchHeader,
  category: EntryCategory,
): FieldRefusal | undefined {
  if (category === 'return') return undefined // dishonored returns and returns by an operator may keep the forward code and amount
  if (secCode !== 'COR' && secCode !== 'IAT') {
    return { field: 'addendaIndicator', reason: `addenda 98 must be in a COR batch, not in ${secCode}` }
  }
  if (!isReturnOrChange(detail.transactionCode)) {
    return { field: 'transactionCode', reason: `${detail.transactionCode} is not a code for a notification of change` }
  }
  if (detail.amountCents !== 0n) return { field: 'amountCents', reason: 'must be zero in a notification of change' }
  return undefined
}

function refuseIndicator({ detail, addenda }: NachaEntry): FieldRefusal | undefined {
  if (detail.addendaIndicator === '1' && addenda.length === 0) {
    return { field: 'addendaIndicator', reason: 'is 1, but no addenda follow' }
  }
  if (detail.addendaIndicator === '0' && addenda.length > 0) {
    return { field: 'addendaIndicator', reason: 'is 0, but addenda follow' }
  }
  return undefined
}
