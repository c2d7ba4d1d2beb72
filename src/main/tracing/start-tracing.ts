import type { Logger } from 'pino'
import type { MachineTime } from '../../kernel/machine-time.ts'
import type { RunningTracing, TracingSettings } from './settings.ts'

/** Loads the libraries only if tracing is on. */
export async function startTracing(
  settings: TracingSettings | undefined,
  log: Pick<Logger, 'warn'>,
  time: MachineTime,
): Promise<RunningTracing | undefined> {
  if (!settings) return undefined
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(settings, (reason) => log.warn({ reason }, 'traces do not reach their collector'), time)
}
