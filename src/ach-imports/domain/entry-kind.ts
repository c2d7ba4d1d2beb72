import { words } from '../../kernel/words.ts'
import type { NachaEntry } from '../../rails/rails.ts'

/**
 * What an entry of an incoming file is. Receipt: money, or a prenotification, for an account of the
 * institution. The others answer what the institution sent, or tell it something.
 */
export const ANSWER_KINDS = words('AchAnswerKind', [
  'Return',
  'DishonoredReturn',
  'ContestedReturn',
  'Change',
  'RefusedChange',
  'Acknowledgement',
  'Enrollment',
  'Notice',
])
export type AnswerKind = (typeof ANSWER_KINDS)[number]
export type ImportedKind = AnswerKind | 'Receipt'

/** Forward entries that move no money and are for no account: by SEC code. */
const KIND_OF_SEC_CODE: Readonly<Record<string, AnswerKind>> = {
  ACK: 'Acknowledgement',
  ATX: 'Acknowledgement',
  ENR: 'Enrollment',
  ADV: 'Notice',
  DNE: 'Notice',
}

/** By the last addenda record: a contested return repeats those before it. */
const KIND_OF_ADDENDA: Readonly<Record<string, AnswerKind>> = {
  'addenda 99': 'Return',
  'IAT addenda 99': 'Return',
  'dishonored addenda 99': 'DishonoredReturn',
  'contested addenda 99': 'ContestedReturn',
  'addenda 98': 'Change',
  'IAT addenda 98': 'Change',
  'refused addenda 98': 'RefusedChange',
}

export function kindOf(entry: NachaEntry, secCode: string): ImportedKind {
  return KIND_OF_ADDENDA[entry.addenda.at(-1)?.record ?? ''] ?? KIND_OF_SEC_CODE[secCode] ?? 'Receipt'
}
