import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  beginTotpEnrolment,
  checkPasskey,
  checkRecoveryCode,
  checkTotp,
  confirmPasskeyEnrolment,
  confirmTotpEnrolment,
  passkeyEnrolmentOptions,
  passkeyOptions,
  readPerson,
} from '../../src/sign-in/sign-in.ts'
import { type Flaws, VirtualAuthenticator } from '../support/authenticator.ts'
import { asOperator, createPerson, type Enrolled, enrolTotp, type People, peopleOf, totpAt } from '../support/people.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const rp = { id: 'bank.example', origin: 'https://bank.example' }
const elsewhere = { id: 'bank.example', origin: 'https://evil.bank.example' }

let service: TestService
let people: People
let strangers: People
before(async () => {
  service = await startTestService()
  people = await peopleOf(service, service.tenant)
  strangers = await peopleOf(service, await service.createTenant('other'))
})
after(() => service.stop())

const challengeIn = (options: unknown) => (options as { challenge: string }).challenge
const asked = (options: unknown, at = rp) => ({ challenge: challengeIn(options), origin: at.origin, rpId: at.id })

/** Adds a passkey of a new authenticator. */
async function addPasskey(
  { userId }: { userId: string },
  flaws: Flaws = {},
  { at = rp, challengeOf }: { at?: typeof rp; challengeOf?: string } = {},
) {
  const { app, institution } = people
  const key = new VirtualAuthenticator()
  const { challengeId, options } = await passkeyEnrolmentOptions(app, institution, userId, rp)
  const response = key.create(asked(options, at), flaws)
  const answer = { challengeId: challengeOf ?? challengeId, response, rp }
  return { key, answer, added: await confirmPasskeyEnrolment(app, institution, { userId }, answer) }
}

/** Signs in with a passkey. */
async function signIn(key: VirtualAuthenticator, userId: string | undefined, flaws: Flaws = {}, at = rp) {
  const { app, institution } = people
  const { challengeId, options } = await passkeyOptions(app, institution, userId, rp)
  const answer = { challengeId, response: key.get(asked(options, at), flaws), rp }
  return { answer, checked: await checkPasskey(app, institution, answer) }
}

const totp = ({ userId }: Enrolled, code: string) => checkTotp(people.app, people.institution, userId, { code })

test('a person without a second factor must enrol one, and has it from the confirmation on', async () => {
  const ada = await createPerson(people)
  assert.deepEqual([ada.person.mustEnrol, ada.person.factors, ada.person.customerId], [true, [], null])
  const { secret, uri } = await beginTotpEnrolment(people.app, people.institution, ada.userId)
  assert.match(uri, /^otpauth:\/\/totp\/.*algorithm=SHA1&digits=6&period=30/)
  assert.equal(await totp(ada, totpAt(secret, people)), 'refused', 'an app that was not confirmed')
  assert.equal((await readPerson(people.app, people.institution, ada.userId))!.mustEnrol, true)
  await enrolTotp(people, ada)
  const person = (await readPerson(people.app, people.institution, ada.userId))!
  assert.deepEqual([person.mustEnrol, person.factors], [false, ['Totp']])
})

test('each TOTP code is accepted once, and none of an earlier step afterwards', async () => {
  const ada = await createPerson(people)
  const { secret } = await enrolTotp(people, ada)
  const early = totpAt(secret, people)
  people.clock.advance({ seconds: 30 })
  const code = totpAt(secret, people)
  assert.equal(await totp(ada, code), 'ok')
  assert.equal(await totp(ada, code), 'refused', 'the same code again')
  assert.equal(await totp(ada, early), 'refused', 'an unused code of the step before')
  people.clock.advance({ seconds: 30 })
  const spaced = totpAt(secret, people).replace(/(...)/, '$1 ')
  assert.equal(await totp(ada, spaced), 'ok', 'typed with a space')
})

test('of two requests with the same TOTP code at the same time, one is accepted', async () => {
  const ada = await createPerson(people)
  const { secret } = await enrolTotp(people, ada)
  const code = totpAt(secret, people)
  const answers = await Promise.all([totp(ada, code), totp(ada, code)])
  assert.deepEqual(answers.sort(), ['ok', 'refused'])
})

