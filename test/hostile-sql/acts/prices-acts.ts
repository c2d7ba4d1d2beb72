import { type Act, changes, computed, copies, withoutRight } from '../../support/hostile-sql.ts'

const PERIOD = { period_start: '2001-01-01' }

/** Limits, fees, rates and margins. */
export const priceActs: Act[] = [
  ...copies('customer_limits', { lawful: { key: 'HOSTILE' } }, [
    ['a limit below zero', { amount: -1 }, 'customer_limits_amount_not_negative'],
    ['a limit in words', { currency: 'dollars' }, 'currency_code_form'],
    ['of a customer that does not exist', { customer_id: 42 }, 'customer_limits_tenant_id_customer_id_fkey'],
    ['a key that no limit has', { key: 'all of it' }, 'customer_limits_key_form'],
  ]),
  ...copies('institution_limits', { lawful: { key: 'HOSTILE' } }, [
    ['a limit below zero', { amount: -1 }, 'institution_limits_amount_not_negative'],
    ['a threshold below zero', { approval_above: -1 }, 'institution_limits_approval_above_not_negative'],
    ['a limit in words', { currency: 'dollars' }, 'currency_code_form'],
  ]),
  ...copies('limit_usage', { lawful: PERIOD }, [
    ['less than nothing used', { used: -1 }, 'limit_usage_used_not_negative'],
    ['of a customer that does not exist', { customer_id: 42 }, 'limit_usage_customer_id_fkey'],
    ['on a rail that has no limits', { rail: 'PIGEON' }, 'limit_usage_rail_known'],
    ['of entries that do not exist', { entry_type: 'BOTH' }, 'limit_usage_entry_type_known'],
    ['of a rail by entry type', { rail: 'BOOK', entry_type: 'CREDIT' }, 'limit_usage_entry_type_of_rail'],
    ['of a year', { period: 'YEAR' }, 'limit_usage_period_known'],
  ]),
  ...copies('fee_counts', { lawful: { month: '2001-01-01' } }, [
    ['less than no payment', { payments: -1 }, 'fee_counts_payments_not_negative'],
    ['of a customer that does not exist', { customer_id: 42, month: '2001-01-01' }, 'fee_counts_customer_id_fkey'],
    ['of a month that begins on the second', { month: '2001-01-02' }, 'fee_counts_month_first_day'],
  ]),
  ...withoutRight('fee_counts', ['delete from fee_counts']),
  ...withoutRight('limit_usage', ['delete from limit_usage']),
  ...copies('fees', { lawful: { id: 900001, name: 'hostile' } }, [
    ['counted by weight', { tier_by: 'Weight' }, 'fees_tier_by_known'],
    ['a currency in words', { currency: 'dollars' }, 'currency_code_form'],
    ['the name of another', { name: computed('r.name') }, 'fees_name'],
  ]),
  ...copies('fee_tiers', { lawful: { name: 'hostile', lower_bound: 77 } }, [
    ['a fee below zero', { flat: -1 }, 'fee_tiers_flat_not_negative'],
    ['more than the amount', { percentage_millionths: 100_000_001 }, 'fee_tiers_percentage_millionths_range'],
    ['neither flat nor a percentage', { flat: null, percentage_millionths: null }, 'fee_tiers_flat_or_percentage'],
    ['a minimum above the maximum', { minimum: 2, maximum: 1 }, 'fee_tiers_minimum_below_maximum'],
    ['a minimum below zero', { minimum: -1 }, 'fee_tiers_minimum_not_negative'],
    ['from less than nothing', { lower_bound: -1 }, 'fee_tiers_lower_bound_not_negative'],
    ['two tiers from one amount', { lower_bound: computed('r.lower_bound') }, 'fee_tiers_lower_bound'],
    ['of a fee that does not exist', { fee_id: 42 }, 'fee_tiers_tenant_id_fee_id_fkey'],
  ]),
  ...copies('customer_fees', { lawful: { id: 900001, application: 'hostile' } }, [
    ['a second tier of the same fees', { application: computed('r.application') }, 'customer_fees_scope'],
    ['of a customer that does not exist', { customer_id: 42 }, 'customer_fees_tenant_id_customer_id_fkey'],
    ['of an account that does not exist', { account_id: 42 }, 'customer_fees_tenant_id_account_id_fkey'],
  ]),
  ...changes('fx_rates', { lawful: 'bid = mid, ask = mid' }, [
    ['a bid of nothing', 'bid = 0', 'fx_rates_bid_positive'],
    ['a bid above the middle', 'bid = mid + 0.1', 'fx_rates_mid_from_bid'],
    ['an offer below the middle', 'ask = bid', 'fx_rates_ask_from_mid'],
    ['a currency against itself', 'quote_currency = base_currency', 'fx_rates_quote_currency_other'],
    ['a currency in words', `base_currency = 'euros'`, 'currency_code_form'],
  ]),
  ...withoutRight('fx_rates', ['delete from fx_rates']),
  ...copies('fx_margins', { lawful: { tier: 'hostile' } }, [
    ['a margin below zero', { basis_points: -1 }, 'fx_margins_basis_points_range'],
    ['a margin above 10 %', { basis_points: 1001 }, 'fx_margins_basis_points_range'],
    ['half a pair', { base_currency: 'EUR', quote_currency: '' }, 'fx_margins_pair_whole'],
    ['a currency in words', { base_currency: 'euros', quote_currency: 'USD' }, 'fx_margins_base_currency_form'],
  ]),
  ...withoutRight('fee_versions', [`update fee_versions set name = 'free'`, 'delete from fee_versions']),
  ...withoutRight('fee_tier_versions', ['update fee_tier_versions set flat = 0', 'delete from fee_tier_versions']),
  ...withoutRight('customer_fee_versions', [
    `update customer_fee_versions set fee_tier = 'free'`,
    'delete from customer_fee_versions',
  ]),
  ...withoutRight('institution_versions', [
    `update institution_versions set settings = '{}'`,
    'delete from institution_versions',
  ]),
  ...withoutRight('limit_versions', ['update limit_versions set amount = 1', 'delete from limit_versions']),
  ...withoutRight('fx_rate_versions', ['update fx_rate_versions set mid = 1', 'delete from fx_rate_versions']),
  ...withoutRight('fx_margin_versions', ['delete from fx_margin_versions']),
  {
    tries: 'fee_versions: a second content of one version',
    sql: 'insert into fee_versions select * from fee_versions limit 1',
    refusedBy: 'fee_versions_pkey',
  },
]
