import type { Connection } from '../db/client.ts'
import { csvCell } from '../kernel/csv-cell.ts'
import { type LedgerDifference, runChecks } from '../ledger/verify-ledger.ts'
import { readClosings } from './books.store.ts'
import { composeAccounts } from './domain/compose-export.ts'
import type { Closing } from './domain/prove-day.ts'
import { listExports } from './exports.store.ts'

/**
 * Compares the closing balances of closed days with each other and with the journal: each day
 * opens with what the day before closed with, and every entry is in exactly one business day.
 */
export async function verifyBooks(db: Connection, tenantId: bigint): Promise<LedgerDifference[]> {
  return [...(await runChecks(db, tenantId, checks)), ...(await verifyExports(db, tenantId))]
}

/** Files compared in one query. */
const FILES_PER_PAGE = 10

/** Compares the file of each day with its closing balances. */
async function verifyExports(db: Connection, tenantId: bigint): Promise<LedgerDifference[]> {
  const differences: LedgerDifference[] = []
  for (let page = 1; ; page++) {
    const { rows } = await listExports(db, tenantId, { page, limit: FILES_PER_PAGE })
    for (const { businessDate, name, detail, content } of rows) {
      const closings = await readClosings(db, tenantId, businessDate)
      const agrees = detail === 'Account' ? isFileOf(content, businessDate, closings) : addsUp(content, closings)
      if (!agrees)
        differences.push({
          what: 'a file for the general ledger is not its closed day',
          id: businessDate,
          detail: name,
        })
    }
    if (rows.length < FILES_PER_PAGE) return differences
  }
}

/** Whether the content is the file of the day: as it is written now, or with texts as they are. */
function isFileOf(content: string, date: string, closings: Awaited<ReturnType<typeof readClosings>>): boolean {
  return content === composeAccounts(date, closings) || content === composeAccounts(date, closings, csvCell)
}

/** Whether the amounts of a file by entry add up to the debits of its day, in each currency. */
function addsUp(content: string, closings: readonly Closing[]): boolean {
  const left = new Map<string, bigint>()
  const add = (currency: string, amount: bigint) => left.set(currency, (left.get(currency) ?? 0n) + amount)
  for (const { currency, debits } of closings) add(currency, debits)
  for (const line of content.split('\r\n').slice(1, -1)) {
    const [amount, currency] = line.split(',').slice(-2) as [string, string]
    add(currency, -BigInt(amount.replace('.', '')))
  }
  return [...left.values()].every((rest) => rest === 0n)
}

/** The closed days with the closed day before each. */
const days = `
  select business_date, lag(business_date) over (order by business_date) as since
  from ledger_days where tenant_id = $1 and closed_at is not null`

const checks = {
  'the closing balances of a day do not balance': `
    select business_date || ' ' || currency as id, format('they sum to %s', sum(closing)) as detail
    from ledger_closings where tenant_id = $1 group by business_date, currency having sum(closing) <> 0`,
  'an opening balance is not the closing balance of the day before': `
    with days as (${days}), both_sides as (
      select d.business_date, c.account, c.opening, 0 as closing
      from days d join ledger_closings c on c.tenant_id = $1 and c.business_date = d.business_date
      where d.since is not null
      union all
      select d.business_date, p.account, 0, p.closing
      from days d join ledger_closings p on p.tenant_id = $1 and p.business_date = d.since
    )
    select business_date || ' ' || account as id, format('opening %s, closing before %s', sum(opening), sum(closing)) as detail
    from both_sides group by business_date, account having sum(opening) <> sum(closing)`,
  'the entries of a date are in no business day': `
    select t.business_date::text as id, format('%s entries of %s %s', count(*), sum(t.amount), t.currency) as detail
    from ledger_transfers t
    where t.tenant_id = $1 and t.kind in ('posted', 'post_pending')
      and t.business_date between (select min(business_date) from ledger_days where tenant_id = $1)
        and (select max(business_date) from ledger_days where tenant_id = $1)
      and not exists (select from ledger_days d where d.tenant_id = $1 and d.business_date = t.business_date)
    group by t.business_date, t.currency`,
  'the entries of a closed day are not those that were closed': `
    with days as (${days}), entries as (
      select d.business_date, t.currency, sum(t.amount) as amount
      from days d join ledger_transfers t on t.tenant_id = $1 and t.business_date > coalesce(d.since, '-infinity')
        and t.business_date <= d.business_date and t.kind in ('posted', 'post_pending')
      group by 1, 2
    ), closed as (
      select business_date, currency, sum(debits) as debits, sum(credits) as credits
      from ledger_closings where tenant_id = $1 group by 1, 2
    )
    select c.business_date || ' ' || c.currency as id,
      format('closed debits %s and credits %s, entries %s', c.debits, c.credits, coalesce(e.amount, 0)) as detail
    from closed c left join entries e on e.business_date = c.business_date and e.currency = c.currency
    where (c.debits, c.credits) is distinct from (coalesce(e.amount, 0), coalesce(e.amount, 0))`,
}
