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
    'Generated from the `*.errors.ts` files of `src/` by `npm run generate`. A failure of the data APIs',
    'is an envelope with the `status` Failure, a `code`, and a `message` of the form "what failed: why.',
    'What to do." Replies with 429 and 503 have a `Retry-After` header. Several reasons can share a',
    'code; the status and the message tell them apart.',
    '',
    ...sections,
  ].join('\n')
}
