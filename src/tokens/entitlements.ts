import { words } from '../kernel/words.ts'

const applications = {
  Accounts: ['Manage_Account', 'View_Account', 'Choose_Account_Number'],
  Bulk_Payments: ['Approve_bulk_payments', 'Upload_Bulk_Payment_File', 'View_bulk_payments'],
  Contacts: ['Manage_Contacts', 'View_Contacts'],
  Customers: [
    'Manage_Customers',
    'Create_Legal_Entities',
    'Onboard_Consumers',
    'View_Customers',
    'Manage_Signatories',
    'View_Account_Number',
    'View_Tax_Id',
  ],
  Digital_Banking_Portal: ['View_Portal'],
  Foreign_Exchange: ['Cancel_Trades', 'View_Trades', 'Spot_Trade', 'Create_Instruct_Trades'],
  Group_Payments: ['Approve_Group', 'View_Group', 'Initiate_Cancel_Group_Payment', 'Manage_Group'],
  Institution: [
    'Manage_Institution',
    'Manage_Limits_And_Fees',
    'Manage_FX_Rates',
    'Manage_FX_Margins',
    'Adjust_Balances',
    'Manage_API_Clients',
    'Manage_Customer_State',
    'Manage_Webhooks',
    'Manage_Rails',
    'View_File_Content',
    'Approve_Changes',
    'View_Institution',
  ],
  Payments: [
    'Reversal_Payments',
    'View_Payments',
    'Return_Payments',
    'Cancel_Payments',
    'Initiate_Payments',
    'Approve_Payments',
  ],
  Positive_Rules: ['Manage_Exception', 'View_Positive_Rules', 'Manage_Positive_Rules'],
  User_Admin: [
    'View_Roles_And_Users',
    'Manage_Roles',
    'Manage_Users',
    'Activate_Users',
    'View_Category',
    'Add_Update_Delete_Category',
    'Suspend_Users',
  ],
  Webhooks: ['View_Webhooks', 'Manage_Webhooks'],
} as const

type Applications = typeof applications
export type Application = keyof Applications

export const APPLICATIONS = Object.keys(applications) as readonly Application[]

/** The entitlements of one application, without the application's name as prefix. */
export function entitlementNamesOf(application: Application): readonly string[] {
  return applications[application]
}

/**
 * A permission of an API client or user: application and name, such as
 * `Payments.Initiate_Payments`.
 */
export type Entitlement = {
  [Name in Application]: `${Name}.${Applications[Name][number]}`
}[Application]

export const ENTITLEMENTS: readonly Entitlement[] = words(
  'Entitlement',
  Object.entries(applications).flatMap(([application, names]) =>
    names.map((name) => `${application}.${name}` as Entitlement),
  ),
)

/** Entitlements that only roles of the institution's own entity can have. */
export function isOfInstitution(entitlement: Entitlement): boolean {
  return entitlement.startsWith('Institution.') || entitlement === 'Accounts.Choose_Account_Number'
}

const known: ReadonlySet<string> = new Set(ENTITLEMENTS)

export function isEntitlement(text: string): text is Entitlement {
  return known.has(text)
}

/**
 * The entitlements of a role, such as `Payments.View_Payments`. Read them when they matter: an
 * updated role takes effect at once.
 */
export function entitlementsOf(role: { applications: unknown }): Entitlement[] {
  return (role.applications as readonly { name: string; entitlements: readonly string[] }[])
    .flatMap(({ name, entitlements }) => entitlements.map((entitlement) => `${name}.${entitlement}`))
    .filter(isEntitlement)
}
