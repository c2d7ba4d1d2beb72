import { Badge, Button, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readSignInPlaces, signInAt } from '../api/session.ts'
import { ErrorNotice } from '../kit/ErrorNotice.tsx'

/** Where people begin: signing in itself happens on the pages of the institution. */
export function SignIn({ hasEnded }: { hasEnded: boolean }) {
  const { data, error, refetch } = useQuery({ queryKey: ['places'], queryFn: readSignInPlaces })
  return (
    <main className="sign-in">
      <Paper withBorder p="xl" radius="md" maw={420} w="100%">
        <Stack>
          <Title order={1} size="h3">
            Giro console
          </Title>
          <Text>{hasEnded ? 'Your session has ended. Sign in again to go on.' : 'Sign in with your account at:'}</Text>
          {!data && !error && <Loader size="sm" aria-label="Loading" />}
          <ErrorNotice error={error} retry={() => void refetch()} />
          {data?.map(({ code, name, isSandbox }) => (
            <Button
              key={code}
              size="md"
              onClick={() => signInAt(code)}
              rightSection={isSandbox && <Badge>Sandbox</Badge>}
            >
              {name}
            </Button>
          ))}
          {data?.length === 0 && <Text>No institution lets people sign in here yet.</Text>}
        </Stack>
      </Paper>
    </main>
  )
}
