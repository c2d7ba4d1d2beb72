import type { Decimal, Schema } from '@giro/sdk'
import { Group, Table, Title } from '@mantine/core'
import { take, useApi } from '../../api/giro.ts'
import { useMay } from '../../api/session.ts'
import { AskButton } from '../../kit/AskButton.tsx'
import { columnsOf } from '../../kit/columns.tsx'
import { ListRoom } from '../../kit/ListRoom.tsx'
import { Loaded, Sections } from '../../kit/Record.tsx'
import { Money } from '../../kit/Values.tsx'
import { WaitingChanges } from '../../kit/Waiting.tsx'
import { wordsOf } from '../../kit/words.ts'
import { LIMIT_KEYS } from './limit-keys.ts'

/** Limits and fees of the institution. */
export default function TermsRoom() {
  return (
    <>
      <Title order={1} size="h2" mb="sm">
        Limits and fees
      </Title>
      <Sections
        sections={[
          { name: 'limits', title: 'Limits', show: () => <Limits /> },
          { name: 'fees', title: 'Fees', show: () => <Fees /> },
        ]}
      />
    </>
  )
}

const MANAGE = 'Institution.Manage_Limits_And_Fees'

function Limits() {
  const api = useApi()
  const may = useMay()
  return (
    <Loaded id={['limits']} read={() => api.GET('/v1/institution/limits')}>
      {({ limits, totals }) => (
        <>
          <WaitingChanges kind="limits" />
          {may(MANAGE) && (
            <Group mb="md">
              <ChangeLimit of="limits" />
              <ChangeLimit of="totals" />
            </Group>
          )}
          <LimitTable title="For each customer" rows={limits} of="limits" />
          <LimitTable title="For the whole institution" rows={totals} of="totals" />
        </>
      )}
    </Loaded>
  )
}

type Limit = { key: string; value: number; approvalAbove?: number | undefined; currency: string }

/** Limits of each customer, or of all customers together. */
type Bounds = 'limits' | 'totals'

/** Changes one limit, or sets one that does not exist. An empty amount removes it. */
function ChangeLimit({ of, limit }: { of: Bounds; limit?: Limit }) {
  const api = useApi()
  const isTotal = of === 'totals'
  const shown = (amount: number | undefined) =>
    limit && (
      <>
        Now: <Money amount={amount} currency={limit.currency} />
      </>
    )
  return (
    <AskButton
      key={JSON.stringify(limit)}
      size="compact-xs"
      variant="default"
      label={
        limit
          ? `Change ${wordsOf(limit.key)} of ${isTotal ? 'the institution' : 'each customer'}`
          : `Set a limit for ${isTotal ? 'the institution' : 'each customer'}`
      }
      caption={limit ? 'Change' : `Set a limit for ${isTotal ? 'the institution' : 'each customer'}`}
      consequence={
        isTotal
          ? 'All customers together may pay no more than this. Empty removes the limit.'
          : 'Every customer without a limit of its own may pay no more than this. Empty removes the limit.'
      }
      fields={[
        ...(limit ? [] : [{ name: 'key', label: 'Limit', options: LIMIT_KEYS }]),
        {
          ...{ name: 'value', label: 'Amount', isOptional: true, isNumber: true, now: shown(limit?.value) },
          value: String(limit?.value ?? ''),
        },
        ...(isTotal
          ? []
          : [
              {
                ...{ name: 'approvalAbove', label: 'Needs approval above', isOptional: true, isNumber: true },
                ...{ value: String(limit?.approvalAbove ?? ''), now: shown(limit?.approvalAbove) },
              },
            ]),
      ]}
      send={({ key, value, approvalAbove }, idempotencyKey) => {
        const setting = {
          key: (limit?.key ?? key) as Schema<'LimitKey'>,
          value: value ? (value as Decimal) : null,
          ...(approvalAbove && { approvalAbove: approvalAbove as Decimal }),
        }
        const body = isTotal ? { limits: [], totals: [setting] } : { limits: [setting] }
        return take(api.PUT('/v1/institution/limits', { body, idempotencyKey }))
      }}
    />
  )
}

