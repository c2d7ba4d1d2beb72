import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { systemClock } from '../../src/kernel/clock.ts'
import { eventually } from '../support/eventually.ts'
import { startTestService, type TestService } from '../support/test-service.ts'
import { compareFeed, compareFiles, everythingSettles } from './agreement.ts'
import { type FileTaker, startTaking } from './file-taker.ts'
import { hang } from './hung-file.ts'
import { startPaying } from './paying-client.ts'
import { mountSmallDisk, NO_MOUNT, type SmallDisk } from './small-disk.ts'

// Faults of the outbox while a client pays and a taker empties it every two milliseconds. Payments
// must not notice them, and every file leaves once.

const PAYMENTS = 60
const OUTBOX_MEGABYTES = 16

let parent: string
let disk: SmallDisk | undefined
let service: TestService
let taker: FileTaker
before(async () => {
  parent = await mkdtemp(join(tmpdir(), 'giro-outbox-faults-'))
  await mkdir(join(parent, 'rails'))
  disk = await mountSmallDisk(join(parent, 'rails'), OUTBOX_MEGABYTES)
  await mkdir(join(parent, 'rails', 'taken'))
  service = await startTestService({
    worker: true,
    clock: systemClock,
    outboxDir: join(parent, 'rails'),
  })
  taker = startTaking(service.app.achOutDirectory, join(parent, 'rails', 'taken'))
})
after(async () => {
  await service.stop()
  await disk?.remove()
  await rm(parent, { recursive: true, force: true })
  await taker.stop()
})

/**
 * Plays a fault from its begin to `end`, and compares afterwards. Payments are acknowledged while
 * it lasts, before and after a worker has met it: `says` is why files wait then.
 */
async function play(
  t: TestContext,
  says: RegExp,
  { begin, end }: { begin: () => Promise<void>; end: () => Promise<void> },
): Promise<void> {
  const taken = taker.times.size
  const client = await startPaying(service)
  try {
    await client.pays(20)
    await begin()
    client.restart()
    await client.pays(PAYMENTS)
    await eventually(`a worker says ${says}`, () =>
      service.sweeps().some(({ lastFailure }) => says.test(lastFailure ?? '')),
    )
    await client.pays(PAYMENTS)
    assert.deepEqual([...client.statuses.keys()], [200])
  } finally {
    await client.stop()
    await client.compare()
    await end()
  }
  await everythingSettles(service, taker)
  await compareFiles(service, taker)
  await compareFeed(service)
  t.diagnostic(`${taker.times.size - taken} files left`)
}

const achRoot = () => dirname(service.app.achOutDirectory)

test('a full outbox: payments go on, and each file leaves once when it has room', async (t) => {
  if (!disk) return t.skip(NO_MOUNT)
  await play(t, /ENOSPC/, { begin: disk.fill, end: disk.heal })
})

test('a read-only outbox: payments go on, and each file leaves once when it can be written', async (t) => {
  if (!disk) return t.skip(NO_MOUNT)
  await play(t, /EROFS/, { begin: disk.protect, end: disk.heal })
})

test('an outbox that is replaced by another one gets no file, and each leaves once when it is back', async (t) => {
  const away = `${achRoot()}-away`
  const end = async () => {
    assert.deepEqual(await readdir(join(achRoot(), 'out')).catch(() => []), [])
    // The worker may make the directory again in between.
    await eventually('the outbox is back', async () => {
      await rm(achRoot(), { recursive: true, force: true })
      return rename(away, achRoot()).then(
        () => true,
        () => false,
      )
    })
  }
  await play(t, /is not the one that earlier files/, { begin: () => rename(achRoot(), away), end })
})

test('an outbox that never answers: payments go on meanwhile, and each file leaves once when it does', async (t) => {
  let answer = async () => {}
  const begin = async () => {
    answer = await hang(join(achRoot(), 'outbox.json'))
  }
  await play(t, /did not answer within 20 s/, { begin, end: () => answer() })
})
