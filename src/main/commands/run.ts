import { Command } from 'commander'
import { VERSION } from '../../kernel/version.ts'
import { StartupError } from '../startup-error.ts'

type AddCommands = (giro: Command) => void

/**
 * The groups of commands. The files of all groups load most of the service, so a command loads only
 * those of its own group.
 */
const GROUPS: readonly { commands: readonly string[]; load: () => Promise<AddCommands> }[] = [
  { commands: ['serve', 'worker', 'migrate'], load: async () => (await import('./serve.ts')).addServeCommands },
  { commands: ['demo'], load: async () => (await import('./demo.ts')).addDemoCommands },
  { commands: ['institution'], load: async () => (await import('./institution.ts')).addInstitutionCommands },
  { commands: ['api-client'], load: async () => (await import('./api-client.ts')).addApiClientCommands },
  { commands: ['signing-key'], load: async () => (await import('./signing-key.ts')).addSigningKeyCommands },
  { commands: ['encryption-key'], load: async () => (await import('./encryption-key.ts')).addEncryptionKeyCommands },
  { commands: ['ledger', 'audit'], load: async () => (await import('./verify.ts')).addVerifyCommands },
  {
    commands: ['outstanding'],
    load: async () => (await import('./outstanding.ts')).addOutstandingCommand,
  },
  { commands: ['rails'], load: async () => (await import('./rails.ts')).addRailsCommands },
  { commands: ['backup', 'restore'], load: async () => (await import('./backup.ts')).addBackupCommands },
  { commands: ['archive'], load: async () => (await import('./archive.ts')).addArchiveCommands },
  { commands: ['directory'], load: async () => (await import('./directory.ts')).addDirectoryCommands },
  { commands: ['doctor'], load: async () => (await import('./doctor.ts')).addDoctorCommand },
]

/** Runs the command of this process. A refusal prints one line and ends with exit code 1. */
export async function runCommand(): Promise<void> {
  try {
    const giro = await describeCommands(process.argv[2])
    await giro.parseAsync()
  } catch (error) {
    process.exitCode = 1
    explain(error)
  }
}

/**
 * The commands with their options, as `--help` shows them: those of the group of this command, or
 * all if none has that name.
 */
export async function describeCommands(name?: string): Promise<Command> {
  const giro = new Command('giro')
    .description(
      'A banking platform: customers, accounts, contacts, payments, a double-entry ledger and payment rails.',
    )
    .version(VERSION, '--version', 'show the release')
    .helpCommand(false)
    // `giro backup` and `giro backup list` have options of the same names.
    .enablePositionalOptions()
    .configureOutput({
      // One line, as for every other refusal.
      outputError: (text, write) => write(`giro: ${text.replace('error: ', '').trim().replaceAll('\n', ' ')}\n`),
    })
  const own = GROUPS.filter(({ commands }) => commands.some((command) => command === name))
  for (const { load } of own.length > 0 ? own : GROUPS) {
    const addCommands = await load()
    addCommands(giro)
  }
  return giro
}

function explain(error: unknown): void {
  if (error instanceof StartupError) {
    console.error(`giro: ${error.message}`)
    if (error.detail) console.error(error.detail)
  } else if (error instanceof RangeError) {
    console.error(`giro: ${error.message}`)
  } else {
    console.error(error)
  }
}
