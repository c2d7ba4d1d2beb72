import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import { parseFedAchLine, parseFedwireLine } from './fed-lists.ts'
import { collectParticipants, MAX_PARTICIPANTS } from './participant.ts'

const ach = (fields: { number?: string; replacement?: string; name?: string; status?: string; zip?: string } = {}) =>
  [
    ...[fields.number ?? '021000021', 'O', '021001208', '1', '070126', fields.replacement ?? '000000000'],
    ...[(fields.name ?? 'FIRST EXAMPLE BANK').padEnd(36), '1 HARBOR PLAZA'.padEnd(36), 'NEW YORK'.padEnd(20), 'NY'],
    ...[fields.zip ?? '100040000', '2125550100', fields.status ?? '1', '1', '     '],
  ].join('')

const wire = ({ number = '021000021', name = 'FIRST EXAMPLE BANK', funds = 'Y', only = ' ' } = {}) =>
  [number, 'FIRST EX'.padEnd(18), name.padEnd(36), 'NY', 'NEW YORK'.padEnd(25), funds, only, 'Y', '20260701'].join('')

const read = <V>(result: { ok: boolean; value?: V; refusal?: string }) => {
  assert.ok(result.ok, result.refusal)
  return result.value!
}

test('parseFedAchLine: each field is at its positions', () => {
  assert.deepEqual(read(parseFedAchLine(ach({ replacement: '091000019', zip: '100041234' }))), {
    bankId: '021000021',
    name: 'FIRST EXAMPLE BANK',
    takesPayments: true,
    details: {
      address: {
        addressLine1: '1 HARBOR PLAZA',
        city: 'NEW YORK',
        state: 'NY',
        postalCode: '10004-1234',
        countryCode: 'US',
      },
      phoneNumber: '2125550100',
      newRoutingNumber: '091000019',
    },
  })
})

test('parseFedAchLine: nine zeros are no new routing number, and four zeros no extension of the ZIP', () => {
  const { details } = read(parseFedAchLine(ach()))
  assert.equal('newRoutingNumber' in details, false)
  assert.equal(details.address?.postalCode, '10004')
})

test('parseFedAchLine: only status 1 takes payments', () => {
  for (const [status, takes] of [
    ['1', true],
    ['0', false],
    [' ', false],
  ] as const)
    assert.equal(read(parseFedAchLine(ach({ status }))).takesPayments, takes)
})

test('parseFedAchLine: a line without its filler is read, one cut before the status is refused', () => {
  assert.ok(parseFedAchLine(ach().slice(0, 149)).ok)
  assert.deepEqual(parseFedAchLine(ach().slice(0, 148)), {
    ok: false,
    refusal: 'the line has 148 positions, not 155: this is another file, or the line is cut',
  })
  assert.ok(!parseFedAchLine(`${ach()} `).ok)
})

test('parseFedAchLine: a wrong routing number, a wrong new one and a blank name are refused by position', () => {
  const refusalOf = (line: string) => (parseFedAchLine(line) as { refusal: string }).refusal
  assert.equal(
    refusalOf(ach({ number: '021000022' })),
    'positions 1 to 9 have "021000022", which is not a routing number',
  )
  assert.match(refusalOf(ach({ replacement: '021000022' })), /^positions 27 to 35/)
  assert.equal(refusalOf(ach({ name: '' })), 'the name, positions 36 to 71, is blank')
})

test('parseFedwireLine: a participant takes payments if it is eligible and not for settlement only', () => {
  const takes = (fields: object) => read(parseFedwireLine(wire(fields))).takesPayments
  assert.equal(takes({}), true)
  assert.equal(takes({ funds: 'N' }), false)
  assert.equal(takes({ only: 'S' }), false)
  assert.deepEqual(read(parseFedwireLine(wire())).details, {
    address: { city: 'NEW YORK', state: 'NY', countryCode: 'US' },
  })
})

test('parseFedwireLine: a wrong number, a blank name and an unknown status are refused by position', () => {
  const refusalOf = (line: string) => (parseFedwireLine(line) as { refusal: string }).refusal
  assert.match(refusalOf(wire({ number: '021000022' })), /^positions 1 to 9/)
  assert.equal(refusalOf(wire({ name: '' })), 'the name, positions 28 to 63, is blank')
  assert.equal(refusalOf(wire({ funds: 'X' })), 'the funds transfer status, position 91, is Y or N, not "X"')
  assert.ok(parseFedwireLine(wire().slice(0, 91)).ok)
  assert.match(refusalOf(wire().slice(0, 90)), /90 positions, not 101/)
  assert.match(refusalOf(`${wire()} `), /102 positions/)
})

test('neither list is mistaken for the other, and no text breaks the readers', () => {
  assert.ok(!parseFedwireLine(ach()).ok)
  assert.ok(!parseFedAchLine(wire()).ok)
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (line) => {
      assert.equal(typeof parseFedAchLine(line).ok, 'boolean')
      assert.equal(typeof parseFedwireLine(line).ok, 'boolean')
    }),
  )
})

test('collectParticipants: a bank named twice is refused with both lines', () => {
  const list = collectParticipants()
  list.add(1, parseFedwireLine(wire()))
  list.add(3, parseFedwireLine(wire()))
  assert.deepEqual(list.end(), { ok: false, refusal: ['line 3: 021000021 is on line 1 already'] })
})

test('collectParticipants: the first twenty faults are named, and the others counted', () => {
  const named = (faults: number) => {
    const list = collectParticipants()
    for (let line = 1; line <= faults; line++) list.add(line, parseFedwireLine('x'))
    return (list.end() as { refusal: readonly string[] }).refusal
  }
  assert.equal(named(20).length, 20)
  assert.equal(named(21).at(-1), 'and 1 more')
})

test('collectParticipants: an empty file is refused, and so is one participant too many', () => {
  assert.deepEqual(collectParticipants().end(), { ok: false, refusal: ['the file has no participants'] })
  const list = collectParticipants()
  const one = { name: 'n', takesPayments: true, details: {} }
  for (let at = 0; at < MAX_PARTICIPANTS; at++) list.add(at, { ok: true, value: { ...one, bankId: String(at) } })
  assert.equal(list.end().ok, true)
  list.add(MAX_PARTICIPANTS, { ok: true, value: { ...one, bankId: 'more' } })
  assert.equal(list.end().ok, false)
})
