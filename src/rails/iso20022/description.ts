/**
 * The language in which messages are described. One description of a type is all there is: the
 * static type of its values is inferred from it (`Value`), and the reader, the writer and the tests
 * follow it at run time. Names are those of ISO 20022: types by their names in its repository,
 * members by the tags of their elements.
 */
export type Description =
  | TextType
  | CodeType<string>
  | DecimalType
  | MomentType
  | FlagType
  | BinaryType
  | AmountType
  | AnyElementType
  | SequenceType<Fields>
  | ChoiceType<Fields>

/** Text of `min` to `max` characters that matches the pattern. White space counts. */
export interface TextType {
  kind: 'text'
  min: number
  max: number
  pattern: RegExp | undefined
}

/**
 * One code of a closed list. Open lists, those of external codes, are texts. Some networks add
 * codes of their own to a list of ISO 20022.
 */
export interface CodeType<Code extends string> {
  kind: 'code'
  codes: readonly Code[]
  networkCodes: readonly Code[]
}

/** A decimal number as text: its significant digits, those after the point, its least value. */
export interface DecimalType {
  kind: 'decimal'
  digits: number
  fraction: number
  min: number | undefined
}

/** A date or time as text in the form of XML Schema. */
export interface MomentType {
  kind: 'moment'
  form: MomentForm
}

export type MomentForm = 'date' | 'dateTime' | 'time' | 'yearMonth'

export interface FlagType {
  kind: 'flag'
}

/** Bytes as base64; the bounds count bytes. */
export interface BinaryType {
  kind: 'binary'
  min: number
  max: number
}

/** A decimal number with its currency in the attribute `Ccy`. */
export interface AmountType {
  kind: 'amount'
  number: DecimalType
}

/** One element of any name, such as a signature: its XML text in canonical form. */
export interface AnyElementType {
  kind: 'anyElement'
}

/** Elements in this order. */
export interface SequenceType<Members extends Fields> {
  kind: 'sequence'
  fields: Members
  members: readonly Member[]
}

/** One of these elements. */
export interface ChoiceType<Members extends Fields> {
  kind: 'choice'
  fields: Members
  members: readonly Member[]
}

/** An element that occurs not exactly once. */
export interface Occurs<Type extends Description, Count extends 'optional' | 'many' | 'atLeastOne'> {
  kind: 'occurs'
  count: Count
  type: Type
  min: number
  max: number
}

type AnyOccurs = Occurs<Description, 'optional' | 'many' | 'atLeastOne'>
export type Fields = { readonly [tag: string]: Description | AnyOccurs }

/** A field as the reader and the writer use it. The value is an array if `isList`. */
export interface Member {
  tag: string
  type: Description
  min: number
  max: number
  isList: boolean
}

/** A value of a type, as programs hold it. Exact: numbers are their decimal text. */
export type Value<Type> = Type extends TextType | DecimalType | MomentType | BinaryType | AnyElementType
  ? string
  : Type extends CodeType<infer Code>
    ? Code
    : Type extends FlagType
      ? boolean
      : Type extends AmountType
        ? Amount
        : Type extends SequenceType<infer Members>
          ? SequenceValue<Members>
          : Type extends ChoiceType<infer Members>
            ? ChoiceValue<Members>
            : never

/** An amount: its ISO 4217 code, and decimal text such as `1250.00`. */
export interface Amount {
  readonly Ccy: string
  readonly value: string
}

type FieldValue<Field> =
  Field extends Occurs<infer Type, infer Count>
    ? Count extends 'optional'
      ? Value<Type>
      : readonly Value<Type>[]
    : Value<Field>

type OptionalTag<Members> = {
  [Tag in keyof Members]: Members[Tag] extends Occurs<Description, 'optional' | 'many'> ? Tag : never
}[keyof Members]

type SequenceValue<Members> = {
  readonly [Tag in Exclude<keyof Members, OptionalTag<Members>>]: FieldValue<Members[Tag]>
} & {
  readonly [Tag in OptionalTag<Members>]?: FieldValue<Members[Tag]> | undefined
}

type ChoiceValue<Members> = {
  [Tag in keyof Members]: { readonly [Chosen in Tag]: FieldValue<Members[Chosen]> } & {
    readonly [Other in Exclude<keyof Members, Tag>]?: undefined
  }
}[keyof Members]

const NO_BOUND = Number.POSITIVE_INFINITY

export function text(min = 0, max = NO_BOUND, pattern?: RegExp): TextType {
  return { kind: 'text', min, max, pattern }
}

export function matching(pattern: RegExp): TextType {
  return text(0, NO_BOUND, pattern)
}

export function codes<const Code extends string>(...list: readonly Code[]): CodeType<Code> {
  return { kind: 'code', codes: list, networkCodes: [] }
}

export function codesAndThoseOfNetworks<const Code extends string, const Own extends string>(
  list: readonly Code[],
  networkCodes: readonly Own[],
): CodeType<Code | Own> {
  return { kind: 'code', codes: list, networkCodes }
}

export function decimal(digits: number, fraction: number, min?: number): DecimalType {
  return { kind: 'decimal', digits, fraction, min }
}

export function moment(form: MomentForm): MomentType {
  return { kind: 'moment', form }
}

export function flag(): FlagType {
  return { kind: 'flag' }
}

export function binary(min: number, max: number): BinaryType {
  return { kind: 'binary', min, max }
}

export function amount(number: DecimalType): AmountType {
  return { kind: 'amount', number }
}

export function anyElement(): AnyElementType {
  return { kind: 'anyElement' }
}

export function sequence<Members extends Fields>(fields: Members): SequenceType<Members> {
  return { kind: 'sequence', fields, members: membersOf(fields) }
}

export function choice<Members extends Fields>(fields: Members): ChoiceType<Members> {
  return { kind: 'choice', fields, members: membersOf(fields) }
}

export function optional<Type extends Description>(type: Type): Occurs<Type, 'optional'> {
  return { kind: 'occurs', count: 'optional', type, min: 0, max: 1 }
}

export function many<Type extends Description>(type: Type, max = NO_BOUND): Occurs<Type, 'many'> {
  return { kind: 'occurs', count: 'many', type, min: 0, max }
}

export function atLeastOne<Type extends Description>(type: Type, max = NO_BOUND): Occurs<Type, 'atLeastOne'> {
  return { kind: 'occurs', count: 'atLeastOne', type, min: 1, max }
}

function membersOf(fields: Fields): Member[] {
  return Object.entries(fields).map(([tag, field]) =>
    field.kind === 'occurs'
      ? { tag, type: field.type, min: field.min, max: field.max, isList: field.count !== 'optional' }
      : { tag, type: field, min: 1, max: 1, isList: false },
  )
}
