import type { Schema } from '@giro/sdk'
import { take, useApi } from '../../api/giro.ts'
import { useMay } from '../../api/session.ts'
import { ConfirmButton } from '../../kit/ConfirmButton.tsx'
import { columnsOf } from '../../kit/columns.tsx'
import { ListRoom } from '../../kit/ListRoom.tsx'
import { Loaded, RecordHead, type Section, Sections } from '../../kit/Record.tsx'
import { Tree } from '../../kit/Tree.tsx'
import { Status } from '../../kit/Values.tsx'
import { AUDIT_COLUMNS } from '../audit/AuditRoom.tsx'
import { Terms } from './Terms.tsx'
import { Users } from './Users.tsx'

type Customer = Schema<'Customer'>

/** The customer whole. */
export default function CustomerRecord({ uid }: { uid: string }) {
  const api = useApi()
  const may = useMay()
  const sections: (Section | false)[] = [
    may('Accounts.View_Account') && { name: 'accounts', title: 'Accounts', show: () => <Accounts uid={uid} /> },
    may('Contacts.View_Contacts') && { name: 'contacts', title: 'Contacts', show: () => <Contacts uid={uid} /> },
    may('User_Admin.View_Roles_And_Users') && { name: 'users', title: 'Users', show: () => <Users uid={uid} /> },
    { name: 'signatories', title: 'Signatories', show: () => <Signatories uid={uid} /> },
    { name: 'terms', title: 'Limits and fees', show: () => <Terms uid={uid} /> },
    may('Institution.View_Institution') && {
      name: 'receivables',
      title: 'Receivables',
      show: () => (
        <Loaded
          id={['receivables', uid]}
          read={() => api.GET('/v1/customers/{customerUID}/receivables', { path: { customerUID: uid } })}
        >
          {(receivables) => <Tree value={receivables} />}
        </Loaded>
      ),
    },
    may('Institution.View_Institution') && { name: 'audit', title: 'Audit', show: () => <Audit uid={uid} /> },
  ]
  return (
    <Loaded id={['customer', uid]} read={() => api.GET('/v2/customers/{customerUID}', { path: { customerUID: uid } })}>
      {(customer) => (
        <>
          <RecordHead title={customer.legalName} status={<Status value={customer.status} />}>
            <Actions customer={customer} uid={uid} />
          </RecordHead>
          <Sections
            sections={[{ name: 'profile', title: 'Profile', show: () => <Tree value={customer} /> }, ...sections]}
          />
        </>
      )}
    </Loaded>
  )
}

function Actions({ customer, uid }: { customer: Customer; uid: string }) {
  const api = useApi()
  const may = useMay()
  const path = { customerUID: uid }
  if (!may('Institution.Manage_Customer_State')) return null
  return customer.status === 'Suspended' ? (
    <ConfirmButton
      label="Activate"
      consequence="The customer can pay again, and what was held for the suspension goes on."
      send={(_, idempotencyKey) =>
        take(api.PUT('/v1/institution/customers/{customerUID}/activate', { path, idempotencyKey }))
      }
    />
  ) : (
    <ConfirmButton
      label="Suspend"
      color="red"
      variant="light"
      asksReason
      consequence="The customer can no longer pay, its people cannot sign in, and payments that have not left are held."
      send={(reason, idempotencyKey) =>
        take(api.PUT('/v1/institution/customers/{customerUID}/suspend', { path, body: { reason }, idempotencyKey }))
      }
    />
  )
}

function Accounts({ uid }: { uid: string }) {
  const column = columnsOf<Schema<'Account'>>()
  const path = (account: Schema<'Account'>) => `accounts/${account.accountUID}`
  return (
    <ListRoom<Schema<'Account'>>
      order={2}
      name="accounts"
      title="Accounts"
      method="POST"
      path="/v3/customers/{customerUID}/accounts/search"
      pathParameters={{ customerUID: uid }}
      columns={[
        column.link('accountNumber', path, { title: 'Number' }),
        column.text('accountName', { title: 'Name' }),
        column.text('accountSubType', { title: 'Type' }),
        column.status('status', { title: 'State' }),
        column.money('ledgerBalance', ({ currency }) => currency, { title: 'Ledger balance' }),
        column.money('availableBalance', ({ currency }) => currency, { title: 'Available' }),
        column.money('amountOwed', ({ currency }) => currency, { title: 'Owed', isExtra: true }),
        column.uid('accountUID', { title: 'UID', isExtra: true }),
      ]}
      rowKey={({ accountUID }) => String(accountUID)}
      recordOf={path}
      empty="The customer has no account."
    />
  )
}

function Contacts({ uid }: { uid: string }) {
  const column = columnsOf<Schema<'ContactSummary'>>()
  return (
    <ListRoom<Schema<'ContactSummary'>>
      order={2}
      name="contacts"
      title="Contacts"
      path="/v2/customers/{customerUID}/contacts"
      pathParameters={{ customerUID: uid }}
      filters={[{ name: 'accountNumber', label: 'Account number' }]}
      columns={[
        column.text('name'),
        {
          id: 'account',
          title: 'Account',
          text: ({ contactBank }) => contactBank?.accountNo ?? '',
          cell: ({ contactBank }) => contactBank?.accountNo ?? '–',
        },
        {
          id: 'bank',
          title: 'Bank',
          text: ({ contactBank }) => contactBank?.name ?? '',
          cell: ({ contactBank }) => contactBank?.name ?? '–',
        },
        column.text('contactType', { title: 'Type' }),
        column.status('status', { title: 'State' }),
        column.uid('contactUID', { title: 'UID' }),
      ]}
      rowKey={({ contactUID }) => String(contactUID)}
      empty="The customer has no contact."
    />
  )
}

function Signatories({ uid }: { uid: string }) {
  const api = useApi()
  const read = () =>
    api.GET('/v1/customers/{customerUID}/signatories', {
      path: { customerUID: uid },
      query: { page: 1, size: 100 } as never,
    })
  return (
    <Loaded id={['signatories', uid]} read={read}>
      {(signatories) => <Tree value={signatories} />}
    </Loaded>
  )
}

function Audit({ uid }: { uid: string }) {
  return (
    <ListRoom<Schema<'AuditRecord'>>
      order={2}
      name="customer-audit"
      title="What was changed"
      path="/v1/institution/audit"
      fixed={{ customerUID: uid }}
      columns={AUDIT_COLUMNS}
      rowKey={({ id }) => id}
      empty="Nothing was changed."
    />
  )
}
