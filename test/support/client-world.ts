/** The bank in which a generated client acts: the argument of its program, as JSON. */
export interface World {
  url: string
  /** A customer that pays. */
  customer: string
  accountNumber: string
  token: string
  /** A customer whose payments need approval: who submits, who approves, and what they pay with. */
  submitter: string
  approver: string
  cautiousAccount: string
  cautiousContact: string
  /** A customer of another institution, which has exchange rates. */
  trader: string
  traderToken: string
  traderAccount: string
  traderContact: string
}
