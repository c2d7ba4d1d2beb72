import { createHash } from 'node:crypto'
import { cutText, toAscii } from '../../kernel/ascii-text.ts'
import { achClassOf } from '../domain/ach-classes.ts'
import { type AlteredField, alteredOf } from '../domain/altered-field.ts'

/** The texts of a payment that its ACH entry carries in the characters of a NACHA file. */
export interface WrittenPayment {
  secCode: string
  receiverName: string
  /** The name of the customer, which is the originator. */
  companyName: string
  externalReferenceId: string
  receiverIdentificationNumber?: string | null
  referenceForBeneficiary?: string | null
  addendaInformation?: string | null
}

/** The fields of an entry that come from texts of its payment. */
export interface EntryTexts {
  individualName: string
  individualIdentification: string
  /** Payment related information of one addenda record; empty for none. */
  addenda05: string
}

/** Payment related information (NACHA addenda 05, 04-83). */
const ADDENDA_LENGTH = 80
const HASH_LENGTH = 6
/** Digits and letters without those that look alike. */
const HASH_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What the entry of a payment says. A blank name or one of only zeros is empty. */
export function entryTextsOf(payment: WrittenPayment): EntryTexts {
  const { nameLength, nameOf, identificationLength } = achClassOf(payment.secCode)
  const { receiverIdentificationNumber: named, addendaInformation, referenceForBeneficiary } = payment
  return {
    individualName: achName(nameOf === 'Originator' ? payment.companyName : payment.receiverName, nameLength),
    individualIdentification: named
      ? asGiven(named, identificationLength)
      : achReference(payment.externalReferenceId, identificationLength),
    addenda05: addendaInformation
      ? asGiven(addendaInformation, ADDENDA_LENGTH)
      : cutText(toAscii(referenceForBeneficiary ?? ''), ADDENDA_LENGTH),
  }
}

/** An identifier: a request with characters that the file cannot carry was refused. */
function asGiven(identifier: string, length: number): string {
  const text = /^[\x20-\x7e]*$/.test(identifier) ? identifier : toAscii(identifier)
  return text.slice(0, length).trimEnd()
}

/** A name in the characters of the file; empty if only zeros are left, which operators reject. */
export function achName(name: string, length: number): string {
  const text = cutText(toAscii(name), length)
  return /^[0 ]*$/.test(text) ? '' : text
}

/**
 * A reference in an entry or a message. One that is too long, or is spelled otherwise in ASCII,
 * ends in six characters of its SHA-256 after a hyphen, so that references with the same beginning
 * or spelling stay distinguishable: one in a billion pairs has the same six.
 */
export function achReference(reference: string, length: number): string {
  const text = toAscii(reference)
  if (length === 0 || (text === reference && text.length <= length)) return text.slice(0, length)
  const hash = hashOf(reference)
  const kept = text.slice(0, length - HASH_LENGTH - 1).trimEnd()
  return kept === '' ? hash : `${kept}-${hash}`
}

/** Thirty bits of the SHA-256, five for each character. */
function hashOf(text: string): string {
  const bits = createHash('sha256').update(text).digest().readUInt32BE(0) >>> 2
  return Array.from({ length: HASH_LENGTH }, (_, at) => HASH_LETTERS[(bits >>> (5 * at)) & 31]).join('')
}

/** What its entry changes of a payment or cuts off. */
export function alteredFields(payment: WrittenPayment): AlteredField[] {
  const { nameOf, identificationLength } = achClassOf(payment.secCode)
  const texts = entryTextsOf(payment)
  const { receiverName, receiverIdentificationNumber, externalReferenceId, addendaInformation } = payment
  const reference = addendaInformation ? '' : (payment.referenceForBeneficiary ?? '')
  const [referredField, referred] = receiverIdentificationNumber
    ? (['additionalInfo.receiverIdentificationNumber', receiverIdentificationNumber] as const)
    : (['externalReferenceId', externalReferenceId] as const)
  return alteredOf([
    ['name', receiverName, nameOf === 'Receiver' ? texts.individualName : receiverName],
    [referredField, referred, identificationLength > 0 ? texts.individualIdentification : referred],
    ['additionalInfo.referenceForBeneficiary', reference, reference && texts.addenda05],
    ['additionalInfo.unstructuredAddendaInfo', addendaInformation ?? '', addendaInformation ? texts.addenda05 : ''],
  ])
}
