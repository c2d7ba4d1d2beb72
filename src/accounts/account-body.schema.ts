import Type, { type Static } from 'typebox'
import {
  blanksAreAbsent,
  CountryField,
  CurrencyField,
  canonicalName,
  exactText,
  explained,
  mustBeName,
  name,
  named,
  nameText,
  optionalText,
  text,
} from '../http/fields.ts'
import { type Institution, objectionToSecCodes } from '../institution/institution.ts'
import { currencyOf } from '../kernel/currency.ts'
import { objectionToDefault } from '../kernel/entry-description.ts'
import { plainAccountNumber } from '../kernel/iban.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { isRoutingNumber } from '../kernel/routing-number.ts'
import { words } from '../kernel/words.ts'
import { AccountFeatures, isOn, reconcileSwitches, switchField, switchTwins } from './account-features.ts'
import type { AccountData } from './accounts.store.ts'
import { ACCOUNT_ACTIONS } from './domain/account-state.ts'

export const ACCOUNT_TYPES = words('AccountType', ['Deposit', 'Loan', 'Gl'])
export const SUB_TYPES = words('AccountSubType', [
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
])
export const SYSTEMS_OF_RECORD = words('SystemOfRecord', ['Giro', 'Other Core', 'External'])
const BANK_ID_TYPES = words('BankIdType', ['NID', 'BIC'])

/** Accounts that no customer pays from by ACH batches: they cannot fund any. */
const FUNDS_NO_BATCHES: readonly string[] = ['Money Market', ...['Heloc', 'Line of Credit', 'Credit Card'], 'Gl']

const subTypesOf: Record<(typeof ACCOUNT_TYPES)[number], readonly string[]> = {
  Deposit: ['Checking', 'Savings', 'CD', 'Money Market', 'Pseudo', 'HSA'],
  Loan: ['Heloc', 'Line of Credit', 'Credit Card'],
  Gl: ['Gl'],
}

export const AdditionalAttributes = Type.Array(
  named('AccountAttribute', { attributeName: text(64), value: Type.String({ maxLength: 1024 }) }),
  { maxItems: 100 },
)

const ExternalAccountBody = named('ExternalAccountRequest', {
  externalProvider: optionalText(64),
  externalId: optionalText(128),
  externalAuthToken: optionalText(4096, {
    // Who reads an account and sends it back does not have it.
    'x-null': 'leftOut',
    ...exactText,
    description: 'Stored encrypted and never returned.',
  }),
})

/** The fields that the v2 and v3 bodies share. */
const common = {
  accountName: nameText(140),
  accountNumber: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9]{1,35}$',
      description:
        '1 to 35 letters and digits. Left out, the institution gives the account a number. Required for an account that is not kept in Giro. At its own routing number, only clients of the institution with Accounts.Choose_Account_Number can choose it.',
    }),
  ),
  accountType: name(ACCOUNT_TYPES, explained),
  accountSubType: name(SUB_TYPES, explained),
  currency: CurrencyField,
  countryCode: CountryField,
  systemOfRecords: name(SYSTEMS_OF_RECORD, { description: 'Giro for an account kept in this service.' }),
  routingNumber: text(11),
  masterGl: text(64, {
    description:
      'Its general ledger account. For clients of customers: one of books.customerGlAccounts, or that of another account of the customer.',
  }),
  costCenter: optionalText(64),
  fboAccountNumber: optionalText(35),
  bankIdType: Type.Optional(name(BANK_ID_TYPES)),
  enableOffset: switchField,
  enableWire: switchField,
  defaultOffset: switchField,
  feeAccount: switchField,
  returnAccount: switchField,
  externalAccount: Type.Optional(ExternalAccountBody),
}

/** How existing clients name features of an account. */
const FEATURE_NAMES = {
  'x-spellings': {
    accountAnalysis: 'accountFeatures.accountAnalysis',
    isUnderWritten: 'accountFeatures.achFeature.enableUnderWritten',
    debitExposureLimit: 'accountFeatures.achFeature.debitExposureLimit',
    creditExposureLimit: 'accountFeatures.achFeature.creditExposureLimit',
    enableCallbacks: 'accountFeatures.fedWireFeature.enableCallbacks',
    callbackLimit: 'accountFeatures.fedWireFeature.callbackLimit',
  },
}

