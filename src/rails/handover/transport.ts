import type { DepartureKind } from './departure-kinds.ts'

/**
 * What a worker hands over under a lease: a file or a message, with what the database knows of it.
 */
export interface Consignment {
  /** The tenant code of the institution. */
  institution: string
  rail: string
  /** Unique in the institution: a second consignment of this name never leaves by itself. */
  name: string
  content: string
  /** What is in it, as the evidence names it. */
  items: readonly ConsignmentItem[]
  /** The fencing token of this claim. Every claim has a higher one than those before it. */
  token: number
  /**
   * Tokens of earlier claims whose holders did not say how they ended: they may still be at work.
   */
  openTokens: readonly number[]
  /** The transport that earlier consignments went to, by its identity; undefined for the first. */
  transportIdentity: string | undefined
  /** From when on the transport must look for evidence that the consignment has left (RFC 3339). */
  evidenceSince: string
  /** Whether a person decided that it leaves although it may have left before. */
  isRepeated: boolean
  /** Whether the lease still holds, by the clock of this process. */
  isLeased(): boolean
}

/**
 * An item of a file or message: the entry of a payment, the entry that reverses one, or of a
 * receipt its return. It names no person and no account, because the evidence is not sealed.
 */
export interface ConsignmentItem {
  kind: DepartureKind
  /** The payment, or the receipt. */
  paymentId: string
  /** What the network knows it by, for ACH the trace number. */
  reference: string
  /** `2026-07-02` */
  valueDate: string
}

/**
 * How a hand-over ended. `inDoubt`: nobody can tell whether the consignment left; a person decides.
 * `fenced`: another worker has taken over, and nothing left by this one.
 */
export type Outcome = { kind: 'handedOver'; evidence: string } | { kind: 'inDoubt'; doubt: string } | { kind: 'fenced' }

/** Carries bytes out of the institution, and knows no rail. */
export interface Transport {
  /** Names this place for good: workers that differ in it would hand over twice. */
  identity(): Promise<string>
  /**
   * Hands a consignment over, once. If it throws, nothing has left, except for `EndUnknown`: then
   * the next claim finds out.
   */
  handOver(consignment: Consignment): Promise<Outcome>
  /** Removes what it keeps of a consignment whose end a person decided. */
  forget(name: string): Promise<void>
  /** What left from this institution since then, as the evidence outside the database shows it. */
  left(institution: string, since: string): Promise<readonly Departure[]>
  /**
   * What was in it, some at a time. Throws `BrokenEvidence` if that is lost or was changed, at the
   * latest after the last piece.
   */
  itemsOf(departure: ItemizedDeparture): AsyncIterable<readonly ConsignmentItem[]>
}

/** A line of evidence: something left, or was about to. */
export interface Departure {
  name: string
  rail: string
  sha256: string
  token: number
  at: string
  event: 'begun' | 'handedOver'
  /** The list of what was in it. Files that left before lists were kept have none. */
  items?: { count: number; sha256: string } | undefined
  /** The hash of the line. */
  evidence: string
}

export type ItemizedDeparture = Departure & { items: { count: number; sha256: string } }

/** A hand-over that failed after the consignment may have left, or that did not end in time. */
export class EndUnknown extends Error {}

/** The evidence of what left cannot be trusted or read: it was edited, cut off or replaced. */
export class BrokenEvidence extends Error {}
