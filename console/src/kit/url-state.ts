import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Filters, sort, page and the open record, as they stand in the address. */
export type UrlState = Record<string, string>

/** Keeps texts alone: what else an address brings is left out. */
export function textsOf(search: Record<string, unknown>): UrlState {
  const texts: UrlState = {}
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') texts[name] = value
    else if (typeof value === 'number' || typeof value === 'boolean') texts[name] = String(value)
  }
  return texts
}

/** Each name and value as plain text: TanStack Router would write texts in JSON. */
export const writeSearch = (search: Record<string, unknown>): string => {
  const text = new URLSearchParams(textsOf(search)).toString()
  return text && `?${text}`
}
export const readSearch = (text: string): UrlState => textsOf(Object.fromEntries(new URLSearchParams(text)))

/** The state in the address, and a function that changes parts of it; '' or undefined removes one. */
export function useUrlState(): [UrlState, (change: Record<string, string | undefined>, replace?: boolean) => void] {
  const state = useSearch({ strict: false }) as UrlState
  const navigate = useNavigate()
  const change = useCallback(
    (parts: Record<string, string | undefined>, replace = false) => {
      void navigate({ to: '.', replace, search: (old: UrlState) => textsOf({ ...old, ...parts }) } as never)
    },
    [navigate],
  )
  return [state, change]
}
