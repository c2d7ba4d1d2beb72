import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'

/** One batch of test customers: `count` of them, numbered from `first`. */
export interface LoadBatch {
  tenantId: bigint
  institutionEntityId: bigint
  routingNumber: string
  currency: string
  first: number
  count: number
}

/** The number of existing test customers, so that another load continues the numbering. */
export async function countLoaded(db: Connection, tenantId: bigint): Promise<number> {
  const row = await db.row<{ count: bigint }>(
    `select count(*) from customers where tenant_id = $1 and short_name >= 'load-' and short_name < 'load.'`,
    [tenantId],
  )
  return Number(row?.count)
}

/**
 * Customers with two accounts and two contacts each, with one statement for each table. The number
 * of a customer decides its names.
 */
export async function insertLoad(tx: Transaction, batch: LoadBatch, now: Temporal.Instant): Promise<void> {
  const { tenantId, institutionEntityId, routingNumber, currency, first, count } = batch
  const last = first + count - 1
  const customers = await tx.query<{ id: bigint }>(
    `insert into customers (tenant_id, external_reference_id, legal_name, short_name, customer_type, customer_ref, tax_id, status,
       relationship_type, relationship_manager, originating_officer, ancestor_ids, parent_ids, sec_codes, profile, is_admitted, created_at, updated_at)
     select $1, 'load-' || n, (array['Harbor', 'Summit', 'Cedar', 'Union', 'Prairie', 'Beacon', 'Granite', 'Maple'])[1 + n % 8] || ' '
         || (array['Coffee', 'Freight', 'Dental', 'Bakery', 'Textiles', 'Robotics', 'Farms'])[1 + n % 7] || ' ' || n,
       'load-' || n, (array['Corporate', 'Consumer', 'Corporate', 'Downstream Partner'])[1 + n % 4], 'own-' || n, lpad(n::text, 9, '8'),
       case when n % 50 = 0 then 'Suspended' when n % 20 = 0 then 'New' else 'Active' end,
       'Customer', 'manager', 'officer', array[$2::bigint], array[$2::bigint], '{}', $3, true, $4, $4
     from generate_series($5::int, $6::int) n returning id`,
    [tenantId, institutionEntityId, JSON.stringify(profile), now.toString(), first, last],
  )
  const owners = customers.flatMap(({ id }) => [id, id])
  const books = await tx.query<{ id: bigint }>(
    `insert into ledger_accounts
       (tenant_id, kind, currency, overdraft, debits_pending, debits_posted, credits_pending, credits_posted, created_at)
     select $1, 'customer', $2, false, 0, 0, 0, 0, $3 from generate_series(1, $4::int) returning id`,
    [tenantId, currency, now.toString(), owners.length],
  )
  await tx.query(
    `insert into accounts (tenant_id, id, customer_id, name, account_number, type, sub_type, system_of_record, currency, country,
       routing_number, bank_id_type, master_gl, cost_center, status, enable_wire, enable_domestic_wire,
       enable_international_wire, enable_fednow, enable_rtp, receive_only_rails, enable_offset, default_offset, fee_account,
       return_account, features, additional_attributes, created_at, updated_at)
     select $1, a.id, a.customer_id, 'Account ' || a.n, '7' || lpad(a.id::text, 11, '0'), 'DEPOSIT',
       (array['Checking', 'Savings'])[1 + a.n % 2], 'Giro', $2, 'US', $3, 'NID', '2000', '0001', 'Active', true, true, true, true, true, '{}',
       false, false, false, false, '{}', '[]', $4, $4
     from unnest($5::bigint[], $6::bigint[]) with ordinality as a (id, customer_id, n)`,
    [tenantId, currency, routingNumber, now.toString(), books.map(({ id }) => id), owners],
  )
  await tx.query(
    `insert into contacts (tenant_id, customer_id, external_reference_id, template_name, name, contact_type, account_number, account_type,
       account_currency, bank_name, bank_country, national_code, status, details, created_at, updated_at)
     select $1, c.customer_id, 'load-' || c.n, 'Contact ' || c.n, 'Beneficiary ' || c.customer_id || ' ' || c.n % 2,
       (array['Company', 'Consumer'])[1 + c.n % 2], '9' || lpad((c.customer_id * 2 + c.n % 2)::text, 11, '0'), 'Checking', $2,
       'First Example Bank', 'US', '021000021', 'Active', '{}', $3, $3
     from unnest($4::bigint[]) with ordinality as c (customer_id, n)`,
    [tenantId, currency, now.toString(), owners],
  )
}

const profile = {
  language: 'en',
  costCenter: '0001',
  legalAddress: {
    addressLine1: '12 Quay Street',
    city: 'Portland',
    state: 'ME',
    postalCode: '04101',
    countryCode: 'US',
  },
  mailAddressSameAsLegal: true,
}
