import { Case5, CaseAssignment5 } from '../components/agents.ts'
import { Max35Text, Max140Text, UUIDv4Identifier } from '../components/texts.ts'
import { optional, sequence } from '../description.ts'

const TransactionReferences8 = sequence({
  InstrId: Max35Text,
  EndToEndId: Max35Text,
  TxId: Max35Text,
  UETR: optional(UUIDv4Identifier),
})

const ProprietaryData6 = sequence({
  Ustrd: optional(Max140Text),
  OrigRefs: TransactionReferences8,
})

const ProprietaryData7 = sequence({
  Tp: Max35Text,
  Data: ProprietaryData6,
})

const ProprietaryFormatInvestigationV05 = sequence({
  Assgnmt: CaseAssignment5,
  Case: Case5,
  PrtryData: ProprietaryData7,
})

/** camt.035.001.05 */
export const Camt035_05 = sequence({
  PrtryFrmtInvstgtn: ProprietaryFormatInvestigationV05,
})
