import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalPath, originForm } from './request-target.ts'

test('originForm: a target in absolute form is the same path', () => {
  for (const [target, path] of [
    ['/v2/customers?page=1', '/v2/customers?page=1'],
    ['http://bank.example/v2/customers', '/v2/customers'],
    ['HTTPS://Bank.example:8443/v2/customers?page=1', '/v2/customers?page=1'],
    ['http://bank.example', '/'],
    ['http://bank.example?page=1', '/?page=1'],
    ['//bank.example/v2', '//bank.example/v2'],
    ['*', '*'],
  ])
    assert.equal(originForm(target!), path)
})

test('normalPath: an encoded letter is the letter, and what has a meaning stays encoded', () => {
  for (const [path, normal] of [
    ['/auth/realms/bank', '/auth/realms/bank'],
    ['/auth/r%65alms/%62ank', '/auth/realms/bank'],
    ['/a%2fb', '/a%2Fb'],
    ['/a%2Db%5Fc%7ed', '/a-b_c~d'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/a%', '/a%'],
  ])
    assert.equal(normalPath(path!), normal)
})
