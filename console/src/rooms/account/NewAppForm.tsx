import { Code, Loader, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { beginApp, confirmApp } from '../../api/account.ts'
import { useSession } from '../../api/session.ts'
import { BusyButton } from '../../kit/BusyButton.tsx'
import { ErrorNotice } from '../../kit/ErrorNotice.tsx'
import { useAction } from '../../kit/use-action.ts'

/** Shows the key of a new authenticator app, and asks for its first code. */
export function NewAppForm({ onDone }: { onDone: (recoveryCodes: string[]) => void }) {
  const session = useSession()
  const [code, setCode] = useState('')
  // Another key would make the app that was just scanned useless, so that it is asked for once.
  const { data, error } = useQuery({
    queryKey: ['new-app'],
    queryFn: () => beginApp(session),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
  const confirm = useAction((given: string) => confirmApp(session, given))
  if (error) return <ErrorNotice error={error} />
  if (!data) return <Loader size="sm" aria-label="Loading" />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!confirm.isPending) confirm.mutate(code, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) })
      }}
    >
      <Text>Scan the code with the app, or type the key into it. Then enter the six digits that it shows.</Text>
      <svg
        role="img"
        aria-label="QR code for the authenticator app"
        viewBox={`0 0 ${data.qr.size} ${data.qr.size}`}
        width={192}
        className="qr"
      >
        <path fill="#000" d={data.qr.path} />
      </svg>
      <Text mb="xs">
        Key: <Code>{data.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</Code>
      </Text>
      <TextInput
        label="Six digits"
        required
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        maw={200}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <ErrorNotice error={confirm.error} />
      <BusyButton type="submit" mt="sm" isBusy={confirm.isPending}>
        Use this app
      </BusyButton>
    </form>
  )
}
