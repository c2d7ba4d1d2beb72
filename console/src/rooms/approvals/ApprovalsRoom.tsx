import type { Schema } from '@giro/sdk'
import { Button, List, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api/giro.ts'
import { useMay, useSession } from '../../api/session.ts'
import { ConfirmButton } from '../../kit/ConfirmButton.tsx'
import { columnsOf } from '../../kit/columns.tsx'
import { type Filter, ListRoom } from '../../kit/ListRoom.tsx'
import { PAYMENT_COLUMNS, paymentPath } from '../payments/PaymentsRoom.tsx'

type Approval = Schema<'Approval'>
type Payment = Schema<'Payment'>

const FILTERS: Filter[] = [
  { name: 'status', label: 'State', options: ['Pending', 'Approved', 'Rejected', 'Voided', 'Expired'] },
  { name: 'kind', label: 'Kind' },
  { name: 'customerUID', label: 'Customer' },
  { name: 'subjectUID', label: 'Subject' },
]

const column = columnsOf<Approval>()
const approvalPath = ({ approvalUID }: Approval) => `approvals/${approvalUID}`

/** The person, or the client that did it in its own name. */
const askedOf = ({ requestedByName, requestedBy }: Approval) => requestedByName ?? requestedBy
const decidedOf = ({ decidedByName, decidedBy }: Approval) => decidedByName ?? decidedBy ?? ''
const askedBy = { id: 'requestedBy', title: 'Asked by', text: askedOf, cell: askedOf }
const decidedBy = {
  id: 'decidedBy',
  title: 'Decided by',
  isExtra: true,
  text: decidedOf,
  cell: (approval: Approval) => decidedOf(approval) || '–',
}

/** Everything that waits for a second person: payments first, then changes. */
export default function ApprovalsRoom() {
  const may = useMay()
  return (
    <>
      {may('Payments.Approve_Payments') && <WaitingPayments />}
      {may('Institution.View_Institution') && (
        <ListRoom<Approval>
          order={may('Payments.Approve_Payments') ? 2 : 1}
          name="approvals"
          title="Changes"
          about="Open one to see what it changes, and to decide. You cannot approve what you asked for."
          path="/v1/institution/approvals"
          filters={FILTERS}
          columns={[
            column.moment('requestedAt', { title: 'Asked at' }),
            column.link('kind', approvalPath),
            column.words('action'),
            column.status('status', { title: 'State' }),
            askedBy,
            column.text('customerUID', { title: 'Customer' }),
            column.moment('expiresAt', { title: 'Expires' }),
            column.uid('subjectUID', { title: 'Subject', isExtra: true }),
            decidedBy,
            column.moment('decidedAt', { isExtra: true }),
          ]}
          rowKey={({ approvalUID }) => approvalUID}
          recordOf={approvalPath}
          empty="No change waits for approval."
        />
      )}
    </>
  )
}

function WaitingPayments() {
  return (
    <>
      <Title order={1} size="h2" mb="xs">
        Approvals
      </Title>
      <ListRoom<Payment>
        order={2}
        name="payment-approvals"
        title="Payments"
        path="/v3/payments/search"
        fixed={{ status: 'PENDING_APPROVAL' }}
        columns={PAYMENT_COLUMNS}
        rowKey={({ paymentUID }) => paymentUID}
        recordOf={paymentPath}
        empty="No payment waits for approval."
        actions={(selected, clear) => <DecideMany payments={selected} clear={clear} />}
      />
    </>
  )
}

interface Outcome {
  payment: Payment
  says: string
}

/** Each payment is decided by itself, with a result of its own. */
function DecideMany({ payments, clear }: { payments: readonly Payment[]; clear: () => void }) {
  const api = useApi()
  const { person } = useSession()
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const own = payments.filter(({ audit }) => audit?.submitterUserId === person.userUID)
  const decide = (verb: 'approve' | 'reject') => async (notes: string, key: string) => {
    const results: Outcome[] = []
    for (const payment of payments) {
      const { paymentUID } = payment
      const parts = {
        path: { paymentUID },
        body: notes ? { notes } : {},
        idempotencyKey: `${key}-${paymentUID}`.slice(0, 64),
      }
      const { data, error } = await api.PUT(`/v3/payments/{paymentUID}/${verb}`, parts)
      results.push({ payment, says: error ? error.message : (data?.paymentStatus ?? 'done') })
    }
    setOutcomes(results)
    clear()
  }
  return (
    <>
      {payments.length > 0 && (
        <>
          <ConfirmButton
            size="xs"
            color="green"
            label={`Approve ${payments.length}`}
            asksReason="optional"
            consequence={
              <>
                Each payment is approved by itself, and goes on when all its approvals are there.
                {own.length > 0 && ` You made ${own.length} of them: these stay.`}
              </>
            }
            send={decide('approve')}
          />
          <ConfirmButton
            size="xs"
            color="red"
            variant="light"
            label={`Reject ${payments.length}`}
            asksReason
            consequence="Each payment ends, and what it holds is free again."
            send={decide('reject')}
          />
        </>
      )}
      {outcomes.length > 0 && (
        <div role="status">
          <Text size="sm" fw={600}>
            Results
          </Text>
          <List size="sm">
            {outcomes.map(({ payment, says }) => (
              <List.Item key={payment.paymentUID}>
                {payment.externalReferenceId}: {says}
              </List.Item>
            ))}
          </List>
          <Button size="compact-xs" variant="default" onClick={() => setOutcomes([])}>
            Close
          </Button>
        </div>
      )}
    </>
  )
}
