import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMaker, type Maker } from './makers.ts'

const client = (clientId: string): Maker => ({ clientId, userId: null })
const user = (userId: string, clientId: string): Maker => ({ clientId, userId })
const ownName = (clientId: string) => ({ clientId })
const token = (userId: string, clientId: string) => ({ clientId, person: { userId } })

for (const [what, makers, caller, is] of [
  ['nobody made it', [], ownName('a'), false],
  ['the client made it', [client('a')], ownName('a'), true],
  ['another client made it', [client('a')], ownName('b'), false],
  ['the second maker', [client('a'), client('b')], ownName('b'), true],
  ['a person through the client that made it in its own name', [client('a')], token('ada', 'a'), true],
  ['a person through another client', [client('a')], token('ada', 'b'), false],
  ['the person who made it', [user('ada', 'a')], token('ada', 'a'), true],
  ['the person who made it, through another client', [user('ada', 'a')], token('ada', 'b'), true],
  ['another person of the client', [user('ada', 'a')], token('bob', 'a'), false],
  ['the client of the person who made it, in its own name', [user('ada', 'a')], ownName('a'), true],
  ['another person, who changed it', [user('ada', 'a'), user('bob', 'b')], token('bob', 'c'), true],
] as [string, Maker[], Parameters<typeof isMaker>[1], boolean][])
  test(`isMaker: ${what}: ${is}`, () => assert.equal(isMaker(makers, caller), is))
