import type { Temporal } from 'temporal-polyfill'
import { readActiveAccountIds } from '../../accounts/accounts.ts'
import type { App } from '../../app.ts'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { holdInstitutionTime, type Institution, institutionTime } from '../../institution/institution.ts'
import type { Sweep } from '../../jobs/sweep.ts'
import { newId } from '../../kernel/id.ts'
import { mustTransfer } from '../../ledger/ledger.ts'
import { posting } from '../../ledger/postings.ts'
import { openExchangeBooks } from '../book-exchange.ts'
import { COLLECTION_INTERVAL, chooseAccount } from './close-out.ts'
import { renderCloseOut } from './close-outs.schema.ts'
import {
  type CloseOut,
  claimOwed,
  firstCollection,
  listOwed,
  tenantsWithOwed,
  writeCollected,
} from './close-outs.store.ts'

const BATCH_SIZE = 50
const ACTOR = 'worker'

/** Collects losses that customers owe, once an hour, from their accounts in the currency sold. */
export const collectOwedLosses: Omit<Sweep, 'name'> = {
  due: tenantsWithOwed,
  async run(app, institution) {
    const now = institutionTime(institution, app.clock.now())
    const due = await app.db.read((db) => listOwed(db, institution.tenantId, now, BATCH_SIZE))
    for (const closeOut of due) await collect(app, institution, closeOut)
    return due.length
  },
  next: (tx, { tenantId }) => firstCollection(tx, tenantId),
}

/** Collects one loss in its own transaction, which locks the accounts before the close-out. */
async function collect(app: App, institution: Institution, found: CloseOut): Promise<void> {
  const { tenantId } = institution
  await app.db.transaction(async (tx) => {
    const now = await holdInstitutionTime(tx, institution, app.clock)
    const accountIds = await readActiveAccountIds(tx, tenantId, found.customerId, found.sellCurrency)
    const books = await openExchangeBooks(tx, tenantId, { currencies: [found.sellCurrency], accountIds }, now)
    const before = await claimOwed(tx, tenantId, found.id, now)
    if (!before) return
    const owed = before.loss - before.chargedAmount - before.collectedAmount
    const account = chooseAccount(books, accountIds, owed)
    const amount = !account || account.available <= 0n ? 0n : account.available < owed ? account.available : owed
    const after = { ...before, collectedAmount: before.collectedAmount + amount }
    const collectAt = amount === owed ? null : now.add(COLLECTION_INTERVAL)
    await writeCollected(tx, tenantId, { ...after, collectAt })
    if (amount === 0n) return
    const terms = { id: newId(now), amount, currency: before.sellCurrency, referenceId: before.contractId }
    mustTransfer(books, posting(books, 'closeOutCollected', { ...terms, customer: account!.id }))
    await books.write(now)
    await recordCollection(tx, tenantId, { before, after }, now)
  })
}

async function recordCollection(
  tx: Transaction,
  tenantId: bigint,
  { before, after }: { before: CloseOut; after: CloseOut },
  now: Temporal.Instant,
): Promise<void> {
  const subject = { kind: 'fxContract', id: String(after.contractNo), customerId: after.customerId }
  const change = { before: renderCloseOut(before), after: renderCloseOut(after) }
  await recordChange(tx, { tenantId, actor: ACTOR, action: 'fx.closeOut.collected', subject, ...change }, now)
}
