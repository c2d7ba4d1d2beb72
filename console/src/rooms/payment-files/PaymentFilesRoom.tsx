import type { Schema } from '@giro/sdk'
import { Button, Group, Text, TextInput, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMay, useSession } from '../../api/session.ts'
import { columnsOf } from '../../kit/columns.tsx'
import { ListRoom } from '../../kit/ListRoom.tsx'
import { useUrlState } from '../../kit/url-state.ts'

type PaymentFile = Schema<'PaymentFile'>

const column = columnsOf<PaymentFile>()
/** The address of a file names its customer and its type too: the API asks for all three. */
const filePath = ({ customerUID, fileType, fileUID }: PaymentFile) =>
  `payment-files/${customerUID}.${fileType}.${fileUID}`

/** The files of payments of one customer, and the way to send another. */
export default function PaymentFilesRoom() {
  const may = useMay()
  const { legalEntity } = useSession()
  const [state, change] = useUrlState()
  const customerUID = legalEntity.kind === 'Customer' ? String(legalEntity.customerUID) : (state['customerUID'] ?? '')
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Title order={1} size="h2">
          Files of payments
        </Title>
        {may('Bulk_Payments.Upload_Bulk_Payment_File') && (
          <Button component={Link} to={'/payment-files/new' as never} search={{ customerUID } as never}>
            Send a file
          </Button>
        )}
      </Group>
      {legalEntity.kind === 'Institution' && (
        <TextInput
          key={customerUID}
          label="UID of the customer"
          size="xs"
          maw={240}
          mb="sm"
          inputMode="numeric"
          maxLength={18}
          defaultValue={customerUID}
          onBlur={(event) => change({ customerUID: event.currentTarget.value.trim() })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') change({ customerUID: event.currentTarget.value.trim() })
          }}
        />
      )}
      {isCustomerUid(customerUID) ? (
        <ListRoom<PaymentFile>
          order={2}
          name="payment-files"
          title="Sent files"
          method="POST"
          path="/v1/payments/customers/{customerUID}/files/search"
          pathParameters={{ customerUID }}
          filters={[
            { name: 'status', label: 'State', options: ['PENDING_APPROVAL', 'PROCESSING', 'PROCESSED', 'REJECTED'] },
            { name: 'fileType', label: 'Type', options: ['csv', 'ach', 'fedwire', 'rtp'] },
            { name: 'fileName', label: 'Name' },
          ]}
          columns={[
            column.link('fileName', filePath, { title: 'Name' }),
            column.status('status', { title: 'State' }),
            column.text('fileType', { title: 'Type' }),
            column.text('records', { title: 'Payments' }),
            column.text('made'),
            column.text('refused'),
            column.moment('createdAt', { title: 'Sent' }),
            column.text('uploadedBy', { title: 'Sent by', isExtra: true }),
            column.uid('fileUID', { title: 'UID', isExtra: true }),
          ]}
          rowKey={({ fileUID }) => fileUID}
          recordOf={filePath}
          empty="No file matches these filters."
        />
      ) : (
        <Text>Enter the UID of a customer to see its files.</Text>
      )}
    </>
  )
}

export const isCustomerUid = (text: string) => /^[1-9]\d{0,17}$/.test(text)
