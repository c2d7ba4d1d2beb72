import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentIndex, storedContent } from './content-digest.ts'
import { FX_CONTRACTS, FX_COVERS, FX_QUOTES } from './digested-tables.ts'
import { Keyring } from './keyring.ts'

const keyring = new Keyring({ provider: undefined })
keyring.put({ tenantId: 1n, id: 0, activeFrom: 0, bindsPlace: true }, Buffer.alloc(32, 7))
const [contractId, quoteId, paymentId] = [1, 2, 3].map((at) => `01980000-0000-7000-8000-00000000000${at}`)
const dates = { tradeDate: '2026-07-01', valueDate: '2026-07-06' }
const terms = {
  ...{ customerId: 12n, channel: null, productType: 'SPOT', tenor: 'SP', sellCurrency: 'USD', buyCurrency: 'EUR' },
  ...{ sellAmount: 108440n, buyAmount: 100000n, baseCurrency: 'EUR', spotRate: '1.0844', forwardPoints: '0' },
  ...{ allInRate: '1.0844', pricingReference: 'EUR/USD 2026-07-01T14:00:00Z', madeBy: 'client', madeByUser: null },
  ...dates,
}
const contract = {
  ...{ ...terms, id: contractId, contractNo: 1001n, quoteId, paymentId: null, quoteCustomerId: 12n },
  ...{ fundingAccountId: 5n, marginAmount: 20n, marginDeferred: false, crossAmount: 0n },
}
const cover = {
  ...{ contractId, sellAmount: 108430n, buyAmount: 100000n, marketAmount: 108430n, crossAmount: 0n },
  ...{ spotRate: '1.0843', allInRate: '1.0843', pricingReference: 'EUR/USD 2026-07-01T14:00:00Z', ...dates },
}

// A digest that is stored cannot be computed again once its form has changed: these never change.
for (const [what, digested, row, digest] of [
  ['a quote', FX_QUOTES, { ...terms, id: quoteId }, 'hmac:dbwZk4UTT6GoZQyjO_cXLA'],
  ['a contract that an account prefunds', FX_CONTRACTS, contract, 'hmac:m5m06E-ljGvCwabSM0kDQA'],
  [
    'the contract of a payment',
    FX_CONTRACTS,
    { ...contract, paymentId, fundingAccountId: null },
    'hmac:upy3wp1h55zgsW-hf78tFA',
  ],
  ['a cover', FX_COVERS, cover, 'hmac:xX2GHIiuQ62fQoLqigI4Gg'],
] as const)
  test(`contentIndex: the digest of ${what} is the one that is stored since it had one`, () => {
    assert.equal(contentIndex({ keyring }, 1n, digested, row), digest)
  })

test('contentIndex: a row that lacks a column has no digest', () => {
  const { madeBy: _madeBy, ...others } = terms
  assert.throws(() => contentIndex({ keyring }, 1n, FX_QUOTES, { ...others, id: quoteId }), /fx_quotes lacks made_by/)
})

test('storedContent: a row beside is read once', () => {
  assert.equal(storedContent(FX_CONTRACTS, 'c').split('fx_quotes').length, 2)
})
