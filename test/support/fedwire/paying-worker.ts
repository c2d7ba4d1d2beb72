// A process that commits messages to Fedwire, a few in each transaction, until it is killed. Some
// transactions fail on purpose. The time is its first argument, the seed of its choices the last.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../../src/db/client.ts'
import { listInstitutions } from '../../../src/institution/institution.store.ts'
import { fixedClock } from '../../../src/kernel/clock.ts'
import { keyFileProvider } from '../../../src/main/key-providers/key-file.ts'
// Only what pays: reading messages costs a process most of the time to load.
import { pay } from '../../../src/rails/iso20022/fedwire/pay.ts'
import { insertMessages } from '../../../src/rails/messages/messages.store.ts'
import { diceOf } from '../simulated-month/random.ts'
import { instructionOf } from './instruction.ts'

const [at, connectionString, encryptionKey, seed] = process.argv.slice(2)
const dice = diceOf(Number(seed))
const keys = keyFileProvider(Buffer.from(encryptionKey!, 'hex'))
const db = openDatabase({ connectionString: connectionString!, maxConnections: 1, keys })
const now = fixedClock(at!).now()
const institution = (await db.read(listInstitutions)).at(-1)!
const { tenantId } = institution

const instruction = () => instructionOf({ paymentId: randomUUID(), uetr: randomUUID() })

/** Tells the parent when a transaction begins and when it has ended. */
async function commitSome(): Promise<void> {
  process.send?.('began')
  await db
    .forTenant(tenantId)
    .transaction(async (tx) => {
      const instructions = Array.from({ length: dice.between(1, 3) }, instruction)
      const { messages } = await pay(tx, institution, instructions, now)
      await sleep(dice.between(0, 3))
      await insertMessages(tx, tenantId, messages, now)
      if (dice.happens(20)) throw new Error('this transaction fails')
    })
    .catch(() => undefined)
  process.send?.('ended')
}

// The first takes longer than the others: it connects, and compiles what pays.
await commitSome()
process.on('message', async () => {
  for (;;) await commitSome()
})
process.send?.('ready')
