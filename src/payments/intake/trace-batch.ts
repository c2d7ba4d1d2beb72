import type { Span, TraceContext, Tracing } from '../../kernel/tracing.ts'

/** The spans of a batch, one in the trace of each of its requests. */
export interface BatchSpans {
  /** Runs the decisions of the batch. */
  decide<T>(decisions: () => T): T
}

const UNTRACED: BatchSpans = { decide: (decisions) => decisions() }

/** Traces a batch, from its start to its commit. Without traced requests, it only runs it. */
export async function traceBatch<T>(
  tracing: Tracing | undefined,
  submissions: readonly { trace?: TraceContext }[],
  run: (spans: BatchSpans) => Promise<T>,
): Promise<T> {
  if (!tracing) return run(UNTRACED)
  const attributes = { 'giro.batch.size': submissions.length }
  const batches = submissions.flatMap(({ trace: parent }) =>
    parent ? (tracing.begin('payment batch', { parent, attributes }) ?? []) : [],
  )
  const decide = <U>(decisions: () => U): U => {
    const spans = batches.flatMap(({ context: parent }) => tracing.begin('ledger decision', { parent }) ?? [])
    return ending(spans, decisions)
  }
  try {
    const result = await run({ decide })
    for (const span of batches) span.end()
    return result
  } catch (error) {
    for (const span of batches) span.end({ isFailed: true })
    throw error
  }
}

function ending<U>(spans: readonly Span[], work: () => U): U {
  try {
    return work()
  } finally {
    for (const span of spans) span.end()
  }
}
