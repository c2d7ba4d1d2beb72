import { type Institution, networkSettingsOf } from '../../../institution/institution.ts'

/** What names an institution to Fedwire. */
export interface Participant {
  routingNumber: string
  /** The endpoint whose messages are numbered: eight capital letters and digits. */
  endpoint: string
  /** The connection party that sends and receives: nine capital letters and digits. */
  connectionParty: string
  /** TEST or PROD, which is in the header of every message. */
  service: 'TEST' | 'PROD'
}

type Named = Pick<Institution, 'routingNumber' | 'sandbox' | 'settings'>

/** Throws without an endpoint: no payment is accepted without one. */
export function participantOf(institution: Named): Participant {
  const { routingNumber, sandbox } = institution
  const { endpoint, connectionParty = routingNumber } = networkSettingsOf(institution, 'FEDWIRE') ?? {}
  if (endpoint === undefined) throw new Error(`${routingNumber} has no endpoint in Fedwire: set networks.FEDWIRE`)
  return { routingNumber, endpoint, connectionParty, service: sandbox ? 'TEST' : 'PROD' }
}
