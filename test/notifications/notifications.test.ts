import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import pino from 'pino'
import { SMTPServer } from 'smtp-server'
import type { App } from '../../src/app.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { createMailer, isAddress, MailNotSent } from '../../src/notifications/mailer.ts'
import { mailSweeps, notificationSweeps } from '../../src/notifications/notifications.jobs.ts'
import { holdRails, releaseHold } from '../../src/rails/rails.ts'
import { dataOf } from '../support/answers.ts'
import { movingClock } from '../support/clocks.ts'
import { eventually } from '../support/eventually.ts'
import { manualTime } from '../support/manual-time.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

interface Received {
  to: string[]
  headers: Map<string, string>
  body: string
}

const clock = fixedClock('2026-07-01T14:00:00.000Z')
const from = { name: 'Example Bank', address: 'payments@bank.example' }
const logged: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
let received: Received[] = []
/** The SMTP status that the server gives a receiver; undefined to accept. */
let refusesWith: number | undefined
let server: SMTPServer
let url: string
let mailer: ReturnType<typeof createMailer>
let service: TestService
before(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, callback) => callback(new Error('the password giro-password is wrong')),
    onRcptTo: (_address, _session, callback) =>
      callback(refusesWith === undefined ? null : Object.assign(new Error('no'), { responseCode: refusesWith })),
    async onData(stream, { envelope }, callback) {
      const [head, ...body] = (await text(stream)).split('\r\n\r\n')
      const lines = head!.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
      const headers = new Map(
        lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.slice(line.indexOf(':') + 2)]),
      )
      received.push({ to: envelope.rcptTo.map(({ address }) => address), headers, body: body.join('\r\n\r\n') })
      callback()
    },
  })
  const listening = once(server.server, 'listening')
  server.listen(0, '127.0.0.1')
  await listening
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  mailer = createMailer({ url, from })
  service = await startTestService({ clock, log })
})
after(async () => {
  mailer.close()
  await service.stop()
  await new Promise<void>((closed) => server.close(() => closed()))
})
beforeEach(async () => {
  await run()
  refusesWith = undefined
  received = []
})

/** Runs this slice's part of the worker until no work is left. */
async function run(app: App = service.app, by = mailer): Promise<void> {
  for (const sweep of [...notificationSweeps, ...mailSweeps(by)])
    while ((await app.db.read((tx) => sweep.due(tx, clock.now()))).length > 0)
      await sweep.run(app, service.tenant.institution)
}

/** Ends all claims, as if their workers slept for five minutes. */
const endLeases = () =>
  service.query('update payment_mails set leased_until = clock_timestamp() where leased_until is not null')

const notification = { emailAddress: 'ada@beans.example', message: 'For the beans 🫘' }

/** Makes a book transfer, which is PROCESSED at once. */
async function payAtOnce(fields: object = { notification }): Promise<{ uid: string; payer: Payer; receiver: Payer }> {
  const receiver = await createPayer(service)
  const contactBank = { ...contactBody().contactBank, nationalCode: ROUTING_NUMBER, accountNo: receiver.accountNumber }
  const payer = await createPayer(service, {
    contact: contactBody({ contactBank }),
    customer: { legalName: 'Blue Harbor' },
  })
  const created = dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields)))
  assert.equal(created.paymentStatus, 'PROCESSED')
  return { uid: created.paymentUID, payer, receiver }
}

const mailsOf = (uid: string) =>
  service.query<{ status: string; attempts: number; sent: boolean; open: boolean; failure: string | null }>(
    `select status, attempts, sent_at is not null as sent, due_at is not null as open, failure
     from payment_mails where tenant_id = $1 and payment_id = $2 order by status`,
    [service.tenant.institution.tenantId, uid],
  )

test('a completed payment is mailed once to the address in its notification, with account numbers masked', async () => {
  const { uid, payer, receiver } = await payAtOnce()
  await run()
  assert.equal(received.length, 1)
  const { to, headers, body } = received[0]!
  assert.deepEqual(to, ['ada@beans.example'])
  assert.equal(headers.get('from'), 'Example Bank <payments@bank.example>')
  assert.equal(headers.get('to'), 'ada@beans.example')
  assert.equal(headers.get('subject'), 'Payment of 10.00 USD from Blue Harbor: completed')
  assert.equal(headers.get('message-id'), `<${uid}.processed.bank@bank.example>`)
  assert.equal(headers.get('auto-submitted'), 'auto-generated')
  for (const { accountNumber } of [payer, receiver]) assert.ok(!body.includes(accountNumber))
  assert.ok(body.includes(`****${receiver.accountNumber.slice(-4)}`))
  assert.deepEqual(await mailsOf(uid), [{ status: 'PROCESSED', attempts: 1, sent: true, open: false, failure: null }])
  clock.advance({ hours: 48 })
  await run()
  assert.equal(received.length, 1, 'and no second mail')
})

