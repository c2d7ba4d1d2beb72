import type { App } from '../../app.ts'
import type { Page, PageVisit } from '../../tokens/people.ts'
import type { RelyingParty, SignInInstitution } from '../person.ts'
import type { Progress } from './progress.ts'

/** Everything that a step of signing in needs. */
export interface Visit {
  app: App
  institution: SignInInstitution
  rp: RelyingParty
  http: PageVisit
  /** Names the progress: the request to sign in, or the secret in the browser's cookie. */
  id: string
  progress: Progress
  /** The origins to which forms of the page may lead. */
  formTargets: readonly string[]
}

/** A page with its status. */
export interface Reply {
  status: number
  page: Page
}

export const keyOf = ({ institution, id }: Visit) => ({ tenantId: institution.tenantId, id })

/** The status of a page whose form had a fault. */
export const FAULTY = 422
