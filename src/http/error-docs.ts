import { errorCatalogue } from './errors.ts'

/** docs/errors.md: every refusal, by code and status. */
export function describeErrors(): string {
  const byCode = Map.groupBy(Object.entries(errorCatalogue), ([, { code }]) => code)
  const sections = [...byCode]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, entries]) => {
      const rows = entries
        .sort(([a, { status: first }], [b, { status: second }]) => first - second || (a < b ? -1 : 1))
        .map(([reason, { status, title, resolve }]) => `| ${status} | \`${reason}\` | ${title} | ${resolve} |`)
      return [`## ${code}`, '', '| status | reason | cause | remedy |', '| --- | --- | --- | --- |', ...rows, ''].join(
        '\n',
      )
    })
  return [
    '# Errors',
    '',
    'Generated from the `*.errors.ts` files of `src/` by `npm run generate`. A failure has one of three',
    'forms. Each has the header `Giro-Reason`, the machine-readable `reason` of the tables below:',
    '',
    '| operations | body of a failure |',
    '| --- | --- |',
    '| users, roles and consumers | `{"message": "…"}` alone; the reason is in the header |',
    '| signatories | `{"errors": [{"reason": "…", "code": "…", "message": "…"}]}`, one entry for each failure |',
    '| all others | the envelope `{"status": "Failure", "code": "…", "reason": "…", "message": "…"}` |',
    '',
    'A `reason` is for programs: it never changes its meaning, and a later version can add others. Treat',
    'one that you do not know by its status. Several reasons share a code. A `message` is for people:',
    '"what failed: why. What to do." Replies with 429 and 503 have a `Retry-After` header.',
    '',
    'A refusal leaves its idempotency key unused: the same request can succeed later, and a corrected',
    'one may use the key. Only 409 with `idempotencyConflict` needs a new key, because the key has',
    'already made something else. The exception is `userWaits`: the proposal that it names stays.',
    'The token service replies in the format of RFC 6749.',
    '',
    ...sections,
  ].join('\n')
}
