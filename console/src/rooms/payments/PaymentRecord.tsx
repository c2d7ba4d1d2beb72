import type { Schema } from '@giro/sdk'
import { Alert, Code, Group, Text, Timeline } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { take, useApi } from '../../api/giro.ts'
import { useMay } from '../../api/session.ts'
import { AskButton } from '../../kit/AskButton.tsx'
import { ConfirmButton } from '../../kit/ConfirmButton.tsx'
import { Facts } from '../../kit/Facts.tsx'
import { Loaded, RecordHead, Sections } from '../../kit/Record.tsx'
import { Tree } from '../../kit/Tree.tsx'
import { Day, Moment, Money, Status, Uid } from '../../kit/Values.tsx'
import { wordsOf } from '../../kit/words.ts'
import { MessagesOf } from '../messages/MessagesOf.tsx'
import { ReturnButton } from './ReturnButton.tsx'

type Payment = Schema<'Payment'>
type Step = Schema<'PaymentTimeline'>['entries'][number]

export default function PaymentRecord({ uid }: { uid: string }) {
  const api = useApi()
  const may = useMay()
  const path = { paymentUID: uid }
  return (
    <Loaded id={['payment', uid]} read={() => api.GET('/v3/payments/{paymentUID}', { path })}>
      {(payment) => (
        <>
          <RecordHead
            title={<Money amount={payment.senderAmount} currency={payment.senderCurrency} />}
            status={<Status value={payment.status} />}
          >
            <Actions payment={payment} />
          </RecordHead>
          <Notices payment={payment} />
          <Sections
            sections={[
              { name: 'payment', title: 'Payment', show: () => <Details payment={payment} /> },
              { name: 'timeline', title: 'Timeline', show: () => <PaymentTimeline uid={uid} /> },
              may('Institution.View_Institution') && {
                name: 'messages',
                title: 'Messages',
                show: () => <MessagesOf paymentUID={uid} />,
              },
              { name: 'all', title: 'Everything', show: () => <Tree value={payment} /> },
            ]}
          />
        </>
      )}
    </Loaded>
  )
}

function Notices({ payment }: { payment: Payment }) {
  return (
    <>
      {payment.held?.map(({ reason, says, liftedBy }) => (
        <Alert key={reason} color="orange" title={`Held: ${wordsOf(reason)}`} mb="sm">
          {says} {liftedBy}
        </Alert>
      ))}
      {payment.failureReason && (
        <Alert color="red" title="Why it failed" mb="sm">
          {payment.failureReason}
        </Alert>
      )}
      {payment.networkAnswer && (
        <Alert color="red" title={`The other bank answered ${payment.networkAnswer.code}`} mb="sm">
          {payment.networkAnswer.reason}
        </Alert>
      )}
      {payment.returnRequest && (
        <Alert color="orange" title={`Asked back: ${wordsOf(payment.returnRequest.status)}`} mb="sm">
          {payment.returnRequest.answerReason ?? payment.returnRequest.notes}
        </Alert>
      )}
    </>
  )
}

function Details({ payment }: { payment: Payment }) {
  const { fedWireDetails: wire, achEntry, audit } = payment
  return (
    <Group align="start" gap="xl">
      <Facts
        of={[
          ['Reference', payment.externalReferenceId],
          ['Payment', <Uid key="uid" value={payment.paymentUID} />],
          ['Direction', wordsOf(payment.entryType)],
          ['Rail', payment.deliveryMethod],
          ['Speed', payment.speed],
          ['Payment date', <Day key="day" day={payment.paymentDate} />],
          ['Value date', payment.valueDate && <Day key="value" day={payment.valueDate} />],
          ['Approve by', payment.approveBy && <Moment key="by" at={payment.approveBy} withEastern />],
          ['Note', payment.paymentNotes],
          ['Trace number', achEntry?.traceNumber],
          ['File', achEntry?.fileName],
          ['UETR', payment.uetr],
          ['IMAD', wire?.imad],
          ['OMAD', wire?.omad],
          ['FX contract', payment.forexContract],
        ]}
      />
      <Facts
        of={[
          ['Sender', payment.senderName],
          ['Sender account', payment.senderAccountNumber],
          ['Receiver', payment.beneficiaryName],
          ['Receiver account', payment.receiverAccountNumber],
          ['Receiver bank', payment.receiverBankName ?? payment.receiverBankId],
          [
            'Receiver gets',
            payment.receiverAmount && (
              <Money key="gets" amount={payment.receiverAmount} currency={payment.receiverCurrency} />
            ),
          ],
          ...(payment.bankFees ?? []).map(
            ({ name, amount, currency }) =>
              [`Fee: ${name}`, <Money key={name} amount={amount} currency={currency} />] as const,
          ),
        ]}
      />
      <Facts
        of={[
          ['Made by', payment.createdBy],
          ['Made at', <Moment key="at" at={payment.creationDateTime} />],
          ['Submitted by', audit?.submitterUserId],
          ['Approvers', audit?.approvers && <Tree key="approvers" value={audit.approvers} />],
        ]}
      />
    </Group>
  )
}

function PaymentTimeline({ uid }: { uid: string }) {
  const api = useApi()
  const read = () => api.GET('/v3/payments/{paymentUID}/timeline', { path: { paymentUID: uid } })
  return (
    <Loaded id={['timeline', uid]} read={read}>
      {({ entries, window }) => (
        <>
          {window && <Text mb="md">{window.says}</Text>}
          <Timeline bulletSize={14} lineWidth={2} active={entries.length}>
            {entries.map((entry, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end
              <Timeline.Item key={`${entry.at} ${place}`} title={titleOf(entry)}>
                <Text size="sm" className="muted">
                  <Moment at={entry.at} withEastern />
                </Text>
                <Step entry={entry} />
              </Timeline.Item>
            ))}
          </Timeline>
        </>
      )}
    </Loaded>
  )
}

