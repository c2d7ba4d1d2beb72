import type { Schema } from '@giro/sdk'
import { Button, Title } from '@mantine/core'
import { take, useApi } from '../../api/giro.ts'
import { useMay } from '../../api/session.ts'
import { AskButton } from '../../kit/AskButton.tsx'
import { columnsOf } from '../../kit/columns.tsx'
import { save } from '../../kit/csv.ts'
import { ListRoom } from '../../kit/ListRoom.tsx'
import { Sections } from '../../kit/Record.tsx'
import { wordsOf } from '../../kit/words.ts'

/** The books of the institution. */
export default function LedgerRoom() {
  return (
    <>
      <Title order={1} size="h2" mb="sm">
        Ledger
      </Title>
      <Sections
        sections={[
          { name: 'accounts', title: 'Accounts', show: () => <Accounts /> },
          { name: 'balance', title: 'Trial balance', show: () => <TrialBalance /> },
          { name: 'journal', title: 'Journal', show: () => <Journal /> },
          { name: 'days', title: 'Business days', show: () => <Days /> },
          { name: 'exports', title: 'Files for the general ledger', show: () => <Exports /> },
          { name: 'owed', title: 'Receivables', show: () => <Receivables /> },
        ]}
      />
    </>
  )
}

function Accounts() {
  const column = columnsOf<Schema<'LedgerAccount'>>()
  return (
    <ListRoom<Schema<'LedgerAccount'>>
      order={2}
      name="ledger-accounts"
      title="Accounts of the books"
      path="/v1/institution/ledger/accounts"
      filters={[{ name: 'currency', label: 'Currency' }]}
      columns={[
        column.text('name'),
        column.words('type'),
        column.money('balance', ({ currency }) => currency),
        column.text('glAccount', { title: 'GL account' }),
        column.text('account', { isExtra: true }),
      ]}
      rowKey={({ account, currency }) => `${account} ${currency}`}
      empty="There is no account in this currency."
    />
  )
}

function TrialBalance() {
  const column = columnsOf<Schema<'TrialBalance'>>()
  const currency = (row: Schema<'TrialBalance'>) => row.currency
  return (
    <ListRoom<Schema<'TrialBalance'>>
      order={2}
      name="trial-balance"
      title="Trial balance"
      path="/v1/institution/ledger/trial-balance"
      filters={[
        { name: 'businessDate', label: 'Business day', type: 'date' },
        { name: 'currency', label: 'Currency' },
      ]}
      columns={[
        column.text('account'),
        column.money('opening', currency),
        column.money('debits', currency),
        column.money('credits', currency),
        column.money('closing', currency),
        column.day('businessDate', { title: 'Day' }),
        column.status('status'),
        column.text('glAccount', { title: 'GL account', isExtra: true }),
        column.money('reclassified', currency, { isExtra: true }),
      ]}
      rowKey={({ account, currency: of, businessDate }) => `${account} ${of} ${businessDate}`}
      empty="Nothing was booked on this day."
    />
  )
}

type Entry = Schema<'Journal'>['entries'][number]

function Journal() {
  const column = columnsOf<Entry>()
  return (
    <ListRoom<Entry>
      order={2}
      name="journal"
      title="Journal"
      path="/v1/institution/ledger/journal"
      paging={{ limit: 200 }}
      filters={[
        { name: 'businessDate', label: 'Business day', type: 'date' },
        { name: 'currency', label: 'Currency' },
      ]}
      columns={[
        column.moment('postedAt', { title: 'Posted' }),
        column.words('purpose'),
        column.text('debit'),
        column.text('credit'),
        column.money('amount', ({ currency }) => currency),
        column.uid('referenceUID', { title: 'About' }),
        column.uid('transferUID', { title: 'Transfer', isExtra: true }),
      ]}
      rowKey={({ transferUID }) => transferUID}
      empty="Nothing was booked on this day."
    />
  )
}

/** Tries again after a close that could not be proved; the worker closes every other day. */
function CloseDays() {
  const api = useApi()
  return (
    <AskButton
      size="xs"
      label="Close days that are over"
      consequence="The books of each day that is over are proved. A day that agrees is closed, and stays as it is for ever."
      fields={[
        { name: 'businessDate', label: 'Until (the last that is over, if empty)', type: 'date', isOptional: true },
      ]}
      send={({ businessDate }, idempotencyKey) =>
        take(
          api.POST('/v1/institution/ledger/days/close', { body: businessDate ? { businessDate } : {}, idempotencyKey }),
        )
      }
    />
  )
}

/** The file of each closed day, as it is written for the general ledger. */
function Exports() {
  const column = columnsOf<Schema<'LedgerExport'>>()
  return (
    <ListRoom<Schema<'LedgerExport'>>
      order={2}
      name="ledger-exports"
      title="Files for the general ledger"
      path="/v1/institution/ledger/exports"
      paging={{ page: 1, limit: 10 }}
      filters={[{ name: 'businessDate', label: 'Business day', type: 'date' }]}
      columns={[
        column.day('businessDate', { title: 'Day' }),
        column.text('name'),
        column.words('detail', { title: 'Each line is' }),
        column.moment('writtenAt', { title: 'Written' }),
        column.uid('sha256', { title: 'SHA-256' }),
        {
          id: 'save',
          title: 'File',
          text: () => '',
          cell: ({ name, content }) => (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Download ${name}`}
              onClick={() => save(new Blob([content], { type: 'text/csv;charset=utf-8' }), name)}
            >
              Download
            </Button>
          ),
        },
      ]}
      rowKey={({ businessDate }) => businessDate}
      empty="No day with a file is closed yet."
    />
  )
}

function Days() {
  const may = useMay()
  const column = columnsOf<Schema<'BusinessDay'>>()
  return (
    <ListRoom<Schema<'BusinessDay'>>
      order={2}
      name="business-days"
      title="Business days"
      buttons={may('Institution.Manage_Institution') && <CloseDays />}
      path="/v1/institution/ledger/days"
      columns={[
        column.day('businessDate', { title: 'Day' }),
        column.status('status'),
        column.moment('closesAt', { title: 'Closes' }),
        column.moment('closedAt', { title: 'Closed' }),
        {
          id: 'differences',
          title: 'What does not agree',
          text: ({ differences }) => differences.map(({ what, id, detail }) => `${what} ${id}: ${detail}`).join('; '),
          cell: ({ differences }) =>
            differences.length === 0
              ? 'Nothing'
              : differences.map(({ what, id, detail }) => (
                  <div key={`${what} ${id}`}>
                    {wordsOf(what)} <code>{id}</code>: {detail}
                  </div>
                )),
        },
      ]}
      rowKey={({ businessDate }) => businessDate}
      empty="No day is closed yet."
    />
  )
}

function Receivables() {
  const column = columnsOf<Schema<'Receivable'>>()
  return (
    <ListRoom<Schema<'Receivable'>>
      order={2}
      name="receivables"
      title="Customers that owe"
      path="/v1/institution/receivables"
      columns={[
        column.text('customerUID', { title: 'Customer' }),
        column.money('amountOwed', ({ currency }) => currency, { title: 'Owed' }),
        column.money('amountIncurred', ({ currency }) => currency, { title: 'In all' }),
        column.moment('since'),
      ]}
      rowKey={({ customerUID, currency }) => `${customerUID} ${currency}`}
      recordOf={({ customerUID }) => `customers/${customerUID}`}
      empty="No customer owes anything."
    />
  )
}
