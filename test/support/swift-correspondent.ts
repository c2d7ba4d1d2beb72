/** A correspondent on SWIFT that a test plays by bytes: it writes its messages as text. */
import { randomUUID } from 'node:crypto'

export interface Envelope {
  from?: string
  to?: string
  /** BizMsgIdr. */
  id?: string
  service?: string
  isDuplicate?: boolean
}

export const US = 'ACMEUS33XXX'
export const CORRESPONDENTS = { USD: 'CITIUS33XXX', EUR: 'DEUTDEFFXXX', JPY: 'BOTKJPJTXXX', GBP: 'BARCGB22XXX' }
export const NOSTROS = { USD: '36000001', EUR: 'DE89370400440532013000', JPY: '6530412345', GBP: '50600001' }

let sent = 0
export const nextId = () => `COR${String(++sent).padStart(10, '0')}`

const CREATED = '2026-07-01T10:00:00-04:00'
const agent = (tag: string, bic: string) => `<${tag}><FinInstnId><BICFI>${bic}</BICFI></FinInstnId></${tag}>`
const party = (tag: string, name: string) => `<${tag}><Nm>${name}</Nm></${tag}>`
const account = (tag: string, number: string) =>
  `<${tag}><Id>${/^[A-Z]{2}\d\d/.test(number) ? `<IBAN>${number}</IBAN>` : `<Othr><Id>${number}</Id></Othr>`}</Id></${tag}>`

/** A message as it is on the wire. */
export function wire(type: string, body: string, { from, to = US, id, service, isDuplicate }: Envelope = {}): string {
  const bank = (tag: string, bic: string) =>
    `<${tag}><FIId><FinInstnId><BICFI>${bic}</BICFI></FinInstnId></FIId></${tag}>`
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<Envelope xmlns="urn:swift:xsd:envelope">` +
    `<AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02">${bank('Fr', from ?? CORRESPONDENTS.USD)}${bank('To', to)}` +
    `<BizMsgIdr>${id ?? nextId()}</BizMsgIdr><MsgDefIdr>${type}</MsgDefIdr><BizSvc>${service ?? 'swift.cbprplus.03'}</BizSvc>` +
    `<CreDt>${CREATED}</CreDt>${isDuplicate ? '<PssblDplct>true</PssblDplct>' : ''}</AppHdr>` +
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${type}">${body}</Document></Envelope>`
  )
}

/** A payment of ours, as the correspondent has it in hand. */
export interface Heard {
  messageId: string
  uetr: string
  amount: string
  currency: string
}

/** The elements of a message of ours that a correspondent works with. */
export function hear(xml: string): Heard & { to: string; type: string; method: string | undefined } {
  const text = (tag: string) => new RegExp(`<${tag}(?: [^>]*)?>([^<]*)<`).exec(xml)?.[1]
  const amount = /<IntrBkSttlmAmt Ccy="([A-Z]{3})">([^<]*)</.exec(xml)
  return {
    ...{ messageId: text('BizMsgIdr')!, uetr: text('UETR') ?? text('OrgnlUETR') ?? '', type: text('MsgDefIdr')! },
    ...{ currency: amount?.[1] ?? '', amount: amount?.[2] ?? '', method: text('SttlmMtd') },
    to: /<To>.*?<BICFI>([^<]*)</.exec(xml)![1]!,
  }
}

const original = ({ messageId, uetr }: Heard, type = 'pacs.008.001.08') =>
  `<OrgnlGrpInf><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>${type}</OrgnlMsgNmId></OrgnlGrpInf>` +
  `<OrgnlEndToEndId>E2E</OrgnlEndToEndId><OrgnlUETR>${uetr}</OrgnlUETR>`

const why = (tag: string, code?: string) =>
  code ? `<${tag}><Rsn><Cd>${code}</Cd></Rsn><AddtlInf>the reason in words</AddtlInf></${tag}>` : ''

/** pacs.002: what became of a payment. */
export function status(
  heard: Heard,
  code: string,
  { reason, ...envelope }: Envelope & { reason?: string } = {},
): string {
  const body =
    `<FIToFIPmtStsRpt><GrpHdr><MsgId>${nextId()}</MsgId><CreDtTm>${CREATED}</CreDtTm></GrpHdr>` +
    `<TxInfAndSts>${original(heard)}<TxSts>${code}</TxSts>${why('StsRsnInf', reason)}</TxInfAndSts></FIToFIPmtStsRpt>`
  return wire('pacs.002.001.10', body, envelope)
}

