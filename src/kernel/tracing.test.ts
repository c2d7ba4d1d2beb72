import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTraceparent, traceparentOf } from './tracing.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

test('readTraceparent: what traceparentOf writes is read again', () => {
  const context = { traceId: TRACE, spanId: SPAN }
  assert.deepEqual(readTraceparent(traceparentOf(context)), context)
  assert.deepEqual(readTraceparent(`00-${TRACE}-${SPAN}-00`), context, 'whatever the caller decided to sample')
})

test('readTraceparent: what is not valid is as if it were missing', () => {
  for (const header of [
    undefined,
    '',
    ['00'],
    `01-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01\n`,
  ])
    assert.equal(readTraceparent(header), undefined, String(header))
})
