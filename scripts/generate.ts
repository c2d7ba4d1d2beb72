import { readFileSync, writeFileSync } from 'node:fs'
import { describeAch } from '../src/ach-imports/ach-docs.ts'
import { describeEventTypes } from '../src/events/event-types.ts'
import { describeContractStates } from '../src/fx/contract-state-docs.ts'
import { describeEntitlements } from '../src/http/entitlement-docs.ts'
import { describeErrors } from '../src/http/error-docs.ts'
import { describeChart } from '../src/ledger/chart-docs.ts'
import { withLimitKeys } from '../src/limits/limit-key-docs.ts'
import { buildContract } from '../src/main/contract.ts'
import { describeMetrics } from '../src/main/observability/metrics-docs.ts'
import { operations } from '../src/main/operations.ts'
import { withControls } from '../src/ownership/control-docs.ts'
import { describeFieldOwners } from '../src/ownership/ownership.ts'
import { describePaymentStates } from '../src/payments/payment-state-docs.ts'
import { withSecCodes } from '../src/rails/ach-class-docs.ts'
import { createTestDatabase } from '../test/support/test-database.ts'
import { describeTables } from './database-types.ts'
import { formatJson } from './format-json.ts'
import { describeSchema } from './schema-docs.ts'
import { sdkTypes } from './sdk-types.ts'

/**
 * Writes the generated files that are committed: the database types, openapi.json, the types of
 * the SDK and the generated pages of docs/. With --check, it writes nothing, and fails with the
 * names of the stale files.
 */
const root = new URL('../', import.meta.url)
const check = process.argv.includes('--check')

const { types, schema } = await describeDatabase()
const contract = buildContract()
const generated: Record<string, string> = {
  'src/db/types.ts': types,
  'docs/schema.md': schema,
  'openapi.json': `${formatJson(contract)}\n`,
  'sdk/src/api.ts': await sdkTypes(contract, readOrEmpty('sdk/src/api.ts')),
  'docs/ach.md': describeAch(),
  'docs/errors.md': describeErrors(),
  'docs/entitlements.md': describeEntitlements(operations),
  'docs/field-owners.md': describeFieldOwners(operations),
  'docs/events.md': describeEventTypes(),
  'docs/chart-of-accounts.md': describeChart(),
  'docs/metrics.md': describeMetrics(),
  'docs/ach-entries.md': withSecCodes(readOrEmpty('docs/ach-entries.md')),
  'docs/limits.md': withLimitKeys(readOrEmpty('docs/limits.md')),
  'docs/threat-model.md': withControls(readOrEmpty('docs/threat-model.md')),
  'docs/payment-states.md': describePaymentStates(),
  'docs/fx-contract-states.md': describeContractStates(),
}

const stale = Object.entries(generated).filter(([file, text]) => readOrEmpty(file) !== text)
if (!check) for (const [file, text] of stale) writeFileSync(new URL(file, root), text)
for (const [file] of stale)
  console.log(check ? `${file} is stale: run "npm run generate" and commit it` : `wrote ${file}`)
process.exitCode = check && stale.length > 0 ? 1 : 0

async function describeDatabase(): Promise<{ types: string; schema: string }> {
  const database = await createTestDatabase()
  try {
    return { types: await describeTables(database.url), schema: await describeSchema(database.url) }
  } finally {
    await database.drop()
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(new URL(file, root), 'utf8')
  } catch {
    return ''
  }
}
