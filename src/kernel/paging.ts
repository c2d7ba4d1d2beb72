/** The page that a client requests: `page` counts from 1, `limit` is its size. */
export interface PageRequest {
  page: number
  limit: number
}

/** The rows of a page, and the total number of rows on all pages. */
export interface PageOf<Row> {
  rows: Row[]
  total: number
}
