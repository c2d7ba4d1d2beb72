import Type, { type Static } from 'typebox'
import {
  CurrencyField,
  explained,
  mustBeName,
  name,
  named,
  nullableObject,
  otherSpelling,
  text,
  Uid,
} from '../http/fields.ts'
import { pageFields } from '../http/paging.ts'
import { currencyOf } from '../kernel/currency.ts'
import { maskedNumber } from '../kernel/masked-number.ts'
import { formatAmount } from '../kernel/money.ts'
import { availableOf, type LedgerAccount, postedOf } from '../ledger/transfer.ts'
import { ACCOUNT_TYPES, AdditionalAttributes, type NumberedBody, SUB_TYPES } from './account-body.schema.ts'
import { AccountFeaturesReply, isOn, renderFeatures, type Switch } from './account-features.ts'
import { SPELLED_TYPES, spelledType } from './account-type.ts'
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

const ExternalAccount = named(
  'ExternalAccount',
  { externalProvider: shown, externalId: shown },
  { description: 'The provider that keeps the account, if not this service. Its token is never returned.' },
)

const openingReason = Type.Optional(Type.String({ description: 'Why the account was opened.' }))

/** Under the names of v3, which existing clients of v2 also read. */
const namesOfV3 = {
  accountName: shown,
  accountType: Type.Optional(name(ACCOUNT_TYPES)),
  accountSubType: Type.Optional(name(SUB_TYPES)),
  routingNumber: shown,
  masterGl: shown,
  countryCode: shown,
}

/** An account in v2 replies. Features that only `accountFeatures` has are absent where unset. */
export const AccountReply = named('LegacyAccount', {
  accountUID: Type.String(),
  name: Type.String(),
  accountNumber: Type.String(),
  fboAccountNumber: shown,
  type: Type.Optional(name(SPELLED_TYPES)),
  subType: Type.Optional(name(SUB_TYPES)),
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
  status: name(ACCOUNT_STATUSES),
  externalAccount: Type.Optional(ExternalAccount),
  costCenter: shown,
  reason: openingReason,
  ...namesOfV3,
  accountFeatures: Type.Optional(AccountFeaturesReply),
  accountAnalysis: flag,
  isUnderWritten: Type.Optional(Type.Boolean({ description: 'achFeature.enableUnderWritten.' })),
  debitExposureLimit: Type.Optional(Type.Number()),
  creditExposureLimit: Type.Optional(Type.Number()),
  enableCallbacks: flag,
  callbackLimit: Type.Optional(Type.Number()),
})

/** An account in v3 replies: the fields of its body, its status and, if requested, its balances. */
export const AccountReplyV3 = named('Account', {
  accountUID: Type.String(),
  externalReferenceId: shown,
  accountName: Type.String(),
  accountNumber: Type.String(),
  fboAccountNumber: shown,
  accountType: name(ACCOUNT_TYPES),
  accountSubType: name(SUB_TYPES),
  systemOfRecords: shown,
  currency: Type.String(),
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
  reason: openingReason,
  status: name(ACCOUNT_STATUSES),
  ...balanceFields,
  amountOwed: Type.Optional(
    Type.String({
      description: 'What the customer owes in this currency, as decimal text. What becomes available repays it first.',
    }),
  ),
})

export const AccountResult = named('AccountResult', {
  externalReferenceId: shown,
  accountUID: Type.String(),
  accountUUID: Type.String(otherSpelling),
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
    costCenter: account.costCenter ?? undefined,
    reason: account.openingReason ?? undefined,
    ...renderNamesOfV3(account),
    ...renderFlatFeatures(renderFeatures(account.features as object)),
  }
}

function renderNamesOfV3(account: AccountRow) {
  return {
    accountName: account.name,
    accountType: mustBeName(ACCOUNT_TYPES, account.type),
    accountSubType: account.subType,
    routingNumber: account.routingNumber,
    masterGl: account.masterGl,
    countryCode: account.country,
  }
}

/** The features as sent, and those that existing clients name outside of them. */
function renderFlatFeatures(accountFeatures: Static<typeof AccountFeaturesReply>) {
  const { accountAnalysis, achFeature, fedWireFeature } = accountFeatures
  const on = (value: Switch) => (value === undefined ? undefined : isOn(value, false))
  const limit = (value: number | string | undefined) => (value === undefined ? undefined : Number(value))
  return {
    accountFeatures,
    accountAnalysis: on(accountAnalysis),
    isUnderWritten: on(achFeature?.enableUnderWritten),
    debitExposureLimit: limit(achFeature?.debitExposureLimit),
    creditExposureLimit: limit(achFeature?.creditExposureLimit),
    enableCallbacks: on(fedWireFeature?.enableCallbacks),
    callbackLimit: limit(fedWireFeature?.callbackLimit),
  }
}

export function renderAccountV3(account: AccountRow, view: AccountView): Static<typeof AccountReplyV3> {
  return {
    accountUID: String(account.id),
    externalReferenceId: account.externalReferenceId ?? undefined,
    ...renderNamesOfV3(account),
    accountNumber: renderNumber(account, view),
    fboAccountNumber: account.fboAccountNumber ?? undefined,
    systemOfRecords: account.systemOfRecord,
    currency: account.currency,
    bankIdType: account.bankIdType,
    costCenter: account.costCenter ?? undefined,
    enableOffset: yesNo(account.enableOffset),
    enableWire: yesNo(account.enableWire),
    defaultOffset: yesNo(account.defaultOffset),
    feeAccount: yesNo(account.feeAccount),
    returnAccount: yesNo(account.returnAccount),
    externalAccount: renderExternalAccount(account),
    accountFeatures: renderFeatures(account.features as object),
    additionalAttributes: account.additionalAttributes as Static<typeof AdditionalAttributes>,
    reason: account.openingReason ?? undefined,
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
  page: Type.Optional(pageFields.page),
  limit: Type.Optional(pageFields.limit),
})

const filters = {
  accountNumber: Type.Optional(text(35)),
  accountType: Type.Optional(name(ACCOUNT_TYPES, explained)),
  accountSubType: Type.Optional(name(SUB_TYPES, explained)),
  status: Type.Optional(name(ACCOUNT_STATUSES)),
  currency: Type.Optional(CurrencyField),
  wireEnabled: Type.Optional(Type.Boolean()),
  costCenter: Type.Optional(text(64)),
  achCompanyID: Type.Optional(text(10)),
}

export const AccountsQuery = Type.Object({ ...AccountPageQuery.properties, ...filters })

export const AccountSearchFilters = named('AccountSearch', {
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
    achCompanyId: asked.achCompanyID,
    enableWire: asked.wireEnabled,
    fedwire: asked.fedwireEnabled,
    swift: asked.swiftEnabled,
    fednow: asked.fedNowEnabled,
    rtp: asked.rtpEnabled,
  }
}
