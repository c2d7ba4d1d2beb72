import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { newSweepState, type SweepState } from '../../jobs/sweep-state.ts'
import type { BackupStanding } from '../backup/backup-standing.ts'
import { judgeWork, statusOf } from './judge-work.ts'
import type { InstitutionWork } from './read-work.ts'

const NOW = Temporal.Instant.from('2026-07-01T03:00:00Z')

const quiet: InstitutionWork = {
  tenantId: 1n,
  institution: 'bank',
  backlog: [],
  overdue: [],
  queues: {
    filesUnwritten: 0,
    oldestFileSeconds: 0,
    deliveriesPending: 0,
    deliverySeconds: 0,
    deliveriesFailed: 0,
    webhooksFailing: 0,
    failingSeconds: 0,
    failingError: null,
    mailSeconds: 0,
    mailsFailing: 0,
    mailsFailingSeconds: 0,
    mailError: null,
    suspenseOpen: 0,
    filesQuarantined: 0,
    ...{ messagesWaiting: 0, messagesUnread: 0, messagesInDoubt: 0, messagesQuarantined: 0 },
    ...{ messageSeconds: 0, unreadSeconds: 0, doubtSeconds: 0, refusedSeconds: 0 },
    quarantinedSeconds: 0,
    obligationsDue: 0,
    obligationsOverdue: 0,
  },
  holds: [],
  verified: [],
}

const archiving: BackupStanding = { isArchiving: true, failedAt: null, archivedAt: NOW, backedUpAt: NOW }

const judge = (work: Partial<InstitutionWork>, sweeps: SweepState[] = []) =>
  judgeWork({ readAt: NOW, backup: archiving, institutions: [{ ...quiet, ...work }] }, sweeps, NOW)

const queues = (some: Partial<InstitutionWork['queues']>) => ({ queues: { ...quiet.queues, ...some } })

test('judgeWork: a file that waits five minutes is none, one second more is a reason with its beginning', () => {
  assert.deepEqual(judge(queues({ filesUnwritten: 2, oldestFileSeconds: 300 })), [])
  const [reason] = judge(queues({ filesUnwritten: 2, oldestFileSeconds: 301 }))
  assert.equal(reason?.what, '2 ACH files not handed over')
  assert.equal(String(reason?.since), '2026-07-01T02:54:59Z')
  assert.match(reason?.do ?? '', /outbox/)
})

test('judgeWork: what waits for many hours by intention is no reason', () => {
  const seconds = 86_400
  for (const status of ['PENDING_APPROVAL', 'FUTURE_DATED', 'HELD', 'READY_TO_TRANSMIT', 'TRANSMITTED'])
    assert.deepEqual(judge({ backlog: [{ status, payments: 9, seconds }] }), [], status)
  assert.deepEqual(judge(queues({ deliveriesFailed: 9, suspenseOpen: 9, mailSeconds: seconds })), [])
})

test('judgeWork: a file in quarantine needs a person', () => {
  const [reason] = judge(queues({ filesQuarantined: 1, quarantinedSeconds: 60 }))
  assert.equal(reason?.level, 'attention')
  assert.equal(reason?.what, '1 incoming file in quarantine')
})

test('judgeWork: messages stand still after five minutes; in doubt and in quarantine need a person', () => {
  const late = queues({ messagesWaiting: 2, messageSeconds: 301, messagesUnread: 1, unreadSeconds: 301 })
  assert.deepEqual(
    judge(queues({ messagesWaiting: 2, messageSeconds: 300, messagesUnread: 1, unreadSeconds: 300 })),
    [],
  )
  assert.deepEqual(
    judge(late).map(({ level, what }) => [level, what]),
    [
      ['stalled', '2 messages not handed over'],
      ['stalled', '1 message not read'],
    ],
  )
  const decided = judge(queues({ messagesInDoubt: 1, messagesQuarantined: 2 }))
  assert.deepEqual(
    decided.map(({ level, what }) => [level, what]),
    [
      ['attention', '1 message in doubt: nobody can tell whether it left'],
      ['attention', '2 incoming messages in quarantine'],
    ],
  )
})

test('judgeWork: a delivery is late after ten minutes', () => {
  assert.deepEqual(judge(queues({ deliveriesPending: 1, deliverySeconds: 600 })), [])
  assert.equal(judge(queues({ deliveriesPending: 1, deliverySeconds: 601 }))[0]?.what, '1 webhook delivery late')
  const none = judge(queues({ deliveriesPending: 0, deliverySeconds: 601 }))
  assert.equal(none[0]?.what, 'no deliveries are made of events for webhooks')
})

const judgeBackup = (backup: Partial<BackupStanding>) =>
  judgeWork({ readAt: NOW, backup: { ...archiving, ...backup }, institutions: [] }, [], NOW)
const before = (seconds: number) => NOW.subtract({ seconds })

