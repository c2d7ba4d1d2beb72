import { codes, codesAndThoseOfNetworks } from '../description.ts'

export const AddressType2Code = codes('ADDR', 'PBOX', 'HOME', 'BIZZ', 'MLTO', 'DLVY')
export const AttendanceContext1Code = codes('ATTD', 'SATT', 'UATT')
export const AuthenticationEntity1Code = codes('ICCD', 'AGNT', 'MERC')
export const AuthenticationMethod1Code = codes(
  'UKNW',
  'BYPS',
  'NPIN',
  'FPIN',
  'CPSG',
  'PPSG',
  'MANU',
  'MERC',
  'SCRT',
  'SNCT',
  'SCNL',
)
export const CSCManagement1Code = codes('PRST', 'BYPS', 'UNRD', 'NCSC')
export const CardDataReading1Code = codes('TAGC', 'PHYS', 'BRCD', 'MGST', 'CICC', 'DFLE', 'CTLS', 'ECTL')
export const CardPaymentServiceType2Code = codes(
  'AGGR',
  'DCCV',
  'GRTT',
  'INSP',
  'LOYT',
  'NRES',
  'PUCO',
  'RECP',
  'SOAF',
  'UNAF',
  'VCAU',
)
export const CardholderVerificationCapability1Code = codes(
  'MNSG',
  'NPIN',
  'FCPN',
  'FEPN',
  'FDSG',
  'FBIO',
  'MNVR',
  'FBIG',
  'APKI',
  'PKIS',
  'CHDT',
  'SCEC',
)
export const ChargeBearerType1Code = codes('DEBT', 'CRED', 'SHAR', 'SLEV')
export const ClearingChannel2Code = codes('RTGS', 'RTNS', 'MPNS', 'BOOK')
export const CopyDuplicate1Code = codes('CODU', 'COPY', 'DUPL')
export const CreditDebitCode = codes('CRDT', 'DBIT')
export const DocumentType3Code = codes('RADM', 'RPIN', 'FXDR', 'DISP', 'PUOR', 'SCOR')
export const DocumentType6Code = codes(
  'MSIN',
  'CNFA',
  'DNFA',
  'CINV',
  'CREN',
  'DEBN',
  'HIRI',
  'SBIN',
  'CMCN',
  'SOAC',
  'DISP',
  'BOLD',
  'VCHR',
  'AROI',
  'TSUT',
  'PUOR',
)
export const Frequency6Code = codes('YEAR', 'MNTH', 'QURT', 'MIAN', 'WEEK', 'DAIL', 'ADHO', 'INDA', 'FRTN')
/** RTP adds codes of its own, most of them for tokens in place of account numbers. */
export const Instruction3Code = codesAndThoseOfNetworks(
  ['CHQB', 'HOLD', 'PHOB', 'TELB'],
  ['PRTK', 'RECI', 'TKCM', 'TKSG', 'TKSP', 'TKVE', 'TKXP', 'TOKN', 'VLTK'],
)
export const Instruction4Code = codes('PHOA', 'TELA')
export const InterestType1Code = codes('INDY', 'OVRN')
export const MandateClassification1Code = codes('FIXE', 'USGB', 'VARI')
export const NamePrefix2Code = codes('DOCT', 'MADM', 'MISS', 'MIST', 'MIKS')
export const OnLineCapability1Code = codes('OFLN', 'ONLN', 'SMON')
export const POIComponentType1Code = codes('SOFT', 'EMVK', 'EMVO', 'MRIT', 'CHIT', 'SECM', 'PEDV')
export const PartyType3Code = codes('OPOI', 'MERC', 'ACCP', 'ITAG', 'ACQR', 'CISS', 'DLIS')
export const PartyType4Code = codes('MERC', 'ACCP', 'ITAG', 'ACQR', 'CISS', 'TAXH')
export const PaymentMethod4Code = codes('CHK', 'TRF', 'DD', 'TRA')
export const PreferredContactMethod1Code = codes('LETT', 'MAIL', 'PHON', 'FAXX', 'CELL')
export const PriceValueType1Code = codes('DISC', 'PREM', 'PARV')
export const Priority2Code = codes('HIGH', 'NORM')
export const Priority3Code = codes('URGT', 'HIGH', 'NORM')
export const RegulatoryReportingType1Code = codes('CRED', 'DEBT', 'BOTH')
export const RemittanceLocationMethod2Code = codes('FAXI', 'EDIC', 'URID', 'EMAL', 'POST', 'SMSM')
export const SequenceType3Code = codes('FRST', 'RCUR', 'FNAL', 'OOFF', 'RPRE')
export const SettlementMethod1Code = codes('INDA', 'INGA', 'COVE', 'CLRG')
export const TaxRecordPeriod1Code = codes(
  'MM01',
  'MM02',
  'MM03',
  'MM04',
  'MM05',
  'MM06',
  'MM07',
  'MM08',
  'MM09',
  'MM10',
  'MM11',
  'MM12',
  'QTR1',
  'QTR2',
  'QTR3',
  'QTR4',
  'HLF1',
  'HLF2',
)
export const TransactionChannel1Code = codes('MAIL', 'TLPH', 'ECOM', 'TVPY')
export const TransactionEnvironment1Code = codes('MERC', 'PRIV', 'PUBL')
export const UnitOfMeasure1Code = codes(
  'PIEC',
  'TONS',
  'FOOT',
  'GBGA',
  'USGA',
  'GRAM',
  'INCH',
  'KILO',
  'PUND',
  'METR',
  'CMET',
  'MMET',
  'LITR',
  'CELI',
  'MILI',
  'GBOU',
  'USOU',
  'GBQA',
  'USQA',
  'GBPI',
  'USPI',
  'MILE',
  'KMET',
  'YARD',
  'SQKI',
  'HECT',
  'ARES',
  'SMET',
  'SCMT',
  'SMIL',
  'SQMI',
  'SQYA',
  'SQFO',
  'SQIN',
  'ACRE',
)
export const UserInterface2Code = codes('MDSP', 'CDSP')
