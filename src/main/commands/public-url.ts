import type { Command } from 'commander'
import { movePublicUrlOf } from '../../administration/administration.ts'
import { systemClock } from '../../kernel/clock.ts'
import { readEnvironment } from '../config.ts'
import { withDatabase } from '../database.ts'
import { publicUrlIn } from '../url-settings.ts'
import { command, mustFindInstitution, say } from './options.ts'

/** `giro institution public-url`: where clients reach an institution. */
export function addPublicUrlCommand(institution: Command): void {
  command(
    institution,
    'public-url',
    'Move an institution to another base URL. Stop all nodes first; tokens issued before are refused.',
  )
    .requiredOption('--institution <code>', 'the tenant code')
    .requiredOption('--url <url>', 'the base URL that clients use from now on, as in GIRO_PUBLIC_URL')
    .action(({ dataDir, institution: code, url }: { dataDir: string; institution: string; url: string }) => {
      const publicUrl = publicUrlIn('--url', url)
      return withDatabase(readEnvironment(), dataDir, (db) =>
        db.transaction(async (tx) => {
          const found = await mustFindInstitution(tx, code)
          await movePublicUrlOf(tx, found, publicUrl, systemClock.now())
          say(`Clients reach institution ${code} at ${publicUrl}. Start all nodes with GIRO_PUBLIC_URL=${publicUrl}.`)
        }),
      )
    })
}
