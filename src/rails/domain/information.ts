import { toAscii } from '../../kernel/ascii-text.ts'
import type { Rail } from '../../kernel/rail.ts'
import { isOfBanks, REMITTANCE_METHODS, WIRE_INSTRUMENTS } from '../iso20022/fedwire/codes.ts'
import { isoText } from '../iso20022/iso-text.ts'
import { achClassOf } from './ach-classes.ts'
import { type AlteredField, alteredOf } from './altered-field.ts'
import { CARRIED_FIELDS, type CarriedField, FBO_FIELDS, type PaymentInformation, type Place } from './carried-fields.ts'

/** The element with the tax id of that party, which only some readers may see. */
export const FBO_TAX_ID = 'UltmtDbtr/Id/OrgId/Othr/Id'

/** ISO 20022 pacs.008 UltmtDbtr, which has no account. */
const ON_BEHALF_OF: Partial<Record<CarriedField, Place>> = {
  fboName: { name: 'UltmtDbtr/Nm', maxLength: 140 },
  fboTaxId: { name: FBO_TAX_ID, maxLength: 35 },
  fboAddress1: { name: 'UltmtDbtr/PstlAdr/AdrLine[1]', maxLength: 70 },
  fboAddress2: { name: 'UltmtDbtr/PstlAdr/AdrLine[2]', maxLength: 70 },
  fboCity: { name: 'UltmtDbtr/PstlAdr/TwnNm', maxLength: 35 },
  fboState: { name: 'UltmtDbtr/PstlAdr/CtrySubDvsn', maxLength: 35 },
  fboZip: { name: 'UltmtDbtr/PstlAdr/PstCd', maxLength: 16 },
  fboCountry: { name: 'UltmtDbtr/PstlAdr/Ctry', maxLength: 2 },
}

/**
 * ISO 20022 pacs.008, as the instant networks get it: the type and the category of a payment are
 * theirs, and no purpose, method of remittance or instruction to an agent is sent.
 */
const INSTANT: Partial<Record<CarriedField, Place>> = {
  receiverIdentificationNumber: { name: 'Cdtr/Id/Othr/Id', maxLength: 35 },
  referenceForBeneficiary: { name: 'PmtId/EndToEndId', maxLength: 16 },
  originatortoBeneficiary: { name: 'RmtInf/Ustrd', maxLength: 140 },
  paymentRemittanceNotes: { name: 'RmtInf/Ustrd', maxLength: 140 },
  ...ON_BEHALF_OF,
}

/**
 * RTP identifies a creditor by LEIs and dates of birth only, and an address there is a street, a
 * line and the rest.
 */
const { receiverIdentificationNumber: _, ...INSTANT_WITHOUT_IDENTIFICATION } = INSTANT
const RTP: Partial<Record<CarriedField, Place>> = {
  ...INSTANT_WITHOUT_IDENTIFICATION,
  fboAddress1: { name: 'UltmtDbtr/PstlAdr/StrtNm', maxLength: 70 },
  fboAddress2: { name: 'UltmtDbtr/PstlAdr/AdrLine', maxLength: 70 },
}

const SWIFT: Partial<Record<CarriedField, Place>> = {
  ...INSTANT,
  localInstruments: { name: 'PmtTpInf/LclInstrm/Prtry', maxLength: 35 },
  transactionTypeCode: { name: 'PmtTpInf/CtgyPurp/Prtry', maxLength: 35 },
  proprietaryCode: { name: 'Purp/Prtry', maxLength: 35 },
  senderToReceiverNotes: { name: 'InstrForNxtAgt/InstrInf', maxLength: 210 },
}

const FEDWIRE: Partial<Record<CarriedField, Place>> = {
  ...SWIFT,
  remittanceMethod: { name: 'RltdRmtInf/RmtLctnDtls/Mtd', maxLength: 35 },
}

/** ISO 20022 pacs.009, which pays from bank to bank: it has no customers behind the banks. */
const FEDWIRE_OF_BANKS: Partial<Record<CarriedField, Place>> = Object.fromEntries(
  Object.entries(FEDWIRE).filter(([field]) => !/^(fbo|receiverIdentificationNumber$|remittanceMethod$)/.test(field)),
)

const PLACES = { RTP, FEDNOW: INSTANT, FEDWIRE, SWIFT }

/** What an address of the party on whose behalf the sender pays needs to leave over a rail. */
const ADDRESS: readonly CarriedField[] = FBO_FIELDS.filter((field) => /Address|City|State|Zip|Country/.test(field))
const NEEDED_OF_ADDRESS: Readonly<Record<Exclude<Rail, 'ACH'>, readonly CarriedField[]>> = {
  RTP: ['fboAddress1', 'fboCity', 'fboState', 'fboZip', 'fboCountry'],
  ...{ FEDNOW: ['fboCity', 'fboCountry'], FEDWIRE: ['fboCity', 'fboCountry'], SWIFT: ['fboCity', 'fboCountry'] },
}

/** They carry the same, and most entries are of one of them. */
const ORDINARY: readonly string[] = ['PPD', 'CCD']

/** The places of a rail: on ACH of the standard entry class, on Fedwire of the message. */
function placesOf(
  rail: Rail,
  { localInstruments }: PaymentInformation,
  secCode?: string | null,
): Partial<Record<CarriedField, Place>> {
  if (rail === 'ACH') return achClassOf(secCode).places
  return rail === 'FEDWIRE' && isOfBanks(localInstruments) ? FEDWIRE_OF_BANKS : PLACES[rail]
}

