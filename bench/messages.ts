// Measures the processor time of writing and reading one customer credit transfer in the envelope
// of FedNow: npm run bench:messages.
import type { DocumentOf, Header } from '../src/rails/iso20022/messages.ts'
import { readMessage } from '../src/rails/iso20022/read-message.ts'
import { writeMessage } from '../src/rails/iso20022/write-message.ts'
import { readOptions } from './options.ts'

const { rounds, messages } = readOptions('bench:messages', { rounds: [5, 1], messages: [2_000, 20] })

const bankOf = (memberId: string) => ({
  FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: 'USABA' }, MmbId: memberId } },
})
const partyOf = (name: string) => ({
  Nm: name,
  PstlAdr: { StrtNm: 'Main Street', BldgNb: '1', PstCd: '10001', TwnNm: 'New York', CtrySubDvsn: 'NY', Ctry: 'US' },
})
const accountOf = (number: string) => ({ Id: { Othr: { Id: number } } })

const document: DocumentOf<'pacs.008.001.08'> = {
  FIToFICstmrCdtTrf: {
    GrpHdr: {
      MsgId: '20261123021040078BENCH0001',
      CreDtTm: '2026-11-23T09:30:00-05:00',
      NbOfTxs: '1',
      SttlmInf: { SttlmMtd: 'CLRG', ClrSys: { Cd: 'FDN' } },
    },
    CdtTrfTxInf: [
      {
        PmtId: { InstrId: 'I-1', EndToEndId: 'E-1', UETR: '8a562c67-ca16-48ba-b074-65581be6f001' },
        PmtTpInf: { LclInstrm: { Prtry: 'FDNA' }, CtgyPurp: { Prtry: 'CONS' } },
        IntrBkSttlmAmt: { Ccy: 'USD', value: '1250.00' },
        IntrBkSttlmDt: '2026-11-23',
        ChrgBr: 'SLEV',
        InstgAgt: bankOf('021040078'),
        InstdAgt: bankOf('091000019'),
        Dbtr: partyOf('Jane Debtor'),
        DbtrAcct: accountOf('123456789012'),
        DbtrAgt: bankOf('021040078'),
        CdtrAgt: bankOf('091000019'),
        Cdtr: partyOf('John Creditor'),
        CdtrAcct: accountOf('987654321098'),
        RmtInf: { Ustrd: ['Invoice 2026-117 & credit note 4'] },
      },
    ],
  },
}
const header: Header = {
  type: 'head.001.001.02',
  content: {
    Fr: { FIId: bankOf('021040078') },
    To: { FIId: bankOf('021150706') },
    BizMsgIdr: '20261123021040078BENCH0001',
    MsgDefIdr: 'pacs.008.001.08',
    CreDt: '2026-11-23T14:30:00Z',
  },
}

const write = () => {
  const written = writeMessage('pacs.008.001.08', document, { header, envelope: { name: 'FedNowIncoming' } })
  if (!written.ok) throw new Error(`${written.refusal.path}: ${written.refusal.why}`)
  return written.value
}
const bytes = Buffer.from(write())
const read = () => {
  const message = readMessage(bytes)
  if (!message.ok) throw new Error(`${message.refusal.path}: ${message.refusal.why}`)
}

function processorMicroseconds(work: () => void): number {
  const before = process.cpuUsage()
  for (let done = 0; done < messages; done += 1) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / messages
}

console.log(`A message of ${bytes.length} bytes, microseconds of processor time:`)
for (let round = 1; round <= rounds; round += 1) {
  const [written, wasRead] = [processorMicroseconds(write), processorMicroseconds(read)]
  console.log(`round ${round}: write ${written.toFixed(0)}, read ${wasRead.toFixed(0)}`)
}
