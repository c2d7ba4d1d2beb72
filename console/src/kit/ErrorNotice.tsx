import { GiroError } from '@giro/sdk'
import { Alert, Button, Code, Text } from '@mantine/core'
import { AccountRefusal } from '../api/account.ts'
import { stepUp } from '../api/session.ts'

/** The message of the API, what to quote when asking for help, and what can be done here. */
export function ErrorNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  if (!error) return null
  const known = error instanceof GiroError ? error : undefined
  const own = error instanceof AccountRefusal ? error : undefined
  if ((known ?? own)?.reason === 'stepUpRequired') return <StepUpNotice />
  const message = error instanceof Error ? error.message : String(error)
  return (
    <Alert color="red" title={titleOf(known)} role="alert" my="sm">
      <Text>{message}</Text>
      {known?.requestId && (
        <Text size="sm" className="muted">
          Request <Code>{known.requestId}</Code>
          {known.code && <> · {known.code}</>}
        </Text>
      )}
      {retry && (
        <Button size="xs" mt="xs" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
    </Alert>
  )
}

function titleOf(error: GiroError | undefined): string {
  if (!error) return 'This did not work'
  if (error.outcome === 'unknown') return 'Nobody knows yet whether this was done. Try again: it is done once'
  return error.status === 403 ? 'You may not do this' : 'This was refused'
}

/** What was typed stays on the page's own storage meanwhile. */
export function StepUpNotice() {
  return (
    <Alert color="orange" title="Confirm that it is you" role="alert" my="sm">
      <Text>This needs your second factor again. You come back to this page, and what you typed stays.</Text>
      <Button size="xs" mt="xs" onClick={stepUp}>
        Confirm with the second factor
      </Button>
    </Alert>
  )
}
