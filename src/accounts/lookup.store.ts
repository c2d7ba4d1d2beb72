import type { Transaction } from '../db/client.ts'

/** An account with the customer who owns it, and the processing organisation that the customer names. */
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
  customerId: string | null
  profile: unknown
  processingOrgUid: bigint | null
}

/** An account number stands once at each routing number; so many banks keep the same number for one legal entity never. */
const MAX_PROFILES = 100

/**
 * The accounts of that number, of every bank, whose customers belong to the legal entity. The accounts are found first, by their number: a legal
 * entity may have many thousands of customers below it.
 */
export async function findAccountsByNumber(
  tx: Transaction,
  tenantId: bigint,
  { legalEntityId, accountNumber, type }: { legalEntityId: bigint; accountNumber: string; type: string | undefined },
): Promise<AccountOfCustomer[]> {
  return tx.query<AccountOfCustomer>(
    `with found as materialized (
       select * from accounts
       where tenant_id = $1 and account_number = $2 and deleted_at is null and ($3::text is null or type = $3)
     )
     select a.id as "accountId", a.name as "accountName", a.account_number as "accountNumber", a.routing_number as "routingNumber",
       a.type as "accountType", a.sub_type as "accountSubType", a.cost_center as "accountCostCenter", a.status as "accountStatus",
       a.system_of_record as "systemOfRecord", a.currency, a.enable_wire as "enableWire",
       a.enable_domestic_wire as "enableDomesticWire", a.enable_international_wire as "enableInternationalWire",
       a.enable_fednow as "enableFednow", a.enable_rtp as "enableRtp",
       c.id as "customerUid", c.status as "customerStatus", c.legal_name as "legalName", c.short_name as "shortName",
       c.ach_company_id as "achCompanyId", c.customer_type as "customerType", c.customer_id as "customerId", c.profile,
       p.id as "processingOrgUid"
     from found a
     join customers c on c.tenant_id = $1 and c.id = a.customer_id
     left join customers p on p.tenant_id = $1 and p.short_name = c.profile->>'processingOrgShortName'
     where c.id = $4 or c.ancestor_ids @> array[$4::bigint]
     order by a.id
     limit ${MAX_PROFILES}`,
    [tenantId, accountNumber, type ?? null, legalEntityId],
  )
}
