import type { Command } from 'commander'
import type { Database } from '../../db/client.ts'
import { type Institution, listInstitutions } from '../../institution/institution.ts'
import { systemClock } from '../../kernel/clock.ts'
import { readEnvironment } from '../config.ts'
import { withDatabase } from '../database.ts'
import { checkEncryptionKey } from '../encryption-key.ts'
import { rewrapKeys, rotateDataKey, statusOfKeys } from '../rotate-keys.ts'
import { command, mustFindInstitution, say } from './options.ts'

interface Options {
  dataDir: string
  institution?: string
}

export function addEncryptionKeyCommands(giro: Command): void {
  const key = giro.command('encryption-key').description('Manage the keys that seal personal data and secrets.')

  command(
    key,
    'rotate',
    'Make a new data key. It seals after 30 seconds; a worker then seals existing rows again, without a stop.',
  )
    .option('--institution <code>', 'the tenant code; without it, every institution')
    .action((options: Options) =>
      each(options, async (db, institution) => {
        const { id, activeFrom } = await rotateDataKey(db, institution, systemClock.now())
        return { key: id, activeFrom: activeFrom.toString() }
      }),
    )

  command(key, 'rewrap', 'Wrap all data keys with the current master key, after the master key was replaced.')
    .option('--institution <code>', 'the tenant code; without it, every institution')
    .action((options: Options) =>
      each(options, async (db, institution) => ({ rewrapped: await rewrapKeys(db, institution) })),
    )

  command(key, 'status', 'Show the data keys, and how far existing rows are sealed with the active one.')
    .option('--institution <code>', 'the tenant code; without it, every institution')
    .action((options: Options) =>
      each(options, (db, institution) => statusOfKeys(db, institution, systemClock.now()), { isChecked: false }),
    )
}

/** Runs the work for each institution and prints what it returns, one JSON document a line. */
async function each(
  { dataDir, institution: code }: Options,
  work: (db: Database, institution: Institution) => Promise<object>,
  { isChecked = true }: { isChecked?: boolean } = {},
): Promise<void> {
  await withDatabase(readEnvironment(), dataDir, async (db) => {
    if (isChecked) await checkEncryptionKey(db)
    const institutions = await db.transaction(async (tx) =>
      code === undefined ? listInstitutions(tx) : [await mustFindInstitution(tx, code)],
    )
    for (const institution of institutions)
      say(JSON.stringify({ institution: institution.code, ...(await work(db, institution)) }))
  })
}
