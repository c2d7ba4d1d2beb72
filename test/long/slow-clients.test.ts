import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

/**
 * Sends the beginning, then one byte each second. Returns the reply, until the connection is
 * closed.
 */
async function trickle(beginning: string, byte: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(service.baseUrl).port) })
  let said = ''
  socket.setEncoding('utf8').on('error', () => {})
  socket.on('data', (chunk: string) => {
    said += chunk
  })
  await once(socket, 'connect')
  socket.write(beginning)
  const timer = setInterval(() => socket.write(byte), 1_000)
  await once(socket, 'close')
  clearInterval(timer)
  return said
}

const HEAD = 'POST /payments/creditrequest HTTP/1.1\r\nHost: bank\r\n'

test('a client that sends its headers byte by byte receives 408, and its connection is closed', async () => {
  const said = await trickle(HEAD, 'X')
  assert.match(said, /^HTTP\/1\.1 408 .*\{"status":"Failure","code":"REQ001",/s)
})

test('a client that sends its body byte by byte receives 408, and its connection is closed', async () => {
  const { token } = service.tenant.client
  const headers = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`
  const said = await trickle(HEAD + headers, ' ')
  assert.match(said, /^HTTP\/1\.1 408 /)
})

test('a client that connects and sends nothing is disconnected', async () => {
  assert.match(await trickle('', ''), /^(HTTP\/1\.1 408 |$)/)
})
