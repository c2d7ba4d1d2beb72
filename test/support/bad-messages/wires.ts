/** The four networks and the banks behind them, as one test plays them by bytes. */
import { randomUUID } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { MessageRailName } from '../../../src/rails/network.ts'
import { customerTransfer, type Delivered, paymentReturn, paymentStatus } from '../fedwire/operator.ts'
import { returnOfPayment, statusAbout, transferTo } from '../iso20022/instant-operator.ts'
import { credit, returned, status } from '../swift-correspondent.ts'

/** A payment of ours, by the bytes that left for it. */
export interface SentPayment {
  messageId: string
  instructionId: string
  uetr: string
}

/** What the other side of a network says to us. */
export interface Wire {
  rail: MessageRailName
  /** Another bank pays 5.00 to an account of ours. */
  credit(): string
  /** A payment of ours has settled, or is rejected with AC04. */
  says(payment: SentPayment, word: 'settled' | 'rejected'): string
  /** A payment of ours comes back. */
  returns?(payment: SentPayment, amount: string): string
}

export interface WireTerms {
  routingNumber: string
  accountNumber: string
  /** `2026-07-01` */
  date: string
  now: () => Temporal.Instant
}

export function openWires(terms: WireTerms): Record<MessageRailName, Wire> {
  return {
    FEDWIRE: fedwireWire(terms),
    FEDNOW: instantWire('FEDNOW', terms),
    RTP: instantWire('RTP', terms),
    SWIFT: swiftWire(terms),
  }
}

let messages = 0
const next = () => String(++messages).padStart(6, '0')

function fedwireWire({ routingNumber: to, accountNumber: account, date }: WireTerms): Wire {
  const day = date.replaceAll('-', '')
  const delivered = (): Delivered => ({ id: `${day}GIROSBOX${next()}07011000FT03`, to })
  const otherImad = () => `${day}OTHERBNK${next()}`
  return {
    rail: 'FEDWIRE',
    credit: () =>
      customerTransfer({ ...delivered(), imad: otherImad(), uetr: randomUUID(), amount: '5.00', date, account }),
    says: ({ messageId: imad, uetr }, word) =>
      paymentStatus({
        ...{ ...delivered(), imad, uetr, settledOn: date },
        ...(word === 'rejected' && { code: 'RJCT', reason: { code: 'AC04', text: 'Closed' } }),
      }),
    returns: ({ messageId: imad, uetr }, amount) =>
      paymentReturn({ ...delivered(), imad, uetr, amount, returnImad: otherImad() }),
  }
}

function instantWire(rail: 'FEDNOW' | 'RTP', { routingNumber: us, accountNumber: account, now }: WireTerms): Wire {
  const terms = () => ({ us, now: now(), suffix: `BAD${next()}` })
  const settled = rail === 'RTP' ? 'ACTC' : 'ACSC'
  return {
    rail,
    credit: () => transferTo(rail, { ...terms(), amount: '5.00', account }).bytes,
    says: (original, word) =>
      statusAbout(rail, {
        ...terms(),
        original,
        ...(word === 'settled' ? { status: settled } : { status: 'RJCT', code: 'AC04' }),
      }),
    ...(rail === 'FEDNOW' && {
      returns: (original: SentPayment, amount: string) => returnOfPayment({ ...terms(), amount }, original).bytes,
    }),
  }
}

function swiftWire({ accountNumber }: WireTerms): Wire {
  const heard = ({ messageId, uetr }: SentPayment) => ({ messageId, uetr, amount: '40.00', currency: 'USD' })
  return {
    rail: 'SWIFT',
    credit: () => credit({ amount: '5.00', currency: 'USD', accountNumber }),
    says: (payment, word) =>
      word === 'settled' ? status(heard(payment), 'ACSC') : status(heard(payment), 'RJCT', { reason: 'AC04' }),
    returns: (payment, amount) => returned(heard(payment), { amount }),
  }
}
