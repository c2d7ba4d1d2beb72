import { hash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../../kernel/clock.ts'
import { type MachineTime, machineTime } from '../../../kernel/machine-time.ts'
import { type Consignment, type Departure, EndUnknown, type Outcome, type Transport } from '../../handover/transport.ts'
import { bounded } from './bounded.ts'
import { nameOutbox, readIdentity } from './identity.ts'
import { type ItemList, listOf, readItems } from './items.ts'
import { type HashedLine, Manifest, type ManifestEvent } from './manifest.ts'
import { Staging } from './staging.ts'
import { syncDirectory } from './sync-directory.ts'

/** Longer than any healthy disk or share takes for one file. */
const TIMEOUT_MS = 20_000

/**
 * A directory from which others pick up files. In `root`, all on one file system:
 *
 * - `out/` has only complete files. Who picks one up removes it.
 * - `staging/` has files on their way to it.
 * - `manifest/` has a line for each file that was put there, also after it was taken away, and the
 *   list of its payments.
 * - `outbox.json` names the outbox, so that workers notice when it was replaced or differs.
 */
export function createOutbox(options: { root: string; clock: Clock; time?: MachineTime }): Transport {
  const { root, clock, time = machineTime } = options
  const outbox = new Outbox(root, clock)
  const within = bounded(TIMEOUT_MS, { place: root, time })
  return {
    identity: () => within(() => outbox.identity()),
    handOver: (consignment) => within(() => outbox.handOver(consignment)),
    forget: (name) => within(() => outbox.forget(name)),
    left: (institution, since) => within(() => outbox.left(institution, since)),
    itemsOf: (departure) => readItems(join(root, 'manifest'), departure, within),
  }
}

/** A consignment with what the manifest says of it. */
type Announced = Consignment & { sha256: string; list: ItemList }

class Outbox {
  readonly #root: string
  readonly #out: string
  readonly #clock: Clock
  readonly #manifest: Manifest
  readonly #staging: Staging
  readonly #boot = bootOfMachine()

  constructor(root: string, clock: Clock) {
    this.#root = root
    this.#out = join(root, 'out')
    this.#clock = clock
    this.#manifest = new Manifest(join(root, 'manifest'))
    this.#staging = new Staging(join(root, 'staging'))
  }

  /** The identity of the directory, which the first worker gives it. */
  async identity(): Promise<string> {
    const known = await readIdentity(this.#root)
    if (known !== undefined) return known
    await nameOutbox(this.#root)
    return (await readIdentity(this.#root))!
  }

  forget(name: string): Promise<void> {
    return this.#staging.clean(name)
  }

  async left(institution: string, since: string): Promise<Departure[]> {
    await this.#manifest.refresh(since)
    return this.#manifest
      .allOf(institution)
      .filter(({ at }) => at >= since)
      .map(({ hash: evidence, ...line }) => ({ ...line, evidence }))
  }

  async handOver(consignment: Consignment): Promise<Outcome> {
    const { transportIdentity, institution, name } = consignment
    if (transportIdentity !== undefined && (await this.identity()) !== transportIdentity)
      throw new Error(
        `the outbox ${this.#root} is not the one that earlier files of ${institution} went to: it was replaced, or this worker has another one`,
      )
    const announced = { ...consignment, sha256: hash('sha256', consignment.content), list: listOf(consignment.items) }
    const judged = await this.#judge(announced)
    if (judged) return judged
    if (!(await this.#staging.put(name, consignment.token, consignment.content))) return { kind: 'fenced' }
    return this.#publish(announced)
  }

  /** What the evidence says about the file; undefined if it certainly has not left. */
  async #judge(consignment: Announced): Promise<Outcome | undefined> {
    const { name, token, sha256 } = consignment
    await mkdir(this.#out, { recursive: true, mode: 0o700 })
    for (const earlier of consignment.openTokens) if (earlier !== token) await this.#staging.withdraw(name, earlier)
    // Read after those claims have ended, so that they can add nothing.
    await this.#manifest.refresh(consignment.evidenceSince)
    const lines = this.#linesOf(consignment)
    const visible = await this.#visible(name)
    if (visible !== undefined && visible !== sha256)
      return { kind: 'inDoubt', doubt: `another file of the name ${name} is in the outbox` }
    if (visible !== undefined) return { kind: 'handedOver', evidence: await this.#note(consignment) }
    const handedOver = lines.find(({ event }) => event === 'handedOver')
    if (handedOver)
      return handedOver.sha256 === sha256
        ? { kind: 'handedOver', evidence: handedOver.hash }
        : { kind: 'inDoubt', doubt: `another file of the name ${name} has left at ${handedOver.at}` }
    for (const begun of lines) if (!(await this.#wasTakenBack(begun))) return { kind: 'inDoubt', doubt: doubtOf(begun) }
    return undefined
  }

  /**
   * The lines that say whether the file has left. Once people decided to hand a file over again,
   * only claims since then count: those that did not say how they ended.
   */
  #linesOf({ institution, name, isRepeated, openTokens }: Consignment): readonly HashedLine[] {
    const lines = this.#manifest.linesOf({ institution, name })
    return isRepeated ? lines.filter(({ token }) => openTokens.includes(token)) : lines
  }

  /** A machine that lost its power may have forgotten that a file was visible. */
  async #wasTakenBack({ name, token, boot }: HashedLine): Promise<boolean> {
    return (await this.#staging.withdraw(name, token)) && boot === this.#boot
  }

  async #visible(name: string): Promise<string | undefined> {
    const content = await readFile(join(this.#out, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    return content && hash('sha256', content)
  }

  /** Announces the file in the manifest, makes it visible, and notes that it is. */
  async #publish(consignment: Announced): Promise<Outcome> {
    const { name, token } = consignment
    try {
      if (!consignment.isLeased()) return await this.#giveUp(name, token)
      await this.#append(consignment, 'begun')
      if (!consignment.isLeased()) return await this.#giveUp(name, token)
      if (!(await this.#staging.publish(name, token, join(this.#out, name)))) return { kind: 'fenced' }
    } catch (error) {
      await this.#giveUp(name, token).catch(() => {
        throw new EndUnknown(`${name} could not be withdrawn`, { cause: error })
      })
      throw error
    }
    try {
      return { kind: 'handedOver', evidence: await this.#note(consignment) }
    } catch (error) {
      throw new EndUnknown(`${name} is in the outbox, but that could not be noted`, { cause: error })
    }
  }

  async #giveUp(name: string, token: number): Promise<Outcome> {
    await this.#staging.withdraw(name, token)
    return { kind: 'fenced' }
  }

  async #note(consignment: Announced): Promise<string> {
    await syncDirectory(this.#out)
    const evidence = await this.#append(consignment, 'handedOver')
    await this.#staging.clean(consignment.name)
    return evidence
  }

  #append({ institution, rail, name, token, sha256, list }: Announced, event: ManifestEvent): Promise<string> {
    const at = this.#clock.now().toString()
    const items = { count: list.count, sha256: list.sha256 }
    const line = { at, institution, rail, name, sha256, token, event, items, boot: this.#boot }
    return this.#manifest.append(line, list)
  }
}

const doubtOf = ({ name, at }: HashedLine) =>
  `${name} was about to become visible at ${at}, and its worker ended: whether it was taken away is not known`

/** Changes when the machine starts again. */
function bootOfMachine(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    // Without it, every file that was taken back after the end of its process is in doubt.
    return randomUUID()
  }
}
