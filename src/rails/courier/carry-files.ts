import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { holdInstitutionTime, type Institution } from '../../institution/institution.ts'
import type { MachineTime } from '../../kernel/machine-time.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { readAdopted } from '../handover/handovers.store.ts'
import { isHeld } from '../holds/rail-holds.store.ts'
import { SftpSession } from '../transports/sftp/session.ts'
import { directoryOf, type SftpSettings } from '../transports/sftp/settings.ts'
import {
  announceDeliveries,
  claimDelivery,
  closeEarlierClaims,
  type Delivery,
  doubtDelivery,
  giveBackDelivery,
  hasOpenDeliveries,
  markBegun,
  markDelivered,
  readDelivered,
  renewLease,
} from './deliveries.store.ts'
import { judgeDelivery } from './judge-delivery.ts'
import { LocalFiles } from './local-files.ts'
import { Upload } from './upload.ts'

/** The server to which the files of a rail go, and the outbox from which they are collected. */
export interface Courier {
  rail: 'ACH'
  settings: SftpSettings
  files: LocalFiles
  /** The identity of that outbox. */
  identity: () => Promise<string>
}

export function createCourier(options: {
  root: string
  settings: SftpSettings
  identity: Courier['identity']
  time: MachineTime
}): Courier {
  const { root, settings, identity, time } = options
  return { rail: 'ACH', settings, files: new LocalFiles(root, time), identity }
}

/** Longer than some pieces of a file take. After a crash, the file waits as long. */
const LEASE_MS = 60_000
/** How many names one look reads, and how many files one pass delivers. */
const MAX_NAMES = 1_000
const MAX_FILES = 20

/**
 * Carries the files that have left from the outbox to the server of the network, each of them
 * once. A file is uploaded under a temporary name, compared by its size, and renamed; before that,
 * the database notes that the rename begins. A worker that takes over sees by that marker and by
 * the server whether the file has its name. What nobody can see is in doubt, and a person decides.
 * Returns how many files moved forward.
 */
export async function carryFiles(app: App, institution: Institution, courier: Courier): Promise<number> {
  const { tenantId, code } = institution
  const { rail, files, settings } = courier
  const adopted = await app.db.read((db) => readAdopted(db, tenantId, rail))
  if (adopted === undefined || adopted !== (await courier.identity())) return 0
  if (await app.db.read((db) => isHeld(db, tenantId))) return 0
  const names = await files.names(MAX_NAMES)
  for (const name of await app.db.read((db) => readDelivered(db, tenantId, { rail, names }))) await files.remove(name)
  if (names.length > 0)
    await app.db.transaction(async (tx) =>
      announceDeliveries(tx, tenantId, { rail, names }, await holdInstitutionTime(tx, institution, app.clock)),
    )
  if (!(await app.db.read((db) => hasOpenDeliveries(db, tenantId)))) return 0
  // A claim is made on a connection that stands: while the server is away, nothing is claimed.
  return SftpSession.with(settings, app.time, async (session) => {
    for (let moved = 0; moved < MAX_FILES; moved++) {
      const claim = { claimedBy: app.workerName, leaseMs: LEASE_MS }
      const delivery = await app.db.transaction((tx) => claimDelivery(tx, tenantId, claim))
      if (!delivery) return moved
      const local = await files.find(delivery.name)
      const directory = directoryOf(settings.sendDirectory, code)
      const upload = new Upload(session, { directory, name: delivery.name, sizeBytes: local?.sizeBytes })
      await new Carrying(app, institution, { files, upload, delivery }).run()
    }
    return MAX_FILES
  })
}

/** One claim of a delivery. */
class Carrying {
  readonly #app: App
  readonly #institution: Institution
  readonly #files: LocalFiles
  readonly #upload: Upload
  readonly #delivery: Delivery

  constructor(
    app: App,
    institution: Institution,
    { files, upload, delivery }: { files: LocalFiles; upload: Upload; delivery: Delivery },
  ) {
    this.#app = app
    this.#institution = institution
    this.#files = files
    this.#upload = upload
    this.#delivery = delivery
  }

