import { Center, Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ApiProvider, createApi } from '../api/giro.ts'
import { readSession, type Session, SessionProvider } from '../api/session.ts'
import { ErrorNotice } from '../kit/ErrorNotice.tsx'
import { roomsFor } from '../rooms/rooms.ts'
import { routerFor } from './router.tsx'
import { SignIn } from './SignIn.tsx'

/** Rights that were taken away are gone from the page within a minute; the API refuses at once. */
const SESSION_REFRESH_MS = 45_000

export function App() {
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['session'],
    queryFn: readSession,
    refetchInterval: SESSION_REFRESH_MS,
  })
  if (isPending) {
    return (
      <Center h="100vh">
        <Loader aria-label="Loading" />
      </Center>
    )
  }
  if (data === undefined) return <ErrorNotice error={error} retry={() => void refetch()} />
  if (data === null) return <SignIn hasEnded={hadSession()} />
  sessionStorage.setItem(HAD_SESSION, 'yes')
  return <SignedIn session={data} key={data.csrfToken} />
}

const HAD_SESSION = 'giro-had-session'
const hadSession = () => sessionStorage.getItem(HAD_SESSION) !== null

function SignedIn({ session }: { session: Session }) {
  const queries = useQueryClient()
  const { csrfToken, entitlements, legalEntity } = session
  const api = useMemo(
    () => createApi({ csrfToken }, () => void queries.invalidateQueries({ queryKey: ['session'] })),
    [csrfToken, queries],
  )
  const rights = [...entitlements].sort().join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same rights have the same rooms
  const router = useMemo(() => routerFor(roomsFor({ entitlements, legalEntity })), [rights, legalEntity.kind])
  return (
    <SessionProvider value={session}>
      <ApiProvider value={api}>
        <RouterProvider router={router} />
      </ApiProvider>
    </SessionProvider>
  )
}
