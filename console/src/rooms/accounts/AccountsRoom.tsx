import { Button, Group, Text, TextInput, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { take, useApi } from '../../api/giro.ts'
import { BusyButton } from '../../kit/BusyButton.tsx'
import { ErrorNotice } from '../../kit/ErrorNotice.tsx'
import { Tree } from '../../kit/Tree.tsx'
import { useAction } from '../../kit/use-action.ts'

/** Finds an account of any customer by its number. */
export default function AccountsRoom() {
  const api = useApi()
  const navigate = useNavigate()
  const [number, setNumber] = useState('')
  const found = useAction((accountNumber: string) =>
    take(api.GET('/v1/customers/lookup/{accountNumber}', { path: { accountNumber } })),
  )
  return (
    <>
      <Title order={1} size="h2" mb="xs">
        Accounts
      </Title>
      <Text size="sm" className="muted" mb="sm">
        Find an account by its number, or open it by its UID. A customer's accounts are on the customer's page.
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          found.mutate(number.trim())
        }}
      >
        <Group align="end">
          <TextInput
            label="Account number or UID"
            required
            maxLength={34}
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
          <BusyButton type="submit" isBusy={found.isPending}>
            Find by number
          </BusyButton>
          <Button
            variant="default"
            disabled={number.trim() === ''}
            onClick={() => void navigate({ to: `/accounts/${number.trim()}` } as never)}
          >
            Open by UID
          </Button>
        </Group>
      </form>
      <ErrorNotice error={found.error} />
      {found.data !== undefined && <Tree value={found.data} />}
    </>
  )
}
