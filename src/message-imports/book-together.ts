import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { openBooks } from '../ledger/ledger.ts'
import { bookSettled, readSenders } from '../payments/payments.ts'
import { insertMessages, type Meaning, type MessageRailName } from '../rails/rails.ts'
import { findReceivers, readAccountsOfCredits, receiveCredits, settleCredits } from '../receipts/receipts.ts'
import { answered, type Booked, bookMeanings, noteOutcome, type Outcome, whyOf } from './book-meanings.ts'
import { mayPayRequest } from './sent-requests/sent-requests.store.ts'

/** What a message means. */
export interface Read {
  message: string
  meanings: readonly Meaning[]
}

/** What most messages of a busy network mean. */
const FREQUENT = ['received', 'creditSettled', 'settled'] as const
type Frequent = Extract<Meaning, { kind: (typeof FREQUENT)[number] }>
type Of<Kind extends Frequent['kind']> = Extract<Frequent, { kind: Kind }>

/**
 * Books what the messages of one transaction mean. What is frequent, and is about something that no
 * other of the messages is about, is booked together, with one statement for each table. All
 * accounts of customers are locked first, in one order, as every transaction of the ledger locks
 * them: otherwise this one would wait for a payment that waits for it. The books of what is
 * frequent are left to the end of the transaction, because every payment waits for what they lock.
 */
export async function bookTogether(
  tx: Transaction,
  institution: Institution,
  { rail, read }: { rail: MessageRailName; read: readonly Read[] },
  now: Temporal.Instant,
): Promise<{ booked: Booked[]; writeBooks: () => Promise<void> }> {
  const booked = read.map((): Booked => ({ about: {} }))
  const together = frequentIn(read, institution)
  if (together.size > 1) await lockAccountsOf(tx, institution, rail, [...together.values()])
  const frequent: Bookings = { outcomes: new Map(), writes: [] }
  if (together.size > 1) await bookFrequent(tx, institution, rail, { together, frequent }, now)
  const { outcomes, writes } = frequent
  await insertMessages(
    tx,
    institution.tenantId,
    Array.from(outcomes.values(), ({ replies = [] }) => replies).flat(),
    now,
  )
  for (const [at, { message, meanings }] of read.entries()) {
    const outcome = outcomes.get(at)
    const noted = outcome && { rail, message, meaning: meanings[0]!, outcome: { ...outcome, replies: [] } }
    if (noted) await noteOutcome(tx, institution, noted, booked[at]!, now)
    else booked[at] = await bookMeanings(tx, institution, { rail, message, meanings }, now)
  }
  const writeBooks = async () => {
    for (const write of writes) await write()
  }
  return { booked, writeBooks }
}

interface Bookings {
  outcomes: Map<number, Outcome>
  /** What writes the books. */
  writes: (() => Promise<void>)[]
}

/** The meanings that can be booked together, by the place of their message. */
function frequentIn(read: readonly Read[], { currency }: Institution): Map<number, Frequent> {
  const times = new Map<string, number>()
  for (const { meanings } of read)
    for (const meaning of meanings) {
      const subject = subjectOf(meaning)
      if (subject !== undefined) times.set(subject, (times.get(subject) ?? 0) + 1)
    }
  const found = new Map<number, Frequent>()
  for (const [at, { meanings }] of read.entries()) {
    const [meaning, ...others] = meanings
    if (!meaning || others.length > 0 || !isFrequent(meaning, currency)) continue
    if (times.get(subjectOf(meaning)!) === 1) found.set(at, meaning)
  }
  return found
}

function isFrequent(meaning: Meaning, currency: string): meaning is Frequent {
  if (meaning.kind !== 'received') return FREQUENT.includes(meaning.kind as Frequent['kind'])
  const { credit } = meaning
  return credit.currency === currency && credit.returnsPaymentId === undefined && !mayPayRequest(credit)
}

/** The payment or credit that a meaning is about. */
function subjectOf(meaning: Meaning): string | undefined {
  if (meaning.kind === 'received') return `credit ${meaning.credit.identity}`
  if ('identity' in meaning) return `credit ${meaning.identity}`
  return 'paymentId' in meaning && meaning.paymentId !== undefined ? `payment ${meaning.paymentId}` : undefined
}

const ofKind =
  <Kind extends Frequent['kind']>(kind: Kind) =>
  (meaning: Frequent): meaning is Of<Kind> =>
    meaning.kind === kind

async function lockAccountsOf(
  tx: Transaction,
  institution: Institution,
  rail: MessageRailName,
  meanings: readonly Frequent[],
): Promise<void> {
  const { tenantId } = institution
  const numbers = meanings.filter(ofKind('received')).map(({ credit }) => credit.creditorAccount?.number ?? '')
  const identities = meanings.filter(ofKind('creditSettled')).map(({ identity }) => identity)
  const paymentIds = meanings.filter(ofKind('settled')).map(({ paymentId }) => paymentId)
  const accountIds = [
    ...(await findReceivers(tx, institution, numbers)),
    ...(await readAccountsOfCredits(tx, tenantId, rail, identities)),
    ...(await readSenders(tx, tenantId, paymentIds)),
  ]
  await openBooks(tx, tenantId, { accountIds })
}

/** Notes what became of them. Those that are missing are booked by themselves. */
async function bookFrequent(
  tx: Transaction,
  institution: Institution,
  rail: MessageRailName,
  { together, frequent: { outcomes, writes } }: { together: ReadonlyMap<number, Frequent>; frequent: Bookings },
  now: Temporal.Instant,
): Promise<void> {
  const places = <Kind extends Frequent['kind']>(kind: Kind) =>
    [...together].flatMap(([at, meaning]) => (ofKind(kind)(meaning) ? [{ at, meaning }] : []))
  const [arrived, settledCredits, settled] = [places('received'), places('creditSettled'), places('settled')]
  if (arrived.length > 0) {
    const meanings = arrived.map(({ meaning }) => meaning)
    const received = await receiveCredits(tx, institution, meanings, now)
    writes.push(received.writeBooks)
    // Each answer is about another credit: their statements travel together.
    await Promise.all(
      arrived.map(async ({ at, meaning: { credit } }, place) => {
        const one = received.outcomes[place]
        if (one) outcomes.set(at, await answered(tx, institution, { credit, received: one }, now))
      }),
    )
  }
  if (settledCredits.length > 0) {
    const credits = settledCredits.map(({ meaning }) => ({ ...meaning, rail }))
    const ended = await settleCredits(tx, institution, credits, now)
    writes.push(ended.writeBooks)
    noteEnded(settledCredits, ended.outcomes, outcomes)
  }
  if (settled.length > 0) {
    const answers = settled.map(({ meaning }) => meaning)
    const ended = await bookSettled(tx, institution, answers, now)
    writes.push(ended.writeBooks)
    noteEnded(settled, ended.outcomes, outcomes)
  }
}

function noteEnded(
  places: readonly { at: number }[],
  ended: readonly (Parameters<typeof whyOf>[0] | undefined)[],
  outcomes: Map<number, Outcome>,
): void {
  for (const [place, { at }] of places.entries()) {
    const one = ended[place]
    if (one) outcomes.set(at, whyOf(one))
  }
}
