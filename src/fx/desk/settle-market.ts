import { Temporal } from 'temporal-polyfill'
import { holdInstitutionTime } from '../../institution/institution.ts'
import type { Sweep } from '../../jobs/sweep.ts'
import { today } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { bookCode } from '../../ledger/chart.ts'
import { mustTransfer, openBooks } from '../../ledger/ledger.ts'
import { fxBooksOf, openFxBooks, openPayoutBooks } from '../../ledger/open-account.ts'
import { posting } from '../../ledger/postings.ts'
import { claimUnsettled, firstUnsettled, tenantsWithUnsettled } from './desk-trades.store.ts'

const BATCH_SIZE = 100

/**
 * Settles covers and trades of the desk on their value date: what the market delivers and receives
 * moves between it and the institution's own funds. The balance of `fx-market` is then what is
 * still to be exchanged.
 */
export const settleMarket: Omit<Sweep, 'name'> = {
  due: tenantsWithUnsettled,
  run: (app, institution) =>
    app.db.transaction(async (tx) => {
      const { tenantId, timeZone } = institution
      const now = await holdInstitutionTime(tx, institution, app.clock)
      const trades = await claimUnsettled(tx, tenantId, today(now, timeZone).toString(), BATCH_SIZE)
      if (trades.length === 0) return 0
      const named = trades.flatMap(({ receivesCurrency, deliversCurrency }) => [receivesCurrency, deliversCurrency])
      const currencies = [...new Set(named)]
      await openFxBooks(tx, tenantId, currencies, now)
      await openPayoutBooks(tx, tenantId, currencies, now)
      const own = currencies.map((currency) => bookCode('settlement', { currency }))
      const books = await openBooks(tx, tenantId, { accountIds: [], books: [...fxBooksOf(currencies), ...own] })
      for (const { id: referenceId, ...trade } of trades) {
        const [received, delivered] = [
          { amount: trade.receivesAmount, currency: trade.receivesCurrency },
          { amount: trade.deliversAmount, currency: trade.deliversCurrency },
        ]
        mustTransfer(books, posting(books, 'marketDelivers', { id: newId(now), referenceId, ...received }))
        mustTransfer(books, posting(books, 'marketReceives', { id: newId(now), referenceId, ...delivered }))
      }
      await books.write(now)
      return trades.length
    }),
  async next(tx, { tenantId, timeZone }) {
    const date = await firstUnsettled(tx, tenantId)
    return date === undefined ? undefined : Temporal.PlainDate.from(date).toZonedDateTime(timeZone).toInstant()
  },
}
