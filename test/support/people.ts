import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { App } from '../../src/app.ts'
import { type FixedClock, fixedClock } from '../../src/kernel/clock.ts'
import {
  acceptInvitation,
  beginTotpEnrolment,
  confirmTotpEnrolment,
  type Person,
  type SignInInstitution,
} from '../../src/sign-in/sign-in.ts'
import type { Reply, TestClient, TestService, TestTenant } from './test-service.ts'

export const GOOD_PASSWORD = 'velvet otter parade'

const BASE = '/api/user-management/v1/customers'

/** The institution's people, or those of a customer. */
export interface People {
  service: TestService
  tenant: TestTenant
  institution: SignInInstitution
  /** The service on a clock of the test's own, for everything that a person does. */
  app: App
  clock: FixedClock
  customerUID: string
}

/** A role `Staff` for the people of the institution, or of a customer. */
export async function peopleOf(service: TestService, tenant: TestTenant, customerUID?: string): Promise<People> {
  const clock = fixedClock(service.app.tokenClock.now())
  const { institution } = tenant
  const owner = customerUID ?? String(institution.legalEntityId)
  const applications = [{ name: 'Payments', entitlements: ['View_Payments'] }]
  const role = { externalReferenceId: 'staff', name: 'Staff', description: 'Staff', applications }
  const created = await service.call('POST', `${BASE}/${owner}/roles`, role, { client: tenant.client })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  return { service, tenant, institution, app: { ...service.app, tokenClock: clock }, clock, customerUID: owner }
}

export interface NamedUser {
  userId: string
  loginId: string
  email: string
}

/** A user without credentials; Active unless said otherwise. */
export async function createUser(people: People, { isActive = true } = {}): Promise<NamedUser> {
  const loginId = `p-${randomUUID().slice(0, 13)}`
  const email = `${loginId}@bank.example`
  const names = { firstName: 'Ada', lastName: 'Lund', email, externalReferenceId: loginId }
  const created = await asOperator(people, 'POST', '', { ...names, loginId, roleNames: ['Staff'] })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const { userId } = created.body
  if (isActive) assert.equal((await asOperator(people, 'PUT', `/${userId}/activate`)).status, 204)
  return { userId, loginId, email }
}

/** A request about the users of the customer. */
export function asOperator(
  { service, tenant, customerUID }: People,
  method: string,
  path: string,
  body?: unknown,
  client: TestClient = tenant.client,
): Promise<Reply> {
  return service.call(method, `${BASE}/${customerUID}/users${path}`, body, { client })
}

/** The secret in the link of an invitation. */
export async function inviteFor(people: People, { userId }: { userId: string }): Promise<string> {
  const invited = await asOperator(people, 'POST', `/${userId}/invitation`)
  assert.equal(invited.status, 201, JSON.stringify(invited.body))
  return tokenIn(invited.body.invitationUrl)
}

export function tokenIn(link: string): string {
  return new URL(link).searchParams.get('token')!
}

export type Enrolled = NamedUser & { person: Person }

/** A user who has set the password `GOOD_PASSWORD`. */
export async function createPerson(people: People): Promise<Enrolled> {
  const user = await createUser(people)
  const token = await inviteFor(people, user)
  const accepted = await acceptInvitation(people.app, people.institution, { token, password: GOOD_PASSWORD })
  assert.ok(accepted.kind === 'ok', accepted.kind === 'refused' ? accepted.why : '')
  return { ...user, person: accepted.person }
}

/** An authenticator app in software. */
export function totpAt(secret: string, { clock }: Pick<People, 'clock'>): string {
  const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: clock.now().epochMilliseconds })
}

/** Sets an authenticator app up. The next code is that of the next step. */
export async function enrolTotp(
  people: People,
  { userId }: { userId: string },
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { app, institution, clock } = people
  const { secret } = await beginTotpEnrolment(app, institution, userId)
  const confirmed = await confirmTotpEnrolment(app, institution, { userId }, totpAt(secret, people))
  assert.equal(confirmed.kind, 'ok')
  clock.advance({ seconds: 30 })
  return { secret, recoveryCodes: (confirmed as { recoveryCodes: string[] }).recoveryCodes }
}
