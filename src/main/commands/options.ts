import { type Command, InvalidArgumentError } from 'commander'
import type { Transaction } from '../../db/client.ts'
import { findInstitutionByCode, type Institution } from '../../institution/institution.ts'
import { StartupError } from '../startup-error.ts'

export const say = (line: string): void => console.log(line)

/** Every command works on a database: that of GIRO_DATABASE_URL, else the embedded one of the data directory. */
export function command(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .option('--data-dir <path>', 'where Giro keeps what it needs', '.giro')
}

/** Reads an option that is a whole number; `expected` says what it is where it is none, or out of bounds. */
export const wholeNumber = (least: number, most: number, expected: string) => (text: string) => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least || number > most) throw new InvalidArgumentError(expected)
  return number
}

/** The institution that `--institution` names. */
export async function mustFindInstitution(tx: Transaction, code: string): Promise<Institution> {
  const found = await findInstitutionByCode(tx, code)
  if (!found) throw new StartupError(`there is no institution ${code}: create it with "giro institution create"`)
  return found
}
