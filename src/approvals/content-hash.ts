import { hash } from 'node:crypto'
import { canonicalJson } from '../kernel/canonical-json.ts'

/** What an approver sees of a proposal, and what is applied. */
export interface ApprovalContent {
  kind: string
  action: string
  customerUID: string
  subjectUID: string
  /** The subject as it stands; null where it is new. */
  current: unknown
  proposed: unknown
}

/** SHA-256 of the content's canonical JSON (RFC 8785), in lower-case hexadecimal digits: whoever has the content can compute it. */
export function contentHash({ kind, action, customerUID, subjectUID, current, proposed }: ApprovalContent): string {
  return hash('sha256', canonicalJson({ kind, action, customerUID, subjectUID, current, proposed }), 'hex')
}
