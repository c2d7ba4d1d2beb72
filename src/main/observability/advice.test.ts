import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookSweeps } from '../../books/books.jobs.ts'
import { paymentSweeps } from '../../payments/worker/payments.jobs.ts'
import { anchorSweeps } from '../anchors.ts'
import { adviceFor, adviceForMailServer, adviceForReceiver } from './advice.ts'

const files = 'payments: write ACH files'

test('adviceFor: each kind of failure has its own advice', () => {
  const advice = (sweep: string, message: string, code?: string) => adviceFor({ sweep, message, code })
  assert.match(advice(files, 'EACCES: permission denied', 'EACCES'), /^Check the outbox .*may not write/)
  assert.match(advice(files, 'ENOSPC: no space left on device', 'ENOSPC'), /outbox .*disk is full/)
  assert.match(advice(files, 'the outbox did not answer within 20 s'), /its storage does not answer/)
  assert.match(advice(files, 'the outbox is another one'), /^Check the outbox .*whole error/)
  assert.match(advice('fx: expire', 'connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'), /database runs/)
  assert.match(advice('fx: expire', 'Connection terminated unexpectedly'), /database runs/)
  assert.match(advice('fx: expire', 'permission denied for table a', '42501'), /giro migrate/)
  assert.match(advice('fx: expire', 'relation "a" does not exist', '42P01'), /giro migrate/)
  assert.match(advice('fx: expire', 'could not extend file', '53100'), /disk of the database is full/)
  assert.match(advice('fx: expire', 'canceling statement due to statement timeout', '57014'), /pg_stat_activity/)
  assert.match(advice('fx: expire', 'cannot execute UPDATE', '25006'), /leading one/)
  assert.match(advice('fx: expire', 'boom'), /^The log of this worker/)
})

test('adviceForReceiver: the last error of a receiver says whom to ask', () => {
  assert.match(adviceForReceiver('the connection was refused'), /firewall/)
  assert.match(adviceForReceiver('CERT_HAS_EXPIRED: certificate has expired'), /renew/)
  assert.match(adviceForReceiver('the receiver replied with status 401'), /secret/)
  assert.match(adviceForReceiver('hooks.example has no address that webhooks may use'), /GIRO_WEBHOOK_NETWORKS/)
  assert.match(adviceForReceiver(null), /Ask the operators/)
})

test('adviceForMailServer: a wrong password, an unknown host and a refused sender are told apart', () => {
  assert.match(adviceForMailServer('the mail was not sent: EAUTH, status 535'), /password/)
  assert.match(adviceForMailServer('the mail was not sent: EDNS'), /name servers/)
  assert.match(adviceForMailServer('the mail was not sent: EENVELOPE, status 451'), /GIRO_SMTP_FROM/)
})

test('adviceFor: the sweeps that write files are named as they are', () => {
  const names = [...paymentSweeps, ...bookSweeps, ...anchorSweeps('anchors')].map(({ name }) => name)
  const writing = names.filter((sweep) => /^Check/.test(adviceFor({ sweep, message: 'full', code: 'ENOSPC' })))
  assert.deepEqual(writing, [
    files,
    'books: write general ledger files',
    'anchors: anchor the audit log and the ledger',
  ])
})
