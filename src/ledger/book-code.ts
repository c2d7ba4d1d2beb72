/**
 * The institution's own accounts, by code. `settlement:USD` is its money; `clearing:ACH:USD` what is on its way over a rail; `fees:USD` what it
 * earned by fees; `fx-position:USD`, `fx-customers:USD`, `fx-market:USD` and `fx-result:USD` what exchanges of currency come to.
 */
export type BookCode =
  | `settlement:${string}`
  | `clearing:${string}:${string}`
  | `fees:${string}`
  | `fx-${'position' | 'customers' | 'market' | 'result'}:${string}`
