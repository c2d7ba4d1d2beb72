import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dependencyFaults } from '../../scripts/check-dependencies.ts'

const good = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' }
const faultsOf = (planted: object) =>
  dependencyFaults(
    {
      '': {},
      workspace: {},
      'node_modules/workspace': { link: true },
      'node_modules/good': good,
      'node_modules/planted': { ...good, ...planted },
    },
    { ran: true },
  )

test('dependencyFaults: nothing to object to in a package of the registry with an allowed licence', () => {
  for (const license of ['MIT', 'Apache-2.0', '(MIT OR GPL-3.0)', 'MIT or MPL-2.0', 'ISC AND MIT'])
    assert.deepEqual(faultsOf({ license }), [], license)
})

test('dependencyFaults: a licence that is not allowed, or that nobody states, is a fault', () => {
  for (const license of ['GPL-3.0', 'AGPL-3.0-only', 'MIT AND GPL-3.0', 'SEE LICENSE IN LICENSE', undefined])
    assert.match(faultsOf({ license }).join(), /^planted@1\.0\.0 has the licence/, license)
})

test('dependencyFaults: MPL-2.0 is allowed for what only builds, and for nothing else', () => {
  assert.deepEqual(faultsOf({ license: 'MPL-2.0', dev: true }), [])
  assert.match(faultsOf({ license: 'MPL-2.0' }).join(), /MPL-2\.0, which is not allowed/)
  assert.match(faultsOf({ license: 'GPL-3.0', dev: true }).join(), /GPL-3\.0, which is not allowed/)
})

test('dependencyFaults: an install script is a fault unless package.json allows or denies it', () => {
  assert.deepEqual(faultsOf({ hasInstallScript: true }), ['planted@1.0.0 runs a script when it is installed'])
  assert.deepEqual(
    dependencyFaults({ 'node_modules/a/node_modules/ran': { ...good, hasInstallScript: true } }, { ran: true }),
    [],
  )
  assert.deepEqual(dependencyFaults({ 'node_modules/idle': { ...good, hasInstallScript: true } }, { idle: false }), [])
})

test('dependencyFaults: a package from outside the registry, or without a hash, is a fault', () => {
  const resolved = 'git+ssh://git@github.com/someone/planted.git'
  assert.deepEqual(faultsOf({ resolved }), [`planted@1.0.0 comes from ${resolved}, not from the registry`])
  assert.deepEqual(faultsOf({ resolved: 'https://registry.npmjs.org/planted/-/planted-1.0.0.tgz' }), [])
  for (const integrity of [undefined, 'sha1-x'])
    assert.deepEqual(faultsOf({ integrity }), ['planted@1.0.0 has no sha512 hash in package-lock.json'])
})
