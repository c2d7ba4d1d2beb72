import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OUR_BANK } from '../../../../test/support/fedwire/instruction.ts'
import { customerTransfer, type Transfer } from '../../../../test/support/fedwire/operator.ts'
import { readMessage } from '../read-message.ts'
import { brokenRule } from './usage-rules.ts'

const transfer: Transfer = {
  ...{ id: 'x', to: OUR_BANK, imad: '20260310OTHERBNK000007', amount: '25.00' },
  uetr: '8a562c67-ca16-48ba-b074-65581be6f011',
}

function broken(changes: Partial<Transfer>, edit: (xml: string) => string = (xml) => xml) {
  const read = readMessage(edit(customerTransfer({ ...transfer, ...changes })))
  assert.ok(read.ok && read.value.type === 'pacs.008.001.08', JSON.stringify(read))
  return brokenRule('pacs.008.001.08', read.value.document)
}

const AT = '/Document/FIToFICstmrCdtTrf/CdtTrfTxInf[1]'

test('a transfer that keeps the rules breaks none; the largest amount is allowed, a cent more is not', () => {
  assert.equal(broken({}), undefined)
  assert.equal(broken({ amount: '9999999999.99' }), undefined)
  assert.deepEqual(broken({ amount: '10000000000.00' }), {
    path: `${AT}/IntrBkSttlmAmt`,
    why: 'it is above 9999999999.99',
  })
})

test('each rule names the element that breaks it', () => {
  for (const [changes, path] of [
    [{ imad: '20260310OTHERBNK00007' }, '/GrpHdr/MsgId'],
    [{ amount: '0.00' }, '/CdtTrfTxInf[1]/IntrBkSttlmAmt'],
    [{ amount: '1.005' }, '/CdtTrfTxInf[1]/IntrBkSttlmAmt'],
    [{ currency: 'EUR' }, '/CdtTrfTxInf[1]/IntrBkSttlmAmt'],
    [{ date: '2026-03-11' }, '/CdtTrfTxInf[1]/IntrBkSttlmDt'],
    [{ instrument: 'BTRC' }, '/CdtTrfTxInf[1]/PmtTpInf/LclInstrm/Prtry'],
    [{ receiver: '021000022' }, '/CdtTrfTxInf[1]/InstdAgt/FinInstnId/ClrSysMmbId/MmbId'],
    [{ creditor: 'Zoë' }, '/CdtTrfTxInf[1]/Cdtr/Nm'],
  ] as const)
    assert.ok(broken(changes)?.path.endsWith(path), `${path}: ${JSON.stringify(broken(changes))}`)
})

test('an address is structured or hybrid with a town and a country, or at most three lines alone', () => {
  const with_ = (address: string) =>
    broken({}, (xml) => xml.replace(/<PstlAdr>.*<\/PstlAdr>/, `<PstlAdr>${address}</PstlAdr>`))
  const lines = (count: number) => '<AdrLine>line</AdrLine>'.repeat(count)
  assert.equal(with_(lines(3)), undefined)
  assert.equal(with_(lines(4))?.path, `${AT}/Dbtr/PstlAdr/AdrLine`)
  assert.equal(with_('<StrtNm>Main Street</StrtNm><Ctry>US</Ctry>')?.path, `${AT}/Dbtr/PstlAdr/TwnNm`)
  assert.equal(with_('<TwnNm>Lisle</TwnNm>')?.path, `${AT}/Dbtr/PstlAdr/Ctry`)
  assert.equal(with_(`<TwnNm>Lisle</TwnNm><Ctry>US</Ctry>${lines(2)}`), undefined)
  assert.equal(with_(`<TwnNm>Lisle</TwnNm><Ctry>US</Ctry>${lines(3)}`)?.path, `${AT}/Dbtr/PstlAdr/AdrLine`)
})
