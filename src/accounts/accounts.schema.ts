import Type, { type Static } from 'typebox'
import { type Refusal, refusal } from '../http/errors.ts'
import {
  CountryField,
  CurrencyField,
  canonicalName,
  mustBeName,
  name,
  optionalText,
  text,
  Uid,
} from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { currencyOf } from '../kernel/currency.ts'
import { maskedNumber } from '../kernel/masked-number.ts'
import { formatAmount } from '../kernel/money.ts'
import { accept, type Result } from '../kernel/result.ts'
import { isRoutingNumber } from '../kernel/routing-number.ts'
import { availableOf, type LedgerAccount, postedOf } from '../ledger/transfer.ts'
import type { AccountRow, NewAccount } from './accounts.store.ts'

export const ACCOUNT_TYPES = ['Deposit', 'Loan', 'Gl'] as const
export const SUB_TYPES = [
  'Checking',
  'Savings',
  'CD',
  'Money Market',
  'Pseudo',
  'HSA',
  'Heloc',
  'Line of Credit',
  'Credit Card',
  'Gl',
] as const
export const ACCOUNT_STATUSES = ['Active', 'Suspended', 'Closed'] as const
const SYSTEMS_OF_RECORD = ['Giro', 'Other Core', 'External'] as const
const BANK_ID_TYPES = ['NID', 'BIC'] as const
const YES_NO = ['Yes', 'No'] as const

const subTypesOf: Record<(typeof ACCOUNT_TYPES)[number], readonly string[]> = {
  Deposit: ['Checking', 'Savings', 'CD', 'Money Market', 'Pseudo', 'HSA'],
  Loan: ['Heloc', 'Line of Credit', 'Credit Card'],
  Gl: ['Gl'],
}

/** Clients send these switches as Yes and No, or as booleans. */
const switchField = Type.Optional(Type.Union([Type.Boolean(), name(YES_NO)]))
const limitField = Type.Optional(Type.Union([Type.Number({ minimum: 0 }), Type.String({ maxLength: 32 })]))

const AccountFeatures = Type.Object({
  rfpReceive: switchField,
  rfpSend: switchField,
  accountAnalysis: switchField,
  feeAccount: switchField,
  returnAccount: switchField,
  fedWireFeature: Type.Optional(
    Type.Object({
      enableWire: switchField,
      callbackLimit: limitField,
      enableCallbacks: switchField,
      enableInternationalWire: switchField,
      enableDomesticWire: switchField,
    }),
  ),
  fedNowFeature: Type.Optional(
    Type.Object({
      enableFedNow: switchField,
      fednowReceiveOnly: switchField,
      fednowSendOrReceive: switchField,
      fednowRfpSend: switchField,
      fednowRfpReceive: switchField,
    }),
  ),
  rtpFeature: Type.Optional(
    Type.Object({
      enableRtp: switchField,
      rtpReceiveOnly: switchField,
      rtpSendOrReceive: switchField,
      rtpRfpSend: switchField,
      rtpRfpReceive: switchField,
    }),
  ),
  achFeature: Type.Optional(
    Type.Object({
      enableOffset: switchField,
      defaultOffset: switchField,
      enableUnderWritten: switchField,
      debitExposureLimit: limitField,
      creditExposureLimit: limitField,
      enableAchPrefund: switchField,
      achCompanyId: optionalText(10),
      secCodes: Type.Optional(Type.Array(Type.String({ maxLength: 8 }), { maxItems: 20 })),
    }),
  ),
})

const AdditionalAttributes = Type.Array(
  Type.Object({ attributeName: text(64), value: Type.String({ maxLength: 1024 }) }),
  {
    maxItems: 100,
  },
)

