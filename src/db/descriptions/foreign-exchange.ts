import type { Subject } from './subject.ts'

export const foreignExchange = {
  title: 'Foreign exchange',
  about:
    'Market rates, quotes and contracts with customers, what the institution does in the market, and its open ' +
    'positions. A customer sells what the institution receives, and buys what the institution delivers.',
  tables: {
    fx_rates: {
      about:
        'The latest market rate of each pair of currencies, as the institution sets it. Each new rate overwrites the ' +
        'row; earlier rates are in `fx_rate_versions`.',
      columns: {
        baseCurrency: 'The base currency of the pair in market order: rates are for one unit of it.',
        quoteCurrency: 'The quote currency of the pair in market order.',
        bid: 'The price at which the market buys the base currency, in the quote currency. Eight decimals.',
        mid: 'The middle rate, between bid and ask. Limits, fees and revaluations are converted with it.',
        ask: 'The price at which the market sells the base currency, in the quote currency.',
        forwardPoints:
          'What is added to the spot rate for later dates, as a JSON object of decimal text by tenor, for example ' +
          '`{"1M": "0.0012"}`.',
        asOf: 'When the rate was observed, as its source said, or else when it was set, by the clock of the institution.',
        referenceMid:
          'The mid rate with which new rates of the day are compared: that at the start of the day, or the last one ' +
          'that a second person confirmed.',
        referencePoints: 'The forward points of the reference, in the form of `forward_points`.',
        referenceOn: 'The business day of the institution on which the reference was set.',
        roundTrips:
          'What conversions there and back could have gained since: `cash` of one unit of the quote currency, and in ' +
          '`held`, by tenor, the rate of the start and what one unit of the quote currency bought at it has become. ' +
          '`on` is the business day. Null from before the column.',
        setBy:
          'The API client that set it, and after a space the user whose token it used, if there was one. Null for a ' +
          'rate that a second person confirmed, and from before the column.',
      },
    },
    fx_margins: {
      about:
        'What the institution earns on exchanges: a margin for a tier of customers and a pair. The most specific row ' +
        'counts. All rows are replaced together.',
      columns: {
        tier: 'The `fxPricingTier` of customers. Empty for every tier.',
        baseCurrency: 'The base currency of the pair in market order. Empty for every pair.',
        quoteCurrency: 'The quote currency of the pair in market order. Empty for every pair.',
        basisPoints: 'The margin in basis points of the rate, 0 to 1000, against the customer.',
      },
    },
    fx_rate_versions: {
      about:
        'Every market rate that was set, in the order of their setting. Written with each change of `fx_rates`. ' +
        'Append-only.',
      columns: {
        id: 'The order in which rates were set, from a sequence.',
        baseCurrency: 'The base currency of the pair in market order.',
        quoteCurrency: 'The quote currency of the pair in market order.',
        validFrom: 'When the rate was observed: `as_of` of `fx_rates`. It applies until the next rate of the pair.',
        bid: 'The price at which the market buys the base currency, in the quote currency. Eight decimals.',
        mid: 'The middle rate, between bid and ask.',
        ask: 'The price at which the market sells the base currency, in the quote currency.',
        forwardPoints: 'The forward points by tenor, in the form of `fx_rates`.',
      },
    },
    fx_margin_versions: {
      about: 'What each margin was, and from when. Written with each change of `fx_margins`. Append-only.',
      columns: {
        id: 'The order in which versions were written, from a sequence.',
        tier: 'The `fxPricingTier` of customers. Empty for every tier.',
        baseCurrency: 'The base currency of the pair in market order. Empty for every pair.',
        quoteCurrency: 'The quote currency of the pair in market order. Empty for every pair.',
        validFrom:
          'From when the version applies, until the next one of the same tier and pair, by the clock of the ' +
          'institution.',
        basisPoints: 'The margin in basis points of the rate. Null if the margin was removed.',
      },
    },
    fx_quotes: {
      about:
        'What a customer was offered: a price for an exchange, for thirty seconds. The terms never change and are ' +
        'those of the contract; only the status does. A contract made for one payment has a quote that was accepted ' +
        'at once.',
      columns: {
        id: 'The quoteId of the API.',
        customerId: 'The customer that was offered the exchange.',
        customerRefType:
          'How the client named the customer: CustomerUID, CustomerShortName, CustomerId or DDA (an account number).',
        customerRef:
          'The name that the client gave, in the form of `customer_ref_type`. Sealed, because it can be an account ' +
          'number.',
        channel:
          'The channel that the client named; Payment for the quote of a contract made for a payment. Null if it is ' +
          'not given.',
        productType: 'SPOT (exchanged at spot or before) or FORWARD (later).',
        tenor:
          'The tenor of the value date: SPOT, ON, TN, or a number of weeks, months or years such as 1M. Null if the ' +
          'client gave a date.',
        sellCurrency: 'What the customer sells, an ISO 4217 code.',
        buyCurrency: 'What the customer buys, an ISO 4217 code.',
        sellAmount: 'What the customer pays, in minor units of `sell_currency`, at the all-in rate.',
        buyAmount: 'What the customer gets, in minor units of `buy_currency`, at the all-in rate.',
        baseCurrency: 'Which of the two is the base currency of the pair. Rates are for one unit of it.',
        spotRate:
          "The market's spot rate: its ask if the customer buys the base currency, its bid if the customer sells it.",
        forwardPoints: 'The points added to `spot_rate` for the value date. Zero at spot.',
        allInRate: "The customer's rate: spot rate, forward points and margin, rounded in the institution's favour.",
        pricingReference:
          'Which market rate the price is made of: the pair and the time of its rate, for example EUR/USD ' +
          '2026-07-01T12:00:00Z.',
        tradeDate: 'The trade date of the market. The next one begins at 17:00 in New York.',
        valueDate: 'The date on which the two amounts are exchanged.',
        status:
          'Open, PendingApproval (accepted, and waits for the approvers of the customer), Accepted (a contract was ' +
          'made) or Rejected. An Open quote past `expires_at` can no longer be accepted.',
        madeBy:
          'The API client that asked for the quote: a maker of the trade. Null for the quote of a contract that a ' +
          'payment makes for itself, and for one of an older release.',
        madeByUser: 'The user whose token asked for the quote. Null if a client asked in its own name.',
        expiresAt:
          'Until when the quote can be accepted: thirty seconds after it was made, by the clock of the institution.',
        contentIndex:
          'A keyed digest of what is offered, which only the service can make. A quote that was made or altered in ' +
          'the database has none, or not its own, and becomes no contract. Null in quotes from before.',
      },
    },
    fx_contracts: {
      about:
        'An agreed exchange with a customer: its state, and what payments have drawn of it. Its terms are those of ' +
        'its quote. Made when a quote is accepted or for one payment; never deleted.',
      columns: {
        id: 'The identifier of the contract inside the service, and the reference of its ledger transfers.',
        contractNo: 'The forexContractNo of the API, unique in the institution, from 500001. Numbers can be missing.',
        quoteId: 'The quote with the terms. A quote becomes at most one contract.',
        status:
          'Open, PartiallyDrawn, Completed (drawn in full), Cancelled or Expired. Once Cancelled or Expired, nothing ' +
          'more is drawn, and the rest is closed out.',
        coverDueAt:
          'When the worker covers the contract in the market, by the clock of the institution. Null if it is ' +
          'covered, has ended with nothing drawn, or is covered by hand.',
        drawnSellAmount:
          'What payments drew and did not give back, in minor units of the currency sold. At the end of each ' +
          'transaction, it is the sum of their draws.',
        drawnBuyAmount:
          'What payments drew and did not give back, in minor units of the currency bought. At the end of each ' +
          'transaction, it is the sum of their draws.',
        paymentId: 'The payment for which the contract was made. Null if it was agreed on beforehand.',
        expiresAt:
          "When the contract expires: at the start of the day after its value date, in the institution's time zone. " +
          'If a close-out waits, when it is tried again.',
        customerId: 'The customer, as in the quote.',
        fundingAccountId:
          'The account that holds the amount still to be sold. Null for a contract on an FX line or for one payment, ' +
          'and for one from before lines.',
        fundingHoldId:
          'The pending ledger transfer that holds the amount. Null without a funding account, and once nothing is ' +
          'left to sell.',
        closedSellAmount: 'What was closed out after the contract ended, in minor units of the currency sold.',
        closedBuyAmount: 'What was closed out after the contract ended, in minor units of the currency bought.',
        marginAmount:
          "The institution's margin in the contract, in minor units of the quote currency. Zero for contracts from " +
          'before margins were booked.',
        marginDeferred:
          'Whether the margin is income as payments draw the contract. Otherwise it is income at the trade.',
        closeOutLoss: 'What the customer lost by close-outs so far, in minor units of the currency sold.',
        closeOutGain: 'What the customer gained by close-outs so far, in minor units of the currency sold.',
        closeOutWaitsFor:
          'Why a close-out that is due is not made yet, in words, for example a rate that is too old. Null if none ' +
          'waits.',
        crossAmount:
          "The value of a contract between two foreign currencies in minor units of the institution's currency. Zero " +
          'if one side is in that currency, or no rate was current.',
        contentIndex:
          'A keyed digest of what is promised, with the terms of the quote, which only the service can make. A ' +
          'contract that was made or altered in the database has none, or not its own: it is not drawn, covered or ' +
          'closed out. Null in contracts from before until the sweep of a rotation has given them theirs.',
      },
    },
    fx_covers: {
      about:
        'The opposite exchange with the market that covers a contract, at most one for each contract. Only ' +
        '`settled_on` and the digest change.',
      columns: {
        contractId: 'The contract that is covered.',
        coverNo: 'The number of the cover trade, unique in the institution, from 700001.',
        marketAmount:
          'What the market exchanges for the base amount at `all_in_rate`, in minor units of the quote currency.',
        spotRate: "The market's spot rate, for one unit of the base currency.",
        allInRate: 'The rate of the cover: spot rate and forward points, without margin.',
        pricingReference: 'Which market rate the cover is made of, as in `fx_quotes`.',
        tradeDate: 'The trade date of the market, as in `fx_quotes`.',
        valueDate: 'When the market settles: the value date of the contract, or spot if that is over.',
        sellAmount:
          'The part of the contract that is covered, without its margin, in minor units of the currency that the ' +
          'customer sells.',
        buyAmount:
          'The part of the contract that is covered, without its margin, in minor units of the currency that the ' +
          'customer buys.',
        settledOn: 'The date of the institution on which the cover settled with the market. Null until then.',
        crossAmount:
          "The part of the contract's `cross_amount` that is covered, in minor units of the institution's currency.",
        contentIndex:
          'A keyed digest of the cover, which only the service can make, as in `fx_contracts`. A contract whose cover ' +
          'has a wrong one is not closed out.',
      },
    },
    fx_cover_unwinds: {
      about:
        'The opposite trade with the market that ends the cover of a part of a contract, when the part is closed ' +
        'out. It has the trade date and the rate of the close-out. Only `settled_on` changes.',
      columns: {
        closeOutId: 'The close-out of the part.',
        contractId: 'The contract whose cover is unwound.',
        sellAmount:
          'The part without its margin, at the market rate of its trade, in minor units of the currency that the ' +
          'customer sells.',
        buyAmount:
          'The part without its margin, at the market rate of its trade, in minor units of the currency that the ' +
          'customer buys.',
        marketAmount:
          "What the market exchanges for the base amount at the close-out's rate, in minor units of the quote currency.",
        crossAmount:
          "The part of the cover's `cross_amount` that is unwound, in minor units of the institution's currency.",
        valueDate: 'When the market settles: the value date of the contract, or spot if that is over.',
        settledOn: 'The date of the institution on which the unwind settled with the market. Null until then.',
      },
    },
    fx_close_outs: {
      about:
        'What was left of a contract that ended, closed at the market rate, and what the customer owes or gets for ' +
        'it. Rows are only added.',
      columns: {
        id: 'The closeOutUID of the API.',
        contractId: 'The contract that ended with a part left to exchange.',
        customerId: 'The customer of the contract, who pays the loss or gets the gain.',
        reason:
          'Why it was closed: Cancelled, Expired, or Released (a payment gave its draw back after the contract had ' +
          'ended).',
        sellCurrency: 'The currency that the customer would have sold.',
        buyCurrency: 'The currency that the customer would have bought.',
        sellAmount: 'The part that was closed, in minor units of `sell_currency`.',
        buyAmount: 'The part that was closed, in minor units of `buy_currency`.',
        marketRate:
          'The market rate of the close-out for the value date, on the side against the customer, for one unit of ' +
          'the base currency.',
        pricingReference: 'Which market rate it was, as in `fx_quotes`.',
        marginAmount: 'The margin that was reversed, in minor units of the quote currency.',
        loss: 'What the customer lost, in minor units of `sell_currency`. Zero if it gained.',
        chargedAmount:
          'The part of the loss that accounts of the customer paid at once, in minor units of `sell_currency`. The ' +
          "rest is on the customer's receivable.",
        gain:
          'What the customer gained, in minor units of `sell_currency`. Without an open account, it is in suspense. ' +
          'Zero if the customer lost.',
        keptAmount: 'The part of the gain that the institution kept, in minor units of `sell_currency`.',
        accountId:
          'The first account of the customer that was charged, or the one that was credited. Null if none was.',
        closedAt: 'When the part was closed out, by the clock of the institution.',
      },
    },
    fx_lines: {
      about:
        'The credit that the institution gives a customer for FX contracts without prefunding. A line bounds the ' +
        'customer and all customers below it together. The institution sets it over the API; a removed line is ' +
        'deleted.',
      columns: {
        customerId: 'The customer that has the line.',
        exposure:
          'The most that the institution may stand to lose if the open contracts ended at the market rate of the ' +
          'moment, in minor units of its currency.',
        spot: "The most that open spot contracts may exchange, in minor units of the institution's currency.",
        forward: "The most that open forward contracts may exchange, in minor units of the institution's currency.",
        updatedAt: 'When the line was last set, by the clock of the institution.',
      },
    },
    fx_desk_trades: {
      about:
        "Trades of the institution's own desk with the market, which close or open positions. Entered over the API. " +
        'Only `settled_on` changes.',
      columns: {
        id: 'The identifier of the trade inside the service, and the reference of its ledger transfers.',
        tradeNo: 'The tradeNo of the API, unique in the institution, from 800001.',
        buyCurrency: 'What the institution buys, an ISO 4217 code.',
        sellCurrency: 'What the institution sells, an ISO 4217 code.',
        buyAmount: 'What the institution receives, in minor units of `buy_currency`.',
        sellAmount: 'What the institution delivers, in minor units of `sell_currency`.',
        resultAmount:
          "What the trade realized in all, in minor units of the institution's currency: `buy_result` and " +
          '`sell_result`. Negative for a loss.',
        counterparty: 'The bank that the desk traded with, as entered.',
        reference: "The counterparty's reference, as entered. Null if it is not given.",
        tradeDate: 'The trade date of the market, as in `fx_quotes`.',
        valueDate: 'The date on which the amounts are exchanged.',
        settledOn: 'The date of the institution on which the trade settled. Null until then.',
        worth:
          "The larger side of the trade in minor units of the institution's currency, at the mid rates when it was " +
          'booked. Null for one from before the column, and without a current rate.',
        marketRate:
          "The market's mid rate of the pair for the value date, when the trade was booked. Null for one from before " +
          'the column, and without a current rate.',
        crossAmount:
          "The value of a trade between two foreign currencies in minor units of the institution's currency. Zero if " +
          'one side is in that currency, or no rate was current.',
        buyResult:
          "What the trade realized in `buy_currency`, in minor units of the institution's currency, at average cost. " +
          "Zero if it is the institution's currency.",
        sellResult:
          "What the trade realized in `sell_currency`, in minor units of the institution's currency, at average " +
          "cost. Zero if it is the institution's currency.",
      },
    },
    fx_positions: {
      about:
        "The institution's position in a currency for a value date, kept up to date in the transaction of each " +
        'contract, cover, close-out and desk trade. Open is bought less sold plus covered plus desk. Amounts are ' +
        'minor units of the currency, except cost.',
      columns: {
        currency: 'The currency of the position, an ISO 4217 code. The own currency of the institution has rows, too.',
        valueDate: 'The value date of the contracts. Covers count on it, too, even if they settle later.',
        bought: 'What customers are to deliver under contracts, in minor units of the currency.',
        sold: 'What is to be delivered to customers under contracts, in minor units of the currency.',
        covered:
          'The net amount to receive from the market under covers, in minor units of the currency. Negative if it ' +
          'is to be delivered.',
        desk:
          'The net amount to receive from the market under trades of the desk, less what was realized, in minor ' +
          'units of the currency. Negative if it is to be delivered.',
        cost:
          "What the open amount cost, in minor units of the institution's currency, with its sign. The costs of all " +
          'currencies of a value date add up to zero.',
      },
    },
    fx_position_changes: {
      about:
        'What each business day changed in the positions. The position at the end of a day is the present one less ' +
        'the changes of later days.',
      columns: {
        businessDate: 'The business day whose entries changed the position.',
        currency: 'The currency of the position, an ISO 4217 code.',
        valueDate: 'The value date of the position.',
        amount: 'The change of the open amount, in minor units of the currency, with its sign.',
        cost: "The change of the cost, in minor units of the institution's currency, with its sign.",
      },
    },
    fx_revaluations: {
      about:
        'The open positions at the close of a business day, valued at market rates. Written by the close; rows are ' +
        'only added.',
      columns: {
        businessDate: 'The business day that was closed.',
        currency: 'The foreign currency of the position.',
        valueDate: 'The spot date for all that is due until then, or a later value date.',
        id: 'The reference of the ledger entry of the day, which all its rows share.',
        position: 'The open amount, in minor units of the currency. Negative if more is to be delivered than received.',
        cost: "What the open amount cost, in minor units of the institution's currency, with its sign.",
        rate: 'The mid rate for the value date, of the pair in market order. Null for a position of zero.',
        pricingReference: 'Which market rate it was, as in `fx_quotes`. Null for a position of zero.',
        value: "What the position is worth at the rate, in minor units of the institution's currency.",
        result: "The unrealized result: value less cost, in minor units of the institution's currency.",
      },
    },
  },
} satisfies Subject
