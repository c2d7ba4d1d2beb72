import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { operated, operatorId } from '../../../../test/support/iso20022/instant-operator.ts'
import { startTestService, type TestService } from '../../../../test/support/test-service.ts'
import { newId } from '../../../kernel/id.ts'
import type { DocumentOf } from '../messages.ts'
import { fedNow } from './fednow.ts'

let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

const now = Temporal.Instant.from('2026-07-01T15:00:00Z')
const institution = () => service.tenant.institution

function receive(content: string) {
  return service.app.db.transaction((tx) =>
    fedNow.receive(tx, institution(), { id: newId(now), rail: 'FEDNOW', content, receivedAt: now }, now),
  )
}

/** admi.998 with the participant file of FedNow in it. */
function participantFile(
  suffix: string,
  profiles: readonly [id: string, name: string, ...services: string[]][],
): string {
  const lines = profiles.map(
    ([id, name, ...services]) =>
      `<PtcptPrfl><Id>${id}</Id><Nm>${name}</Nm>${services.map((one) => `<Svcs>${one}</Svcs>`).join('')}</PtcptPrfl>`,
  )
  const file =
    `<Document xmlns="urn:fed:xsd:admi.998.001.02"><admi998SuplDataV01><PtcptFile><BizDay>2026-07-01</BizDay>` +
    `${lines.join('')}</PtcptFile></admi998SuplDataV01></Document>`
  const messageId = operatorId('FEDNOW', suffix, now)
  const document: DocumentOf<'admi.998.001.02'> = {
    AdmstnPrtryMsg: { MsgId: { Ref: messageId }, PrtryData: { Tp: 'PtcptFile', Data: file } },
  }
  return operated('FEDNOW', 'admi.998.001.02', document, { messageId, us: institution().routingNumber, now })
}

test('the participant file replaces the list of FedNow, with the services of each bank', async () => {
  const banks = [
    ['091000019', 'Bank A', 'CTSR', 'RFPR'],
    ['021000021', 'Bank B', 'CTRO'],
    ['011000015', 'Bank C', 'RFPR'],
  ] as const
  const received = await receive(
    participantFile(
      'P1',
      banks.map((one) => [...one]),
    ),
  )
  assert.deepEqual('meanings' in received && received.meanings.map(({ kind }) => kind), ['informed'])
  const rows = await service.query<{ bankId: string; takesPayments: boolean; details: object }>(
    `select bank_id, takes_payments, details from bank_participants where tenant_id = $1 and rail = 'FEDNOW' order by bank_id`,
    [institution().tenantId],
  )
  assert.deepEqual(rows, [
    { bankId: '011000015', takesPayments: false, details: { requestsForPayment: true } },
    { bankId: '021000021', takesPayments: true, details: { requestsForPayment: false } },
    { bankId: '091000019', takesPayments: true, details: { requestsForPayment: true } },
  ])
  const shorter = await receive(participantFile('P2', [['091000019', 'Bank A', 'CTSR']]))
  assert.deepEqual('meanings' in shorter && shorter.meanings.map(({ kind }) => kind), ['exception'])
})

test('a broadcast says who cannot be reached, and an older one never undoes a newer one', async () => {
  const say = (EvtCd: string, suffix: string, at: Temporal.Instant) => {
    const EvtInf = { EvtCd, EvtParam: ['091000019'], EvtTm: at.toString() }
    const messageId = operatorId('FEDNOW', suffix, now)
    const us = institution().routingNumber
    return receive(operated('FEDNOW', 'admi.004.001.02', { SysEvtNtfctn: { EvtInf } }, { messageId, us, now }))
  }
  const isOn = async () => {
    const sql = `select is_on from instant_participants where tenant_id = $1 and bank_code = '091000019'`
    const [row] = await service.query<{ isOn: boolean }>(sql, [institution().tenantId])
    return row?.isOn
  }
  await say('PTOF', 'E1', now)
  assert.equal(await isOn(), false)
  await say('PTON', 'E2', now.subtract({ hours: 1 }))
  assert.equal(await isOn(), false)
  await say('PTON', 'E3', now.add({ hours: 1 }))
  assert.equal(await isOn(), true)
})

const folder = join(process.env['GIRO_RAIL_DATA'] ?? '', 'samples', 'fednow')
const withSamples = { skip: existsSync(folder) ? false : 'GIRO_RAIL_DATA names no folder with samples/fednow' }

test('documents alone, a wrong header, and what banks send to FedNow, are refused', withSamples, async () => {
  const outcomes: Record<string, string> = {}
  for (const name of [
    'admi004-ping.xml',
    'camt056-valid.xml',
    'envelope-msgdefidr-mismatch.xml',
    'fednow-sample-message-pacs002.xml',
    'pacs002-unknown-status.xml',
    'sample-participant-to-fednow-message.xml',
  ]) {
    const received = await receive(readFileSync(join(folder, name), 'utf8'))
    const path = 'why' in received ? `refused ${received.path?.split('/').slice(-2).join('/')}` : ''
    outcomes[name] = path || ('meanings' in received ? received.meanings.map(({ kind }) => kind).join() : '')
  }
  assert.deepEqual(outcomes, {
    // In the envelope of what banks send to FedNow.
    'admi004-ping.xml': 'refused /',
    'camt056-valid.xml': 'refused /',
    'envelope-msgdefidr-mismatch.xml': 'refused AppHdr/MsgDefIdr',
    'fednow-sample-message-pacs002.xml': 'refused /',
    'pacs002-unknown-status.xml': 'refused /',
    'sample-participant-to-fednow-message.xml': 'refused /',
  })
})
