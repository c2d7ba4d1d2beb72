import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { type ChainedContent, chainStart, findBreak, formatHead, hashRecord, parseHead } from './chain.ts'

const record: ChainedContent = {
  id: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
  at: '2026-07-01T12:00:00.123000Z',
  actor: 'client-1',
  userId: null,
  action: 'customer.updated',
  subjectKind: 'customer',
  subjectId: '100042',
  customerId: 100042n,
  before: '{"note": null}',
  after: '{"note": "called"}',
}

test('hashRecord: SHA-256 over the previous hash and the documented text', () => {
  const start = createHash('sha256').update('giro audit chain 7').digest()
  assert.deepEqual(chainStart(7n), { sequence: 0n, hash: start })
  const text =
    '{"action":"customer.updated","actor":"client-1","after":{"note":"called"},"at":"2026-07-01T12:00:00.123000Z",' +
    '"before":{"note":null},"customerUID":"100042","id":"0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d","sequence":"1",' +
    '"subjectId":"100042","subjectKind":"customer"}'
  assert.deepEqual(hashRecord(start, 1n, record), createHash('sha256').update(start).update(text).digest())
})

test('hashRecord: the text of a record made with the token of a user names the user', () => {
  const { hash: start } = chainStart(7n)
  const userId = '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6e'
  const text =
    '{"action":"customer.updated","actor":"client-1","after":{"note":"called"},"at":"2026-07-01T12:00:00.123000Z",' +
    '"before":{"note":null},"customerUID":"100042","id":"0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d","sequence":"1",' +
    `"subjectId":"100042","subjectKind":"customer","userId":"${userId}"}`
  assert.deepEqual(
    hashRecord(start, 1n, { ...record, userId }),
    createHash('sha256').update(start).update(text).digest(),
  )
})

test('hashRecord: every field of a record, its place and the previous hash change the hash', () => {
  const { hash: start } = chainStart(1n)
  const hashes = [
    hashRecord(start, 1n, record),
    hashRecord(start, 2n, record),
    hashRecord(chainStart(2n).hash, 1n, record),
    ...Object.keys(record).map((part) =>
      hashRecord(start, 1n, { ...record, [part]: part === 'customerId' ? 1n : part.length > 5 ? '"x"' : null }),
    ),
  ].map((hash) => hash.toString('hex'))
  assert.equal(new Set(hashes).size, 3 + Object.keys(record).length)
})

test('findBreak: a link that follows has no break; each kind of break has its own reason', () => {
  const head = chainStart(1n)
  const hash = hashRecord(head.hash, 1n, record)
  const link = { sequence: 1n, auditId: record.id, previousHash: head.hash, hash, record }
  assert.equal(findBreak(head, link), undefined)
  assert.match(findBreak(head, { ...link, sequence: 2n }) ?? '', /link 1 was removed/)
  assert.match(findBreak(head, { ...link, record: undefined }) ?? '', /record was removed/)
  assert.match(findBreak(head, { ...link, previousHash: hash }) ?? '', /previous hash/)
  assert.match(findBreak(head, { ...link, record: { ...record, actor: 'nobody' } }) ?? '', /altered/)
  assert.match(findBreak(head, { ...link, hash: head.hash }) ?? '', /altered/)
})

test('parseHead reads only what formatHead writes', () => {
  const head = { sequence: 12n, hash: chainStart(1n).hash }
  assert.deepEqual(parseHead(formatHead(head)), head)
  for (const wrong of ['', '12', `12:${'0'.repeat(63)}`, `-1:${'0'.repeat(64)}`, `1:${'g'.repeat(64)}`])
    assert.equal(parseHead(wrong), undefined, wrong)
})
