import type { Clock } from '../../../kernel/clock.ts'
import { BrokenEvidence, EndUnknown, type Outcome, type Transport } from '../../handover/transport.ts'
import { ChangingFile, type Inbox, type WaitingFile } from '../../incoming/inbox.ts'
import { MAX_MESSAGE_BYTES } from '../../messages/received.store.ts'
import type { Delivery, Link, Parcel, ParcelOutcome } from '../link.ts'

/** Each message is written to disk by itself. */
const BATCH_SIZE = 20
/** How far back the manifest is read for a message: longer than any lease and outage. */
const EVIDENCE_HOURS = 40 * 24

export interface DirectoryPlace {
  /** The tenant code of the institution. */
  institution: string
  transport: Transport
  inbox: Inbox
  clock: Clock
  /** The place that earlier messages went to; undefined for the first. */
  adopted(identity: string): Promise<string>
}

/** The file of a message in the outbox. */
export const fileNameOf = (institution: string, messageUID: string) => `${institution}-${messageUID}.xml`

/**
 * One file for each message, which another program carries. The manifest of the outbox shows what
 * has left, so that no message appears twice. What came in is put away after it is kept.
 */
export class DirectoryLink implements Link {
  readonly recognisesParcels = true
  readonly batchSize = BATCH_SIZE
  readonly #place: DirectoryPlace

  constructor(place: DirectoryPlace) {
    this.#place = place
  }

  async handOver(parcels: readonly Parcel[], isLeased: () => boolean): Promise<readonly ParcelOutcome[]> {
    const { transport } = this.#place
    const identity = await this.#place.adopted(await transport.identity())
    const outcomes: ParcelOutcome[] = []
    for (const parcel of parcels) outcomes.push(await this.#handOver(parcel, identity, isLeased))
    return outcomes
  }

  async #handOver(parcel: Parcel, identity: string, isLeased: () => boolean): Promise<ParcelOutcome> {
    const { id, rail, content, token, openTokens, mayLeave, messageId, paymentId, isRepeated } = parcel
    const { institution, transport, clock } = this.#place
    const now = clock.now()
    const valueDate = now.toZonedDateTimeISO('UTC').toPlainDate().toString()
    const items = paymentId === null ? [] : [{ kind: 'Entry', paymentId, reference: messageId, valueDate } as const]
    try {
      const outcome = await transport.handOver({
        ...{ institution, rail, name: fileNameOf(institution, id), content: Buffer.from(content).toString() },
        ...{ items, token, openTokens: [...openTokens, token], transportIdentity: identity },
        evidenceSince: now.subtract({ hours: EVIDENCE_HOURS }).toString(),
        isRepeated,
        isLeased: () => mayLeave && isLeased(),
      })
      return said(outcome)
    } catch (error) {
      if (error instanceof BrokenEvidence) throw error
      const { message } = error as Error
      return error instanceof EndUnknown ? { kind: 'unknown', doubt: message } : { kind: 'stayed', why: message }
    }
  }

  async left(since: string): Promise<{ id: string; name: string; at: string }[]> {
    const { institution, transport } = this.#place
    const prefix = `${institution}-`
    return (await transport.left(institution, since)).map(({ name, at }) => ({
      ...{ name, at },
      id: name.slice(prefix.length, -'.xml'.length),
    }))
  }

  async take(limit: number, keep: (deliveries: readonly Delivery[]) => Promise<void>): Promise<number> {
    const { institution, inbox } = this.#place
    const { files } = await inbox.look(institution)
    const taken: { file: WaitingFile; delivery: Delivery }[] = []
    for (const file of files.slice(0, limit)) {
      const delivery = await this.#read(file)
      if (delivery) taken.push({ file, delivery })
    }
    if (taken.length === 0) return 0
    await keep(taken.map(({ delivery }) => delivery))
    for (const { file, delivery } of taken)
      await inbox.putAway(institution, file, delivery.content && !delivery.refusal ? 'done' : 'quarantine')
    return taken.length
  }

  /** Undefined if the file changed meanwhile: it is taken when it rests. */
  async #read(file: WaitingFile): Promise<Delivery | undefined> {
    const { institution, inbox } = this.#place
    const { name, sizeBytes } = file
    if (sizeBytes > MAX_MESSAGE_BYTES) return { name, content: undefined, sizeBytes }
    try {
      const pieces: Uint8Array[] = []
      for await (const piece of inbox.read(institution, file)) pieces.push(piece)
      return { name, content: Buffer.concat(pieces), sizeBytes }
    } catch (error) {
      if (error instanceof ChangingFile || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
}

function said(outcome: Outcome): ParcelOutcome {
  switch (outcome.kind) {
    case 'handedOver':
      return { kind: 'left', evidence: outcome.evidence }
    case 'inDoubt':
      return { kind: 'unknown', doubt: outcome.doubt }
    case 'fenced':
      return { kind: 'stayed', why: 'it is too late, or another worker has taken over' }
  }
}
