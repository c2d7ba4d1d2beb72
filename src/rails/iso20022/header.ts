import type { Header } from './messages.ts'

/** A bank as a header names it: by its member id at the network, or by its BIC. */
export interface HeaderBank {
  memberId: string | undefined
  bic: string | undefined
}

/** The bank in `Fr` or `To` of a header, in every version of it. */
export function bankOf(party: Header['content']['Fr']): HeaderBank {
  const bank = party.FIId?.FinInstnId
  return { memberId: bank?.ClrSysMmbId?.MmbId, bic: bank?.BICFI }
}
