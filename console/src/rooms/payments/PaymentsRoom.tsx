import type { Schema } from '@giro/sdk'
import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { columnsOf } from '../../kit/columns.tsx'
import { type Filter, ListRoom } from '../../kit/ListRoom.tsx'
import { sumOf } from '../../kit/money.ts'
import { Money } from '../../kit/Values.tsx'

type Payment = Schema<'Payment'>

export const PAYMENT_STATES = [
  'PENDING_APPROVAL',
  'PARTIALLY_APPROVED',
  'FUTURE_DATED',
  'HELD',
  'VALIDATED',
  'VALIDATION_FAILURE',
  'READY_TO_TRANSMIT',
  'TRANSMITTED',
  'PROCESSED',
  'RETURNED',
  'REJECTED',
  'CANCELLED',
  'REVERSED',
] as const

const FILTERS: Filter[] = [
  { name: 'status', label: 'State', options: PAYMENT_STATES },
  { name: 'deliveryMethod', label: 'Rail', options: ['ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT', 'BOOK'] },
  { name: 'fromDate', label: 'From', type: 'date' },
  { name: 'toDate', label: 'To', type: 'date' },
  { name: 'externalReferenceId', label: 'Reference' },
  { name: 'receiverName', label: 'Receiver' },
  { name: 'senderName', label: 'Sender' },
  { name: 'receiverAccountNo', label: 'Receiver account' },
  { name: 'paymentAmount', label: 'Amount' },
  { name: 'traceNumber', label: 'Trace number' },
  { name: 'uetr', label: 'UETR' },
  { name: 'imad', label: 'IMAD' },
  { name: 'fileName', label: 'File' },
]

const column = columnsOf<Payment>()
export const paymentPath = ({ paymentUID }: Payment) => `payments/${paymentUID}`
export const PAYMENT_COLUMNS = [
  column.link('externalReferenceId', paymentPath, { title: 'Reference' }),
  column.status('status', { title: 'State' }),
  column.words('deliveryMethod', { title: 'Rail' }),
  column.text('senderName', { title: 'Sender' }),
  column.text('beneficiaryName', { title: 'Receiver' }),
  column.money('senderAmount', ({ senderCurrency }) => senderCurrency, { title: 'Amount' }),
  column.day('paymentDate', { title: 'Date' }),
  column.text('speed', { isExtra: true }),
  column.words('entryType', { title: 'Direction', isExtra: true }),
  column.text('senderCurrency', { title: 'Currency', isExtra: true }),
  column.money('receiverAmount', ({ receiverCurrency }) => receiverCurrency, { title: 'Receiver gets', isExtra: true }),
  column.text('senderAccountNumber', { title: 'Sender account', isExtra: true }),
  column.text('receiverAccountNumber', { title: 'Receiver account', isExtra: true }),
  column.day('valueDate', { isExtra: true }),
  column.text('createdBy', { title: 'Made by', isExtra: true }),
  column.moment('creationDateTime', { title: 'Made at', isExtra: true }),
  column.uid('paymentUID', { title: 'UID', isExtra: true }),
  column.text('failureReason', { title: 'Why it failed', isExtra: true }),
]

export default function PaymentsRoom() {
  const may = useMay()
  return (
    <ListRoom<Payment>
      name="payments"
      title="Payments"
      path="/v3/payments/search"
      filters={FILTERS}
      columns={PAYMENT_COLUMNS}
      rowKey={({ paymentUID }) => paymentUID}
      recordOf={paymentPath}
      empty="No payment matches these filters."
      totals={(rows) => <Totals rows={rows} />}
      buttons={
        may('Payments.Initiate_Payments') && (
          <Button component={Link} to={'/payments/new' as never}>
            New payment
          </Button>
        )
      }
    />
  )
}

/** The sums of the rows that are loaded, by currency. */
function Totals({ rows }: { rows: readonly Payment[] }) {
  const byCurrency = Map.groupBy(rows, ({ senderCurrency }) => senderCurrency ?? '')
  return (
    <Group gap="lg">
      <Text size="sm" className="muted">
        Sum of {rows.length.toLocaleString('en')} rows
      </Text>
      {[...byCurrency].map(([currency, of]) => (
        <Text key={currency} size="sm">
          <Money amount={sumOf(of.flatMap(({ senderAmount }) => senderAmount ?? []))} currency={currency} />
        </Text>
      ))}
    </Group>
  )
}