test('judgeWork: an archiver that fails is a reason ten minutes after it last archived something', () => {
  assert.deepEqual(judgeBackup({ failedAt: NOW, archivedAt: before(600) }), [])
  const [reason] = judgeBackup({ failedAt: NOW, archivedAt: before(601) })
  assert.match(reason?.what ?? '', /^the write-ahead log is not archived/)
  assert.equal(String(reason?.since), String(before(601)))
  assert.equal(judgeBackup({ failedAt: NOW, archivedAt: null }).length, 1, 'it never archived anything')
})

test('judgeWork: a base backup is old after fifty hours; what another program backs up is not judged', () => {
  assert.deepEqual(judgeBackup({ backedUpAt: before(180_000) }), [])
  assert.equal(judgeBackup({ backedUpAt: before(180_001) })[0]?.what, 'no base backup was made for two days')
  assert.equal(judgeBackup({ backedUpAt: null })[0]?.what, 'no base backup was made yet')
  assert.deepEqual(judgeBackup({ backedUpAt: undefined, isArchiving: false }), [])
})

const failing = (failuresInARow: number): SweepState => ({
  ...newSweepState('payments: write ACH files', 1n),
  failuresInARow,
  lastFailure: 'EACCES: permission denied, account 700100200300',
  lastFailureCode: 'EACCES',
  failingSince: Temporal.Instant.from('2026-07-01T02:00:00Z'),
})

test('judgeWork: a sweep is a reason at the third failure in a row, with its institution and without values', () => {
  assert.deepEqual(judge({}, [failing(2)]), [])
  const [reason] = judge({}, [failing(3)])
  assert.equal(
    reason?.what,
    'the sweep "payments: write ACH files" failed 3 times in a row: EACCES: permission denied, account <number>',
  )
  assert.equal(reason?.institution, 'bank')
  assert.equal(String(reason?.since), '2026-07-01T02:00:00Z')
  assert.match(reason?.do ?? '', /^Check the outbox .*may not write there/)
  assert.equal(judge({}, [{ ...failing(3), tenantId: undefined }])[0]?.institution, undefined)
})

test('judgeWork: a run of more than ten minutes needs attention, and stalls nothing', () => {
  const running = (runningSince: Temporal.Instant) => ({ ...newSweepState('keys: reseal', 1n), runningSince })
  assert.deepEqual(judge({}, [running(NOW.subtract({ minutes: 10 }))]), [])
  assert.equal(statusOf(judge({}, [running(NOW.subtract({ minutes: 10, seconds: 1 }))])), 'attention')
})

test('judgeWork: what stands still comes before what needs attention', () => {
  const reasons = judge(queues({ webhooksFailing: 1, failingSeconds: 5 }), [failing(3)])
  assert.deepEqual(
    reasons.map(({ level }) => level),
    ['stalled', 'attention'],
  )
  assert.equal(statusOf(reasons), 'stalled')
  assert.equal(statusOf(reasons.slice(1)), 'attention')
  assert.equal(statusOf([]), 'working')
})

test('judgeWork: books that differ, or that were not verified for 26 hours, need attention', () => {
  const verified = (seconds: number, differences: number) => ({
    verified: [{ part: 'fx', isVerified: true, seconds, differences }] as const,
  })
  assert.deepEqual(judge(verified(26 * 3_600, 0)), [])
  assert.equal(judge(verified(26 * 3_600 + 1, 0))[0]?.what, 'the books (fx) were not verified for more than a day')
  const never = { verified: [{ part: 'fx', isVerified: false, seconds: 26 * 3_600 + 1, differences: 0 }] as const }
  assert.equal(judge(never)[0]?.what, 'the books (fx) were never verified')
  const [reason] = judge(verified(60, 2))
  assert.equal(reason?.what, 'the last verification of the books (fx) found 2 differences')
  assert.equal(reason?.level, 'attention')
})

test('judgeWork: mails that failed for a quarter of an hour are a reason, with what the mail server said', () => {
  const failing = (mailsFailingSeconds: number) =>
    judge(queues({ mailsFailing: 2, mailsFailingSeconds, mailError: 'the mail was not sent: EAUTH, status 535' }))
  assert.deepEqual(failing(900), [])
  const [reason] = failing(901)
  assert.equal(reason?.what, '2 mails not sent: the mail was not sent: EAUTH, status 535')
  assert.match(reason?.do ?? '', /password: correct GIRO_SMTP_URL/)
})

test('judgeWork: while the database is older than what has left, deliveries and mails wait by intention', () => {
  const late = { deliveriesPending: 3, deliverySeconds: 9_999, mailsFailing: 1, mailsFailingSeconds: 9_999 }
  const held = (reason: string) => judge({ ...queues(late), holds: [{ reason, heldAt: NOW, differences: [] }] })
  assert.equal(held('DatabaseOlder').length, 1)
  assert.equal(held('Restored').length, 1)
  assert.equal(held('Operator').length, 3)
})

test('judgeWork: a receiver that accepts nothing is a reason with its last error and what to do about it', () => {
  const [reason] = judge(
    queues({ webhooksFailing: 1, failingSeconds: 5, failingError: 'the host name does not exist' }),
  )
  assert.equal(reason?.what, '1 webhook whose receiver accepts nothing: the host name does not exist')
  assert.match(reason?.do ?? '', /host name in its URL/)
})
