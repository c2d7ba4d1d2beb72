import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasCurl, shellBlocks, withDemo } from '../support/pasted-commands.ts'

test('the commands of the integration guide work as pasted, and pasting them again pays nothing more', async (t) => {
  if (!(await hasCurl())) return t.skip('curl is not installed')
  const guide = (await shellBlocks('docs/integration.md')).join('\n')
  await withDemo(async ({ paste }) => {
    const answers = await paste(guide)
    for (const { status, message } of answers) assert.equal(status, 'Success', message)
    const data = answers.map((answer) => answer.data)
    const [, adjustment, account, preview, replayed, paid, timeline, found, feed, dates, series] = data
    const [refusing, waiting, , , held, , lifted] = data.slice(11)
    assert.equal(adjustment.ledgerBalance, '5000.00')
    assert.equal(account.availableBalance, '5000.00')
    assert.deepEqual([preview.wouldBeRefused, preview.funds.needed], [false, '125.50'])
    assert.equal(paid.paymentUID, replayed.paymentUID)
    assert.equal(timeline.entries.at(-1).event, 'settled')
    assert.equal(found.length, 1)
    assert.equal(feed.events[0].type, 'customer.created')
    assert.equal(dates.payments.length, 3)
    assert.equal(series.status, 'Cancelled')
    assert.deepEqual([waiting.wouldBeRefused, refusing.wouldBeRefused], [false, waiting.missedCutOff !== undefined])
    if (waiting.missedCutOff) assert.match(refusing.refusals[0].message, /the next window is at .* for the value date/)
    assert.ok(waiting.valueDate >= refusing.paymentDate)
    assert.deepEqual(
      [held.status, held.held.map(({ reason }: { reason: string }) => reason)],
      ['HELD', ['accountNotActive']],
    )
    assert.deepEqual([lifted.paymentUID, lifted.status], [held.paymentUID, 'PROCESSED'])

    const [, again, accountAgain] = (await paste(guide)).map(({ data }) => data)
    assert.deepEqual(again, adjustment)
    assert.equal(accountAgain.ledgerBalance, '4834.50')
  })
})
