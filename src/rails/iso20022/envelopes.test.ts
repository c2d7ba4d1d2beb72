import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import { assertValid, withSchemas } from '../../../test/support/iso20022/schemas.ts'
import { type Shape, valuesOf } from '../../../test/support/iso20022/values.ts'
import { ENVELOPES, type EnvelopeName, elementsFor } from './envelopes.ts'
import { bankOf } from './header.ts'
import {
  type DocumentOf,
  descriptionOf,
  type Header,
  type HeaderType,
  MESSAGE_TYPES,
  type MessageType,
} from './messages.ts'
import { readMessage } from './read-message.ts'
import { writeMessage } from './write-message.ts'

const NAMES = Object.keys(ENVELOPES) as EnvelopeName[]

function sampleOf(type: MessageType): DocumentOf<typeof type> {
  const [document] = fc.sample(valuesOf(descriptionOf(type), { optional: 'none' }), { numRuns: 1 })
  return document as DocumentOf<typeof type>
}

function headersOf(type: HeaderType, names: MessageType, shape: Shape): fc.Arbitrary<Header> {
  return valuesOf(descriptionOf(type), shape).map(
    (content) => ({ type, content: { ...(content as object), MsgDefIdr: names } }) as Header,
  )
}

for (const name of NAMES) {
  const form = ENVELOPES[name]
  test(`${name}: each message that it carries reads back with its header and its element`, () => {
    for (const type of MESSAGE_TYPES) {
      const elements = form.elements ? elementsFor(form, type) : [undefined]
      for (const element of elements) {
        const envelope = element === undefined ? { name } : { name, element }
        const document = sampleOf(type)
        const headers = headersOf(form.headerType ?? 'head.001.001.02', type, { optional: 'some' })
        const property = fc.property(headers, (header) => {
          const written = writeMessage(type, document, { header, envelope })
          assert.ok(written.ok, JSON.stringify(written))
          assert.deepEqual(readMessage(written.value), { ok: true, value: { type, document, header, envelope } })
        })
        fc.assert(property, { numRuns: 5, endOnFailure: true })
      }
    }
  })
}

for (const name of ['FedNowIncoming', 'FedNowOutgoing'] as const) {
  test(`${name}: what is written conforms to the schema of FedNow`, withSchemas, () => {
    for (const [element, type] of Object.entries(ENVELOPES[name].elements!)) {
      const [header] = fc.sample(headersOf('head.001.001.02', type, { optional: 'all' }), { numRuns: 1 })
      const written = writeMessage(type, sampleOf(type), { header: header!, envelope: { name, element } })
      assert.ok(written.ok, JSON.stringify(written))
      assertValid(written.value, { network: 'fednow' })
    }
  })
}

const HEADER: Header = {
  type: 'head.001.001.02',
  content: {
    Fr: { FIId: { FinInstnId: { ClrSysMmbId: { MmbId: '021040078' } } } },
    To: { FIId: { FinInstnId: { BICFI: 'BANKUS33XXX' } } },
    BizMsgIdr: 'B1',
    MsgDefIdr: 'camt.029.001.09',
    CreDt: '2026-11-23T14:30:00Z',
  },
}

test('a header tells its banks by member id or BIC', () => {
  assert.deepEqual(bankOf(HEADER.content.Fr), { memberId: '021040078', bic: undefined })
  assert.deepEqual(bankOf(HEADER.content.To), { memberId: undefined, bic: 'BANKUS33XXX' })
})

test('a message is not written under a header or in an envelope that is not its own', () => {
  const answer = sampleOf('camt.029.001.09')
  const refusal = (header: Header, envelope: { name: EnvelopeName; element?: string }) => {
    const written = writeMessage('camt.029.001.09', answer, { header, envelope })
    return written.ok ? undefined : `${written.refusal.path}: ${written.refusal.why}`
  }
  assert.equal(refusal(HEADER, { name: 'FedNowIncoming', element: 'FedNowReturnRequestResponse' }), undefined)
  assert.match(
    refusal(HEADER, { name: 'FedNowIncoming' })!,
    /FedNowReturnRequestResponse, FedNowInformationRequestResponse/,
  )
  assert.match(
    refusal(HEADER, { name: 'FedNowIncoming', element: 'FedNowPaymentReturn' })!,
    /not as FedNowPaymentReturn/,
  )
  assert.match(
    refusal(HEADER, { name: 'RTP' })!,
    /AppHdr: the header is head\.001\.001\.02; RTP has head\.001\.001\.01/,
  )
  const other = { ...HEADER, content: { ...HEADER.content, MsgDefIdr: 'pacs.008.001.08' } } as Header
  assert.match(
    refusal(other, { name: 'SWIFT' })!,
    /AppHdr\/MsgDefIdr: it is pacs\.008\.001\.08, not camt\.029\.001\.09/,
  )
})

test('an envelope without exactly one header and one message, or with another, is refused', () => {
  const document = sampleOf('camt.029.001.09')
  const envelope = { name: 'FedNowIncoming', element: 'FedNowReturnRequestResponse' } as const
  const written = writeMessage('camt.029.001.09', document, { header: HEADER, envelope })
  assert.ok(written.ok)
  const faults: [RegExp | string, string, RegExp][] = [
    [/<AppHdr.*<\/AppHdr>/s, '', /AppHdr and Document/],
    [/<Document.*<\/Document>/s, '', /AppHdr and Document/],
    [/<\/Document>/, '</Document><x/>', /AppHdr and Document/],
    [/FedNowReturnRequestResponse/g, 'FedNowPaymentStatus', /carries pacs\.002\.001\.10/],
    [/FedNowReturnRequestResponse/g, 'FedNowSomething', /"FedNowSomething" is not a message/],
    [/FedNowIncomingMessage/g, 'FedNowOutgoingMessage', /exactly one message/],
    [/head\.001\.001\.02/g, 'head.001.001.09', /head\.001\.001\.09/],
  ]
  for (const [from, to, why] of faults) {
    const read = readMessage(written.value.replace(from, to))
    assert.equal(read.ok, false, String(from))
    assert.match(read.refusal.why, why)
  }
})

test('what stands in the technical header of an envelope is not read', () => {
  const written = writeMessage('camt.029.001.09', sampleOf('camt.029.001.09'), {
    header: HEADER,
    envelope: { name: 'FedNowIncoming', element: 'FedNowReturnRequestResponse' },
  })
  assert.ok(written.ok)
  const technical = '<FedNowTechnicalHeader><ConnectionId>C1</ConnectionId></FedNowTechnicalHeader>'
  assert.equal(
    readMessage(written.value.replace('<FedNowIncomingMessage>', `${technical}<FedNowIncomingMessage>`)).ok,
    true,
  )
})
