import { hash } from 'node:crypto'
import type { App } from '../../app.ts'
import { deleteTokenRecord, findTokenRecord, upsertTokenRecord } from '../../tokens/people.ts'
import type { Person } from '../person.ts'

/** How far a person has come in signing in. It is kept on the server only. */
export interface Progress {
  /** The person whose password was right, or who must prove their second factor again. */
  userId?: string
  /** The credentials of that person. After a reset, the progress counts for nothing. */
  credentialsId?: string
  /** What they proved already: RFC 8176. */
  amr: string[]
  /** How many second factors were wrong since the password. */
  failures: number
  /** Someone else than the person who is signed in wants to sign in. */
  asAnother?: boolean
  /** The secret of the TOTP application that is being set up, sealed. */
  totp?: string
  /** A second factor was set up, and its recovery codes were shown. */
  isEnrolled?: boolean
  /** The sealed token of an invitation that is not yet accepted. */
  invitation?: string
}

/** How long the right password waits for the second factor. */
const PROGRESS_SECONDS = 900
const KIND = 'SignInProgress'

interface Named {
  tenantId: bigint
  /** The request to sign in, or the secret in the browser's cookie. */
  id: string
}

/** Whether the progress is that of the person with the credentials of now. */
export function belongsTo({ userId, credentialsId }: Progress, person: Person): boolean {
  return userId === person.userId && credentialsId === person.credentialsId
}

const keyOf = ({ tenantId, id }: Named) => ({ tenantId, kind: KIND, id: hash('sha256', id, 'base64url') })

export async function readProgress({ db, tokenClock }: App, named: Named): Promise<Progress | undefined> {
  const record = await db.read((db) => findTokenRecord(db, keyOf(named)))
  const { endsAt, ...progress } = (record?.payload ?? { endsAt: 0 }) as unknown as Progress & { endsAt: number }
  return endsAt > tokenClock.now().epochMilliseconds ? progress : undefined
}

export async function saveProgress({ db, tokenClock }: App, named: Named, progress: Progress): Promise<void> {
  const now = tokenClock.now()
  const expiresAt = now.add({ seconds: PROGRESS_SECONDS })
  const payload = { ...progress, endsAt: expiresAt.epochMilliseconds }
  const record = { ...keyOf(named), payload, grantId: undefined, expiresAt }
  await db.transaction((tx) => upsertTokenRecord(tx, record, now))
}

export async function endProgress({ db }: App, named: Named): Promise<void> {
  await db.transaction((tx) => deleteTokenRecord(tx, keyOf(named)))
}
