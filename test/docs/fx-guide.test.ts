import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasCurl, shellBlocks, withDemo } from '../support/pasted-commands.ts'

test('the commands of docs/fx.md work as pasted: quote, accept, pay, cover, and every position is flat', async (t) => {
  if (!(await hasCurl())) return t.skip('curl is not installed')
  const story = (await shellBlocks('docs/fx.md')).join('\n')
  await withDemo(async ({ paste }) => {
    const answers = await paste(story)
    for (const { status, message } of answers) assert.equal(status, 'Success', message)
    const [preview, paid, contract, own, cover, ownCover, positions, line, sameLine, funded, ended, closeOuts] =
      answers.map(({ data }) => data)
    assert.deepEqual([preview.wouldBeRefused, preview.exchange.receiverAmount], [false, 400])
    assert.equal(preview.exchange.senderAmount, paid.senderAmount)
    assert.deepEqual([paid.receiverCurrency, paid.forexContract], ['EUR', contract.forexContractNo])
    assert.deepEqual([contract.tradeStatus, contract.drawnBuyAmount], ['PartiallyDrawn', 400])
    assert.equal(paid.quoteId, contract.quoteUUID)
    assert.equal(cover.forexContractNo, contract.forexContractNo)
    assert.equal(ownCover.forexContractNo, own.forexContract)
    assert.deepEqual(new Set(positions.map(({ currency }: { currency: string }) => currency)), new Set(['EUR', 'USD']))
    assert.deepEqual(line.line, { exposure: 5000, spot: 100000, forward: 50000 })
    assert.deepEqual(sameLine, line)
    assert.equal(funded.fundedAmount, 500)
    assert.equal(ended.tradeStatus, 'Cancelled')
    assert.equal(closeOuts[0].loss, ended.closeOut.loss)
    assert.ok(closeOuts[0].loss > 0)
    for (const position of positions) assert.equal(position.open, 0, JSON.stringify(position))
  })
})
