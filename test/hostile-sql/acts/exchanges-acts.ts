import { randomUUID } from 'node:crypto'
import { type Act, changes, computed, copies, withoutRight } from '../../support/hostile-sql.ts'

const DRAWN = `contract_id is not null`
const CONTRACT = `status = 'PartiallyDrawn'`
const OPEN_QUOTE = computed(`(select q.id from fx_quotes q where not exists (
  select from fx_contracts c where c.tenant_id = q.tenant_id and c.quote_id = q.id) limit 1)`)

/** Quotes, contracts, draws, covers, close-outs and trades of the desk. */
export const exchangeActs: Act[] = [
  ...copies('fx_quotes', { lawful: { id: randomUUID() } }, [
    [
      'a currency for itself',
      { buy_currency: 'USD', sell_currency: 'USD', base_currency: 'USD' },
      'fx_quotes_buy_currency_other',
    ],
    ['a currency in words', { sell_currency: 'dollars' }, 'currency_code_form'],
    ['a base that is in neither side', { base_currency: 'JPY' }, 'fx_quotes_base_currency_of_pair'],
    ['nothing to sell', { sell_amount: 0 }, 'fx_quotes_sell_amount_positive'],
    ['less than nothing to buy', { buy_amount: -1 }, 'fx_quotes_buy_amount_positive'],
    ['a rate of nothing', { all_in_rate: 0 }, 'fx_quotes_all_in_rate_positive'],
    ['a status that does not exist', { status: 'Wished' }, 'fx_quotes_status_known'],
    ['a product that does not exist', { product_type: 'OPTION' }, 'fx_quotes_product_type_known'],
    ['a customer that does not exist', { customer_id: 42 }, 'fx_quotes_tenant_id_customer_id_fkey'],
    ['a maker who does not exist', { made_by_user: randomUUID() }, 'fx_quotes_made_by_user_fkey'],
  ]),
  ...withoutRight('fx_quotes', [
    'update fx_quotes set all_in_rate = 2',
    'update fx_quotes set sell_amount = 999999',
    'delete from fx_quotes',
  ]),
  ...copies(
    'fx_contracts',
    {
      lawful: {
        ...{ id: randomUUID(), contract_no: 900001, quote_id: OPEN_QUOTE, status: 'Open', cover_due_at: null },
        ...{ payment_id: null, drawn_sell_amount: 0, drawn_buy_amount: 0, closed_sell_amount: 0, closed_buy_amount: 0 },
        ...{ funding_account_id: null, funding_hold_id: null },
      },
    },
    [
      ['two contracts of one quote', { quote_id: computed('r.quote_id') }, 'fx_contracts_quote'],
      ['a quote that does not exist', { quote_id: randomUUID() }, 'fx_contracts_tenant_id_quote_id_fkey'],
      ['a customer that does not exist', { customer_id: 42 }, 'fx_contracts_tenant_id_customer_id_fkey'],
      ['the number of another', { contract_no: computed('r.contract_no') }, 'fx_contracts_tenant_id_contract_no_key'],
      ['a status that does not exist', { status: 'Wished' }, 'fx_contracts_status_known'],
      ['a cover of nothing', { status: 'Cancelled', cover_due_at: '2026-07-01T14:00:00Z' }, 'fx_contracts_cover'],
      ['drawn by no payment', { drawn_sell_amount: 1, drawn_buy_amount: 1 }, 'fx_contracts_drawn_by_payments'],
      ['drawn beyond the quote', { drawn_sell_amount: 999_999_99 }, 'fx_contracts_draws_within_quote'],
      ['closed out beyond the quote', { closed_buy_amount: 999_999_99 }, 'fx_contracts_draws_within_quote'],
      ['drawn less than nothing', { drawn_buy_amount: -1 }, 'fx_contracts_drawn_buy_amount_not_negative'],
      [
        'prefunded by a hold that does not exist',
        { funding_account_id: computed('(select min(id) from accounts)'), funding_hold_id: randomUUID() },
        'fx_contracts_funding_hold_id_fkey',
      ],
      [
        'a hold on no account',
        { funding_hold_id: computed('(select id from ledger_transfers limit 1)') },
        'fx_contracts_funding',
      ],
    ],
  ),
  ...changes('payment_exchanges', { lawful: 'sell_amount = sell_amount', where: DRAWN }, [
    ['a draw of 999,999.00 on a quote of 1,000', 'sell_amount = 99999900', 'fx_contracts_drawn_by_payments'],
    ['a draw of nothing', 'sell_amount = 0', 'payment_exchanges_sell_amount_positive'],
    ['a draw given back that still counts as drawn', 'is_given_back = true', 'fx_contracts_drawn_by_payments'],
    ['a draw on no contract', 'contract_id = null', 'payment_exchanges_drawn'],
    [
      'a contract that does not exist',
      `contract_id = '${randomUUID()}'`,
      'payment_exchanges_tenant_id_contract_id_fkey',
    ],
    [
      'a payout that does not exist',
      `payout_transfer_id = '${randomUUID()}'`,
      'payment_exchanges_payout_transfer_id_fkey',
    ],
  ]),
  {
    tries: 'payment_exchanges: draw and total together beyond the quote',
    sql: `with drawn as (
        update payment_exchanges set sell_amount = 99999900 where contract_id = (select id from fx_contracts where ${CONTRACT} limit 1)
        returning contract_id)
      update fx_contracts c set drawn_sell_amount = 99999900 from drawn where c.id = drawn.contract_id`,
    refusedBy: 'fx_contracts_draws_within_quote',
  },
  {
    tries: 'fx_covers: one contract twice',
    sql: `insert into fx_covers select (jsonb_populate_record(v, '{"cover_no": 900001}')).* from fx_covers v limit 1`,
    refusedBy: 'fx_covers_pkey',
  },
  ...withoutRight('fx_covers', ['update fx_covers set all_in_rate = 2', 'delete from fx_covers']),
  ...withoutRight('fx_cover_unwinds', [
    'update fx_cover_unwinds set market_amount = 2',
    'delete from fx_cover_unwinds',
  ]),
  ...copies('fx_desk_trades', { lawful: { id: randomUUID(), trade_no: 900001 } }, [
    ['a currency for itself', { sell_currency: 'USD', buy_currency: 'USD' }, 'fx_desk_trades_sell_currency_other'],
    ['a result that is not the sum of its parts', { result_amount: 1_000_000 }, 'fx_desk_trades_result'],
    ['nothing bought', { buy_amount: 0 }, 'fx_desk_trades_buy_amount_positive'],
    ['worth nothing', { worth: 0 }, 'fx_desk_trades_worth_positive'],
    ['at a market of nothing', { market_rate: 0 }, 'fx_desk_trades_market_rate_positive'],
    ['the number of another', { trade_no: computed('r.trade_no') }, 'fx_desk_trades_tenant_id_trade_no_key'],
  ]),
  ...withoutRight('fx_desk_trades', ['update fx_desk_trades set buy_amount = 1', 'delete from fx_desk_trades']),
  ...copies('fx_lines', { lawful: { customer_id: computed('(select max(id) from customers)') } }, [
    ['a line below zero', { exposure: -1 }, 'fx_lines_exposure_not_negative'],
    ['of a customer that does not exist', { customer_id: 42 }, 'fx_lines_tenant_id_customer_id_fkey'],
  ]),
]
