import type { Participant } from '../../banks/banks.ts'
import type { Rail } from '../../kernel/rail.ts'

/** The rails whose participants the demo lists. Without a list of BICs, every BIC is good. */
export const DEMO_LISTS = ['ACH', 'FEDWIRE', 'RTP', 'FEDNOW'] as const satisfies readonly Rail[]

type DemoRail = (typeof DEMO_LISTS)[number]

/** A bank of the demo: its name and place are invented. */
type DemoBank = readonly [routingNumber: string, name: string, city: string, state: string, rails: readonly DemoRail[]]

/** The numbers that examples of integrators often use come first, and take every rail. */
const banks: readonly DemoBank[] = [
  ['061099995', 'Giro Demo Bank', 'Atlanta', 'GA', DEMO_LISTS],
  ['021000021', 'First Example Bank', 'New York', 'NY', DEMO_LISTS],
  ['011000015', 'Beacon Example Bank', 'Boston', 'MA', DEMO_LISTS],
  ['021000089', 'Harbor Example Bank', 'New York', 'NY', DEMO_LISTS],
  ['021200339', 'Garden Example Bank', 'Newark', 'NJ', DEMO_LISTS],
  ['026009593', 'Island Example Bank', 'New York', 'NY', DEMO_LISTS],
  ['031201360', 'Orchard Example Bank', 'Trenton', 'NJ', DEMO_LISTS],
  ['061000052', 'Peachtree Example Bank', 'Atlanta', 'GA', DEMO_LISTS],
  ['063107513', 'Lagoon Example Bank', 'Tampa', 'FL', DEMO_LISTS],
  ['071000013', 'Prairie Example Bank', 'Chicago', 'IL', DEMO_LISTS],
  ['091000022', 'Twin Rivers Example Bank', 'Minneapolis', 'MN', DEMO_LISTS],
  ['110000000', 'Practice Example Bank', 'Austin', 'TX', DEMO_LISTS],
  ['111000025', 'Lone Star Example Bank', 'Dallas', 'TX', DEMO_LISTS],
  ['121000248', 'Bay Example Bank', 'San Francisco', 'CA', DEMO_LISTS],
  ['121000358', 'Redwood Example Bank', 'Sacramento', 'CA', DEMO_LISTS],
  ['121042882', 'Sierra Example Bank', 'Fresno', 'CA', DEMO_LISTS],
  ['122000247', 'Canyon Example Bank', 'Los Angeles', 'CA', DEMO_LISTS],
  ['122105155', 'Desert Example Bank', 'Tucson', 'AZ', DEMO_LISTS],
  ['256074974', 'Anchor Example Credit Union', 'Vienna', 'VA', DEMO_LISTS],
  ['267084131', 'Palm Example Bank', 'Miami', 'FL', DEMO_LISTS],
  ['322271627', 'Pacific Example Bank', 'San Diego', 'CA', DEMO_LISTS],
  ['091000019', 'Northern Lakes Example Bank', 'Duluth', 'MN', DEMO_LISTS],
  ['011400990', 'Granite Example Savings', 'Concord', 'NH', ['ACH', 'FEDWIRE']],
  ['273099916', 'Cornfield Example Credit Union', 'Ames', 'IA', ['ACH']],
]

/** The participants of a rail in the demo. */
export function demoParticipants(rail: DemoRail): Participant[] {
  return banks
    .filter(([, , , , rails]) => rails.includes(rail))
    .map(([bankId, name, city, state]) => {
      return { bankId, name, takesPayments: true, details: { address: { city, state, countryCode: 'US' } } }
    })
}
