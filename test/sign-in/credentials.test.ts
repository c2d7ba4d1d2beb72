import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import argon2 from '@node-rs/argon2'
import { fixedClock } from '../../src/kernel/clock.ts'
import type { Mail } from '../../src/notifications/mailer.ts'
import { MailNotSent } from '../../src/notifications/notifications.ts'
import { lockAttempts, saveFailures } from '../../src/sign-in/attempts.store.ts'
import { checkPassword } from '../../src/sign-in/check-password.ts'
import { originOf } from '../../src/sign-in/lock-out.ts'
import { comparingPassword, NOBODYS_HASH, SignInBusy } from '../../src/sign-in/password-hash.ts'
import { sendInvitations } from '../../src/sign-in/send-invitations.ts'
import {
  acceptInvitation,
  checkPasskey,
  checkTotp,
  confirmPasskeyEnrolment,
  passkeyEnrolmentOptions,
  passkeyOptions,
  readPerson,
} from '../../src/sign-in/sign-in.ts'
import { VirtualAuthenticator } from '../support/authenticator.ts'
import { eventually } from '../support/eventually.ts'
import { untilLockWait } from '../support/lock-waits.ts'
import { manualTime } from '../support/manual-time.ts'
import {
  asOperator,
  createPerson,
  createUser,
  enrolTotp,
  GOOD_PASSWORD,
  inviteFor,
  type People,
  peopleOf,
  tokenIn,
  totpAt,
} from '../support/people.ts'
import { customerBody, startTestService, type TestClient, type TestService } from '../support/test-service.ts'

const QUEUE = '/v1/institution/approvals'

let service: TestService
let people: People
let strangers: People
let colleague: TestClient
before(async () => {
  service = await startTestService()
  people = await peopleOf(service, service.tenant)
  strangers = await peopleOf(service, await service.createTenant('other'))
  colleague = await service.createClient(service.tenant, {})
})
after(() => service.stop())

const accept = (token: string, password = GOOD_PASSWORD, of = people) =>
  acceptInvitation(of.app, of.institution, { token, password })

