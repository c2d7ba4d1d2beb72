import type { Schema } from '@giro/sdk'
import { Alert, Button, Code, CopyButton, Text } from '@mantine/core'
import { take, useApi } from '../../api/giro.ts'
import { useMay } from '../../api/session.ts'
import { AskButton } from '../../kit/AskButton.tsx'
import { ConfirmButton } from '../../kit/ConfirmButton.tsx'
import { columnsOf } from '../../kit/columns.tsx'
import { ListRoom } from '../../kit/ListRoom.tsx'

/** The users of a legal entity. */
export function Users({ uid }: { uid: string }) {
  const api = useApi()
  const may = useMay()
  const column = columnsOf<Schema<'User'>>()
  return (
    <ListRoom<Schema<'User'>>
      order={2}
      name="users"
      title="Users"
      method="POST"
      path="/api/user-management/v1/customers/{customerId}/users/search"
      pathParameters={{ customerId: uid }}
      paging={{ page: 1, size: 100 }}
      columns={[
        column.text('loginId', { title: 'Login' }),
        column.text('firstName', { title: 'First name' }),
        column.text('lastName', { title: 'Last name' }),
        column.status('status', { title: 'State' }),
        column.text('email'),
        column.text('roleNames', { title: 'Roles' }),
        column.uid('userId', { title: 'UID', isExtra: true }),
        {
          id: 'activate',
          title: '',
          text: () => '',
          cell: ({ userId, loginId, status }) =>
            status !== 'Active' &&
            may('User_Admin.Activate_Users') && (
              <ConfirmButton
                size="compact-xs"
                variant="default"
                label="Activate"
                consequence={`${loginId} has the rights of the roles from then on, and can be invited to sign in.`}
                send={(_, idempotencyKey) =>
                  take(
                    api.PUT('/api/user-management/v1/customers/{customerId}/users/{userId}/activate', {
                      path: { customerId: uid, userId },
                      idempotencyKey,
                    }),
                  )
                }
              />
            ),
        },
        {
          id: 'invite',
          title: '',
          text: () => '',
          cell: (user) =>
            user.status === 'Active' &&
            may('User_Admin.Manage_Users') && (
              <ConfirmButton
                size="compact-xs"
                variant="default"
                label="Invite"
                show={(answer) => <InvitationLink of={answer as Schema<'UserInvitation'>} />}
                consequence={`${user.email} gets a link to set a password and a second factor. It works once, for 72 hours.`}
                send={(_, idempotencyKey) =>
                  take(
                    api.POST('/api/user-management/v1/customers/{customerId}/users/{userId}/invitation', {
                      path: { customerId: uid, userId: user.userId },
                      idempotencyKey,
                    }),
                  )
                }
              />
            ),
        },
      ]}
      rowKey={({ userId }) => userId}
      empty="The customer has no user."
      buttons={may('User_Admin.Manage_Users') && <NewUser uid={uid} />}
    />
  )
}

/** Only a sandbox tells the link, because its mail may reach nobody. */
function InvitationLink({ of: { email, invitationUrl } }: { of: Schema<'UserInvitation'> }) {
  if (!invitationUrl) return null
  return (
    <Alert color="green" title="Invited" role="status">
      <Text className="wrapped">This is a sandbox: give the link to {email} yourself. It is shown once.</Text>
      <Code className="wrapped">{invitationUrl}</Code>
      <CopyButton value={invitationUrl}>
        {({ copied, copy }) => (
          <Button size="xs" mt="xs" variant="default" onClick={copy} data-autofocus>
            {copied ? 'Copied' : 'Copy the link'}
          </Button>
        )}
      </CopyButton>
    </Alert>
  )
}

function NewUser({ uid }: { uid: string }) {
  const api = useApi()
  return (
    <AskButton
      label="New user"
      consequence="The user can sign in after accepting an invitation."
      fields={[
        { name: 'loginId', label: 'Login' },
        { name: 'firstName', label: 'First name' },
        { name: 'lastName', label: 'Last name' },
        { name: 'email', label: 'Email' },
        { name: 'roleName', label: 'Role' },
      ]}
      send={({ loginId = '', firstName = '', lastName = '', email = '', roleName = '' }, idempotencyKey) =>
        take(
          api.POST('/api/user-management/v1/customers/{customerId}/users', {
            path: { customerId: uid },
            body: { externalReferenceId: loginId, loginId, firstName, lastName, email, roleNames: [roleName] },
            idempotencyKey,
          }),
        )
      }
    />
  )
}
