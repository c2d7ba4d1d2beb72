import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { dataOf } from '../support/answers.ts'
import { customerTransfer } from '../support/fedwire/operator.ts'
import { heard, transferTo } from '../support/iso20022/instant-operator.ts'
import { type LiveBank, openLiveBank } from '../support/live-bank.ts'
import { signersOf } from '../support/message-keys.ts'

const MESSAGES = '/v1/institution/messages'
const RAILS = ['FEDWIRE', 'RTP'] as const
const sides = signersOf('EC')
const strangers = signersOf('EC')
const keys = mkdtempSync(join(tmpdir(), 'giro-network-keys-'))

let bank: LiveBank
let account: string
before(async () => {
  for (const rail of RAILS) {
    const folder = join(keys, 'live', rail)
    mkdirSync(join(folder, 'trusted'), { recursive: true })
    const own = sides.institution.privateKey.export({ type: 'pkcs8', format: 'pem' })
    writeFileSync(join(folder, 'sign.pem'), own, { mode: 0o600 })
    const trusted = sides.network.publicKey.export({ type: 'spki', format: 'pem' })
    writeFileSync(join(folder, 'trusted', 'network.pem'), trusted)
  }
  bank = await openLiveBank({ messageKeysDir: keys })
  const link = { link: 'Directory', isSigned: true }
  const networks = { FEDWIRE: { ...link, endpoint: 'LIVEBANK' }, RTP: link }
  dataOf(await bank.configure({ networks, rails: { FEDWIRE: true, RTP: true } }))
  account = (await bank.payerOf()).accountNumber
})
after(async () => {
  await bank.stop()
  rmSync(keys, { recursive: true, force: true })
})

let credits = 0
/** A credit of another bank, without a signature. */
function creditOver(rail: (typeof RAILS)[number]): string {
  const us = bank.institution.routingNumber
  const number = String(++credits).padStart(6, '0')
  if (rail === 'RTP') return transferTo('RTP', { us, now: bank.clock.now(), suffix: `CREDIT${number}`, account }).bytes
  return customerTransfer({
    ...{ id: `20260701LIVEBANK${number}07011000FT03`, to: us, imad: `20260701OTHERBNK${number}`, service: 'PROD' },
    ...{ uetr: randomUUID(), amount: '51.74', account, date: '2026-07-01' },
  })
}

/** The message that a network gets in answer to one whose signature is not valid. */
const REJECTS = { FEDWIRE: 'admi.002.001.01', RTP: 'pacs.002.001.10' } as const

for (const rail of RAILS)
  test(`${rail}: a credit without a valid signature posts nothing, is kept and rejected; signed it is posted`, async () => {
    const receipts = async () => dataOf(await bank.call('GET', `/v3/receipts?page=1&limit=10&rail=${rail}`))
    const changed = sides.signedByNetwork(creditOver(rail)).replace('51.74', '99.74')
    const bad = [creditOver(rail), changed, strangers.signedByNetwork(creditOver(rail))]
    for (const one of bad) await bank.answers(rail, one)
    await bank.takenIn()
    assert.deepEqual(await receipts(), [])
    const kept = dataOf(await bank.call('GET', `${MESSAGES}?page=1&limit=10&status=Quarantined&rail=${rail}`))
    assert.equal(kept.length, bad.length)
    const whys: string[] = []
    for (const { messageUID } of kept) {
      const { content } = dataOf(await bank.call('GET', `${MESSAGES}/${messageUID}/content`))
      assert.ok(bad.includes(Buffer.from(content, 'base64').toString()))
      whys.push(dataOf(await bank.call('GET', `${MESSAGES}/${messageUID}`)).refusal.why)
    }
    assert.deepEqual(whys.toSorted(), [
      'it has no signature',
      ...Array(2).fill('its signature is wrong, or made with a key that is not trusted'),
    ])
    const rejects = await bank.collected(rail)
    assert.equal(rejects.length, bad.length)
    for (const reject of rejects) {
      assert.equal(heard(reject).type, REJECTS[rail])
      assert.ok(sides.theirs.verify(reject, bank.clock.now()).ok, 'our reject is signed')
    }
    await bank.answers(rail, sides.signedByNetwork(creditOver(rail)))
    await bank.takenIn()
    assert.deepEqual(
      (await receipts()).map(({ amount }: { amount: string }) => amount),
      ['51.74'],
    )
  })