test('a TOTP clock may be one step off, and not two', async () => {
  const ada = await createPerson(people)
  const { secret } = await enrolTotp(people, ada)
  const now = people.clock.now()
  const codeAt = (seconds: number) => {
    people.clock.set(now.add({ seconds }))
    return totpAt(secret, people)
  }
  const [ahead2, ahead1] = [codeAt(60), codeAt(30)]
  people.clock.set(now)
  assert.equal(await totp(ada, ahead2), 'refused')
  assert.equal(await totp(ada, ahead1), 'ok')
  const behind = codeAt(120)
  people.clock.set(now.add({ seconds: 180 }))
  assert.equal(await totp(ada, behind), 'refused')
})

test('an app must be set up within fifteen minutes, and replaces the earlier one when it is', async () => {
  const { app, institution, clock } = people
  const ada = await createPerson(people)
  const old = await enrolTotp(people, ada)
  const next = await beginTotpEnrolment(app, institution, ada.userId)
  clock.advance({ minutes: 15 })
  const late = await confirmTotpEnrolment(app, institution, ada, totpAt(next.secret, people))
  assert.equal(late.kind, 'refused')
  assert.equal(await totp(ada, totpAt(old.secret, people)), 'ok', 'the earlier app still works')
  const { secret, recoveryCodes } = await enrolTotp(people, ada)
  assert.equal(await totp(ada, totpAt(old.secret, people)), 'refused')
  assert.equal(await totp(ada, totpAt(secret, people)), 'ok')
  const check = (code: string) => checkRecoveryCode(app, institution, ada.userId, { code })
  assert.equal(await check(old.recoveryCodes[0]!), 'refused', 'the earlier recovery codes ended')
  assert.equal(await check(recoveryCodes[0]!), 'ok')
})

test('each of the ten recovery codes is accepted once, also of two requests at the same time', async () => {
  const { app, institution } = people
  const ada = await createPerson(people)
  const { recoveryCodes } = await enrolTotp(people, ada)
  assert.equal(recoveryCodes.length, 10)
  const [first = '', second = ''] = recoveryCodes
  const check = (code: string) => checkRecoveryCode(app, institution, ada.userId, { code })
  assert.equal(await check(first.toLowerCase().replaceAll('-', ' ')), 'ok')
  assert.equal(await check(first), 'refused')
  assert.deepEqual((await Promise.all([check(second), check(second)])).sort(), ['ok', 'refused'])
  const { body } = await asOperator(people, 'GET', `/${ada.userId}/credentials`)
  assert.equal(body.recoveryCodesLeft, 8)
})

test('five wrong codes lock the second factor for thirty seconds, even for the right code', async () => {
  const ada = await createPerson(people)
  const { secret, recoveryCodes } = await enrolTotp(people, ada)
  for (let tries = 0; tries < 5; tries++) assert.equal(await totp(ada, '000000'), 'refused')
  assert.equal(await totp(ada, totpAt(secret, people)), 'refused')
  const recovery = () => checkRecoveryCode(people.app, people.institution, ada.userId, { code: recoveryCodes[0]! })
  assert.equal(await recovery(), 'refused')
  people.clock.advance({ seconds: 30 })
  assert.equal(await totp(ada, totpAt(secret, people)), 'ok')
  assert.equal(await recovery(), 'ok')
})

test('guesses of a code at the same time are all counted', async () => {
  const ada = await createPerson(people)
  const { secret } = await enrolTotp(people, ada)
  await Promise.all(Array.from({ length: 12 }, (_, at) => totp(ada, String(100_000 + at))))
  const [row] = await service.query<{ failures: number }>(
    `select failures from sign_in_attempts where tenant_id = $1 and subject = $2`,
    [people.institution.tenantId, `factor:${ada.userId}`],
  )
  assert.equal(row!.failures, 5)
  assert.equal(await totp(ada, totpAt(secret, people)), 'refused')
})

