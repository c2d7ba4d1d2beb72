import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withTheirForms } from '../../src/http/operation.ts'
import { operations } from '../../src/main/operations.ts'
import { CONTROLLED_ACTS } from '../../src/ownership/controlled-acts.ts'
import { CONTROLS, type ControlledAct, PLACES } from '../../src/ownership/controls.ts'
import { readCodeGraph } from '../support/code-graph.ts'
import { isChange } from '../support/operation-samples.ts'

const code = await readCodeGraph()

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
      return code.definitionOf(answer) ? [] : [`${control}: ${answer.file} has no function ${answer.as}`]
    })
    assert.deepEqual(wrong, [], `correct ${act} in ${WHERE}`)
  })
}

test('a function that a file does not have is found', () => {
  assert.ok(code.definitionOf({ file: 'http/admission.ts', as: 'authenticate' }))
  assert.equal(code.definitionOf({ file: 'http/admission.ts', as: 'authenticated' }), undefined)
  assert.equal(code.definitionOf({ file: 'http/nowhere.ts', as: 'authenticate' }), undefined)
})

/** What stands before every operation and sweep: the server, and the client of the database. */
const BEFORE_ALL = [
  { file: 'http/server.ts', as: 'createServer' },
  { file: 'db/client.ts', as: 'openDatabase' },
].map((one) => code.definitionOf(one)!)

const ofASecondPerson = operations.filter((one) => 'change' in one && one.secondPerson).map(({ id }) => id)
const APPROVES = 'approveChange'

/** What the operations use. A form runs its original, and what approves others runs them. */
function usesOfOperations(ids: readonly string[]): string[] {
  const originals = ids.map((id) => operations.find(({ forms }) => forms?.some((form) => form.id === id))?.id ?? id)
  const approved = ids.includes(APPROVES) ? ofASecondPerson : []
  const approving = ids.some((id) => ofASecondPerson.includes(id)) ? [APPROVES] : []
  return [...originals, ...approved, ...approving].flatMap((id) => used(id, code.usesOfOperation(id)))
}

function used(name: string, uses: string[]): string[] {
  assert.ok(uses.length > 0, `no code defines ${name}`)
  return uses
}

/** The controls whose functions no operation of the act can reach, or one of its sweeps cannot. */
function outOfReach({ operations: ids, sweeps = [], controls }: ControlledAct): string[] {
  const starts = sweeps.map((name) => used(name, code.usesOfSweep(name)))
  if (ids.length > 0) starts.push(usesOfOperations(ids))
  assert.ok(starts.length > 0, `an act without operations names its sweeps in ${WHERE}`)
  const reached = starts.map((uses) => code.reachOf([...BEFORE_ALL, ...uses]))
  return Object.entries(controls).flatMap(([control, answer]) =>
    'not' in answer || reached.every((all) => all.has(code.definitionOf(answer)!))
      ? []
      : [`${control}: ${answer.as} of ${answer.file}`],
  )
}

for (const act of CONTROLLED_ACTS)
  test(`to ${act.act}: what does it reaches every function that asks a control`, () => {
    assert.deepEqual(outOfReach(act), [], `nothing of the act uses these: correct ${act.act} in ${WHERE}`)
  })

test('a function that nothing of an act can reach is found, of operations and of sweeps', () => {
  const elsewhere = { file: 'payments/held/release-payments.ts', as: 'requireNoMaker' }
  const [byPeople, byWorker] = [CONTROLLED_ACTS[0]!, CONTROLLED_ACTS.find(({ sweeps }) => sweeps)!]
  for (const act of [byPeople, byWorker])
    assert.deepEqual(outOfReach({ ...act, controls: { ...act.controls, owner: elsewhere } }), [
      'owner: requireNoMaker of payments/held/release-payments.ts',
    ])
  const unknown = { ...byWorker, sweeps: ['payments: send all away'] }
  assert.throws(() => outOfReach(unknown), /send all away/)
})

const OF_THE_CUSTOMER = 'its settings ask for a second person of its own'

/** What one person of the institution may do under dual control, in acts that need a second one. */
const ALONE: Readonly<Record<string, string>> = {
  refuseReturnRequest: 'nothing is moved',
  onboardConsumer: 'it gives no terms, which createAccount and updateCustomer set',
  suspendCustomer: 'to stop is urgent, and the end of it waits',
  deleteAccountV2: 'only an account without money is closed',
  createContact: OF_THE_CUSTOMER,
  updateContact: OF_THE_CUSTOMER,
  createSignatory: OF_THE_CUSTOMER,
  updateSignatory: OF_THE_CUSTOMER,
  deleteSignatory: OF_THE_CUSTOMER,
}

test('in an act under dual control, every operation can wait for a second person, or says why not', () => {
  const under = CONTROLLED_ACTS.filter(
    ({ controls: { secondPerson: by } }) => 'as' in by && by.as === 'underDualControl',
  )
  const alone = under.flatMap(({ operations: ids }) => ids).filter((id) => !ofASecondPerson.includes(id))
  assert.deepEqual(alone.sort(), Object.keys(ALONE).sort(), 'let it wait, or give the reason here')
})
