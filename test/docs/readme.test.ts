import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasCurl, shellBlocks, withDemo } from '../support/pasted-commands.ts'

test('the curl commands of the README work as pasted against a running service', async (t) => {
  if (!(await hasCurl())) return t.skip('curl is not installed')
  const blocks = await shellBlocks('README.md')
  const payout = blocks.find((block) => block.startsWith('demo()'))
  const scheduled = blocks.find((block) => block.startsWith('# 5.'))
  assert.ok(payout && scheduled, 'the README has the blocks')
  await withDemo(async ({ paste }) => {
    const [first] = await paste(payout)
    assert.equal(first.status, 'Success')
    assert.equal(first.data.paymentStatus, 'VALIDATED')
    assert.deepEqual(await paste(payout), [first], 'pasted twice, it pays once')

    const [, clock, timeline] = await paste(payout + scheduled)
    const day = clock.data.target.slice(0, 10)
    const { entries } = timeline.data
    const steps = entries.filter(({ kind }: { kind: string }) => kind === 'transition')
    assert.deepEqual(
      steps.map(({ to }: { to: string }) => to),
      ['FUTURE_DATED', 'VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'PROCESSED'],
    )
    for (const { at } of steps.slice(1)) assert.equal(at.slice(0, 10), day, 'each step happened on the scheduled day')
  })
})
