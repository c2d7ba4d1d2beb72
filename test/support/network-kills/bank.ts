/** The bank's side: its messages are files in directories. */
import { join } from 'node:path'
import type { App } from '../../../src/app.ts'
import type { Institution } from '../../../src/institution/institution.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { messageImportSweeps, messageSweeps } from '../../../src/message-imports/message-imports.jobs.ts'
import { paymentSweeps } from '../../../src/payments/worker/payments.jobs.ts'
import { createMessageLinks } from '../../../src/rails/links/message-links.ts'
import { createDirectoryInbox } from '../../../src/rails/transports/inbox/directory-inbox.ts'
import { receiptSweeps } from '../../../src/receipts/receipts.jobs.ts'
import { sweepNamed } from '../sweeps.ts'

const SWEEPS = [
  sweepNamed(paymentSweeps, 'payments: release payments'),
  sweepNamed(paymentSweeps, 'payments: transmit messages'),
  sweepNamed(receiptSweeps, 'receipts: settle receipts'),
  ...messageSweeps,
  ...messageImportSweeps,
]

/** What the sweeps use besides the database, given the directory of the outboxes. */
export function bankParts(outboxDir: string): object {
  const root = join(outboxDir, 'messages')
  const links = createMessageLinks({ root, amqp: undefined, clock: systemClock })
  // The files of the wire are complete: none needs to rest first.
  const inboxes = new Map<string, ReturnType<typeof createDirectoryInbox>>()
  const inboxOf = (rail: string) => {
    const inbox = inboxes.get(rail) ?? createDirectoryInbox({ root: join(root, rail), restMs: 0 })
    inboxes.set(rail, inbox)
    return inbox
  }
  return {
    messageLinks: { ...links, directoryOf: (rail: never) => ({ ...links.directoryOf(rail), inbox: inboxOf(rail) }) },
    messageSchemas: () => undefined,
    messageSignerOf: () => undefined,
  }
}

/** Runs what a worker of the bank does for messages once. Returns how much moved. */
export async function bankPass(
  app: App,
  institution: Institution,
  run = (work: Promise<number>) => work,
): Promise<number> {
  let moved = 0
  for (const sweep of SWEEPS) moved += await run(sweep.run(app, institution))
  return moved
}
