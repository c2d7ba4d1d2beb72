import { type Command, InvalidArgumentError } from 'commander'
import { type ChainHead, parseHead } from '../../audit/audit.ts'
import { findInstitutionByCode, listInstitutions } from '../../institution/institution.ts'
import { systemClock } from '../../kernel/clock.ts'
import { readEnvironment } from '../config.ts'
import { withDatabase } from '../database.ts'
import { StartupError } from '../startup-error.ts'
import { verifyAudits } from '../verify-audits.ts'
import { verifyLedgers } from '../verify-ledgers.ts'
import { command, say } from './options.ts'

const notedHead = (text: string) => {
  const head = parseHead(text)
  if (!head) throw new InvalidArgumentError('use <sequence>:<64 hexadecimal digits>, as printed by audit verify.')
  return head
}

export function addVerifyCommands(giro: Command): void {
  const ledger = giro.command('ledger').description('Check the ledger.')

  command(ledger, 'verify', 'Compare every ledger total with its transfers. Exit code 1 on any difference.').action(
    async ({ dataDir }: { dataDir: string }) => {
      await withDatabase(readEnvironment(), dataDir, async (db) => {
        const institutions = await db.read(listInstitutions)
        process.exitCode = (await verifyLedgers(db, institutions, say)) === 0 ? 0 : 1
      })
    },
  )

  const audit = giro.command('audit').description('Check the audit log.')

  command(audit, 'verify', 'Recompute the hash chain of every audit log. Exit code 1 on any break.')
    .option('--tenant <code>', 'only the institution with this code')
    .option(
      '--head <sequence:hash>',
      'a head recorded earlier that the chain must contain; requires --tenant',
      notedHead,
    )
    .action(async ({ dataDir, tenant, head }: { dataDir: string; tenant?: string; head?: ChainHead }) => {
      if (head && !tenant) throw new StartupError('--head belongs to one institution: name it with --tenant')
      await withDatabase(readEnvironment(), dataDir, async (db) => {
        const institutions = await db.read(async (db) => {
          if (!tenant) return listInstitutions(db)
          const found = await findInstitutionByCode(db, tenant)
          if (!found) throw new StartupError(`institution ${tenant} does not exist`)
          return [found]
        })
        const breaks = await verifyAudits(db, institutions, { clock: systemClock, noted: head, say })
        process.exitCode = breaks === 0 ? 0 : 1
      })
    })
}
