import './accounts.errors.ts'
import Type from 'typebox'
import { defineOperation } from '../http/operation.ts'
import { CreateAccountBody, exampleAccount, UpdateAccountBody } from './account-body.schema.ts'
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
  updateErrors,
  writeErrors,
} from './account-operations.ts'
import {
  AccountPageQuery,
  AccountParams,
  AccountQuery,
  AccountReplyV3,
  AccountResult,
  AccountSearchBody,
  AccountsParams,
  parseFilter,
  renderAccountV3,
} from './accounts.schema.ts'
import { proposedAccount, proposedNewAccount } from './propose-account.ts'

const exampleReplyV3 = {
  accountUID: '100108',
  ...exampleAccount,
  bankIdType: 'NID',
  enableOffset: 'No',
  enableWire: 'Yes',
  defaultOffset: 'No',
  feeAccount: 'No',
  returnAccount: 'No',
  accountFeatures: {},
  additionalAttributes: [],
  status: 'Active',
}

export const accountOperations = [
  defineOperation({
    id: 'createAccount',
    method: 'POST',
    paths: ['/v3/customers/{customerUID}/accounts'],
    tag: 'Accounts',
    summary: 'Open an account',
    description:
      'Opens an account with status Active and a zero balance. A New customer becomes Active with its first account. Only the institution can set the fields that it owns (/docs/pages/field-owners). An account that another client opens cannot collect ACH debits until the institution sets enableUnderWritten.',
    failure: 'The account was not created',
    entitlement: 'Accounts.Manage_Account',
    errors: writeErrors,
    conflicts,
    invalid: 'invalidAccount',
    params: AccountsParams,
    body: CreateAccountBody,
    examples: [{ summary: 'A checking account', value: exampleAccount }],
    reply: {
      status: 201,
      description: 'The account was opened.',
      data: AccountResult,
      etag: true,
      example: { accountUID: '100108', accountUUID: '100108' },
    },
    secondPerson: proposedNewAccount,
    change: open,
    changeAll: openAll,
  }),

  defineOperation({
    id: 'getAccount',
    method: 'GET',
    paths: ['/v3/customers/{customerUID}/accounts/{accountUID}'],
    tag: 'Accounts',
    summary: 'Read an account',
    description: 'With includeAccountBalance, the reply also has the balances of the account.',
    failure: 'The account was not read',
    entitlement: 'Accounts.View_Account',
    errors: readErrors,
    invalid: 'invalidAccount',
    params: AccountParams,
    query: AccountQuery,
    reply: {
      status: 200,
      description: 'The account. Its number is masked if the token lacks Customers.View_Account_Number.',
      data: AccountReplyV3,
      etag: true,
      example: { ...exampleReplyV3, ...exampleBalances, amountOwed: '0.00' },
    },
    handle: show(renderAccountV3),
  }),

  defineOperation({
    id: 'updateAccount',
    method: 'PATCH',
    paths: ['/v3/customers/{customerUID}/accounts/{accountUID}'],
    tag: 'Accounts',
    summary: 'Change an account or its status',
    description:
      'Changes the fields in the body and keeps the others; accountFeatures are merged field by field. The currency cannot change. action and reason ' +
      'also change the status: a Suspended account cannot make payments, and a Closed account stays closed. Only the institution can change the fields that it owns (/docs/pages/field-owners) ' +
      'and activate an account that it suspended.',
    failure: 'The account was not updated',
    entitlement: 'Accounts.Manage_Account',
    errors: [...updateErrors, 'heldByInstitution'],
    conflicts,
    invalid: 'invalidAccount',
    params: AccountParams,
    body: UpdateAccountBody,
    examples: [
      { summary: 'Turn off RTP payments', value: { accountFeatures: { rtpFeature: { enableRtp: 'No' } } } },
      { summary: 'Suspend', value: { action: 'Suspend', reason: 'reported stolen' } },
    ],
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
    id: 'searchAccounts',
    method: 'POST',
    isQuestion: true,
    paths: ['/v3/customers/{customerUID}/accounts/search'],
    tag: 'Accounts',
    summary: "Search a customer's accounts",
    description: 'Finds accounts that match all filters exactly. Without page and limit, returns the first ten.',
    failure: 'The accounts were not searched',
    entitlement: 'Accounts.View_Account',
    errors: customerErrors,
    invalid: 'invalidAccount',
    params: AccountsParams,
    query: AccountPageQuery,
    body: AccountSearchBody,
    examples: [
      { summary: 'The funding account of a payout', value: { accountNumber: '400000001' } },
      { summary: 'Accounts that can pay by FedNow', value: { status: 'Active', fedNowEnabled: true } },
    ],
    reply: {
      status: 200,
      description: 'A page of accounts.',
      data: Type.Array(AccountReplyV3),
      paged: true,
      example: [exampleReplyV3],
    },
    handle: (app, request) =>
      showPage(app, request, { filter: parseFilter(request.body ?? {}), page: request.query, render: renderAccountV3 }),
  }),
]
