/** The four totals of an account, in minor units. */
export interface Totals {
  debitsPending: bigint
  debitsPosted: bigint
  creditsPending: bigint
  creditsPosted: bigint
}

/** A balance with its type of ISO 20022 (ExternalBalanceType1Code, as camt.052 and camt.053). */
export interface TypedBalance {
  type: 'OPBD' | 'CLBD' | 'CLAV' | 'ITBD' | 'ITAV'
  /** In minor units. */
  amount: bigint
}

/**
 * The balances of an account from its totals: at the moment (`current`), at the start of its
 * business day (`opening`) and at the end of it, if it has ended (`closing`).
 * @param forward what is booked and counts only after that day
 */
export function balancesAt({
  current,
  opening,
  closing,
  forward,
}: {
  current: Totals
  opening: Totals
  closing: Totals | undefined
  forward: bigint
}) {
  const [ledger, available] = [ledgerOf(current), availableIn(current)]
  const balances: TypedBalance[] = [
    { type: 'OPBD', amount: ledgerOf(opening) },
    { type: 'ITBD', amount: ledger },
    { type: 'ITAV', amount: available },
  ]
  if (closing)
    balances.push({ type: 'CLBD', amount: ledgerOf(closing) }, { type: 'CLAV', amount: availableIn(closing) })
  return {
    ledger,
    available,
    pendingIn: current.creditsPending,
    pendingOut: current.debitsPending,
    valueDated: ledger - forward,
    balances,
  }
}

function ledgerOf({ creditsPosted, debitsPosted }: Totals): bigint {
  return creditsPosted - debitsPosted
}

/** A pending credit does not count until it is posted. */
function availableIn(totals: Totals): bigint {
  return ledgerOf(totals) - totals.debitsPending
}
