import type { Schema } from '@giro/sdk'
import { Alert } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { take, useApi } from '../../api/giro.ts'
import { useMay } from '../../api/session.ts'
import { ConfirmButton } from '../../kit/ConfirmButton.tsx'
import { Facts } from '../../kit/Facts.tsx'
import { Loaded, RecordHead, Sections } from '../../kit/Record.tsx'
import { Moment, Status, Uid } from '../../kit/Values.tsx'
import { XmlTree } from './XmlTree.tsx'

type Message = Schema<'RailMessageDetails'>

export default function MessageRecord({ uid }: { uid: string }) {
  const api = useApi()
  const may = useMay()
  const path = { messageUID: uid }
  return (
    <Loaded id={['message', uid]} read={() => api.GET('/v1/institution/messages/{messageUID}', { path })}>
      {(message) => (
        <>
          <RecordHead
            title={`${message.rail} ${message.messageType ?? 'message'}`}
            status={<Status value={message.status} />}
          >
            {may('Institution.Manage_Rails') && <Actions message={message} />}
          </RecordHead>
          {message.refusal && (
            <Alert color="red" title="Why it was refused" mb="sm">
              {message.refusal.why} {message.refusal.path}
            </Alert>
          )}
          {message.doubt && (
            <Alert color="orange" title="In doubt" mb="sm">
              {message.doubt}
            </Alert>
          )}
          <Sections
            sections={[
              { name: 'message', title: 'Message', show: () => <Details message={message} /> },
              may('Institution.View_File_Content') && {
                name: 'bytes',
                title: 'Content',
                show: () => <Content uid={uid} />,
              },
            ]}
          />
        </>
      )}
    </Loaded>
  )
}

function Details({ message }: { message: Message }) {
  return (
    <Facts
      of={[
        ['Direction', message.direction === 'Out' ? 'To the network' : 'From the network'],
        ['Message id', message.messageId],
        ['UETR', message.uetr],
        [
          'Payment',
          message.paymentUID && <Link to={`/payments/${message.paymentUID}` as never}>{message.paymentUID}</Link>,
        ],
        [
          'Receipt',
          message.receiptUID && <Link to={`/receipts/${message.receiptUID}` as never}>{message.receiptUID}</Link>,
        ],
        ['Answers', message.answersMessageId],
        [
          'Double of',
          message.doubleOf && <Link to={`/messages/${message.doubleOf}` as never}>{message.doubleOf}</Link>,
        ],
        ['Made', <Moment key="made" at={message.createdAt} withEastern />],
        ['Leaves by', message.leavesBy && <Moment key="by" at={message.leavesBy} withEastern />],
        ['Left', message.leftAt && <Moment key="left" at={message.leftAt} withEastern />],
        ['Ended', message.endedAt && <Moment key="ended" at={message.endedAt} withEastern />],
        ['Size', `${message.sizeBytes.toLocaleString('en')} bytes`],
        ['SHA-256', <Uid key="hash" value={message.sha256} digits={16} />],
        ['UID', <Uid key="uid" value={message.messageUID} />],
      ]}
    />
  )
}

function Content({ uid }: { uid: string }) {
  const api = useApi()
  const read = () => api.GET('/v1/institution/messages/{messageUID}/content', { path: { messageUID: uid } })
  return (
    <Loaded id={['message-content', uid]} read={read}>
      {({ content }) => <XmlTree text={textOf(content)} />}
    </Loaded>
  )
}

/** The bytes come in Base64. */
export function textOf(content: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(content), (character) => character.charCodeAt(0)))
}

function Actions({ message }: { message: Message }) {
  const api = useApi()
  const path = { messageUID: message.messageUID }
  const { status, direction } = message
  return (
    <>
      {status === 'InDoubt' && (
        <>
          <ConfirmButton
            label="It has left"
            asksReason
            consequence="You have seen at the network that it has this message. It is not sent again."
            send={(reason, idempotencyKey) =>
              take(
                api.POST('/v1/institution/messages/{messageUID}/decision', {
                  path,
                  body: { decision: 'HandedOver', reason },
                  idempotencyKey,
                }),
              )
            }
          />
          <ConfirmButton
            label="Send it"
            color="orange"
            asksReason
            consequence="You have seen at the network that it does not have this message. It is sent now."
            send={(reason, idempotencyKey) =>
              take(
                api.POST('/v1/institution/messages/{messageUID}/decision', {
                  path,
                  body: { decision: 'HandOverAgain', reason },
                  idempotencyKey,
                }),
              )
            }
          />
        </>
      )}
      {direction === 'Out' && status === 'HandedOver' && (
        <ConfirmButton
          label="Send again"
          color="orange"
          variant="light"
          asksReason
          consequence="The same message goes to the network once more, marked as a copy where the network knows copies."
          send={(reason, idempotencyKey) =>
            take(api.POST('/v1/institution/messages/{messageUID}/resend', { path, body: { reason }, idempotencyKey }))
          }
        />
      )}
      {status === 'Quarantined' && (
        <>
          <ConfirmButton
            label="Read again"
            asksReason
            consequence="The message is read once more, by the rules of today."
            send={(reason, idempotencyKey) =>
              take(
                api.POST('/v1/institution/messages/{messageUID}/release', { path, body: { reason }, idempotencyKey }),
              )
            }
          />
          <ConfirmButton
            label="Dismiss"
            color="red"
            variant="light"
            asksReason
            consequence="The message stays kept, and nothing is booked for it."
            send={(reason, idempotencyKey) =>
              take(
                api.POST('/v1/institution/messages/{messageUID}/dismiss', { path, body: { reason }, idempotencyKey }),
              )
            }
          />
        </>
      )}
    </>
  )
}
