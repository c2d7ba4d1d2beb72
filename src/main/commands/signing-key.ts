import type { Command } from 'commander'
import { renderSigningKey, rotateSigningKeyOf } from '../../administration/administration.ts'
import { systemClock } from '../../kernel/clock.ts'
import { readEnvironment } from '../config.ts'
import { withDatabase } from '../database.ts'
import { checkEncryptionKey } from '../encryption-key.ts'
import { command, mustFindInstitution, say } from './options.ts'

export function addSigningKeyCommands(giro: Command): void {
  const signingKey = giro.command('signing-key').description('Manage the keys that sign access tokens.')

  command(
    signingKey,
    'rotate',
    'Publish a new signing key. It signs after one minute, or at once if the current key cannot be decrypted.',
  )
    .requiredOption('--institution <code>', 'the tenant code')
    .action(async (options: { dataDir: string; institution: string }) => {
      const environment = readEnvironment()
      await withDatabase(environment, options.dataDir, async (db) => {
        await checkEncryptionKey(db)
        const { sealer } = db.keyring
        const now = systemClock.now()
        const key = await db.transaction(async (tx) =>
          rotateSigningKeyOf(
            tx,
            await mustFindInstitution(tx, options.institution),
            { actor: 'operator', sealer },
            { now, tokenNow: now },
          ),
        )
        say(JSON.stringify(renderSigningKey(key), null, 2))
      })
    })
}