test('a payment is mailed again when it is reversed or fails; only the sender learns why it failed', async () => {
  const { uid } = await payAtOnce()
  await run()
  dataOf(await service.call('PUT', `/payments/${uid}/reverse`, { reversalNotes: 'twice' }))
  const scheduled = creditBody(await createPayer(service), { paymentDate: '2027-01-04', notification })
  const { paymentUID } = dataOf(await service.call('POST', '/payments/creditrequest', scheduled))
  await run()
  dataOf(await service.call('PUT', `/payments/${paymentUID}/cancel`, { notes: 'not covered by the balance' }))
  await run()
  assert.deepEqual(
    received.map(({ headers }) => headers.get('subject')!.split(': ')[1]),
    ['completed', 'reversed', 'cancelled'],
  )
  assert.ok(received.every(({ body }) => !/balance|twice/.test(body)))
})

test('a payment without an address sends no mail', async () => {
  const { uid } = await payAtOnce({ notification: { phoneNumber: '+12075550100', message: 'Call me' } })
  await run()
  assert.deepEqual([received.length, await mailsOf(uid)], [0, []])
})

test('a temporary refusal is retried with the same Message-ID, and given up after a day', async () => {
  refusesWith = 451
  const { uid } = await payAtOnce()
  await run()
  assert.equal(received.length, 0)
  const [waiting] = await mailsOf(uid)
  assert.deepEqual(
    [waiting!.attempts, waiting!.open, waiting!.failure],
    [1, true, 'the mail was not sent: EENVELOPE, status 451'],
  )
  clock.advance({ seconds: 59 })
  await run()
  assert.equal((await mailsOf(uid))[0]!.attempts, 1, 'it waits a minute')
  refusesWith = undefined
  clock.advance({ seconds: 1 })
  await run()
  assert.deepEqual(
    received.map(({ headers }) => headers.get('message-id')),
    [`<${uid}.processed.bank@bank.example>`],
  )

  refusesWith = 451
  const { uid: never } = await payAtOnce()
  for (let minutes = 0; minutes <= 24 * 60; minutes += 30) {
    await run()
    clock.advance({ minutes: 30 })
  }
  const [given] = await mailsOf(never)
  assert.deepEqual([given!.open, given!.sent], [false, false])
  assert.ok(given!.attempts < 40)
})

test('a recipient that the server refuses permanently is not retried', async () => {
  refusesWith = 550
  const { uid } = await payAtOnce()
  await run()
  const failure = 'the mail was not sent: EENVELOPE, status 550'
  assert.deepEqual(await mailsOf(uid), [{ status: 'PROCESSED', attempts: 1, sent: false, open: false, failure }])
})

test('if a worker is killed before it records a mail as sent, the mail is sent again after the lease, by one worker at a time', async () => {
  const { uid } = await payAtOnce()
  await notificationSweeps[0]!.run(service.app, service.tenant.institution)
  let transactions = 0
  const { db, ...app } = service.app
  const dying: App = {
    ...app,
    db: {
      ...db,
      transaction: (work) => (++transactions === 2 ? Promise.reject(new Error('killed')) : db.transaction(work)),
    },
  }
  const { run: send } = mailSweeps(mailer)[0]!
  await assert.rejects(send(dying, service.tenant.institution), /killed/)
  assert.equal(received.length, 1)
  await run()
  assert.equal(received.length, 1, 'nobody else sends it during the lease')
  clock.advance({ hours: 1 })
  await run()
  assert.equal(received.length, 1, 'a worker whose clock is ahead ends no lease')
  await endLeases()
  await Promise.all(Array.from({ length: 4 }, () => send(service.app, service.tenant.institution)))
  assert.deepEqual(
    received.map(({ headers }) => headers.get('message-id')),
    Array(2).fill(`<${uid}.processed.bank@bank.example>`),
  )
  assert.equal((await mailsOf(uid))[0]!.sent, true)
})

test('a worker that slept past its lease records no outcome of a mail, and begins none', async () => {
  const { uid } = await payAtOnce()
  await notificationSweeps[0]!.run(service.app, service.tenant.institution)
  const { run: send } = mailSweeps(mailer)[0]!
  const sleepy = { send: async () => void (await endLeases()), close() {} }
  await mailSweeps(sleepy)[0]!.run(service.app, service.tenant.institution)
  assert.deepEqual(await mailsOf(uid), [{ status: 'PROCESSED', attempts: 1, sent: false, open: true, failure: null }])
  const time = manualTime()
  const { db, ...app } = service.app
  const slow: App = {
    ...app,
    time,
    db: {
      ...db,
      async transaction(work) {
        const claimed = await db.transaction(work)
        await time.advance(150_000)
        return claimed
      },
    },
  }
  assert.equal(await send(slow, service.tenant.institution), 0)
  assert.deepEqual(received, [])
  await endLeases()
  await run()
  assert.equal(received.length, 1)
  assert.deepEqual(await mailsOf(uid), [{ status: 'PROCESSED', attempts: 3, sent: true, open: false, failure: null }])
})

