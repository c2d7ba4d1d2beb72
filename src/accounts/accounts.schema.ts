import Type, { type Static } from 'typebox'
import { CurrencyField, explained, mustBeName, name, nullableObject, text, Uid } from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { currencyOf } from '../kernel/currency.ts'
import { maskedNumber } from '../kernel/masked-number.ts'
import { formatAmount } from '../kernel/money.ts'
import { availableOf, type LedgerAccount, postedOf } from '../ledger/transfer.ts'
import { ACCOUNT_TYPES, AdditionalAttributes, type NumberedBody, SUB_TYPES } from './account-body.schema.ts'
import { AccountFeaturesReply } from './account-features.ts'
import { spelledType } from './account-type.ts'
import type { AccountFilter, AccountRow } from './accounts.store.ts'
import { ACCOUNT_STATUSES } from './domain/account-state.ts'

const shown = Type.Optional(Type.String())
const flag = Type.Optional(Type.Boolean())

const balanceFields = {
  balanceType: shown,
  ledgerBalance: Type.Optional(Type.String({ description: 'The posted balance, as decimal text.' })),
  availableBalance: Type.Optional(
    Type.String({
      description:
        'ledgerBalance less holds, as decimal text. Proceeds of debits can be held: see availableOn of the payment.',
    }),
  ),
  availableBalanceStatus: shown,
  amountPrecision: Type.Optional(Type.String({ description: 'The number of decimals of the currency.' })),
}

const ExternalAccount = Type.Object(
  { externalProvider: shown, externalId: shown },
  { description: 'The provider that keeps the account, if not this service. Its token is never returned.' },
)

/** An account in v2 replies. */
export const AccountReply = Type.Object({
  accountUID: shown,
  name: shown,
  accountNumber: shown,
  fboAccountNumber: shown,
  type: shown,
  subType: shown,
  systemOfRecord: shown,
  ...balanceFields,
  currency: shown,
  country: shown,
  bankId: shown,
  bankName: shown,
  bankIdType: shown,
  enableWires: flag,
  enableOffset: flag,
  defaultOffset: flag,
  feeAccount: flag,
  returnAccount: flag,
  status: shown,
  externalAccount: Type.Optional(ExternalAccount),
})

/** An account in v3 replies: the fields of its body, its status and, if requested, its balances. */
export const AccountReplyV3 = Type.Object({
  accountUID: shown,
  externalReferenceId: shown,
  accountName: shown,
  accountNumber: shown,
  fboAccountNumber: shown,
  accountType: shown,
  accountSubType: shown,
  systemOfRecords: shown,
  currency: shown,
  countryCode: shown,
  routingNumber: shown,
  bankIdType: shown,
  masterGl: shown,
  costCenter: shown,
  enableOffset: shown,
  enableWire: shown,
  defaultOffset: shown,
  feeAccount: shown,
  returnAccount: shown,
  externalAccount: Type.Optional(ExternalAccount),
  accountFeatures: Type.Optional(AccountFeaturesReply),
  additionalAttributes: Type.Optional(AdditionalAttributes),
  status: shown,
  ...balanceFields,
  amountOwed: Type.Optional(
    Type.String({
      description: 'What the customer owes in this currency, as decimal text. What becomes available repays it first.',
    }),
  ),
})

export const AccountResult = Type.Object({
  externalReferenceId: shown,
  accountUID: Type.String(),
  accountUUID: Type.String({ description: 'The same as accountUID.' }),
})

export function renderResult({ id, externalReferenceId }: AccountRow): Static<typeof AccountResult> {
  return { externalReferenceId: externalReferenceId ?? undefined, accountUID: String(id), accountUUID: String(id) }
}

/** The parts of an account that the token may see. */
export interface AccountView {
  showsNumber: boolean
  ownBank: { routingNumber: string; name: string }
  /** Present if balances were requested. */
  ledger?: LedgerAccount
  /** Present with it: what the customer owes in the currency, in minor units. */
  owed?: bigint
}

export function renderAccount(account: AccountRow, view: AccountView): Static<typeof AccountReply> {
  return {
    accountUID: String(account.id),
    name: account.name,
    accountNumber: renderNumber(account, view),
    fboAccountNumber: account.fboAccountNumber ?? '',
    type: spelledType(account.type),
    subType: account.subType,
    systemOfRecord: account.systemOfRecord,
    ...renderBalances(view),
    currency: account.currency,
    country: account.country,
    bankId: account.routingNumber,
    bankName: account.routingNumber === view.ownBank.routingNumber ? view.ownBank.name : undefined,
    bankIdType: account.bankIdType,
    enableWires: account.enableWire,
    enableOffset: account.enableOffset,
    defaultOffset: account.defaultOffset,
    feeAccount: account.feeAccount,
    returnAccount: account.returnAccount,
    status: account.status,
    externalAccount: renderExternalAccount(account),
  }
}

