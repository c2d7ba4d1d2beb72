import { Case5, CaseAssignment5 } from '../components/agents.ts'
import { SupplementaryData1 } from '../components/general.ts'
import { AMLIndicator, Max140Text, TrueFalseIndicator, YesNoIndicator } from '../components/texts.ts'
import { UnderlyingTransaction5Choice } from '../components/underlying.ts'
import { choice, codes, many, optional, sequence } from '../description.ts'

const UnableToApplyMissingInformation3Code = codes(
  'MS01',
  'MS02',
  'MS03',
  'MS04',
  'MS05',
  'MS06',
  'MS07',
  'MS08',
  'MS09',
  'MS10',
  'MS11',
  'MS12',
  'MS13',
  'MS14',
  'MS15',
  'MS16',
  'MS17',
  'NARR',
)

const UnableToApplyMissing1 = sequence({
  Cd: UnableToApplyMissingInformation3Code,
  AddtlMssngInf: optional(Max140Text),
})

const UnableToApplyIncorrectInformation4Code = codes(
  'IN01',
  'IN02',
  'IN03',
  'IN04',
  'IN05',
  'IN06',
  'IN07',
  'IN08',
  'IN09',
  'IN10',
  'IN11',
  'IN12',
  'IN13',
  'IN14',
  'IN15',
  'IN16',
  'IN17',
  'IN18',
  'IN19',
  'MM20',
  'MM21',
  'MM22',
  'MM25',
  'MM26',
  'MM27',
  'MM28',
  'MM29',
  'MM30',
  'MM31',
  'MM32',
  'IN33',
  'MM34',
  'MM35',
  'IN36',
  'IN37',
  'IN38',
  'IN39',
  'NARR',
)

const UnableToApplyIncorrect1 = sequence({
  Cd: UnableToApplyIncorrectInformation4Code,
  AddtlIncrrctInf: optional(Max140Text),
})

const MissingOrIncorrectInformation3 = sequence({
  AMLReq: optional(AMLIndicator),
  MssngInf: many(UnableToApplyMissing1, 10),
  IncrrctInf: many(UnableToApplyIncorrect1, 10),
})

const UnableToApplyJustification3Choice = choice({
  AnyInf: YesNoIndicator,
  MssngOrIncrrctInf: MissingOrIncorrectInformation3,
  PssblDplctInstr: TrueFalseIndicator,
})

const UnableToApplyV07 = sequence({
  Assgnmt: CaseAssignment5,
  Case: optional(Case5),
  Undrlyg: UnderlyingTransaction5Choice,
  Justfn: UnableToApplyJustification3Choice,
  SplmtryData: many(SupplementaryData1),
})

/** camt.026.001.07 */
export const Camt026_07 = sequence({
  UblToApply: UnableToApplyV07,
})
