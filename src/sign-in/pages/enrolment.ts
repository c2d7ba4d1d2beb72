import { confirmPasskeyEnrolment, passkeyEnrolmentOptions } from '../passkeys.ts'
import type { Person } from '../person.ts'
import { beginTotpEnrolment, confirmTotpEnrolment } from '../totp.ts'
import { html } from './html.ts'
import { type Fault, field, form, page } from './layout.ts'
import { passkeyForm, readPasskey } from './passkey-form.ts'
import { type Progress, saveProgress } from './progress.ts'
import { qrCode } from './qr-code.ts'
import { FAULTY, keyOf, type Reply, type Visit } from './visit.ts'

/** Shows how to set up the second factor: an application for codes, or a passkey. */
export async function showEnrolment(visit: Visit, person: Person, fault?: Fault): Promise<Reply> {
  const { app, institution, rp, formTargets } = visit
  const { secret, uri } = await totpOf(visit, person)
  const passkey = await passkeyEnrolmentOptions(app, institution, person.userId, rp)
  const groups = secret.replaceAll(/.{4}(?=.)/g, '$& ')
  const body = html`<p>Everyone who signs in to ${institution.name} needs a second factor besides the password.</p>
<h2>With an authenticator app</h2>
<p>Scan the code with the app, or type the key into it. Then enter the six digits that it shows.</p>
${qrCode(uri, 'QR code for the authenticator app')}
<p>Key: <code>${groups}</code></p>
${form(
  'enrol-totp',
  field(
    { name: 'code', label: 'Six digits', autocomplete: 'one-time-code', inputmode: 'numeric', focused: true },
    fault,
  ),
  { button: 'Set up the app' },
)}
${passkeyForm('enrol-passkey', passkey, { title: 'With a passkey', button: 'Set up a passkey', fault })}`
  const shown = page(institution, { title: 'Set up your second factor', body, formTargets, hasScript: true })
  return { status: fault ? FAULTY : 200, page: shown }
}

/** The codes that the person keeps, or undefined with the fault to show. */
export async function takeEnrolment(
  visit: Visit,
  person: Person,
  given: URLSearchParams,
): Promise<{ recoveryCodes: string[]; amr: string[] } | Fault> {
  const { app, institution, rp } = visit
  const enrolling = { userId: person.userId, firstOf: person.credentialsId }
  if (given.get('step') === 'enrol-passkey') {
    const answer = readPasskey(given)
    const outcome = answer && (await confirmPasskeyEnrolment(app, institution, enrolling, { ...answer, rp }))
    if (outcome?.kind === 'ok') return { recoveryCodes: outcome.recoveryCodes, amr: ['swk'] }
    return { field: 'passkey', text: 'The passkey was not set up. Try again, or use an app.' }
  }
  const outcome = await confirmTotpEnrolment(app, institution, enrolling, digitsOf(given.get('code')))
  if (outcome.kind === 'ok') return { recoveryCodes: outcome.recoveryCodes, amr: ['otp'] }
  return { field: 'code', text: 'The digits are wrong or too old. Enter those that the app shows now.' }
}

/** Shows the recovery codes: only here and now. */
export function showRecoveryCodes({ institution, formTargets }: Visit, codes: readonly string[]): Reply {
  const list = codes.map((code) => html`<li>${code}</li>`)
  const body = html`<p>Each of these codes works once in place of your second factor, if you lose it. Print them or write
them down, and keep them where nobody else finds them. They are not shown again.</p>
<ol class="codes">${list}</ol>
${form('continue', html``, { button: 'I have kept the codes' })}`
  return { status: 200, page: page(institution, { title: 'Your recovery codes', body, formTargets }) }
}

export const digitsOf = (code: string | null) => (code ?? '').replaceAll(/\s/g, '')

/** The secret stays the same while the page is shown again, or the app would hold another one. */
async function totpOf(visit: Visit, { userId }: Person): Promise<{ secret: string; uri: string }> {
  const { app, institution, progress } = visit
  const context = `totp_enrolment:${institution.tenantId}:${userId}`
  if (progress.totp) return JSON.parse(app.sealer.open(Buffer.from(progress.totp, 'base64'), context).toString())
  const totp = await beginTotpEnrolment(app, institution, userId)
  const sealed: Progress = { ...progress, totp: app.sealer.seal(JSON.stringify(totp), context).toString('base64') }
  await saveProgress(app, keyOf(visit), sealed)
  return totp
}
