import { choice, optional, sequence } from '../description.ts'
import { CashAccount38 } from './accounts.ts'
import {
  ExternalClearingSystemIdentification1Code,
  ExternalFinancialInstitutionIdentification1Code,
} from './external-codes.ts'
import { PartyIdentification135, PostalAddress24 } from './parties.ts'
import { BICFIDec2014Identifier, ISODateTime, LEIIdentifier, Max35Text, Max140Text, YesNoIndicator } from './texts.ts'

const ClearingSystemIdentification2Choice = choice({
  Cd: ExternalClearingSystemIdentification1Code,
  Prtry: Max35Text,
})

export const ClearingSystemMemberIdentification2 = sequence({
  ClrSysId: optional(ClearingSystemIdentification2Choice),
  MmbId: Max35Text,
})

const FinancialIdentificationSchemeName1Choice = choice({
  Cd: ExternalFinancialInstitutionIdentification1Code,
  Prtry: Max35Text,
})

export const GenericFinancialIdentification1 = sequence({
  Id: Max35Text,
  SchmeNm: optional(FinancialIdentificationSchemeName1Choice),
  Issr: optional(Max35Text),
})

const FinancialInstitutionIdentification18 = sequence({
  BICFI: optional(BICFIDec2014Identifier),
  ClrSysMmbId: optional(ClearingSystemMemberIdentification2),
  LEI: optional(LEIIdentifier),
  Nm: optional(Max140Text),
  PstlAdr: optional(PostalAddress24),
  Othr: optional(GenericFinancialIdentification1),
})

const BranchData3 = sequence({
  Id: optional(Max35Text),
  LEI: optional(LEIIdentifier),
  Nm: optional(Max140Text),
  PstlAdr: optional(PostalAddress24),
})

export const BranchAndFinancialInstitutionIdentification6 = sequence({
  FinInstnId: FinancialInstitutionIdentification18,
  BrnchId: optional(BranchData3),
})

/** The agents before the one that instructs, with their accounts. */
export const previousInstructingAgents = {
  PrvsInstgAgt1: optional(BranchAndFinancialInstitutionIdentification6),
  PrvsInstgAgt1Acct: optional(CashAccount38),
  PrvsInstgAgt2: optional(BranchAndFinancialInstitutionIdentification6),
  PrvsInstgAgt2Acct: optional(CashAccount38),
  PrvsInstgAgt3: optional(BranchAndFinancialInstitutionIdentification6),
  PrvsInstgAgt3Acct: optional(CashAccount38),
}

/** The agents between those of the debtor and the creditor, with their accounts. */
export const intermediaryAgents = {
  IntrmyAgt1: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt1Acct: optional(CashAccount38),
  IntrmyAgt2: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt2Acct: optional(CashAccount38),
  IntrmyAgt3: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt3Acct: optional(CashAccount38),
}

export const Party40Choice = choice({
  Pty: PartyIdentification135,
  Agt: BranchAndFinancialInstitutionIdentification6,
})

export const Case5 = sequence({
  Id: Max35Text,
  Cretr: Party40Choice,
  ReopCaseIndctn: optional(YesNoIndicator),
})

export const CaseAssignment5 = sequence({
  Id: Max35Text,
  Assgnr: Party40Choice,
  Assgne: Party40Choice,
  CreDtTm: ISODateTime,
})
