import type { App } from '../../app.ts'
import type { Transaction } from '../../db/client.ts'
import { type FeedEvent, readFeed, readFeedHead, readTraces } from '../../events/events.ts'
import type { Institution } from '../../institution/institution.ts'
import { defineSweeps, type Sweep } from '../../jobs/sweep.ts'
import type { SpanStart, TraceContext, Tracing } from '../../kernel/tracing.ts'
import {
  beginAt,
  hasPosition,
  lockPosition,
  movePosition,
  readFiles,
  readStepTimes,
  tenantsWithUntraced,
} from './traces.store.ts'

/** The most events that are shown in one transaction. */
const BATCH_EVENTS = 500

/**
 * Shows what the worker did with traced payments, from their history: nothing on the way of a
 * payment knows of tracing. Each status is a span, from the step into it to the step out of it.
 */
export function traceSweeps(tracing: Tracing): readonly Sweep[] {
  return defineSweeps('traces', {
    'show payments': { due: tenantsWithUntraced, run: (app, institution) => showNext(app, institution, tracing) },
  })
}

async function showNext({ db }: App, { tenantId }: Institution, tracing: Tracing): Promise<number> {
  const { taken, spans } = await db.transaction((tx) => takeNext(tx, tenantId))
  // After the commit: a span may be lost with its process, but is not shown twice.
  for (const { name, start, endMs } of spans) tracing.begin(name, start)?.end({ endMs })
  return taken
}

interface PastSpan {
  name: string
  start: SpanStart & { parent: TraceContext }
  endMs: number
}

async function takeNext(tx: Transaction, tenantId: bigint): Promise<{ taken: number; spans: PastSpan[] }> {
  if (!(await hasPosition(tx, tenantId))) await beginAt(tx, tenantId, await readFeedHead(tx, tenantId))
  const position = await lockPosition(tx, tenantId)
  const events = position === undefined ? [] : await readFeed(tx, tenantId, position, BATCH_EVENTS)
  const last = events.at(-1)
  if (!last) return { taken: 0, spans: [] }
  await movePosition(tx, tenantId, last.position)
  const steps = events.filter(({ content, subjectKind }) => 'to' in content && subjectKind === 'payment')
  const traces = await readTraces(tx, tenantId, [...new Set(steps.map(({ subjectId }) => subjectId))])
  const traced = steps.filter(({ subjectId }) => traces.has(subjectId))
  if (traced.length === 0) return { taken: events.length, spans: [] }
  return { taken: events.length, spans: await spansOf(tx, tenantId, traced, traces) }
}

async function spansOf(
  tx: Transaction,
  tenantId: bigint,
  steps: readonly FeedEvent[],
  traces: ReadonlyMap<string, TraceContext>,
): Promise<PastSpan[]> {
  const ids = [...traces.keys()]
  const times = Map.groupBy(await readStepTimes(tx, tenantId, ids), ({ paymentId }) => paymentId)
  const sent = steps.filter(({ content }) => 'to' in content && content.to === 'TRANSMITTED')
  const files =
    sent.length > 0 ? await readFiles(tx, tenantId, [...new Set(sent.map(({ subjectId }) => subjectId))]) : []
  const ofStatuses = steps.flatMap(({ subjectId: paymentId, at, content }): PastSpan[] => {
    if (!('to' in content) || content.from === null) return []
    const history = times.get(paymentId) ?? []
    const place = history.findIndex((step) => step.to === content.to && step.at.equals(at))
    const began = history[place - 1]
    if (!began) return []
    const parent = traces.get(paymentId)!
    const attributes = { 'giro.payment.id': paymentId, 'giro.payment.to': content.to }
    const start = { parent, startMs: began.at.epochMilliseconds, attributes }
    return [{ name: `payment ${content.from}`, start, endMs: at.epochMilliseconds }]
  })
  const ofFiles = files.flatMap(({ paymentId, name, collectedAt, writtenAt }): PastSpan[] => {
    if (!writtenAt) return []
    const attributes = { 'giro.payment.id': paymentId, 'giro.file.name': name }
    const start = { parent: traces.get(paymentId)!, startMs: collectedAt.epochMilliseconds, attributes }
    return [{ name: 'ach file', start, endMs: writtenAt.epochMilliseconds }]
  })
  return [...ofStatuses, ...ofFiles]
}
