import type { Command } from 'commander'
import type { Database } from '../../db/client.ts'
import { findInstitutionByCode } from '../../institution/institution.ts'
import { systemClock } from '../../kernel/clock.ts'
import { createSealer } from '../../kernel/sealer.ts'
import { readEnvironment } from '../config.ts'
import { createInstitution } from '../create-institution.ts'
import { withDatabase } from '../database.ts'
import { checkEncryptionKey, loadEncryptionKey } from '../encryption-key.ts'
import { StartupError } from '../startup-error.ts'
import { addIssuerCommands } from './issuer.ts'
import { command, say } from './options.ts'

export function addInstitutionCommands(giro: Command): void {
  const institution = giro.command('institution').description('Manage the institutions: the tenants of this service.')
  addIssuerCommands(institution)

  command(institution, 'create', 'Create an institution.')
    .requiredOption('--code <code>', 'the tenant code: lower-case letters, digits, hyphens')
    .requiredOption('--name <name>', 'the name')
    .requiredOption('--routing-number <number>', 'the ABA routing number')
    .option('--bic <bic>', 'the BIC')
    .option('--currency <code>', 'the base currency', 'USD')
    .option('--time-zone <zone>', 'the IANA time zone of its business days', 'America/New_York')
    .option('--officer <loginId...>', 'the login ids of its relationship managers and originating officers', [
      'officer',
    ])
    .option('--sandbox', 'create a sandbox: simulate all payment networks', false)
    .action(async ({ dataDir, officer, bic = null, ...asked }) => {
      const environment = readEnvironment()
      const sealer = createSealer(await loadEncryptionKey(dataDir, environment.encryptionKey))
      const create = async (db: Database) => {
        await checkEncryptionKey(db, sealer)
        await db.transaction(async (tx) => {
          if (await findInstitutionByCode(tx, asked.code))
            throw new StartupError(`institution ${asked.code} already exists: choose another code`)
          const created = await createInstitution(tx, { ...asked, bic, officers: officer }, sealer, systemClock.now())
          say(JSON.stringify({ tenantCode: asked.code, customerUID: String(created.legalEntityId) }, null, 2))
        })
      }
      await withDatabase(environment, dataDir, create, { mayCreate: true })
    })
}