/** Why a rail would lose a part of the information; undefined if it carries all of it. */
export function objectionToInformation(
  rail: Rail,
  information: PaymentInformation,
  secCode?: string | null,
): string | undefined {
  const way = wayOf(rail, information, secCode)
  const places = placesOf(rail, information, secCode)
  const taken = new Map<string, CarriedField>()
  for (const [field, text] of said(information)) {
    const place = places[field]
    if (!place) return `${way} has no place for ${shownName(field)}`
    const other = taken.get(place.name)
    if (other) return `${way} has one place for ${shownName(other)} and ${shownName(field)}, so send one of them`
    taken.set(place.name, field)
    const length = [...text].length
    if (length > place.maxLength)
      return `${way} carries at most ${place.maxLength} characters of ${shownName(field)}, which has ${length}`
    const objection =
      rail === 'ACH' && field !== 'referenceForBeneficiary'
        ? objectionToCharacters(field, text)
        : objectionToSpelling(rail, field, text, place.maxLength)
    if (objection) return objection
  }
  if (rail === 'FEDWIRE') return objectionToCodes(information) ?? objectionToFbo(rail, information)
  return rail === 'ACH' ? undefined : objectionToFbo(rail, information)
}

function wayOf(rail: Rail, { localInstruments }: PaymentInformation, secCode?: string | null): string {
  if (rail === 'FEDWIRE' && isOfBanks(localInstruments)) return `FEDWIRE ${localInstruments}`
  return secCode && !ORDINARY.includes(secCode) ? `${rail} ${secCode}` : rail
}

/** Identifiers of ACH must be printable ASCII. */
function objectionToCharacters(field: CarriedField, text: string): string | undefined {
  return /^[\x20-\x7e]*$/.test(text)
    ? undefined
    : `${shownName(field)} has a character that ACH cannot carry: it carries printable ASCII only`
}

/** A text is spelled in the characters of the rail, which can be more than it has, or none. */
function objectionToSpelling(rail: Rail, field: CarriedField, text: string, maxLength: number): string | undefined {
  const { length } = spelled(rail, field, text)
  if (length === 0) return `${rail} cannot carry any character of ${shownName(field)}: it carries printable ASCII only`
  return length > maxLength
    ? `${rail} carries at most ${maxLength} characters of ${shownName(field)}, which has ${length} there`
    : undefined
}

function spelled(rail: Rail, field: CarriedField, text: string): string {
  return field === 'referenceForBeneficiary' ? spelledReference(rail, text) : toAscii(text)
}

/** A reference in the characters of its rail; SWIFT has fewer of them. */
function spelledReference(rail: Rail, text: string): string {
  return rail === 'SWIFT' ? isoText(text, { charset: 'swiftReference', maxLength: Infinity }) : toAscii(text)
}

/** ISO 20022 Max35Text. */
const END_TO_END_LENGTH = 35

/**
 * The end-to-end id of a message without referenceForBeneficiary: the customer's reference as the
 * rail spells it. Undefined if it does not fit, or nothing is left of it: the payment's id, which
 * nobody takes for another reference, stands in its place.
 */
export function carriedReference(rail: Rail, externalReferenceId: string): string | undefined {
  const reference = spelledReference(rail, externalReferenceId)
  return reference !== '' && reference.length <= END_TO_END_LENGTH ? reference : undefined
}

/** What a message spells otherwise of the information, by the field of the request. */
export function alteredInformation(rail: Rail, information: PaymentInformation): AlteredField[] {
  return alteredOf(said(information).map(([field, text]) => [shownName(field), text, spelled(rail, field, text)]))
}

/** Fedwire has lists of these codes. With another, the transfer would be refused as it leaves. */
function objectionToCodes({ localInstruments, remittanceMethod }: PaymentInformation): string | undefined {
  if (localInstruments && !WIRE_INSTRUMENTS.includes(localInstruments))
    return `FEDWIRE knows no additionalInfo.localInstruments ${localInstruments}: send one of ${WIRE_INSTRUMENTS.join(', ')}`
  if (remittanceMethod && !REMITTANCE_METHODS.some((one) => one === remittanceMethod))
    return `FEDWIRE knows no additionalInfo.remittanceMethod ${remittanceMethod}: send one of ${REMITTANCE_METHODS.join(', ')}`
  return undefined
}

/** A party is named, and its address is whole: a rail would leave out what is said without that. */
function objectionToFbo(rail: Exclude<Rail, 'ACH'>, information: PaymentInformation): string | undefined {
  const given = FBO_FIELDS.filter((field) => information[field])
  if (given.length === 0) return undefined
  if (!information.fboName) return `${rail} carries ${given[0]} only with fboName`
  const part = given.find((field) => ADDRESS.includes(field))
  const missing = NEEDED_OF_ADDRESS[rail].filter((field) => !information[field])
  return part && missing.length > 0 ? `${rail} carries ${part} only with ${missing.join(', ')}` : undefined
}

function said(information: PaymentInformation): [CarriedField, string][] {
  return CARRIED_FIELDS.flatMap((field): [CarriedField, string][] => {
    const text = information[field]
    return text ? [[field, text]] : []
  })
}

function shownName(field: CarriedField): string {
  if ((FBO_FIELDS as readonly string[]).includes(field)) return field
  return `additionalInfo.${field === 'addendaInformation' ? 'unstructuredAddendaInfo' : field}`
}
