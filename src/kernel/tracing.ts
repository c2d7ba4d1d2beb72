/** A place in a trace, by the ids of W3C Trace Context. Its trace is sampled. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits. */
  spanId: string
}

type Attributes = Readonly<Record<string, string | number | boolean>>

export interface SpanStart {
  /** Without one, the span begins a trace. */
  parent?: TraceContext | undefined
  kind?: 'server' | 'client'
  /** Milliseconds since 1970; now by default. */
  startMs?: number
  attributes?: Attributes
}

/** Something that takes time. Attributes hold ids and words of closed lists, no data of clients. */
export interface Span {
  readonly context: TraceContext
  end(ended?: { attributes?: Attributes; isFailed?: boolean; endMs?: number }): void
}

/** Tells a collector what takes how long. It never waits, throws or fails. */
export interface Tracing {
  /** Undefined if the trace is not sampled. */
  begin(name: string, start?: SpanStart): Span | undefined
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/

/** Reads a header `traceparent` of version 00. Undefined if it is missing or not valid. */
export function readTraceparent(header: unknown): TraceContext | undefined {
  const [, traceId, spanId] = (typeof header === 'string' && TRACEPARENT.exec(header)) || []
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId }
}

export function traceparentOf({ traceId, spanId }: TraceContext): string {
  return `00-${traceId}-${spanId}-01`
}
