import { Alert, Group, NativeSelect, Paper, SimpleGrid, Table, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, useState } from 'react'
import { take, useApi } from '../../api/giro.ts'
import { useSession } from '../../api/session.ts'
import { BusyButton } from '../../kit/BusyButton.tsx'
import { ErrorNotice } from '../../kit/ErrorNotice.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { useAction } from '../../kit/use-action.ts'
import { isCustomerUid } from './PaymentFilesRoom.tsx'
import { type FilePreview, type FileType, previewOf } from './read-file.ts'

/** The API takes as many characters. */
const MAX_CHARACTERS = 112 * 1024

const TYPES = [
  { value: 'csv', label: 'CSV' },
  { value: 'ach', label: 'NACHA file' },
  { value: 'fedwire', label: 'CSV of wires' },
  { value: 'rtp', label: 'CSV of instant payments' },
]

interface Chosen {
  fileName: string
  content: string
}

/** Sends a file of payments: chosen or dropped, looked at, and sent once. */
export default function NewPaymentFile() {
  const api = useApi()
  const navigate = useNavigate()
  const { legalEntity } = useSession()
  const [state, change] = useUrlState()
  const isBank = legalEntity.kind === 'Institution'
  const customerUID = isBank ? (state['customerUID'] ?? '') : String(legalEntity.customerUID)
  const [fileType, setFileType] = useState<FileType>('csv')
  const [senderAccountUID, setSender] = useState('')
  const [chosen, setChosen] = useState<Chosen>()
  const [fault, setFault] = useState('')
  const send = useAction((body: Chosen, idempotencyKey) =>
    take(
      api.POST('/v1/payments/customers/{customerUID}/files/{fileType}', {
        path: { customerUID, fileType },
        body: { ...body, ...(senderAccountUID && { senderAccountUID }) },
        idempotencyKey,
      }),
    ),
  )
  const choose = async (file: File | undefined) => {
    if (!file) return
    send.reset()
    setChosen(undefined)
    const content = file.size > MAX_CHARACTERS ? '' : await file.text()
    if (file.size > MAX_CHARACTERS) return setFault(`${file.name} is larger than 112 KiB. Send it in parts.`)
    if (content.trim() === '') return setFault(`${file.name} is empty.`)
    setFault('')
    setChosen({ fileName: file.name.slice(-128), content })
    if (previewOf(content).kind === 'NACHA') setFileType('ach')
  }
  return (
    <>
      <Title order={1} size="h2" mb="sm">
        Send a file of payments
      </Title>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!chosen || send.isPending) return
          const onSuccess = ({ fileUID }: { fileUID: string }) =>
            void navigate({ to: `/payment-files/${customerUID}.${fileType}.${fileUID}` } as never)
          send.mutate(chosen, { onSuccess })
        }}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} maw={760}>
          {isBank && (
            <TextInput
              label="UID of the customer that pays"
              required
              inputMode="numeric"
              maxLength={18}
              value={customerUID}
              onChange={(event) => change({ customerUID: event.currentTarget.value.trim() }, true)}
            />
          )}
          <NativeSelect
            label="Type"
            data={TYPES}
            value={fileType}
            onChange={(event) => setFileType(event.currentTarget.value as FileType)}
          />
          <SenderAccount customerUID={customerUID} value={senderAccountUID} onChange={setSender} />
        </SimpleGrid>
        <DropField onChoose={(file) => void choose(file)} />
        {fault && (
          <Alert color="red" role="alert" mb="sm">
            {fault}
          </Alert>
        )}
        {chosen && <Preview fileName={chosen.fileName} of={previewOf(chosen.content)} />}
        <ErrorNotice error={send.error} />
        <Text size="sm" className="muted" mt="sm">
          The whole file is checked first: if one payment is wrong, nothing is taken, and its faults are named.
        </Text>
        <BusyButton type="submit" mt="sm" disabled={!chosen || !isCustomerUid(customerUID)} isBusy={send.isPending}>
          Send the file
        </BusyButton>
      </form>
    </>
  )
}

function DropField({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const drop = (event: DragEvent) => {
    event.preventDefault()
    onChoose(event.dataTransfer.files[0])
  }
  return (
    <Paper withBorder p="md" my="md" maw={760} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <label htmlFor="payment-file">
        <strong>File</strong> (choose one, or drop it here)
      </label>
      <Group mt="xs">
        <input
          id="payment-file"
          type="file"
          accept=".csv,.txt,.ach,text/csv,text/plain"
          style={{ maxWidth: '100%' }}
          onChange={(event) => onChoose(event.currentTarget.files?.[0])}
        />
      </Group>
    </Paper>
  )
}

interface SenderProps {
  customerUID: string
  value: string
  onChange: (accountUID: string) => void
}

function SenderAccount({ customerUID, value, onChange }: SenderProps) {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['accounts-of', customerUID],
    enabled: isCustomerUid(customerUID),
    queryFn: () =>
      take(
        api.POST('/v3/customers/{customerUID}/accounts/search', {
          path: { customerUID },
          query: { page: 1, limit: 200 } as never,
          body: {},
        }),
      ),
  })
  return (
    <NativeSelect
      label="From account, where a payment names none"
      value={value}
      data={[
        { value: '', label: 'As the file says' },
        ...(data ?? []).map(({ accountUID, accountNumber, accountName, currency }) => ({
          value: String(accountUID),
          label: `${accountName} ${accountNumber} ${currency}`,
        })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function Preview({ fileName, of: { kind, heads, rows, count } }: { fileName: string; of: FilePreview }) {
  return (
    <Table.ScrollContainer type="native" minWidth={320} role="region" aria-label="Preview" tabIndex={0}>
      <Table captionSide="top">
        <Table.Caption>
          {fileName}: {kind}, {count.toLocaleString('en')} {count === 1 ? 'payment' : 'payments'}
          {count > rows.length && `, the first ${rows.length} are shown`}
        </Table.Caption>
        {heads.length > 0 && (
          <Table.Thead>
            <Table.Tr>
              {heads.map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
        )}
        <Table.Tbody>
          {rows.map((cells, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have their places
            <Table.Tr key={place}>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: so have their cells
                <Table.Td key={at}>{kind === 'NACHA' ? <code>{cell}</code> : cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
