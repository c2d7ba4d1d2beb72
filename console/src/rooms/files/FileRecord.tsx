import type { Schema } from '@giro/sdk'
import { Alert, Button, Group, List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { take, useApi } from '../../api/giro.ts'
import { useMay } from '../../api/session.ts'
import { ConfirmButton } from '../../kit/ConfirmButton.tsx'
import { save } from '../../kit/csv.ts'
import { Facts } from '../../kit/Facts.tsx'
import { Loaded, RecordHead, Sections } from '../../kit/Record.tsx'
import { Tree } from '../../kit/Tree.tsx'
import { Moment, Money, Status, Uid } from '../../kit/Values.tsx'
import { textOf } from '../messages/MessageRecord.tsx'
import { NachaText } from './NachaText.tsx'

type File = Schema<'RailFileDetails'>

export default function FileRecord({ uid }: { uid: string }) {
  const api = useApi()
  const may = useMay()
  return (
    <Loaded id={['file', uid]} read={() => api.GET('/v1/institution/files/{fileUID}', { path: { fileUID: uid } })}>
      {(file) => (
        <>
          <RecordHead title={file.name} status={<Status value={file.state} />}>
            {may('Institution.Manage_Rails') && <Actions file={file} />}
          </RecordHead>
          {file.refusal && (
            <Alert color="red" title={`Why it is in quarantine: line ${file.refusal.line ?? '?'}`} mb="sm">
              {[file.refusal.record, file.refusal.field].filter(Boolean).join(', ')} {file.refusal.reason}
            </Alert>
          )}
          {(file.doubt ?? file.delivery?.doubt) && (
            <Alert color="orange" title="In doubt" mb="sm">
              {file.doubt ?? file.delivery?.doubt}
            </Alert>
          )}
          {file.delivery?.missedDeadline && (
            <Alert color="orange" title="It missed its deadline" mb="sm">
              {file.delivery.missedDeadline} {file.delivery.settlesAt}
            </Alert>
          )}
          <Sections
            sections={[
              { name: 'file', title: 'File', show: () => <Details file={file} /> },
              may('Institution.View_File_Content') && {
                name: 'bytes',
                title: 'Content',
                show: () => <Content file={file} />,
              },
              { name: 'all', title: 'Everything', show: () => <Tree value={file} /> },
            ]}
          />
        </>
      )}
    </Loaded>
  )
}

function Details({ file }: { file: File }) {
  return (
    <>
      <Facts
        of={[
          ['Direction', file.direction],
          ['Rail', file.rail],
          ['At', <Moment key="at" at={file.at} withEastern />],
          ['Left', file.leftAt && <Moment key="left" at={file.leftAt} withEastern />],
          ['Entries', file.entries],
          ['Imported', file.importedEntries],
          ['Debits', file.debitTotal && <Money key="debits" amount={file.debitTotal} currency="USD" />],
          ['Credits', file.creditTotal && <Money key="credits" amount={file.creditTotal} currency="USD" />],
          ['Delivery', file.delivery && <Status key="delivery" value={file.delivery.state} />],
          ['Size', file.sizeBytes && `${file.sizeBytes.toLocaleString('en')} bytes`],
          ['SHA-256', file.sha256 && <Uid key="hash" value={file.sha256} digits={16} />],
          [
            'Sent again as',
            file.resentAs?.map(({ fileUID, name }) => (
              <Link key={fileUID} to={`/files/${fileUID}` as never}>
                {name}
              </Link>
            )),
          ],
        ]}
      />
      {file.notes && file.notes.length > 0 && (
        <>
          <Text mt="md">Read with these tolerances:</Text>
          <List size="sm">
            {file.notes.map((note) => (
              <List.Item key={note}>{note}</List.Item>
            ))}
          </List>
        </>
      )}
    </>
  )
}

function Content({ file }: { file: File }) {
  const api = useApi()
  const [part, setPart] = useState(1)
  const path = { fileUID: file.fileUID }
  const read = () => api.GET('/v1/institution/files/{fileUID}/content', { path, query: { part } })
  return (
    <Loaded id={['file-content', file.fileUID, part]} read={read}>
      {({ content, parts, name }) => (
        <>
          <Group mb="xs">
            {parts > 1 && (
              <>
                <Button size="xs" variant="default" disabled={part === 1} onClick={() => setPart(part - 1)}>
                  Previous part
                </Button>
                <Text size="sm">
                  Part {part} of {parts}
                </Text>
                <Button size="xs" variant="default" disabled={part === parts} onClick={() => setPart(part + 1)}>
                  Next part
                </Button>
              </>
            )}
            <Button
              size="xs"
              variant="default"
              onClick={() => save(new Blob([textOf(content)]), parts > 1 ? `${name}.${part}` : name)}
            >
              Download
            </Button>
          </Group>
          <NachaText text={textOf(content)} />
        </>
      )}
    </Loaded>
  )
}

function Actions({ file }: { file: File }) {
  const api = useApi()
  const path = { fileUID: file.fileUID }
  if (file.direction === 'In') {
    return (
      file.refusal && (
        <ConfirmButton
          label="Import again"
          asksReason
          consequence="The file is read once more. What it has already booked is not booked again."
          send={(reason, idempotencyKey) =>
            take(api.POST('/v1/institution/files/{fileUID}/release', { path, body: { reason }, idempotencyKey }))
          }
        />
      )
    )
  }
  return (
    <ConfirmButton
      label="Send again"
      color="orange"
      variant="light"
      asksReason
      consequence="The same entries go to the network once more, in a file of a new name. A second person approves it. Make sure that the network does not have the first."
      send={(reason, idempotencyKey) =>
        take(api.POST('/v1/institution/files/{fileUID}/resend', { path, body: { reason }, idempotencyKey }))
      }
    />
  )
}
