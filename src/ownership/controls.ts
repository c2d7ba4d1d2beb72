/** The controls of the bank, each with what it asks. */
export const CONTROLS = {
  actor: 'may the client, the person, their legal entity and every entity above it act',
  reach: 'does the record belong to the legal entity of the client',
  entitlement: 'does the token hold the entitlement',
  owner: 'does the field or the state belong to the one who changes it',
  secondPerson: 'must a second person of the institution decide, under dual control',
  independence: 'is the second person another person than the first',
  approvers: "have as many of the customer's people approved as its settings demand",
  approverLimits: "is the amount within the approver's own limits",
  parties: 'are the customer, the account, the contact and the rail open for it',
  bankDetails: 'are the bank details those that were approved',
  limits: 'is it within the limits of the customer, its groups and the institution',
  funds: 'is it covered by funds, the exposure limit or an FX line',
  callBack: 'was the customer called about a large wire',
  threshold: 'is it below what needs the approval of the institution',
  capsByHand: 'is it within what the institution may move by hand',
  onePrice: 'does the rate agree with the market at the moment of use',
  openQuotes: 'how many quotes may be open',
  sealedPlace: 'does the sealed account number belong to this row, and did the service make it',
} as const satisfies Record<string, string>

export type Control = keyof typeof CONTROLS

/** Where a control can be asked, in the order of a payment's life. */
export const PLACES = ['request', 'change', 'approval', 'release', 'hand-over'] as const

export type Place = (typeof PLACES)[number]

/** Where the control is asked: a file of `src/` and its function. Or why it is not asked. */
export type Asked = { file: string; as: string } | { not: string }

/** What people, clients or the worker do that controls must hold. */
export interface ControlledAct {
  act: string
  place: Place
  /** The operations that do it. Empty for what the worker does by itself. */
  operations: readonly string[]
  /** The sweeps that do it, by their names. Left out for what only operations do. */
  sweeps?: readonly string[]
  controls: Readonly<Record<Control, Asked>>
}

export const asked = (file: string, as: string): Asked => ({ file, as })

export const not = (reason: string): Asked => ({ not: reason })

/** The same answer for several controls. */
export function each<Name extends Control>(names: readonly Name[], answer: Asked): Record<Name, Asked> {
  return Object.fromEntries(names.map((name) => [name, answer])) as Record<Name, Asked>
}