test('no mail leaves while the database is older than what has left or was restored; another hold stops none', async () => {
  const { tenantId } = service.tenant.institution
  const hold = (reason: 'DatabaseOlder' | 'Restored' | 'Operator') =>
    service.app.db.transaction((tx) =>
      holdRails(tx, tenantId, { reason, differences: ['one'], heldBy: 'test' }, clock.now()),
    )
  const older = await hold('DatabaseOlder')
  const restored = await hold('Restored')
  const { uid } = await payAtOnce()
  await run()
  assert.deepEqual(await mailsOf(uid), [{ status: 'PROCESSED', attempts: 0, sent: false, open: true, failure: null }])
  const by = { by: 'test', reason: 'compared' }
  await service.app.db.transaction((tx) => releaseHold(tx, tenantId, older!.id, by, clock.now()))
  await run()
  assert.equal(received.length, 0, 'the database was restored, whatever the evidence shows')
  await service.app.db.transaction((tx) => releaseHold(tx, tenantId, restored!.id, by, clock.now()))
  const other = await hold('Operator')
  await run()
  assert.equal(received.length, 1)
  await service.app.db.transaction((tx) => releaseHold(tx, tenantId, other!.id, by, clock.now()))
})

test('a mail refused for a wrong password is retried after correction, and the password is in no log', async () => {
  const wrong = createMailer({ url: url.replace('//', '//giro:giro-password@'), from })
  const { uid } = await payAtOnce()
  await run(service.app, wrong)
  wrong.close()
  assert.equal((await mailsOf(uid))[0]!.open, true)
  const line = logged.find((line) => line.includes(uid))
  assert.match(line!, /notification not sent; will retry/)
  for (const secret of ['giro-password', 'ada@beans.example']) assert.ok(!logged.join('').includes(secret))
  clock.advance({ hours: 1 })
  await run()
  assert.equal(received.length, 1)
})

test('mail is sent only to a single plain address', async () => {
  for (const good of ['ada@beans.example', "o'brien+x@a-b.example"]) assert.ok(isAddress(good), good)
  const wrong = [
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    '<a@b.example>',
    'Ada <a@b.example>',
    'a@b@c',
    'a b@c.example',
    '@c.example',
    'a@',
    `${'a'.repeat(65)}@b.example`,
  ]
  for (const to of wrong) {
    assert.ok(!isAddress(to), to)
    await assert.rejects(
      mailer.send({ id: 'x', to, subject: 's', text: 't' }),
      (error) => error instanceof MailNotSent && error.isFinal,
    )
  }
  assert.equal(received.length, 0)
})

test('a running worker sends mail; without a server it logs that once and delays no other work', async () => {
  assert.equal(logged.filter((line) => line.includes('GIRO_SMTP_URL is not set')).length, 0, 'no worker runs yet')
  const quiet = await startTestService({ log, worker: true, clock: movingClock() })
  await quiet.stop()
  assert.equal(logged.filter((line) => line.includes('GIRO_SMTP_URL is not set')).length, 1)

  const working = await startTestService({ log, worker: true, clock: movingClock(), mail: { url, from } })
  try {
    const payer = await createPayer(working)
    const body = creditBody(payer, { speed: 'Instant', notification })
    const { paymentUID } = dataOf(await working.call('POST', '/payments/creditrequest', body))
    const mail = await eventually('the mail arrives', () => received[0])
    assert.equal(mail.headers.get('message-id'), `<${paymentUID}.processed.bank@bank.example>`)
  } finally {
    await working.stop()
  }
})

test("the timeline shows each mail and its status; only the institution sees the mail server's status", async () => {
  const { uid, payer } = await payAtOnce()
  const own = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  const mails = async (client = service.tenant.client) => {
    const { entries } = dataOf(await service.call('GET', `/payments/${uid}/timeline`, undefined, { client }))
    return entries
      .filter(({ kind }: { kind: string }) => kind === 'mail')
      .map(({ at, ...mail }: { at: string }) => mail)
  }
  assert.deepEqual(await mails(), [])
  const told = { kind: 'mail', status: 'PROCESSED' }
  refusesWith = 451
  await run()
  const [pending] = await mails()
  assert.deepEqual({ ...pending, why: undefined }, { ...told, delivery: 'Pending', attempts: 1, why: undefined })
  assert.match(pending.why, /451/)
  assert.deepEqual(await mails(own), [{ ...told, delivery: 'Pending', attempts: 1 }])
  refusesWith = undefined
  clock.advance({ minutes: 1 })
  await run()
  assert.deepEqual(await mails(own), [{ ...told, delivery: 'Delivered', attempts: 2 }])
  dataOf(await service.call('PUT', `/v3/payments/${uid}/reverse`, {}))
  refusesWith = 550
  await run()
  assert.deepEqual(
    (await mails(own)).map(({ status, delivery }: { status: string; delivery: string }) => [status, delivery]),
    [
      ['PROCESSED', 'Delivered'],
      ['REVERSED', 'Failed'],
    ],
  )
})
