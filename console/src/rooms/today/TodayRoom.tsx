import { Alert, Anchor, Badge, Card, Group, SimpleGrid, Table, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { take, useApi } from '../../api/giro.ts'
import { useMay, useSession } from '../../api/session.ts'
import { ErrorNotice } from '../../kit/ErrorNotice.tsx'
import { Loaded } from '../../kit/Record.tsx'
import { formatMoment, formatSpan } from '../../kit/times.ts'
import { Day, Moment, Money, Status } from '../../kit/Values.tsx'
import { wordsOf } from '../../kit/words.ts'

/** What a person of the bank looks at first: what is due, what waits, and what stands still. */
export default function TodayRoom() {
  const may = useMay()
  return (
    <>
      <Title order={1} size="h2" mb="sm">
        Today
      </Title>
      <Clock />
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} mt="md">
        <Queues />
        {may('Institution.View_Institution') && (
          <>
            <CutOffs />
            <Obligations />
            <Rails />
            <Files />
            <Balances />
          </>
        )}
      </SimpleGrid>
    </>
  )
}

/** The institution's time, every second: a sandbox has a clock of its own. */
function useInstitutionTime() {
  const api = useApi()
  const may = useMay()
  const [tick, setTick] = useState(Date.now())
  const isAllowed = may('Institution.View_Institution')
  const { data } = useQuery({
    queryKey: ['clock'],
    queryFn: async () => ({ clock: await take(api.GET('/v1/institution/clock')), readAt: Date.now() }),
    enabled: isAllowed,
  })
  useEffect(() => {
    const timer = setInterval(() => setTick(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const now = data ? new Date(data.clock.time).getTime() + (tick - data.readAt) : tick
  return { now, target: data?.clock.target }
}

/** The institution's time, and that of the US networks. */
function Clock() {
  const { institution } = useSession()
  const { now, target } = useInstitutionTime()
  return (
    <Group gap="xl">
      <Text>
        {institution.name}: <strong>{formatMoment(now, institution.timeZone)}</strong>
      </Text>
      {institution.timeZone !== 'America/New_York' && <Text>Networks: {formatMoment(now, 'America/New_York')}</Text>}
      {target && <Badge color="orange">The clock moves to {formatMoment(target, institution.timeZone)}</Badge>}
    </Group>
  )
}

/** Counts down to the next cut-off of each rail. Those that have passed are read again. */
function CutOffs() {
  const api = useApi()
  const queries = useQueryClient()
  const { now } = useInstitutionTime()
  const { data, error } = useQuery({ queryKey: ['rails'], queryFn: () => take(api.GET('/v1/institution/rails')) })
  const cutOffs = data?.cutOffs ?? []
  const hasPassed = cutOffs.some(({ cutOff }) => new Date(cutOff).getTime() < now)
  useEffect(() => {
    if (!hasPassed) return
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: ['rails'] }), PASSED_AGAIN_MS)
    return () => clearInterval(timer)
  }, [hasPassed, queries])
  return (
    <Panel title="Cut-offs">
      <ErrorNotice error={error} />
      {data && cutOffs.length === 0 && <Text>No rail that is on has a cut-off.</Text>}
      <Table>
        <Table.Tbody>
          {cutOffs.map(({ rail, speed, currency, cutOff, valueDate }) => (
            <Table.Tr key={`${rail} ${speed} ${currency}`}>
              <Table.Td>
                {wordsOf(rail)} {currency ?? speed}
              </Table.Td>
              <Table.Td>
                <Moment at={cutOff} withEastern />
                <Text size="xs">
                  for value <Day day={valueDate} />
                </Text>
              </Table.Td>
              <Table.Td className="right">
                <strong>{cutOffIn(new Date(cutOff).getTime() - now)}</strong>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  )
}

/** How often the cut-offs are read again while one that has passed is shown. */
const PASSED_AGAIN_MS = 5_000

const cutOffIn = (ms: number) => (ms >= 0 ? `in ${formatSpan(ms)}` : 'passed')

const QUEUES = [
  { status: 'PENDING_APPROVAL', says: 'wait for approval' },
  { status: 'PARTIALLY_APPROVED', says: 'wait for another approval' },
  { status: 'HELD', says: 'are held' },
  { status: 'FUTURE_DATED', says: 'wait for their date' },
  { status: 'READY_TO_TRANSMIT', says: 'wait for their file or message' },
  { status: 'TRANSMITTED', says: 'wait for the network' },
  { status: 'VALIDATION_FAILURE', says: 'failed validation' },
] as const

function Queues() {
  const api = useApi()
  const may = useMay()
  const mayView = may('Institution.View_Institution')
  const read = async () => {
    const counts = await Promise.all(
      QUEUES.map(({ status }) => api.GET('/v3/payments/search', { query: { status, page: 1, limit: 1 } as never })),
    )
    const receipts = await api.GET('/v3/receipts', { query: { status: 'UNPOSTED', page: 1, limit: 1 } as never })
    const [changes, missed] = mayView
      ? await Promise.all([
          api.GET('/v1/institution/approvals', { query: { status: 'Pending', page: 1, limit: 1 } as never }),
          api.GET('/v1/institution/obligations', { query: { state: 'Missed', page: 1, limit: 1 } as never }),
        ])
      : []
    const failed = [...counts, receipts, changes, missed].find((reply) => reply?.error)
    const institution = changes && missed && { changes: totalOf(changes), missed: totalOf(missed) }
    return { error: failed?.error, data: { counts: counts.map(totalOf), unposted: totalOf(receipts), institution } }
  }
  return (
    <Panel title="Work that waits">
      <Loaded id={['queues']} read={read}>
        {({ counts, unposted, institution }) => (
          <Table>
            <Table.Tbody>
              {QUEUES.map(({ status, says }, place) => (
                <Row key={status} count={counts[place]} says={`payments ${says}`} to="/payments" search={{ status }} />
              ))}
              <Row count={unposted} says="receipts are not posted" to="/receipts" search={{ status: 'UNPOSTED' }} />
              {institution && (
                <>
                  <Row
                    count={institution.changes}
                    says="changes wait for approval"
                    to="/approvals"
                    search={{ status: 'Pending' }}
                  />
                  <Row
                    count={institution.missed}
                    says="times of the networks were missed"
                    to="/obligations"
                    search={{ state: 'Missed' }}
                  />
                </>
              )}
            </Table.Tbody>
          </Table>
        )}
      </Loaded>
    </Panel>
  )
}

const totalOf = ({ reply }: { reply?: unknown }) =>
  (reply as { pagination?: { totalRecords: number } } | undefined)?.pagination?.totalRecords ?? 0

function Row({ count, says, to, search }: { count: number | undefined; says: string; to: string; search: object }) {
  return (
    <Table.Tr>
      <Table.Td className="right">{count?.toLocaleString('en')}</Table.Td>
      <Table.Td>
        <Link to={to as never} search={search as never}>
          {says}
        </Link>
      </Table.Td>
    </Table.Tr>
  )
}

function Obligations() {
  const api = useApi()
  const { now } = useInstitutionTime()
  const read = () => api.GET('/v1/institution/obligations', { query: { page: 1, limit: 10, state: 'Open' } as never })
  return (
    <Panel title="Due by rules of the networks" to="/obligations">
      <Loaded id={['obligations']} read={read}>
        {(obligations) =>
          obligations.length === 0 ? (
            <Text>Nothing is due.</Text>
          ) : (
            <Table>
              <Table.Tbody>
                {obligations.map(({ obligationUID, kind, dueAt, state }) => (
                  <Table.Tr key={obligationUID}>
                    <Table.Td>{wordsOf(kind)}</Table.Td>
                    <Table.Td>
                      <Moment at={dueAt} withEastern />
                      <Text size="xs" fw={isLate(dueAt, now) ? 700 : 400}>
                        {untilOf(dueAt, now)}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <Status value={state} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </Loaded>
    </Panel>
  )
}

const isLate = (at: string, now: number) => new Date(at).getTime() < now

function untilOf(at: string, now: number): string {
  const span = formatSpan(new Date(at).getTime() - now)
  return isLate(at, now) ? `late: due ${span} ago` : `in ${span}`
}

function Rails() {
  const api = useApi()
  return (
    <Panel title="Rails" to="/exceptions">
      <Loaded id={['rails']} read={() => api.GET('/v1/institution/rails')}>
        {({ holds, inDoubt, messagesInDoubt }) => {
          const held = holds.filter(({ releasedAt }) => !releasedAt)
          const doubts = inDoubt.length + messagesInDoubt.length
          if (held.length === 0 && doubts === 0) return <Text>Payments can leave.</Text>
          return (
            <>
              {held.map(({ holdUID, reason, heldAt }) => (
                <Alert key={holdUID} color="red" title="Nothing leaves" mb="xs">
                  {reason} <Moment at={heldAt} />
                </Alert>
              ))}
              {doubts > 0 && (
                <Alert color="orange" title="In doubt">
                  {doubts} {doubts === 1 ? 'file or message waits' : 'files and messages wait'} for a decision.
                </Alert>
              )}
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}

function Files() {
  const api = useApi()
  return (
    <Panel title="Latest files" to="/files">
      <Loaded
        id={['latest-files']}
        read={() => api.GET('/v1/institution/files', { query: { page: 1, limit: 8 } as never })}
      >
        {(files) =>
          files.length === 0 ? (
            <Text>No file has left or come yet.</Text>
          ) : (
            <Table>
              <Table.Tbody>
                {files.map(({ fileUID, name, direction, state, at }) => (
                  <Table.Tr key={fileUID}>
                    <Table.Td>
                      <Link to={`/files/${fileUID}` as never}>{name}</Link>
                    </Table.Td>
                    <Table.Td>{direction}</Table.Td>
                    <Table.Td>
                      <Status value={state} />
                    </Table.Td>
                    <Table.Td>
                      <Moment at={at} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </Loaded>
    </Panel>
  )
}

const SHOWN_ACCOUNTS = /settlement|clearing|suspense/

function Balances() {
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['balances'],
    queryFn: () => take(api.GET('/v1/institution/ledger/accounts', { query: { page: 1, limit: 200 } as never })),
  })
  const shown = data?.filter(({ account }) => SHOWN_ACCOUNTS.test(account)) ?? []
  return (
    <Panel title="Settlement and clearing" to="/ledger">
      <ErrorNotice error={error} />
      <Table>
        <Table.Tbody>
          {shown.map(({ account, currency, name, balance }) => (
            <Table.Tr key={`${account} ${currency}`}>
              <Table.Td>{name}</Table.Td>
              <Table.Td className="right">
                <Money amount={balance} currency={currency} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  )
}

function Panel({ title, to, children }: { title: string; to?: string; children: React.ReactNode }) {
  return (
    <Card withBorder component="section">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        {to && (
          <Anchor component={Link} to={to as never} size="sm" aria-label={`All: ${title}`}>
            All
          </Anchor>
        )}
      </Group>
      {children}
    </Card>
  )
}
