import { type Addenda, addendaTypeOf } from './addenda.ts'
import type { BatchHeader } from './batch-header.ts'
import type { FieldRefusal } from './fields.ts'
import type { NachaEntry } from './file.ts'
import type { SecCode } from './sec-codes.ts'
import { SEC_RULES } from './sec-rules.ts'
import type { ToleranceNotes } from './tolerances.ts'

/** The category of an entry: forward payment or message, return, or notification of change. */
export type EntryCategory = 'forward' | 'return' | 'change'

/** A refusal within an entry. Record 0 is the entry detail, record n its nth addenda. */
export interface EntryRefusal extends FieldRefusal {
  recordIndex: number
}

/** The addenda that every IAT entry has, in this order. */
export const IAT_MANDATORY_ADDENDA = ['10', '11', '12', '13', '14', '15', '16']
const IAT_OPTIONAL_ADDENDA_MAX: Readonly<Record<string, number>> = { '17': 2, '18': 5 }

/** Addenda 99 makes an entry a return, addenda 98 a notification of change. */
export function categoryOf(entry: NachaEntry): EntryCategory {
  let category: EntryCategory = 'forward'
  for (const one of entry.addenda) {
    const type = addendaTypeOf(one)
    if (type === '99') return 'return'
    if (type === '98') category = 'change'
  }
  return category
}

/** Decides whether an entry has the addenda of its SEC code and category, correctly numbered. */
export function refuseAddenda(
  entry: NachaEntry,
  header: BatchHeader,
  category: EntryCategory,
  notes: ToleranceNotes,
): EntryRefusal | undefined {
  return refuseTypes(entry, header, category, notes) ?? refuseSequence(entry)
}

function refuseTypes(
  entry: NachaEntry,
  header: BatchHeader,
  category: EntryCategory,
  notes: ToleranceNotes,
): EntryRefusal | undefined {
  const isInternational = header.record === 'IAT batch header'
  if (category !== 'forward') return refuseReturnAddenda(entry, isInternational, notes)
  return isInternational ? refuseIatAddenda(entry) : refuseForwardAddenda(entry, header)
}

function refuseForwardAddenda({ addenda }: NachaEntry, header: BatchHeader): EntryRefusal | undefined {
  const allowed = SEC_RULES[header.secCode as SecCode].addenda
  const stray = addenda.findIndex((one) => addendaTypeOf(one) !== allowed?.type)
  if (stray >= 0) {
    return refuseType(stray, `addenda ${addendaTypeOf(addenda[stray]!)} are not allowed in ${header.secCode}`)
  }
  if (allowed === undefined) return undefined
  if (addenda.length < allowed.min) {
    return { recordIndex: 0, field: 'addendaIndicator', reason: `${header.secCode} requires addenda ${allowed.type}` }
  }
  if (addenda.length > allowed.max) {
    return refuseType(allowed.max, `${header.secCode} allows at most ${allowed.max} addenda ${allowed.type}`)
  }
  return undefined
}

function refuseIatAddenda({ addenda }: NachaEntry): EntryRefusal | undefined {
  const types = addenda.map(addendaTypeOf)
  const missing = IAT_MANDATORY_ADDENDA.findIndex((type, i) => types[i] !== type)
  if (missing >= 0) {
    const reason = `IAT requires addenda ${IAT_MANDATORY_ADDENDA[missing]} here`
    return missing < addenda.length
      ? refuseType(missing, reason)
      : { recordIndex: 0, field: 'addendaIndicator', reason }
  }
  const seen: Record<string, number> = {}
  for (let i = IAT_MANDATORY_ADDENDA.length; i < types.length; i++) {
    const type = types[i]!
    seen[type] = (seen[type] ?? 0) + 1
    const most = IAT_OPTIONAL_ADDENDA_MAX[type] ?? 0
    if (seen[type] > most) return refuseType(i, `IAT allows at most ${most} addenda ${type} here`)
  }
  return undefined
}

/**
 * A return or NOC ends with one addenda 99 or 98. In IAT, the seven mandatory addenda precede it.
 */
function refuseReturnAddenda(
  { addenda }: NachaEntry,
  isInternational: boolean,
  notes: ToleranceNotes,
): EntryRefusal | undefined {
  const copied = addenda.slice(0, -1).map(addendaTypeOf)
  if (copied.length === 0) return undefined
  if (isChainOfReturns(addenda) && notes.takes('repeatedReturnAddenda')) return undefined
  const stray = isInternational ? copied.findIndex((type, i) => type !== IAT_MANDATORY_ADDENDA[i]) : 0
  if (stray >= 0) return refuseType(stray, `addenda ${copied[stray]} are not allowed in a return or NOC`)
  if (copied.length < IAT_MANDATORY_ADDENDA.length) {
    return refuseType(copied.length, `IAT requires addenda ${IAT_MANDATORY_ADDENDA[copied.length]} here`)
  }
  return undefined
}

/**
 * Whether the addenda are those of a return, its dishonor and its contest, each once and in order.
 */
function isChainOfReturns(addenda: readonly Addenda[]): boolean {
  const from = CHAIN.length - addenda.length
  return from >= 0 && addenda.every(({ record }, i) => record === CHAIN[from + i])
}

const CHAIN: readonly string[] = ['addenda 99', 'dishonored addenda 99', 'contested addenda 99']

/**
 * Addenda 05, 17 and 18 are numbered from 1 by type. All but 02, 98 and 99 refer to their entry.
 */
function refuseSequence({ detail, addenda }: NachaEntry): EntryRefusal | undefined {
  if (addenda.length === 0) return undefined
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
