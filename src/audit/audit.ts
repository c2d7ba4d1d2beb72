/** The public face of the slice: what other slices may use. */
import './audit.errors.ts'

export { type AuditRecord, findChangeBy, readChangers, readLastRecords } from './audit.store.ts'
export { type EventWithoutRecord, readLinks } from './chain.store.ts'
export { type ChainHead, type ChainLink, findBreak, formatHead, parseHead } from './chain.ts'
export { readAuditHead } from './read-audit.ts'
export { recordAudit, recordAudits } from './record-audit.ts'
export { verifyAudit } from './verify-audit.ts'
