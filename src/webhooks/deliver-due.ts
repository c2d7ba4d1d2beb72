import type { App } from '../app.ts'
import { type Claim, type ClaimedDelivery, claimDeliveries } from './claim-deliveries.ts'
import { endClaims, type WebhookKey } from './deliveries.store.ts'
import { type Attempt, isAccepted, recordOutcomes } from './record-outcomes.ts'

interface Sender {
  /** Makes one request. Never rejects. */
  send(claim: Claim, claimed: ClaimedDelivery): Promise<Attempt>
  /** Aborted when no further request shall begin. */
  signal?: AbortSignal | undefined
}

/** What a worker holds for a webhook that is slow or fails: each with its request. */
const LEAST_HELD = 10
/** The most deliveries that a worker holds for one webhook, from the claim to the outcome. */
const MAX_HELD = 250
/** Of what is held, a fifth is in flight, so that the next requests need not wait for a claim. */
const HELD_PER_REQUEST = 5
/** A receiver that takes half of what is held in this time is given twice as much. */
const QUICK_MS = 500
/** Outcomes of this time are recorded together. */
const GATHER_MS = 20
/** While requests are in flight and none ends, the worker looks for more deliveries this often. */
const LOOK_MS = 250

/**
 * Sends the due deliveries of a webhook until none is due: claims and records some while requests
 * are made. Returns how many requests were made. A receiver that is slow or fails is given ten
 * deliveries at a time, and a quick one more, so that what is claimed is sent within its lease.
 */
export function deliverDue(app: App, webhook: WebhookKey, sender: Sender): Promise<number> {
  return new Line(app, webhook, sender).run()
}

interface Waiting {
  claim: Claim
  claimed: ClaimedDelivery
}

class Line {
  readonly #app: App
  readonly #webhook: WebhookKey
  readonly #sender: Sender
  readonly #waiting: Waiting[] = []
  readonly #requests = new Set<Promise<void>>()
  #attempts: Attempt[] = []
  /** How many deliveries to hold at most. */
  #most = LEAST_HELD
  #claimedMs = Number.NEGATIVE_INFINITY
  /** No further request begins. */
  #isClosed = false
  #sent = 0

  constructor(app: App, webhook: WebhookKey, sender: Sender) {
    this.#app = app
    this.#webhook = webhook
    this.#sender = sender
  }

  async run(): Promise<number> {
    try {
      let isDry = false
      while (!isDry || this.#held > 0) {
        const mayClaim = this.#free >= this.#most / 2
        const [claimed, recorded] = await both(mayClaim ? this.#claim() : undefined, this.#record())
        // What was recorded may have been in the way of later events of the same subject.
        isDry = claimed === 0 && recorded === 0
        await this.#someEnd()
      }
      return this.#sent
    } finally {
      this.#isClosed = true
      await Promise.all(this.#requests)
      await this.#giveBack()
    }
  }

  /** Waits until a request ends, and for those that end soon after; or until it is time to look. */
  async #someEnd(): Promise<void> {
    const stop = new AbortController()
    const look = this.#app.time.sleep(LOOK_MS, { signal: stop.signal })
    if (this.#attempts.length === 0 && this.#requests.size > 0) await Promise.race([look, ...this.#requests])
    stop.abort()
    if (this.#attempts.length > 0 && this.#requests.size > 0) await this.#app.time.sleep(GATHER_MS)
  }

  get #held(): number {
    return this.#waiting.length + this.#requests.size + this.#attempts.length
  }

  get #free(): number {
    return this.#most - this.#held
  }

  get #mostRequests(): number {
    return Math.max(LEAST_HELD, this.#most / HELD_PER_REQUEST)
  }

  get #mayBegin(): boolean {
    return !this.#isClosed && this.#sender.signal?.aborted !== true
  }

  /** Claims as many as there is room for, and begins to send them. Returns how many. */
  async #claim(): Promise<number> {
    if (!this.#mayBegin) return 0
    const wanted = this.#free
    const claim = await claimDeliveries(this.#app, this.#webhook, wanted)
    const claimed = claim?.deliveries ?? []
    for (const one of claimed) this.#waiting.push({ claim: claim!, claimed: one })
    const nowMs = this.#app.time.nowMs()
    const isQuick = nowMs < this.#claimedMs + QUICK_MS
    if (!isQuick) this.#most = LEAST_HELD
    else if (claimed.length === wanted) this.#most = Math.min(2 * this.#most, MAX_HELD)
    this.#claimedMs = nowMs
    this.#begin()
    return claimed.length
  }

  /** Begins requests, as many as may be made at once. */
  #begin(): void {
    while (this.#mayBegin && this.#requests.size < this.#mostRequests) {
      const next = this.#waiting.shift()
      if (!next) return
      // A worker that slept since leaves the deliveries to the one that claims them next.
      if (!next.claim.isLeased()) {
        this.#waiting.unshift(next)
        this.#isClosed = true
        return
      }
      const request = this.#send(next).finally(() => {
        this.#requests.delete(request)
        this.#begin()
      })
      this.#requests.add(request)
    }
  }

  async #send({ claim, claimed }: Waiting): Promise<void> {
    this.#sent++
    const attempt = await this.#sender.send(claim, claimed)
    this.#attempts.push(attempt)
    if (isAccepted(attempt)) return
    this.#most = LEAST_HELD
    this.#claimedMs = Number.NEGATIVE_INFINITY
  }

  /** Returns how many outcomes it recorded. */
  async #record(): Promise<number> {
    if (!this.#mayBegin) await this.#giveBack()
    const attempts = this.#attempts
    this.#attempts = []
    if (attempts.length > 0) {
      const version = await recordOutcomes(this.#app, this.#webhook, attempts)
      // Paused, deleted, or with another URL or secret: what waits was claimed for what it was.
      await this.#giveBack(({ claim }) => version === undefined || claim.version < version)
    }
    return attempts.length
  }

  /** Lets others claim at once what is not sent any more. */
  async #giveBack(isUnsent: (waiting: Waiting) => boolean = () => true): Promise<void> {
    const { tenantId } = this.#webhook
    const waiting = this.#waiting.splice(0)
    this.#waiting.push(...waiting.filter((one) => !isUnsent(one)))
    const unsent = waiting.filter(isUnsent).map(({ claimed }) => claimed.delivery)
    if (unsent.length > 0) await this.#app.db.transaction((tx) => endClaims(tx, tenantId, unsent))
  }
}

/** The values of both. Rejects if one did, but not before both have ended. */
async function both<One, Other>(one: Promise<One> | One, other: Promise<Other>): Promise<[One, Other]> {
  const [first, second] = await Promise.allSettled([one, other])
  if (first.status === 'rejected') throw first.reason
  if (second.status === 'rejected') throw second.reason
  return [first.value, second.value]
}
