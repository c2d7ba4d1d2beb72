import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply, TestClient, TestService } from '../test-service.ts'

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  body?: object
  client: TestClient
}

/** A client of several nodes that repeats requests that were cut off. */
export interface Asking {
  /** Whether connections may break now. If not, the first attempt of a request must succeed. */
  mayBreak: boolean
  ask(request: Request): Promise<Reply>
  /** Repeats an earlier request with its key. The answer must be the first one. */
  again(which: number): Promise<void>
  allAgain(): Promise<void>
}

const MAX_ATTEMPTS = 50
const RETRY_DELAY_MS = 2

export function startAsking(service: TestService, nodes: readonly string[]): Asking {
  const answered: { request: Request; idempotencyKey: string; reply: Reply }[] = []
  let calls = 0

  /**
   * Repeats a request that was cut off or is still in progress at the next node, with the same key.
   */
  const insist = async ({ method, path, body, client }: Request, idempotencyKey: string): Promise<Reply> => {
    for (let attempt = 1; ; attempt++) {
      const at = nodes[calls++ % nodes.length]!
      const reply = await service.call(method, path, body, { client, idempotencyKey, at })
      const isUnderWay = reply.status === 409 && /still being processed/.test(reply.body.message)
      if (reply.status < 500 && !isUnderWay) return reply
      const isExpected = asking.mayBreak && attempt < MAX_ATTEMPTS
      assert.ok(isExpected, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
      await sleep(RETRY_DELAY_MS)
    }
  }
  const repeat = async ({ request, idempotencyKey, reply }: (typeof answered)[number]) => {
    const again = await insist(request, idempotencyKey)
    assert.deepEqual([again.status, again.body], [reply.status, reply.body], 'a repeated key returns the first answer')
    assert.equal(again.headers.get('idempotent-replayed'), 'true', JSON.stringify(again.body))
  }
  const asking: Asking = {
    mayBreak: false,
    async ask(request) {
      const idempotencyKey = randomUUID()
      const reply = await insist(request, idempotencyKey)
      // Only a POST, which creates, uses a key. A repeated change is refused because of the
      // payment's state. A refusal leaves its key unused.
      if (request.method === 'POST' && reply.status < 300) answered.push({ request, idempotencyKey, reply })
      return reply
    },
    async again(which) {
      if (answered.length > 0) await repeat(answered[which % answered.length]!)
    },
    async allAgain() {
      for (const one of answered) await repeat(one)
    },
  }
  return asking
}
