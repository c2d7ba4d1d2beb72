import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Message } from '../../src/rails/iso20022/read-message.ts'
import type { MessageRailName } from '../../src/rails/network.ts'
import { type BadMessageBank, type KeptMessage, openBadMessageBank } from '../support/bad-messages/bank.ts'
import { BOMBS } from '../support/bad-messages/bombs.ts'
import { ENCODINGS, SHAPES } from '../support/bad-messages/forms.ts'
import { AMOUNTS, ANSWERS, RULES } from '../support/bad-messages/rules.ts'
import type { BadMessage, Fate } from '../support/bad-messages/spoil.ts'

const BAD_MESSAGES = [...BOMBS, ...ENCODINGS, ...SHAPES, ...AMOUNTS, ...RULES, ...ANSWERS]

/** What all bad messages of a network may cost together. */
const MAX_CPU_SECONDS = 15
const MAX_MEMORY_BYTES = 400 * 1024 * 1024

/** What the network's own rules reply, by what becomes of the message. */
const REPLIES: Readonly<Record<MessageRailName, Partial<Record<Fate, string>>>> = {
  FEDWIRE: { invalid: 'admi.002.001.01', unfit: 'admi.002.001.01' },
  FEDNOW: { invalid: 'admi.002.001.01', unfit: 'pacs.002.001.10', refused: 'pacs.002.001.10' },
  RTP: { invalid: 'pacs.002.001.10', unfit: 'pacs.002.001.10' },
  SWIFT: { unfit: 'pacs.002.001.10', refused: 'pacs.002.001.10' },
}

const STATUSES: Readonly<Record<Fate, string>> = {
  ...{ unreadable: 'Quarantined', invalid: 'Quarantined', unfit: 'Quarantined', tooLarge: 'Quarantined' },
  ...{ exception: 'Processed', refused: 'Processed', double: 'Double' },
}

let bank: BadMessageBank
before(async () => {
  bank = await openBadMessageBank()
})
after(() => bank?.stop())

/** A case of the table with the bytes that came in. */
interface Came {
  bad: BadMessage
  fate: Fate
  bytes: Buffer
}

for (const rail of ['FEDWIRE', 'FEDNOW', 'RTP', 'SWIFT'] as const)
  test(`${rail}: what is bad is kept whole, refused by its own message, shown with its place, and posts nothing`, async () => {
    const payments = await bank.payments(rail)
    const contents: (string | Uint8Array)[] = []
    const cases = BAD_MESSAGES.filter(({ on }) => !on || on.includes(rail)).map((bad): Came => {
      const made = bad.make(bank.wires[rail], payments, bank.wires)
      contents.push(...made)
      const fate = typeof bad.fate === 'string' ? bad.fate : bad.fate[rail]
      return { bad, fate, bytes: Buffer.from(made.at(-1)!) }
    })
    const books = await bank.books()
    const [cpu, memory] = [process.cpuUsage(), process.memoryUsage.rss()]
    const kept = await bank.takeIn(rail, contents)
    const { user, system } = process.cpuUsage(cpu)
    assert.ok((user + system) / 1e6 < MAX_CPU_SECONDS, `${(user + system) / 1e6} s`)
    assert.ok(process.memoryUsage.rss() - memory < MAX_MEMORY_BYTES)
    assert.equal(await bank.books(), books)
    const faults = await faultsIn(rail, cases, kept)
    assert.deepEqual(faults, [])
    await assertUnharmed(rail, payments.open)
  })

/** What is not as it must be, for all cases at once. */
async function faultsIn(rail: MessageRailName, cases: readonly Came[], kept: readonly KeptMessage[]) {
  const shown = Map.groupBy(await bank.shown(rail), ({ messageUID }) => messageUID)
  const replies = await bank.readSent(kept)
  const tooLarge = kept.filter(({ sha256, direction }) => direction === 'In' && sha256 === null)
  const faults: string[] = []
  for (const { bad, fate, bytes } of cases) {
    const fault = (what: unknown) => faults.push(`${bad.name} (${fate}): ${JSON.stringify(what)}`)
    const digest = hash('sha256', bytes)
    const row = fate === 'tooLarge' ? tooLarge.shift() : kept.find(({ sha256 }) => sha256 === digest)
    if (!row) {
      fault('it was not kept')
      continue
    }
    if (row.status !== STATUSES[fate]) fault([row.status, row.refusal, shown.get(row.id)])
    if (fate !== 'tooLarge' && !bytes.equals(await bank.contentOf({ ...row, doubleOf: null }))) fault('not its bytes')
    const exceptions = shown.get(row.id) ?? []
    if (exceptions.length !== 1 || !bad.why.test(exceptions[0]!.why)) fault(exceptions.map(({ why }) => why))
    if ((fate === 'invalid' || fate === 'unfit') && !exceptions[0]?.evidence.path?.includes('/')) fault('no path')
    const told = replies.filter((reply) => namesIn(bytes).includes(aboutIn(reply) ?? ''))
    const expected = REPLIES[rail][fate]
    const types = [...new Set(told.map(({ type }) => type))]
    if (types.join() !== (expected ?? '')) fault(types)
    for (const reply of told) if (!isRefusal(reply)) fault(reply.document)
  }
  return faults
}

/** The ids by which an answer may name a message. */
function namesIn(bytes: Buffer): string[] {
  return Array.from(bytes.toString().matchAll(/<(?:BizMsgIdr|MsgId)>([^<]+)</g), ([, id]) => id!)
}

/** The id of the message that a reply is about. */
function aboutIn(message: Message): string | undefined {
  if (message.type === 'admi.002.001.01') return message.document['admi.002.001.01'].RltdRef.Ref
  if (message.type !== 'pacs.002.001.10') return undefined
  const { OrgnlGrpInfAndSts, TxInfAndSts } = message.document.FIToFIPmtStsRpt
  return TxInfAndSts?.[0]?.OrgnlGrpInf?.OrgnlMsgId ?? OrgnlGrpInfAndSts?.[0]?.OrgnlMsgId
}

/** A refusal says why, by a code and in words. */
function isRefusal(message: Message): boolean {
  if (message.type === 'admi.002.001.01') {
    const { RjctgPtyRsn, RsnDesc } = message.document['admi.002.001.01'].Rsn
    return RjctgPtyRsn !== '' && RsnDesc !== undefined
  }
  if (message.type !== 'pacs.002.001.10') return false
  const [status] = message.document.FIToFIPmtStsRpt.TxInfAndSts ?? []
  const [reason] = status?.StsRsnInf ?? []
  return status?.TxSts === 'RJCT' && (reason?.Rsn?.Cd ?? reason?.Rsn?.Prtry) !== undefined
}

/** What comes after the bad messages is read as ever. */
async function assertUnharmed(rail: MessageRailName, open: Parameters<BadMessageBank['wires']['RTP']['says']>[0]) {
  const before = (await bank.receipts()).length
  const wire = bank.wires[rail]
  const kept = await bank.takeIn(rail, [wire.credit(), wire.says(open, 'settled')])
  const came = kept.filter(({ direction }) => direction === 'In')
  assert.deepEqual(
    came.map(({ status }) => status),
    ['Processed', 'Processed'],
  )
  assert.equal((await bank.receipts()).length, before + 1)
}
