/** A way in which Giro says no: the interface's code, the HTTP status, what it means and what to do about it. */
export interface ErrorEntry {
  code: string
  status: number
  title: string
  resolve: string
}
