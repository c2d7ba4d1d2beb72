/**
 * The codes of the institution's own ledger accounts. `settlement:USD` is the institution's money,
 * `clearing:ACH:USD` the payments in transit on a rail, `fees:USD` its income from fees.
 * `fx-position:USD`, `fx-customers:USD`, `fx-market:USD` and `fx-result:USD` hold the amounts of FX
 * contracts. `receivables:USD:500001` is what customer 500001 owes in dollars, and `losses:USD` what
 * the institution wrote off.
 */
export type BookCode =
  | `settlement:${string}`
  | `clearing:${string}:${string}`
  | `fees:${string}`
  | `receivables:${string}:${bigint}`
  | `losses:${string}`
  | `fx-${'position' | 'customers' | 'market' | 'result'}:${string}`
