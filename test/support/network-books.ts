/** The books of an institution and of its simulated networks, entry by entry. */
import type { TestService } from './test-service.ts'

/** What the status of a payment must be, by how its network booked it. */
const LEGAL: Readonly<Record<string, readonly string[]>> = {
  Settled: ['PROCESSED'],
  'Settled, returned': ['RETURNED'],
  Rejected: ['VALIDATION_FAILURE'],
  Lost: ['TRANSMITTED'],
}

/** RTP gives money back by a credit of its own: the payment stays as it is. */
const LEGAL_ON_RTP = { ...LEGAL, 'Settled, returned': ['PROCESSED'] }

/** What the status of a receipt must be, by how the network booked the credit. */
const LEGAL_CREDITS: Readonly<Record<string, readonly string[]>> = {
  Settled: ['POSTED', 'UNPOSTED', 'SCREENING'],
  'Settled, returned': ['RETURNED'],
  Rejected: ['REJECTED', 'none'],
}

/** On RTP, we too give money back by a payment of our own. */
const LEGAL_CREDITS_ON_RTP = { ...LEGAL_CREDITS, Settled: [...LEGAL_CREDITS['Settled']!, 'RETURNED'] }

/**
 * Every payment and credit on which the two books do not agree, in words. A payment that the
 * network never got has no end there: it must not have one here either. The networks may have a
 * database of their own.
 */
export async function differencesOfBooks(bank: TestService, networks: TestService = bank): Promise<string[]> {
  const booked = await readBooked(networks)
  const payments = await bank.query<Line>(
    `select m.rail, m.message_id as "messageId", s.status
     from rail_messages m join payment_states s on s.tenant_id = m.tenant_id and s.payment_id = m.payment_id
     where m.tenant_id = $1 and m.direction = 'Out' and m.copy = 0 and m.message_type like 'pacs.008%'
       and m.receipt_id is null order by m.id`,
    [bank.tenant.institution.tenantId],
  )
  const sent = booked.filter(({ direction, kind }) => direction === 'FromBank' && kind === 'Payment')
  const got = booked.filter(({ direction, kind }) => direction === 'ToBank' && kind === 'Payment')
  const receipts = await readReceipts(bank)
  return [
    ...payments.flatMap((line) => {
      const there = sent.find(isAbout(line))
      return differenceIn(line.rail === 'RTP' ? LEGAL_ON_RTP : LEGAL, line, there && wordOf(there, booked))
    }),
    ...got.flatMap((credit) => {
      const here = receipts.find((one) => isAbout(credit)(one) && one.amount === credit.amount)
      const legal = credit.rail === 'RTP' ? LEGAL_CREDITS_ON_RTP : LEGAL_CREDITS
      return differenceIn(legal, { ...credit, status: here?.status ?? 'none' }, wordOf(credit, booked))
    }),
  ]
}

/**
 * What each network owes the institution by its own books, in US dollars and minor units: our
 * money on the rail, when nothing is in transit.
 */
export async function positionsOnNetworks(networks: TestService): Promise<Map<string, bigint>> {
  const positions = new Map<string, bigint>()
  for (const { rail, direction, kind, status, amount } of await readBooked(networks)) {
    if (kind === 'Request' || status !== 'Settled') continue
    const signed = direction === 'ToBank' ? amount : -amount
    positions.set(rail, (positions.get(rail) ?? 0n) + signed)
  }
  return positions
}

interface Line {
  rail: string
  messageId: string
  /** Of the payment or the receipt, or on the network. */
  status: string
}

interface Booked extends Line {
  direction: 'FromBank' | 'ToBank'
  kind: 'Payment' | 'Return' | 'Request'
  amount: bigint
  /** The message that it returns. */
  returns: string | null
}

function readBooked(networks: TestService): Promise<Booked[]> {
  return networks.query<Booked>(
    `select rail, message_id as "messageId", status, direction, kind, amount, returns
     from simulated_payments where tenant_id = $1 order by id`,
    [networks.tenant.institution.tenantId],
  )
}

function readReceipts(bank: TestService): Promise<(Line & { amount: bigint })[]> {
  // Our id of a message of SWIFT begins with the BIC of its sender.
  return bank.query(
    `select rail, regexp_replace(message_id, '^.*:', '') as "messageId", status, amount
     from receipts where tenant_id = $1 and message_id is not null`,
    [bank.tenant.institution.tenantId],
  )
}

const isAbout =
  ({ rail, messageId }: Line) =>
  (other: Line): boolean =>
    other.rail === rail && other.messageId === messageId

function wordOf({ rail, messageId, direction, status }: Booked, booked: readonly Booked[]): string {
  const isReturned = booked.some(
    (one) =>
      one.kind === 'Return' &&
      one.status === 'Settled' &&
      one.rail === rail &&
      one.direction !== direction &&
      one.returns === messageId,
  )
  return isReturned ? `${status}, returned` : status
}

function differenceIn(
  legal: Readonly<Record<string, readonly string[]>>,
  { rail, messageId, status }: Line,
  booked: string | undefined,
): string[] {
  return legal[booked ?? 'none']?.includes(status)
    ? []
    : [`${rail} ${messageId}: here ${status}, on the network ${booked ?? 'unknown'}`]
}
