import type { MessageParty } from '../../network.ts'
import { type AddressLines, definedOf, HYBRID_LINES, readAddress, writeAddress } from './address.ts'
import type { Party } from './elements.ts'
import { elementText } from './text.ts'

/** Of a party that a message names by an identification or an account only. */
export const UNNAMED = 'NOTPROVIDED'

/** PartyIdentification135. An identification is written as that of an organisation. */
export function writeParty(party: MessageParty, lines: AddressLines = HYBRID_LINES): Party {
  const identification = elementText(party.identification, 35)
  return definedOf({
    Nm: elementText(party.name, 140) ?? UNNAMED,
    PstlAdr: writeAddress(party.address, lines),
    Id: identification ? { OrgId: { Othr: [{ Id: identification }] } } : undefined,
  })
}

export function readParty(party: Party | undefined): MessageParty {
  const organisation = party?.Id?.OrgId
  const identification =
    organisation?.LEI ?? organisation?.AnyBIC ?? (organisation?.Othr ?? party?.Id?.PrvtId?.Othr)?.[0]?.Id
  return {
    name: party?.Nm ?? UNNAMED,
    ...definedOf({ address: readAddress(party?.PstlAdr), identification }),
  }
}
