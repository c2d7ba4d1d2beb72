import { test } from 'node:test'
import { SEED } from '../support/seed.ts'
import { simulateMonths } from '../support/simulated-month/month.ts'

// test/long/simulated-month.test.ts simulates whole months of many seeds.
test('two weeks of a bank, over the end of daylight saving time and a holiday: the books of every day balance, and the FX result is that of the trades', async () => {
  await simulateMonths({ seeds: [SEED], days: 13, acts: 10 })
})
