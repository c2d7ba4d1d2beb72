import { type DiagLogger, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { MachineTime } from '../../kernel/machine-time.ts'
import { VERSION } from '../../kernel/version.ts'
import { within } from '../../kernel/within.ts'
import type { RunningTracing, TracingSettings } from './settings.ts'

/** Spans that do not fit are dropped: a collector that hangs costs this much memory at most. */
const MAX_QUEUED = 2_048
const MAX_BATCH = 512
const EVERY_MS = 2_000
const EXPORT_TIMEOUT_MS = 5_000
/** How long a process that ends waits for its last spans. */
const CLOSE_TIMEOUT_MS = 2_000

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

/**
 * Traces by OpenTelemetry, and sends spans as OTLP in JSON over HTTP. Whether a trace is sampled
 * follows from its id alone: all processes decide alike, and no client decides for the bank.
 */
export function openTelemetry(
  { url, headers, ratio, serviceName }: TracingSettings,
  warn: Warn,
  time: MachineTime,
): RunningTracing {
  diag.setLogger(diagnostics(warn, time))
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_TIMEOUT_MS, concurrencyLimit: 1 })
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: MAX_QUEUED,
    maxExportBatchSize: MAX_BATCH,
    scheduledDelayMillis: EVERY_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': VERSION }),
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer('giro', VERSION)
  return {
    begin(name, { parent, kind, startMs, attributes } = {}) {
      const remote = parent && { ...parent, traceFlags: TraceFlags.SAMPLED, isRemote: true }
      const context = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: kind && KINDS[kind], startTime: startMs, attributes }, context)
      if (!span.isRecording()) return undefined
      const { traceId, spanId } = span.spanContext()
      return {
        context: { traceId, spanId },
        end({ attributes: more, isFailed, endMs } = {}) {
          if (more) span.setAttributes(more)
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end(endMs)
        },
      }
    },
    async close() {
      await within(
        CLOSE_TIMEOUT_MS,
        provider.shutdown().catch(() => {}),
        time,
      )
      diag.disable()
    },
  }
}

export type Warn = (message: string) => void

/** One line in a minute says that spans do not arrive. */
const WARN_EVERY_MS = 60_000

function diagnostics(warn: Warn, time: MachineTime): DiagLogger {
  let nextMs = 0
  const report = (message: string) => {
    if (time.nowMs() < nextMs) return
    nextMs = time.nowMs() + WARN_EVERY_MS
    warn(message)
  }
  const ignore = () => {}
  return { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore }
}
