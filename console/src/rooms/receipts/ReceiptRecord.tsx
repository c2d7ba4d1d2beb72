import type { Schema } from '@giro/sdk'
import { Alert, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { take, useApi } from '../../api/giro.ts'
import { useMay } from '../../api/session.ts'
import { AskButton } from '../../kit/AskButton.tsx'
import { ConfirmButton } from '../../kit/ConfirmButton.tsx'
import { Facts } from '../../kit/Facts.tsx'
import { Loaded, RecordHead, Sections } from '../../kit/Record.tsx'
import { Tree } from '../../kit/Tree.tsx'
import { Day, Moment, Money, Status, Uid } from '../../kit/Values.tsx'

type Receipt = Schema<'ReceiptWithSteps'>

export default function ReceiptRecord({ uid }: { uid: string }) {
  const api = useApi()
  return (
    <Loaded id={['receipt', uid]} read={() => api.GET('/v3/receipts/{receiptUID}', { path: { receiptUID: uid } })}>
      {(receipt) => (
        <>
          <RecordHead
            title={<Money amount={receipt.amount} currency={receipt.currency} />}
            status={<Status value={receipt.status} />}
          >
            <Actions receipt={receipt} />
          </RecordHead>
          {receipt.reasonText && (
            <Alert color="orange" title="Why it waits" mb="sm">
              {receipt.reasonText} {receipt.suggestedReturn && `Suggested return: ${receipt.suggestedReturn}.`}
            </Alert>
          )}
          <Sections
            sections={[
              { name: 'receipt', title: 'Receipt', show: () => <Details receipt={receipt} /> },
              { name: 'all', title: 'Everything', show: () => <Tree value={receipt} /> },
            ]}
          />
        </>
      )}
    </Loaded>
  )
}

function Details({ receipt }: { receipt: Receipt }) {
  const { originator, receiver } = receipt
  return (
    <Group align="start" gap="xl">
      <Facts
        of={[
          ['Direction', receipt.direction],
          ['Rail', receipt.rail],
          ['SEC code', receipt.secCode],
          ['Description', receipt.entryDescription],
          ['Trace number', receipt.traceNumber],
          ['UETR', receipt.uetr],
          ['Settles', <Day key="settles" day={receipt.settlementDate} />],
          ['Received', <Moment key="received" at={receipt.receivedAt} withEastern />],
          ['Return by', receipt.returnBy && <Moment key="by" at={receipt.returnBy} withEastern />],
          [
            'Extended return by',
            receipt.extendedReturnBy && <Moment key="ext" at={receipt.extendedReturnBy} withEastern />,
          ],
          ['Returned with', receipt.returnCode],
          ['UID', <Uid key="uid" value={receipt.receiptUID} />],
        ]}
      />
      <Facts
        of={[
          ['Originator', originator.name],
          ['Its bank', originator.bankName ?? originator.routingNumber ?? originator.bic],
          ['Its account', originator.accountNumber],
          ['Receiver', receiver.name],
          ['Account', receipt.accountNumber],
          ['Matched account', receipt.accountUID],
          ['Candidates', receipt.candidates && <Tree key="candidates" value={receipt.candidates} />],
          ['Remittance', receipt.addenda.length > 0 && <Tree key="addenda" value={receipt.addenda} />],
          ['File', receipt.fileUID && <Link to={`/files/${receipt.fileUID}` as never}>{receipt.fileUID}</Link>],
          [
            'Answers payment',
            receipt.returnsPaymentUID && (
              <Link to={`/payments/${receipt.returnsPaymentUID}` as never}>{receipt.returnsPaymentUID}</Link>
            ),
          ],
        ]}
      />
    </Group>
  )
}

const UNDECIDED = ['UNPOSTED', 'SCREENING', 'PENDING']

function Actions({ receipt }: { receipt: Receipt }) {
  const api = useApi()
  const may = useMay()
  const path = { receiptUID: receipt.receiptUID }
  const isOpen = UNDECIDED.includes(receipt.status)
  return (
    <>
      {isOpen && may('Institution.Adjust_Balances') && (
        <>
          <ConfirmButton
            label="Accept"
            color="green"
            consequence="The receipt is posted to the account that it names."
            send={(_, idempotencyKey) => take(api.POST('/v3/receipts/{receiptUID}/accept', { path, idempotencyKey }))}
          />
          <AskButton
            label="Assign"
            consequence="The receipt is posted to the account that you choose."
            fields={[{ name: 'accountUID', label: 'UID of the account' }]}
            send={({ accountUID = '' }, idempotencyKey) =>
              take(api.POST('/v3/receipts/{receiptUID}/assign', { path, body: { accountUID }, idempotencyKey }))
            }
          />
        </>
      )}
      {(isOpen || receipt.status === 'POSTED' || receipt.status === 'RETURNED') && may('Payments.Return_Payments') && (
        <AskButton
          label="Return"
          color="red"
          variant="light"
          consequence="The money goes back to the bank that sent it, with this reason. A return that comes too late is refused, and names the rule."
          fields={[{ name: 'reason', label: 'Return reason code', value: receipt.suggestedReturn ?? '' }]}
          send={({ reason = '' }, idempotencyKey) =>
            take(api.POST('/v3/receipts/{receiptUID}/return', { path, body: { reason }, idempotencyKey }))
          }
        />
      )}
    </>
  )
}