export function renderAccountV3(account: AccountRow, view: AccountView): Static<typeof AccountReplyV3> {
  return {
    accountUID: String(account.id),
    externalReferenceId: account.externalReferenceId ?? undefined,
    accountName: account.name,
    accountNumber: renderNumber(account, view),
    fboAccountNumber: account.fboAccountNumber ?? undefined,
    accountType: mustBeName(ACCOUNT_TYPES, account.type),
    accountSubType: account.subType,
    systemOfRecords: account.systemOfRecord,
    currency: account.currency,
    countryCode: account.country,
    routingNumber: account.routingNumber,
    bankIdType: account.bankIdType,
    masterGl: account.masterGl,
    costCenter: account.costCenter ?? undefined,
    enableOffset: yesNo(account.enableOffset),
    enableWire: yesNo(account.enableWire),
    defaultOffset: yesNo(account.defaultOffset),
    feeAccount: yesNo(account.feeAccount),
    returnAccount: yesNo(account.returnAccount),
    externalAccount: renderExternalAccount(account),
    accountFeatures: account.features as Static<typeof AccountFeaturesReply>,
    additionalAttributes: account.additionalAttributes as Static<typeof AdditionalAttributes>,
    status: account.status,
    ...renderBalances(view),
    amountOwed: view.owed === undefined ? undefined : formatAmount(view.owed, account.currency),
  }
}

/** The body that would create this account, without its external token. Updates merge into it. */
export function bodyOf(account: AccountRow): NumberedBody {
  const ownBank = { routingNumber: account.routingNumber, name: '' }
  const { accountUID: _uid, status: _status, ...fields } = renderAccountV3(account, { showsNumber: true, ownBank })
  return fields as NumberedBody
}

const yesNo = (value: boolean) => (value ? 'Yes' : 'No')

function renderExternalAccount({ externalProvider, externalRef }: AccountRow) {
  if (externalProvider === null && externalRef === null) return undefined
  return { externalProvider: externalProvider ?? undefined, externalId: externalRef ?? undefined }
}

function renderNumber({ accountNumber }: AccountRow, { showsNumber }: AccountView): string {
  return showsNumber ? accountNumber : maskedNumber(accountNumber)
}

function renderBalances({ ledger }: AccountView) {
  if (!ledger) return {}
  return {
    balanceType: 'Available',
    ledgerBalance: formatAmount(postedOf(ledger), ledger.currency),
    availableBalance: formatAmount(availableOf(ledger), ledger.currency),
    availableBalanceStatus: 'Success',
    amountPrecision: String(currencyOf(ledger.currency)?.minorDigits),
  }
}

export const AccountsParams = Type.Object({ customerUID: Uid })
export const AccountParams = Type.Object({ customerUID: Uid, accountUID: Uid })

export const AccountQuery = Type.Object({
  includeAccountBalance: Type.Optional(Type.Boolean({ description: 'Whether to return balances; default false.' })),
})

/** By default, page 1 with 10 accounts. */
export const AccountPageQuery = Type.Object({
  page: Type.Optional(pageQuery.page),
  limit: Type.Optional(pageQuery.limit),
})

const filters = {
  accountNumber: Type.Optional(text(35)),
  accountType: Type.Optional(name(ACCOUNT_TYPES, explained)),
  accountSubType: Type.Optional(name(SUB_TYPES, explained)),
  status: Type.Optional(name(ACCOUNT_STATUSES)),
  currency: Type.Optional(CurrencyField),
  wireEnabled: Type.Optional(Type.Boolean()),
  costCenter: Type.Optional(text(64)),
}

export const AccountsQuery = Type.Object({ ...AccountPageQuery.properties, ...filters })

export const AccountSearchFilters = Type.Object({
  ...filters,
  fedwireEnabled: Type.Optional(Type.Boolean({ description: 'Enabled for domestic wires.' })),
  swiftEnabled: Type.Optional(Type.Boolean({ description: 'International wires are not turned off.' })),
  fedNowEnabled: Type.Optional(Type.Boolean({ description: 'FedNow is not turned off.' })),
  rtpEnabled: Type.Optional(Type.Boolean({ description: 'RTP is not turned off.' })),
})

/** Without a body, a search finds every account. */
export const AccountSearchBody = nullableObject(AccountSearchFilters)

export function parseFilter(asked: Static<typeof AccountSearchFilters>): Omit<AccountFilter, 'customerId'> {
  return {
    accountNumber: asked.accountNumber,
    type: asked.accountType && mustBeName(ACCOUNT_TYPES, asked.accountType).toUpperCase(),
    subType: asked.accountSubType && mustBeName(SUB_TYPES, asked.accountSubType),
    status: asked.status && mustBeName(ACCOUNT_STATUSES, asked.status),
    currency: asked.currency,
    costCenter: asked.costCenter,
    enableWire: asked.wireEnabled,
    fedwire: asked.fedwireEnabled,
    swift: asked.swiftEnabled,
    fednow: asked.fedNowEnabled,
    rtp: asked.rtpEnabled,
  }
}
