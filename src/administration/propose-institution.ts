import { underDualControl } from '../approvals/approvals.ts'
import { renderInstitution, type UpdateInstitutionBody } from './institution.schema.ts'

/** A change of the profile waits, unless it only protects. */
export const proposedProfile = underDualControl<unknown, UpdateInstitutionBody>(
  'institution',
  async (_tx, { body }, institution) => {
    if (onlyProtects(body)) return undefined
    return { subjectId: institution.code, current: renderInstitution(institution) }
  },
)

/** Whether the body only switches rails off or dual control on. It may be urgent, as at a fraud. */
function onlyProtects({ rails = {}, dualControl, ...others }: UpdateInstitutionBody): boolean {
  if (Object.keys(others).length > 0 || dualControl === false) return false
  return Object.values(rails).every((isOn) => isOn === false)
}
