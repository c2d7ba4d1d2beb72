import type { Schema } from '@giro/sdk'
import { Title } from '@mantine/core'
import { take, useApi } from '../../api/giro.ts'
import { useMay } from '../../api/session.ts'
import { ConfirmButton } from '../../kit/ConfirmButton.tsx'
import { columnsOf } from '../../kit/columns.tsx'
import { ListRoom } from '../../kit/ListRoom.tsx'
import { Loaded, Sections } from '../../kit/Record.tsx'
import { Users } from '../customers/Users.tsx'

/** The institution's own people, and the programs that call its API. Customers' users are on their pages. */
export default function PeopleRoom() {
  const api = useApi()
  const may = useMay()
  return (
    <>
      <Title order={1} size="h2" mb="sm">
        Users and clients
      </Title>
      <Sections
        sections={[
          may('User_Admin.View_Roles_And_Users') && {
            name: 'users',
            title: 'Users of the institution',
            show: () => (
              <Loaded id={['institution']} read={() => api.GET('/v1/institution')}>
                {({ customerUID }) => (
                  <>
                    <Users uid={customerUID} />
                    <Roles uid={customerUID} />
                  </>
                )}
              </Loaded>
            ),
          },
          { name: 'clients', title: 'API clients', show: () => <ApiClients /> },
        ]}
      />
    </>
  )
}

function Roles({ uid }: { uid: string }) {
  const column = columnsOf<Schema<'Role'>>()
  return (
    <ListRoom<Schema<'Role'>>
      order={2}
      name="roles"
      title="Roles"
      path="/api/user-management/v1/customers/{customerId}/roles/search"
      pathParameters={{ customerId: uid }}
      paging={{ page: 1, size: 100 }}
      columns={[
        column.text('name'),
        column.text('description'),
        column.words('type'),
        {
          id: 'entitlements',
          title: 'Entitlements',
          text: ({ applications }) => applications.flatMap(({ entitlements }) => entitlements).join(' '),
          cell: ({ applications }) => applications.flatMap(({ entitlements }) => entitlements).length,
        },
      ]}
      rowKey={({ id }) => id}
      empty="There is no role."
    />
  )
}

function ApiClients() {
  const api = useApi()
  const may = useMay()
  const column = columnsOf<Schema<'ApiClientRecord'>>()
  return (
    <ListRoom<Schema<'ApiClientRecord'>>
      order={2}
      name="api-clients"
      title="API clients"
      path="/v1/institution/api-clients"
      filters={[
        { name: 'status', label: 'State', options: ['Active', 'Revoked'] },
        { name: 'customerUID', label: 'Customer' },
      ]}
      columns={[
        column.text('name'),
        column.text('apiKey', { title: 'Key' }),
        column.status('status', { title: 'State' }),
        column.text('customerUID', { title: 'Legal entity' }),
        column.text('authenticationMethod', { title: 'Authentication' }),
        column.text('roleNames', { title: 'Roles' }),
        column.moment('lastUsedAt', { title: 'Last used' }),
        column.moment('expiresAt', { title: 'Expires', isExtra: true }),
        column.text('allowedNetworks', { title: 'Networks', isExtra: true }),
        {
          id: 'revoke',
          title: '',
          text: () => '',
          cell: ({ apiKey, name, status }) =>
            status === 'Active' &&
            may('Institution.Manage_API_Clients') && (
              <ConfirmButton
                size="compact-xs"
                color="red"
                variant="light"
                label="Revoke"
                consequence={`${name} can do nothing more, and its tokens end at once. This cannot be undone.`}
                send={(_, idempotencyKey) =>
                  take(api.POST('/v1/institution/api-clients/{apiKey}/revoke', { path: { apiKey }, idempotencyKey }))
                }
              />
            ),
        },
      ]}
      rowKey={({ apiKey }) => apiKey}
      empty="No API client matches these filters."
    />
  )
}
