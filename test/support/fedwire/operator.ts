// What the Fedwire Funds Service and other banks send, written by hand: not by the codec, so that
// its errors show.
export const FED = '021151080'
/** Another participant. */
export const OTHER_BANK = '021000021'
export const CREATED_AT = '2026-07-01T10:00:00-04:00'
const REGISTRY = 'www2.swift.com/mystandards/#/group/Federal_Reserve_Financial_Services/Fedwire_Funds_Service'

const party = (id: string) => `<FIId><FinInstnId><ClrSysMmbId><MmbId>${id}</MmbId></ClrSysMmbId></FinInstnId></FIId>`

export interface Delivered {
  id: string
  to: string
  /** Fedwire sends it again at request. */
  copyOf?: { id: string; from: string; to: string }
  service?: string
  /** Another sender than Fedwire. */
  from?: string
}

const heading = (id: string, from: string, to: string, type: string, service = 'TEST') =>
  `<Fr>${party(from)}</Fr><To>${party(to)}</To><BizMsgIdr>${id}</BizMsgIdr><MsgDefIdr>${type}</MsgDefIdr>
<BizSvc>${service}</BizSvc><MktPrctc><Regy>${REGISTRY}</Regy><Id>frb.fedwire.01</Id></MktPrctc><CreDt>${CREATED_AT}</CreDt>`