/** pacs.004: a payment comes back, perhaps with less. */
export function returned(
  heard: Heard,
  back: { amount: string; currency?: string; charges?: string },
  envelope: Envelope = {},
): string {
  const { amount, currency = heard.currency, charges } = back
  const deducted = charges
    ? `<ChrgBr>SHAR</ChrgBr><ChrgsInf><Amt Ccy="${currency}">${charges}</Amt>${agent('Agt', CORRESPONDENTS.EUR)}</ChrgsInf>`
    : ''
  const body =
    `<PmtRtr><GrpHdr><MsgId>${nextId()}</MsgId><CreDtTm>${CREATED}</CreDtTm><NbOfTxs>1</NbOfTxs>` +
    `<SttlmInf><SttlmMtd>INGA</SttlmMtd></SttlmInf></GrpHdr><TxInf>${original(heard)}` +
    `<OrgnlIntrBkSttlmAmt Ccy="${heard.currency}">${heard.amount}</OrgnlIntrBkSttlmAmt>` +
    `<RtrdIntrBkSttlmAmt Ccy="${currency}">${amount}</RtrdIntrBkSttlmAmt><IntrBkSttlmDt>2026-07-02</IntrBkSttlmDt>` +
    `${deducted}${why('RtrRsnInf', 'AC04')}</TxInf></PmtRtr>`
  return wire('pacs.004.001.09', body, envelope)
}

export interface Credit {
  uetr?: string
  amount: string
  currency: 'USD' | 'EUR' | 'JPY' | 'GBP'
  accountNumber: string
  method?: string
  creditorBic?: string
  charges?: string
  valueDate?: string
}

/** pacs.008: a credit for one of our customers. */
export function credit({ uetr = randomUUID(), ...given }: Credit, envelope: Envelope = {}): string {
  const {
    amount,
    currency,
    accountNumber,
    method = 'INGA',
    creditorBic = US,
    charges,
    valueDate = '2026-07-01',
  } = given
  const from = envelope.from ?? CORRESPONDENTS[currency]
  const instructed = charges
    ? `<InstdAmt Ccy="${currency}">${amount}</InstdAmt><ChrgBr>CRED</ChrgBr>` +
      `<ChrgsInf><Amt Ccy="${currency}">${charges}</Amt>${agent('Agt', from)}</ChrgsInf>`
    : '<ChrgBr>SHAR</ChrgBr>'
  const body =
    `<FIToFICstmrCdtTrf><GrpHdr><MsgId>${nextId()}</MsgId><CreDtTm>${CREATED}</CreDtTm><NbOfTxs>1</NbOfTxs>` +
    `<SttlmInf><SttlmMtd>${method}</SttlmMtd></SttlmInf></GrpHdr><CdtTrfTxInf>` +
    `<PmtId><InstrId>${nextId()}</InstrId><EndToEndId>INV-7</EndToEndId><UETR>${uetr}</UETR></PmtId>` +
    `<IntrBkSttlmAmt Ccy="${currency}">${amount}</IntrBkSttlmAmt><IntrBkSttlmDt>${valueDate}</IntrBkSttlmDt>${instructed}` +
    agent('InstgAgt', from) +
    agent('InstdAgt', US) +
    party('Dbtr', 'Highland Beans') +
    account('DbtrAcct', 'DE02120300000000202051') +
    agent('DbtrAgt', 'COBADEFFXXX') +
    agent('CdtrAgt', creditorBic) +
    party('Cdtr', 'Harbor Coffee Ltd') +
    account('CdtrAcct', accountNumber) +
    '<RmtInf><Ustrd>Invoice 7</Ustrd></RmtInf></CdtTrfTxInf></FIToFICstmrCdtTrf>'
  return wire('pacs.008.001.08', body, { ...envelope, from })
}

/** pacs.009 COV: the money of a credit that comes by cover. */
export function cover({ uetr, amount, currency }: { uetr: string; amount: string; currency: 'USD' | 'EUR' }): string {
  const from = CORRESPONDENTS[currency]
  const customers = party('Dbtr', 'Highland Beans') + agent('DbtrAgt', 'COBADEFFXXX') + agent('CdtrAgt', US)
  const body =
    `<FICdtTrf><GrpHdr><MsgId>${nextId()}</MsgId><CreDtTm>${CREATED}</CreDtTm><NbOfTxs>1</NbOfTxs>` +
    `<SttlmInf><SttlmMtd>INGA</SttlmMtd></SttlmInf></GrpHdr><CdtTrfTxInf>` +
    `<PmtId><InstrId>${nextId()}</InstrId><EndToEndId>INV-7</EndToEndId><UETR>${uetr}</UETR></PmtId>` +
    `<IntrBkSttlmAmt Ccy="${currency}">${amount}</IntrBkSttlmAmt><IntrBkSttlmDt>2026-07-01</IntrBkSttlmDt>` +
    `${agent('InstgAgt', from)}${agent('InstdAgt', US)}${agent('Dbtr', 'COBADEFFXXX')}${agent('Cdtr', US)}` +
    `<UndrlygCstmrCdtTrf>${customers}${party('Cdtr', 'Harbor Coffee Ltd')}</UndrlygCstmrCdtTrf></CdtTrfTxInf></FICdtTrf>`
  return wire('pacs.009.001.08', body, { from, service: 'swift.cbprplus.cov.03' })
}