test('the secret of an app is sealed and recovery codes are hashed in the database', async () => {
  const ada = await createPerson(people)
  const { secret, recoveryCodes } = await enrolTotp(people, ada)
  const rows = await service.query(
    `select sealed_secret from user_factors where user_id = $1
     union all select convert_to(code_sha256, 'UTF8') from user_recovery_codes where user_id = $1`,
    [ada.userId],
  )
  assert.equal(rows.length, 11)
  const stored = rows.map((row) => Object.values(row as object)[0].toString('latin1')).join()
  for (const shown of [secret, ...recoveryCodes]) assert.ok(!stored.includes(shown))
})

test('a factor works in its own institution alone', async () => {
  const ada = await createPerson(people)
  const { secret, recoveryCodes } = await enrolTotp(people, ada)
  const { app, institution } = strangers
  assert.equal(await checkTotp(app, institution, ada.userId, { code: totpAt(secret, people) }), 'refused')
  assert.equal(await checkRecoveryCode(app, institution, ada.userId, { code: recoveryCodes[0]! }), 'refused')
})

test('a passkey signs its owner in, with a password before it or alone', async () => {
  const ada = await createPerson(people)
  const { key, added } = await addPasskey(ada)
  assert.equal(added.kind === 'ok' && added.recoveryCodes.length, 10)
  for (const userId of [ada.userId, undefined]) {
    const { checked } = await signIn(key, userId)
    assert.equal(checked.kind === 'ok' && checked.person.loginId, ada.loginId)
    assert.deepEqual(checked.kind === 'ok' && checked.person.factors, ['Passkey'])
  }
  const second = await addPasskey(ada)
  assert.deepEqual(second.added, { kind: 'ok', recoveryCodes: [] }, 'the first codes stay')
})

test('a challenge is answered once, also of two answers at the same time', async () => {
  const { app, institution } = people
  const ada = await createPerson(people)
  const { key, answer: enrolment } = await addPasskey(ada)
  assert.equal((await confirmPasskeyEnrolment(app, institution, ada, enrolment)).kind, 'refused')
  const { answer, checked } = await signIn(key, undefined)
  assert.equal(checked.kind, 'ok')
  assert.equal((await checkPasskey(app, institution, answer)).kind, 'refused')
  // A new signature over the used challenge, with a counter that grows.
  const { challenge } = JSON.parse(String(Buffer.from(String(answer.response.response['clientDataJSON']), 'base64url')))
  const again = { ...answer, response: key.get({ challenge, origin: rp.origin, rpId: rp.id }) }
  assert.equal((await checkPasskey(app, institution, again)).kind, 'refused')
})

test('a challenge ends after five minutes', async () => {
  const { app, institution, clock } = people
  const ada = await createPerson(people)
  const { key } = await addPasskey(ada)
  const { challengeId, options } = await passkeyOptions(app, institution, ada.userId, rp)
  clock.advance({ minutes: 5 })
  const answer = { challengeId, response: key.get(asked(options)), rp }
  assert.equal((await checkPasskey(app, institution, answer)).kind, 'refused')
})

test('a challenge of another institution, of an enrolment, or of another origin is refused', async () => {
  const { app, institution } = people
  const ada = await createPerson(people)
  const { key } = await addPasskey(ada)
  const foreign = await passkeyOptions(strangers.app, strangers.institution, undefined, rp)
  const enrolment = await passkeyEnrolmentOptions(app, institution, ada.userId, rp)
  const other = await passkeyOptions(app, institution, undefined, elsewhere)
  for (const { challengeId, options } of [foreign, enrolment, other]) {
    const answer = { challengeId, response: key.get(asked(options)), rp }
    assert.equal((await checkPasskey(app, institution, answer)).kind, 'refused')
  }
  const own = await passkeyOptions(app, institution, undefined, rp)
  const swapped = { challengeId: own.challengeId, response: key.get(asked(foreign.options)), rp }
  assert.equal((await checkPasskey(app, institution, swapped)).kind, 'refused')
  for (const challengeId of ['', 'AAAA', own.challengeId.slice(0, -4), 'x'.repeat(10_000)]) {
    const answer = { challengeId, response: key.get(asked(own.options)), rp }
    assert.equal((await checkPasskey(app, institution, answer)).kind, 'refused')
  }
})

