import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAchName } from './ach-name.ts'

test('isAchName: a letter or digit with a form in ASCII is enough', () => {
  const names = ['Zoë', 'Ø', 'ß & 李', '李明', 'Ольга', 'Αθηνά', 'محمد', '٣', 'Ａ', '0 7', 'Łódź', '½']
  for (const name of names) assert.ok(isAchName(name), name)
})

test('isAchName: punctuation, pictures and zeros leave nothing', () => {
  for (const name of ['000', '0 0', '٠٠', '-', '...', '„“', '🏦', '★☆', ' ', '']) assert.ok(!isAchName(name), name)
})

test('isAchName: the letter is within the first 15 characters, the shortest place of a name', () => {
  assert.ok(isAchName(`${'-'.repeat(14)}A`))
  assert.ok(!isAchName(`${'-'.repeat(15)}A`))
})
