import Type, { type TSchema } from 'typebox'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import { named } from './fields.ts'

/** The pagination object of lists in the API. */
export interface Page {
  totalRecords: number
  returnedRecords: number
  pageReturned: number
  pageSize: number
}

export const PageSchema = named('Pagination', {
  totalRecords: Type.Integer(),
  returnedRecords: Type.Integer(),
  pageReturned: Type.Integer(),
  pageSize: Type.Integer(),
})

/** Clients that need pages beyond this should narrow the list with filters. */
const MAX_PAGE = 1_000_000

const MAX_PAGE_SIZE = 1000

const page = { minimum: 1, maximum: MAX_PAGE, description: 'Page number, from 1.' }
const limit = { minimum: 1, maximum: MAX_PAGE_SIZE, description: `Records per page, 1 to ${MAX_PAGE_SIZE}.` }

/** For lists that need a page, as the interface says, or that have defaults of their own. */
export const pageFields = { page: Type.Integer(page), limit: Type.Integer(limit) }

/** The page and the size of a list that the caller leaves out are filled in (`useDefaults`). */
export const pageQuery = {
  page: Type.Integer({ ...page, default: 1 }),
  limit: limitField(),
}

/** The size of pages of at most so many records. */
export function limitField({ maximum = MAX_PAGE_SIZE, records = 'Records' } = {}) {
  return Type.Integer({ ...limit, maximum, default: 10, description: `${records} per page, 1 to ${maximum}.` })
}

export function describePage({ page, limit }: PageRequest, { rows, total }: PageOf<unknown>): Page {
  return { totalRecords: total, returnedRecords: rows.length, pageReturned: page, pageSize: limit }
}

/** Paging parameters of user management. */
export const sizedPageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: 'Page number, from 1; default 1.' })),
  size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
      description: `Records per page, 1 to ${MAX_PAGE_SIZE}; default 10.`,
    }),
  ),
}

export function parseSizedPage({ page = 1, size = 10 }: { page?: number; size?: number }): PageRequest {
  return { page, limit: size }
}

export function sizedPageOf<Item extends TSchema>(item: Item) {
  return named(`${(item as { title?: string }).title}Page`, {
    totalElements: Type.Integer(),
    totalPages: Type.Integer(),
    size: Type.Integer(),
    page: Type.Integer(),
    data: Type.Array(item),
  })
}

export function renderSizedPage<Row, Item>(
  { page, limit }: PageRequest,
  { rows, total }: PageOf<Row>,
  render: (row: Row) => Item,
) {
  return { totalElements: total, totalPages: Math.ceil(total / limit), size: limit, page, data: rows.map(render) }
}
