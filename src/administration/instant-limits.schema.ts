import type { Temporal } from 'temporal-polyfill'
import Type from 'typebox'
import { type InstitutionSettings, instantLimitsOf } from '../institution/institution.ts'
import { formatAmount, minorOf } from '../kernel/money.ts'
import { largestPayment } from '../kernel/rail-rules.ts'

const INSTANT_NETWORKS = ['RTP', 'FEDNOW'] as const

const limit = Type.Optional(
  Type.Union([Type.Null(), Type.Integer({ minimum: 1, maximum: 1_000_000_000 })], {
    description: "In whole US dollars, at most the network's own limit; null for that.",
  }),
)

export const InstantLimitsField = Type.Object(
  { RTP: limit, FEDNOW: limit },
  { additionalProperties: false, description: 'The largest instant payment that the institution sends, by network.' },
)

const shown = Type.Union([Type.Null(), Type.Integer()], {
  description: "In whole US dollars; null for the network's own limit.",
})

export const InstantLimitsReply = Type.Object(
  { RTP: shown, FEDNOW: shown },
  { description: 'The largest instant payment that the institution sends, by network.' },
)

/** Limits above those of the networks on a day, which would have no effect. */
export function faultsOfInstantLimits(
  settings: Pick<InstitutionSettings, 'instantLimits'>,
  date: Temporal.PlainDate,
): string[] {
  const limits = instantLimitsOf(settings)
  return INSTANT_NETWORKS.flatMap((network) => {
    const own = limits[network]
    const largest = largestPayment(network, 'Instant', date)
    if (own === null || largest === undefined || minorOf(own, 'USD') <= largest) return []
    return [`instantLimits.${network} must not be above the limit of ${network}, ${formatAmount(largest, 'USD')} USD`]
  })
}
