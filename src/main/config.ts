import { StartupError } from './startup-error.ts'

/** What the environment decides. Flags of the command line decide the rest; nothing else reads the environment. */
export interface Environment {
  /** A PostgreSQL of one's own, instead of the embedded one. */
  databaseUrl: string | undefined
  /** The address clients reach the service by, where it differs from host and port. */
  publicUrl: string | undefined
  /** An OpenID Connect issuer whose access tokens are accepted instead of our own. */
  oidcIssuer: string | undefined
  /** 32 bytes in base64 or hex that seal what must not be readable in the database. */
  encryptionKey: Buffer | undefined
  /** Connections to the database, at the most. */
  maxConnections: number
  /** Undefined for the default of the command. */
  logLevel: string | undefined
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  const value = (name: string) => variables[name]?.trim() || undefined
  return {
    databaseUrl: urlOf('GIRO_DATABASE_URL', value('GIRO_DATABASE_URL'), ['postgres:', 'postgresql:']),
    publicUrl: urlOf('GIRO_PUBLIC_URL', value('GIRO_PUBLIC_URL'), ['http:', 'https:'])?.replace(/\/$/, ''),
    oidcIssuer: urlOf('GIRO_OIDC_ISSUER', value('GIRO_OIDC_ISSUER'), ['http:', 'https:']),
    encryptionKey: keyOf(value('GIRO_ENCRYPTION_KEY')),
    maxConnections: countOf('GIRO_MAX_CONNECTIONS', value('GIRO_MAX_CONNECTIONS'), {
      fallback: 20,
      least: 4,
      most: 1000,
    }),
    logLevel: wordOf('GIRO_LOG_LEVEL', value('GIRO_LOG_LEVEL'), LOG_LEVELS),
  }
}

function urlOf(name: string, text: string | undefined, protocols: readonly string[]): string | undefined {
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol))
    throw new StartupError(
      `${name} is not a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}: correct it, or unset it`,
    )
  return text
}

function keyOf(text: string | undefined): Buffer | undefined {
  if (text === undefined) return undefined
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  if (key.length !== 32)
    throw new StartupError(
      'GIRO_ENCRYPTION_KEY is not 32 bytes in base64 or hex: make one with "openssl rand -base64 32"',
    )
  return key
}

function countOf(
  name: string,
  text: string | undefined,
  bounds: { fallback: number; least: number; most: number },
): number {
  if (text === undefined) return bounds.fallback
  const count = Number(text)
  if (!Number.isInteger(count) || count < bounds.least || count > bounds.most)
    throw new StartupError(
      `${name} is not a whole number from ${bounds.least} to ${bounds.most}: correct it, or unset it`,
    )
  return count
}

function wordOf(name: string, word: string | undefined, words: readonly string[]): string | undefined {
  if (word !== undefined && !words.includes(word))
    throw new StartupError(`${name} is none of ${words.join(', ')}: correct it, or unset it`)
  return word
}
