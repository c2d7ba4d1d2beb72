import type { Decimal, Schema } from '@giro/sdk'
import { Group, Table, Text, Title } from '@mantine/core'
import { take, useApi } from '../../api/giro.ts'
import { useMay } from '../../api/session.ts'
import { AskButton } from '../../kit/AskButton.tsx'
import { Loaded } from '../../kit/Record.tsx'
import { Money } from '../../kit/Values.tsx'
import { wordsOf } from '../../kit/words.ts'
import { LIMIT_KEYS } from '../terms/limit-keys.ts'

type Limit = Schema<'SetLimit'>
type Tier = Schema<'CustomerFee'>

/** The limits and fees of one customer; those of the institution apply where it has none. */
export function Terms({ uid }: { uid: string }) {
  const may = useMay()
  return (
    <>
      <Limits uid={uid} />
      {may('Institution.View_Institution') && <Tiers uid={uid} />}
    </>
  )
}

function Limits({ uid }: { uid: string }) {
  const api = useApi()
  const may = useMay()
  const path = { customerUID: uid }
  const mayChange = may('Institution.Manage_Limits_And_Fees') && may('Customers.Manage_Customers')
  return (
    <Loaded id={['customer-limits', uid]} read={() => api.GET('/v1/customers/{customerUID}/limits', { path })}>
      {({ limits }) => (
        <>
          <Title order={2} size="h4" mb="xs">
            Limits
          </Title>
          {limits.length === 0 && (
            <Text mb="sm">The customer has no limit of its own. The limits of the institution apply.</Text>
          )}
          {mayChange && (
            <Group mb="md">
              <ChangeLimit uid={uid} />
            </Group>
          )}
          {limits.length > 0 && (
            <Table.ScrollContainer type="native" minWidth={420} role="region" aria-label="Limits" tabIndex={0}>
              <Table mb="md">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Limit</Table.Th>
                    <Table.Th className="right">Amount</Table.Th>
                    {mayChange && <Table.Th>Change</Table.Th>}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {limits.map((limit) => (
                    <Table.Tr key={limit.key}>
                      <Table.Td>{wordsOf(limit.key)}</Table.Td>
                      <Table.Td className="right">
                        <Money amount={limit.value} currency={limit.currency} />
                      </Table.Td>
                      {mayChange && (
                        <Table.Td>
                          <ChangeLimit uid={uid} limit={limit} />
                        </Table.Td>
                      )}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )}
        </>
      )}
    </Loaded>
  )
}

/** Changes one limit, or sets one that the customer has not. An empty amount removes it. */
function ChangeLimit({ uid, limit }: { uid: string; limit?: Limit }) {
  const api = useApi()
  const path = { customerUID: uid }
  return (
    <AskButton
      key={JSON.stringify(limit)}
      size="compact-xs"
      variant="default"
      label={limit ? `Change ${wordsOf(limit.key)}` : 'Set a limit'}
      caption={limit ? 'Change' : 'Set a limit'}
      consequence="The customer and those below it together may pay no more than this. Empty removes the limit, and the limit of the institution applies again."
      fields={[
        ...(limit ? [] : [{ name: 'key', label: 'Limit', options: LIMIT_KEYS }]),
        {
          ...{ name: 'value', label: 'Amount', isOptional: true, isNumber: true, value: String(limit?.value ?? '') },
          now: limit && (
            <>
              Now: <Money amount={limit.value} currency={limit.currency} />
            </>
          ),
        },
      ]}
      send={({ key, value }, idempotencyKey) => {
        const setting = {
          key: (limit?.key ?? key) as Schema<'LimitKey'>,
          value: value ? (value as Decimal) : null,
        }
        const body = { limits: [{ appName: 'Payments' as const, appLimits: [setting] }] }
        return take(api.PUT('/v2/customers/{customerUID}', { path, body, idempotencyKey }))
      }}
    />
  )
}

function Tiers({ uid }: { uid: string }) {
  const api = useApi()
  const may = useMay()
  const path = { customerUID: uid }
  const mayChange = may('Customers.Manage_Customers')
  return (
    <Loaded id={['customer-fees', uid]} read={() => api.GET('/v1/customers/{customerUID}/fees', { path })}>
      {({ tiers }) => (
        <>
          <Title order={2} size="h4" mb="xs">
            Fee tiers
          </Title>
          {tiers.length === 0 && <Text mb="sm">The customer is on no tier. It pays the first tier of each fee.</Text>}
          {mayChange && (
            <Group mb="md">
              <PutOnTier uid={uid} />
            </Group>
          )}
          {tiers.length > 0 && <TierTable tiers={tiers} />}
        </>
      )}
    </Loaded>
  )
}

function TierTable({ tiers }: { tiers: readonly Tier[] }) {
  return (
    <Table.ScrollContainer type="native" minWidth={520} role="region" aria-label="Fee tiers" tabIndex={0}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {['Application', 'Tier', 'Fee', 'Product', 'Account'].map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tiers.map(({ id, application, feeTier, feeName, product, accountUID }) => (
            <Table.Tr key={id}>
              <Table.Td>{application}</Table.Td>
              <Table.Td>{feeTier}</Table.Td>
              <Table.Td>{feeName ?? 'all'}</Table.Td>
              <Table.Td>{product ?? 'all'}</Table.Td>
              <Table.Td>{accountUID ?? 'all'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function PutOnTier({ uid }: { uid: string }) {
  const api = useApi()
  const path = { customerUID: uid }
  return (
    <AskButton
      size="compact-xs"
      variant="default"
      label="Put the customer on a tier"
      consequence="Payments from now on cost what the tier says. A tier for the same fees and account is replaced."
      fields={[
        { name: 'application', label: 'Application', value: 'Payments' },
        { name: 'feeTier', label: 'Tier' },
        { name: 'feeName', label: 'Only fees with this name', isOptional: true },
        { name: 'product', label: 'Only fees for this product', isOptional: true },
        { name: 'accountNumber', label: 'Only this account number', isOptional: true },
      ]}
      send={({ application = '', feeTier = '', feeName, product, accountNumber }, idempotencyKey) => {
        const narrowed = {
          ...(feeName && { feeName }),
          ...(product && { product }),
          ...(accountNumber && { accountNumber }),
        }
        const body = { application, feeTier, ...narrowed }
        return take(api.POST('/v1/customers/{customerUID}/fees', { path, body, idempotencyKey }))
      }}
    />
  )
}
