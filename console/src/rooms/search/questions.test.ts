import assert from 'node:assert/strict'
import { test } from 'node:test'
import { questionsFor } from './questions.ts'

const asked = (text: string) => questionsFor(text).map(({ title }) => title)

test('questionsFor: a trace number is looked for among payments and receipts', () => {
  assert.ok(asked('076401250000001').includes('Payments: by trace number'))
  assert.ok(asked('076401250000001').includes('Receipts: by trace number'))
})

test('questionsFor: an amount may have thousands separators', () => {
  const amount = questionsFor('1,250.50').find(({ title }) => title === 'Payments: by amount')
  assert.deepEqual(amount?.query, { paymentAmount: '1250.50' })
})

test('questionsFor: a UETR is a UUID, a name is no amount, and nothing asks for nothing', () => {
  assert.ok(asked('8a562c67-ca16-48ba-b074-65581be6f011').includes('Payments: by UETR'))
  assert.ok(asked('20261127QMGFNP31000001').includes('Payments: by IMAD'))
  assert.ok(!asked('Zoë Ltd').includes('Payments: by amount'))
  assert.deepEqual(asked('  '), [])
})
