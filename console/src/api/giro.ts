import { createGiro, type Giro, type GiroError } from '@giro/sdk'
import { createContext, useContext } from 'react'
import { wasActiveLately } from './activity.ts'
import type { Session } from './session.ts'

/** Told when the server no longer knows the session. */
type OnSessionEnd = () => void

/**
 * The client of the API. Requests go to the server of this page, which adds the person's token: the
 * page has none.
 */
export function createApi({ csrfToken }: Pick<Session, 'csrfToken'>, onSessionEnd: OnSessionEnd): Giro {
  return createGiro({
    baseUrl: `${location.origin}/console/api`,
    token: () => 'session',
    fetch: async (request) => {
      const headers = new Headers(request.headers)
      headers.delete('Authorization')
      headers.set('X-Giro-CSRF', csrfToken)
      if (wasActiveLately()) headers.set('X-Giro-Active', '1')
      const reply = await fetch(new Request(request, { headers, credentials: 'same-origin' }))
      if (reply.status === 401) onSessionEnd()
      return reply
    },
  })
}

/** What a call of the client resolves to. */
export type Answer<Data> = Promise<{ data?: Data | undefined; error?: GiroError | undefined }>

/** What was in the envelope of an answer. Throws the GiroError of a refusal, as queries expect. */
export async function take<Data>(answer: Answer<Data>): Promise<NonNullable<Data>> {
  const { data, error } = await answer
  if (error) throw error
  return data as NonNullable<Data>
}

const ApiContext = createContext<Giro | null>(null)
export const ApiProvider = ApiContext.Provider

export function useApi(): Giro {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi needs a session')
  return api
}
