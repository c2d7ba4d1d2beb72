import type { Institution } from '../institution/institution.ts'

export type Factor = 'Totp' | 'Passkey'

/** A user who may sign in now: Active, with a password, of a customer that is not suspended. */
export interface Person {
  userId: string
  /** Null for the institution's own people. */
  customerId: bigint | null
  loginId: string
  displayName: string
  factors: readonly Factor[]
  /** Whether the person has no second factor yet, and so must enrol one before anything else. */
  mustEnrol: boolean
  /**
   * Changes when the person's credentials are reset or lose a factor. A session remembers it, and
   * ends when `readPerson` returns another one or no person.
   */
  credentialsId: string
}

/** The institution that a person signs in to. */
export type SignInInstitution = Pick<Institution, 'tenantId' | 'legalEntityId' | 'code' | 'name'> & {
  /** The path of the public URL, for links of pages: see basePathOf. */
  basePath?: string
}

/** The relying party of WebAuthn: the domain of the service and the origin of its pages. */
export interface RelyingParty {
  id: string
  origin: string
}

export type PersonCheck = { kind: 'ok'; person: Person } | { kind: 'refused' }
