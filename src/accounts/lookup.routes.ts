import './accounts.errors.ts'
import { canonicalName } from '../http/fields.ts'
import { defineOperation } from '../http/operation.ts'
import { accept } from '../kernel/result.ts'
import {
  exampleProfile,
  LOOKUP_ACCOUNT_TYPES,
  LookupParams,
  LookupQuery,
  LookupReply,
  renderProfile,
} from './lookup.schema.ts'
import { lookupCustomer } from './lookup-customer.ts'

export const lookupOperations = [
  defineOperation({
    id: 'lookupCustomer',
    method: 'GET',
    paths: ['/v1/customers/lookup/{accountNumber}'],
    tag: 'Customers',
    summary: 'Look up a customer by account number',
    description:
      "Returns one profile for each account with this number whose customer belongs to the token's legal entity. Several banks may use the same number. Closed accounts are included, with their status.",
    failure: 'The customer was not looked up',
    entitlement: 'Customers.View_Customers',
    errors: ['accountNumberUnknown'],
    invalid: 'invalidCustomer',
    params: LookupParams,
    query: LookupQuery,
    reply: {
      status: 200,
      description: 'The profiles. Account numbers are masked if the token lacks Customers.View_Account_Number.',
      data: LookupReply,
      example: { profiles: [exampleProfile] },
    },
    handle: (app, { principal, params, query }) =>
      app.db.read(async (db) => {
        const type = query.accountType ? canonicalName(LOOKUP_ACCOUNT_TYPES, query.accountType) : undefined
        const looked = await lookupCustomer(db, principal, params.accountNumber, type)
        if (!looked.ok) return looked
        const { found, view } = looked.value
        return accept({ data: { profiles: found.map((account) => renderProfile(account, view)) } })
      }),
  }),
]
