import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { statusAbout } from '../../../test/support/iso20022/instant-operator.ts'
import { type KeyKind, keyPair, signersOf } from '../../../test/support/message-keys.ts'
import { status as swiftStatus } from '../../../test/support/swift-correspondent.ts'
import { readMessage } from '../iso20022/read-message.ts'
import { withSignature } from './signed-text.ts'
import { createXmlSigner } from './xml-signer.ts'

const now = Temporal.Instant.from('2026-07-01T14:00:00Z')
const statusOn = (rail: 'RTP' | 'FEDNOW') =>
  statusAbout(rail, { us: '061099995', now, suffix: 'S1', original: { messageId: 'M1' }, status: 'ACTC' })
const rtp = statusOn('RTP')
const { ours, theirs, signedByNetwork, network } = signersOf('RSA')
const signed = signedByNetwork(rtp)
const whyNot = (message: string, at = now) => {
  const verified = ours.verify(message, at)
  return verified.ok ? undefined : verified.refusal.why
}

for (const kind of ['RSA', 'EC'] as const)
  test(`${kind}: a signed message is verified, and what is read of it is exactly what was signed`, () => {
    const sides = signersOf(kind)
    const swift = swiftStatus({ messageId: 'A1', uetr: randomUUID(), amount: '1.00', currency: 'EUR' }, 'ACSC')
    for (const message of [rtp, statusOn('FEDNOW'), swift]) {
      const verified = sides.ours.verify(sides.signedByNetwork(message), now)
      assert.ok(verified.ok, JSON.stringify(verified))
      assert.doesNotMatch(verified.value, /Sgntr|Signature/)
      const read = readMessage(verified.value)
      assert.ok(read.ok, JSON.stringify(read))
      assert.deepEqual(read, readMessage(message))
    }
  })

test('a message in which anything was changed after it was signed is refused', () => {
  const wrong = 'its signature is wrong, or made with a key that is not trusted'
  const changes: [string, string][] = [
    ['<TxSts>ACTC<', '<TxSts>RJCT<'],
    ['061099995A1</MmbId>', '061099995A2</MmbId>'],
    ['S1</BizMsgIdr>', 'S2</BizMsgIdr>'],
    ['urn:tch', 'urn:tcx'],
  ]
  for (const [from, to] of changes) assert.equal(whyNot(signed.replace(from, to)), wrong, `${from} became ${to}`)
  const value = /<ds:SignatureValue>(.)/.exec(signed)![1]!
  const other = value === 'A' ? 'B' : 'A'
  assert.equal(whyNot(signed.replace(`<ds:SignatureValue>${value}`, `<ds:SignatureValue>${other}`)), wrong)
  assert.equal(whyNot(signed.replace(/<ds:DigestValue>[^<]*/, `<ds:DigestValue>${'A'.repeat(43)}=`)), wrong)
})

test('a message without a signature, or signed with another key, is refused; the key in a message is not read', () => {
  assert.equal(whyNot(rtp), 'it has no signature')
  const stranger = keyPair('RSA')
  const foreign = createXmlSigner({ privateKey: stranger.privateKey, trusted: [{ key: stranger.publicKey }] })
  const forged = withSignature(rtp, foreign.sign(rtp))
  const modulus = stranger.publicKey.export({ format: 'jwk' }).n
  const keyInfo = `<ds:KeyInfo><ds:KeyValue><ds:RSAKeyValue><ds:Modulus>${modulus}</ds:Modulus></ds:RSAKeyValue></ds:KeyValue></ds:KeyInfo>`
  for (const message of [forged, forged.replace('</ds:Signature>', `${keyInfo}</ds:Signature>`)])
    assert.equal(whyNot(message), 'its signature is wrong, or made with a key that is not trusted')
})

test('a signature counts only in the header, alone, over the whole message: nothing can be wrapped around it', () => {
  const signature = theirs.sign(rtp)
  const inDocument = rtp.replace('</GrpHdr>', `<Sgntr>${signature}</Sgntr></GrpHdr>`)
  assert.equal(whyNot(inDocument), 'its signature is not in AppHdr/Sgntr')
  assert.equal(whyNot(withSignature(rtp, signature + signature)), 'it has 2 signatures')
  const [, inner = ''] = /^<\?xml[^>]*\?>\s*(.*)$/s.exec(signed)!
  const evil = rtp.replace('</e:MessageStatusReport>', `${inner}</e:MessageStatusReport>`)
  assert.notEqual(whyNot(evil), undefined)
  const aside = `<e:Message xmlns:e="urn:tch" xmlns="urn:x">${inner}${rtp.replace(/^<\?xml[^>]*\?>/, '')}</e:Message>`
  assert.notEqual(whyNot(aside), undefined)
  const byId = signed.replace('URI=""', 'URI="#a"').replace('<e:AppHdr ', '<e:AppHdr Id="a" ')
  assert.equal(whyNot(byId), 'its signature has other references than one to the whole message')
  const reference = /<ds:Reference.*<\/ds:Reference>/s.exec(signed)![0]
  const two = signed.replace(reference, reference + reference)
  assert.equal(whyNot(two), 'its signature has other references than one to the whole message')
})

