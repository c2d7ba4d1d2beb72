import type { Connection } from '../db/client.ts'
import { searched, searchTexts } from '../db/seal-rows.ts'
import { hasName } from '../db/where.ts'

/**
 * An account, the customer who owns it, and the processing organization that the customer names.
 */
export interface AccountOfCustomer {
  accountId: bigint
  accountName: string
  accountNumber: string
  routingNumber: string
  accountType: string
  accountSubType: string
  accountCostCenter: string | null
  accountStatus: string
  systemOfRecord: string
  currency: string
  enableWire: boolean
  enableDomesticWire: boolean
  enableInternationalWire: boolean
  enableFednow: boolean
  enableRtp: boolean
  customerUid: bigint
  customerStatus: string
  legalName: string
  shortName: string
  achCompanyId: string | null
  customerType: string
  customerRef: string | null
  profile: unknown
  processingOrgUid: bigint | null
}

/** Each bank uses a number once, and no legal entity has the same number at this many banks. */
const MAX_PROFILES = 100

/**
 * Accounts with this number, at any bank, whose customers belong to the legal entity. The query
 * starts from the account number: a legal entity may have many thousands of customers below it.
 */
export async function readAccountsOfNumber(
  db: Connection,
  tenantId: bigint,
  { legalEntityId, accountNumber, type }: { legalEntityId: bigint; accountNumber: string; type: string | undefined },
): Promise<AccountOfCustomer[]> {
  return db.query<AccountOfCustomer>(
    `with found as materialized (
       select * from accounts
       where tenant_id = $1 and ${searched('account_number')} = any($2::text[]) and deleted_at is null and ($3::text is null or type = $3)
     )
     select a.id as account_id, a.name as account_name, a.account_number, a.routing_number,
       a.type as account_type, a.sub_type as account_sub_type, a.cost_center as account_cost_center, a.status as account_status,
       a.system_of_record, a.currency, a.enable_wire,
       a.enable_domestic_wire, a.enable_international_wire,
       a.enable_fednow, a.enable_rtp,
       c.id as customer_uid, c.status as customer_status, c.legal_name, c.short_name,
       c.ach_company_id, c.customer_type, c.customer_ref, c.profile,
       p.id as processing_org_uid
     from found a
     join customers c on c.tenant_id = $1 and c.id = a.customer_id
     left join lateral (
       select min(id) as id from customers
       where tenant_id = $1 and ${hasName('short_name', "array[name_form(c.profile->>'processingOrgShortName')]")} having count(*) = 1
     ) p on true
     where c.id = $4 or c.ancestor_ids @> array[$4::bigint]
     order by a.id
     limit ${MAX_PROFILES}`,
    [tenantId, searchTexts(db.keyring, tenantId, 'account_number', [accountNumber]), type ?? null, legalEntityId],
  )
}