/** A document in the envelope and with the header of Fedwire. */
export function deliver(
  element: string,
  type: string,
  document: string,
  { id, to, copyOf, service, from = FED }: Delivered,
): string {
  const copy = copyOf
    ? `<CpyDplct>DUPL</CpyDplct><Rltd>${heading(copyOf.id, copyOf.from, copyOf.to, type, service)}</Rltd>`
    : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<FedwireFundsOutgoing xmlns="urn:fedwirefunds:outgoing:v001"><FedwireFundsOutgoingMessage><FedwireFunds${element}>
<AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.03">${heading(id, from, to, type, service)}${copy}</AppHdr>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${type}">${document}</Document>
</FedwireFunds${element}></FedwireFundsOutgoingMessage></FedwireFundsOutgoing>`
}

export const agent = (routingNumber: string) =>
  `<FinInstnId><ClrSysMmbId><ClrSysId><Cd>USABA</Cd></ClrSysId><MmbId>${routingNumber}</MmbId></ClrSysMmbId></FinInstnId>`

const original = (imad: string, type: string) =>
  `<OrgnlMsgId>${imad}</OrgnlMsgId><OrgnlMsgNmId>${type}</OrgnlMsgNmId><OrgnlCreDtTm>${CREATED_AT}</OrgnlCreDtTm>`

export interface Named extends Delivered {
  imad: string
  uetr: string
  originalType?: string
}

/** pacs.002: Fedwire has settled a message of ours, or rejects it. */
export function paymentStatus({
  imad,
  uetr,
  code = 'ACSC',
  settledOn = '2026-03-10',
  reason,
  originalType = 'pacs.008.001.08',
  omad = '20260310OTHERBNK000001',
  ...delivered
}: Named & { code?: string; settledOn?: string; reason?: { code: string; text: string }; omad?: string }): string {
  const why = reason
    ? `<StsRsnInf><Rsn><Prtry>${reason.code}</Prtry></Rsn><AddtlInf>${reason.text}</AddtlInf></StsRsnInf>`
    : `<AccptncDtTm>${CREATED_AT}</AccptncDtTm><FctvIntrBkSttlmDt><Dt>${settledOn}</Dt></FctvIntrBkSttlmDt>`
  const document = `<FIToFIPmtStsRpt><GrpHdr><MsgId>${omad}</MsgId><CreDtTm>${CREATED_AT}</CreDtTm></GrpHdr>
<TxInfAndSts><OrgnlGrpInf>${original(imad, originalType)}</OrgnlGrpInf><OrgnlUETR>${uetr}</OrgnlUETR>
<TxSts>${code}</TxSts>${why}<InstgAgt>${agent(FED)}</InstgAgt><InstdAgt>${agent(delivered.to)}</InstdAgt>
</TxInfAndSts></FIToFIPmtStsRpt>`
  return deliver('PaymentStatus', 'pacs.002.001.10', document, delivered)
}

export interface Transfer extends Delivered {
  imad: string
  uetr: string
  amount: string
  account?: string
  currency?: string
  date?: string
  receiver?: string
  creditor?: string
  /** The bank of the creditor, if it is not the one that gets the message. */
  creditorBank?: string
  remittance?: string
  instrument?: string
}

/** pacs.008: another bank pays a customer of ours. */
export function customerTransfer({
  imad,
  uetr,
  amount,
  account = '123456789012',
  currency = 'USD',
  date = '2026-03-10',
  receiver,
  creditor = 'Ada Lovelace',
  creditorBank,
  remittance = 'Invoice 7',
  instrument = 'CTRC',
  ...delivered
}: Transfer): string {
  const document = `<FIToFICstmrCdtTrf><GrpHdr><MsgId>${imad}</MsgId><CreDtTm>${CREATED_AT}</CreDtTm><NbOfTxs>1</NbOfTxs>
<SttlmInf><SttlmMtd>CLRG</SttlmMtd><ClrSys><Cd>FDW</Cd></ClrSys></SttlmInf></GrpHdr>
<CdtTrfTxInf><PmtId><EndToEndId>E2E-1</EndToEndId><UETR>${uetr}</UETR></PmtId>
<PmtTpInf><LclInstrm><Prtry>${instrument}</Prtry></LclInstrm></PmtTpInf>
<IntrBkSttlmAmt Ccy="${currency}">${amount}</IntrBkSttlmAmt><IntrBkSttlmDt>${date}</IntrBkSttlmDt>
<InstdAmt Ccy="USD">${amount}</InstdAmt><ChrgBr>SHAR</ChrgBr>
<InstgAgt>${agent(OTHER_BANK)}</InstgAgt><InstdAgt>${agent(receiver ?? delivered.to)}</InstdAgt>
<Dbtr><Nm>Grace Hopper</Nm><PstlAdr><StrtNm>Main Street</StrtNm><TwnNm>Arlington</TwnNm><Ctry>US</Ctry></PstlAdr></Dbtr>
<DbtrAcct><Id><Othr><Id>999888</Id></Othr></Id></DbtrAcct><DbtrAgt>${agent(OTHER_BANK)}</DbtrAgt>
<CdtrAgt>${agent(creditorBank ?? delivered.to)}</CdtrAgt><Cdtr><Nm>${creditor}</Nm></Cdtr>
<CdtrAcct><Id><Othr><Id>${account}</Id></Othr></Id></CdtrAcct>
<RmtInf><Ustrd>${remittance}</Ustrd></RmtInf></CdtTrfTxInf></FIToFICstmrCdtTrf>`
  return deliver('CustomerCreditTransfer', 'pacs.008.001.08', document, delivered)
}

/** pacs.004: another bank returns a transfer of ours. */
export function paymentReturn({
  imad,
  uetr,
  amount,
  code = 'AC03',
  text = 'Wrong account',
  returnImad,
  originalType = 'pacs.008.001.08',
  ...delivered
}: Named & { amount: string; code?: string; text?: string; returnImad: string }): string {
  const document = `<PmtRtr><GrpHdr><MsgId>${returnImad}</MsgId><CreDtTm>${CREATED_AT}</CreDtTm><NbOfTxs>1</NbOfTxs>
<SttlmInf><SttlmMtd>CLRG</SttlmMtd><ClrSys><Cd>FDW</Cd></ClrSys></SttlmInf></GrpHdr>
<TxInf><OrgnlGrpInf>${original(imad, originalType)}</OrgnlGrpInf><OrgnlUETR>${uetr}</OrgnlUETR>
<RtrdIntrBkSttlmAmt Ccy="USD">${amount}</RtrdIntrBkSttlmAmt><IntrBkSttlmDt>${dateOf(returnImad)}</IntrBkSttlmDt>
<RtrdInstdAmt Ccy="USD">${amount}</RtrdInstdAmt>
<InstgAgt>${agent(OTHER_BANK)}</InstgAgt><InstdAgt>${agent(delivered.to)}</InstdAgt>
<RtrChain><Dbtr><Pty><Nm>Grace Hopper</Nm></Pty></Dbtr><Cdtr><Pty><Nm>Ada Lovelace</Nm></Pty></Cdtr></RtrChain>
<RtrRsnInf><Rsn><Cd>${code}</Cd></Rsn><AddtlInf>${text}</AddtlInf></RtrRsnInf>
<OrgnlTxRef><PmtTpInf><LclInstrm><Prtry>CTRC</Prtry></LclInstrm></PmtTpInf></OrgnlTxRef></TxInf></PmtRtr>`
  return deliver('PaymentReturn', 'pacs.004.001.10', document, delivered)
}

/** The cycle date of an IMAD, as elements have dates. */
const dateOf = (imad: string) => imad.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3')

/** camt.056: another bank asks for a transfer back that it sent to us. */
export function returnRequest({ imad, uetr, ...delivered }: Named): string {
  const document = `<FIToFIPmtCxlReq><Assgnmt><Id>20260310OTHERBNK000900</Id><Assgnr><Agt>${agent(OTHER_BANK)}</Agt></Assgnr>
<Assgne><Agt>${agent(delivered.to)}</Agt></Assgne><CreDtTm>${CREATED_AT}</CreDtTm></Assgnmt>
<Case><Id>CASE-1</Id><Cretr><Agt>${agent(OTHER_BANK)}</Agt></Cretr></Case>
<Undrlyg><TxInf><OrgnlGrpInf>${original(imad, 'pacs.008.001.08')}</OrgnlGrpInf><OrgnlUETR>${uetr}</OrgnlUETR>
<OrgnlIntrBkSttlmAmt Ccy="USD">25.00</OrgnlIntrBkSttlmAmt><OrgnlIntrBkSttlmDt>2026-03-10</OrgnlIntrBkSttlmDt>
<CxlRsnInf><Rsn><Cd>DUPL</Cd></Rsn><AddtlInf>Sent twice</AddtlInf></CxlRsnInf></TxInf></Undrlyg></FIToFIPmtCxlReq>`
  return deliver('ReturnRequest', 'camt.056.001.08', document, delivered)
}

/** camt.029: another bank answers our request for a return. */
export function returnAnswer({
  imad,
  uetr,
  confirmation,
  by = OTHER_BANK,
  ...delivered
}: Named & { confirmation: string; by?: string }): string {
  const why =
    confirmation === 'RJCR'
      ? '<CxlStsRsnInf><Rsn><Cd>LEGL</Cd></Rsn><AddtlInf>The customer disagrees</AddtlInf></CxlStsRsnInf>'
      : ''
  const document = `<RsltnOfInvstgtn><Assgnmt><Id>20260310OTHERBNK000901</Id><Assgnr><Agt>${agent(by)}</Agt></Assgnr>
<Assgne><Agt>${agent(delivered.to)}</Agt></Assgne><CreDtTm>${CREATED_AT}</CreDtTm></Assgnmt>
<RslvdCase><Id>CASE-1</Id><Cretr><Agt>${agent(delivered.to)}</Agt></Cretr></RslvdCase><Sts><Conf>${confirmation}</Conf></Sts>
<CxlDtls><TxInfAndSts><OrgnlGrpInf>${original(imad, 'pacs.008.001.08')}</OrgnlGrpInf><OrgnlUETR>${uetr}</OrgnlUETR>${why}
</TxInfAndSts></CxlDtls></RsltnOfInvstgtn>`
  return deliver('ReturnRequestResponse', 'camt.029.001.09', document, delivered)
}

/** pain.013: another bank asks for a drawdown from an account of ours. */
export function drawdownRequest({
  imad,
  uetr,
  amount,
  account = '123456789012',
  date = '2026-03-10',
  ...delivered
}: Named & { amount: string; account?: string; date?: string }): string {
  const document = `<CdtrPmtActvtnReq><GrpHdr><MsgId>${imad}</MsgId><CreDtTm>${CREATED_AT}</CreDtTm><NbOfTxs>1</NbOfTxs>
<InitgPty><Nm>Grace Hopper</Nm></InitgPty></GrpHdr><PmtInf><PmtInfId>${imad}</PmtInfId><PmtMtd>TRF</PmtMtd>
<ReqdExctnDt><Dt>${date}</Dt></ReqdExctnDt><Dbtr><Nm>Ada Lovelace</Nm></Dbtr>
<DbtrAcct><Id><Othr><Id>${account}</Id></Othr></Id></DbtrAcct><DbtrAgt>${agent(delivered.to)}</DbtrAgt>
<CdtTrfTx><PmtId><EndToEndId>DRAW-1</EndToEndId><UETR>${uetr}</UETR></PmtId>
<PmtTpInf><LclInstrm><Prtry>DRRC</Prtry></LclInstrm></PmtTpInf><Amt><InstdAmt Ccy="USD">${amount}</InstdAmt></Amt>
<ChrgBr>SHAR</ChrgBr><CdtrAgt>${agent(OTHER_BANK)}</CdtrAgt><Cdtr><Nm>Grace Hopper</Nm></Cdtr>
<CdtrAcct><Id><Othr><Id>999888</Id></Othr></Id></CdtrAcct></CdtTrfTx></PmtInf></CdtrPmtActvtnReq>`
  return deliver('DrawdownRequest', 'pain.013.001.07', document, delivered)
}

/** camt.110: another bank asks about a transfer. */
export function investigation({ imad, uetr, ...delivered }: Named): string {
  const document = `<InvstgtnReq><InvstgtnReq><MsgId>20260310OTHERBNK000910</MsgId><RqstrInvstgtnId>INV-1</RqstrInvstgtnId>
<InvstgtnTp><Cd>UTAP</Cd></InvstgtnTp><Undrlyg><IntrBk><OrgnlGrpInf>${original(imad, 'pacs.008.001.08')}</OrgnlGrpInf>
<OrgnlUETR>${uetr}</OrgnlUETR></IntrBk></Undrlyg><Rqstr><Agt>${agent(OTHER_BANK)}</Agt></Rqstr>
<Rspndr><Agt>${agent(delivered.to)}</Agt></Rspndr></InvstgtnReq><InvstgtnData><Rsn><Cd>IN01</Cd></Rsn>
<AddtlReqData><ReqNrrtv>Who is the beneficiary?</ReqNrrtv></AddtlReqData></InvstgtnData></InvstgtnReq>`
  return deliver('InvestigationRequest', 'camt.110.001.01', document, delivered)
}

/** admi.002: Fedwire rejects a message of ours. */
export function messageReject({
  of,
  code,
  text,
  ...delivered
}: Delivered & { of: string; code: string; text: string }) {
  const document = `<admi.002.001.01><RltdRef><Ref>${of}</Ref></RltdRef><Rsn><RjctgPtyRsn>${code}</RjctgPtyRsn>
<RjctnDtTm>${CREATED_AT}</RjctnDtTm><RsnDesc>${text}</RsnDesc></Rsn></admi.002.001.01>`
  return deliver('MessageReject', 'admi.002.001.01', document, delivered)
}

/** camt.052: the gaps or the totals of an endpoint, which are texts in the report. */
export function endpointReport({
  endpoint,
  kind,
  text,
  at = CREATED_AT,
  ...delivered
}: Delivered & {
  endpoint: string
  kind: 'GapIn' | 'GapOut' | 'Totals'
  text: string
  at?: string
}): string {
  const [name, messageId, reportId] =
    kind === 'Totals' ? ['Totals', 'ETOT', 'EDAY'] : ['Gap', 'GAPR', kind === 'GapIn' ? 'IMAD' : 'OMAD']
  const document = `<BkToCstmrAcctRpt><GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>${at}</CreDtTm>
<MsgPgntn><PgNb>1</PgNb><LastPgInd>true</LastPgInd></MsgPgntn></GrpHdr><Rpt><Id>${reportId}</Id><CreDtTm>${at}</CreDtTm>
<Acct><Id><Othr><Id>${endpoint}</Id></Othr></Id></Acct><AddtlRptInf>${text}</AddtlRptInf></Rpt></BkToCstmrAcctRpt>`
  return deliver(`Endpoint${name}Report`, 'camt.052.001.08', document, delivered)
}
