import type { FastifyRequest } from 'fastify'
import type { Operation } from '../http/operation.ts'

/** The operations that a person does only after proving the second factor again. */
export const STEP_UP_OPERATIONS: ReadonlySet<string> = new Set([
  // Decisions as the second person.
  ...['approveChange', 'approveContactChange', 'approveCustomerChange', 'approveUserChange', 'approveRoleChange'],
  ...['approveSignatoryChange', 'approvePayment', 'confirmPayment', 'approvePaymentFile', 'releaseFunds'],
  ...['approvePositivePayException', 'approvePositivePayExceptions', 'acceptReturnRequest', 'acceptPaymentRequest'],
  // What leaves again, or at last.
  ...['releaseRailHold', 'releaseRailFile', 'releaseRailMessage', 'releaseSuspenseItem'],
  ...['resendRailFile', 'resendRailMessage', 'decideRailHandover', 'decideRailMessage'],
  // Rights, and what proves them.
  ...['createUser', 'updateUser', 'activateUser', 'inviteUser', 'resetUserCredentials', 'removeUserFactor'],
  ...['createRole', 'updateRole', 'createApiClient', 'updateApiClient', 'rotateApiClientSecret', 'revokeApiClient'],
  ...['rotateSigningKey', 'updateInstitution'],
  // Bytes with numbers that are not masked.
  ...['getRailFileContent', 'getRailMessageContent'],
])

/**
 * The console marks the requests of a person who has not proved the second factor again. Anyone
 * else who sends the header only denies an operation to themselves.
 */
export const NOT_STEPPED_UP = 'giro-console-not-stepped-up'

export const STEP_UP_REQUIRED = {
  reason: 'stepUpRequired',
  message: 'Prove your second factor again, and repeat the request.',
} as const

/** Asked by the server, which knows the operation: the console does not guess it from the path. */
export function refuseWithoutStepUp({ id }: Operation, { headers }: FastifyRequest) {
  if (headers[NOT_STEPPED_UP] === undefined || !STEP_UP_OPERATIONS.has(id)) return undefined
  return STEP_UP_REQUIRED
}
