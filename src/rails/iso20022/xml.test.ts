import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diag } from 'libxml2-wasm'
import { readMessage } from './read-message.ts'
import { readElementText } from './xml.ts'

const MESSAGE =
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:admi.004.001.02"><SysEvtNtfctn><EvtInf><EvtCd>PING</EvtCd></EvtInf></SysEvtNtfctn></Document>'

test('every document is freed, whether it was read, refused or not XML at all', () => {
  diag.configure({ enabled: true })
  try {
    assert.equal(readMessage(MESSAGE).ok, true)
    assert.equal(readMessage(MESSAGE.replace('PING', '')).ok, false)
    assert.equal(readMessage(MESSAGE.slice(0, -3)).ok, false)
    assert.deepEqual(diag.report(), {})
  } finally {
    diag.configure({ enabled: false })
  }
})

test('one element in a namespace is canonical text, with each namespace that it uses', () => {
  const text = '<a:x xmlns:a="urn:a" xmlns:unused="urn:u" b="1"  a:a=\'2\'><!-- c --><y xmlns="urn:y"/></a:x>'
  const canonical = '<a:x xmlns:a="urn:a" b="1" a:a="2"><y xmlns="urn:y"></y></a:x>'
  assert.deepEqual(readElementText(text), { ok: true, value: canonical })
  assert.deepEqual(readElementText(canonical), { ok: true, value: canonical })
  assert.deepEqual(readElementText('<x/>'), { ok: false, refusal: 'its element has no namespace' })
  assert.equal(readElementText('<x xmlns="urn:x"/><y/>').ok, false)
  assert.equal(readElementText('</Data><Data>').ok, false)
})
