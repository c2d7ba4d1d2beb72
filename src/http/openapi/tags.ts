/** What each group of operations is for, in the order of the reference. */
const tags: Readonly<Record<string, string>> = {
  Token: 'The token of a client: every other operation needs one.',
  Customers: 'The customers of the institution, their limits and who may sign for them.',
  Signatories: 'People who may approve for a customer.',
  Accounts: 'Accounts of customers, with balances, transactions and statements.',
  Contacts: 'Beneficiaries and debtors of a customer: the other side of a payment.',
  Payments: 'Payments out and in: made, previewed, searched, approved, held, reversed and repeated.',
  Receipts: 'What comes in over the rails: searched, posted, assigned and returned.',
  'Positive pay': 'Which ACH debits of other banks a customer allows, and those that wait for it.',
  Approvals: 'Changes that wait for a second person, and the decisions on them.',
  Institution: 'What the institution sets and reads: fees, limits, rails, books, clients, webhooks.',
  FX: 'Exchange rates, quotes and contracts, and the position of the institution.',
  Roles: 'What the users of a customer may do.',
  Users: 'People who work for a customer, and the onboarding of consumers.',
}

export function describeTag(name: string): { name: string; description: string } {
  return { name, description: tags[name] ?? `Operations on ${name.toLowerCase()}.` }
}