function LimitTable({ title, rows, of }: { title: string; rows: readonly Limit[]; of: Bounds }) {
  const may = useMay()
  return (
    <Table.ScrollContainer type="native" minWidth={520} role="region" aria-label={title} tabIndex={0}>
      <Table captionSide="top" mb="md">
        <Table.Caption>{title}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Limit</Table.Th>
            <Table.Th className="right">Amount</Table.Th>
            <Table.Th className="right">Needs approval above</Table.Th>
            {may(MANAGE) && <Table.Th>Change</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, value, approvalAbove, currency }, place) => (
            <Table.Tr key={`${key} ${currency}`}>
              <Table.Td>{wordsOf(key)}</Table.Td>
              <Table.Td className="right">
                <Money amount={value} currency={currency} />
              </Table.Td>
              <Table.Td className="right">
                <Money amount={approvalAbove} currency={currency} />
              </Table.Td>
              {may(MANAGE) && (
                <Table.Td>
                  <ChangeLimit of={of} limit={rows[place]!} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

type Fee = Schema<'Fee'>

/** The amounts of a tier that a person changes; its name and its lower bound stay. */
const TIER_AMOUNTS = ['flat', 'percentage', 'minimum', 'maximum'] as const

function ChangeFee({ fee }: { fee: Fee }) {
  const api = useApi()
  const { feeId, tiers, ...rest } = fee
  return (
    <AskButton
      key={JSON.stringify(fee)}
      size="compact-xs"
      variant="default"
      label={`Change ${fee.name} (${fee.feeId})`}
      caption="Change"
      consequence="Payments from now on cost what you enter. An empty field takes the amount away."
      fields={tiers.flatMap((tier, place) =>
        TIER_AMOUNTS.map((amount) => ({
          ...{ name: `${place} ${amount}`, label: `${tier.name}: ${wordsOf(amount).toLowerCase()}` },
          ...{ value: tier[amount] ?? '', now: `Now: ${tier[amount] ?? 'none'}`, isOptional: true, isNumber: true },
        })),
      )}
      send={(values, idempotencyKey) => {
        const next = tiers.map(({ name, from }, place) => ({
          ...{ name, from: from as Decimal },
          ...Object.fromEntries(
            TIER_AMOUNTS.flatMap((amount) => {
              const value = values[`${place} ${amount}`]
              return value ? [[amount, value as Decimal]] : []
            }),
          ),
        }))
        const body = { ...rest, tierBy: rest.tierBy as Schema<'FeeRequest'>['tierBy'], tiers: next }
        return take(api.PUT('/v1/institution/fees/{feeId}', { path: { feeId }, body, idempotencyKey }))
      }}
    />
  )
}

function Fees() {
  const may = useMay()
  const column = columnsOf<Fee>()
  const change = { id: 'change', title: 'Change', text: () => '', cell: (fee: Fee) => <ChangeFee fee={fee} /> }
  return (
    <>
      <WaitingChanges kind="fees" />
      <ListRoom<Fee>
        order={2}
        name="fees"
        title="Fees"
        path="/v1/institution/fees"
        columns={[
          column.text('name'),
          column.text('application'),
          column.text('product'),
          column.text('currency'),
          column.words('tierBy', { title: 'Tiers by' }),
          {
            id: 'tiers',
            title: 'Tiers',
            text: ({ tiers }) => JSON.stringify(tiers),
            cell: ({ tiers, currency }) =>
              tiers.map(({ name, flat, percentage }) => (
                <span key={name}>
                  {name}: {flat && <Money amount={flat} currency={currency} />} {percentage && `${percentage} %`}{' '}
                </span>
              )),
          },
          ...(may(MANAGE) ? [change] : []),
        ]}
        rowKey={({ feeId }) => String(feeId)}
        empty="There is no fee."
      />
    </>
  )
}
