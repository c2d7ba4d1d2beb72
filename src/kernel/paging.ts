/** The page a client asks for: `page` counts from 1, `limit` is its size. */
export interface PageRequest {
  page: number
  limit: number
}

/** The rows of a page, and how many rows all pages have together. */
export interface PageOf<Row> {
  rows: Row[]
  total: number
}
