import type { Transaction } from '../db/client.ts'
import { formatAmount, parseAmount } from '../kernel/money.ts'
import type { UpdateAccountBody } from './account-body.schema.ts'
import { isOn } from './account-features.ts'

interface RestrictedAccount {
  customerId: bigint
  currency: string
  enableWire: boolean
  enableDomesticWire: boolean
  enableInternationalWire: boolean
  enableFednow: boolean
  enableRtp: boolean
  receiveOnlyRails: readonly string[]
  features: Features
}

type Features = NonNullable<UpdateAccountBody['accountFeatures']>

/**
 * What the accounts of customers may not do, also those that were closed or deleted. Nothing for
 * customers whose accounts may do everything.
 */
export class Restrictions {
  readonly #accounts: ReadonlyMap<bigint, readonly RestrictedAccount[]>

  constructor(accounts: readonly RestrictedAccount[] = []) {
    this.#accounts = Map.groupBy(accounts, ({ customerId }) => customerId)
  }

  /**
   * The features of a new account that is opened by a client of its customer: rails and requests
   * for payment that are off for another account are off for this one, its SEC codes are those of
   * the others, and wires need call-backs above the lowest limit.
   */
  featuresOf(customerId: bigint, currency: string): UpdateAccountBody['accountFeatures'] {
    const others = this.#accounts.get(customerId)
    if (!others) return undefined
    const off = (field: string, may: (account: RestrictedAccount) => boolean) =>
      others.every(may) ? {} : { [field]: false }
    const receiveOnly = (field: string, rail: string) =>
      others.some(({ receiveOnlyRails }) => receiveOnlyRails.includes(rail)) ? { [field]: true } : {}
    return {
      fedWireFeature: {
        ...off('enableWire', (account) => account.enableWire),
        ...off('enableDomesticWire', (account) => account.enableDomesticWire),
        ...off('enableInternationalWire', (account) => account.enableInternationalWire),
        ...callBacksOf(others, currency),
      },
      fedNowFeature: {
        ...off('enableFedNow', (account) => account.enableFednow),
        ...receiveOnly('fednowReceiveOnly', 'FEDNOW'),
        ...off('fednowRfpSend', ({ features }) => isOn(features.fedNowFeature?.fednowRfpSend, true)),
      },
      rtpFeature: {
        ...off('enableRtp', (account) => account.enableRtp),
        ...receiveOnly('rtpReceiveOnly', 'RTP'),
        ...off('rtpRfpSend', ({ features }) => isOn(features.rtpFeature?.rtpRfpSend, true)),
      },
      ...off('rfpSend', ({ features }) => isOn(features.rfpSend, true)),
      ...secCodesOf(others),
    }
  }
}

/** The SEC codes that all accounts with such a list have in common, or the shortest list. */
function secCodesOf(others: readonly RestrictedAccount[]) {
  const lists = others.flatMap(({ features }) => {
    const codes = features.achFeature?.secCodes ?? []
    return codes.length > 0 ? [codes.map((code) => code.toUpperCase())] : []
  })
  const [shortest] = lists.toSorted((one, other) => one.length - other.length)
  if (!shortest) return {}
  const common = shortest.filter((code) => lists.every((list) => list.includes(code)))
  return { achFeature: { secCodes: common.length > 0 ? common : shortest } }
}

/** Call-backs above the lowest limit; for every wire if a limit is in another currency. */
function callBacksOf(others: readonly RestrictedAccount[], currency: string) {
  const withThem = others.filter(({ features }) => isOn(features.fedWireFeature?.enableCallbacks, false))
  if (withThem.length === 0) return {}
  const limits = withThem.map((other) => {
    const { callbackLimit } = other.features.fedWireFeature ?? {}
    const limit = other.currency === currency ? parseAmount(callbackLimit || 0, currency) : undefined
    return limit?.ok ? limit.value : 0n
  })
  const lowest = limits.reduce((least, limit) => (limit < least ? limit : least))
  return { enableCallbacks: true, callbackLimit: formatAmount(lowest, currency) }
}

export async function readRestrictions(
  tx: Transaction,
  tenantId: bigint,
  customerIds: readonly bigint[],
): Promise<Restrictions> {
  if (customerIds.length === 0) return new Restrictions()
  const rows = await tx.query<RestrictedAccount>(
    `select customer_id, currency, enable_wire, enable_domestic_wire, enable_international_wire, enable_fednow, enable_rtp,
       receive_only_rails, features
     from accounts
     where tenant_id = $1 and customer_id = any($2::bigint[]) and elsewhere_of is null
       and not (enable_wire and enable_domestic_wire and enable_international_wire and enable_fednow and enable_rtp
         and receive_only_rails = '{}' and features #> '{fedWireFeature,enableCallbacks}' is null
         and features -> 'rfpSend' is null and features #> '{fedNowFeature,fednowRfpSend}' is null
         and features #> '{rtpFeature,rtpRfpSend}' is null and features #> '{achFeature,secCodes}' is null)`,
    [tenantId, customerIds],
  )
  return new Restrictions(rows)
}
