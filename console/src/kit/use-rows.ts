import type { GiroError } from '@giro/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useRefreshes } from '../api/refresh.ts'

/** A page of a list, or why there is none; the generators of the client yield these. */
type Page<Row> = { data: Row[]; reply?: unknown; error?: undefined } | { data?: undefined; error: GiroError }
/** Opens a list at its first page. */
export type OpenList<Row> = () => AsyncGenerator<Page<Row>, void, undefined>

export interface Rows<Row> {
  rows: readonly Row[]
  /** The number of all rows, if the list tells it. */
  total: number | undefined
  isLoading: boolean
  isComplete: boolean
  error: unknown
  loadMore: () => void
  reload: () => void
}

/** The rows of a list, page after page as they are looked at. `key` changes with the filter. */
export function useRows<Row>(key: string, open: OpenList<Row>): Rows<Row> {
  const [state, setState] = useState({ rows: [] as Row[], total: undefined as number | undefined, isComplete: false })
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState<unknown>()
  const [version, setVersion] = useState(0)
  const refreshes = useRefreshes()
  const source = useRef<{ pages: ReturnType<OpenList<Row>>; isBusy: boolean; isEnded: boolean } | null>(null)
  const opening = useRef(open)
  opening.current = open

  const next = useCallback(async (isFirst: boolean) => {
    const current = source.current
    if (!current || current.isBusy || current.isEnded) return
    current.isBusy = true
    setLoading(true)
    const { value, done } = await current.pages.next()
    // A list that was opened meanwhile shows its own rows.
    if (source.current !== current) return
    current.isBusy = false
    current.isEnded = done === true || value.error !== undefined
    setLoading(false)
    if (value?.error) return setError(value.error)
    setError(undefined)
    const rows = value?.data ?? []
    setState((old) => ({
      rows: isFirst ? rows : [...old.rows, ...rows],
      total: totalIn(value?.reply) ?? (isFirst ? undefined : old.total),
      isComplete: done === true,
    }))
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what opens the list again
  useEffect(() => {
    source.current = { pages: opening.current(), isBusy: false, isEnded: false }
    void next(true)
    return () => {
      source.current = null
    }
  }, [key, version, refreshes, next])

  const loadMore = useCallback(() => void next(false), [next])
  const reload = useCallback(() => setVersion((old) => old + 1), [])
  return { ...state, isLoading, error, loadMore, reload }
}

function totalIn(reply: unknown): number | undefined {
  const { pagination, totalRecords } = (reply ?? {}) as {
    pagination?: { totalRecords?: number }
    totalRecords?: number
  }
  return pagination?.totalRecords ?? totalRecords
}