test('a challenge for one person is not answered by the passkey of another', async () => {
  const [ada, eve] = [await createPerson(people), await createPerson(people)]
  const [, { key: ofEve }] = [await addPasskey(ada), await addPasskey(eve)]
  assert.equal((await signIn(ofEve, ada.userId)).checked.kind, 'refused')
  const handle = Buffer.from(ada.userId.replaceAll('-', ''), 'hex').toString('base64url')
  assert.equal((await signIn(ofEve, undefined, { userHandle: handle })).checked.kind, 'refused')
  assert.equal((await signIn(ofEve, undefined)).checked.kind, 'ok')
})

for (const [what, flaws, at] of [
  ['without verification of the user', { unverified: true }, rp],
  ['with a broken signature', { forged: true }, rp],
  ['with the client data of an enrolment', { type: 'webauthn.create' }, rp],
  ['from another origin', {}, elsewhere],
  ['for another relying party', {}, { ...rp, id: 'evil.example' }],
] as [string, Flaws, typeof rp][])
  test(`a passkey ${what} is refused`, async () => {
    const ada = await createPerson(people)
    const { key } = await addPasskey(ada)
    assert.equal((await signIn(key, undefined, flaws, at)).checked.kind, 'refused')
    if (!flaws.forged) assert.equal((await addPasskey(ada, flaws, { at })).added.kind, flaws.type ? 'ok' : 'refused')
  })

test('a signature counter that does not grow shows a copied passkey, and is refused', async () => {
  const ada = await createPerson(people)
  const { key } = await addPasskey(ada, { counter: 10 })
  assert.equal((await signIn(key, undefined, { counter: 11 })).checked.kind, 'ok')
  for (const counter of [11, 10, 0])
    assert.equal((await signIn(key, undefined, { counter })).checked.kind, 'refused', `counter ${counter}`)
  assert.equal((await signIn(key, undefined, { counter: 12 })).checked.kind, 'ok')
})

test('a passkey that counts nothing works again and again', async () => {
  const ada = await createPerson(people)
  const { key } = await addPasskey(ada, { counter: 0 })
  for (let times = 0; times < 2; times++)
    assert.equal((await signIn(key, undefined, { counter: 0 })).checked.kind, 'ok')
})

test('an answer to an enrolment adds a passkey to the person who asked alone', async () => {
  const { app, institution } = people
  const [ada, eve] = [await createPerson(people), await createPerson(people)]
  const { challengeId, options } = await passkeyEnrolmentOptions(app, institution, ada.userId, rp)
  const answer = { challengeId, response: new VirtualAuthenticator().create(asked(options)), rp }
  assert.equal((await confirmPasskeyEnrolment(app, institution, eve, answer)).kind, 'refused')
  assert.equal((await confirmPasskeyEnrolment(strangers.app, strangers.institution, ada, answer)).kind, 'refused')
  assert.equal((await confirmPasskeyEnrolment(app, institution, ada, answer)).kind, 'ok')
})

test('a person has at most ten passkeys', async () => {
  const ada = await createPerson(people)
  for (let count = 0; count < 10; count++) assert.equal((await addPasskey(ada)).added.kind, 'ok')
  assert.equal((await addPasskey(ada)).added.kind, 'refused')
})

test('a suspended person is refused with every factor, and signs in again once activated', async () => {
  const { app, institution } = people
  const ada = await createPerson(people)
  const { key } = await addPasskey(ada)
  const { secret, recoveryCodes } = await enrolTotp(people, ada)
  assert.equal((await asOperator(people, 'PUT', `/${ada.userId}/suspend`)).status, 204)
  assert.equal(await totp(ada, totpAt(secret, people)), 'refused')
  assert.equal(await checkRecoveryCode(app, institution, ada.userId, { code: recoveryCodes[0]! }), 'refused')
  assert.equal((await signIn(key, undefined)).checked.kind, 'refused')
  assert.equal((await confirmTotpEnrolment(app, institution, ada, totpAt(secret, people))).kind, 'refused')
  assert.equal(await readPerson(app, institution, ada.userId), undefined)
  assert.equal((await asOperator(people, 'PUT', `/${ada.userId}/activate`)).status, 204)
  assert.equal((await signIn(key, undefined)).checked.kind, 'ok')
  assert.equal(await totp(ada, totpAt(secret, people)), 'ok')
})
