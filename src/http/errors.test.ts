import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
// Loads every slice with its refusals.
import '../main/operations.ts'
import type { ErrorReason } from '../kernel/refusal.ts'
import { renderAnswer, renderRefusal } from './dialects.ts'
import { describeErrors } from './error-docs.ts'
import { defineErrors, errorCatalogue, refusalMessage } from './errors.ts'

const entries = Object.entries(errorCatalogue) as [ErrorReason, (typeof errorCatalogue)[ErrorReason]][]

/**
 * The statuses of the interface, with 412 for If-Match, 413 and 415 for bodies that are never read,
 * 408, 414 and 431 for what is no request yet.
 */
const STATUSES = [400, 401, 402, 403, 404, 405, 408, 409, 412, 413, 414, 415, 429, 431, 500, 503]
const CODES =
  /^(ACC00[12]|APPROVAL001|BOOKS00[12]|FEE001|FILE001|BANK001|CLIENT001|INST001|USER001|CUST00[12]|PAYMENT00[123]|FX00[12]|API90[01]|AUTH00[123]|REQ00[12]|RATE001|WEBHOOK001|PP001|PPD001|CREDIT_AMOUNT_NOFXMATCH|SIG_[A-Z]+(_[A-Z]+)?)$/

for (const [reason, { code, status, title, resolve }] of entries)
  test(`the catalog entry ${reason} has a code, a status, a cause and a remedy`, () => {
    assert.match(code, CODES)
    assert.ok(STATUSES.includes(status), String(status))
    assert.match(title, /^\S.*[^.\s]$/, 'the title stands within a sentence')
    assert.match(resolve, /^[A-Z].*\.$/, 'what to do is a sentence')
    const message = refusalMessage('The payment was not created', { reason })
    assert.match(message, /^The payment was not created: .+\. .+\.$/)
  })

const ALL = { showsNumbers: true }

test('refusalMessage: the detail of a refusal replaces the title', () => {
  const message = refusalMessage('The payment was not created', {
    reason: 'invalidPayment',
    detail: 'speed is required',
  })
  assert.equal(
    message,
    'The payment was not created: speed is required. Correct the named fields and send the request again.',
  )
})

test('an unexpected error reveals no internals', () => {
  assert.deepEqual([errorCatalogue.internalError.code, errorCatalogue.internalError.status], ['API900', 500])
})

test('docs/errors.md is up to date with the catalog', async () => {
  const kept = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8')
  assert.equal(describeErrors().trim(), kept.trim())
  for (const [reason] of entries) assert.ok(kept.includes(`\`${reason}\``), reason)
})

test('envelope: a success has no code or message, a failure no data', () => {
  assert.deepEqual(renderAnswer('envelope', 201, { data: { id: '1' } }, ALL), {
    status: 201,
    body: { status: 'Success', code: null, message: null, pagination: undefined, data: { id: '1' } },
  })
  assert.deepEqual(renderRefusal('envelope', 'The customer was not read', { reason: 'customerNotFound' }), {
    status: 404,
    reason: 'customerNotFound',
    body: {
      status: 'Failure',
      code: 'CUST001',
      reason: 'customerNotFound',
      message:
        'The customer was not read: no customer has this customerUID. Use a customerUID from the customer search.',
    },
  })
})

test('envelope: a list has its pagination', () => {
  const pagination = { totalRecords: 1, returnedRecords: 1, pageReturned: 1, pageSize: 10 }
  const { body } = renderAnswer('envelope', 200, { data: [], pagination }, ALL)
  assert.deepEqual((body as { pagination: unknown }).pagination, pagination)
})

test('envelope: is the default dialect of an operation', () => {
  assert.deepEqual(renderAnswer(undefined, 200, { data: 1 }, ALL), renderAnswer('envelope', 200, { data: 1 }, ALL))
})

test('message: a success is bare data, a failure has only its message', () => {
  assert.deepEqual(renderAnswer('message', 200, { data: { userId: '1' } }, ALL), { status: 200, body: { userId: '1' } })
  const { status, body } = renderRefusal('message', 'The user was not read', { reason: 'unauthorized' })
  assert.equal(status, 401)
  assert.deepEqual(Object.keys(body as object), ['message'])
})

test('the message names the failed stage instead of the operation', () => {
  const refused = {
    reason: 'onboardingRefused',
    detail: 'the number is taken',
    part: 'customer-account creation',
  } as const
  assert.deepEqual(renderRefusal('message', 'The consumer was not onboarded', refused), {
    status: 400,
    reason: 'onboardingRefused',
    body: {
      message:
        'customer-account creation: the number is taken. Nothing was created. Correct the request and send it again.',
    },
  })
})

test('signatory: a success is bare data, a failure lists its errors and has the status of the first', () => {
  assert.deepEqual(renderAnswer('signatory', 200, { data: { id: '1' } }, ALL).body, { id: '1' })
  const also = [{ reason: 'invalidSignatory', detail: 'title must be of type string' }] as const
  assert.deepEqual(renderRefusal('signatory', 'The signatory was not created', { reason: 'signatoryNotFound', also }), {
    status: 404,
    reason: 'signatoryNotFound',
    body: {
      errors: [
        {
          reason: 'signatoryNotFound',
          message: 'The signatory was not created: no signatory has this id. Use an id from the list of signatories.',
          code: 'SIG_SIGNATORYNOTFOUND',
        },
        {
          reason: 'invalidSignatory',
          message:
            'The signatory was not created: title must be of type string. Correct the named fields and send the request again.',
          code: 'SIG_VALIDATION_ERROR',
        },
      ],
    },
  })
})

test('defineErrors: a reason defined by another slice is an error at startup', () => {
  const { customerNotFound } = errorCatalogue
  assert.throws(() => defineErrors({ customerNotFound }), /the refusal customerNotFound is defined twice/)
})
