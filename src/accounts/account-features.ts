import Type, { type Static, type TSchema } from 'typebox'
import { ACH_COMPANY_ID } from '../customers/customers.ts'
import { canonicalName, decimal, name, named } from '../http/fields.ts'
import { ENTRY_DESCRIPTION } from '../kernel/entry-description.ts'

const YES_NO = ['Yes', 'No'] as const

/** Clients send these switches as Yes or No, or as booleans. */
export const switchField = Type.Optional(
  Type.Union([Type.Boolean(), name(YES_NO)], {
    'x-published': { type: 'string', enum: [...YES_NO], title: 'YesNo' },
  }),
)

const featuresWith = <Limit extends TSchema>(limit: Limit) =>
  named('AccountFeatures', {
    rfpReceive: switchField,
    rfpSend: switchField,
    accountAnalysis: switchField,
    feeAccount: switchField,
    returnAccount: switchField,
    fedWireFeature: Type.Optional(
      named('FedWireFeature', {
        enableWire: switchField,
        callbackLimit: limit,
        enableCallbacks: switchField,
        enableInternationalWire: switchField,
        enableDomesticWire: switchField,
      }),
    ),
    fedNowFeature: Type.Optional(
      named('FedNowFeature', {
        enableFedNow: switchField,
        fednowReceiveOnly: switchField,
        fednowSendOrReceive: switchField,
        fednowRfpSend: switchField,
        fednowRfpReceive: switchField,
      }),
    ),
    rtpFeature: Type.Optional(
      named('RtpFeature', {
        enableRtp: switchField,
        rtpReceiveOnly: switchField,
        rtpSendOrReceive: switchField,
        rtpRfpSend: switchField,
        rtpRfpReceive: switchField,
      }),
    ),
    achFeature: Type.Optional(
      named('AchFeature', {
        enableOffset: switchField,
        defaultOffset: switchField,
        enableUnderWritten: switchField,
        debitExposureLimit: limit,
        creditExposureLimit: limit,
        enableAchPrefund: switchField,
        // Empty means none: the customer's company id is used in the files.
        achCompanyId: Type.Optional(Type.String({ ...ACH_COMPANY_ID, pattern: `^$|${ACH_COMPANY_ID.pattern}` })),
        // Empty means none: what the customer says is used in the files.
        companyEntryDescription: Type.Optional(
          Type.String({ ...ENTRY_DESCRIPTION, pattern: `^$|${ENTRY_DESCRIPTION.pattern}` }),
        ),
        secCodes: Type.Optional(Type.Array(Type.String({ maxLength: 8 }), { maxItems: 20 })),
      }),
    ),
  })

const publishedLimit = { 'x-published': { type: 'number', minimum: 0 } } as const

/** Three decimals cover every currency; see docs/decisions/0014. */
const limitField = Type.Optional(
  Type.Union(
    [
      decimal([14, 3]),
      Type.String({ pattern: '^[0-9]{1,14}(\\.[0-9]{1,3})?$', description: 'An amount as decimal text.' }),
    ],
    publishedLimit,
  ),
)

export const AccountFeatures = featuresWith(limitField)

/** Features as stored. An old limit may not meet the current rule. */
export const AccountFeaturesReply = featuresWith(
  Type.Optional(Type.Union([Type.Number(), Type.String()], publishedLimit)),
)

type Features = Static<typeof AccountFeatures>

/** Features in the form that the document shows: switches as Yes and No, limits as numbers. */
export function renderFeatures(features: object): Static<typeof AccountFeaturesReply> {
  const shown = Object.entries(features).map(([name, value]) => [name, renderFeature(name, value)])
  return Object.fromEntries(shown)
}

function renderFeature(name: string, value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' && name.endsWith('Limit')) return Number(value)
  if (typeof value === 'string') return canonicalName(YES_NO, value) ?? value
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? renderFeatures(value) : value
}

export type Switch = boolean | string | undefined

export function isOn(value: Switch, absent: boolean): boolean {
  if (value === undefined) return absent
  return typeof value === 'boolean' ? value : canonicalName(YES_NO, value) === 'Yes'
}

/** The v2 switches that v3 also has among the features, with their path there. */
const TWINS = {
  enableOffset: ['achFeature', 'enableOffset'],
  defaultOffset: ['achFeature', 'defaultOffset'],
  enableWire: ['fedWireFeature', 'enableWire'],
  feeAccount: ['feeAccount'],
  returnAccount: ['returnAccount'],
} as const satisfies Record<string, readonly string[]>
type TwinName = keyof typeof TWINS

type WithSwitches = { [field in TwinName]?: boolean | string } & { accountFeatures?: Features }

interface Twin {
  /** The value of the switch, from either field. */
  value: Switch
  /** Whether the two fields contradict each other. */
  differs: boolean
  inFeatures: string
}

export function switchTwins(body: WithSwitches): Record<TwinName, Twin> {
  const twins = Object.entries(TWINS).map(([field, path]) => {
    const [above, below] = [body[field as TwinName], readPath(body.accountFeatures, path)]
    const differs = above !== undefined && below !== undefined && isOn(above, false) !== isOn(below, false)
    return [field, { value: below ?? above, differs, inFeatures: path.join('.') }]
  })
  return Object.fromEntries(twins)
}

/** If a change sets only one of the two fields of a switch, sets the other to the same value. */
export function reconcileSwitches<Body extends WithSwitches>(merged: Body, changes: WithSwitches): Body {
  let { accountFeatures } = merged
  const above: WithSwitches = {}
  for (const [field, path] of Object.entries(TWINS) as [TwinName, readonly string[]][]) {
    const [newAbove, newBelow] = [changes[field], readPath(changes.accountFeatures, path)]
    if (newBelow !== undefined && newAbove === undefined) above[field] = newBelow
    if (newAbove !== undefined && newBelow === undefined && readPath(accountFeatures, path) !== undefined)
      accountFeatures = withPath(accountFeatures!, path, newAbove)
  }
  return { ...merged, ...above, accountFeatures }
}

function readPath(features: Features | undefined, path: readonly string[]): boolean | string | undefined {
  // biome-ignore lint/suspicious/noExplicitAny: every path in TWINS leads to a switch
  return path.reduce((value: any, step) => value?.[step], features)
}

function withPath(features: Features, [step, ...rest]: readonly string[], value: boolean | string): Features {
  const child = (features as Record<string, object>)[step!]
  return { ...features, [step!]: rest.length === 0 ? value : withPath(child as Features, rest, value) }
}
