import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { withTheirForms } from '../../src/http/operation.ts'
import { operations } from '../../src/main/operations.ts'
import { CONTROLLED_ACTS } from '../../src/ownership/controlled-acts.ts'
import { CONTROLS, type ControlledAct, PLACES } from '../../src/ownership/controls.ts'
import { isChange } from '../support/operation-samples.ts'

const SRC = new URL('../../src/', import.meta.url)

/** One GET changes something, too: the public interface says so. */
const changing = withTheirForms(operations)
  .filter((one) => isChange(one) || 'change' in one)
  .map(({ id }) => id)

/** What is wrong with the places of the operations. */
function misplaced(ids: readonly string[], acts: readonly ControlledAct[]) {
  const placed = acts.flatMap(({ operations: those }) => those)
  return {
    missing: ids.filter((id) => !placed.includes(id)),
    twice: placed.filter((id, at) => placed.indexOf(id) !== at),
    unknown: placed.filter((id) => !ids.includes(id)),
  }
}

const NOTHING = { missing: [], twice: [], unknown: [] }
const WHERE = 'src/ownership/controlled-acts.ts'

test('every operation that changes something stands in exactly one act', () => {
  assert.deepEqual(misplaced(changing, CONTROLLED_ACTS), NOTHING, `correct the operations of the acts in ${WHERE}`)
})

test('a new operation without a place is found, and so is one with two', () => {
  assert.deepEqual(misplaced([...changing, 'sendAllAway'], CONTROLLED_ACTS).missing, ['sendAllAway'])
  const again = { ...CONTROLLED_ACTS[1]!, operations: ['createCreditPayment'] }
  assert.deepEqual(misplaced(changing, [...CONTROLLED_ACTS, again]).twice, ['createCreditPayment'])
})

/** Their payments are made by the intake, which asks what `runChange` asks of all others. */
const BY_THE_INTAKE = ['createCreditPayment', 'createDebitPayment', 'createBookTransfer']

test('every operation that changes something runs as a change, which asks who may act, or by the intake', () => {
  const others = withTheirForms(operations).filter((one) => isChange(one) && !('change' in one))
  assert.deepEqual(
    others.map(({ id }) => id),
    BY_THE_INTAKE,
  )
})

for (const { act, place, controls } of CONTROLLED_ACTS) {
  test(`to ${act}: every control is asked by a function, or not asked for a reason`, () => {
    assert.ok(PLACES.includes(place))
    assert.deepEqual(Object.keys(controls).sort(), Object.keys(CONTROLS).sort(), `complete ${act} in ${WHERE}`)
    const wrong = Object.entries(controls).flatMap(([control, answer]) => {
      if ('not' in answer) return answer.not.length > 10 ? [] : [`${control}: why is it not asked`]
      return has(answer) ? [] : [`${control}: ${answer.file} has no function ${answer.as}`]
    })
    assert.deepEqual(wrong, [], `correct ${act} in ${WHERE}`)
  })
}

/** Whether the file defines the function. */
function has({ file, as }: { file: string; as: string }): boolean {
  const url = new URL(file, SRC)
  if (!existsSync(url)) return false
  const code = readFileSync(url, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return new RegExp(`\\b(function|const) ${as}\\b`).test(code)
}

test('a function that a file does not have is found', () => {
  assert.equal(has({ file: 'http/admission.ts', as: 'authenticate' }), true)
  assert.equal(has({ file: 'http/admission.ts', as: 'authenticated' }), false)
  assert.equal(has({ file: 'http/nowhere.ts', as: 'authenticate' }), false)
})
