import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasCurl, shellBlocks, withDemo } from '../support/pasted-commands.ts'

test('the commands of the integration guide work as pasted, and pasting them again pays nothing more', async (t) => {
  if (!(await hasCurl())) return t.skip('curl is not installed')
  const guide = (await shellBlocks('docs/integration.md')).join('\n')
  await withDemo(async ({ paste }) => {
    const answers = await paste(guide)
    for (const { status, message } of answers) assert.equal(status, 'Success', message)
    const [, adjustment, account, preview, replayed, paid, timeline, found, feed, dates, series] = answers.map(
      ({ data }) => data,
    )
    assert.equal(adjustment.ledgerBalance, '5000.00')
    assert.equal(account.availableBalance, '5000.00')
    assert.deepEqual([preview.wouldBeRefused, preview.funds.needed], [false, '125.50'])
    assert.equal(paid.paymentUID, replayed.paymentUID)
    assert.equal(timeline.entries.at(-1).event, 'settled')
    assert.equal(found.length, 1)
    assert.equal(feed.events[0].type, 'customer.created')
    assert.equal(dates.payments.length, 3)
    assert.equal(series.status, 'Cancelled')

    const [, again, accountAgain] = (await paste(guide)).map(({ data }) => data)
    assert.deepEqual(again, adjustment)
    assert.equal(accountAgain.ledgerBalance, '4874.50')
  })
})
