import Type from 'typebox'

/** The pagination object of the interface's lists. */
export interface Page {
  totalRecords: number
  returnedRecords: number
  pageReturned: number
  pageSize: number
}

export const PageSchema = Type.Object({
  totalRecords: Type.Integer(),
  returnedRecords: Type.Integer(),
  pageReturned: Type.Integer(),
  pageSize: Type.Integer(),
})

/** The page asked for: `page` counts from 1, `limit` is its size. */
export interface PageRequest {
  page: number
  limit: number
}

/** Beyond it a list is not read page by page, but narrowed by its filters. */
const MAX_PAGE = 1_000_000

export const pageQuery = {
  page: Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: 'Which page, from 1.' }),
  limit: Type.Integer({ minimum: 1, maximum: 1000, description: 'Records on a page, 1 to 1000.' }),
}

export interface PageOf<Row> {
  rows: Row[]
  total: number
}

export function describePage({ page, limit }: PageRequest, { rows, total }: PageOf<unknown>): Page {
  return { totalRecords: total, returnedRecords: rows.length, pageReturned: page, pageSize: limit }
}
