import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { Institution } from '../../institution/institution.ts'
import { networkSettingsOf } from '../../institution/institution.ts'
import type { Result } from '../../kernel/result.ts'
import type { MessageRefusal } from '../messages/rail-message.ts'
import type { MessageRailName } from '../network.ts'

/** Signs what an institution sends over a network, and verifies what it gets. */
export interface MessageSigner {
  /** The signature of a message, as the text of one XML element. */
  sign(message: string): string
  /** What is signed of a message, which alone may be read; or why it must not be. */
  verify(message: string, now: Temporal.Instant): Result<string, MessageRefusal>
}

/** This process cannot sign and verify. Another may be able to. */
export class MissingKeys extends Error {}

declare module '../../app.ts' {
  interface App {
    /** The keys of an institution for a network; undefined if this process has none. */
    messageSignerOf: (institution: string, rail: MessageRailName) => MessageSigner | undefined
  }
}

/**
 * The signer of a network whose messages are signed; undefined if they are not. Throws if the
 * process lacks the keys: then nothing leaves and nothing is read, and both wait.
 */
export function signerOf(app: App, institution: Institution, rail: MessageRailName): MessageSigner | undefined {
  if (!networkSettingsOf(institution, rail)?.isSigned) return undefined
  const { code } = institution
  const signer = app.messageSignerOf(code, rail)
  if (signer) return signer
  throw new MissingKeys(
    `${code} signs its messages of ${rail}, and this process has no keys: see GIRO_MESSAGE_KEYS_DIR`,
  )
}
