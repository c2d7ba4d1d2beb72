import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import { readMessage } from './read-message.ts'

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:admi.002.001.01'
const BODY =
  '<admi.002.001.01><RltdRef><Ref>M1</Ref></RltdRef><Rsn><RjctgPtyRsn>E001</RjctgPtyRsn></Rsn></admi.002.001.01>'
const MESSAGE = `<Document xmlns="${NAMESPACE}">${BODY}</Document>`

const DOCUMENT = { 'admi.002.001.01': { RltdRef: { Ref: 'M1' }, Rsn: { RjctgPtyRsn: 'E001' } } }
const ROOT = '/Document/admi.002.001.01'

function assertReads(xml: string | Uint8Array, document: unknown = DOCUMENT): void {
  const read = readMessage(xml)
  assert.ok(read.ok, JSON.stringify(read))
  assert.deepEqual(read.value.document, document)
}

function assertRefused(xml: string | Uint8Array, path: string, why: RegExp): void {
  const read = readMessage(xml)
  assert.equal(read.ok, false)
  assert.equal(read.refusal.path, path)
  assert.match(read.refusal.why, why)
}

test('the same message reads in every way that XML allows to write it', () => {
  assertReads(MESSAGE)
  assertReads(`<?xml version='1.0' encoding="utf-8" standalone="yes"?>\n<!-- a -->\n${MESSAGE}\n<!-- b -->`)
  assertReads(`\ufeff<?xml version="1.0" encoding="UTF-8"?>${MESSAGE}`)
  assertReads(Buffer.from(`\ufeff${MESSAGE}`))
  assertReads(
    `<p:Document xmlns:p="${NAMESPACE}">${BODY.replaceAll('</', '</p:').replaceAll(/<(?=[a-zA-Z])/g, '<p:')}</p:Document>`,
  )
  assertReads(MESSAGE.replaceAll('><', '>\r\n\t <'))
  assertReads(MESSAGE.replace('<Rsn>', '<!-- why --><Rsn>'))
  assertReads(MESSAGE.replace('E001', '<![CDATA[E0]]>01'))
  assertReads(MESSAGE.replace('E001', '&#69;&#x30;01'))
  const hint = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b"'
  assertReads(MESSAGE.replace('<Document', `<Document ${hint}`))
})

test('text keeps its white space, and escaped signs are read', () => {
  const document = { 'admi.002.001.01': { RltdRef: { Ref: 'M1' }, Rsn: { RjctgPtyRsn: ' <a> & "b"\n\tЖ😀 ' } } }
  assertReads(MESSAGE.replace('E001', ' &lt;a&gt; &amp; &quot;b&quot;\n\tЖ😀 '), document)
})

test('a document type is refused, and with it every entity and every reference outside', () => {
  const laughs = `<!DOCTYPE Document [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]>`
  assertRefused(laughs + MESSAGE.replace('E001', '&c;'), '/', /document type/)
  const external = '<!DOCTYPE Document [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
  assertRefused(external + MESSAGE.replace('E001', '&x;'), '/', /document type/)
  assertRefused(`<!DOCTYPE Document SYSTEM "http://127.0.0.1:1/x.dtd">${MESSAGE}`, '/', /document type/)
  assertRefused(MESSAGE.replace('E001', '&x;'), '/', /not well-formed.*x/)
})

