import type { Command } from 'commander'
import { readEnvironment } from '../config.ts'
import { withDatabase } from '../database.ts'
import type { ServeOptions } from '../serve.ts'
import { command, say, wholeNumber } from './options.ts'

const port = wholeNumber(1, 65_535, 'use a port number from 1 to 65535.')

/** Ends the process as well: work that did not finish in time must not keep it running. */
async function serveUntilStopped(options: ServeOptions): Promise<never> {
  // Loaded here, because it loads the whole service, and no other command should wait for that.
  const { serve } = await import('../serve.ts')
  process.exit(await serve(readEnvironment(), options, say))
}

export function addServeCommands(giro: Command): void {
  command(giro, 'serve', 'Serve the API, the token service and the worker in one process.')
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--port <number>', 'the port to listen on', port, 8080)
    .option('--demo', 'on first start, create a demo institution and run the payout flow', false)
    .option('--no-worker', 'serve requests only; other processes run the worker')
    .action(async (options: Omit<ServeOptions, 'http'>) => {
      await serveUntilStopped({ ...options, http: true })
    })

  command(giro, 'worker', 'Run background processing only, as one more worker on the database of a service.').action(
    async ({ dataDir }: { dataDir: string }) => {
      const options = { dataDir, host: '127.0.0.1', port: 0, demo: false, worker: true, http: false }
      await serveUntilStopped(options)
    },
  )

  command(giro, 'migrate', 'Migrate the database to the current schema.').action(
    async ({ dataDir }: { dataDir: string }) => {
      await withDatabase(readEnvironment(), dataDir, async () => say('The database is at the current schema.'))
    },
  )
}
