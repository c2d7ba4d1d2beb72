import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'

/** Checks that the list of attacks names every file of them, once. */

test('test/attacks/README.md names each file once', async () => {
  const list = await readFile('test/attacks/README.md', 'utf8')
  const named = [...list.matchAll(/`([a-z-]+\.test\.ts)`/g)].map(([, name]) => name!)
  const files = (await readdir('test/attacks')).filter((name) => name.endsWith('.test.ts'))
  assert.deepEqual(named.toSorted(), files.toSorted())
})
