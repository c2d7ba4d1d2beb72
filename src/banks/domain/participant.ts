import { accept, type Result, refuse } from '../../kernel/result.ts'

/** A bank in the participant list of a network. */
export interface Participant {
  /** A routing number, or the eleven characters of a BIC. */
  bankId: string
  name: string
  /** Whether customers' payments can be sent to it over the network. */
  takesPayments: boolean
  details: ParticipantDetails
}

export interface ParticipantDetails {
  address?: ParticipantAddress
  phoneNumber?: string
  /** The routing number that replaces this one, after a merger. */
  newRoutingNumber?: string
  /** Whether it takes requests for payment. */
  requestsForPayment?: boolean
}

export interface ParticipantAddress {
  addressLine1?: string
  city?: string
  state?: string
  postalCode?: string
  countryCode?: string
  country?: string
}

/** The largest public list, that of BICs, has about 150,000. */
export const MAX_PARTICIPANTS = 400_000

/** A refused file lists so many of its faults. */
const MAX_FAULTS = 20

/** The participants of a list, collected line by line. */
export interface ParticipantList {
  add(line: number, parsed: Result<Participant, string>): void
  /** All participants, or what is wrong with the file, a line each. */
  end(): Result<Participant[], readonly string[]>
}

/** Collects the participants of one file. A file with any fault is refused as a whole. */
export function collectParticipants(): ParticipantList {
  const found = new Map<string, Participant>()
  const lines = new Map<string, number>()
  const faults: string[] = []
  let faulty = 0
  const fault = (text: string) => {
    faulty++
    if (faults.length < MAX_FAULTS) faults.push(text)
  }
  return {
    add(line, parsed) {
      if (!parsed.ok) return fault(`line ${line}: ${parsed.refusal}`)
      const { bankId } = parsed.value
      const earlier = lines.get(bankId)
      if (earlier !== undefined) return fault(`line ${line}: ${bankId} is on line ${earlier} already`)
      if (found.size === MAX_PARTICIPANTS)
        return fault(`line ${line}: a list has at most ${MAX_PARTICIPANTS} participants`)
      lines.set(bankId, line)
      found.set(bankId, parsed.value)
    },
    end() {
      if (faulty > faults.length) faults.push(`and ${faulty - faults.length} more`)
      if (faulty > 0) return refuse(faults)
      if (found.size === 0) return refuse(['the file has no participants'])
      return accept([...found.values()])
    },
  }
}

/** The BIC with its branch: eight characters name the head office, XXX. */
export function fullBic(bic: string): string {
  const upper = bic.toUpperCase()
  return upper.length === 8 ? `${upper}XXX` : upper
}
