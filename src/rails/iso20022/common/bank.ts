import type { MessageBank } from '../../network.ts'
import { type AddressLines, definedOf, HYBRID_LINES, readAddress, writeAddress } from './address.ts'
import type { Agent } from './elements.ts'
import { elementText } from './text.ts'

/** ExternalClearingSystemIdentification1Code of American routing numbers. */
const AMERICAN_ROUTING_NUMBER = 'USABA'

/** BranchAndFinancialInstitutionIdentification6, with all that is known of the bank. */
export function writeBank(bank: MessageBank, lines: AddressLines = HYBRID_LINES): Agent {
  const { routingNumber, bic, name, address } = bank
  return {
    FinInstnId: definedOf({
      BICFI: bic,
      ClrSysMmbId: routingNumber ? routingNumberOf(routingNumber) : undefined,
      Nm: elementText(name, 140),
      PstlAdr: name ? writeAddress(address, lines) : undefined,
    }),
  }
}

/** A participant of an American network, named by its routing number alone. */
export function writeParticipant(routingNumber: string): {
  FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: 'USABA' }; MmbId: string } }
} {
  return { FinInstnId: { ClrSysMmbId: routingNumberOf(routingNumber) } }
}

export function readBank(agent: Agent | undefined): MessageBank {
  const { BICFI, ClrSysMmbId, Nm, PstlAdr } = agent?.FinInstnId ?? {}
  const scheme = ClrSysMmbId?.ClrSysId?.Cd
  const isAmerican = scheme === undefined || scheme === AMERICAN_ROUTING_NUMBER
  return definedOf({
    routingNumber: isAmerican ? ClrSysMmbId?.MmbId : undefined,
    bic: BICFI,
    name: Nm,
    address: readAddress(PstlAdr),
  })
}

function routingNumberOf(MmbId: string) {
  return { ClrSysId: { Cd: AMERICAN_ROUTING_NUMBER } as const, MmbId }
}
