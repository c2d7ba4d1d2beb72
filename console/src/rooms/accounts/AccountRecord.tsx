import type { Schema } from '@giro/sdk'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api/giro.ts'
import { columnsOf } from '../../kit/columns.tsx'
import { ListRoom } from '../../kit/ListRoom.tsx'
import { Loaded, RecordHead, Sections } from '../../kit/Record.tsx'
import { Tree } from '../../kit/Tree.tsx'

type Transaction = Schema<'Transaction'>

export default function AccountRecord({ uid }: { uid: string }) {
  return (
    <>
      <RecordHead title={`Account ${uid}`} />
      <Sections
        sections={[
          { name: 'activity', title: 'Activity', show: () => <Activity uid={uid} /> },
          { name: 'balances', title: 'Balances', show: () => <Balances uid={uid} /> },
        ]}
      />
    </>
  )
}

function Activity({ uid }: { uid: string }) {
  const column = columnsOf<Transaction>()
  return (
    <ListRoom<Transaction>
      order={2}
      name="transactions"
      title="Activity"
      path="/v3/accounts/{accountUID}/transactions"
      pathParameters={{ accountUID: uid }}
      paging={{ limit: 200 }}
      filters={[
        { name: 'fromDate', label: 'From', type: 'date' },
        { name: 'toDate', label: 'To', type: 'date' },
        { name: 'direction', label: 'Direction', options: ['Credit', 'Debit'] },
        { name: 'minAmount', label: 'At least' },
        { name: 'maxAmount', label: 'At most' },
      ]}
      columns={[
        column.moment('bookedAt', { title: 'Booked' }),
        column.text('description'),
        column.words('direction'),
        column.money('amount', ({ currency }) => currency),
        column.money('runningBalance', ({ currency }) => currency, { title: 'Balance' }),
        column.day('valueDate'),
        column.text('reference'),
        column.words('kind', { isExtra: true }),
        column.money('runningAvailableBalance', ({ currency }) => currency, { title: 'Available', isExtra: true }),
        column.text('remittance', { isExtra: true }),
        column.text('traceNumber', { title: 'Trace number', isExtra: true }),
      ]}
      rowKey={({ transactionUID, sequence }) => `${transactionUID} ${sequence}`}
      recordOf={({ links }) => linkOf(links as Record<string, string | undefined>)}
      empty="Nothing was booked."
    />
  )
}

function linkOf({ paymentUID, receiptUID }: Record<string, string | undefined>): string {
  if (receiptUID) return `receipts/${receiptUID}`
  return paymentUID ? `payments/${paymentUID}` : 'payments'
}

function Balances({ uid }: { uid: string }) {
  const api = useApi()
  const [at, setAt] = useState('')
  const query = at ? { at: new Date(at).toISOString() } : {}
  return (
    <>
      <TextInput
        type="datetime-local"
        label="At"
        maw={260}
        mb="md"
        value={at}
        onChange={(event) => setAt(event.currentTarget.value)}
      />
      <Loaded
        id={['balances', uid, at]}
        read={() => api.GET('/v3/accounts/{accountUID}/balances', { path: { accountUID: uid }, query })}
      >
        {(balances) => <Tree value={balances} />}
      </Loaded>
    </>
  )
}
