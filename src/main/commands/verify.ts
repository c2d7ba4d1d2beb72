import { type Command, InvalidArgumentError } from 'commander'
import { type ChainHead, parseHead } from '../../audit/audit.ts'
import { findInstitutionByCode, listInstitutions } from '../../institution/institution.ts'
import { systemClock } from '../../kernel/clock.ts'
import { anchoredInstitutions } from '../anchors.ts'
import { anchorDirOf, type Environment, readEnvironment } from '../config.ts'
import { withDatabase } from '../database.ts'
import { StartupError } from '../startup-error.ts'
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
      const environment = readEnvironment()
      await withDatabase(environment, dataDir, async (db) => {
        const institutions = requireAny(await db.read(listInstitutions))
        const anchors = await anchorsOf(environment, dataDir)
        requireAnchored(institutions, await anchoredInstitutions(anchors))
        // Loaded here, because it loads the payments, and the audit log does not need them.
        const { verifyLedgers } = await import('../verify-ledgers.ts')
        process.exitCode = (await verifyLedgers(db, institutions, say, anchors)) === 0 ? 0 : 1
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
      const environment = readEnvironment()
      await withDatabase(environment, dataDir, async (db) => {
        const anchors = await anchorsOf(environment, dataDir)
        const institutions = await db.read(async (db) => {
          if (!tenant) {
            const all = requireAny(await listInstitutions(db))
            requireAnchored(all, await anchoredInstitutions(anchors))
            return all
          }
          const found = await findInstitutionByCode(db, tenant)
          if (!found) throw new StartupError(`institution ${tenant} does not exist`)
          return [found]
        })
        const { verifyAudits } = await import('../verify-audits.ts')
        const breaks = await verifyAudits(db, institutions, { clock: systemClock, noted: head, anchors, say })
        process.exitCode = breaks === 0 ? 0 : 1
      })
    })
}

/** The directory of the anchors. One that the operator names must have some: it may be mistyped. */
async function anchorsOf(environment: Pick<Environment, 'anchorDir'>, dataDir: string): Promise<string> {
  const { anchorDir } = environment
  if (anchorDir && (await anchoredInstitutions(anchorDir)).length === 0)
    throw new StartupError(
      `GIRO_ANCHOR_DIR: ${anchorDir} has no anchors: name the directory of the workers, or unset it to verify without`,
    )
  return anchorDirOf(environment, dataDir)
}

/**
 * An anchored institution that the database does not have was removed, or is in another database.
 */
function requireAnchored(institutions: readonly { code: string }[], anchored: readonly string[]): void {
  const missing = anchored.filter((code) => !institutions.some((institution) => institution.code === code))
  if (missing.length > 0)
    throw new StartupError(
      `the database lacks ${missing.join(', ')}, which anchors name: it was removed, or the anchors belong to another database`,
    )
}

/** A verification that looked at nothing must not pass. */
function requireAny<Institution>(institutions: Institution[]): Institution[] {
  if (institutions.length === 0) throw new StartupError('the database has no institution, so nothing was verified')
  return institutions
}
