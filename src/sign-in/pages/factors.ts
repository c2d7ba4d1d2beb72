import { checkRecoveryCode, checkTotp } from '../check-factor.ts'
import { checkPassword } from '../check-password.ts'
import { checkPasskey, passkeyOptions } from '../passkeys.ts'
import type { Person } from '../person.ts'
import { digitsOf } from './enrolment.ts'
import { html } from './html.ts'
import { type Fault, field, form, NOTHING, page } from './layout.ts'
import { passkeyForm, readPasskey } from './passkey-form.ts'
import { FAULTY, type Reply, type Visit } from './visit.ts'

const WRONG_PASSWORD: Fault = {
  field: 'password',
  text: 'The login or the password is wrong, or the login is locked for a while.',
}

/** The first page: login and password, or a passkey alone. */
export async function showPassword(
  visit: Visit,
  client: { clientName: string; loginHint: string | undefined },
  fault?: Fault,
): Promise<Reply> {
  const { app, institution, rp, formTargets } = visit
  const passkey = await passkeyOptions(app, institution, undefined, rp)
  const login = field(
    { name: 'loginId', label: 'Login', autocomplete: 'username', value: client.loginHint, focused: true },
    fault,
  )
  const password = field(
    { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
    fault,
  )
  const body = html`<p>to continue to ${client.clientName}</p>
${form('password', html`${login}${password}`, { button: 'Continue' })}
${passkeyForm('passkey', passkey, { title: 'Without a password', button: 'Sign in with a passkey', fault })}
${form('cancel', NOTHING, { button: 'Cancel', quiet: true })}`
  return {
    status: fault ? FAULTY : 200,
    page: page(institution, { title: 'Sign in', body, formTargets, hasScript: true }),
  }
}

/** The person whose password is right. */
export async function takePassword(visit: Visit, given: URLSearchParams): Promise<Person | Fault> {
  const { app, institution, http } = visit
  const loginId = (given.get('loginId') ?? '').trim()
  const password = given.get('password') ?? ''
  if (loginId === '') return { field: 'loginId', text: 'Enter your login.' }
  if (password === '') return { field: 'password', text: 'Enter your password.' }
  const checked = await checkPassword(app, institution, { loginId, password, ip: http.caller.address })
  return checked.kind === 'ok' ? checked.person : WRONG_PASSWORD
}

/** The second page: a code of the authenticator app, a recovery code, or the passkey. */
export async function showFactor(
  visit: Visit,
  person: Person,
  { isAgain, fault }: { isAgain: boolean; fault?: Fault | undefined },
): Promise<Reply> {
  const { app, institution, rp, formTargets } = visit
  const hasApp = person.factors.includes('Totp')
  const passkey = person.factors.includes('Passkey')
    ? await passkeyOptions(app, institution, person.userId, rp)
    : undefined
  const code = field(
    {
      name: 'code',
      label: hasApp ? 'Code' : 'Recovery code',
      autocomplete: 'one-time-code',
      hint: hasApp
        ? 'The six digits of your authenticator app. Without the app: one of your recovery codes.'
        : 'If you do not have your passkey: one of your recovery codes.',
      focused: true,
    },
    fault,
  )
  const why = isAgain ? 'This needs your second factor again.' : 'One more step.'
  const body = html`<p>${why} You sign in as ${person.displayName}.</p>
${form('code', code, { button: 'Sign in' })}
${passkey && passkeyForm('passkey', passkey, { title: 'With your passkey', button: 'Use your passkey', fault })}
${form('another', NOTHING, { button: 'Sign in as someone else', quiet: true })}
${form('cancel', NOTHING, { button: 'Cancel', quiet: true })}`
  return {
    status: fault ? FAULTY : 200,
    page: page(institution, {
      title: isAgain ? 'Confirm that it is you' : 'Second factor',
      body,
      formTargets,
      hasScript: passkey !== undefined,
    }),
  }
}

/** The method by which the person proved the second factor, or the fault. */
export async function takeFactor(visit: Visit, person: Person, given: URLSearchParams): Promise<string | Fault> {
  const { app, institution, http } = visit
  if (given.get('step') === 'passkey') {
    const proven = await takePasskey(visit, given)
    if (proven?.userId === person.userId) return 'swk'
    return { field: 'passkey', text: 'The passkey was not accepted. Try again, or use a code.' }
  }
  const code = digitsOf(given.get('code'))
  if (code === '') return { field: 'code', text: 'Enter the code.' }
  const check = /^\d{6}$/.test(code) ? checkTotp : checkRecoveryCode
  const outcome = await check(app, institution, person.userId, { code, ip: http.caller.address })
  return outcome === 'ok' ? 'otp' : { field: 'code', text: 'The code is wrong, or was used before.' }
}

/** The person whose passkey answered. */
export async function takePasskey(
  { app, institution, rp, http }: Visit,
  given: URLSearchParams,
): Promise<Person | undefined> {
  const answer = readPasskey(given)
  const checked = answer && (await checkPasskey(app, institution, { ...answer, rp, ip: http.caller.address }))
  return checked?.kind === 'ok' ? checked.person : undefined
}
