import { Command } from 'commander'
import { VERSION } from '../../kernel/version.ts'
import { UnknownApiClient } from '../../tokens/api-clients.ts'
import { InvalidInstitution } from '../create-institution.ts'
import { StartupError } from '../startup-error.ts'
import { addApiClientCommands } from './api-client.ts'
import { addArchiveCommands } from './archive.ts'
import { addBackupCommands } from './backup.ts'
import { addDemoCommands } from './demo.ts'
import { addDoctorCommand } from './doctor.ts'
import { addEncryptionKeyCommands } from './encryption-key.ts'
import { addInstitutionCommands } from './institution.ts'
import { addRailsCommands } from './rails.ts'
import { addServeCommands } from './serve.ts'
import { addSigningKeyCommands } from './signing-key.ts'
import { addVerifyCommands } from './verify.ts'

/** Runs the command of this process. A refusal prints one line and ends with exit code 1. */
export async function runCommand(): Promise<void> {
  try {
    await describeCommands().parseAsync()
  } catch (error) {
    process.exitCode = 1
    explain(error)
  }
}

/** All commands with their options, as `--help` shows them. */
export function describeCommands(): Command {
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
  addServeCommands(giro)
  addDemoCommands(giro)
  addInstitutionCommands(giro)
  addApiClientCommands(giro)
  addSigningKeyCommands(giro)
  addEncryptionKeyCommands(giro)
  addVerifyCommands(giro)
  addRailsCommands(giro)
  addBackupCommands(giro)
  addArchiveCommands(giro)
  addDoctorCommand(giro)
  return giro
}

function explain(error: unknown): void {
  if (error instanceof StartupError) {
    console.error(`giro: ${error.message}`)
    if (error.detail) console.error(error.detail)
  } else if (error instanceof InvalidInstitution || error instanceof UnknownApiClient || error instanceof RangeError) {
    console.error(`giro: ${error.message}`)
  } else {
    console.error(error)
  }
}
