import type { Temporal } from 'temporal-polyfill'
import { storeIncomingFile } from '../../../src/rails/rails.ts'
import {
  batchHeader,
  forwardEntry,
  type IncomingBatch,
  incomingFile,
  returnBatch,
  sentEntryOf,
  traceOf,
} from '../ach-files.ts'
import type { TestService } from '../test-service.ts'
import type { Bank } from './bank.ts'
import type { Command, ForwardEntry } from './commands.ts'
import { dateOf, type SeenPayment } from './expectation.ts'

/** What other banks send to one bank: each entry once, in as many files as its command says. */
export interface IncomingFiles {
  /** The trace numbers of the entries for accounts of the bank, and of those that surely came. */
  traces: Set<string>
  arrived: Set<string>
  receive(command: Extract<Command, { does: 'receive' }>): Promise<void>
  comesBack(payment: SeenPayment, command: Extract<Command, { does: 'comes back' }>): Promise<void>
}

export function startFiles(
  service: TestService,
  { tenant, accounts }: Bank,
  now: () => Temporal.Instant,
): IncomingFiles {
  const { tenantId, routingNumber } = tenant.institution
  const traces = new Set<string>()
  const arrived = new Set<string>()
  let sequence = 0
  let files = 0
  return {
    traces,
    arrived,
    async receive({ entries, copies }) {
      await arrive(entries.map(forward), copies)
    },
    async comesBack({ id, entryType }, { entries, copies }) {
      const sent = await sentEntryOf(service, id, { tenantId })
      const code = entryType === 'DEBIT' ? 'R01' : 'R03'
      const detail = { receivingRouting: routingNumber }
      const returned = returnBatch(sent, code, { sequence: nextSequence(), settlesOn: today(), detail })
      await arrive([returned, ...entries.map(forward)], copies)
    },
  }

  /** A batch with an entry for an account of the bank. */
  function forward({ account, direction, cents }: ForwardEntry): IncomingBatch {
    const traceNumber = traceOf(nextSequence())
    const detail = {
      ...{ transactionCode: direction === 'Credit' ? '22' : '27', amountCents: BigInt(cents) },
      ...{ accountNumber: accounts[account].number, receivingRouting: routingNumber },
    }
    return { header: batchHeader(today()), entries: [forwardEntry(sequence, { ...detail, traceNumber })] }
  }

  function today(): Temporal.PlainDate {
    return dateOf(now())
  }

  /** Histories of a bank are days apart, so only the numbers of one day must differ. */
  function nextSequence(): number {
    return ++sequence
  }

  /** Copies differ in their names, ids and order, as an operator sends batches again. */
  async function arrive(batches: readonly IncomingBatch[], copies: number): Promise<void> {
    const forwards = batches.flatMap(({ entries }) => entries.filter(({ addenda }) => addenda.length === 0))
    const sent = forwards.flatMap(({ detail }) => ('traceNumber' in detail ? detail.traceNumber : []))
    for (const traceNumber of sent) traces.add(traceNumber)
    for (let copy = 0; copy < copies; copy++) {
      const modifier = String.fromCharCode(65 + (files++ % 26))
      const content = incomingFile(today(), copy % 2 === 0 ? batches : batches.toReversed(), modifier)
      await service.app.db.transaction((tx) =>
        storeIncomingFile(tx, tenantId, { rail: 'ACH', name: `in-${files}.ach`, content }, now()),
      )
    }
    for (const traceNumber of sent) arrived.add(traceNumber)
  }
}
