import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../test/support/test-service.ts'
import type { Transaction } from '../db/client.ts'
import { type Institution, readInstitution, writeProfile } from './institution.store.ts'

let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

const read = () => service.app.db.read((db) => readInstitution(db, service.tenant.institution.tenantId))

async function close(tx: Transaction, institution: Institution, day: string): Promise<void> {
  const settings = { ...institution.settings, closedDays: [day] }
  await writeProfile(tx, institution.tenantId, { ...institution, settings }, service.app.clock.now())
}

test('settings are read as they are stored: before a change, within it, after it, and when it was undone', async () => {
  const before = await read()
  assert.deepEqual(await read(), before)

  const { db } = service.app
  const undone = db.transaction(async (tx) => {
    await close(tx, before, '2027-01-04')
    const inside = await readInstitution(tx, before.tenantId)
    assert.deepEqual(inside.settings.closedDays, ['2027-01-04'])
    await close(tx, inside, '2027-01-05')
    assert.deepEqual((await readInstitution(tx, before.tenantId)).settings.closedDays, ['2027-01-05'])
    throw new Error('undone')
  })
  await assert.rejects(undone, /^Error: undone$/)
  assert.deepEqual(await read(), before)

  await db.transaction((tx) => close(tx, before, '2027-01-06'))
  const after = await read()
  assert.deepEqual([after.settings.closedDays, after.version], [['2027-01-06'], before.version + 1n])
  assert.deepEqual(await read(), after)
})

test('the settings are sent once for each change, and nobody can change what all share', async () => {
  const sent: unknown[] = []
  const { db } = service.app
  await db.read((connection) => {
    const watching = {
      ...connection,
      keyring: connection.keyring,
      row: async (...statement: Parameters<typeof connection.row>) => {
        const row = await connection.row(...statement)
        sent.push((row as Institution).settings)
        return row as never
      },
    }
    return readInstitution(watching, service.tenant.institution.tenantId)
  })
  assert.deepEqual(sent, [null])
  const { settings } = await read()
  assert.throws(() => Object.assign(settings.rails, { ACH: false }), TypeError)
})
