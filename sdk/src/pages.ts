import { fieldsOf } from './errors.ts'

/** A query, as the next page changes it. */
export type Query = Record<string, unknown>

/** The signatories tell no total; this is their page without `size`. */
const DEFAULT_SIZE = 10

/** The records of a reply: the data, or the one list in it. */
export function listIn(data: unknown): unknown[] {
  if (Array.isArray(data)) return data
  return Object.values(fieldsOf(data)).find(Array.isArray) ?? []
}

/**
 * The query of the next page, or undefined after the last one. The lists of the API are paged by
 * number with `limit` or `size`, or by `cursor` or `after`; each reply says which it is.
 */
export function nextQuery(query: Query, reply: unknown, data: unknown): Query | undefined {
  const { pagination, totalPages, page } = fieldsOf(reply)
  const { nextCursor, next } = fieldsOf(data)
  const count = listIn(data).length
  if (pagination !== undefined) {
    const { pageReturned, pageSize, totalRecords } = fieldsOf(pagination) as Record<string, number>
    const isLast = count === 0 || pageReturned! * pageSize! >= totalRecords!
    return isLast ? undefined : { ...query, page: pageReturned! + 1, limit: pageSize }
  }
  if (typeof totalPages === 'number') {
    return Number(page) < totalPages && count > 0 ? { ...query, page: Number(page) + 1 } : undefined
  }
  // A page of a filtered list can be empty and still have a successor.
  if (nextCursor !== undefined) return nextCursor === query['cursor'] ? undefined : { ...query, cursor: nextCursor }
  // The feed of events always has a `next`: the place where new events will be.
  if (next !== undefined) return count > 0 && next !== query['after'] ? { ...query, after: next } : undefined
  if ('cursor' in query || 'after' in query || !('signatories' in fieldsOf(reply))) return undefined
  const { size = DEFAULT_SIZE, page: current = 1 } = query
  return count < Number(size) ? undefined : { ...query, page: Number(current) + 1 }
}
