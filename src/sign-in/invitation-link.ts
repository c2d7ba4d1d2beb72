import type { App } from '../app.ts'
import type { Connection } from '../db/client.ts'
import { readPublicUrl } from './invitations.store.ts'

declare module '../app.ts' {
  interface App {
    /** The base URL of this node; undefined in a worker without HTTP. */
    publicUrl: string | undefined
  }
}

/**
 * The page on which an invitation is accepted, below the public URL of the service. The link in the
 * mail is `{publicUrl}{invitationPath(code)}?token={token}`.
 */
export function invitationPath(code: string): string {
  return `/auth/realms/${code}/invitation`
}

/**
 * The base of links for the people of an institution: what it keeps, or else that of this node.
 * Undefined in a worker, before the first node with HTTP has kept its own.
 */
export async function readLinkBase(
  db: Connection,
  { publicUrl }: Pick<App, 'publicUrl'>,
  tenantId: bigint,
): Promise<string | undefined> {
  return (await readPublicUrl(db, tenantId)) ?? publicUrl
}

export function invitationUrl(base: string, code: string, token: string): string {
  return `${base.replace(/\/+$/, '')}${invitationPath(code)}?token=${token}`
}
