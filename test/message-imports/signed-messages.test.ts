import assert from 'node:assert/strict'
import type { KeyObject } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readMessageKeys } from '../../src/main/message-keys.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { heard, moneyIdIn, statusAbout, transferTo } from '../support/iso20022/instant-operator.ts'
import { type LiveBank, openLiveBank } from '../support/live-bank.ts'
import { signersOf } from '../support/message-keys.ts'

const MESSAGES = '/v1/institution/messages'
const sides = signersOf('EC')
const strangers = signersOf('EC')
const keys = mkdtempSync(join(tmpdir(), 'giro-keys-'))

/** Writes the keys of a network as its operator does. */
function writeKeys(folder: string, own: KeyObject, trusted: KeyObject, mode = 0o600): void {
  mkdirSync(join(folder, 'trusted'), { recursive: true })
  writeFileSync(join(folder, 'sign.pem'), own.export({ type: 'pkcs8', format: 'pem' }), { mode })
  writeFileSync(join(folder, 'trusted', 'network.pem'), trusted.export({ type: 'spki', format: 'pem' }))
}

let bank: LiveBank
before(async () => {
  writeKeys(join(keys, 'live', 'FEDNOW'), sides.institution.privateKey, sides.network.publicKey)
  bank = await openLiveBank({ messageKeysDir: keys })
  const networks = { FEDNOW: { link: 'Directory', isSigned: true }, RTP: { link: 'Directory', isSigned: true } }
  const rails = { FEDNOW: true, RTP: true }
  dataOf(await bank.configure({ networks, rails, instantNetwork: 'FEDNOW' }))
})
after(async () => {
  await bank.stop()
  rmSync(keys, { recursive: true, force: true })
})

/** An instant payment that has left, as its bytes. */
async function sent() {
  const uid = await bank.pays(await bank.payerOf(), { speed: 'Instant' })
  await bank.work()
  const [bytes = '', ...others] = await bank.collected('FEDNOW')
  assert.equal(others.length, 0)
  return { uid, bytes }
}

let words = 0
function settled(bytes: string): string {
  const original = { messageId: moneyIdIn(bytes) }
  const terms = { us: bank.institution.routingNumber, now: bank.clock.now(), suffix: `WORD${++words}` }
  return statusAbout('FEDNOW', { ...terms, original, status: 'ACSC' })
}

test('a payment leaves signed, and settles by a message of the network that is signed', async () => {
  const { uid, bytes } = await sent()
  assert.ok(sides.theirs.verify(bytes, bank.clock.now()).ok)
  const [out] = dataOf(await bank.call('GET', `${MESSAGES}?page=1&limit=10&paymentUID=${uid}`))
  const { content } = dataOf(await bank.call('GET', `${MESSAGES}/${out.messageUID}/content`))
  assert.equal(Buffer.from(content, 'base64').toString(), bytes, 'the bytes that the API shows are those that left')
  await bank.answers('FEDNOW', sides.signedByNetwork(settled(bytes)))
  await bank.takenIn()
  assert.equal(await bank.statusOf(uid), 'PROCESSED')
})

test('without a valid signature nothing is posted: it is kept whole, shown, and rejected by the network', async () => {
  const { uid, bytes } = await sent()
  const word = settled(bytes)
  const changed = sides.signedByNetwork(word).replace('ACSC', 'RJCT')
  const us = bank.institution.routingNumber
  const credit = transferTo('FEDNOW', { us, now: bank.clock.now(), suffix: 'CREDIT1', account: '123' }).bytes
  const bad = [word, changed, strangers.signedByNetwork(settled(bytes)), credit]
  for (const one of bad) await bank.answers('FEDNOW', one)
  await bank.takenIn()
  assert.equal(await bank.statusOf(uid), 'TRANSMITTED')
  assert.deepEqual(dataOf(await bank.call('GET', '/v3/receipts?page=1&limit=10')), [])
  const kept = dataOf(await bank.call('GET', `${MESSAGES}?page=1&limit=10&status=Quarantined`))
  assert.equal(kept.length, bad.length)
  const whys = new Set<string>()
  for (const { messageUID } of kept) {
    const { refusal } = dataOf(await bank.call('GET', `${MESSAGES}/${messageUID}`))
    const { content } = dataOf(await bank.call('GET', `${MESSAGES}/${messageUID}/content`))
    assert.ok(bad.includes(Buffer.from(content, 'base64').toString()))
    whys.add(refusal.why)
  }
  assert.deepEqual([...whys].toSorted(), [
    'it has no signature',
    'its signature is wrong, or made with a key that is not trusted',
  ])
  const replies = await bank.collected('FEDNOW')
  assert.deepEqual([...new Set(replies.map((reply) => heard(reply).type))], ['admi.002.001.01'])
  for (const reply of replies) assert.ok(sides.theirs.verify(reply, bank.clock.now()).ok, 'our reject is signed too')
  const released = await bank.call('POST', `${MESSAGES}/${kept[0].messageUID}/release`, { reason: 'try again' })
  assert.equal(dataOf(released).status, 'Received')
  await bank.work()
  assert.equal(dataOf(await bank.call('GET', `${MESSAGES}/${kept[0].messageUID}`)).status, 'Quarantined')
})

test('a process without the keys of a network sends and reads nothing of it: both wait', async () => {
  dataOf(await bank.configure({ instantNetwork: 'RTP' }))
  const uid = await bank.pays(await bank.payerOf(), { speed: 'Instant' })
  await assert.rejects(
    bank.work(),
    /signs its messages of RTP, and this process has no keys: see GIRO_MESSAGE_KEYS_DIR/,
  )
  assert.equal(await bank.statusOf(uid), 'READY_TO_TRANSMIT')
  assert.deepEqual(await bank.collected('RTP'), [])
})

test('the simulated networks of a sandbox do not sign, and a setting that says so is refused', async () => {
  const networks = { RTP: { link: 'Simulator', isSigned: true } }
  const refused = await bank.service.call('PUT', '/v1/institution', { networks })
  assertRefused(refused, { status: 400, code: 'INST001', says: 'networks.RTP.isSigned: the simulated networks' })
})

test('keys that are missing, readable by others or no keys are named at the start, without their content', () => {
  const root = mkdtempSync(join(tmpdir(), 'giro-bad-keys-'))
  const folder = join(root, 'bank', 'RTP')
  const refusal = () => {
    try {
      readMessageKeys(root)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  try {
    mkdirSync(folder, { recursive: true })
    assert.match(refusal(), /sign\.pem cannot be read/)
    writeKeys(folder, sides.institution.privateKey, sides.network.publicKey, 0o644)
    assert.match(refusal(), /sign\.pem can be read by others than its owner: chmod 600 it/)
    rmSync(join(folder, 'sign.pem'))
    writeFileSync(join(folder, 'sign.pem'), 'secret text', { mode: 0o600 })
    assert.match(refusal(), /sign\.pem is not a key or certificate in PEM/)
    assert.doesNotMatch(refusal(), /secret text/)
    rmSync(join(folder, 'sign.pem'))
    writeKeys(folder, sides.institution.privateKey, sides.network.publicKey)
    rmSync(join(folder, 'trusted', 'network.pem'))
    assert.match(refusal(), /no key of the network is trusted/)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
