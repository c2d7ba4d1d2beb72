import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { presentedToken } from './token-use.ts'

const present = (socket: Socket, authorization?: string) =>
  presentedToken({ headers: { authorization }, raw: { socket } } as unknown as FastifyRequest)

test('presentedToken: each request of a connection presents the token of its own header, and no other', () => {
  const [one, other] = [new Socket(), new Socket()]
  const bearer = (value: string) => ({ scheme: 'bearer', value })
  assert.deepEqual(present(one, 'Bearer a.b.c'), bearer('a.b.c'))
  assert.deepEqual(present(one, 'Bearer a.b.c'), bearer('a.b.c'))
  assert.deepEqual(present(one, 'Bearer a.b.d'), bearer('a.b.d'))
  assert.deepEqual(present(one, 'DPoP a.b.d'), { scheme: 'dpop', value: 'a.b.d' })
  assert.deepEqual(present(other, 'Bearer e.f.g'), bearer('e.f.g'))
  assert.deepEqual(present(one, 'Bearer a.b.c'), bearer('a.b.c'))
})

test('presentedToken: a request without a token, or with a malformed one, presents none after a good one', () => {
  const socket = new Socket()
  present(socket, 'Bearer a.b.c')
  for (const header of [undefined, '', 'Bearer', 'Bearer a.b', 'Basic a.b.c', 'Bearer a.b.c d', ' Bearer a.b.c'])
    assert.equal(present(socket, header), undefined, String(header))
})
