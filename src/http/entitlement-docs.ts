import { APPLICATIONS, type Entitlement, entitlementNamesOf } from '../tokens/entitlements.ts'
import type { Operation } from './operation.ts'

/** Entitlements that open no operation, and change what others answer. */
const withoutOperation: Partial<Record<Entitlement, string>> = {
  'Customers.View_Account_Number': 'none; shows account numbers whole where they are masked otherwise',
}

/** docs/entitlements.md: which entitlement each operation needs, and what each entitlement of the catalogue is good for. */
export function describeEntitlements(operations: readonly Operation[]): string {
  const byTag = Map.groupBy(operations, ({ tag }) => tag)
  const byOperation = [...byTag].flatMap(([tag, tagged]) => [
    ...[`### ${tag}`, '', '| operation | | entitlement |', '| --- | --- | --- |'],
    ...tagged.map((operation) => `| ${formOf(operation)} | ${operation.summary} | \`${operation.entitlement}\` |`),
    '',
  ])
  const byApplication = APPLICATIONS.flatMap((application) => [
    ...[`### ${application}`, '', '| entitlement | operations |', '| --- | --- |'],
    ...entitlementNamesOf(application).map((name) => {
      const whole = `${application}.${name}` as Entitlement
      const needing = operations.filter(({ entitlement }) => entitlement === whole)
      return `| \`${name}\` | ${needing.map(formOf).join('<br>') || (withoutOperation[whole] ?? 'none yet')} |`
    }),
    '',
  ])
  return [
    '# Entitlements',
    '',
    'Made from the operations by `npm run generate`. Each operation needs one entitlement; a token without it is refused with 403, and the message',
    'names it. An API client holds entitlements, and so do the roles of users. Here is the first path of each operation; its other paths need the same.',
    '',
    ...['## Operations', '', ...byOperation],
    ...['## Applications', '', ...byApplication],
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}

function formOf({ method, paths }: Operation): string {
  return `\`${method} ${paths[0]}\``
}