/** Tries a password from an address, by default one of its own. */
let addresses = 0
const freshAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`
const tryPassword = async (loginId: string, password: string, ip = freshAddress()) =>
  (await checkPassword(people.app, people.institution, { loginId, password, ip })).kind

async function approve(approvalUID: string, client: TestClient) {
  const { body } = await service.call('GET', `${QUEUE}/${approvalUID}`, undefined, { client })
  const { contentHash } = body.data
  return service.call('PUT', `${QUEUE}/${approvalUID}/approve`, { contentHash }, { client })
}

test('an invitation sets a password once, and only its first reply shows the link', async () => {
  const user = await createUser(people)
  const path = `/api/user-management/v1/customers/${people.customerUID}/users/${user.userId}/invitation`
  const ask = () => service.call('POST', path, undefined, { idempotencyKey: user.userId })
  const [first, second] = [await ask(), await ask()]
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.equal(second.body.invitationUrl, undefined)
  const link = new URL(first.body.invitationUrl)
  assert.equal(link.pathname, '/auth/realms/bank/invitation')
  const accepted = await accept(tokenIn(String(link)))
  assert.equal(accepted.kind === 'ok' && accepted.person.loginId, user.loginId)
  assert.equal((await accept(tokenIn(String(link)))).kind, 'refused', 'the same link again')
})

test('of two people with the same link at the same time, one sets the password', async () => {
  const token = await inviteFor(people, await createUser(people))
  const kinds = (await Promise.all([accept(token), accept(token)])).map(({ kind }) => kind)
  assert.deepEqual(kinds.sort(), ['ok', 'refused'])
})

test('an invitation works for 72 hours, in its own institution, until a later one', async () => {
  const user = await createUser(people)
  const first = await inviteFor(people, user)
  const second = await inviteFor(people, user)
  assert.equal((await accept(first)).kind, 'refused', 'an earlier invitation')
  assert.equal((await accept(second, GOOD_PASSWORD, strangers)).kind, 'refused', 'another institution')
  const at = (hours: number) => ({
    ...people,
    app: { ...people.app, tokenClock: fixedClock(people.app.tokenClock.now().add({ hours })) },
  })
  assert.equal((await accept(second, GOOD_PASSWORD, at(73))).kind, 'refused')
  assert.equal((await accept(second, GOOD_PASSWORD, at(71))).kind, 'ok')
})

test('a password that breaks a rule is refused with the reason, and the invitation stays', async () => {
  const user = await createUser(people)
  const token = await inviteFor(people, user)
  for (const [password, why] of [
    ['short', /at least 12/],
    ['password1234', /too common/],
    [user.loginId, /./],
    ['x'.repeat(300), /at most 256/],
  ] as const) {
    const refused = await accept(token, password)
    assert.match(refused.kind === 'refused' ? refused.why : '', why)
  }
  assert.equal((await accept(token)).kind, 'ok')
})

test('only Active users without a password are invited', async () => {
  const pending = await createUser(people, { isActive: false })
  assert.equal((await asOperator(people, 'POST', `/${pending.userId}/invitation`)).status, 409)
  const ada = await createPerson(people)
  const again = await asOperator(people, 'POST', `/${ada.userId}/invitation`)
  assert.equal(again.status, 409)
  assert.match(again.body.message, /has set a password already/)
  const suspended = await createUser(people)
  const token = await inviteFor(people, suspended)
  await asOperator(people, 'PUT', `/${suspended.userId}/suspend`)
  assert.equal((await accept(token)).kind, 'refused')
})

test('outside a sandbox, the link is only in the mail, and only its hash in the database', async () => {
  const production = await service.createTenant('real', { sandbox: false })
  const others = await peopleOf(service, production)
  const user = await createUser(others)
  const asked = await asOperator(others, 'POST', `/${user.userId}/invitation`)
  assert.equal(asked.status, 202, 'it always waits for a second person')
  const invited = await approve(asked.body.approvalUID, await service.createClient(production, {}))
  assert.equal(invited.status, 200, JSON.stringify(invited.body))
  assert.equal(JSON.stringify(invited.body).includes('token='), false)
  const mails: Mail[] = []
  let isDown = true
  const mailer = {
    send: async (mail: Mail) => {
      if (isDown) throw new MailNotSent('the mail was not sent: ECONNREFUSED', false)
      mails.push(mail)
    },
    close() {},
  }
  others.clock.advance({ minutes: 1 })
  const send = () => sendInvitations(others.app, mailer, production.institution)
  assert.equal(await send(), 1)
  assert.equal(await send(), 0, 'it is tried again later')
  isDown = false
  others.clock.advance({ hours: 1 })
  assert.equal(await send(), 1)
  assert.equal(await send(), 0, 'it is sent once')
  const [{ to, text } = { to: '', text: '' }] = mails
  assert.equal(to, user.email)
  const token = tokenIn(/https?:\S+/.exec(text)![0])
  const stored = await service.query('select t::text from user_invitations t where user_id = $1', [user.userId])
  assert.ok(!JSON.stringify(stored).includes(token))
  assert.equal((await accept(token, GOOD_PASSWORD, others)).kind, 'ok')
})

test('under dual control, an invitation waits for a second person', async () => {
  const guarded = await service.createTenant('guarded', { dualControl: false })
  const guardedPeople = await peopleOf(service, guarded)
  const user = await createUser(guardedPeople)
  await service.query('update institutions set dual_control = true where tenant_id = $1', [
    guarded.institution.tenantId,
  ])
  const asked = await asOperator(guardedPeople, 'POST', `/${user.userId}/invitation`)
  assert.equal(asked.status, 202)
  assert.equal((await approve(asked.body.approvalUID, guarded.client)).status, 403)
  const second = await service.createClient(guarded, {})
  const approved = await approve(asked.body.approvalUID, second)
  assert.equal(approved.status, 200, JSON.stringify(approved.body))
  const { invitationUrl } = approved.body.data.shownOnce
  assert.equal((await accept(tokenIn(invitationUrl), GOOD_PASSWORD, guardedPeople)).kind, 'ok')
})

test('the right password is accepted in any form of its characters', async () => {
  const token = await inviteFor(people, await createUser(people))
  const accepted = await accept(token, 'Löffel voll Nebel ﬁn'.normalize('NFD'))
  const loginId = accepted.kind === 'ok' ? accepted.person.loginId : ''
  assert.equal(await tryPassword(loginId, 'Löffel voll Nebel fin'.normalize('NFC')), 'ok')
  assert.equal(await tryPassword(loginId, 'löffel voll Nebel fin'), 'refused')
})

test('every refusal costs one run of argon2 and has one duration, whatever its cause', async (t) => {
  const compare = argon2.verify
  const verify = t.mock.method(argon2, 'verify')
  /** How many milliseconds a refusal waits after work that took `workMs`. */
  const restOf = async ({
    workMs = 0,
    ...given
  }: {
    loginId: string
    password: string
    ip?: string
    workMs?: number
  }) => {
    const time = manualTime()
    verify.mock.mockImplementationOnce(async (...args) => {
      await time.advance(workMs)
      return compare(...args)
    })
    let kind: string | undefined
    const app = { ...people.app, time }
    const answered = checkPassword(app, people.institution, { ip: freshAddress(), ...given }).then((checked) => {
      kind = checked.kind
    })
    await eventually('the refusal waits', () => time.waiting() > 0 || kind !== undefined)
    let restMs = 0
    for (; kind === undefined && restMs < 1_000; restMs++) await time.advance(1)
    assert.equal(kind, 'refused')
    await answered
    return restMs
  }
  const suspended = await createPerson(people)
  await asOperator(people, 'PUT', `/${suspended.userId}/suspend`)
  const [ada, locked, invited] = [await createPerson(people), await createPerson(people), await createUser(people)]
  const customer = await service.call('POST', '/v2/customers', customerBody())
  const ofCustomer = await peopleOf(service, service.tenant, customer.body.data.customerUID)
  const held = await createPerson(ofCustomer)
  assert.equal(held.person.customerId, BigInt(ofCustomer.customerUID))
  await service.query(`update customers set status = 'Suspended' where id = $1`, [ofCustomer.customerUID])
  const address = freshAddress()
  for (let tries = 0; tries < 5; tries++) await tryPassword(locked.loginId, 'wrong', address)
  for (const [loginId, password, ip] of [
    [ada.loginId, 'wrong'],
    [ada.loginId, 'x'.repeat(100_000)],
    [ada.loginId.toUpperCase(), GOOD_PASSWORD],
    ['nobody', GOOD_PASSWORD],
    ['y'.repeat(10_000), GOOD_PASSWORD],
    [invited.loginId, GOOD_PASSWORD],
    [suspended.loginId, GOOD_PASSWORD],
    [held.loginId, GOOD_PASSWORD],
    [locked.loginId, GOOD_PASSWORD, address],
  ] as [string, string, string?][]) {
    const runs = verify.mock.callCount()
    assert.equal(await restOf({ loginId, password, ip }), 250, loginId.slice(0, 20))
    assert.equal(verify.mock.callCount(), runs + 1, loginId.slice(0, 20))
  }
  for (const [workMs, restMs] of [
    [249, 1],
    [250, 250],
    [601, 149],
  ] as const)
    assert.equal(await restOf({ loginId: ada.loginId, password: 'wrong', workMs }), restMs, `after ${workMs} ms`)
})

test('five failures lock an address for thirty seconds, and a known address is not locked by others', async () => {
  const { loginId } = await createPerson(people)
  const [home, elsewhere] = [freshAddress(), freshAddress()]
  assert.equal(await tryPassword(loginId, GOOD_PASSWORD, home), 'ok')
  const guesses = Array.from({ length: 9 }, (_, at) => tryPassword(loginId, `guess ${at}`, elsewhere))
  assert.deepEqual(new Set(await Promise.all(guesses)), new Set(['refused']))
  const [row] = await service.query<{ failures: number }>(
    `select a.failures from sign_in_attempts a join users u on a.subject = 'password:' || u.id
      where u.login_id = $1 and a.origin = $2`,
    [loginId, elsewhere],
  )
  assert.equal(row!.failures, 5, 'of nine at the same time, five were checked')
  assert.equal(await tryPassword(loginId, GOOD_PASSWORD, elsewhere), 'refused')
  assert.equal(await tryPassword(loginId, GOOD_PASSWORD, home), 'ok')
  people.clock.advance({ seconds: 30 })
  assert.equal(await tryPassword(loginId, GOOD_PASSWORD, elsewhere), 'ok')
})

test('an attempt that waited for the first of its address is counted after it', async () => {
  const { loginId, userId } = await createPerson(people)
  const address = freshAddress()
  assert.equal(await tryPassword(loginId, GOOD_PASSWORD), 'ok', 'the subject has its row')
  const { tenantId } = people.institution
  const key = { tenantId, subject: `password:${userId}`, origin: originOf(address) }
  const { second } = await people.app.db.transaction(async (tx) => {
    const now = people.clock.now()
    await lockAttempts(tx, key, now)
    const second = tryPassword(loginId, 'wrong', address)
    await untilLockWait(service.query)
    const failures = { count: 1, lastAt: now, lockedUntil: null, inARow: 0 }
    await saveFailures(tx, key, failures, now.add({ hours: 1 }))
    return { second }
  })
  assert.equal(await second, 'refused')
  const counted = 'select failures from sign_in_attempts where subject = $1 and origin = $2'
  assert.deepEqual(await service.query(counted, [key.subject, key.origin]), [{ failures: 2 }])
})

test('twenty failures from many addresses lock all unknown ones, and not a known one', async () => {
  const { loginId } = await createPerson(people)
  const home = freshAddress()
  assert.equal(await tryPassword(loginId, GOOD_PASSWORD, home), 'ok')
  await Promise.all(Array.from({ length: 20 }, () => tryPassword(loginId, 'wrong')))
  assert.equal(await tryPassword(loginId, GOOD_PASSWORD), 'refused')
  assert.equal(await tryPassword(loginId, GOOD_PASSWORD, home), 'ok')
})

/** As after a hundred failures, the last of them long ago. */
const failAHundredTimes = ({ userId }: { userId: string }) =>
  service.query(
    `insert into sign_in_attempts (tenant_id, subject, origin, failures, in_a_row, expires_at)
     values ($1, $2, '', 0, 100, now())
     on conflict (tenant_id, subject, origin) do update set in_a_row = 100`,
    [people.institution.tenantId, `password:${userId}`],
  )

test('a hundred failures in a row close the password to unknown addresses alone', async () => {
  const ada = await createPerson(people)
  const home = freshAddress()
  assert.equal(await tryPassword(ada.loginId, GOOD_PASSWORD, home), 'ok')
  for (let batch = 0; batch < 5; batch++) {
    const networks = Array.from({ length: 4 }, freshAddress)
    await Promise.all(Array.from({ length: 20 }, (_, at) => tryPassword(ada.loginId, 'wrong', networks[at % 4])))
    people.clock.advance({ hours: 1, seconds: 30 })
  }
  assert.equal(await tryPassword(ada.loginId, GOOD_PASSWORD), 'refused')
  people.clock.advance({ hours: 24 })
  assert.equal(await tryPassword(ada.loginId, GOOD_PASSWORD), 'refused', 'time does not open it')
  assert.equal((await asOperator(people, 'GET', `/${ada.userId}`)).body.status, 'Active')
  const person = await readPerson(people.app, people.institution, ada.userId)
  assert.equal(person!.credentialsId, ada.person.credentialsId, 'its sessions go on')
  assert.equal(await tryPassword(ada.loginId, GOOD_PASSWORD, home), 'ok')
  assert.equal(await tryPassword(ada.loginId, GOOD_PASSWORD), 'ok', 'the success opened it again')
})

test('a passkey works while the password is closed, and opens it again', async () => {
  const { app, institution } = people
  const rp = { id: 'bank.example', origin: 'https://bank.example' }
  const asked = (options: unknown) => ({ ...(options as { challenge: string }), origin: rp.origin, rpId: rp.id })
  const ada = await createPerson(people)
  const key = new VirtualAuthenticator()
  const enrolment = await passkeyEnrolmentOptions(app, institution, ada.userId, rp)
  const added = { challengeId: enrolment.challengeId, response: key.create(asked(enrolment.options)), rp }
  assert.equal((await confirmPasskeyEnrolment(app, institution, { userId: ada.userId }, added)).kind, 'ok')
  await failAHundredTimes(ada)
  assert.equal(await tryPassword(ada.loginId, GOOD_PASSWORD), 'refused')
  const { challengeId, options } = await passkeyOptions(app, institution, undefined, rp)
  const home = freshAddress()
  const answer = { challengeId, response: key.get(asked(options)), rp, ip: home }
  assert.equal((await checkPasskey(app, institution, answer)).kind, 'ok')
  assert.equal(await tryPassword(ada.loginId, GOOD_PASSWORD), 'ok')
  await failAHundredTimes(ada)
  assert.equal(await tryPassword(ada.loginId, GOOD_PASSWORD, home), 'ok', 'the address of the passkey is known')
})

test('a reset of credentials opens a closed password', async () => {
  const ada = await createPerson(people)
  await failAHundredTimes(ada)
  const asked = await asOperator(people, 'POST', `/${ada.userId}/credentials/reset`)
  const approved = await approve(asked.body.approvalUID, colleague)
  assert.equal((await accept(tokenIn(approved.body.data.shownOnce.invitationUrl))).kind, 'ok')
  assert.equal(await tryPassword(ada.loginId, GOOD_PASSWORD), 'ok')
})

test('wrong codes from elsewhere do not keep the right code out from a known address', async () => {
  const ada = await createPerson(people)
  const { secret } = await enrolTotp(people, ada)
  const [home, elsewhere] = [freshAddress(), freshAddress()]
  const tryCode = (code: string, ip: string) => checkTotp(people.app, people.institution, ada.userId, { code, ip })
  assert.equal(await tryCode(totpAt(secret, people), home), 'ok')
  people.clock.advance({ seconds: 30 })
  for (let tries = 0; tries < 5; tries++) assert.equal(await tryCode('000000', elsewhere), 'refused')
  assert.equal(await tryCode(totpAt(secret, people), elsewhere), 'refused')
  assert.equal(await tryCode(totpAt(secret, people), freshAddress()), 'refused', 'another unknown address')
  assert.equal(await tryCode(totpAt(secret, people), home), 'ok')
  people.clock.advance({ seconds: 30 })
  for (let tries = 0; tries < 5; tries++) assert.equal(await tryCode('000000', home), 'refused')
  assert.equal(await tryCode(totpAt(secret, people), home), 'refused', 'its own failures lock it')
})

test('while too many passwords are being checked, an attempt is not counted', async (t) => {
  const ada = await createPerson(people)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  t.mock.method(argon2, 'verify', async () => {
    await released
    return false
  })
  const waiting = Array.from({ length: 100 }, () => comparingPassword((isPassword) => isPassword('x', NOBODYS_HASH)))
  await assert.rejects(tryPassword(ada.loginId, 'wrong'), SignInBusy)
  release()
  await Promise.all(waiting)
  const subject = `password:${ada.userId}`
  assert.deepEqual(await service.query('select origin from sign_in_attempts where subject = $1', [subject]), [])
})

/** The statements of a refusal, without their values. */
async function statementsOf(loginId: string, ip = freshAddress()): Promise<string[]> {
  const statements: string[] = []
  const watched = <T extends object>(connection: T): T =>
    new Proxy(connection, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          if (typeof given[0] === 'string') statements.push(given[0])
          const [work, ...rest] = given
          if (typeof work !== 'function') return value.apply(target, given)
          return value.call(target, (inner: object) => work(watched(inner)), ...rest)
        }
      },
    })
  const app = { ...people.app, db: watched(people.app.db) }
  const { kind } = await checkPassword(app, people.institution, { loginId, password: 'wrong', ip })
  assert.equal(kind, 'refused')
  return statements.map((text) => text.replace(/^(release|rollback to) savepoint/, 'end savepoint'))
}

test('a refusal has the same statements for a user, a login that does not exist and a lock', async () => {
  const [ada, locked, closed] = [await createPerson(people), await createPerson(people), await createPerson(people)]
  const address = freshAddress()
  await Promise.all(Array.from({ length: 5 }, () => tryPassword(locked.loginId, 'wrong', address)))
  await failAHundredTimes(closed)
  const expected = await statementsOf(ada.loginId)
  assert.ok(expected.some((text) => text.includes('audit')))
  assert.deepEqual(await statementsOf(`nobody-${ada.loginId}`), expected)
  assert.deepEqual(await statementsOf(locked.loginId, address), expected)
  assert.deepEqual(await statementsOf(closed.loginId), expected)
})

test('logins that do not exist leave no more rows than there are stand-ins and origins', async () => {
  const count = () =>
    service.query<{ n: string }>(`select subject as n from sign_in_attempts where subject like 'nobody:%'`)
  await Promise.all(Array.from({ length: 6 }, () => tryPassword('nobody-at-all', 'wrong', '203.0.113.7')))
  const subjects = new Set((await count()).map(({ n }) => n))
  for (const subject of subjects) assert.match(subject, /^nobody:\d{1,3}$/)
})

test('a reset needs two persons, ends everything, and invites again', async () => {
  const ada = await createPerson(people)
  const { secret } = await enrolTotp(people, ada)
  const asked = await asOperator(people, 'POST', `/${ada.userId}/credentials/reset`)
  assert.equal(asked.status, 202)
  assert.equal(await tryPassword(ada.loginId, GOOD_PASSWORD), 'ok', 'nothing has happened yet')
  assert.equal((await approve(asked.body.approvalUID, service.tenant.client)).status, 403, 'by the same client')
  const weak = await service.createClient(service.tenant, {
    entitlements: ['Institution.Approve_Changes', 'Institution.View_Institution'],
  })
  assert.equal((await approve(asked.body.approvalUID, weak)).status, 403, 'without the entitlement of the operation')
  const approved = await approve(asked.body.approvalUID, colleague)
  assert.equal(approved.status, 200, JSON.stringify(approved.body))
  assert.equal(await tryPassword(ada.loginId, GOOD_PASSWORD), 'refused')
  assert.equal(await checkTotp(people.app, people.institution, ada.userId, { code: totpAt(secret, people) }), 'refused')
  const token = tokenIn(approved.body.data.shownOnce.invitationUrl)
  const accepted = await accept(token, 'another velvet otter')
  assert.equal(accepted.kind === 'ok' && accepted.person.mustEnrol, true)
  assert.notEqual(accepted.kind === 'ok' && accepted.person.credentialsId, ada.person.credentialsId)
})

test('a reset whose invitation would go to another address than the approver saw is refused', async () => {
  const ada = await createPerson(people)
  const asked = await asOperator(people, 'POST', `/${ada.userId}/credentials/reset`)
  const moved = await asOperator(people, 'PUT', `/${ada.userId}`, { email: 'mallory@evil.example' })
  assert.equal(moved.status, 200)
  assert.notEqual((await approve(asked.body.approvalUID, colleague)).status, 200)
  assert.equal(await tryPassword(ada.loginId, GOOD_PASSWORD), 'ok')
})

test('an invitation ends when the address of its user changes, so that the old mailbox opens nothing', async () => {
  const user = await createUser(people)
  const token = await inviteFor(people, user)
  assert.equal((await asOperator(people, 'PUT', `/${user.userId}`, { email: 'moved@bank.example' })).status, 200)
  assert.equal((await accept(token)).kind, 'refused')
  assert.equal((await accept(await inviteFor(people, user))).kind, 'ok')
})

test('one of two factors is removed by two persons, and ends the sessions of its owner', async () => {
  const ada = await createPerson(people)
  await enrolTotp(people, ada)
  const { tenantId } = people.institution
  await service.query(
    `insert into user_factors (tenant_id, id, user_id, kind, credential_id, public_key, sign_count, created_at, confirmed_at)
     values ($1, gen_random_uuid(), $2, 'Passkey', $3, 'key', 0, now(), now())`,
    [tenantId, ada.userId, ada.loginId],
  )
  const read = async () => (await asOperator(people, 'GET', `/${ada.userId}/credentials`)).body
  const { factors } = await read()
  const passkey = factors.find(({ kind }: { kind: string }) => kind === 'Passkey')
  const asked = await asOperator(people, 'DELETE', `/${ada.userId}/factors/${passkey.factorId}`)
  assert.equal(asked.status, 202)
  assert.equal((await read()).factors.length, 2)
  assert.equal((await approve(asked.body.approvalUID, colleague)).status, 200)
  const { factors: left } = await read()
  assert.deepEqual(
    left.map(({ kind }: { kind: string }) => kind),
    ['Totp'],
  )
  const person = await readPerson(people.app, people.institution, ada.userId)
  assert.notEqual(person!.credentialsId, ada.person.credentialsId)
  const last = await asOperator(people, 'DELETE', `/${ada.userId}/factors/${left[0].factorId}`)
  assert.equal(last.status, 409)
})

test('a customer cannot touch the credentials of the people of the institution or of another customer', async () => {
  const ada = await createPerson(people)
  const customer = await service.call('POST', '/v2/customers', customerBody())
  const { customerUID } = customer.body.data
  const outsider = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  for (const [method, path] of [
    ['POST', 'invitation'],
    ['GET', 'credentials'],
    ['POST', 'credentials/reset'],
  ] as const) {
    const own = await asOperator(people, method, `/${ada.userId}/${path}`, undefined, outsider)
    assert.ok(own.status === 400 || own.status === 403 || own.status === 404, `${path}: ${own.status}`)
    const swapped = `/api/user-management/v1/customers/${customerUID}/users/${ada.userId}/${path}`
    const { status } = await service.call(method, swapped, undefined, { client: outsider })
    assert.ok(status === 400 || status === 404, `${path}: ${status}`)
  }
})

test('everything is in the audit log, and nothing secret', async () => {
  const ada = await createPerson(people)
  const { secret, recoveryCodes } = await enrolTotp(people, ada)
  await tryPassword(ada.loginId, 'a wrong velvet otter')
  await checkTotp(people.app, people.institution, ada.userId, { code: '000000' })
  const { body } = await service.call('GET', '/v1/institution/audit?limit=1000&page=1')
  const records = body.data.filter((one: { subject: { id: string } }) => JSON.stringify(one).includes(ada.userId))
  const actions = records.map(({ action }: { action: string }) => action)
  for (const action of ['user.invited', 'user.enrolled', 'user.factorAdded', 'user.signIn.refused'])
    assert.ok(actions.includes(action), `${action} in ${actions}`)
  const text = JSON.stringify(records)
  for (const hidden of [GOOD_PASSWORD, 'a wrong velvet otter', secret, ...recoveryCodes])
    assert.ok(!text.includes(hidden))
})
