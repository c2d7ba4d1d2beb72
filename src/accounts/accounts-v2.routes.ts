import './accounts.errors.ts'
import Type from 'typebox'
import { defineOperation } from '../http/operation.ts'
import { accept } from '../kernel/result.ts'
import { AccountStatusBody, CreateAccountBodyV2, exampleAccount, UpdateAccountBodyV2 } from './account-body.schema.ts'
import {
  change,
  conflicts,
  customerErrors,
  exampleBalances,
  exampleResult,
  open,
  openAll,
  readErrors,
  show,
  showPage,
  statusErrors,
  updateErrors,
  writeErrors,
} from './account-operations.ts'
import {
  AccountParams,
  AccountQuery,
  AccountReply,
  AccountResult,
  AccountsParams,
  AccountsQuery,
  parseFilter,
  renderAccount,
  renderResult,
} from './accounts.schema.ts'
import { deleteAccount } from './delete-account.ts'
import { proposedAccount, proposedNewAccount } from './propose-account.ts'

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
  accountName: 'Operating account',
  accountType: 'Deposit',
  accountSubType: 'Checking',
  routingNumber: '091000019',
  masterGl: '2000',
  countryCode: 'US',
  accountFeatures: { achFeature: { debitExposureLimit: 5000 } },
  debitExposureLimit: 5000,
}

const listPaths = ['/v2/customers/{customerUID}/accounts', '/customers/{customerUID}/accounts'] as const
const onePaths = [
  '/v2/customers/{customerUID}/accounts/{accountUID}',
  '/customers/{customerUID}/accounts/{accountUID}',
] as const
const successor = '/v3/customers/{customerUID}/accounts/{accountUID}'

/** The operations that v3 replaces. Bodies and replies differ; the use cases are the same. */
export const accountOperationsV2 = [
  defineOperation({
    id: 'listAccountsV2',
    method: 'GET',
    paths: listPaths,
    tag: 'Accounts',
    summary: "List a customer's accounts (v2)",
    description: 'Lists accounts that match all filters exactly. Without page and limit, returns the first ten.',
    successor: '/v3/customers/{customerUID}/accounts/search',
    failure: 'The accounts were not listed',
    entitlement: 'Accounts.View_Account',
    errors: customerErrors,
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
    handle: (app, request) =>
      showPage(app, request, { filter: parseFilter(request.query), page: request.query, render: renderAccount }),
  }),

  defineOperation({
    id: 'createAccountV2',
    method: 'POST',
    paths: listPaths,
    tag: 'Accounts',
    summary: 'Open an account (v2)',
    successor: '/v3/customers/{customerUID}/accounts',
    failure: 'The account was not created',
    entitlement: 'Accounts.Manage_Account',
    errors: writeErrors,
    conflicts,
    invalid: 'invalidAccount',
    params: AccountsParams,
    body: CreateAccountBodyV2,
    examples: [{ summary: 'A checking account', value: { externalReferenceId: 'account-0001', ...exampleAccount } }],
    reply: {
      status: 200,
      description: 'The account was opened.',
      data: AccountResult,
      etag: true,
      example: exampleResult,
    },
    secondPerson: proposedNewAccount,
    change: open,
    changeAll: openAll,
  }),

  defineOperation({
    id: 'getAccountV2',
    method: 'GET',
    paths: onePaths,
    tag: 'Accounts',
    summary: 'Read an account (v2)',
    successor,
    failure: 'The account was not read',
    entitlement: 'Accounts.View_Account',
    errors: readErrors,
    invalid: 'invalidAccount',
    params: AccountParams,
    query: AccountQuery,
    reply: {
      status: 200,
      description: 'The account. Its number is masked if the token lacks Customers.View_Account_Number.',
      data: AccountReply,
      etag: true,
      example: { ...exampleReplyV2, ...exampleBalances },
    },
    handle: show(renderAccount),
  }),

  defineOperation({
    id: 'updateAccountV2',
    method: 'PUT',
    paths: onePaths,
    tag: 'Accounts',
    summary: 'Change an account (v2)',
    description: 'Changes the fields in the body and keeps the others. The currency cannot change.',
    successor,
    failure: 'The account was not updated',
    entitlement: 'Accounts.Manage_Account',
    errors: updateErrors,
    conflicts,
    invalid: 'invalidAccount',
    params: AccountParams,
    body: UpdateAccountBodyV2,
    examples: [{ summary: 'Change the name', value: { accountName: 'Payroll account' } }],
    reply: {
      status: 200,
      description: 'The account was updated.',
      data: AccountResult,
      etag: true,
      example: exampleResult,
    },
    secondPerson: proposedAccount,
    change,
  }),

  defineOperation({
    id: 'changeAccountStatusV2',
    method: 'PATCH',
    paths: onePaths,
    tag: 'Accounts',
    summary: 'Activate, suspend or close an account (v2)',
    description:
      'A Suspended account cannot make payments. Close requires a zero balance and no open payments, and cannot be undone.',
    successor,
    failure: 'The status of the account was not changed',
    entitlement: 'Accounts.Manage_Account',
    errors: statusErrors,
    invalid: 'invalidAccount',
    params: AccountParams,
    body: AccountStatusBody,
    examples: [{ summary: 'Suspend', value: { action: 'Suspend', reason: 'reported stolen' } }],
    reply: {
      status: 200,
      description: 'The status was changed.',
      data: AccountResult,
      etag: true,
      example: exampleResult,
    },
    secondPerson: proposedAccount,
    change,
  }),

  defineOperation({
    id: 'deleteAccountV2',
    method: 'DELETE',
    paths: onePaths,
    tag: 'Accounts',
    summary: 'Delete an account (v2)',
    description:
      'Closes and hides the account; the ledger keeps its postings. Requires a zero balance and no open payments.',
    successor,
    failure: 'The account was not deleted',
    entitlement: 'Accounts.Manage_Account',
    errors: [
      ...customerErrors,
      'accountToDeleteNotFound',
      'accountToDeleteOfAnotherCustomer',
      'heldByInstitution',
      'accountChanged',
      'accountNotEmpty',
    ],
    invalid: 'invalidAccount',
    params: AccountParams,
    reply: {
      status: 200,
      description: 'The account was deleted.',
      data: AccountResult,
      example: exampleResult,
    },
    async change(tx, app, { principal, params, ifMatch }) {
      const deleted = await deleteAccount(tx, app, principal, { ...params, ifMatch }, app.clock.now())
      return deleted.ok ? accept({ data: renderResult(deleted.value) }) : deleted
    },
  }),
]
