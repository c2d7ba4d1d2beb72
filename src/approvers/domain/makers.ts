import type { Temporal } from 'temporal-polyfill'

/**
 * One who made a payment or a trade, or shaped it later: a client, with the user whose token it
 * sent.
 */
export interface Maker {
  clientId: string
  /** Null if the client acted in its own name. */
  userId: string | null
}

/** A maker with the address of the user, if it was one. */
export interface MakerWithAddress extends Maker {
  email: string | null
}

/** Everyone who shaped a payment or a trade: who submitted it is the first. */
export interface Making {
  makers: MakerWithAddress[]
  /**
   * Who set bank details of the contact that is paid, and no second person approved them: they
   * count as makers.
   */
  setters: MakerWithAddress[]
  /** When the first maker knew of it: for a payment of a series, when the series was started. */
  madeAt: Temporal.Instant
}

/**
 * Whether the caller is one of the makers. A client that pays and then names the approver would be
 * both pairs of eyes. A person whose token proves them is told apart from other persons, through
 * any client, but not from a client that acted in its own name: nobody knows for whom.
 */
export function isMaker(
  makers: readonly Maker[],
  { clientId, person }: { clientId: string; person?: { userId: string } },
): boolean {
  return makers.some((maker) =>
    person && maker.userId !== null ? person.userId === maker.userId : maker.clientId === clientId,
  )
}