export const CreateAccountBody = Type.Object({
  externalReferenceId: optionalText(64),
  accountName: text(140),
  accountNumber: Type.String({ pattern: '^[A-Za-z0-9]{1,35}$', description: '1 to 35 letters and digits.' }),
  accountType: name(ACCOUNT_TYPES),
  accountSubType: name(SUB_TYPES),
  currency: CurrencyField,
  countryCode: CountryField,
  systemOfRecords: name(SYSTEMS_OF_RECORD, { description: 'Giro is our own core.' }),
  routingNumber: text(11),
  masterGl: text(64),
  costCenter: optionalText(64),
  fboAccountNumber: optionalText(35),
  bankIdType: Type.Optional(name(BANK_ID_TYPES)),
  enableOffset: switchField,
  enableWire: switchField,
  defaultOffset: switchField,
  feeAccount: switchField,
  returnAccount: switchField,
  accountFeatures: Type.Optional(AccountFeatures),
  additionalAttributes: Type.Optional(AdditionalAttributes),
})
export type CreateAccountBody = Static<typeof CreateAccountBody>

/** What a schema alone can not say about an account. */
export function parseNewAccount(
  body: CreateAccountBody,
): Result<Omit<NewAccount, 'tenantId' | 'customerId' | 'id'>, Refusal> {
  const type = mustBeName(ACCOUNT_TYPES, body.accountType)
  const subType = mustBeName(SUB_TYPES, body.accountSubType)
  const bankIdType = body.bankIdType ? mustBeName(BANK_ID_TYPES, body.bankIdType) : 'NID'
  if (!subTypesOf[type].includes(subType))
    return refusal(
      'invalidAccount',
      `accountSubType of a ${type} account must be one of ${subTypesOf[type].join(', ')}`,
    )
  if (!currencyOf(body.currency)) return refusal('invalidAccount', 'currency must be a payable ISO 4217 currency')
  if (bankIdType === 'NID' && !isRoutingNumber(body.routingNumber))
    return refusal(
      'invalidAccount',
      'routingNumber must be an ABA routing number, nine digits with a valid check digit',
    )
  if (subType === 'Pseudo' && !body.fboAccountNumber)
    return refusal('invalidAccount', 'fboAccountNumber is required when accountSubType is Pseudo')

  const features = body.accountFeatures ?? {}
  const { achFeature, fedWireFeature } = features
  const enableOffset = isOn(achFeature?.enableOffset ?? body.enableOffset, false)
  // Nacha entry detail 13-29: an offset entry debits the account by its number.
  if (enableOffset && (body.accountNumber.length > 17 || /^0+$/.test(body.accountNumber)))
    return refusal('invalidAccount', 'accountNumber must be at most 17 characters, not all zeros, with enableOffset')
  return accept({
    externalReferenceId: body.externalReferenceId ?? null,
    name: body.accountName,
    accountNumber: body.accountNumber,
    fboAccountNumber: body.fboAccountNumber ?? null,
    type: type.toUpperCase(),
    subType,
    systemOfRecord: mustBeName(SYSTEMS_OF_RECORD, body.systemOfRecords),
    currency: body.currency,
    country: body.countryCode,
    routingNumber: body.routingNumber,
    bankIdType,
    masterGl: body.masterGl,
    costCenter: body.costCenter ?? null,
    enableWire: isOn(fedWireFeature?.enableWire ?? body.enableWire, true),
    enableOffset,
    defaultOffset: isOn(achFeature?.defaultOffset ?? body.defaultOffset, false),
    feeAccount: isOn(features.feeAccount ?? body.feeAccount, false),
    returnAccount: isOn(features.returnAccount ?? body.returnAccount, false),
    features,
    additionalAttributes: body.additionalAttributes ?? [],
  })
}

function isOn(value: boolean | string | undefined, absent: boolean): boolean {
  if (value === undefined) return absent
  return typeof value === 'boolean' ? value : canonicalName(YES_NO, value) === 'Yes'
}

const shown = Type.Optional(Type.String())
const flag = Type.Optional(Type.Boolean())

