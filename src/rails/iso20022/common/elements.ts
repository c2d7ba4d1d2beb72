import type { CashAccount38 } from '../components/accounts.ts'
import type { BranchAndFinancialInstitutionIdentification6 } from '../components/agents.ts'
import type { PartyIdentification135, PostalAddress24 } from '../components/parties.ts'
import type { RemittanceInformation16 } from '../components/remittance.ts'
import type { Value } from '../description.ts'

/** Groups of elements that the messages of ISO 20022 share. */
export type PostalAddress = Value<typeof PostalAddress24>
export type Party = Value<typeof PartyIdentification135>
export type Agent = Value<typeof BranchAndFinancialInstitutionIdentification6>
export type Account = Value<typeof CashAccount38>
export type Remittance = Value<typeof RemittanceInformation16>
