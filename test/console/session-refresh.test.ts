import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { beginRefresh, endRefresh, findSession, insertSession } from '../../src/console/console.store.ts'
import { createUser, peopleOf } from '../support/people.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

test('a refresh token is used once, by requests that found the session in the same moment too', async () => {
  const { app, tenant } = service
  const { tenantId } = tenant.institution
  const now = app.tokenClock.now()
  const { userId } = await createUser(await peopleOf(service, tenant))
  const tokens = { accessToken: 'a', refreshToken: 'r', grantId: 'g', expiresAt: now.epochMilliseconds }
  const [id, cookie, endsAt] = [randomUUID(), `bank.${randomUUID()}`, now.add({ hours: 1 })]
  const times = { signedInAt: now, refreshedAt: now, steppedUpUntil: null, idleEndsAt: endsAt, endsAt }
  const db = app.db.forTenant(tenantId)
  await db.transaction((tx) => insertSession(tx, app.sealer, { tenantId, id, cookie, userId, tokens, ...times }))
  const find = () => db.read((read) => findSession(read, app.sealer, { tenantId, cookie }, now))
  const begin = (found: Awaited<ReturnType<typeof find>>) =>
    db.transaction((tx) => beginRefresh(tx, { tenantId, ...found! }, now))

  const [first, second] = [await find(), await find()]
  assert.equal(await begin(first), true)
  assert.equal(await begin(second), false, 'while the first refreshes')
  const renewed = { ...tokens, refreshToken: 's' }
  await db.transaction((tx) => endRefresh(tx, app.sealer, { tenantId, id, tokens: renewed, idleSeconds: 60 }, now))
  assert.equal(await begin(second), false, 'after it, although no time has passed')
  const third = await find()
  assert.equal(third?.tokens.refreshToken, 's')
  assert.equal(await begin(third), true)
})
