import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useRef, useState } from 'react'

/** How often the lists were refreshed; lists open again when it changes. */
const RefreshContext = createContext(0)
export const RefreshProvider = RefreshContext.Provider
export const useRefreshes = () => useContext(RefreshContext)

/** Several events in a row refresh once. */
const GATHER_MS = 1_500
/** Without a word from the server for as long, what is shown may be old: heartbeats come each 20 s. */
const SILENCE_MS = 45_000

/**
 * Listens to the event feed: hints that something changed. Records are read again at once; lists
 * say that they are out of date, because rows that move under the pointer are dangerous.
 */
export function useFeed() {
  const queries = useQueryClient()
  const [changes, setChanges] = useState(0)
  const [refreshes, setRefreshes] = useState(0)
  const [isConnected, setConnected] = useState(true)
  const heardMs = useRef(Date.now())
  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined
    const events = new EventSource('/console/events')
    const heard = () => {
      heardMs.current = Date.now()
      setConnected(true)
    }
    events.onopen = heard
    events.addEventListener('heartbeat', heard)
    events.onmessage = () => {
      heard()
      gathering ??= setTimeout(() => {
        gathering = undefined
        setChanges((old) => old + 1)
        void queries.invalidateQueries()
      }, GATHER_MS)
    }
    const watch = setInterval(() => setConnected(Date.now() - heardMs.current < SILENCE_MS), 5_000)
    return () => {
      events.close()
      clearTimeout(gathering)
      clearInterval(watch)
    }
  }, [queries])
  const refresh = () => {
    setChanges(0)
    setRefreshes((old) => old + 1)
    void queries.invalidateQueries()
  }
  return { changes, isConnected, refreshes, refresh }
}