const balanceFields = {
  balanceType: shown,
  ledgerBalance: Type.Optional(Type.String({ description: 'What was posted, as decimal text.' })),
  availableBalance: Type.Optional(Type.String({ description: 'ledgerBalance less what is held, as decimal text.' })),
  availableBalanceStatus: shown,
  amountPrecision: Type.Optional(Type.String({ description: 'The decimals of the currency.' })),
}

/** The account of the interface's v2 operations. */
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
})

/** The account of v3: the fields it was created with, and what became of it. */
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
  accountFeatures: Type.Optional(AccountFeatures),
  additionalAttributes: Type.Optional(AdditionalAttributes),
  status: shown,
  ...balanceFields,
})

export const AccountResult = Type.Object({
  externalReferenceId: shown,
  accountUID: Type.String(),
  accountUUID: Type.String({ description: 'The same as accountUID.' }),
})

/** What a token may see of an account. */
export interface AccountView {
  showsNumber: boolean
  ownBank: { routingNumber: string; name: string }
  /** Present when balances were asked for. */
  ledger?: LedgerAccount
}

export function renderAccount(account: AccountRow, view: AccountView): Static<typeof AccountReply> {
  return {
    accountUID: String(account.id),
    name: account.name,
    accountNumber: renderNumber(account, view),
    fboAccountNumber: account.fbo_account_number ?? '',
    type: account.type,
    subType: account.sub_type,
    systemOfRecord: account.system_of_record,
    ...renderBalances(view.ledger),
    currency: account.currency,
    country: account.country,
    bankId: account.routing_number,
    bankName: account.routing_number === view.ownBank.routingNumber ? view.ownBank.name : undefined,
    bankIdType: account.bank_id_type,
    enableWires: account.enable_wire,
    enableOffset: account.enable_offset,
    defaultOffset: account.default_offset,
    feeAccount: account.fee_account,
    returnAccount: account.return_account,
    status: account.status,
  }
}

export function renderAccountV3(account: AccountRow, view: AccountView): Static<typeof AccountReplyV3> {
  return {
    accountUID: String(account.id),
    externalReferenceId: account.external_reference_id ?? undefined,
    accountName: account.name,
    accountNumber: renderNumber(account, view),
    fboAccountNumber: account.fbo_account_number ?? undefined,
    accountType: mustBeName(ACCOUNT_TYPES, account.type),
    accountSubType: account.sub_type,
    systemOfRecords: account.system_of_record,
    currency: account.currency,
    countryCode: account.country,
    routingNumber: account.routing_number,
    bankIdType: account.bank_id_type,
    masterGl: account.master_gl,
    costCenter: account.cost_center ?? undefined,
    accountFeatures: account.features as Static<typeof AccountFeatures>,
    additionalAttributes: account.additional_attributes as Static<typeof AdditionalAttributes>,
    status: account.status,
    ...renderBalances(view.ledger),
  }
}

function renderNumber({ account_number }: AccountRow, { showsNumber }: AccountView): string {
  return showsNumber ? account_number : maskedNumber(account_number)
}

function renderBalances(ledger: LedgerAccount | undefined) {
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
  includeAccountBalance: Type.Optional(Type.Boolean({ description: 'Whether balances are returned; default false.' })),
})

export const AccountsQuery = Type.Object({
  page: Type.Optional(pageQuery.page),
  limit: Type.Optional(pageQuery.limit),
  accountNumber: Type.Optional(text(35)),
  accountType: Type.Optional(name(ACCOUNT_TYPES)),
  accountSubType: Type.Optional(name(SUB_TYPES)),
  status: Type.Optional(name(ACCOUNT_STATUSES)),
  currency: Type.Optional(CurrencyField),
  wireEnabled: Type.Optional(Type.Boolean()),
  costCenter: Type.Optional(text(64)),
})

export const exampleAccount = {
  accountName: 'Operating account',
  accountNumber: '400000001',
  accountType: 'Deposit',
  accountSubType: 'Checking',
  currency: 'USD',
  countryCode: 'US',
  systemOfRecords: 'Giro',
  routingNumber: '091000019',
  masterGl: '2000',
}