test('only the algorithms of the list count, whatever the message asks for', () => {
  const replaced: [string, string][] = [
    ['2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#rsa-sha1'],
    ['2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#hmac-sha1'],
    ['2001/04/xmldsig-more#rsa-sha256', '2001/04/xmldsig-more#rsa-sha512'],
    ['2001/04/xmlenc#sha256', '2000/09/xmldsig#sha1'],
    ['2001/10/xml-exc-c14n#', '2001/10/xml-exc-c14n#WithComments'],
    ['2000/09/xmldsig#enveloped-signature', 'TR/1999/REC-xslt-19991116'],
    ['2000/09/xmldsig#enveloped-signature', 'TR/1999/REC-xpath-19991116'],
  ]
  for (const [from, to] of replaced) {
    assert.ok(signed.includes(from))
    assert.equal(whyNot(signed.replace(from, to)), 'its signature uses an algorithm that is not accepted', to)
  }
  const asEc = signed.replace('#rsa-sha256', '#ecdsa-sha256')
  assert.equal(whyNot(asEc), 'its signature is wrong, or made with a key that is not trusted')
})

test('a network that changes its key has two for a while, and an expired certificate counts no more', () => {
  const old = keyPair('EC')
  const validTo = now.add({ hours: 1 })
  const trusted = [{ key: old.publicKey, validTo }, { key: network.publicKey }]
  const both = createXmlSigner({ privateKey: old.privateKey, trusted })
  const byOld = withSignature(rtp, both.sign(rtp))
  assert.ok(both.verify(byOld, now).ok)
  assert.ok(both.verify(byOld, validTo).ok)
  assert.ok(!both.verify(byOld, validTo.add({ milliseconds: 1 })).ok)
  assert.ok(both.verify(signed, validTo.add({ hours: 1 })).ok)
})

/** Messages of about so many bytes that are made to be costly. */
function hostileXml(bytes: number): string[] {
  const [elements, transforms] = [bytes / '<a></a>'.length, bytes / '<ds:Transform Algorithm="x"/>'.length]
  const bomb = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(bytes)}">]>${signed}`
  const deep = `${'<a>'.repeat(elements)}${'</a>'.repeat(elements)}`
  const many = withSignature(
    rtp,
    theirs
      .sign(rtp)
      .replace('</ds:Transforms>', `${'<ds:Transform Algorithm="x"/>'.repeat(transforms)}</ds:Transforms>`),
  )
  return [bomb, deep, many, `<a>${'y'.repeat(bytes)}</a>`]
}

/** The least processor time, of some tries, in which all of them are refused. */
function costMs(messages: readonly string[]): number {
  const tries = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage()
    for (const message of messages) assert.notEqual(whyNot(message), undefined)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...tries)
}

test('hostile XML is refused before any signature is looked at, at a cost that grows with its size alone', () => {
  for (const message of ['', '<', `<a>${'y'.repeat(2 * 1024 * 1024)}</a>`]) assert.notEqual(whyNot(message), undefined)
  const [small, large] = [costMs(hostileXml(100_000)), costMs(hostileXml(800_000))]
  // In proportion it is 8 times as much, by the square 64 times.
  assert.ok(large < 24 * small, `${small} ms became ${large} ms`)
})

test('keys that are too weak, or of another kind, are refused at the start', () => {
  const trusted = [{ key: network.publicKey }]
  const weak = [
    generateKeyPairSync('rsa', { modulusLength: 1024 }),
    generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
    generateKeyPairSync('ed25519'),
  ]
  for (const { privateKey } of weak)
    assert.throws(() => createXmlSigner({ privateKey, trusted }), /RSA keys of at least 2048 bits, or with EC keys/)
  assert.throws(() => createXmlSigner({ privateKey: network.privateKey, trusted: [] }), /no key of the network/)
})

const xmlsec = spawnSync('xmlsec1', ['--version']).status === 0 ? false : 'xmlsec1 is not installed'
for (const kind of ['RSA', 'EC'] satisfies KeyKind[])
  test(`${kind}: another implementation verifies our signature, and we verify its`, { skip: xmlsec }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'giro-xmlsec-'))
    try {
      const sides = signersOf(kind)
      const write = (name: string, text: string) => {
        writeFileSync(join(folder, name), text)
        return join(folder, name)
      }
      const key = write('public.pem', sides.institution.publicKey.export({ type: 'spki', format: 'pem' }).toString())
      const ourMessage = write('ours.xml', withSignature(rtp, sides.ours.sign(rtp)))
      execFileSync('xmlsec1', ['--verify', '--pubkey-pem', key, ourMessage], { stdio: 'pipe' })
      const theirKey = write(
        'private.pem',
        sides.network.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      )
      const template = sides.theirs
        .sign(rtp)
        .replace(/<ds:DigestValue>[^<]*/, '<ds:DigestValue>')
        .replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>')
      const unsigned = write('template.xml', withSignature(rtp, template))
      const out = execFileSync('xmlsec1', ['--sign', '--privkey-pem', theirKey, unsigned], { stdio: 'pipe' })
      assert.ok(sides.ours.verify(out.toString(), now).ok)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