function titleOf({ kind, from, to, event, decision, purpose, messageType }: Step): string {
  if (to) return from ? `${wordsOf(from)} → ${wordsOf(to)}` : wordsOf(to)
  return [wordsOf(kind), event, decision, purpose, messageType]
    .filter(Boolean)
    .map((word) => wordsOf(word!))
    .join(' · ')
}

/** Fields that the title shows already. */
const IN_TITLE = new Set(['at', 'kind', 'from', 'to', 'event', 'decision', 'purpose', 'messageType', 'messageUID'])

function Step({ entry }: { entry: Step }) {
  const rest = Object.entries(entry).filter(
    ([name, value]) => !IN_TITLE.has(name) && value !== undefined && value !== '',
  )
  return (
    <>
      <Facts of={rest.map(([name, value]) => [wordsOf(name), <Tree key={name} value={value} />] as const)} />
      {entry.messageUID && (
        <Link to={`/messages/${entry.messageUID}` as never}>
          Message <Code>{entry.messageType}</Code>
        </Link>
      )}
    </>
  )
}

const WAITING = ['PENDING_APPROVAL', 'PARTIALLY_APPROVED']
const CANCELLABLE = [...WAITING, 'FUTURE_DATED', 'HELD', 'VALIDATED', 'READY_TO_TRANSMIT']
const MESSAGE_RAILS = ['FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT']

const CALLED_RAILS = ['FEDWIRE', 'SWIFT']

function CallBackNumbers({ uid }: { uid: string }) {
  const api = useApi()
  const path = { paymentUID: uid }
  const read = () => api.GET('/v1/institution/payments/{paymentUID}/call-back-numbers', { path })
  return (
    <Loaded id={['call-back numbers', uid]} read={read}>
      {({ numbers }) => (
        <Facts
          of={numbers.map(({ phoneNumber, holderName, since, standing }) => [
            `${holderName}: ${wordsOf(standing)}`,
            <Text key={phoneNumber} component="div">
              {phoneNumber}, since <Moment at={since} withEastern />
            </Text>,
          ])}
        />
      )}
    </Loaded>
  )
}

function Actions({ payment }: { payment: Payment }) {
  const api = useApi()
  const may = useMay()
  const { status, deliveryMethod = '' } = payment
  const path = { paymentUID: payment.paymentUID }
  const isWaiting = WAITING.includes(status)
  const hasLeft = ['TRANSMITTED', 'PROCESSED'].includes(status)
  const what = (
    <>
      {payment.beneficiaryName ?? payment.counterParty}:{' '}
      <Money amount={payment.senderAmount} currency={payment.senderCurrency} />, {payment.deliveryMethod},{' '}
      {payment.externalReferenceId}.
    </>
  )
  return (
    <>
      {isWaiting && may('Payments.Approve_Payments') && (
        <>
          <ConfirmButton
            label="Approve"
            color="green"
            asksReason="optional"
            consequence={<>{what} The payment goes on as soon as all approvals are there.</>}
            send={(notes, idempotencyKey) =>
              take(api.PUT('/v3/payments/{paymentUID}/approve', { path, body: notes ? { notes } : {}, idempotencyKey }))
            }
          />
          <ConfirmButton
            label="Reject"
            color="red"
            variant="light"
            asksReason
            consequence={<>{what} The payment ends, and what it holds is free again.</>}
            send={(notes, idempotencyKey) =>
              take(api.PUT('/v3/payments/{paymentUID}/reject', { path, body: { notes }, idempotencyKey }))
            }
          />
        </>
      )}
      {isWaiting && CALLED_RAILS.includes(deliveryMethod) && may('Payments.Approve_Payments') && (
        <AskButton
          label="Approve after a call"
          color="green"
          variant="light"
          consequence={
            <>
              {what} Call the customer at a number that is Callable.
              <CallBackNumbers uid={payment.paymentUID} />
            </>
          }
          fields={[
            { name: 'calledNumber', label: 'Number called' },
            { name: 'notes', label: 'Who was called, and when' },
          ]}
          send={({ calledNumber = '', notes = '' }, idempotencyKey) =>
            take(api.PUT('/v3/payments/{paymentUID}/approve', { path, body: { calledNumber, notes }, idempotencyKey }))
          }
        />
      )}
      {CANCELLABLE.includes(status) && may('Payments.Cancel_Payments') && (
        <ConfirmButton
          label="Cancel payment"
          color="red"
          variant="light"
          asksReason
          consequence={<>{what} It does not leave the bank, and what it holds is free again.</>}
          send={(notes, idempotencyKey) =>
            take(api.PUT('/v3/payments/{paymentUID}/cancel', { path, body: { notes }, idempotencyKey }))
          }
        />
      )}
      {hasLeft && may('Payments.Reversal_Payments') && (
        <ConfirmButton
          label={MESSAGE_RAILS.includes(deliveryMethod) ? 'Ask back' : 'Reverse'}
          variant="default"
          asksReason
          consequence={
            MESSAGE_RAILS.includes(deliveryMethod) ? (
              <>{what} The other bank is asked to send it back, and may refuse.</>
            ) : (
              <>{what} The payment is reversed by the rules of its rail.</>
            )
          }
          send={(reversalNotes, idempotencyKey) =>
            take(api.PUT('/v3/payments/{paymentUID}/reverse', { path, body: { reversalNotes }, idempotencyKey }))
          }
        />
      )}
      {hasLeft && may('Payments.Return_Payments') && <ReturnButton payment={payment} />}
    </>
  )
}
