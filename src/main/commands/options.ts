import { type Command, InvalidArgumentError } from 'commander'
import type { Transaction } from '../../db/client.ts'
import { findInstitutionByCode, type Institution } from '../../institution/institution.ts'
import { StartupError } from '../startup-error.ts'

export const say = (line: string): void => console.log(line)

/**
 * A command with the option `--data-dir`, because every command works on a database: the one of
 * GIRO_DATABASE_URL, or else the embedded one in the data directory.
 */
export function command(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).option('--data-dir <path>', 'the data directory', '.giro')
}

/** Reads a whole number from `least` to `most`. Anything else is refused with `expected`. */
export const wholeNumber = (least: number, most: number, expected: string) => (text: string) => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least || number > most) throw new InvalidArgumentError(expected)
  return number
}

/** The institution that `--institution` names. */
export async function mustFindInstitution(tx: Transaction, code: string): Promise<Institution> {
  const found = await findInstitutionByCode(tx, code)
  if (!found) throw new StartupError(`institution ${code} does not exist: create it with "giro institution create"`)
  return found
}
