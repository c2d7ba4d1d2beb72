import Type, { type Static } from 'typebox'
import { mustBeName, name } from '../http/fields.ts'
import {
  type InstitutionSettings,
  MAKER_STOPS,
  ON_STOPPED_MAKER,
  STOPPED_MAKERS,
  type StoppedMakerSettings,
  stoppedMakersOf,
} from '../institution/institution.ts'

const field = (kind: keyof StoppedMakerSettings, says: string) =>
  Type.Optional(name(ON_STOPPED_MAKER, { description: `${says} Default ${STOPPED_MAKERS[kind]}.` }))

export const StoppedMakersField = Type.Object(
  {
    clientRevoked: field('clientRevoked', 'The API client was revoked.'),
    clientExpired: field('clientExpired', 'The API client has expired, as was planned.'),
    userStopped: field('userStopped', 'The user is not Active.'),
    legalEntitySuspended: field(
      'legalEntitySuspended',
      'The legal entity of the client or user, or one above it, is Suspended.',
    ),
    outOfReach: field('outOfReach', 'The customer was moved, and the legal entity is not above it any more.'),
  },
  {
    additionalProperties: false,
    description:
      'What becomes of payments, webhooks and positive pay rules of a maker that was stopped: Hold (until somebody else decides, or the maker acts again) or Continue.',
  },
)

export const StoppedMakersReply = Type.Object({
  clientRevoked: Type.String(),
  clientExpired: Type.String(),
  userStopped: Type.String(),
  legalEntitySuspended: Type.String(),
  outOfReach: Type.String(),
})

export function parseStoppedMakers(body: Static<typeof StoppedMakersField>): Partial<StoppedMakerSettings> {
  return Object.fromEntries(
    MAKER_STOPS.flatMap((kind) => {
      const chosen = body[kind]
      return chosen === undefined ? [] : [[kind, mustBeName(ON_STOPPED_MAKER, chosen)]]
    }),
  )
}

export function renderStoppedMakers(
  settings: Pick<InstitutionSettings, 'stoppedMakers'>,
): Static<typeof StoppedMakersReply> {
  return stoppedMakersOf(settings)
}
