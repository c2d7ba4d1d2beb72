import type { Decimal, Schema } from '@giro/sdk'
import { Group, Table, Title } from '@mantine/core'
import { take, useApi } from '../../api/giro.ts'
import { useMay } from '../../api/session.ts'
import { AskButton } from '../../kit/AskButton.tsx'
import { columnsOf } from '../../kit/columns.tsx'
import { ListRoom } from '../../kit/ListRoom.tsx'
import { Loaded, Sections } from '../../kit/Record.tsx'
import { formatSpan } from '../../kit/times.ts'
import { Moment } from '../../kit/Values.tsx'
import { WaitingChanges } from '../../kit/Waiting.tsx'
import { wordsOf } from '../../kit/words.ts'

/** Rates with their age, positions, trades and close-outs. */
export default function FxRoom() {
  return (
    <>
      <Title order={1} size="h2" mb="sm">
        Foreign exchange
      </Title>
      <Sections
        sections={[
          { name: 'rates', title: 'Rates', show: () => <Rates /> },
          { name: 'positions', title: 'Positions', show: () => <Positions /> },
          { name: 'desk', title: 'Desk trades', show: () => <DeskTrades /> },
          { name: 'closeouts', title: 'Close-outs', show: () => <CloseOuts /> },
        ]}
      />
    </>
  )
}

function Rates() {
  const api = useApi()
  const may = useMay()
  return (
    <Loaded id={['fx-rates']} read={() => api.GET('/v1/institution/fx/rates')}>
      {({ rates }) => (
        <>
          <WaitingChanges kind="fxRates" />
          {may(MANAGE) && (
            <Group mb="md">
              <SetRate />
            </Group>
          )}
          <Table.ScrollContainer type="native" minWidth={640} role="region" aria-label="Rates" tabIndex={0}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  {['Pair', 'Bid', 'Mid', 'Ask', 'As of', 'Age', ...(may(MANAGE) ? ['Change'] : [])].map((title) => (
                    <Table.Th key={title}>{title}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rates.map(({ baseCcy, quoteCcy, bid, mid, ask, asOf }, index) => (
                  <Table.Tr key={baseCcy + quoteCcy}>
                    <Table.Td>
                      {baseCcy}/{quoteCcy}
                    </Table.Td>
                    {[bid, mid, ask].map((rate, place) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: bid, mid and ask have their places
                      <Table.Td key={place} className="money">
                        {rate}
                      </Table.Td>
                    ))}
                    <Table.Td>
                      <Moment at={asOf} />
                    </Table.Td>
                    <Table.Td>{formatSpan(Date.now() - new Date(asOf).getTime())}</Table.Td>
                    {may(MANAGE) && (
                      <Table.Td>
                        <SetRate rate={rates[index]!} />
                      </Table.Td>
                    )}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </>
      )}
    </Loaded>
  )
}

const MANAGE = 'Institution.Manage_FX_Rates'
const PRICES = ['bid', 'mid', 'ask'] as const

/** Changes the rate of a pair, or sets that of another pair. Forward points stay. */
function SetRate({ rate }: { rate?: Schema<'FxRatesRate'> }) {
  const api = useApi()
  const pair = rate && `${rate.baseCcy}/${rate.quoteCcy}`
  return (
    <AskButton
      key={JSON.stringify(rate)}
      size="compact-xs"
      variant="default"
      label={pair ? `Change ${pair}` : 'Set the rate of a pair'}
      {...(pair && { caption: 'Change' })}
      consequence="New quotes are priced from this rate, as of now. A large change waits for a second person."
      fields={[
        ...(rate
          ? []
          : [
              { name: 'baseCcy', label: 'Base currency' },
              { name: 'quoteCcy', label: 'Quote currency' },
            ]),
        ...PRICES.map((price) => ({
          ...{ name: price, label: wordsOf(price), isNumber: true, value: String(rate?.[price] ?? '') },
          ...(rate && { now: `Now: ${rate[price]}` }),
        })),
      ]}
      send={({ baseCcy = '', quoteCcy = '', bid, mid, ask }, idempotencyKey) => {
        const named = rate
          ? { baseCcy: rate.baseCcy, quoteCcy: rate.quoteCcy, forwardPoints: rate.forwardPoints }
          : { baseCcy: baseCcy.toUpperCase(), quoteCcy: quoteCcy.toUpperCase() }
        const next = { ...named, bid: bid as Decimal, mid: mid as Decimal, ask: ask as Decimal }
        return take(api.PUT('/v1/institution/fx/rates', { body: { rates: [next] }, idempotencyKey }))
      }}
    />
  )
}

function Positions() {
  const column = columnsOf<Schema<'FxPosition'>>()
  const currency = (row: Schema<'FxPosition'>) => row.currency
  return (
    <ListRoom<Schema<'FxPosition'>>
      order={2}
      name="fx-positions"
      title="Positions"
      path="/v1/institution/fx/positions"
      filters={[{ name: 'fromDate', label: 'From', type: 'date' }]}
      columns={[
        column.text('currency'),
        column.day('valueDate'),
        column.money('bought', currency),
        column.money('sold', currency),
        column.money('covered', currency),
        column.money('desk', currency),
        column.money('open', currency),
      ]}
      rowKey={(row) => `${row.currency} ${row.valueDate}`}
      empty="Every position is flat."
    />
  )
}

function DeskTrades() {
  const column = columnsOf<Schema<'DeskTrade'>>()
  return (
    <ListRoom<Schema<'DeskTrade'>>
      order={2}
      name="desk-trades"
      title="Trades of the desk with the market"
      path="/v1/institution/fx/desk-trades"
      columns={[
        column.text('deskTradeNo', { title: 'Number' }),
        column.money('buyAmount', ({ buyCurrency }) => buyCurrency, { title: 'Bought' }),
        column.money('sellAmount', ({ sellCurrency }) => sellCurrency, { title: 'Sold' }),
        column.text('counterparty'),
        column.day('tradeDate'),
        column.day('valueDate'),
        column.text('reference', { isExtra: true }),
      ]}
      rowKey={({ deskTradeNo }) => deskTradeNo}
      empty="The desk has not traded."
    />
  )
}

function CloseOuts() {
  const column = columnsOf<Schema<'FxCloseOut'>>()
  return (
    <ListRoom<Schema<'FxCloseOut'>>
      order={2}
      name="close-outs"
      title="Close-outs"
      path="/v1/institution/fx/close-outs"
      filters={[{ name: 'customerUID', label: 'Customer' }]}
      columns={[
        column.moment('closedAt', { title: 'Closed' }),
        column.text('forexContractNo', { title: 'Contract' }),
        column.words('reason'),
        column.money('sellAmount', ({ sellCurrency }) => sellCurrency, { title: 'Sold' }),
        column.money('buyAmount', ({ buyCurrency }) => buyCurrency, { title: 'Bought' }),
        column.text('loss'),
        column.text('gain'),
        column.text('customerUID', { title: 'Customer' }),
      ]}
      rowKey={({ closeOutUID }) => closeOutUID}
      empty="No contract was closed out."
    />
  )
}
