import type { Schema } from '@giro/sdk'
import { Group, Text, Title } from '@mantine/core'
import { take, useApi } from '../../api/giro.ts'
import { useMay, useSession } from '../../api/session.ts'
import { AskButton } from '../../kit/AskButton.tsx'
import { Facts } from '../../kit/Facts.tsx'
import { Loaded, Sections } from '../../kit/Record.tsx'
import { Tree } from '../../kit/Tree.tsx'
import { Moment } from '../../kit/Values.tsx'

/** Profile, clock, signing keys; in a sandbox the clock can be moved, and other banks can send. */
export default function InstitutionRoom() {
  const api = useApi()
  const { institution } = useSession()
  const may = useMay()
  return (
    <>
      <Title order={1} size="h2" mb="sm">
        {institution.name}
      </Title>
      <Sections
        sections={[
          {
            name: 'profile',
            title: 'Profile',
            show: () => (
              <Loaded id={['institution']} read={() => api.GET('/v1/institution')}>
                {(profile) => <Tree value={profile} />}
              </Loaded>
            ),
          },
          { name: 'clock', title: 'Clock', show: () => <Clock /> },
          institution.isSandbox &&
            may('Institution.Manage_Institution') && {
              name: 'simulator',
              title: 'Simulator',
              show: () => <Simulator />,
            },
          {
            name: 'keys',
            title: 'Signing keys',
            show: () => (
              <Loaded id={['signing-keys']} read={() => api.GET('/v1/institution/signing-keys')}>
                {(keys) => <Tree value={keys} />}
              </Loaded>
            ),
          },
        ]}
      />
    </>
  )
}

function Clock() {
  const api = useApi()
  const may = useMay()
  const { institution } = useSession()
  return (
    <Loaded id={['clock']} read={() => api.GET('/v1/institution/clock')}>
      {(clock) => (
        <>
          <Facts
            of={[
              ['Time', <Moment key="time" at={clock.time} withEastern />],
              ['Business day', clock.businessDate],
              ['Time zone', clock.timeZone],
              ['System time', <Moment key="system" at={clock.systemTime} />],
              ['Moves to', clock.target && <Moment key="target" at={clock.target} />],
            ]}
          />
          {institution.isSandbox && may('Institution.Manage_Institution') && (
            <Group mt="md">
              <AskButton
                label="Set the clock forward"
                consequence="Everything that is due until then happens. A clock cannot go back."
                fields={[{ name: 'time', label: 'To (your local time)', type: 'datetime-local' }]}
                send={({ time = '' }, idempotencyKey) =>
                  take(
                    api.PUT('/v1/institution/clock', { body: { time: new Date(time).toISOString() }, idempotencyKey }),
                  )
                }
              />
            </Group>
          )}
        </>
      )}
    </Loaded>
  )
}

function Simulator() {
  const api = useApi()
  return (
    <>
      <Text mb="sm">Other banks of the sandbox send money, or take it, through the simulated networks.</Text>
      <Group>
        <AskButton
          label="Send an ACH entry"
          consequence="Another bank sends the entry in its next file."
          fields={[
            { name: 'direction', label: 'Direction', options: ['Credit', 'Debit'] },
            { name: 'accountNumber', label: 'Account number' },
            { name: 'amount', label: 'Amount in USD' },
            { name: 'receiverName', label: 'Name of the receiver' },
          ]}
          send={({ direction, accountNumber = '', amount = '', receiverName = '' }, idempotencyKey) =>
            take(
              api.POST('/v1/institution/simulations/ach/entries', {
                body: {
                  entries: [
                    { direction: direction as Schema<'SimulatedDirection'>, accountNumber, amount, receiverName },
                  ],
                },
                idempotencyKey,
              }),
            )
          }
        />
        {(['fedwire', 'fednow', 'rtp'] as const).map((network) => (
          <AskButton
            key={network}
            label={`Send a credit by ${{ fedwire: 'Fedwire', fednow: 'FedNow', rtp: 'RTP' }[network]}`}
            variant="default"
            consequence="Another bank sends the credit now."
            fields={[
              { name: 'accountNumber', label: 'Account number' },
              { name: 'amount', label: 'Amount in USD' },
              { name: 'name', label: 'Name of the receiver' },
              { name: 'remittance', label: 'Remittance', isOptional: true },
            ]}
            send={({ accountNumber = '', amount = '', name = '', remittance }, idempotencyKey) =>
              take(
                api.POST(`/v1/institution/simulations/${network}/messages`, {
                  body: { credits: [{ accountNumber, amount, name, ...(remittance && { remittance }) }] },
                  idempotencyKey,
                }),
              )
            }
          />
        ))}
      </Group>
    </>
  )
}
