import { Alert, Badge, Button, Card, Code, Group, List, Loader, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type Account,
  addPasskey,
  readAccount,
  removeFactor,
  type SignedInBrowser,
  signOutEverywhere,
} from '../../api/account.ts'
import { type Session, stepUp, useSession } from '../../api/session.ts'
import { BusyButton } from '../../kit/BusyButton.tsx'
import { ConfirmButton } from '../../kit/ConfirmButton.tsx'
import { ErrorNotice } from '../../kit/ErrorNotice.tsx'
import { useAction } from '../../kit/use-action.ts'
import { Moment } from '../../kit/Values.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { NewAppForm } from './NewAppForm.tsx'

const KINDS = { Totp: 'Authenticator app', Passkey: 'Passkey' }

/** What a person has to do with signing in, and can change alone. */
export default function AccountRoom() {
  const session = useSession()
  const mayChange = isSteppedUp(session)
  const { data, error, refetch } = useQuery({ queryKey: ['account'], queryFn: () => readAccount(session) })
  return (
    <>
      <Title order={1} size="h2" mb="sm">
        Your account
      </Title>
      <Text mb="md">
        You are {session.person.name}, with the login {session.person.loginId}.
      </Text>
      {!mayChange && <StepUpNotice />}
      <ErrorNotice error={error} retry={() => void refetch()} />
      {data ? (
        <>
          <Factors account={data} />
          <Password account={data} />
          <Sessions sessions={data.sessions} />
        </>
      ) : (
        !error && <Loader size="sm" aria-label="Loading" />
      )}
    </>
  )
}

/** The server asks for it in any case. */
const isSteppedUp = ({ steppedUpUntil }: Session) => steppedUpUntil !== null

function StepUpNotice() {
  return (
    <Alert color="blue" title="To change something here, confirm that it is you" mb="md">
      <Text>Passkeys, apps, the password and your sessions change only after your second factor.</Text>
      <Button size="xs" mt="xs" onClick={stepUp}>
        Confirm with the second factor
      </Button>
    </Alert>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder mb="md" component="section" maw={760}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {children}
    </Card>
  )
}

function Factors({ account: { factors, recoveryCodesLeft } }: { account: Account }) {
  const session = useSession()
  const mayChange = isSteppedUp(session)
  const [isAddingApp, setAddingApp] = useState(false)
  const [codes, setCodes] = useState<string[]>([])
  const passkey = useAction((_: object) => addPasskey(session))
  return (
    <Part title="Second factors">
      {factors.map(({ factorId, kind, createdAt, usedAt }) => (
        <Group key={factorId} justify="space-between" mb="xs">
          <Text component="div">
            {KINDS[kind]}
            <Text size="sm" className="muted">
              Added <Moment at={createdAt} />
            </Text>
            {usedAt && (
              <Text size="sm" className="muted">
                Last used <Moment at={usedAt} />
              </Text>
            )}
          </Text>
          {mayChange && factors.length > 1 && (
            <ConfirmButton
              size="compact-sm"
              color="red"
              variant="light"
              label={`Remove the ${KINDS[kind].toLowerCase()}`}
              consequence="It signs nobody in any more. You are signed out everywhere, here too."
              send={() => removeFactor(session, factorId).then(leave)}
            />
          )}
        </Group>
      ))}
      <Text size="sm" className="muted" mb="sm">
        {recoveryCodesLeft} recovery codes are left.
      </Text>
      <RecoveryCodes codes={codes} />
      <ErrorNotice error={passkey.error} />
      {mayChange && isAddingApp && (
        <NewAppForm
          onDone={(added) => {
            setCodes(added)
            setAddingApp(false)
          }}
        />
      )}
      {mayChange && !isAddingApp && (
        <Group gap="xs">
          <BusyButton
            variant="default"
            isBusy={passkey.isPending}
            onClick={() => passkey.mutate({}, { onSuccess: (added) => setCodes(added.recoveryCodes) })}
          >
            Add a passkey
          </BusyButton>
          <Button variant="default" onClick={() => setAddingApp(true)}>
            {factors.some(({ kind }) => kind === 'Totp') ? 'Replace the authenticator app' : 'Add an authenticator app'}
          </Button>
        </Group>
      )}
    </Part>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return null
  return (
    <Alert color="orange" title="Your recovery codes: shown only now" role="status" mb="sm">
      <Text>Each works once in place of a second factor. Earlier codes have ended.</Text>
      <List>
        {codes.map((code) => (
          <List.Item key={code}>
            <Code>{code}</Code>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Password({ account: { passwordSetAt } }: { account: Account }) {
  const session = useSession()
  return (
    <Part title="Password">
      <Text size="sm" className="muted" mb="xs">
        Set <Moment at={passwordSetAt} />
      </Text>
      <Group>{isSteppedUp(session) && <ChangePassword onDone={leave} />}</Group>
    </Part>
  )
}

function Sessions({ sessions }: { sessions: readonly SignedInBrowser[] }) {
  const session = useSession()
  return (
    <Part title="Where you are signed in">
      {sessions.map(({ sessionId, address, userAgent, startedAt, lastUsedAt, isThisOne }) => (
        <Text component="div" key={sessionId} mb="xs">
          {address} {isThisOne && <Badge className="status status-blue">This browser</Badge>}
          <Text size="sm" className="muted">
            {userAgent}
          </Text>
          <Text size="sm" className="muted">
            Since <Moment at={startedAt} />, last used <Moment at={lastUsedAt} />
          </Text>
        </Text>
      ))}
      <Group>
        {isSteppedUp(session) && (
          <ConfirmButton
            label="Sign out everywhere"
            color="red"
            variant="light"
            consequence="Every browser and application in which you are signed in is signed out, here too."
            send={() => signOutEverywhere(session).then(leave)}
          />
        )}
      </Group>
    </Part>
  )
}

/** The session has ended: the page begins again. */
const leave = () => location.assign('/console')
