import fastify, { type FastifyInstance } from 'fastify'
import { replySchema } from '../src/http/openapi.ts'
import { CreditRequestBody } from '../src/payments/request/credit-request.schema.ts'
import { emptyOperation } from './empty-operation.ts'

/** The path of the handler, on its own port. */
export const BARE_PATH = '/bench/bare'

/**
 * Fastify alone, with its defaults, in the process of the service: the body and the reply of the
 * empty operation, and their schemas. It has no tokens, limits, overload checks, idempotency or
 * headers of its own. What the empty operation costs more is the cost of these.
 */
export function createBareServer(): FastifyInstance {
  // The schemas have keywords that Fastify's Ajv does not know.
  const server = fastify({ ajv: { customOptions: { strict: false } } })
  const { example, status } = emptyOperation.reply
  const schema = { body: CreditRequestBody, response: { [status]: replySchema(emptyOperation) } }
  server.post(BARE_PATH, { schema }, async (request) => {
    const { externalReferenceId } = request.body as { externalReferenceId: string }
    return {
      status: 'Success',
      code: null,
      message: null,
      data: { ...(example as object), externalReferenceId },
    }
  })
  return server
}
