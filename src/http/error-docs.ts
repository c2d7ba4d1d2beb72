import { errorCatalogue } from './errors.ts'

/** docs/errors.md: every way in which Giro says no, by code and status. */
export function describeErrors(): string {
  const byCode = Map.groupBy(Object.entries(errorCatalogue), ([, { code }]) => code)
  const sections = [...byCode]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, entries]) => {
      const rows = entries
        .sort(([a, { status: first }], [b, { status: second }]) => first - second || (a < b ? -1 : 1))
        .map(([reason, { status, title, resolve }]) => `| ${status} | \`${reason}\` | ${title} | ${resolve} |`)
      return [
        `## ${code}`,
        '',
        '| status | reason | why | what to do |',
        '| --- | --- | --- | --- |',
        ...rows,
        '',
      ].join('\n')
    })
  return [
    '# Errors',
    '',
    'Made from the `*.errors.ts` files of `src/` by `npm run generate`. A failure of the data APIs is the envelope with `status` Failure, a `code`, and a',
    '`message` of the form "what failed: why, and what to do". 429 and 503 carry `Retry-After`. Several reasons share a code, as in the',
    'interface; the status and the message tell them apart.',
    '',
    ...sections,
  ].join('\n')
}