const features = { accountFeatures: Type.Optional(AccountFeatures) }
const opening = { reason: optionalText(200, { description: 'Why the account is opened.' }) }

const bodyV2 = { externalReferenceId: text(64), ...common, ...features }

export const CreateAccountBodyV2 = named(
  'LegacyAccountRequest',
  { ...bodyV2, ...opening },
  { ...FEATURE_NAMES, ...blanksAreAbsent() },
)

const bodyV3 = {
  externalReferenceId: optionalText(64),
  ...common,
  ...features,
  additionalAttributes: Type.Optional(AdditionalAttributes),
}

export const CreateAccountBody = named(
  'AccountRequest',
  { ...bodyV3, ...opening },
  { ...FEATURE_NAMES, ...blanksAreAbsent() },
)
/** The fields of a new account: the v3 body, which includes all fields of the v2 body. */
export type AccountBody = Static<typeof CreateAccountBody>
/** The same with the number of the account. */
export type NumberedBody = AccountBody & { accountNumber: string }

const statusFields = {
  action: name(ACCOUNT_ACTIONS, { description: 'Close requires a zero balance and no open payments.' }),
  reason: text(200),
}

/** An instruction to change the status is not given by halves either. */
const neededForAccount = [...CreateAccountBodyV2.required, 'accountNumber', 'action', 'reason']

export const UpdateAccountBodyV2 = named('LegacyAccountUpdate', Type.Partial(Type.Object(bodyV2)).properties, {
  ...FEATURE_NAMES,
  ...blanksAreAbsent(neededForAccount),
})

export const UpdateAccountBody = named(
  'AccountUpdate',
  { ...Type.Partial(Type.Object(bodyV3)).properties, ...Type.Partial(Type.Object(statusFields)).properties },
  { ...FEATURE_NAMES, ...blanksAreAbsent(neededForAccount) },
)
export type UpdateAccountBody = Static<typeof UpdateAccountBody>

export const AccountStatusBody = named('AccountStatusUpdate', statusFields)
export type AccountStatusBody = Static<typeof AccountStatusBody>

/**
 * Merges changes into the body of an account, so that the result can be checked as a whole.
 * Features merge field by field. If a switch has two fields, both take the newly sent value.
 */
export function overlay(before: NumberedBody, changes: UpdateAccountBody): NumberedBody {
  const { action: _action, reason: _reason, ...fields } = changes
  const accountFeatures = mergeFeatures(before.accountFeatures ?? {}, changes.accountFeatures ?? {})
  const externalAccount = { ...before.externalAccount, ...changes.externalAccount }
  return reconcileSwitches({ ...before, ...fields, accountFeatures, externalAccount }, changes)
}

type Features = Static<typeof AccountFeatures>

function mergeFeatures(before: Features, changes: Features): Features {
  const merged: Record<string, unknown> = { ...before }
  for (const [feature, value] of Object.entries(changes))
    merged[feature] =
      typeof value === 'object' ? { ...(before[feature as keyof Features] as object | undefined), ...value } : value
  return merged as Features
}

/**
 * Refuses features that would have no effect. Every ACH credit needs its funds when it is accepted,
 * so an account cannot send without them. ACH carries US dollars only, so a limit on ACH credits in
 * another currency would bound nothing. An SEC code that the institution does not originate would
 * be refused at each payment. What an account already has stays as it is.
 */
export function requireEffect(
  { accountFeatures }: Pick<UpdateAccountBody, 'accountFeatures'>,
  currency: string,
  { settings }: Pick<Institution, 'settings'>,
  before?: Pick<UpdateAccountBody, 'accountFeatures'>,
): Result<void, Refusal> {
  const { enableAchPrefund, creditExposureLimit, secCodes, companyEntryDescription } = accountFeatures?.achFeature ?? {}
  const wrong: string[] = []
  const reserved = objectionToDefault(companyEntryDescription)
  if (reserved) wrong.push(`accountFeatures.achFeature.companyEntryDescription: ${reserved}`)
  if (!isOn(enableAchPrefund, true))
    wrong.push('accountFeatures.achFeature.enableAchPrefund cannot be off, because every ACH credit is prefunded')
  if (creditExposureLimit !== undefined && currency !== 'USD')
    wrong.push('accountFeatures.achFeature.creditExposureLimit needs an account in USD, because ACH carries only USD')
  const unoffered = objectionToSecCodes(settings, secCodes, {
    before: before?.accountFeatures?.achFeature?.secCodes ?? [],
    field: 'accountFeatures.achFeature.secCodes',
  })
  if (unoffered) wrong.push(unoffered)
  return wrong.length > 0 ? refusal('invalidAccount', wrong.join('; ')) : accept(undefined)
}

