/** The entity tag of a record (RFC 9110 section 8.8.3): it changes with each change of the record. */
export function etagOf(record: { version: bigint }): string {
  return `"${record.version}"`
}

/** Whether a change may go ahead: If-Match is optional, and `*` or any of its tags will do (RFC 9110 section 13.1.1). */
export function isExpectedVersion(record: { version: bigint }, ifMatch: string | undefined): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true
  return ifMatch.split(',').some((tag) => tag.trim() === etagOf(record))
}
