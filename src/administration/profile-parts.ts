import { isDeepStrictEqual } from 'node:util'
import type { FieldEntitlement } from '../http/operation.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import type { UpdateInstitutionBody } from './institution.schema.ts'

interface Part extends FieldEntitlement {
  fields: readonly (keyof UpdateInstitutionBody)[]
}

/** Fields of the institution whose change requires a further entitlement. */
export const PARTS: readonly Part[] = [
  {
    entitlement: 'Institution.Manage_Rails',
    fields: [
      'closedDays',
      'currencyCalendars',
      'rails',
      'instantNetwork',
      'ach',
      'correspondents',
      'networks',
      'cutOffs',
      'obligations',
      'simulator',
    ],
  },
  // They bound what other entitlements allow, so their holders cannot change them.
  {
    entitlement: 'Institution.Manage_Limits_And_Fees',
    fields: ['adjustmentCaps', 'callBacks', 'fx', 'debits', 'instantLimits', 'returns', 'stoppedMakers'],
  },
]

/**
 * The refusal of a change to a part without the entitlement of the part. Fields that keep their
 * value are no change, so a client can send back the whole institution that it read.
 */
export function forbiddenPart(
  entitlements: ReadonlySet<string>,
  before: UpdateInstitutionBody,
  after: UpdateInstitutionBody,
): Refusal | undefined {
  for (const { entitlement, fields } of PARTS) {
    const changed = fields.filter((field) => !isDeepStrictEqual(before[field], after[field]))
    if (changed.length > 0 && !entitlements.has(entitlement))
      return refusal(
        'entitlementMissing',
        `the client does not have the entitlement ${entitlement}, which a change of ${changed.join(', ')} requires`,
      ).refusal
  }
  return undefined
}
