import { isoText } from '../iso-text.ts'

/** Set X of SWIFT FIN, in which references are written. */
const SET_X = /^[A-Za-z0-9/\-?:().,'+ ]*$/
const PRINTABLE = /^[\x20-\x7e]*$/

/** A reference in set X. Undefined if nothing is left of it. */
export function identifierText(text: string, maxLength = 35): string | undefined {
  return isoText(text, { charset: 'swiftReference', maxLength }) || undefined
}

/** Names, addresses and remittance information have all printable ASCII (CBPR+ FINX extended). */
export const isPrintable = (text: string): boolean => PRINTABLE.test(text)

export function isIdentifier(text: string): boolean {
  return SET_X.test(text) && !/^\/|\/$|\/\//.test(text)
}
