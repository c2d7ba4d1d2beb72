import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { manualTime } from '../../../test/support/manual-time.ts'
import { startTestService, type TestService } from '../../../test/support/test-service.ts'
import { handOverNext } from './hand-over.ts'
import { insertHandover } from './handovers.store.ts'
import type { Transport } from './transport.ts'

let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

test('the lease of a file holds for eight seconds from before its claim; a later worker gives it back', async () => {
  const { institution } = service.tenant
  const { tenantId } = institution
  const id = randomUUID()
  const { app } = service
  await app.db.transaction((tx) => insertHandover(tx, { tenantId, id, rail: 'ACH', name: 'a.ach' }, app.clock.now()))
  const time = manualTime()
  const held: boolean[] = []
  const transport: Transport = {
    async identity() {
      await time.advance(1_000)
      return 'outbox'
    },
    async handOver({ isLeased }) {
      await time.advance(6_999)
      held.push(isLeased())
      await time.advance(1)
      held.push(isLeased())
      return { kind: 'fenced' }
    },
    forget: async () => {},
    left: async () => [],
    async *itemsOf() {},
  }
  const moved = await handOverNext({ ...app, time }, institution, {
    ...{ rail: 'ACH', transport, workerName: 'test' },
    readContent: async () => 'content',
    readItems: async () => [],
    objectionTo: async () => undefined,
    onLeft: async () => 1,
  })
  assert.deepEqual([held, moved], [[true, false], 0])
  const [row] = await service.query('select status from rail_handovers where id = $1', [id])
  assert.deepEqual(row, { status: 'Waiting' })
})
