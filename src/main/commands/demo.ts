import type { Command } from 'commander'
import { findInstitutionByCode } from '../../institution/institution.ts'
import { readEnvironment } from '../config.ts'
import { withDatabase } from '../database.ts'
import { findDemo } from '../demo/demo-institution.ts'
import { loadCustomers } from '../demo/load.ts'
import { loadPayments } from '../demo/load-payments.ts'
import { runPayoutFlow } from '../demo/payout-flow.ts'
import { progressBar } from '../progress-bar.ts'
import { StartupError } from '../startup-error.ts'
import { command, say, wholeNumber } from './options.ts'

const count = wholeNumber(1, 10_000_000, 'use a number from 1 to 10,000,000.')

export function addDemoCommands(giro: Command): void {
  const demo = command(giro, 'demo', 'Run the payout flow against a running demo service.').action(
    async ({ dataDir }: { dataDir: string }) => {
      const known = await findDemo(dataDir)
      if (!known)
        throw new StartupError(`${dataDir} has no demo.json: start the service with "giro serve --demo" first`)
      await runPayoutFlow(known, say)
    },
  )

  demo
    .command('load')
    .description(
      'Fill an institution with test customers, each with two accounts and two contacts, and with their payments.',
    )
    .option('--customers <number>', 'the number of customers', count)
    .option('--payments <number>', 'the number of payments, spread over the past year', count)
    .option('--institution <code>', 'the tenant code', 'demo')
    .action(async (options: { customers?: number; payments?: number; institution: string }, self: Command) => {
      const { customers, payments } = options
      if (customers === undefined && payments === undefined)
        throw new StartupError('there is nothing to load: give a number with --customers, --payments or both')
      const { dataDir } = self.optsWithGlobals<{ dataDir: string }>()
      await withDatabase(readEnvironment(), dataDir, async (db, analyse) => {
        const found = await db.read((db) => findInstitutionByCode(db, options.institution))
        if (!found)
          throw new StartupError(
            `institution ${options.institution} does not exist: start "giro serve --demo" once to create it`,
          )
        if (customers !== undefined) await loadCustomers(db, found, customers, progressBar('customers', customers))
        if (payments !== undefined) await loadPayments(db, found, payments, progressBar('payments', payments))
        await analyse()
      })
    })
}
