import { Alert, Anchor, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { take, useApi } from '../api/giro.ts'

/** Says after a change that it is not in force yet, and where the second person finds it. */
export function WaitsNotice({ approvals, onClose }: { approvals: readonly string[]; onClose: () => void }) {
  return (
    <Alert color="orange" title="Waits for a second person" role="status">
      <Text>Nothing has changed yet. Another person approves it, or rejects it.</Text>
      {approvals.map((approvalUID) => (
        <Anchor key={approvalUID} component={Link} to={`/approvals/${approvalUID}` as never} display="block" mt="xs">
          Open the approval
        </Anchor>
      ))}
      <Button size="xs" mt="sm" variant="default" onClick={onClose}>
        Close
      </Button>
    </Alert>
  )
}

/** The changes of a kind that wait, beside the values that they would change. */
export function WaitingChanges({ kind }: { kind: string }) {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['waiting', kind],
    queryFn: () =>
      take(api.GET('/v1/institution/approvals', { query: { kind, status: 'Pending', page: 1, limit: 20 } as never })),
  })
  if (!data || data.length === 0) return null
  return (
    <Alert color="orange" title="Waits for a second person" mb="md">
      {data.map(({ approvalUID, requestedByName, requestedBy }) => (
        <Anchor key={approvalUID} component={Link} to={`/approvals/${approvalUID}` as never} display="block">
          A change that {requestedByName ?? requestedBy} asked for
        </Anchor>
      ))}
    </Alert>
  )
}
