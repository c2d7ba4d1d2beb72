import type { Command } from 'commander'
import { readEnvironment } from '../config.ts'
import { withDatabase } from '../database.ts'
import type { ServeOptions } from '../serve.ts'
import { command, say, wholeNumber } from './options.ts'

const port = wholeNumber(1, 65_535, 'a port is a number from 1 to 65535.')

/** Ends the process too: what could not be brought to rest in time must not keep it. */
async function serveUntilStopped(options: ServeOptions): Promise<never> {
  // The whole service comes with it, and no other command has to wait for that.
  const { serve } = await import('../serve.ts')
  process.exit(await serve(readEnvironment(), options, say))
}

export function addServeCommands(giro: Command): void {
  command(giro, 'serve', 'Serve the API, the token service and the worker in one process.')
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--port <number>', 'the port to listen on', port, 8080)
    .option('--demo', 'make a demo institution on first start, and run the payout flow once', false)
    .option('--no-worker', 'leave payments to workers elsewhere')
    .action(async (options: Omit<ServeOptions, 'http'>) => {
      await serveUntilStopped({ ...options, http: true })
    })

  command(giro, 'worker', 'Only take payments further: for more workers beside a service on the same database.').action(
    async ({ dataDir }: { dataDir: string }) => {
      const options = { dataDir, host: '127.0.0.1', port: 0, demo: false, worker: true, http: false }
      await serveUntilStopped(options)
    },
  )

  command(giro, 'migrate', 'Bring the database to the newest schema.').action(
    async ({ dataDir }: { dataDir: string }) => {
      await withDatabase(readEnvironment(), dataDir, async () => say('The database has the newest schema.'))
    },
  )
}
