import './fx.errors.ts'
import { renderWaiting } from '../approvals/approvals.ts'
import type { Connection, Transaction } from '../db/client.ts'
import { type Answer, defineOperation } from '../http/operation.ts'
import { readInstitution } from '../institution/institution.ts'
import { type CurrencyCalendars, currencyCalendars } from '../kernel/currency-calendars.ts'
import { accept } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { waitsFor } from './approval/ask-approvers.ts'
import { cancelContract } from './cancel-contract.ts'
import { coverContract } from './cover-contract.ts'
import { acceptQuote, rejectQuote, type Traded } from './decide-quote.ts'
import {
  AcceptBody,
  ContractParams,
  ContractReply,
  CoverReply,
  exampleContract,
  exampleCover,
  exampleQuote,
  exampleQuoteBody,
  QuoteBody,
  QuoteParams,
  QuoteReply,
  renderContract,
  renderCover,
  renderQuote,
} from './fx-trades.schema.ts'
import { quoteTrade } from './quote-trade.ts'
import { requireContract } from './require-contract.ts'

async function calendarsOf(db: Connection, tenantId: bigint): Promise<CurrencyCalendars> {
  const { settings } = await readInstitution(db, tenantId)
  return currencyCalendars(settings.currencyCalendars)
}

/** The contract, or the approval that it waits for. */
async function answerOf(tx: Transaction, { tenantId }: Principal, traded: Traded): Promise<Answer> {
  if ('contract' in traded) return { data: renderContract(traded.contract, await calendarsOf(tx, tenantId)) }
  const { waits } = traded
  return { data: renderWaiting(waits, waitsFor(waits.approversNeeded!)), isWaiting: true }
}

