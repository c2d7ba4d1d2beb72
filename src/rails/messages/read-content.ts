import { hash } from 'node:crypto'
import type { App } from '../../app.ts'
import { recordAudit } from '../../audit/audit.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { findMessage, readContent } from './messages.store.ts'

/** The bytes of a message, as the API shows them. */
export interface MessageContent {
  messageUID: string
  sizeBytes: number
  /** SHA-256 in hexadecimal. */
  sha256: string
  /** In base64. */
  content: string
}

/**
 * The bytes of a message, as they left or came in. They name people and their accounts, so each
 * reading is in the audit log, before anything is returned.
 */
export async function readMessageContent(
  app: App,
  { tenantId, clientId }: { tenantId: bigint; clientId: string },
  messageUID: string,
): Promise<Result<MessageContent, Refusal>> {
  return app.db.transaction(async (tx) => {
    const message = await findMessage(tx, tenantId, messageUID)
    if (!message) return refusal('railMessageNotFound')
    if (message.sha256 === null) return refusal('railMessageWithoutContent')
    const bytes = await readContent(tx, message)
    const now = await app.readInstitutionTime(tx, tenantId)
    const { rail, direction, messageId } = message
    const after = { messageUID, rail, direction, ...(messageId !== null && { messageId }) }
    const subject = { kind: 'railMessage', id: messageUID }
    await recordAudit(tx, { tenantId, actor: clientId, action: 'rails.messageContentRead', subject, after }, now)
    const content = bytes.toString('base64')
    return accept({ messageUID, sizeBytes: bytes.length, sha256: hash('sha256', bytes), content })
  })
}
