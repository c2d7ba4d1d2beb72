import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { App } from '../../app.ts'
import { findInstitutionByCode, type Institution } from '../../institution/institution.ts'
import { acceptInvitation, beginTotpEnrolment, confirmTotpEnrolment } from '../../sign-in/sign-in.ts'
import { ENTITLEMENTS } from '../../tokens/entitlements.ts'
import { type Demo, type DemoPerson, keepPeople } from './demo-institution.ts'

const STEP_TIMEOUT_MS = 10_000
const STEP_MS = 30_000
const BASE = '/api/user-management/v1/customers'

type Call = <Body>(method: string, path: string, body?: unknown) => Promise<Body>

/**
 * People who sign in to the console: an operator and an approver of the institution, and a user of
 * the customer. Made once, as an institution makes them; `demo.json` has what they sign in with. If
 * that file was lost, their passwords are, too, and there are others by other names.
 */
export async function ensureDemoPeople(app: App, demo: Demo, dataDir: string): Promise<DemoPerson[]> {
  if (demo.people) return demo.people
  const institution = (await app.db.read((db) => findInstitutionByCode(db, demo.tenantCode)))!
  const call = await callerOf(demo)
  const own = String(institution.legalEntityId)
  const suffix = await createStaff(call, own)
  const ofPayments = ENTITLEMENTS.filter((entitlement) => entitlement.startsWith('Payments.'))
  await createRole(call, demo.customerUID, roleOf('Demo payments', suffix), ofPayments)
  const wanted = [
    { owner: own, login: `operator${suffix}`, name: ['Olive', 'Operator'], role: roleOf('Demo staff', suffix) },
    { owner: own, login: `approver${suffix}`, name: ['Abel', 'Approver'], role: roleOf('Demo staff', suffix) },
    {
      ...{ owner: demo.customerUID, login: `customer${suffix}`, name: ['Carla', 'Customer'] },
      role: roleOf('Demo payments', suffix),
    },
  ]
  const people: DemoPerson[] = []
  for (const one of wanted) people.push(await createPerson(app, institution, call, one))
  await keepPeople(dataDir, demo, people)
  return people
}

async function callerOf({ baseUrl, tokenUrl, apiKey, apiSecret }: Demo): Promise<Call> {
  const send = async (url: string, init: RequestInit) => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(STEP_TIMEOUT_MS) })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return text === '' ? undefined : JSON.parse(text)
  }
  const basic = Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  const token = await send(tokenUrl, { method: 'POST', headers: { authorization: `Basic ${basic}` }, body: form })
  const headers = { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' }
  return (method, path, body) =>
    send(baseUrl + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
}

/** The name of a role has letters, digits and spaces. */
const roleOf = (name: string, suffix: string) => name + suffix.replace('-', ' ')

/**
 * The role of the institution's people. Returns what their names end with: nothing, the first time.
 */
async function createStaff(call: Call, own: string): Promise<string> {
  try {
    await createRole(call, own, roleOf('Demo staff', ''), ENTITLEMENTS)
    return ''
  } catch {
    const suffix = `-${randomBytes(3).toString('hex')}`
    await createRole(call, own, roleOf('Demo staff', suffix), ENTITLEMENTS)
    return suffix
  }
}

async function createRole(call: Call, owner: string, name: string, entitlements: readonly string[]): Promise<void> {
  const applications = [...Map.groupBy(entitlements, (one) => one.split('.')[0]!)].map(([application, held]) => ({
    name: application,
    entitlements: held.map((one) => one.slice(application.length + 1)),
  }))
  await call('POST', `${BASE}/${owner}/roles`, { externalReferenceId: name, name, description: name, applications })
}

async function createPerson(
  app: App,
  institution: Institution,
  call: Call,
  { owner, login, name, role }: { owner: string; login: string; name: string[]; role: string },
): Promise<DemoPerson> {
  const users = `${BASE}/${owner}/users`
  const [firstName, lastName] = name
  const names = { externalReferenceId: login, firstName, lastName, email: `${login}@demo.example` }
  const { userId } = await call<{ userId: string }>('POST', users, { ...names, loginId: login, roleNames: [role] })
  await call('PUT', `${users}/${userId}/activate`)
  const { invitationUrl } = await call<{ invitationUrl: string }>('POST', `${users}/${userId}/invitation`)
  const token = new URL(invitationUrl).searchParams.get('token')!
  const password = randomBytes(12).toString('base64url')
  const accepted = await acceptInvitation(app, institution, { token, password })
  if (accepted.kind === 'refused') throw new Error(accepted.why)
  const { secret: totpSecret } = await beginTotpEnrolment(app, institution, userId)
  const totp = new TOTP({ secret: Secret.fromBase32(totpSecret) })
  // The code before that of now, so that the person can sign in with that of now.
  const code = totp.generate({ timestamp: app.tokenClock.now().epochMilliseconds - STEP_MS })
  const confirmed = await confirmTotpEnrolment(app, institution, { userId }, code)
  if (confirmed.kind !== 'ok') throw new Error('the code of the authenticator app was refused')
  return { login, password, totpSecret }
}
