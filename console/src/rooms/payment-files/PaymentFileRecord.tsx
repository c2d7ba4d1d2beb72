import type { Schema } from '@giro/sdk'
import { take, useApi } from '../../api/giro.ts'
import { useMay } from '../../api/session.ts'
import { ConfirmButton } from '../../kit/ConfirmButton.tsx'
import { columnsOf } from '../../kit/columns.tsx'
import { Facts } from '../../kit/Facts.tsx'
import { ListRoom } from '../../kit/ListRoom.tsx'
import { Loaded, RecordHead } from '../../kit/Record.tsx'
import { Moment, Money, Status, Uid } from '../../kit/Values.tsx'
import type { FileType } from './read-file.ts'

type PaymentFile = Schema<'PaymentFile'>
type FileRecord = Schema<'PaymentFileRecord'>

const PATH = '/v1/payments/customers/{customerUID}/files/{fileType}/{fileUID}'
const column = columnsOf<FileRecord>()

/** A file of payments, with what became of each record. */
export default function PaymentFileRecord({ uid }: { uid: string }) {
  const api = useApi()
  const [customerUID = '', fileType = '', fileUID = ''] = uid.split('.')
  const path = { customerUID, fileType: fileType as FileType, fileUID }
  return (
    <Loaded id={['payment-file', uid]} read={() => api.GET(PATH, { path })}>
      {(file) => (
        <>
          <RecordHead title={file.fileName} status={<Status value={file.status} />}>
            <Decide file={file} />
          </RecordHead>
          <Facts
            of={[
              ['Customer', file.customerUID],
              ['Type', file.fileType],
              ['Payments', file.records],
              ['Made', file.made],
              ['Refused', file.refused],
              ...file.totals.map(
                ({ currency, credits, debits }) =>
                  [
                    `Sum in ${currency}`,
                    <span key={currency}>
                      <Money amount={credits} currency={currency} /> paid, <Money amount={debits} currency={currency} />{' '}
                      collected
                    </span>,
                  ] as const,
              ),
              ['Sent by', file.uploadedBy],
              ['Sent at', <Moment key="sent" at={file.createdAt} />],
              ['Decided by', file.decidedBy],
              ['Decided at', file.decidedAt && <Moment key="decided" at={file.decidedAt} />],
              ['Stopped at', file.stoppedAt && <Moment key="stopped" at={file.stoppedAt} />],
              ['Reason', file.reason],
              ['Ended at', file.endedAt && <Moment key="ended" at={file.endedAt} />],
              ['SHA-256', <Uid key="hash" value={file.sha256} digits={16} />],
            ]}
          />
          <ListRoom<FileRecord>
            order={2}
            name="payment-file-records"
            title="Payments of the file"
            path={`${PATH}/records`}
            pathParameters={path}
            paging={{ limit: 200 }}
            columns={[
              column.text('record', { title: 'Record' }),
              column.text('externalReferenceId', { title: 'Reference' }),
              column.status('status', { title: 'State' }),
              column.text('message', { title: 'Why it was refused' }),
              column.uid('paymentUID', { title: 'Payment' }),
              column.text('code', { isExtra: true }),
            ]}
            rowKey={({ record }) => String(record)}
            recordOf={({ paymentUID }) => (paymentUID ? `payments/${paymentUID}` : `payment-files/${uid}`)}
            empty="The file has no payments."
          />
        </>
      )}
    </Loaded>
  )
}

function Decide({ file: { customerUID, fileType, fileUID, status, records } }: { file: PaymentFile }) {
  const api = useApi()
  const may = useMay()
  if (status !== 'PENDING_APPROVAL' || !may('Bulk_Payments.Approve_bulk_payments')) return null
  const path = { customerUID, fileType, fileUID }
  return (
    <>
      <ConfirmButton
        label="Approve"
        color="green"
        consequence={`The ${records} payments are made one by one. A payment that is refused stops no other.`}
        send={(_, idempotencyKey) => take(api.PUT(`${PATH}/approve`, { path, idempotencyKey }))}
      />
      <ConfirmButton
        label="Reject"
        color="red"
        variant="light"
        asksReason
        consequence="No open payment of the file is made."
        send={(reason, idempotencyKey) => take(api.PUT(`${PATH}/reject`, { path, body: { reason }, idempotencyKey }))}
      />
    </>
  )
}
