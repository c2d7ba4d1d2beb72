import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urlsOfNode } from './url-settings.ts'

for (const [host, own, local] of [
  ['127.0.0.1', 'http://127.0.0.1:80', 'http://127.0.0.1:80'],
  ['giro.bank.example', 'http://giro.bank.example:80', 'http://giro.bank.example:80'],
  ['::1', 'http://[::1]:80', 'http://[::1]:80'],
  ['0.0.0.0', undefined, 'http://127.0.0.1:80'],
  ['0', undefined, 'http://127.0.0.1:80'],
  ['', undefined, 'http://127.0.0.1:80'],
  ['::', undefined, 'http://[::1]:80'],
  ['0:0:0:0:0:0:0:0', undefined, 'http://[::1]:80'],
  ['::ffff:0.0.0.0', undefined, 'http://[::1]:80'],
] as const)
  test(`urlsOfNode: --host ${host} is ${own ?? 'no address for clients'}`, () =>
    assert.deepEqual(urlsOfNode({ host, port: 80, isSecured: false }), { own, local }))
