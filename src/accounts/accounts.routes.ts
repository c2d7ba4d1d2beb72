import Type from 'typebox'
import { canonicalName } from '../http/fields.ts'
import { defineOperation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { accept } from '../kernel/result.ts'
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  AccountParams,
  AccountQuery,
  AccountReply,
  AccountReplyV3,
  AccountResult,
  AccountsParams,
  AccountsQuery,
  CreateAccountBody,
  exampleAccount,
  renderAccount,
  renderAccountV3,
  SUB_TYPES,
} from './accounts.schema.ts'
import { createAccount } from './create-account.ts'
import { listAccounts, viewAccount } from './read-account.ts'

const exampleBalances = {
  balanceType: 'Available',
  ledgerBalance: '25000.00',
  availableBalance: '24875.50',
  availableBalanceStatus: 'Success',
  amountPrecision: '2',
}

const exampleReplyV2 = {
  accountUID: '100108',
  name: 'Operating account',
  accountNumber: '400000001',
  fboAccountNumber: '',
  type: 'DEPOSIT',
  subType: 'Checking',
  systemOfRecord: 'Giro',
  currency: 'USD',
  country: 'US',
  bankId: '091000019',
  bankName: 'Demo Bank',
  bankIdType: 'NID',
  enableWires: true,
  enableOffset: false,
  defaultOffset: false,
  feeAccount: false,
  returnAccount: false,
  status: 'Active',
}

const readErrors = ['customerNotFound', 'foreignCustomer', 'accountNotFound', 'accountOfAnotherCustomer'] as const

export const accountOperations = [
  defineOperation({
    id: 'createAccount',
    method: 'POST',
    paths: ['/v3/customers/{customerUID}/accounts'],
    tag: 'Accounts',
    summary: 'Open an account',
    description:
      'The account is Active at once and has a balance of zero. The first account makes a New customer Active.',
    failure: 'The account was not created',
    entitlement: 'Accounts.Manage_Account',
    errors: ['customerNotFound', 'foreignCustomer', 'accountConflict'],
    conflicts: { accounts_number: { reason: 'accountConflict' } },
    invalid: 'invalidAccount',
    params: AccountsParams,
    body: CreateAccountBody,
    examples: [{ summary: 'A checking account', value: exampleAccount }],
    reply: {
      status: 201,
      description: 'The account was opened.',
      data: AccountResult,
      example: { accountUID: '100108', accountUUID: '100108' },
    },
    async change(tx, app, { principal, params, body }) {
      const created = await createAccount(tx, principal, params.customerUID, body, app.clock.now())
      if (!created.ok) return created
      const accountUID = String(created.value.id)
      const externalReferenceId = created.value.external_reference_id ?? undefined
      return accept({ data: { externalReferenceId, accountUID, accountUUID: accountUID } })
    },
  }),

  defineOperation({
    id: 'getAccount',
    method: 'GET',
    paths: ['/v3/customers/{customerUID}/accounts/{accountUID}'],
    tag: 'Accounts',
    summary: 'Read an account',
    failure: 'The account was not read',
    entitlement: 'Accounts.View_Account',
    errors: readErrors,
    invalid: 'invalidAccount',
    params: AccountParams,
    query: AccountQuery,
    reply: {
      status: 200,
      description: 'The account. Its number is masked for a token without Customers.View_Account_Number.',
      data: AccountReplyV3,
      example: {
        accountUID: '100108',
        ...exampleAccount,
        bankIdType: 'NID',
        accountFeatures: {},
        additionalAttributes: [],
        status: 'Active',
        ...exampleBalances,
      },
    },
    handle: (app, { principal, params, query }) =>
      app.db.read(async (tx) => {
        const found = await viewAccount(tx, principal, params, { balances: query.includeAccountBalance === true })
        return found.ok ? accept({ data: renderAccountV3(found.value.account, found.value.view) }) : found
      }),
  }),

  defineOperation({
    id: 'getAccountV2',
    method: 'GET',
    paths: ['/v2/customers/{customerUID}/accounts/{accountUID}', '/customers/{customerUID}/accounts/{accountUID}'],
    tag: 'Accounts',
    summary: 'Read an account (v2)',
    successor: '/v3/customers/{customerUID}/accounts/{accountUID}',
    failure: 'The account was not read',
    entitlement: 'Accounts.View_Account',
    errors: readErrors,
    invalid: 'invalidAccount',
    params: AccountParams,
    query: AccountQuery,
    reply: {
      status: 200,
      description: 'The account. Its number is masked for a token without Customers.View_Account_Number.',
      data: AccountReply,
      example: { ...exampleReplyV2, ...exampleBalances },
    },
    handle: (app, { principal, params, query }) =>
      app.db.read(async (tx) => {
        const found = await viewAccount(tx, principal, params, { balances: query.includeAccountBalance === true })
        return found.ok ? accept({ data: renderAccount(found.value.account, found.value.view) }) : found
      }),
  }),

  defineOperation({
    id: 'listAccountsV2',
    method: 'GET',
    paths: ['/v2/customers/{customerUID}/accounts', '/customers/{customerUID}/accounts'],
    tag: 'Accounts',
    summary: "List a customer's accounts (v2)",
    description: 'All filters must match exactly. Without page and limit, the first ten.',
    successor: '/v3/customers/{customerUID}/accounts/search',
    failure: 'The accounts were not listed',
    entitlement: 'Accounts.View_Account',
    errors: ['customerNotFound', 'foreignCustomer'],
    invalid: 'invalidAccount',
    params: AccountsParams,
    query: AccountsQuery,
    reply: {
      status: 200,
      description: 'A page of accounts.',
      data: Type.Array(AccountReply),
      paged: true,
      example: [exampleReplyV2],
    },
    handle: (app, { principal, params, query }) =>
      app.db.read(async (tx) => {
        const page = { page: query.page ?? 1, limit: query.limit ?? 10 }
        const found = await listAccounts(
          tx,
          principal,
          params.customerUID,
          {
            accountNumber: query.accountNumber,
            type: query.accountType && canonicalName(ACCOUNT_TYPES, query.accountType)?.toUpperCase(),
            subType: query.accountSubType && canonicalName(SUB_TYPES, query.accountSubType),
            status: query.status && canonicalName(ACCOUNT_STATUSES, query.status),
            currency: query.currency,
            enableWire: query.wireEnabled,
            costCenter: query.costCenter,
          },
          page,
        )
        if (!found.ok) return found
        const { rows, view } = found.value
        return accept({
          data: rows.map((row) => renderAccount(row, view)),
          pagination: describePage(page, found.value),
        })
      }),
  }),
]
