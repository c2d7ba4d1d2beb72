import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildContract } from '../../src/main/contract.ts'
import { installNpm, installPython, run } from '../support/foreign-tools.ts'

/** What the usual checkers say of the published document, and of the one with all paths. */
const TIMEOUT_MS = 240_000

let directory: string
const documents = ['openapi.json', 'aliases.json'] as const
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'giro-linters-'))
  await writeFile(join(directory, 'openapi.json'), JSON.stringify(buildContract()))
  await writeFile(join(directory, 'aliases.json'), JSON.stringify(buildContract({ aliases: true })))
})
after(() => rm(directory, { recursive: true, force: true }))

test('Spectral finds nothing by the rules spectral:oas', { timeout: TIMEOUT_MS }, async (t) => {
  const programs = await installNpm(['@stoplight/spectral-cli@6.16.3'], directory)
  if (!programs) return t.skip('npm or its registry is missing')
  await writeFile(join(directory, 'rules.yaml'), 'extends: ["spectral:oas"]\n')
  const asked = ['lint', '--ruleset', 'rules.yaml', '--fail-severity', 'hint', '--format', 'text', ...documents]
  assert.match(await run(join(programs, 'spectral'), asked, directory), /No results with a severity/)
})

test('openapi-spec-validator finds nothing', { timeout: TIMEOUT_MS }, async (t) => {
  const programs = await installPython(['openapi-spec-validator==0.9.0'], directory)
  if (!programs) return t.skip('Python or its registry is missing')
  for (const document of documents)
    assert.match(await run(join(programs, 'openapi-spec-validator'), [document], directory), /OK/)
})
