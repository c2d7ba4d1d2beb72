import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { FileLease, Interrupted, LEASE_MS } from '../../src/ach-imports/file-lease.ts'
import type { App } from '../../src/app.ts'
import { findIncomingFile, type IncomingFile, leaseIncomingFile } from '../../src/rails/rails.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { batchHeader, forwardEntry } from '../support/ach-files.ts'
import { manualTime } from '../support/manual-time.ts'
import { createPayer } from '../support/test-service.ts'

let bank: AchBank
let file: Pick<IncomingFile, 'tenantId' | 'id'>
before(async () => {
  bank = await openAchBank()
  const { accountNumber } = await createPayer(bank.service, { balance: 0 })
  const header = batchHeader(bank.today(), { serviceClass: '220' })
  const id = await bank.arrives([{ header, entries: [forwardEntry(1, { accountNumber, amountCents: 1_00n })] }])
  const { app, tenant } = bank.service
  file = (await app.db.read((db) => findIncomingFile(db, tenant.institution.tenantId, id)))!
})
after(() => bank.service.stop())

/** Whether a worker of another process gets the lease. */
const isFree = () => bank.service.app.db.read((db) => leaseIncomingFile(db, file, { by: randomUUID(), ms: LEASE_MS }))

test('a lease is renewed a quarter of its time after it was taken, and keeps other workers away until it is given back', async () => {
  const time = manualTime()
  const { db } = bank.service.app
  let renewals = 0
  const app: App = {
    ...bank.service.app,
    time,
    db: {
      ...db,
      read(work) {
        renewals++
        return db.read(work)
      },
    },
  }
  const lease = new FileLease(app, file)
  const renewalsAfter = async (ms: number) => {
    await time.advance(ms)
    await lease.keep()
    return renewals
  }
  assert.deepEqual([await renewalsAfter(0), await renewalsAfter(2_499), await renewalsAfter(1)], [1, 1, 2])
  assert.equal(await isFree(), false)
  await lease.release()
  assert.equal(await isFree(), true)
  await assert.rejects(new FileLease(app, file).keep(), Interrupted)
})
