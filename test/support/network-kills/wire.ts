/** Carries the files of both sides, and loses, doubles, delays and reorders some of them. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../../src/kernel/clock.ts'
import { MESSAGE_RAILS } from '../../../src/kernel/rail.ts'
import type { Dice } from '../simulated-month/random.ts'

const LONGEST_DELAY_S = 60
const FAULTS = ['none', 'lost', 'doubled', 'delayed'] as const

interface Way {
  rail: string
  sentBy: 'bank' | 'network'
  from: string
  to: string
}

export class Wire {
  readonly #ways: readonly Way[]
  readonly #dice: Dice
  readonly #clock: Clock
  /** What is on its way for longer, and when it arrives. */
  #delayed: { way: Way; content: string; at: Temporal.Instant }[] = []
  #carried = 0
  isDisturbed = true
  /** What happened, by fault and way. */
  readonly history = new Map<string, number>()

  constructor(places: { outbox: string; networks: string; institution: string }, dice: Dice, clock: Clock) {
    const { outbox, networks, institution } = places
    this.#dice = dice
    this.#clock = clock
    this.#ways = MESSAGE_RAILS.flatMap((rail): Way[] => {
      const bank = join(outbox, 'messages', rail)
      const network = join(networks, rail)
      return [
        { rail, sentBy: 'bank', from: join(bank, 'out'), to: join(network, 'in') },
        { rail, sentBy: 'network', from: join(network, 'out'), to: join(bank, 'in', institution) },
      ]
    })
  }

  /** Carries what waits. Returns how many files it took. */
  async carry(): Promise<number> {
    let taken = 0
    for (const way of this.#ways) {
      const names = await readdir(way.from).catch(() => [])
      for (const name of this.#ordered(names.filter((one) => one.endsWith('.xml')))) {
        const content = await readFile(join(way.from, name), 'utf8')
        await rm(join(way.from, name))
        await this.#carryOne(way, content)
        taken++
      }
    }
    const isDue = ({ at }: { at: Temporal.Instant }) => Temporal.Instant.compare(at, this.#clock.now()) <= 0
    const due = this.#delayed.filter((one) => !this.isDisturbed || isDue(one))
    this.#delayed = this.#delayed.filter((one) => !due.includes(one))
    for (const { way, content } of due) await this.#deliver(way, content)
    return taken + due.length
  }

  #ordered(names: readonly string[]): string[] {
    if (!this.isDisturbed) return names.toSorted()
    const places = new Map(names.map((name) => [name, this.#dice.between(0, 1_000)]))
    return names.toSorted((one, other) => places.get(one)! - places.get(other)!)
  }

  async #carryOne(way: Way, content: string): Promise<void> {
    const fault = this.isDisturbed ? this.#faultOf(way, content) : 'none'
    const event = `${way.rail} from the ${way.sentBy}: ${fault}`
    this.history.set(event, (this.history.get(event) ?? 0) + 1)
    if (fault === 'lost') return
    const later = this.#clock.now().add({ seconds: this.#dice.between(1, LONGEST_DELAY_S) })
    if (fault !== 'none') this.#delayed.push({ way, content, at: later })
    if (fault !== 'delayed') await this.#deliver(way, content)
  }

  /**
   * A network that settles without an answer carries its credits by queues that lose nothing. All
   * else can be lost: it is asked about after a silence, or a person sends it again.
   */
  #faultOf({ rail, sentBy }: Way, content: string): (typeof FAULTS)[number] {
    const isInstant = rail === 'FEDNOW' || rail === 'RTP'
    const isLosable = isInstant || sentBy === 'bank' || content.includes('pacs.002')
    return this.#dice.weighted([
      [70, 'none'],
      [isLosable ? 8 : 0, 'lost'],
      [11, 'doubled'],
      [11, 'delayed'],
    ])
  }

  /** A file is complete when it has its name. */
  async #deliver({ to }: Way, content: string): Promise<void> {
    await mkdir(to, { recursive: true })
    const path = join(to, `${String(++this.#carried).padStart(6, '0')}.xml`)
    await writeFile(`${path}.part`, content)
    await rename(`${path}.part`, path)
  }
}
