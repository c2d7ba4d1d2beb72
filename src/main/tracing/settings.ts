import type { Tracing } from '../../kernel/tracing.ts'
import { StartupError } from '../startup-error.ts'
import { requireDecodable } from '../url-settings.ts'

/** Where traces go. */
export interface TracingSettings {
  /** The URL of the collector that takes OTLP over HTTP. */
  url: string
  headers: Record<string, string>
  /** The share of traces that is kept, from 0 to 1. */
  ratio: number
  serviceName: string
}

export interface RunningTracing extends Tracing {
  /** Sends what waits, within a bounded time. */
  close(): Promise<void>
}

/** Traces, in the names that every OpenTelemetry SDK reads. */
export function tracingOf(
  given: Record<'endpoint' | 'headers' | 'ratio' | 'serviceName', string | undefined>,
): TracingSettings | undefined {
  const { endpoint, headers = '', ratio = '1', serviceName = 'giro' } = given
  if (endpoint === undefined) return undefined
  const share = Number(ratio)
  if (!(share >= 0 && share <= 1)) throw new StartupError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1')
  const pairs = headers.split(',').filter((pair) => pair.trim() !== '')
  const entries = pairs.map((pair): [string, string] => {
    const [, name, text] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
    if (!name) throw new StartupError('OTEL_EXPORTER_OTLP_HEADERS must have the form name=value,name=value')
    requireDecodable('OTEL_EXPORTER_OTLP_HEADERS', text!)
    const value = decodeURIComponent(text!)
    if (!canBeHeader(name, value))
      throw new StartupError(
        `OTEL_EXPORTER_OTLP_HEADERS is no list of HTTP headers: correct the name or the value of ${JSON.stringify(name)}`,
      )
    return [name, value]
  })
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  return { url, headers: Object.fromEntries(entries), ratio: share, serviceName }
}

function canBeHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]])
    return true
  } catch {
    return false
  }
}
