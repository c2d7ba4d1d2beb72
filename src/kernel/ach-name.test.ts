import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAchName } from './ach-name.ts'

test('isAchName: a letter or digit with a form in ASCII is enough', () => {
  for (const name of ['Zoë', 'Ø', 'ß & 李', '李 Ming', 'Ａ', '0 7', 'Łódź']) assert.ok(isAchName(name), name)
})

test('isAchName: other scripts, punctuation and zeros leave nothing', () => {
  for (const name of ['李明', 'Ольга', 'Αθηνά', 'محمد', '000', '0 0', '-', '...', '🏦', ' ', ''])
    assert.ok(!isAchName(name), name)
})
