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
    'formats:',
    '',
    '| operations | format of a failure |',
    '| --- | --- |',
    '| users, roles and consumers | `{"message": "…"}`, without a code |',
    '| signatories | `{"errors": [{"code": "…", "message": "…"}]}`, one entry for each failure |',
    '| all others | the envelope `{"status": "Failure", "code": "…", "message": "…"}` |',
    '',
    'A `message` has the form "what failed: why. What to do." Replies with 429 and 503 have a',
    '`Retry-After` header. Several reasons can share a code; the status and the message tell them apart.',
    'The token service replies in the format of RFC 6749.',
    '',
    ...sections,
  ].join('\n')
}