/** Checks rules that the schema cannot express. One refusal names every violation. */
export function parseAccount(body: NumberedBody): Result<AccountData, Refusal> {
  const type = mustBeName(ACCOUNT_TYPES, body.accountType)
  const subType = mustBeName(SUB_TYPES, body.accountSubType)
  const bankIdType = body.bankIdType ? mustBeName(BANK_ID_TYPES, body.bankIdType) : 'NID'
  const features = body.accountFeatures ?? {}
  const twin = switchTwins(body)
  const enableOffset = isOn(twin.enableOffset.value, false)
  const defaultOffset = isOn(twin.defaultOffset.value, false)

  const wrong: string[] = []
  if (!subTypesOf[type].includes(subType))
    wrong.push(`accountSubType of a ${type} account must be one of ${subTypesOf[type].join(', ')}`)
  if (!currencyOf(body.currency)) wrong.push('currency must be a supported ISO 4217 currency')
  if (bankIdType === 'NID' && !isRoutingNumber(body.routingNumber))
    wrong.push('routingNumber must be an ABA routing number, nine digits with a valid check digit')
  if (subType === 'Pseudo' && !body.fboAccountNumber)
    wrong.push('fboAccountNumber is required when accountSubType is Pseudo')
  for (const [field, { differs, inFeatures }] of Object.entries(twin))
    if (differs) wrong.push(`${field} and accountFeatures.${inFeatures} must not contradict each other`)
  for (const [field, isSet] of Object.entries({ enableOffset, defaultOffset }))
    if (isSet && FUNDS_NO_BATCHES.includes(subType))
      wrong.push(`${field} is for accounts that can fund ACH batches, and a ${subType} account cannot`)
  if (wrong.length > 0) return refusal('invalidAccount', wrong.join('; '))

  const { fedWireFeature, fedNowFeature, rtpFeature } = features
  return accept({
    externalReferenceId: body.externalReferenceId ?? null,
    name: body.accountName,
    accountNumber: plainAccountNumber(body.accountNumber),
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
    enableWire: isOn(twin.enableWire.value, true),
    enableDomesticWire: isOn(fedWireFeature?.enableDomesticWire, true),
    enableInternationalWire: isOn(fedWireFeature?.enableInternationalWire, true),
    enableFednow: isOn(fedNowFeature?.enableFedNow, true),
    enableRtp: isOn(rtpFeature?.enableRtp, true),
    receiveOnlyRails: [
      ...(isOn(rtpFeature?.rtpReceiveOnly, false) ? ['RTP'] : []),
      ...(isOn(fedNowFeature?.fednowReceiveOnly, false) ? ['FEDNOW'] : []),
    ],
    enableOffset,
    defaultOffset,
    feeAccount: isOn(twin.feeAccount.value, false),
    returnAccount: isOn(twin.returnAccount.value, false),
    features,
    additionalAttributes: body.additionalAttributes ?? [],
    externalProvider: body.externalAccount?.externalProvider ?? null,
    externalRef: body.externalAccount?.externalId ?? null,
    openingReason: body.reason || null,
  })
}

/** The status change in a body, or undefined. action and reason require each other. */
export function parseStatusChange({ action, reason }: Partial<AccountStatusBody>) {
  if (action === undefined && reason === undefined) return accept(undefined)
  if (reason === undefined) return refusal('invalidAccount', 'reason is required with action')
  if (action === undefined) return refusal('invalidAccount', 'action is required with reason')
  const known = canonicalName(ACCOUNT_ACTIONS, action)!
  return accept({ action: known, reason })
}

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