export const fxTradeOperations = [
  defineOperation({
    id: 'quoteFxTrade',
    method: 'POST',
    paths: ['/v2/fx/quote', '/fx/quote'],
    tag: 'FX',
    summary: 'Request a quote for a currency exchange',
    description:
      'Give either fundingAmount or transferAmount. The rate determines the other amount. The quote can be accepted until expiryTime, thirty seconds later, ' +
      'unless the market moves further than fx.lastLookBasisPoints against the institution. A customer, with all below it, has at ' +
      'most fx.maxOpenQuotes quotes open at a time; rejected ones count until they would have expired.',
    failure: 'The trade was not quoted',
    entitlement: 'Foreign_Exchange.Spot_Trade',
    errors: [
      ...(['customerNotFound', 'foreignCustomer', 'customerStateNotAllowed'] as const),
      ...(['fxNotQuoted', 'fxBelowSmallestTicket', 'fxLineExceeded', 'fxTooManyQuotes'] as const),
    ],
    invalid: 'invalidFxTrade',
    body: QuoteBody,
    examples: [{ summary: 'Buy 1,000 EUR at spot', value: exampleQuoteBody }],
    reply: { status: 200, description: 'The quote.', data: QuoteReply, example: exampleQuote },
    async change(tx, app, { principal, body }) {
      const quote = await quoteTrade(tx, principal, body, app.clock.now())
      if (!quote.ok) return quote
      return accept({ data: renderQuote(quote.value, await calendarsOf(tx, principal.tenantId)) })
    },
  }),

  defineOperation({
    id: 'acceptFxQuote',
    method: 'PUT',
    paths: ['/v2/fx/accept', '/fx/accept'],
    tag: 'FX',
    summary: 'Accept a quote',
    description:
      'A quote becomes exactly one contract. A repeated acceptance, even after the expiry, returns the same contract and changes nothing. ' +
      'A quote is refused if the market has moved further than fx.lastLookBasisPoints against the institution since; otherwise its price stands. It is also refused if who asked for it was stopped since. ' +
      'If payments of the customer need approval, the trade waits for as many people as a payment of its larger side would (202): they approve it in the queue `approvals/fxTrade` of the customer until 17:00 in New York. A repeated acceptance then names the same approval. ' +
      'The contract uses the FX line of the customer. Without a line, or with fundingAccountUID, the amount sold is held on an account of the customer until payments draw it or the contract ends.',
    failure: 'The quote was not accepted',
    entitlement: 'Foreign_Exchange.Create_Instruct_Trades',
    errors: [
      ...(['customerStateNotAllowed', 'fxQuoteNotFound', 'fxQuoteEnded', 'fxQuoteMoved'] as const),
      ...(['fxNotQuoted', 'fxLineExceeded', 'fxNotFunded', 'amountNotMeasured', 'fxApprovalLimitExceeded'] as const),
    ],
    invalid: 'invalidFxTrade',
    waits: true,
    body: AcceptBody,
    examples: [
      {
        summary: 'Cover automatically after one minute',
        value: { quoteUUID: exampleQuote.quoteUUID, autoCover: true, autoCoverDelay: 60 },
      },
    ],
    reply: { status: 200, description: 'The contract.', data: ContractReply, example: exampleContract },
    async change(tx, app, { principal, body }) {
      const traded = await acceptQuote(tx, principal, body, app.clock.now(), app)
      return traded.ok ? accept(await answerOf(tx, principal, traded.value)) : traded
    },
  }),

  defineOperation({
    id: 'rejectFxQuote',
    method: 'PUT',
    paths: ['/v2/fx/{quoteUUID}/reject', '/fx/{quoteUUID}/reject'],
    tag: 'FX',
    summary: 'Reject a quote',
    description: 'Also ends a trade that waits for its approvers.',
    failure: 'The quote was not rejected',
    entitlement: 'Foreign_Exchange.Create_Instruct_Trades',
    errors: ['fxQuoteNotFound', 'fxQuoteEnded'],
    invalid: 'invalidFxTrade',
    params: QuoteParams,
    reply: {
      status: 200,
      description: 'The rejected quote, which can no longer be accepted.',
      data: QuoteReply,
      example: { ...exampleQuote, quoteStatus: 'Rejected' },
    },
    async change(tx, app, { principal, params }) {
      const quote = await rejectQuote(tx, principal, params.quoteUUID, app.clock.now())
      return quote.ok ? accept({ data: renderQuote(quote.value) }) : quote
    },
  }),

  defineOperation({
    id: 'getFxContract',
    method: 'GET',
    paths: ['/v2/fx/{forexContractNo}', '/fx/{forexContractNo}'],
    tag: 'FX',
    summary: 'Read a contract',
    failure: 'The contract was not read',
    entitlement: 'Foreign_Exchange.View_Trades',
    errors: ['fxContractNotFound'],
    invalid: 'invalidFxTrade',
    params: ContractParams,
    reply: { status: 200, description: 'The contract.', data: ContractReply, example: exampleContract },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const options = { locked: false, notFound: 'fxContractNotFound' } as const
        const contract = await requireContract(db, principal, params.forexContractNo, options)
        if (!contract.ok) return contract
        return accept({ data: renderContract(contract.value.contract, await calendarsOf(db, principal.tenantId)) })
      }),
  }),

  defineOperation({
    id: 'cancelFxContract',
    method: 'DELETE',
    paths: ['/v2/fx/{forexContractNo}/cancel', '/fx/{forexContractNo}/cancel'],
    tag: 'FX',
    summary: 'Cancel a contract',
    description:
      'The undrawn amount is closed out at the market rate of the moment. The loss of the customer is charged to its account. A gain is shared as the institution has set in fx.closeOutGains. A cover is unwound in the market. If payments of the customer need approval, the cancellation waits for as many people as a payment of its larger side would (202).',
    failure: 'The contract was not cancelled',
    entitlement: 'Foreign_Exchange.Cancel_Trades',
    errors: [
      ...(['fxContractNotFound', 'fxContractEnded', 'fxNotClosedOut'] as const),
      ...(['amountNotMeasured', 'fxApprovalLimitExceeded'] as const),
    ],
    invalid: 'invalidFxTrade',
    waits: true,
    params: ContractParams,
    reply: {
      status: 200,
      description: 'The cancelled contract.',
      data: ContractReply,
      example: { ...exampleContract, tradeStatus: 'Cancelled' },
    },
    async change(tx, app, { principal, params }) {
      const traded = await cancelContract(tx, principal, params.forexContractNo, app.clock.now())
      return traded.ok ? accept(await answerOf(tx, principal, traded.value)) : traded
    },
  }),

  defineOperation({
    id: 'coverFxContract',
    method: 'GET',
    paths: ['/v2/fx/{forexContractNo}/cover', '/fx/{forexContractNo}/cover'],
    tag: 'FX',
    summary: 'Cover a contract',
    description:
      'Covers the contract in the market at the current rate, once. A repeated request returns the same cover trade.',
    failure: 'The contract was not covered',
    entitlement: 'Foreign_Exchange.Create_Instruct_Trades',
    errors: ['fxCoverContractNotFound', 'fxNotCovered'],
    invalid: 'invalidFxCover',
    params: ContractParams,
    reply: { status: 200, description: 'The cover trade.', data: CoverReply, example: exampleCover },
    async change(tx, app, { principal, params }) {
      const covered = await coverContract(tx, principal, params.forexContractNo, app.clock.now())
      return covered.ok ? accept({ data: renderCover(covered.value.contract, covered.value.cover) }) : covered
    },
  }),
]
