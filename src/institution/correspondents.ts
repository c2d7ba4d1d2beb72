import { CHARGES, type Charges } from '../kernel/charges.ts'
import { words } from '../kernel/words.ts'

/**
 * How a SWIFT payment reaches the beneficiary's bank. Serial: one message goes from bank to bank,
 * and the money with it. Cover: the message goes to the beneficiary's bank directly, and the money
 * through the correspondents.
 */
export const SETTLEMENT_METHODS = words('SettlementMethod', ['Serial', 'Cover'])
export type SettlementMethod = (typeof SETTLEMENT_METHODS)[number]

/**
 * The standing settlement instruction of a currency: through whom the institution pays and is paid.
 */
export interface Correspondent {
  currency: string
  /** The bank that keeps the institution's account in the currency. */
  bic: string
  name?: string
  /** The number of that account: an IBAN, or the bank's own. */
  accountNumber: string
  settlementMethod: SettlementMethod
  /** What the agreement with the correspondent allows. */
  charges: readonly Charges[]
  /** The business days of the currency after which silence about a payment is an exception. */
  answerDays: number
}

export const CORRESPONDENT_DEFAULTS = { settlementMethod: 'Serial', charges: CHARGES, answerDays: 2 } as const

/**
 * The correspondent of a sandbox for the currencies without one: the simulated network plays it.
 */
export const SIMULATED_CORRESPONDENT = 'GIROUS33XXX'

/** The BIC of a sandbox without one. */
const SIMULATED_BIC = 'SIMBUS33XXX'

/** What says where an institution stands in the network. */
interface Member {
  bic: string | null
  sandbox: boolean
  settings: { correspondents?: readonly Correspondent[] }
}

/** Undefined if the institution cannot pay or be paid in the currency by SWIFT. */
export function correspondentOf(
  { sandbox, settings }: Pick<Member, 'sandbox' | 'settings'>,
  currency: string,
): Correspondent | undefined {
  const agreed = settings.correspondents?.find((one) => one.currency === currency)
  if (agreed || !sandbox) return agreed
  return { ...CORRESPONDENT_DEFAULTS, currency, bic: SIMULATED_CORRESPONDENT, accountNumber: `SIM${currency}` }
}

/** The BIC that the institution sends and receives under. */
export function bicOf({ bic, sandbox }: Pick<Member, 'bic' | 'sandbox'>): string | undefined {
  return bic ?? (sandbox ? SIMULATED_BIC : undefined)
}

/** What the institution must configure before it can pay in the currency by SWIFT. */
export function unconfiguredFor(institution: Member, currency: string): string | undefined {
  if (bicOf(institution) === undefined) return 'the institution has no bic: set it with PUT /v1/institution'
  if (correspondentOf(institution, currency)) return undefined
  return `the institution has no correspondent for ${currency}: name one in correspondents with PUT /v1/institution`
}
