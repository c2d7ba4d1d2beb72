import type { Participant } from '../../../banks/banks.ts'
import { accept, type Result, refuse } from '../../../kernel/result.ts'
import { atLeastOne, codes, moment, sequence, text, type Value } from '../description.ts'
import { readElement, Unreadable } from '../read.ts'
import { withXml } from '../xml.ts'

/** The namespace of FedNow's own part of admi.998. */
const NAMESPACE = 'urn:fed:xsd:admi.998.001.02'

const MAX_BYTES = 16 * 1024 * 1024

/** FedNow has about 1,500 participants; each has five elements or more. */
const MAX_ELEMENTS = 200_000

const ParticipantProfile = sequence({
  Id: text(9, 9, /^[0-9]{9}$/),
  Nm: text(1, 140),
  Svcs: atLeastOne(codes('CTSR', 'CTRO', 'RFPR')),
})

const ParticipantFile = sequence({
  admi998SuplDataV01: sequence({
    PtcptFile: sequence({ BizDay: moment('date'), PtcptPrfl: atLeastOne(ParticipantProfile) }),
  }),
})

/** The participants of FedNow on a business day. */
export interface FedNowParticipants {
  businessDay: string
  profiles: readonly Value<typeof ParticipantProfile>[]
}

/** Reads the participant file from the XML text in PrtryData/Data. */
export function readParticipantFile(xml: string): Result<FedNowParticipants, string> {
  const read = withXml(xml, MAX_BYTES, (root) => {
    if (root.name !== 'Document' || root.namespaceUri !== NAMESPACE)
      throw new Unreadable('/', `the participant file is a Document of ${NAMESPACE}`)
    return readElement(ParticipantFile, root, NAMESPACE, '/Document', { elements: MAX_ELEMENTS })
  })
  if (!read.ok) return refuse(read.refusal)
  const file = read.value as Value<typeof ParticipantFile>
  const { BizDay, PtcptPrfl } = file.admi998SuplDataV01.PtcptFile
  return accept({ businessDay: BizDay, profiles: PtcptPrfl })
}

/**
 * Every participant receives; RFPR takes requests for payment as well. A double line counts once.
 */
export function participantsOf({ profiles }: FedNowParticipants): Participant[] {
  const byId = new Map(
    profiles.map(({ Id, Nm, Svcs }) => [
      Id,
      {
        bankId: Id,
        name: Nm,
        takesPayments: Svcs.includes('CTSR') || Svcs.includes('CTRO'),
        details: { requestsForPayment: Svcs.includes('RFPR') },
      },
    ]),
  )
  return [...byId.values()]
}