export interface Booked {
  uetr: string
  amount: string
  currency: keyof typeof NOSTROS
  side: 'DBIT' | 'CRDT'
}

/** camt.054: a booked entry of our account with the correspondent. */
export function notification({ uetr, amount, currency, side }: Booked, envelope: Envelope = {}): string {
  const entry =
    `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
    `<ValDt><Dt>2026-07-01</Dt></ValDt><AcctSvcrRef>REF1</AcctSvcrRef>` +
    `<BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><Refs><UETR>${uetr}</UETR></Refs>` +
    `<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd></TxDtls></NtryDtls></Ntry>`
  const body =
    `<BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>${nextId()}</MsgId><CreDtTm>${CREATED}</CreDtTm></GrpHdr>` +
    `<Ntfctn><Id>${nextId()}</Id>${account('Acct', NOSTROS[currency]).replace('</Acct>', `<Ccy>${currency}</Ccy></Acct>`)}` +
    `${entry}</Ntfctn></BkToCstmrDbtCdtNtfctn>`
  return wire('camt.054.001.08', body, { from: CORRESPONDENTS[currency], ...envelope })
}

export interface StatementTerms {
  closedOn: string
  opening: string
  closing: string
  entries: readonly (Pick<Booked, 'amount' | 'side'> & { uetr?: string; reference?: string })[]
}

/** camt.053: a day of our account in US dollars. */
export function statement({ closedOn, opening, closing, entries }: StatementTerms, envelope: Envelope = {}): string {
  const balance = (type: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount.replace('-', '')}</Amt>` +
    `<CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${closedOn}</Dt></Dt></Bal>`
  const entryOf = ({ uetr, amount, side, reference = 'REF' }: StatementTerms['entries'][number]) =>
    `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
    `<AcctSvcrRef>${reference}</AcctSvcrRef><BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd>` +
    (uetr ? `<NtryDtls><TxDtls><Refs><UETR>${uetr}</UETR></Refs></TxDtls></NtryDtls>` : '') +
    '</Ntry>'
  const account = `<Acct><Id><Othr><Id>${NOSTROS.USD}</Id></Othr></Id><Ccy>USD</Ccy></Acct>`
  const body =
    `<BkToCstmrStmt><GrpHdr><MsgId>${nextId()}</MsgId><CreDtTm>${CREATED}</CreDtTm></GrpHdr>` +
    `<Stmt><Id>${nextId()}</Id>${account}${balance('OPBD', opening)}${balance('CLBD', closing)}` +
    `${entries.map(entryOf).join('')}</Stmt></BkToCstmrStmt>`
  return wire('camt.053.001.08', body, envelope)
}

const assignment = (assigner: string, assignee: string) =>
  `<Assgnmt><Id>${nextId()}</Id><Assgnr>${agent('Agt', assigner)}</Assgnr><Assgne>${agent('Agt', assignee)}</Assgne>` +
  `<CreDtTm>${CREATED}</CreDtTm></Assgnmt>`

/** camt.056: another bank asks for a credit back. */
export function recall(heard: Heard, envelope: Envelope = {}): string {
  const from = envelope.from ?? CORRESPONDENTS.USD
  const body =
    `<FIToFIPmtCxlReq>${assignment(from, US)}<Undrlyg><TxInf><CxlId>RECALL1</CxlId>` +
    `<Case><Id>CASE1</Id><Cretr>${agent('Agt', from)}</Cretr></Case>${original(heard)}` +
    `${why('CxlRsnInf', 'DUPL')}</TxInf></Undrlyg></FIToFIPmtCxlReq>`
  return wire('camt.056.001.08', body, { ...envelope, from })
}

/** camt.029: the answer to our recall. */
export function resolution(heard: Heard, answer: 'ACCR' | 'RJCR' | 'PDCR', envelope: Envelope = {}): string {
  const confirmation = { ACCR: 'CNCL', RJCR: 'RJCR', PDCR: 'PDCR' }[answer]
  const body =
    `<RsltnOfInvstgtn>${assignment(CORRESPONDENTS.USD, US)}<Sts><Conf>${confirmation}</Conf></Sts>` +
    `<CxlDtls><TxInfAndSts>${original(heard)}<TxCxlSts>${answer}</TxCxlSts>` +
    `${why('CxlStsRsnInf', answer === 'RJCR' ? 'CUST' : undefined)}</TxInfAndSts></CxlDtls></RsltnOfInvstgtn>`
  return wire('camt.029.001.09', body, envelope)
}
