import { StartupError } from './startup-error.ts'

/** The base URL that clients use, without a slash at its end. */
export function publicUrlIn(name: string, text: string): string
export function publicUrlIn(name: string, text: string | undefined): string | undefined
export function publicUrlIn(name: string, text: string | undefined): string | undefined {
  const url = urlOf(name, text, ['http:', 'https:'])?.replace(/\/$/, '')
  if (url !== undefined && isOfEveryAddress(url))
    throw new StartupError(`${name} is not an address that clients can use: name the host by which they reach it`)
  return url
}

/** A URL with one of the protocols, whose parts can be decoded. */
export function urlOf(name: string, text: string | undefined, protocols: readonly string[]): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (!url || !protocols.includes(url.protocol))
    throw new StartupError(
      `${name} is not a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}: correct it, or unset it`,
    )
  requireDecodable(name, url.username, url.password, url.pathname)
  return text
}

/** Decoding a bare % would end in an error without a remedy. */
export function requireDecodable(name: string, ...texts: readonly string[]): void {
  try {
    texts.map(decodeURIComponent)
  } catch (error) {
    throw new StartupError(`${name} is not percent-encoded: write %25 for a % in it`, { cause: error })
  }
}

/**
 * The URL of a node by its own flags. `own` is undefined if it listens on every address, because
 * clients need one. `local` is for requests from the same machine.
 */
export function urlsOfNode({ host, port, isSecured }: { host: string; port: number; isSecured: boolean }): {
  own: string | undefined
  local: string
} {
  const at = (name: string) => `${isSecured ? 'https' : 'http'}://${name}:${port}`
  const named = at(host.includes(':') ? `[${host}]` : host)
  if (URL.canParse(named) && !isOfEveryAddress(named)) return { own: named, local: named }
  return { own: undefined, local: at(host.includes(':') ? '[::1]' : '127.0.0.1') }
}

/** The addresses that stand for all addresses of a machine, in every form. */
const EVERY_ADDRESS = ['0.0.0.0', '[::]', '[::ffff:0:0]']

const isOfEveryAddress = (url: string) => EVERY_ADDRESS.includes(new URL(url).hostname)
