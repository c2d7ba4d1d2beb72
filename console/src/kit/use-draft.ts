import { useCallback, useState } from 'react'

/**
 * What a person types in a form, kept in this tab until it is sent: a step-up, a lost connection or
 * a reload does not lose it.
 */
export function useDraft<Draft extends object>(name: string, empty: Draft) {
  const key = `giro-draft-${name}`
  const [draft, setDraft] = useState<Draft>(() => ({ ...empty, ...readDraft(key) }))
  const change = useCallback(
    (parts: Partial<Draft>) => {
      setDraft((old) => {
        const next = { ...old, ...parts }
        sessionStorage.setItem(key, JSON.stringify(next))
        return next
      })
    },
    [key],
  )
  const clear = useCallback(() => {
    sessionStorage.removeItem(key)
    setDraft(empty)
  }, [key, empty])
  return [draft, change, clear] as const
}

function readDraft(key: string): object {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as object
  } catch {
    return {}
  }
}
