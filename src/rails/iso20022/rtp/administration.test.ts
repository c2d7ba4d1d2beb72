import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { heard, operated, operatorId } from '../../../../test/support/iso20022/instant-operator.ts'
import { assertValid, withSchemas } from '../../../../test/support/iso20022/schemas.ts'
import { startTestService, type TestService } from '../../../../test/support/test-service.ts'
import { newId } from '../../../kernel/id.ts'
import type { DocumentOf, MessageType } from '../messages.ts'
import { RTP_SYSTEM } from './ids.ts'
import { rtp } from './rtp.ts'

let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

const now = Temporal.Instant.from('2026-07-01T15:00:00Z')
const institution = () => service.tenant.institution
const party = (member: string) => ({ FinInstnId: { ClrSysMmbId: { MmbId: member } } })
const group = (suffix: string) => ({ MsgId: operatorId('RTP', suffix, now).slice(1), CreDtTm: '2026-07-01T11:00:00' })
/** The parties of a message of RTP to us. */
const parties = () => ({ InstgAgt: party(RTP_SYSTEM), InstdAgt: party(`${institution().routingNumber}A1`) })

/** Reads the bytes of a message of RTP, and says what they mean and what is replied. */
async function receive<Type extends MessageType>(type: Type, suffix: string, document: DocumentOf<Type>) {
  const messageId = operatorId('RTP', suffix, now)
  const content = operated('RTP', type, document, { messageId, us: institution().routingNumber, now })
  const received = await service.app.db.transaction((tx) =>
    rtp.receive(tx, institution(), { id: newId(now), rail: 'RTP', content, receivedAt: now }, now),
  )
  assert.ok('meanings' in received, 'why' in received ? received.why : '')
  const [meaning, ...others] = received.meanings
  assert.equal(others.length, 0)
  return { meaning: meaning!, replies: received.replies }
}

/** The banks that RTP said cannot be reached, or can be again. */
async function announced(): Promise<Record<string, boolean>> {
  const rows = await service.query<{ bankCode: string; isOn: boolean }>(
    `select bank_code, is_on from instant_participants where tenant_id = $1 and rail = 'RTP'`,
    [institution().tenantId],
  )
  return Object.fromEntries(rows.map(({ bankCode, isOn }) => [bankCode, isOn]))
}

for (const [act, type, element] of [
  ['sign-on', 'admn.002.001.01', 'SignOnResp'],
  ['sign-off', 'admn.004.001.01', 'SignOffResp'],
] as const)
  test(`a ${act} that RTP accepts is noted, and one that it refuses waits for a person with the code`, async () => {
    const answer = (suffix: string, more: object) =>
      receive(type, suffix, {
        [`Admn${element}`]: { GrpHdr: group(suffix), [element]: { OrgnlInstrId: 'OURS', ...parties(), ...more } },
      } as unknown as DocumentOf<typeof type>)
    const accepted = await answer('A1', { Sts: 'ACTC' })
    assert.deepEqual(
      [accepted.meaning.kind, 'about' in accepted.meaning && accepted.meaning.about],
      ['informed', `RTP accepted the ${act}`],
    )
    const refused = await answer('A2', { Sts: 'RJCT', StsRsnInf: { Rsn: { Prtry: '9946' } } })
    assert.deepEqual(
      [refused.meaning.kind, 'why' in refused.meaning && refused.meaning.why],
      ['exception', `RTP refused the ${act}: 9946`],
    )
  })

test('an echo is answered with its id and its code, by bytes that RTP takes', async () => {
  const { meaning, replies } = await receive('admn.005.001.01', 'E1', {
    AdmnEchoReq: {
      GrpHdr: group('E1'),
      EchoTxInf: { FnctnCd: '731', InstrId: '20260701990000001S1ECHO', ...parties() },
    },
  } as DocumentOf<'admn.005.001.01'>)
  assert.equal(meaning.kind, 'informed')
  const [reply, ...others] = replies
  assert.equal(others.length, 0)
  if (!withSchemas.skip) assertValid(reply!.content, { network: 'rtp' })
  const answer = heard(reply!.content)
  assert.ok(answer.type === 'admn.006.001.01')
  const { OrgnlInstrId, FnctnCd, TxSts, InstgAgt } = answer.document.AdmnEchoResp.EchoResponse
  assert.deepEqual([OrgnlInstrId, FnctnCd, TxSts], ['20260701990000001S1ECHO', '731', 'ACTC'])
  assert.equal(InstgAgt.FinInstnId.ClrSysMmbId.MmbId, `${institution().routingNumber}A1`)
})

test('participants that have signed off or are suspended cannot be reached until a broadcast says otherwise', async () => {
  const report = await receive('admn.008.001.01', 'R1', {
    DBAvlbtyRpt: {
      GrpHdr: group('R1'),
      DBRptRspn: { OrgnlInstrId: 'OURS', RptCd: 'AVLBTY', ...parties(), TxSts: 'ACTC' },
      AvlbtyRpt: {
        AvlbtyPtcpt: { PtcptSgnOff: { PtcptId: ['091000019A1'] }, PtcptSspd: { PtcptId: ['021000021A1'] } },
      },
    },
  })
  assert.deepEqual([report.meaning.kind, report.meaning.evidence['off']], ['informed', '2'])
  assert.deepEqual(await announced(), { '091000019': false, '021000021': false })
  const broadcast = (suffix: string, EvtCd: string, EvtParam: string[]) =>
    receive('admi.004.001.02', suffix, {
      SysEvtNtfctn: { EvtInf: { EvtCd, EvtParam, EvtDesc: 'as the operator says', EvtTm: '2026-07-01T15:00:00Z' } },
    })
  const { meaning } = await broadcast('B1', '971', ['091000019A1'])
  assert.equal('about' in meaning && meaning.about, 'a broadcast of RTP: 971 as the operator says')
  assert.deepEqual(await announced(), { '091000019': true, '021000021': false })
  await broadcast('B2', '972', ['091000019A1'])
  await broadcast('B3', 'MAIN', ['021000021A1'])
  assert.deepEqual(await announced(), { '091000019': false, '021000021': false })
})
