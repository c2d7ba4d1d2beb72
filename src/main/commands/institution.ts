import type { Command } from 'commander'
import type { Database } from '../../db/client.ts'
import { findInstitutionByCode } from '../../institution/institution.ts'
import { systemClock } from '../../kernel/clock.ts'
import { readEnvironment } from '../config.ts'
import { createAdministrators } from '../create-administrators.ts'
import { createInstitution } from '../create-institution.ts'
import { withDatabase } from '../database.ts'
import { checkEncryptionKey } from '../encryption-key.ts'
import { StartupError } from '../startup-error.ts'
import { addIssuerCommands } from './issuer.ts'
import { command, say } from './options.ts'
import { addPublicUrlCommand } from './public-url.ts'

export function addInstitutionCommands(giro: Command): void {
  const institution = giro.command('institution').description('Manage the institutions: the tenants of this service.')
  addIssuerCommands(institution)
  addPublicUrlCommand(institution)

  command(institution, 'create', 'Create an institution with two administrators. Their secrets are shown only once.')
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
    .option(
      '--single-administrator',
      'create one administrator, who can change everything alone; only for a sandbox',
      false,
    )
    .action(async ({ dataDir, officer, singleAdministrator: single, bic = null, ...asked }) => {
      if (single && !asked.sandbox)
        throw new StartupError(
          'a live institution needs two administrators: leave out --single-administrator, or add --sandbox',
        )
      const environment = readEnvironment()
      const create = async (db: Database) => {
        await checkEncryptionKey(db)
        const { sealer } = db.keyring
        await db.transaction(async (tx) => {
          if (await findInstitutionByCode(tx, asked.code))
            throw new StartupError(`institution ${asked.code} already exists: choose another code`)
          const now = systemClock.now()
          const data = { ...asked, bic, dualControl: !single, officers: officer }
          const created = await createInstitution(tx, data, sealer, now)
          const administrators = await createAdministrators(tx, created, { single }, now)
          const customerUID = String(created.legalEntityId)
          say(JSON.stringify({ tenantCode: asked.code, customerUID, administrators, note: noteOf(single) }, null, 2))
        })
      }
      await withDatabase(environment, dataDir, create, { mayCreate: true })
    })
}

function noteOf(single: boolean): string {
  return single
    ? 'One person can change everything alone here: limits, rates, balances and API clients. No second person decides.'
    : 'Give each administrator to another person, who then rotates the secret: what one changes, the other must approve.'
}
