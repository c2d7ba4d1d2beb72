import { type ChainHead, formatHead, verifyAudit } from '../audit/audit.ts'
import type { Database } from '../db/client.ts'
import { type Institution, readInstitutionTime } from '../institution/institution.ts'
import type { Clock } from '../kernel/clock.ts'
import { readAnchors } from './anchors.ts'

/**
 * Verifies the audit log of each institution, each in one snapshot, and prints the results. Returns
 * the number of breaks.
 */
export async function verifyAudits(
  db: Database,
  institutions: readonly Institution[],
  { clock, noted, anchors, say }: { clock: Clock; noted?: ChainHead; anchors: string; say: (line: string) => void },
): Promise<number> {
  let found = 0
  for (const { tenantId, code } of institutions) {
    const heads = [...(await readAnchors(anchors, code)).heads, ...(noted ? [noted] : [])]
    const { head, waiting, breaks } = await db.snapshot(async (tx) =>
      verifyAudit(tx, tenantId, { noted: heads, now: await readInstitutionTime(tx, tenantId, clock) }),
    )
    say(`${code}: ${head.sequence} records verified, ${waiting} waiting, head ${formatHead(head)}`)
    say(
      `${code}: compared with ${heads.length === 0 ? `no noted heads: none in ${anchors}` : `${heads.length} noted heads`}`,
    )
    for (const { sequence, auditId, reason } of breaks) {
      const place = sequence === undefined ? 'outside the chain' : `break at ${sequence}`
      say(`${code}: ${place}: ${auditId ?? 'no record'}: ${reason}`)
    }
    found += breaks.length
  }
  say(found === 0 ? 'No breaks.' : `${found} ${found === 1 ? 'break' : 'breaks'}.`)
  return found
}
