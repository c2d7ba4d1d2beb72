import { test } from 'node:test'
import { GUIDES } from '../../src/http/guides/pages.ts'
import { LANGUAGES, runExamples } from '../support/guide-examples.ts'

test('the examples of every guide work as pasted, in each language, and print what the guide shows', (t) =>
  runExamples(
    t,
    LANGUAGES.flatMap(({ mark }) => GUIDES.map((guide) => ({ guide, mark }))),
  ))
