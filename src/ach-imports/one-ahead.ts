/**
 * Works on items in their order, one at a time, while the caller prepares the next: at most one is
 * being worked on, and one waits. A failure ends the work, and is thrown to the caller.
 */
export class OneAhead<Item> {
  readonly #work: (item: Item) => Promise<void>
  #last: Promise<void> = Promise.resolve()

  constructor(work: (item: Item) => Promise<void>) {
    this.#work = work
  }

  /** Waits for the item before this one, and begins with it. */
  async add(item: Item): Promise<void> {
    await this.#last
    this.#last = this.#work(item)
    // It is thrown by the next call. Until then, nobody waits for it.
    this.#last.catch(() => {})
  }

  /** Waits for the last item. */
  done(): Promise<void> {
    return this.#last
  }

  /** Waits for the last item, whether or not it fails. */
  async settled(): Promise<void> {
    await this.#last.catch(() => {})
  }
}
