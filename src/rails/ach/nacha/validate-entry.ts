import { addendaTypeOf } from './addenda.ts'
import type { BatchHeader } from './batch-header.ts'
import type { FieldRefusal } from './fields.ts'
import type { NachaEntry } from './file.ts'
import type { SecCode } from './sec-codes.ts'
import { SEC_RULES, type SecRule } from './sec-rules.ts'
import { isReturnOrChange, movesNoMoney, sideOf } from './transaction-codes.ts'

/** What an entry is for: money or a message forward, its return, or a correction of its data. */
export type EntryCategory = 'forward' | 'return' | 'change'

/** A refusal within an entry: record 0 is the entry detail, record n its n-th addenda. */
export interface EntryRefusal extends FieldRefusal {
  recordIndex: number
}

const IAT_MANDATORY_ADDENDA = ['10', '11', '12', '13', '14', '15', '16']
const IAT_OPTIONAL_ADDENDA_MAX: Readonly<Record<string, number>> = { '17': 2, '18': 5 }

/** Addenda 99 makes an entry a return, addenda 98 a notification of change. */
export function categoryOf(entry: NachaEntry): EntryCategory {
  const types = entry.addenda.map(addendaTypeOf)
  if (types.includes('99')) return 'return'
  return types.includes('98') ? 'change' : 'forward'
}

/**
 * Decides whether an entry keeps the rules of its class and of its batch's service class: transaction code, amount,
 * addenda and their sequence. Field shapes are taken as checked.
 */
export function validateEntry(entry: NachaEntry, header: BatchHeader): EntryRefusal | undefined {
  const category = categoryOf(entry)
  const detailRefusal =
    refuseServiceClass(entry, header) ??
    (category === 'forward' ? refuseForwardDetail(entry, header) : refuseReturnDetail(entry, header, category)) ??
    refuseIndicator(entry)
  if (detailRefusal !== undefined) return { recordIndex: 0, ...detailRefusal }

  const isInternational = header.record === 'IAT batch header'
  return (
    (category === 'forward'
      ? isInternational
        ? refuseIatAddenda(entry)
        : refuseForwardAddenda(entry, header)
      : refuseReturnAddenda(entry, isInternational)) ?? refuseAddendaSequence(entry)
  )
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
    return { field: 'transactionCode', reason: `${transactionCode} is a return or change and needs addenda 99 or 98` }
  }
  if (secCode === 'COR') return { field: 'addendaIndicator', reason: 'a COR entry needs addenda 98' }
  if (rule.transactionCodes !== undefined && !rule.transactionCodes.includes(transactionCode)) {
    return { field: 'transactionCode', reason: `must be one of ${rule.transactionCodes.join(', ')} for ${secCode}` }
  }
  const isReversal = header.companyEntryDescription.startsWith('REVERSAL')
  if (rule.only !== undefined && sideOf(transactionCode) !== rule.only && !isReversal) {
    return { field: 'transactionCode', reason: `${secCode} entries are ${rule.only}s only` }
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
    // Senders count either all addenda or only the seven that are mandatory.
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
  if (category === 'return') return undefined // a dishonored or operator's return may keep the forward code and amount
  if (secCode !== 'COR' && secCode !== 'IAT') {
    return { field: 'addendaIndicator', reason: `addenda 98 belong in a COR batch, not in ${secCode}` }
  }
  if (!isReturnOrChange(detail.transactionCode)) {
    return { field: 'transactionCode', reason: `${detail.transactionCode} is not the code of a notification of change` }
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

function refuseForwardAddenda({ addenda }: NachaEntry, header: BatchHeader): EntryRefusal | undefined {
  const allowed = SEC_RULES[header.secCode as SecCode].addenda
  const stray = addenda.findIndex((one) => addendaTypeOf(one) !== allowed?.type)
  if (stray >= 0) return refuseType(stray, `addenda ${addendaTypeOf(addenda[stray]!)} do not belong in ${header.secCode}`)
  if (allowed === undefined) return undefined
  if (addenda.length < allowed.min) {
    return { recordIndex: 0, field: 'addendaIndicator', reason: `${header.secCode} needs addenda ${allowed.type}` }
  }
  if (addenda.length > allowed.max) {
    return refuseType(allowed.max, `${header.secCode} carries at most ${allowed.max} addenda ${allowed.type}`)
  }
  return undefined
}

function refuseIatAddenda({ addenda }: NachaEntry): EntryRefusal | undefined {
  const types = addenda.map(addendaTypeOf)
  const missing = IAT_MANDATORY_ADDENDA.findIndex((type, i) => types[i] !== type)
  if (missing >= 0) {
    const reason = `IAT needs addenda ${IAT_MANDATORY_ADDENDA[missing]} here`
    return missing < addenda.length ? refuseType(missing, reason) : { recordIndex: 0, field: 'addendaIndicator', reason }
  }
  const seen: Record<string, number> = {}
  for (let i = IAT_MANDATORY_ADDENDA.length; i < types.length; i++) {
    const type = types[i]!
    seen[type] = (seen[type] ?? 0) + 1
    const most = IAT_OPTIONAL_ADDENDA_MAX[type] ?? 0
    if (seen[type] > most) return refuseType(i, `IAT carries at most ${most} addenda ${type} here`)
  }
  return undefined
}

/** A return or change carries one addenda 99 or 98, last; an IAT one repeats the mandatory seven before it. */
function refuseReturnAddenda({ addenda }: NachaEntry, isInternational: boolean): EntryRefusal | undefined {
  const copied = addenda.slice(0, -1).map(addendaTypeOf)
  if (copied.length === 0) return undefined
  const stray = isInternational ? copied.findIndex((type, i) => type !== IAT_MANDATORY_ADDENDA[i]) : 0
  if (stray >= 0) return refuseType(stray, `addenda ${copied[stray]} do not belong in a return or change`)
  if (copied.length < IAT_MANDATORY_ADDENDA.length) {
    return refuseType(copied.length, `IAT needs addenda ${IAT_MANDATORY_ADDENDA[copied.length]} here`)
  }
  return undefined
}

/** Addenda 05, 17 and 18 count from 1 within their type, and all but 02, 98 and 99 name the entry they belong to. */
function refuseAddendaSequence({ detail, addenda }: NachaEntry): EntryRefusal | undefined {
  const next: Record<string, number> = {}
  for (const [i, one] of addenda.entries()) {
    const type = addendaTypeOf(one)
    next[type] = (next[type] ?? 0) + 1
    if ('sequenceNumber' in one && one.sequenceNumber !== next[type]) {
      return { recordIndex: i + 1, field: 'sequenceNumber', reason: `is ${one.sequenceNumber}, expected ${next[type]}` }
    }
    const sequence = 'traceNumber' in detail ? detail.traceNumber.slice(-7) : undefined
    if ('entrySequenceNumber' in one && one.entrySequenceNumber !== sequence) {
      const reason = `is ${one.entrySequenceNumber}, but the entry's trace number ends in ${sequence}`
      return { recordIndex: i + 1, field: 'entrySequenceNumber', reason }
    }
  }
  return undefined
}

function refuseType(addendaIndex: number, reason: string): EntryRefusal {
  return { recordIndex: addendaIndex + 1, field: 'addendaType', reason }
}

