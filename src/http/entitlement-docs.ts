import { APPLICATIONS, type Entitlement, entitlementNamesOf } from '../tokens/entitlements.ts'
import type { Operation } from './operation.ts'

/** Entitlements that no operation requires, but that change the replies of operations. */
const withoutOperation: Partial<Record<Entitlement, string>> = {
  'Accounts.Choose_Account_Number': 'none; lets clients of the institution choose the number of an account',
  'Customers.View_Account_Number': 'none; shows account numbers that are otherwise masked',
  'Customers.View_Tax_Id': 'none; shows tax ids that are otherwise masked',
}

/**
 * docs/entitlements.md: the entitlement of each operation, and the operations of each entitlement.
 */
export function describeEntitlements(operations: readonly Operation[]): string {
  const byTag = Map.groupBy(operations, ({ tag }) => tag)
  const byOperation = [...byTag].flatMap(([tag, tagged]) => [
    ...[`### ${tag}`, '', '| operation | | entitlement |', '| --- | --- | --- |'],
    ...tagged.map((operation) => `| ${formOf(operation)} | ${operation.summary} | ${requiredBy(operation)} |`),
    '',
  ])
  const byApplication = APPLICATIONS.flatMap((application) => [
    ...[`### ${application}`, '', '| entitlement | operations |', '| --- | --- |'],
    ...entitlementNamesOf(application).map((name) => {
      const whole = `${application}.${name}` as Entitlement
      const needing = operations.flatMap((operation) => {
        if (operation.entitlement === whole) return [formOf(operation)]
        const part = operation.fieldEntitlements?.find(({ entitlement }) => entitlement === whole)
        return part ? [`${formOf(operation)}, ${named(part.fields)}`] : []
      })
      return `| \`${name}\` | ${needing.join('<br>') || (withoutOperation[whole] ?? 'none yet')} |`
    }),
    '',
  ])
  return [
    '# Entitlements',
    '',
    'Generated from the operations by `npm run generate`. Each operation requires one entitlement. A',
    'token without it is refused with 403, and the message names the entitlement. API clients and the',
    'roles of users have entitlements. The tables show the first path of each operation; its other',
    'paths require the same entitlement. Some fields of a body require a further entitlement if the',
    'request changes them.',
    '',
    ...['## Operations', '', ...byOperation],
    ...['## Applications', '', ...byApplication],
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}

function requiredBy({ entitlement, fieldEntitlements = [] }: Operation): string {
  const further = fieldEntitlements.map(({ entitlement, fields }) => `\`${entitlement}\` to change ${named(fields)}`)
  return [`\`${entitlement}\``, ...further].join('<br>')
}

function named(fields: readonly string[]): string {
  return fields.map((field) => `\`${field}\``).join(', ')
}

function formOf({ method, paths }: Operation): string {
  return `\`${method} ${paths[0]}\``
}