  async run(): Promise<void> {
    try {
      await (this.#delivery.begunToken === null ? this.#send() : this.#resume(this.#delivery.begunToken))
    } catch (error) {
      // The next claim looks at the marker and at the server.
      await this.#inTransaction((tx) => giveBackDelivery(tx, this.#delivery))
      throw error
    }
  }

  async #resume(begunToken: number): Promise<void> {
    const found = await this.#upload.resume(begunToken)
    if (found.kind === 'inDoubt') await this.#doubt(found.doubt)
    else await this.#delivered(begunToken)
  }

  async #send(): Promise<void> {
    const { name, token, openTokens } = this.#delivery
    await this.#upload.withdraw(openTokens.filter((earlier) => earlier !== token))
    if (!(await this.#inTransaction((tx) => closeEarlierClaims(tx, this.#delivery)))) return
    const local = await this.#files.find(name)
    const objection = await this.#objectionTo(local?.place)
    if (objection !== undefined || !local) return this.#doubt(objection ?? 'unreachable')
    await this.#upload.write(token, this.#files.read(local), this.#renewing())
    if (!(await this.#inTransaction((tx) => markBegun(tx, this.#delivery)))) {
      await this.#upload.withdraw([token])
      return
    }
    await this.#files.setAside(name)
    await this.#upload.rename(token)
    await this.#delivered(token)
  }

  /** Why the file may have been sent, although no claim says so. */
  async #objectionTo(place: 'out' | 'sending' | undefined): Promise<string | undefined> {
    const { name, decision } = this.#delivery
    if (place === undefined) return `${name} is no longer in the outbox: another program may have collected it`
    if (await this.#upload.isTaken()) return `the server has a file of the name ${name} already`
    if (place === 'sending' && decision !== 'HandOverAgain')
      return `${name} was about to get its name on the server before the database was restored`
    return undefined
  }

  #renewing(): () => Promise<void> {
    const { time } = this.#app
    let renewedAtMs = time.nowMs()
    return async () => {
      if (time.nowMs() - renewedAtMs < LEASE_MS / 3) return
      if (!(await this.#inTransaction((tx) => renewLease(tx, this.#delivery, LEASE_MS))))
        throw new Error(`another worker has taken ${this.#delivery.name} over`)
      renewedAtMs = time.nowMs()
    }
  }

  async #delivered(begunToken: number): Promise<void> {
    const { handoverId, name } = this.#delivery
    await this.#inTransaction(async (tx) => {
      const now = await holdInstitutionTime(tx, this.#institution, this.#app.clock)
      const judged = await judgeDelivery(tx, this.#institution, this.#delivery, now)
      if (!(await markDelivered(tx, this.#delivery, begunToken, { ...judged, deliveredAt: now }))) return
      const { missedAt, settlesAt } = judged
      const isLate = missedAt !== null && settlesAt !== null
      const missed = isLate ? { missedAt: timestamp(missedAt), settlesAt: timestamp(settlesAt) } : undefined
      const after = { handoverUID: handoverId, rail: 'ACH', name, deliveredAt: timestamp(now), ...missed }
      await this.#record(tx, 'rails.fileDelivered', after, now)
      if (missed)
        this.#app.log.warn({ name, ...missed }, 'a file reached the operator after the deadline of its window')
    })
    await this.#files.remove(name)
  }

  async #doubt(doubt: string): Promise<void> {
    const { handoverId, name } = this.#delivery
    await this.#inTransaction(async (tx) => {
      if (!(await doubtDelivery(tx, this.#delivery, doubt))) return
      const now = await holdInstitutionTime(tx, this.#institution, this.#app.clock)
      await this.#record(tx, 'rails.handoverInDoubt', { handoverUID: handoverId, rail: 'ACH', name, doubt }, now)
    })
    this.#app.log.error({ name, doubt }, 'a person must decide about a file')
  }

  #record(
    tx: Transaction,
    action: 'rails.fileDelivered' | 'rails.handoverInDoubt',
    after: object,
    now: Temporal.Instant,
  ) {
    const subject = { kind: 'railHandover', id: this.#delivery.handoverId }
    return recordChange(tx, { tenantId: this.#delivery.tenantId, actor: 'worker', action, subject, after }, now)
  }

  #inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#app.db.transaction(work)
  }
}
