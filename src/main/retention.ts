import { StartupError } from './startup-error.ts'

/** How long records are kept that nothing reads later, in days; undefined for ever. */
export interface Retention {
  /** Replies to payment requests: until then, a repeated request gets the first reply. */
  paymentKeysDays: number | undefined
  /** The log of webhook deliveries. The events stay in the feed. */
  deliveriesDays: number | undefined
  /** Mails about payments, which their timelines show. */
  mailsDays: number | undefined
}

export const RETENTION: Retention = { paymentKeysDays: 400, deliveriesDays: 30, mailsDays: 400 }

/** Longer than a client can be down and then repeat its requests, or ask about a delivery. */
const LEAST_DAYS = 30
const MOST_DAYS = 36_500

/** The settings of the retention, from the environment. */
export function readRetention(value: (name: string) => string | undefined): Retention {
  return {
    paymentKeysDays: daysIn('GIRO_KEEP_PAYMENT_KEYS', value, RETENTION.paymentKeysDays),
    deliveriesDays: daysIn('GIRO_KEEP_DELIVERIES', value, RETENTION.deliveriesDays),
    mailsDays: daysIn('GIRO_KEEP_MAILS', value, RETENTION.mailsDays),
  }
}

function daysIn(
  name: string,
  value: (name: string) => string | undefined,
  fallback: number | undefined,
): number | undefined {
  const text = value(name)
  if (text === undefined) return fallback
  if (text === 'forever') return undefined
  const days = Number(text)
  if (!Number.isInteger(days) || days < LEAST_DAYS || days > MOST_DAYS)
    throw new StartupError(
      `${name} is neither a number of days from ${LEAST_DAYS} to ${MOST_DAYS} nor forever: correct it, or unset it`,
    )
  return days
}
