import type { Operation } from '../http/operation.ts'
import { type FieldOwner, type FirstValue, fieldsOf, HOLDS, type OwnedRecord, RECORDS } from './field-owners.ts'

/** docs/field-owners.md: the owner of each field of every write operation. */
export function describeFieldOwners(operations: readonly Operation[]): string {
  const formOf = (id: string) => {
    const { method, paths } = operations.find((operation) => operation.id === id)!
    return paths.map((path) => `\`${method} ${path}\``)
  }
  const records = (Object.keys(RECORDS) as OwnedRecord[]).flatMap((record) => [
    ...[`## ${record[0]!.toUpperCase()}${record.slice(1)}`, ''],
    ...RECORDS[record].operations.flatMap(formOf).map((form) => `- ${form}`),
    ...['', '| field | owner | for a new record |', '| --- | --- | --- |'],
    ...Object.entries(fieldsOf(record)).map(
      ([path, owner]) => `| \`${path}\` | ${nameOf(owner)} | ${atCreationOf(owner)} |`,
    ),
    '',
  ])
  const ofInstitution = operations.filter(
    ({ method, errors }) => method !== 'GET' && errors.includes('notTheInstitution'),
  )
  return [
    '# Owners of fields and states',
    '',
    'Generated from `src/ownership/field-owners.ts` by `npm run generate`. Each field and each state',
    'has one owner: the customer or the institution. A client of the institution may change every',
    'field, some only with a second person under dual control',
    '([0074](decisions/0074-two-people-for-a-customer.md)).',
    "Any other client, of the customer or of an entity above it, may change the customer's",
    "fields. If it sends another value for one of the institution's fields, it gets 403 and the",
    'message names the field. It may send the current value. The owner of an object owns the fields',
    'below it ([0055](decisions/0055-owners-of-fields-and-states.md)).',
    '',
    'The owner also decides the first value of a field. The last column says what another client may',
    'send for a new record ([0390](decisions/0390-first-values.md)).',
    '',
    ...['## States', '', '| record | state | imposed by | ended by |', '| --- | --- | --- | --- |'],
    ...HOLDS.map(({ record, state, imposedBy, liftedBy }) => `| ${record} | ${state} | ${imposedBy} | ${liftedBy} |`),
    '',
    ...records,
    '## Operations of the institution',
    '',
    'Only a client of the institution can use these. All their fields are its own.',
    '',
    ...ofInstitution.map(({ method, paths, summary }) => `- \`${method} ${paths[0]}\`: ${summary}`),
    '',
  ].join('\n')
}

const nameOf = ({ owner, isIdentity }: FieldOwner) =>
  isIdentity ? `${owner}; a change waits for the institution's approval` : owner

/** What the client of a customer may send when it creates the record. */
function atCreationOf({ owner, ifAbsent = false, atCreation = ifAbsent }: FieldOwner): string {
  if (owner === 'Customer') return 'any value'
  if (typeof atCreation === 'string') return firstValues[atCreation]
  return atCreation ? 'on, or absent' : 'off, none or absent'
}

const firstValues: Readonly<Record<FirstValue, string>> = {
  asked: 'what the institution accepts: it says which record is asked for',
  approved: 'any value: the record waits for the approval of the institution',
  offered: 'what the institution offers',
}