test('only UTF-8 is read, and it must be what is declared', () => {
  assertRefused(Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${MESSAGE}`, 'utf16le'), '/', /U\+0000|UTF-8/)
  assertRefused(Buffer.from(`\ufeff${MESSAGE}`, 'utf16le'), '/', /UTF-8/)
  assertRefused(Buffer.from(MESSAGE.replace('E001', 'é'), 'latin1'), '/', /UTF-8/)
  assertRefused(`<?xml version="1.0" encoding="ISO-8859-1"?>${MESSAGE}`, '/', /ISO-8859-1/)
  assertRefused(`<?xml version="1.1"?>${MESSAGE}`, '/', /1\.1/)
})

test('size, depth and number of elements have bounds', () => {
  assertRefused(`${MESSAGE}${' '.repeat(5 * 1024 * 1024)}`, '/', /bytes; at most 1048576/)
  assertRefused(
    MESSAGE.replace('E001', 'x'.repeat(500_000)),
    `${ROOT}/Rsn/RjctgPtyRsn`,
    /500000 characters; at most 35/,
  )
  assertRefused('<a>'.repeat(100_000) + '</a>'.repeat(100_000), '/', /not well-formed.*depth/i)
  const read = readMessage(MESSAGE, { maxElements: 3 })
  assert.equal(read.ok, false)
  assert.match(read.refusal.why, /too many elements/)
})

test('what is not a message is refused, and says which version is read', () => {
  for (const nothing of ['', ' ', 'null', '{}', '<', '<a/>', '<a></b>', `${MESSAGE}${MESSAGE}`]) {
    assert.equal(readMessage(nothing).ok, false, nothing)
  }
  assertRefused(
    MESSAGE.replace('admi.002.001.01"', 'admi.002.001.09"'),
    '/Document',
    /admi\.002\.001\.09.*admi\.002\.001\.01 is read/,
  )
  assertRefused(MESSAGE.replace(` xmlns="${NAMESPACE}"`, ''), '/Document', /namespace ""/)
  assertRefused(MESSAGE.replaceAll('Document', 'Envelope'), '/Document', /"Envelope"/)
})

test('each fault of the structure names its element', () => {
  const rsn = `${ROOT}/Rsn`
  assertRefused(MESSAGE.replace('<Ref>M1</Ref>', ''), `${ROOT}/RltdRef/Ref`, /missing/)
  assertRefused(
    MESSAGE.replace('</Rsn>', '<ErrLctn>a</ErrLctn><RjctnDtTm>2026-11-23T09:00:00Z</RjctnDtTm></Rsn>'),
    `${rsn}/RjctnDtTm`,
    /too late/,
  )
  assertRefused(
    MESSAGE.replace('</Rsn>', '<ErrLctn>a</ErrLctn><ErrLctn>b</ErrLctn></Rsn>'),
    `${rsn}/ErrLctn`,
    /more than once/,
  )
  assertRefused(MESSAGE.replace('</Rsn>', '<Extra>a</Extra></Rsn>'), `${rsn}/Extra`, /not allowed here/)
  assertRefused(MESSAGE.replace('</Rsn>', '<ErrLctn xmlns="urn:x">a</ErrLctn></Rsn>'), `${rsn}/ErrLctn`, /urn:x/)
  assertRefused(MESSAGE.replace('<Rsn>', '<Rsn>text'), rsn, /holds the text "text"/)
  assertRefused(MESSAGE.replace('E001', '<b>E001</b>'), `${rsn}/RjctgPtyRsn`, /holds an element/)
  assertRefused(MESSAGE.replace('E001', ''), `${rsn}/RjctgPtyRsn`, /empty/)
})

test('nothing in a message is overlooked: attributes, hidden text, instructions', () => {
  const reason = `${ROOT}/Rsn/RjctgPtyRsn`
  assertRefused(MESSAGE.replace('<RjctgPtyRsn>', '<RjctgPtyRsn a="b">'), reason, /attribute "a"/)
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
  assertRefused(MESSAGE.replace('<RjctgPtyRsn>', `<RjctgPtyRsn ${xsi} xsi:nil="true">`), reason, /attribute "nil"/)
  assertRefused(MESSAGE.replace('E001', 'E0<!-- hidden -->01'), reason, /more than text/)
  assertRefused(MESSAGE.replace('<Rsn>', '<?php x?><Rsn>'), ROOT, /./)
  assertRefused(MESSAGE.replace('E001', '<?php x?>'), reason, /./)
})

test('values that XML Schema allows in several forms are read as one', () => {
  const event = (time: string) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:admi.004.001.02"><SysEvtNtfctn><EvtInf><EvtCd>PING</EvtCd>${time}</EvtInf></SysEvtNtfctn></Document>`
  const read = (time: string) => {
    const message = readMessage(event(`<EvtTm>${time}</EvtTm>`))
    return message.ok && message.value.type === 'admi.004.001.02' && message.value.document.SysEvtNtfctn.EvtInf.EvtTm
  }
  assert.equal(read(' 2026-11-23T09:30:00.5-05:00\n'), '2026-11-23T09:30:00.5-05:00')
  for (const wrong of ['2026-02-29T09:00:00Z', '2026-11-23', '2026-11-23T24:00:00Z', '2026-11-23T09:00:00+15:00', '']) {
    assert.equal(read(wrong), false, wrong)
  }
})

test('whatever is done to the text of a message, it reads or is refused with a path, and never throws', () => {
  const edit = fc.record({
    at: fc.nat(MESSAGE.length),
    cut: fc.nat(12),
    put: fc.string({ unit: 'binary', maxLength: 8 }),
  })
  const noise = fc.array(edit, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(noise, (edits) => {
      const xml = edits.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), MESSAGE)
      const read = readMessage(Buffer.from(xml))
      assert.ok(read.ok || read.refusal.path.startsWith('/'))
    }),
    { numRuns: 2000 },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => !readMessage(bytes).ok),
    { numRuns: 500 },
  )
})
