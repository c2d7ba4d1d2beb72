import { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { Transaction } from '../../db/client.ts'
import { holdInstitutionTime, type Institution } from '../../institution/institution.ts'
import { LATE, within } from '../../kernel/within.ts'
import { EndUnknown } from '../handover/transport.ts'
import type { Link, Parcel, ParcelOutcome } from '../links/link.ts'
import { linkOf } from '../links/links.ts'
import type { MessageRailName, WhenUnknown } from '../network.ts'
import { networkOf } from '../networks.ts'
import { type MessageSigner, signerOf } from '../signing/message-signer.ts'
import { mayMessagesLeave } from './compare-messages.ts'
import { recordMessage } from './message-trace.ts'
import { signedContent } from './messages.store.ts'
import {
  type ClaimedMessage,
  claimMessages,
  giveBack,
  markExpired,
  markInDoubt,
  markLeft,
  reopen,
  storeSignatures,
} from './outgoing.store.ts'

/** Longer than a link takes. After a crash, the messages wait as long. */
const LEASE_MS = 15_000
/** A holder stops this long before its lease ends, because clocks do not run alike. */
const MARGIN_MS = 3_000
/** The waits in seconds after the other side refused a message; after the last a person decides. */
const REFUSED_WAITS_S = [1, 5, 30, 120, 300]

/** A message that has left, as its sender sees it. */
export type LeftMessage = Pick<
  ClaimedMessage,
  'id' | 'rail' | 'messageType' | 'messageId' | 'copy' | 'uetr' | 'paymentId' | 'receiptId' | 'answersMessageId'
>

export interface MessageHandover {
  rail: MessageRailName
  /** Records that they left, in the transaction that confirms it. */
  onLeft(tx: Transaction, messages: readonly LeftMessage[], now: Temporal.Instant): Promise<void>
  /** Records that they could not leave in time, and leave no more. */
  onExpired(tx: Transaction, messages: readonly LeftMessage[], now: Temporal.Instant): Promise<void>
  /** The ids of those that leave no more, because the one who asked for them was stopped since. */
  stopped?(tx: Transaction, messages: readonly LeftMessage[]): Promise<ReadonlySet<string>>
  /** For tests: another link, another signer, and another rule. */
  link?: Link
  signer?: MessageSigner
  whenUnknown?: WhenUnknown
}

/**
 * Hands over the oldest messages of a rail that wait. Claims them, gives them to the link outside
 * of any transaction, and confirms. What a worker had claimed that died is taken over when its
 * lease ends; whether it left is found out by the link, or else the rule of the network says what
 * is done. Returns how many messages it moved.
 */
export async function handOverMessages(app: App, institution: Institution, options: MessageHandover): Promise<number> {
  const link = options.link ?? linkOf(app, institution, options.rail)
  if (!link) return 0
  if (!(await mayMessagesLeave(app, institution, { rail: options.rail, link }))) return 0
  const handover = new Handover(app, institution, link, options)
  const claimedAtMs = app.time.nowMs()
  const { claims, now, moved } = await handover.claim()
  if (claims.length === 0) return moved
  const parcels = (await handover.sign(claims)).map((message) => parcelOf(message, now))
  const isLeased = () => app.time.nowMs() < claimedAtMs + LEASE_MS - MARGIN_MS
  const outcomes = await handover.give(parcels, claims, isLeased)
  return moved + (await handover.settle(claims, outcomes))
}

/** One hand-over, from the claim to the confirmation. */
class Handover {
  readonly #app: App
  readonly #institution: Institution
  readonly #tenantId: bigint
  readonly #link: Link
  readonly #options: MessageHandover
  readonly #rule: WhenUnknown

  constructor(app: App, institution: Institution, link: Link, options: MessageHandover) {
    this.#app = app
    this.#institution = institution
    this.#tenantId = institution.tenantId
    this.#link = link
    this.#options = options
    this.#rule = options.whenUnknown ?? networkOf(options.rail).whenUnknown
  }

  /** Claims what waits, and ends at once what need not be given to the link. */
  claim(): Promise<{ claims: ClaimedMessage[]; now: Temporal.Instant; moved: number }> {
    const { rail } = this.#options
    const claimedBy = this.#app.workerName
    return this.#app.db.transaction(async (tx) => {
      const now = await holdInstitutionTime(tx, this.#institution, this.#app.clock)
      const options = { rail, claimedBy, leaseMs: LEASE_MS, limit: this.#link.batchSize }
      const claimed = await claimMessages(tx, this.#tenantId, options, now)
      const stopped = (await this.#options.stopped?.(tx, claimed)) ?? new Set()
      const fates = Map.groupBy(claimed, (message) => this.#fateOf(message, stopped.has(message.id), now))
      await this.#confirm(tx, fates.get('left')?.map(withEvidence('decided')) ?? [], now)
      await this.#confirm(tx, fates.get('asked')?.map(withEvidence('unknown', LOST)) ?? [], now)
      await this.#expire(tx, fates.get('late') ?? [], now)
      await this.#doubt(tx, fates.get('doubted')?.map((message) => ({ message, doubt: LOST })) ?? [], now)
      const claims = fates.get('given') ?? []
      return { claims, now, moved: claimed.length - claims.length }
    })
  }

  #fateOf(
    message: ClaimedMessage,
    isStopped: boolean,
    now: Temporal.Instant,
  ): 'left' | 'asked' | 'late' | 'doubted' | 'given' {
    if (message.decision === 'HandedOver') return 'left'
    const isLate = isTooLate(message, now)
    // A decision counts for the claims before it: they are not open any more.
    const mayHaveLeft = message.openTokens.length > 0
    if (!mayHaveLeft) return isLate || isStopped ? 'late' : 'given'
    if (this.#link.recognisesParcels) return 'given'
    if (this.#rule === 'ask') return 'asked'
    return this.#rule === 'person' || isLate ? 'doubted' : 'given'
  }

  /** Signs what is not signed yet, and keeps the signatures before anything leaves. */
  async sign(claims: readonly ClaimedMessage[]): Promise<readonly ClaimedMessage[]> {
    try {
      const signer = this.#options.signer ?? signerOf(this.#app, this.#institution, this.#options.rail)
      if (!signer) return claims
      const signatures = new Map(
        claims.flatMap(({ id, signature, content }) =>
          signature === null ? [[id, signer.sign(Buffer.from(content).toString())] as const] : [],
        ),
      )
      await this.#app.db.transaction((tx) => storeSignatures(tx, this.#tenantId, signatures))
      return claims.map((message) => {
        const signature = signatures.get(message.id)
        if (signature === undefined) return message
        return { ...message, signature, content: signedContent(Buffer.from(message.content), signature) }
      })
    } catch (error) {
      await this.#app.db.transaction((tx) => giveBack(tx, this.#tenantId, claims))
      throw error
    }
  }

  /** Gives them back if none has left, so that the next try need not wait for their lease. */
  async give(
    parcels: readonly Parcel[],
    claims: readonly ClaimedMessage[],
    isLeased: () => boolean,
  ): Promise<readonly ParcelOutcome[]> {
    try {
      const outcomes = await within(LEASE_MS - MARGIN_MS, this.#link.handOver(parcels, isLeased), this.#app.time)
      if (outcomes === LATE) throw new EndUnknown(`the link of ${this.#options.rail} did not answer in time`)
      return outcomes
    } catch (error) {
      if (!(error instanceof EndUnknown)) await this.#app.db.transaction((tx) => giveBack(tx, this.#tenantId, claims))
      throw error
    }
  }

  /** Confirms what has left, and says what becomes of the rest. */
  async settle(claims: readonly ClaimedMessage[], outcomes: readonly ParcelOutcome[]): Promise<number> {
    const ended = claims.map((message, at) => ({ message, outcome: outcomes[at]! }))
    const moved = await this.#app.db.transaction(async (tx) => {
      const now = await holdInstitutionTime(tx, this.#institution, this.#app.clock)
      const left = ended.flatMap(({ message, outcome }) => this.#asLeft(message, outcome))
      await this.#confirm(tx, left, now)
      const stayed = ended.flatMap(({ message, outcome }) => (outcome.kind === 'stayed' ? [message] : []))
      const [late, waiting] = split(stayed, (message) => isTooLate(message, now))
      await this.#expire(tx, late, now)
      await giveBack(tx, this.#tenantId, waiting)
      await this.#refuse(tx, ended, now)
      await this.#resolveUnknown(tx, ended, now)
      return ended.length - waiting.length
    })
    const stuck = outcomes.find(({ kind }) => kind === 'stayed')
    if (moved === 0 && stuck?.kind === 'stayed') throw new Error(`no message left: ${stuck.why}`)
    return moved
  }

  #asLeft(message: ClaimedMessage, outcome: ParcelOutcome): LeftClaim[] {
    if (outcome.kind === 'left') return [{ message, evidence: outcome.evidence }]
    if (outcome.kind === 'unknown' && this.#rule === 'ask')
      return [{ message, evidence: 'unknown', doubt: outcome.doubt }]
    return []
  }

  /** What the other side does not want is tried again with growing waits, then a person decides. */
  async #refuse(tx: Transaction, ended: readonly Ended[], now: Temporal.Instant): Promise<void> {
    const refused = ended.flatMap(({ message, outcome }) =>
      outcome.kind === 'refused' ? [{ message, why: outcome.why }] : [],
    )
    const retried = refused.flatMap(({ message: { id, token, attempts } }) => {
      const retryInSeconds = REFUSED_WAITS_S[attempts]
      return retryInSeconds === undefined ? [] : [{ id, token, retryInSeconds }]
    })
    await giveBack(tx, this.#tenantId, retried)
    const given = refused.filter(({ message }) => REFUSED_WAITS_S[message.attempts] === undefined)
    const doubts = given.map(({ message, why }) => ({ message, doubt: `the other side refuses it: ${why}` }))
    await this.#doubt(tx, doubts, now)
  }

  async #resolveUnknown(tx: Transaction, ended: readonly Ended[], now: Temporal.Instant): Promise<void> {
    if (this.#rule === 'ask') return
    const unknown = ended.flatMap(({ message, outcome }) =>
      outcome.kind === 'unknown' ? [{ message, doubt: outcome.doubt }] : [],
    )
    const mayLeaveAgain = ({ message }: { message: ClaimedMessage }) =>
      this.#rule === 'resend' && !isTooLate(message, now)
    const [again, doubted] = split(unknown, mayLeaveAgain)
    const claims = again.map(({ message }) => message)
    await reopen(tx, this.#tenantId, claims)
    await this.#doubt(tx, doubted, now)
  }

  async #confirm(tx: Transaction, left: readonly LeftClaim[], now: Temporal.Instant): Promise<void> {
    if (left.length === 0) return
    const claims = left.map(({ message: { id, token }, evidence, doubt }) => ({ id, token, evidence, doubt }))
    const ended = await markLeft(tx, this.#tenantId, claims, now)
    const messages = left.flatMap(({ message }) => (ended.has(message.id) ? [message] : []))
    if (messages.length > 0) await this.#options.onLeft(tx, messages, now)
  }

  async #expire(tx: Transaction, late: readonly ClaimedMessage[], now: Temporal.Instant): Promise<void> {
    if (late.length === 0) return
    const ended = await markExpired(tx, this.#tenantId, late, now)
    const messages = late.filter(({ id }) => ended.has(id))
    for (const message of messages) await recordMessage(tx, 'rails.messageExpired', message, {}, now)
    if (messages.length > 0) await this.#options.onExpired(tx, messages, now)
  }

  async #doubt(
    tx: Transaction,
    doubted: readonly { message: ClaimedMessage; doubt: string }[],
    now: Temporal.Instant,
  ): Promise<void> {
    if (doubted.length === 0) return
    const claims = doubted.map(({ message: { id, token }, doubt }) => ({ id, token, doubt }))
    const ended = await markInDoubt(tx, this.#tenantId, claims)
    for (const { message, doubt } of doubted)
      if (ended.has(message.id)) await recordMessage(tx, 'rails.messageInDoubt', message, { doubt }, now)
  }
}

const LOST = 'its worker ended before it said whether the message left'

interface Ended {
  message: ClaimedMessage
  outcome: ParcelOutcome
}

interface LeftClaim {
  message: ClaimedMessage
  evidence: string
  doubt?: string | undefined
}

const withEvidence =
  (evidence: string, doubt?: string) =>
  (message: ClaimedMessage): LeftClaim => ({ message, evidence, doubt })

function isTooLate({ leavesBy }: Pick<ClaimedMessage, 'leavesBy'>, now: Temporal.Instant): boolean {
  return leavesBy !== null && Temporal.Instant.compare(leavesBy, now) < 0
}

function parcelOf(message: ClaimedMessage, now: Temporal.Instant): Parcel {
  const { id, rail, messageType, messageId, paymentId, content, token, openTokens, decision } = message
  const isRepeated = decision === 'HandOverAgain'
  const mayLeave = !isTooLate(message, now)
  return { ...{ id, rail, messageType, messageId, paymentId, content }, token, openTokens, isRepeated, mayLeave }
}

function split<One>(all: readonly One[], isFirst: (one: One) => boolean): [One[], One[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}
