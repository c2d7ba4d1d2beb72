import { type Book, CHART, glAccountOfBook } from './chart.ts'
import { POSTINGS } from './postings.ts'

/** Renders docs/chart-of-accounts.md: the chart of accounts and the posting table. */
export function describeChart(): string {
  const accounts = (Object.keys(CHART) as Book[]).map((book) => {
    const { code, name, type, meaning } = CHART[book]
    return `| \`${code}\` | ${name} | ${type} | ${glAccountOfBook(book)} | ${meaning} |`
  })
  const codeOf = (side: string) => (side in CHART ? `\`${CHART[side as keyof typeof CHART].code}\`` : side)
  const rows = Object.entries(POSTINGS).map(
    ([name, { event, purpose, debit, credit, orSuspense }]) =>
      `| \`${name}\` | ${event} | \`${purpose}\` | ${codeOf(debit)} | ${codeOf(credit)}${orSuspense ? ' *' : ''} |`,
  )
  return [
    '# Chart of accounts',
    '',
    'Generated from `src/ledger/chart.ts` and `src/ledger/postings.ts` by `npm run generate`. The code',
    'posts by the same table, so this page cannot disagree with it.',
    '',
    '## Accounts of the institution',
    '',
    'Each entry has one account per currency; some have one per rail or per customer, too. An account of',
    'the type Transit has a balance on either side, and is empty when nothing is in transit.',
    '',
    'GL is the number in the general ledger, unless `books.glAccounts` of `PUT /v1/institution` sets',
    'another.',
    '',
    '| code | name | type | GL | meaning |',
    '| --- | --- | --- | --- | --- |',
    ...accounts,
    '',
    'Each account of a customer is a ledger account too. Its owner is a creditor of the institution, so',
    'its type is Liability, and its number in the general ledger is its `masterGl`.',
    '',
    '## Postings',
    '',
    'Each business event posts one transfer, or one for each row that names it. `customer` is the account',
    'of the customer of the payment, `payee` that of the customer it pays, `receivable` the receivable of',
    'the customer. `contra` is the account that the adjustment names in `contraAccount`; default',
    '`settlement`.',
    '',
    '| posting | event | purpose | debit | credit |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '\\* Money that comes back: `suspense:unposted:{currency}` if the account is closed, and its customer',
    'has no open account with `returnAccount` in the currency. The gain of a close-out goes there if the',
    'customer has no open account in the currency.',
    '',
  ].join('\n')
}
