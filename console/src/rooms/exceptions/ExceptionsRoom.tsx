import type { Schema } from '@giro/sdk'
import { Alert, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { take, useApi } from '../../api/giro.ts'
import { useMay } from '../../api/session.ts'
import { AskButton } from '../../kit/AskButton.tsx'
import { ConfirmButton } from '../../kit/ConfirmButton.tsx'
import { columnsOf } from '../../kit/columns.tsx'
import type { Column } from '../../kit/DataTable.tsx'
import { ListRoom } from '../../kit/ListRoom.tsx'
import { Loaded, Sections } from '../../kit/Record.tsx'
import { Moment } from '../../kit/Values.tsx'
import { PAYMENT_COLUMNS, paymentPath } from '../payments/PaymentsRoom.tsx'
import { RECEIPT_COLUMNS, receiptPath } from '../receipts/ReceiptsRoom.tsx'

type Exception = Schema<'MessageException'>

/** What a person must look at, with what it means and what can be done. */
export default function ExceptionsRoom() {
  return (
    <>
      <Title order={1} size="h2" mb="sm">
        Exceptions
      </Title>
      <Sections
        sections={[
          { name: 'rails', title: 'Rails', show: () => <RailProblems /> },
          { name: 'messages', title: 'Messages', show: () => <MessageExceptions /> },
          { name: 'answers', title: 'ACH answers', show: () => <AchAnswers /> },
          { name: 'receipts', title: 'Unposted receipts', show: () => <Unposted /> },
          {
            name: 'failed',
            title: 'Failed validation',
            show: () => (
              <Failed
                status="VALIDATION_FAILURE"
                about="These payments cannot leave as they are. Open one to see why; correct the contact or the account, and pay again."
              />
            ),
          },
          {
            name: 'held',
            title: 'Held payments',
            show: () => (
              <Failed
                status="HELD"
                about="These payments wait until what holds them is over. Open one to see what that is, and who can lift it."
              />
            ),
          },
          { name: 'quarantine', title: 'Quarantined files', show: () => <Quarantine /> },
          { name: 'suspense', title: 'Suspense', show: () => <Suspense /> },
        ]}
      />
    </>
  )
}

function RailProblems() {
  const api = useApi()
  const may = useMay()
  return (
    <Loaded id={['rails']} read={() => api.GET('/v1/institution/rails')}>
      {({ holds, inDoubt, messagesInDoubt }) => {
        const held = holds.filter(({ releasedAt }) => !releasedAt)
        return (
          <>
            {held.length + inDoubt.length + messagesInDoubt.length === 0 && (
              <p>Payments can leave. Nothing is in doubt.</p>
            )}
            {held.map(({ holdUID, reason, heldAt, differences }) => (
              <Alert key={holdUID} color="red" title="The rails are held: nothing leaves" mb="sm">
                {reason} <Moment at={heldAt} />
                <pre className="bytes">{JSON.stringify(differences, null, 2)}</pre>
                {may('Institution.Manage_Rails') && (
                  <ConfirmButton
                    label="Release the rails"
                    color="red"
                    asksReason
                    consequence="Payments leave again. Make sure that what differs has been explained. A second person approves it."
                    send={(why, idempotencyKey) =>
                      take(
                        api.POST('/v1/institution/rails/holds/{holdUID}/release', {
                          path: { holdUID },
                          body: { reason: why },
                          idempotencyKey,
                        }),
                      )
                    }
                  />
                )}
              </Alert>
            ))}
            {inDoubt.map(({ handoverUID, name, doubt, createdAt }) => (
              <Alert key={handoverUID} color="orange" title={`In doubt: ${name}`} mb="sm">
                {doubt} <Moment at={createdAt} />
                {may('Institution.Manage_Rails') && (
                  <AskButton
                    label="Decide"
                    consequence="Ask the network whether it has this file. HandedOver: it has, and the payments become Transmitted. HandOverAgain: it does not, and the file is handed over."
                    fields={[
                      { name: 'decision', label: 'What the network said', options: ['HandedOver', 'HandOverAgain'] },
                      { name: 'reason', label: 'How you found out' },
                    ]}
                    send={({ decision, reason = '' }, idempotencyKey) =>
                      take(
                        api.POST('/v1/institution/rails/handovers/{handoverUID}/decision', {
                          path: { handoverUID },
                          body: { decision: decision as Schema<'DecidedHandover'>, reason },
                          idempotencyKey,
                        }),
                      )
                    }
                  />
                )}
              </Alert>
            ))}
            {messagesInDoubt.map(({ messageUID, rail, messageType, createdAt }) => (
              <Alert key={messageUID} color="orange" title={`In doubt: ${rail} ${messageType ?? 'message'}`} mb="sm">
                <Moment at={createdAt} />{' '}
                <Link to={`/messages/${messageUID}` as never}>Open the message to decide</Link>
              </Alert>
            ))}
          </>
        )
      }}
    </Loaded>
  )
}

function MessageExceptions() {
  const api = useApi()
  const may = useMay()
  const column = columnsOf<Exception>()
  const resolve: Column<Exception> = {
    id: 'resolve',
    title: '',
    text: () => '',
    cell: ({ exceptionUID, status }) =>
      status === 'Open' &&
      may('Institution.Manage_Rails') && (
        <AskButton
          size="compact-xs"
          variant="default"
          label="Resolve"
          consequence="The exception is over. Say what you did about it."
          fields={[{ name: 'notes', label: 'What you did' }]}
          send={({ notes = '' }, idempotencyKey) =>
            take(
              api.POST('/v1/institution/messageexceptions/{exceptionUID}/resolve', {
                path: { exceptionUID },
                body: { notes },
                idempotencyKey,
              }),
            )
          }
        />
      ),
  }
  return (
    <ListRoom<Exception>
      order={2}
      name="message-exceptions"
      title="Messages that a person must see"
      path="/v1/institution/messageexceptions"
      filters={[
        { name: 'status', label: 'State', options: ['Open', 'Resolved'] },
        { name: 'rail', label: 'Rail', options: ['FEDWIRE', 'FEDNOW', 'RTP', 'SWIFT'] },
      ]}
      columns={[
        column.moment('raisedAt', { title: 'At' }),
        column.text('rail'),
        column.words('kind'),
        column.text('why'),
        column.status('status', { title: 'State' }),
        column.uid('paymentUID', { title: 'Payment' }),
        column.uid('messageUID', { title: 'Message' }),
        column.text('notes', { isExtra: true }),
        resolve,
      ]}
      rowKey={({ exceptionUID }) => exceptionUID}
      recordOf={({ paymentUID, receiptUID, messageUID }) =>
        messageUID ? `messages/${messageUID}` : paymentUID ? `payments/${paymentUID}` : `receipts/${receiptUID}`
      }
      empty="No exception matches these filters."
    />
  )
}

function AchAnswers() {
  const column = columnsOf<Schema<'AchAnswer'>>()
  return (
    <ListRoom<Schema<'AchAnswer'>>
      order={2}
      name="ach-answers"
      title="What other banks answered"
      about="Returns and notifications of change. Exceptions are those that fit no payment, or that the rules do not allow."
      path="/v1/institution/ach-answers"
      columns={[
        column.moment('receivedAt', { title: 'At' }),
        column.words('kind'),
        column.text('code'),
        column.status('outcome'),
        column.text('reason', { title: 'Why' }),
        column.money('amount', ({ currency }) => currency),
        column.text('traceNumber', { title: 'Trace number' }),
        column.uid('paymentUID', { title: 'Payment' }),
        column.uid('contactUID', { title: 'Contact', isExtra: true }),
        column.text('correctedData', { title: 'Corrected', isExtra: true }),
        column.uid('fileUID', { title: 'File', isExtra: true }),
      ]}
      rowKey={({ answerUID }) => answerUID}
      recordOf={({ paymentUID, receiptUID, fileUID }) =>
        paymentUID ? `payments/${paymentUID}` : receiptUID ? `receipts/${receiptUID}` : `files/${fileUID}`
      }
      empty="No bank has answered yet."
    />
  )
}

const Unposted = () => (
  <ListRoom<Schema<'Receipt'>>
    order={2}
    name="unposted"
    title="Unposted receipts"
    about="Their money waits in suspense. Accept, assign or return each before its time is over."
    path="/v3/receipts"
    fixed={{ status: 'UNPOSTED' }}
    columns={RECEIPT_COLUMNS}
    rowKey={({ receiptUID }) => receiptUID}
    recordOf={receiptPath}
    empty="Every receipt is posted or returned."
  />
)

const Failed = ({ status, about }: { status: string; about: string }) => (
  <ListRoom<Schema<'Payment'>>
    order={2}
    name={`payments-${status}`}
    title={status === 'HELD' ? 'Held payments' : 'Payments that failed validation'}
    about={about}
    path="/v3/payments/search"
    fixed={{ status }}
    columns={PAYMENT_COLUMNS}
    rowKey={({ paymentUID }) => paymentUID}
    recordOf={paymentPath}
    empty="There are none."
  />
)

function Quarantine() {
  const column = columnsOf<Schema<'RailFile'>>()
  const path = ({ fileUID }: Schema<'RailFile'>) => `files/${fileUID}`
  return (
    <ListRoom<Schema<'RailFile'>>
      order={2}
      name="quarantine"
      title="Quarantined files"
      about="Files that could not be read, or do not add up. Nothing of them is booked. Open one to see the line and the reason."
      path="/v1/institution/files"
      fixed={{ state: 'Quarantined' }}
      columns={[column.moment('at'), column.text('rail'), column.link('name', path), column.status('state')]}
      rowKey={({ fileUID }) => fileUID}
      recordOf={path}
      empty="No file is in quarantine."
    />
  )
}

function Suspense() {
  const column = columnsOf<Schema<'SuspenseItem'>>()
  return (
    <ListRoom<Schema<'SuspenseItem'>>
      order={2}
      name="suspense"
      title="Money in suspense"
      path="/v1/institution/suspense"
      filters={[{ name: 'status', label: 'State', options: ['Open', 'Released'] }]}
      columns={[
        column.moment('createdAt', { title: 'Since' }),
        column.words('reason'),
        column.status('status', { title: 'State' }),
        column.money('amount', ({ currency }) => currency),
        column.text('customerUID', { title: 'Customer' }),
        column.uid('referenceUID', { title: 'About' }),
        column.uid('itemUID', { title: 'UID', isExtra: true }),
      ]}
      rowKey={({ itemUID }) => itemUID}
      empty="Nothing is in suspense."
    />
  )
}
