import { test } from 'node:test'
import { GUIDES } from '../../src/http/guides/pages.ts'
import { LANGUAGES, readExample, runExamples } from '../support/guide-examples.ts'

// test/long/guides.test.ts runs each guide in each language.

test('the examples of every guide work as pasted, and print what the guide shows', (t) =>
  runExamples(
    t,
    GUIDES.map((guide, place) => ({ guide, mark: LANGUAGES[place % LANGUAGES.length]!.mark })),
  ))

test('every guide has an example in each language, and shows what it prints', async () => {
  for (const guide of GUIDES) for (const { mark } of LANGUAGES) await readExample({ guide, mark })
})
