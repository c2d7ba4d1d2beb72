/** What failed again and again, as far as it is known. */
export interface Failure {
  /** The sweep that failed. */
  sweep: string
  message: string
  /** The code of the error: of the operating system, or the SQLSTATE of PostgreSQL. */
  code: string | undefined
}

const LOG = 'The log of this worker has the whole error: look for "sweep failed" and the name of the sweep.'
const DATABASE =
  'Check that the database runs and can be reached from this machine. The worker connects again by itself.'

/** By SQLSTATE, the most exact first. */
const OF_DATABASE: readonly [RegExp, string][] = [
  [/^42501/, 'The login lacks a right: run "giro migrate" of this release as the owner of the tables.'],
  [/^42/, 'The schema is not that of this release: run "giro migrate" as the owner of the tables.'],
  [/^53100/, 'The disk of the database is full: make room on it.'],
  [/^53/, 'The database is short of connections or memory: look at its limits, and at who uses them.'],
  [/^25006/, 'The database takes no writes: point GIRO_DATABASE_URL to the leading one.'],
  [/^(57014|55P03|25P03)/, 'A statement took too long: look in pg_stat_activity and pg_locks for what it waits for.'],
  [/^40/, 'Transactions conflict again and again: look in pg_stat_activity for what locks the rows.'],
  [/^23/, `The database refuses what the sweep writes. ${LOG} Keep the rows for the vendor.`],
  [/^(08|57P)/, DATABASE],
]

/** What each sweep writes outside of the database. */
const DIRECTORIES: Readonly<Record<string, string>> = {
  'payments: write ACH files': 'the outbox (GIRO_OUTBOX_DIR)',
  'rails: carry ACH files to the server': 'the SFTP server (GIRO_SFTP_HOST) and the outbox (GIRO_OUTBOX_DIR)',
  'rails: take in ACH files from the server': 'the SFTP server (GIRO_SFTP_HOST)',
  'rails: take in ACH files': 'the directories in, done and quarantine of the outbox (GIRO_OUTBOX_DIR)',
  'message-imports: hand over messages': 'the links to the networks (GIRO_OUTBOX_DIR, GIRO_AMQP_URL)',
  'messages: take in FEDWIRE messages': 'the link to Fedwire (GIRO_OUTBOX_DIR, GIRO_AMQP_URL)',
  'messages: take in FEDNOW messages': 'the link to FedNow (GIRO_OUTBOX_DIR, GIRO_AMQP_URL)',
  'messages: take in RTP messages': 'the link to RTP (GIRO_OUTBOX_DIR, GIRO_AMQP_URL)',
  'messages: take in SWIFT messages': 'the link to SWIFT (GIRO_OUTBOX_DIR, GIRO_AMQP_URL)',
  'books: write general ledger files': 'books/out in the data directory',
  'anchors: anchor the audit log and the ledger': 'the directory of the anchors (GIRO_ANCHOR_DIR)',
}

const OF_FILES: Readonly<Record<string, string>> = {
  EACCES: 'the user of the worker may not write there: correct the owner or the mode',
  EPERM: 'the user of the worker may not write there: correct the owner or the mode',
  EROFS: 'it is mounted read-only: mount it for writing',
  ENOENT: 'it does not exist: mount or create it',
  ENOTDIR: 'it is no directory: correct the setting',
  ENOSPC: 'its disk is full: make room',
  EDQUOT: 'its quota is used up: make room',
  EIO: 'its disk or its network fails: look at the storage',
  ESTALE: 'its network storage is gone: mount it again',
}

/** What links say of themselves, and not of the database. */
const BROKEN_LINK = /^the broker |has no broker: set|has no keys: see|takes no more messages/
const withoutBreaks = (message: string) => message.replaceAll(/\s+/g, ' ').slice(0, 200)

/** What an operator does about a sweep that fails again and again. */
export function adviceFor({ sweep, message, code = '' }: Failure): string {
  const directory = DIRECTORIES[sweep]
  const ofFile = OF_FILES[code]
  if (directory && BROKEN_LINK.test(message))
    return `Check ${directory}: ${withoutBreaks(message)}. It goes on by itself.`
  if (directory && code.startsWith('SFTP_')) return `Check ${directory}: ${message}. The sweep goes on by itself.`
  if (directory && ofFile) return `Check ${directory}: ${ofFile}. The sweep goes on by itself.`
  if (directory && /did not answer|within \d+ s/.test(message))
    return `Check ${directory}: its storage does not answer. The sweep goes on by itself.`
  if (/^[0-9A-Z]{5}$/.test(code)) return OF_DATABASE.find(([state]) => state.test(code))?.[1] ?? LOG
  if (/ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN/.test(`${code} ${message}`))
    return DATABASE
  if (/terminated|timeout exceeded|gave up|given up/i.test(message)) return DATABASE
  return directory ? `Check ${directory}. ${LOG}` : LOG
}

const OF_RECEIVERS: readonly [RegExp, string][] = [
  [/host name/, 'Check the host name in its URL, and the name servers of the workers.'],
  [/refused|unreachable|timed out|reset/, 'Ask its operators whether it runs, and check the firewall between.'],
  [/certificate|CERT|TLS|SSL|ALTNAME/i, 'Its certificate is not accepted: ask its operators to renew it.'],
  [/no reply within/, 'It does not reply in time: ask its operators to reply first and work afterwards.'],
  [/status (401|403)/, 'It refuses the signature: compare the secret, or rotate it.'],
  [/status (404|405)/, 'Its URL is wrong: correct it with PUT /v1/institution/webhooks/{webhookUID}.'],
  [/status 3\d\d/, 'It redirects, and redirects are not followed: set the webhook to the final URL.'],
  [/may use/, 'Its address is not allowed: set GIRO_WEBHOOK_NETWORKS, or use a public address.'],
]

/** What an operator does about a receiver of webhooks that accepts nothing. */
export function adviceForReceiver(error: string | null): string {
  const what = OF_RECEIVERS.find(([kind]) => kind.test(error ?? ''))?.[1] ?? 'Ask the operators of the receiver.'
  return `GET /v1/institution/webhooks shows which. ${what} Afterwards replay the failed deliveries.`
}

const OF_MAIL_SERVERS: readonly [RegExp, string][] = [
  [/EAUTH/, 'It refuses the user or the password: correct GIRO_SMTP_URL.'],
  [/EDNS|ENOTFOUND/, 'Check its host name in GIRO_SMTP_URL, and the name servers of the workers.'],
  [/ECONNECTION|ESOCKET|ETIMEDOUT|ECONNREFUSED/, 'Check that it runs, and the firewall between.'],
  [/ETLS/, 'Its certificate is not accepted, or it offers no TLS: ask its operators.'],
  [/EENVELOPE/, 'It refuses the sender or the receivers: check GIRO_SMTP_FROM, and ask its operators.'],
]

/** What an operator does about mails that fail again and again. */
export function adviceForMailServer(failure: string | null): string {
  const what = OF_MAIL_SERVERS.find(([kind]) => kind.test(failure ?? ''))?.[1] ?? 'Ask its operators.'
  return `Check the mail server of GIRO_SMTP_URL. ${what} Mails are tried for a day.`
}
