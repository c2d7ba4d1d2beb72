import { hash } from 'node:crypto'
import { canonicalJson } from '../kernel/canonical-json.ts'

/** The content that an approver sees and that an approval applies. */
export interface ApprovalContent {
  kind: string
  action: string
  customerUID: string
  subjectUID: string
  /** The current subject; null for a new one. */
  current: unknown
  proposed: unknown
}

/**
 * SHA-256 of the content's canonical JSON (RFC 8785), in lower-case hexadecimal digits. Anyone with
 * the content can compute it.
 */
export function contentHash({ kind, action, customerUID, subjectUID, current, proposed }: ApprovalContent): string {
  return hash('sha256', canonicalJson({ kind, action, customerUID, subjectUID, current, proposed }), 'hex')
}
