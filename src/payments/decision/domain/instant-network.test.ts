import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseInstantNetwork, type InstantChoice } from './instant-network.ts'

const rails = { ACH: true, FEDWIRE: true, RTP: true, FEDNOW: true, SWIFT: true }
const choose = (
  more: Partial<Omit<InstantChoice, 'settings'>> = {},
  on: Partial<typeof rails> = {},
  instantNetwork: 'RTP' | 'FEDNOW' = 'RTP',
) =>
  chooseInstantNetwork({
    ...{ excludedRails: [], unreachableRails: [], absentRails: [], ...more },
    settings: { instantNetwork, rails: { ...rails, ...on } },
  })

test('an instant payment goes over the preferred network if both reach the bank', () => {
  assert.equal(choose(), 'RTP')
  assert.equal(choose({}, {}, 'FEDNOW'), 'FEDNOW')
})

test('it goes over the other network if only that one reaches the bank, is on, and is enabled', () => {
  assert.equal(choose({ unreachableRails: ['RTP'] }), 'FEDNOW')
  assert.equal(choose({ excludedRails: ['RTP'] }), 'RTP')
  assert.equal(choose({}, { RTP: false }), 'FEDNOW')
})

test('the preference stays, and is refused by its own reason, if no network reaches the bank', () => {
  assert.equal(choose({ unreachableRails: ['RTP', 'FEDNOW'] }), 'RTP')
  assert.equal(choose({ unreachableRails: ['RTP'] }, { FEDNOW: false }), 'RTP')
})

test('a bank that is not there now is reached by the other network, if that one has it', () => {
  assert.equal(choose({ absentRails: ['RTP'] }), 'FEDNOW')
  assert.equal(choose({ absentRails: ['RTP', 'FEDNOW'] }), 'RTP')
  assert.equal(choose({ absentRails: ['RTP'], unreachableRails: ['FEDNOW'] }), 'RTP')
})
