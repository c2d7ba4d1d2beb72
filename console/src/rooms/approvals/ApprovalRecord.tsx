import type { Schema } from '@giro/sdk'
import { Alert } from '@mantine/core'
import { take, useApi } from '../../api/giro.ts'
import { useMay, useSession } from '../../api/session.ts'
import { ConfirmButton } from '../../kit/ConfirmButton.tsx'
import { Facts } from '../../kit/Facts.tsx'
import { Loaded, RecordHead } from '../../kit/Record.tsx'
import { Difference, Tree } from '../../kit/Tree.tsx'
import { Moment, Status, Uid } from '../../kit/Values.tsx'
import { wordsOf } from '../../kit/words.ts'

type Approval = Schema<'Approval'>

export default function ApprovalRecord({ uid }: { uid: string }) {
  const api = useApi()
  const read = () => api.GET('/v1/institution/approvals/{approvalUID}', { path: { approvalUID: uid } })
  return (
    <Loaded id={['approval', uid]} read={read}>
      {(approval) => (
        <>
          <RecordHead
            title={`${wordsOf(approval.action)} ${wordsOf(approval.kind).toLowerCase()}`}
            status={<Status value={approval.status} />}
          >
            <Decide approval={approval} />
          </RecordHead>
          <Facts
            of={[
              ['Asked by', approval.requestedByName ?? approval.requestedBy],
              ['Asked at', <Moment key="at" at={approval.requestedAt} />],
              ['Expires', <Moment key="expires" at={approval.expiresAt} />],
              ['Customer', approval.customerUID],
              ['Subject', <Uid key="subject" value={approval.subjectUID} />],
              ['Decided by', approval.decidedByName ?? approval.decidedBy],
              ['Decided at', approval.decidedAt && <Moment key="decided" at={approval.decidedAt} />],
              ['Reason', approval.reason],
              ['Content hash', <Uid key="hash" value={approval.contentHash} digits={16} />],
            ]}
          />
          <h2>What changes</h2>
          <Difference before={approval.current} after={approval.proposed} />
          {approval.shownOnce !== undefined && (
            <Alert color="orange" title="Shown once: copy it now" mt="md">
              <Tree value={approval.shownOnce} />
            </Alert>
          )}
        </>
      )}
    </Loaded>
  )
}

/** The decision is bound to what is shown, by its hash: what changed meanwhile cannot be approved. */
function Decide({ approval }: { approval: Approval }) {
  const api = useApi()
  const may = useMay()
  const { person } = useSession()
  const { approvalUID, contentHash, status, altered, requestedByUserUID } = approval
  if (status !== 'Pending' || !may('Institution.Approve_Changes')) return null
  const path = { approvalUID }
  const isOwn = requestedByUserUID === person.userUID
  return (
    <>
      {isOwn && (
        <Alert color="orange" p="xs">
          You made this. Another person must approve it.
        </Alert>
      )}
      {altered !== undefined && (
        <Alert color="red" p="xs">
          It was changed in the database: {altered}. It can only be rejected.
        </Alert>
      )}
      <ConfirmButton
        label="Approve"
        color="green"
        disabled={isOwn || altered !== undefined}
        consequence="The change takes effect at once, exactly as it is shown here."
        send={(_, idempotencyKey) =>
          take(
            api.PUT('/v1/institution/approvals/{approvalUID}/approve', { path, body: { contentHash }, idempotencyKey }),
          )
        }
      />
      <ConfirmButton
        label={isOwn ? 'Withdraw' : 'Reject'}
        color="red"
        variant="light"
        asksReason
        consequence={isOwn ? 'You withdraw the change.' : 'The change is discarded.'}
        send={(reason, idempotencyKey) =>
          take(api.PUT('/v1/institution/approvals/{approvalUID}/reject', { path, body: { reason }, idempotencyKey }))
        }
      />
    </>
  )
}
