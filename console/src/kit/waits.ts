/**
 * The approvals that an answer of the API names because what was asked waits for a second person:
 * the whole change, or parts of it in `waiting`.
 */
export function approvalsIn(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  const { approvalUID, status, waiting } = answer as { approvalUID?: unknown; status?: unknown; waiting?: unknown }
  if (typeof approvalUID === 'string' && status === 'Pending') return [approvalUID]
  if (!Array.isArray(waiting)) return []
  return waiting.flatMap((part: { approvalUID?: unknown }) =>
    typeof part.approvalUID === 'string' ? [part.approvalUID] : [],
  )
}
