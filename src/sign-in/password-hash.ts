import { randomBytes } from 'node:crypto'
import argon2 from '@node-rs/argon2'
import { createPermits } from '../kernel/permits.ts'

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const
/** `Algorithm.Argon2id`, which is a const enum. */
const ARGON2ID = 2
/** More would only wait for the processors, and each needs 19 MiB. */
const runs = createPermits(2)
const MAX_WAITING = 100
let waiting = 0

/** Too many people sign in at once. Nothing was checked and nothing was counted. */
export class SignInBusy extends Error {
  constructor() {
    super('too many passwords are being checked: try again in a moment')
  }
}

/**
 * The form in which a password is hashed and compared: the same characters whatever keyboard they
 * come from (NIST SP 800-63B section 3.1.1.2).
 */
export function normalised(password: string): string {
  return password.normalize('NFKC')
}

/** Hashes a normalised password with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  return inPlace(() => runs.run(() => argon2.hash(password, { ...COST, algorithm: ARGON2ID as never })))
}

type IsPassword = (password: string, passwordHash: string) => Promise<boolean>

/**
 * Does work that compares a password, such as counting the attempt first. Throws `SignInBusy`
 * before the work begins, if too many passwords wait.
 */
export async function comparingPassword<T>(work: (isPassword: IsPassword) => Promise<T>): Promise<T> {
  return inPlace(() => work((password, passwordHash) => runs.run(() => argon2.verify(passwordHash, password))))
}

/** No password has this hash. To compare with it takes as long as with a user's. */
export const NOBODYS_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${[16, 32]
  .map((bytes) => randomBytes(bytes).toString('base64').replaceAll('=', ''))
  .join('$')}`

/** Takes one of the places of those who wait, for the whole of the work. */
async function inPlace<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING) throw new SignInBusy()
  waiting++
  try {
    return await work()
  } finally {
    waiting--
  }
}
