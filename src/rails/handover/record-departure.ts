import type { App } from '../../app.ts'
import { recordChange } from '../../events/events.ts'
import type { Institution } from '../../institution/institution.ts'
import { newId } from '../../kernel/id.ts'
import { noteDepartedFile } from '../ach/departed.store.ts'
import { insertDepartures, insertFromEvidence } from './departures.store.ts'
import { BrokenEvidence, type ConsignmentItem, type ItemizedDeparture, type Transport } from './transport.ts'

/**
 * Records a file that left and that the database does not know, with the payments in it: from now
 * on, no other file collects them. What the manifest says to have left is recorded as handed over
 * when the rails are released, unless people decide otherwise before. What was only begun is in
 * doubt. The list is read and checked before the transaction, because storage can be slow. All of
 * it or nothing: throws `BrokenEvidence` if the list of payments is lost or changed.
 */
export async function recordDeparture(
  app: App,
  { tenantId }: Pick<Institution, 'tenantId'>,
  transport: Pick<Transport, 'itemsOf'>,
  departure: ItemizedDeparture,
): Promise<void> {
  const { rail, name, at, event, evidence } = departure
  const items = await readAll(transport, departure)
  const now = app.tokenClock.now()
  const doubt =
    event === 'begun'
      ? `${name} was about to become visible at ${at}, and the database is older: whether it left is not known`
      : undefined
  await app.db.transaction(async (tx) => {
    const id = newId(now)
    if (!(await insertFromEvidence(tx, { tenantId, id, doubt }, departure, now))) return
    await insertDepartures(tx, { tenantId, handoverId: id }, items)
    const lastTraceNumber = items.reduce((last, { reference }) => (reference > last ? reference : last), '')
    await noteDepartedFile(tx, tenantId, { name, lastTraceNumber })
    const after = { handoverUID: id, rail, name, leftAt: at, evidence, payments: items.length, ...(doubt && { doubt }) }
    const subject = { kind: 'railHandover', id }
    await recordChange(tx, { tenantId, actor: 'worker', action: 'rails.departureFound', subject, after }, now)
  })
}

/** The payments of one file: no more of them are kept than the evidence says it had. */
async function readAll(
  transport: Pick<Transport, 'itemsOf'>,
  departure: ItemizedDeparture,
): Promise<readonly ConsignmentItem[]> {
  const items: ConsignmentItem[] = []
  for await (const some of transport.itemsOf(departure)) {
    if (items.length + some.length > departure.items.count)
      throw new BrokenEvidence(`the list of payments of ${departure.name} was changed`)
    for (const item of some) items.push(item)
  }
  return items
}
