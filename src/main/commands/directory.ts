import { basename } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { Temporal } from 'temporal-polyfill'
import { importDirectory, readDirectories } from '../../banks/banks.ts'
import { institutionTime } from '../../institution/institution.ts'
import { systemClock } from '../../kernel/clock.ts'
import { RAILS, type Rail } from '../../kernel/rail.ts'
import { readEnvironment } from '../config.ts'
import { withDatabase } from '../database.ts'
import { readDirectoryFile } from '../directory-file.ts'
import { StartupError } from '../startup-error.ts'
import { command, mustFindInstitution, say } from './options.ts'

interface ImportOptions {
  dataDir: string
  institution: string
  rail: Rail
  listedOn: Temporal.PlainDate
  allowOlder?: boolean
  allowRemovals?: boolean
}

const date = (text: string) => {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    throw new InvalidArgumentError('use a date such as 2026-07-01.')
  }
}

/** `giro directory …`: the participant lists of the networks. */
export function addDirectoryCommands(giro: Command): void {
  const directory = giro.command('directory').description('Import the lists of banks and the rails that they take.')

  command(directory, 'import', 'Replace the participant list of a rail by a file. Prints what changed.')
    .argument('<file>', 'FedACH or Fedwire directory, list of FedNow or RTP participants, or list of BICs')
    .requiredOption('--institution <code>', 'the tenant code')
    .addOption(new Option('--rail <rail>', 'the rail of the list').choices(RAILS).makeOptionMandatory())
    .requiredOption('--listed-on <date>', 'the date of the list', date)
    .option('--allow-older', 'take a list that is older than the imported one')
    .option('--allow-removals', 'take a list that lacks more than a tenth of the participants')
    .action(importOne)

  command(directory, 'status', 'Show the imported lists.')
    .requiredOption('--institution <code>', 'the tenant code')
    .action(showStatus)
}

/** Reads the file before the transaction, which touches nothing outside of the database. */
async function importOne(file: string, options: ImportOptions): Promise<void> {
  const { rail, listedOn, allowOlder, allowRemovals } = options
  const read = await readDirectoryFile(file, rail)
  const result = await withDatabase(readEnvironment(), options.dataDir, (db) =>
    db.transaction(async (tx) => {
      const institution = await mustFindInstitution(tx, options.institution)
      const now = institutionTime(institution, systemClock.now())
      const list = { rail, listedOn: listedOn.toString(), fileName: basename(file), importedBy: 'operator', ...read }
      return importDirectory(tx, institution.tenantId, { ...list, allowOlder, allowRemovals }, now)
    }),
  )
  if (!result.ok) throw new StartupError(result.refusal)
  say(JSON.stringify(result.value, null, 2))
}

async function showStatus({ dataDir, institution }: { dataDir: string; institution: string }): Promise<void> {
  const lists = await withDatabase(readEnvironment(), dataDir, (db) =>
    db.transaction(async (tx) => readDirectories(tx, (await mustFindInstitution(tx, institution)).tenantId)),
  )
  const shown = lists.map(({ tenantId: _, importedAt, ...list }) => ({ ...list, importedAt: importedAt.toString() }))
  say(JSON.stringify(shown, null, 2))
}
