import type { InstitutionSettings } from '../../../institution/institution.ts'
import type { Rail } from '../../../kernel/rail.ts'

export type InstantNetwork = InstitutionSettings['instantNetwork']

/** What decides over which network an instant payment goes. */
export interface InstantChoice {
  settings: Pick<InstitutionSettings, 'instantNetwork' | 'rails'>
  /** The rails that the sending account cannot use. */
  excludedRails: readonly Rail[]
  /** The rails that do not reach the receiver's bank, by the lists of participants. */
  unreachableRails: readonly Rail[]
  /** The rails whose network says that the receiver's bank is not there now. */
  absentRails: readonly Rail[]
}

/**
 * The network that both banks reach: the institution's preference, unless only the other one
 * reaches the receiver's bank. A bank that is not there now is reached by the other network, if
 * that one has it; if neither does, the preference stays, and its answer decides.
 */
export function chooseInstantNetwork(choice: InstantChoice): InstantNetwork {
  const preferred = choice.settings.instantNetwork
  const other = preferred === 'RTP' ? 'FEDNOW' : 'RTP'
  const { absentRails } = choice
  // An account that may not use the preferred network pays no instant payment by the other one.
  if (choice.excludedRails.includes(preferred) || !isUsable(other, choice)) return preferred
  if (!isUsable(preferred, choice)) return other
  return absentRails.includes(preferred) && !absentRails.includes(other) ? other : preferred
}

function isUsable(network: InstantNetwork, { settings, excludedRails, unreachableRails }: InstantChoice): boolean {
  return settings.rails[network] && !excludedRails.includes(network) && !unreachableRails.includes(network)
}
