import type { Instruction, MessageAccount, MessageAddress, MessageParty } from '../../network.ts'
import { elementText } from '../common/text.ts'
import type { Transfer } from '../instant/dialect.ts'

type Payment = Transfer['CdtTrfTxInf'][number]
type Party = Payment['Dbtr']

/** A participant of RTP: its routing number, without a scheme. */
export function participantAgent(routingNumber: string) {
  return { FinInstnId: { ClrSysMmbId: { MmbId: routingNumber } } }
}

/**
 * A debtor or creditor as RTP takes it: the name, and an address if it has a street, a town, a
 * state, a post code and a country. RTP identifies them by LEIs and dates of birth only: an
 * instruction with another identification is refused (`objectionToParties`).
 */
export function rtpParty({ name, address }: MessageParty): Party {
  const written = address && rtpAddress(address)
  return { Nm: elementText(name, 140) ?? 'NOTPROVIDED', ...(written && { PstlAdr: written }) }
}

/** An ultimate debtor or creditor, which can have an identification as well. */
export function rtpUltimateParty(party: MessageParty): Party {
  const identification = elementText(party.identification, 35)
  return { ...rtpParty(party), ...(identification && { Id: { OrgId: { Othr: [{ Id: identification }] } } }) }
}

/** Why RTP would lose a part of what an instruction says of its parties. */
export function objectionToParties({ debtor, creditor }: Instruction): string | undefined {
  return debtor.identification || creditor.identification
    ? 'RTP has no place for an identification of the sender or the receiver'
    : undefined
}

/** Two lines are the street and one line more, which is all that RTP has. */
function rtpAddress(address: MessageAddress): Party['PstlAdr'] {
  const [street, ...others] = [address.streetName, ...(address.lines ?? [])].flatMap(
    (text) => elementText(text, 70) ?? [],
  )
  const postCode = elementText(address.postCode, 16)
  const town = elementText(address.townName, 35)
  const state = elementText(address.countrySubDivision, 35)
  const { country } = address
  if (!street || !postCode || !town || !state || !country) return undefined
  const building = elementText(address.buildingNumber, 16)
  const more = elementText(others.join(' '), 70)
  return {
    StrtNm: street,
    ...(building && { BldgNb: building }),
    PstCd: postCode,
    TwnNm: town,
    CtrySubDvsn: state,
    Ctry: country,
    ...(more && { AdrLine: [more] }),
  }
}

export function rtpAccount({ number }: MessageAccount) {
  return { Id: { Othr: { Id: number } } }
}
