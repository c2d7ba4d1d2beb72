/** An exact name such as `payment.status.changed`, a prefix such as `payment.*`, or `*` for all. */
export const EVENT_FILTER = '^(\\*|[a-z][A-Za-z-]{0,39}(\\.[a-z][A-Za-z-]{0,39}){0,4}(\\.\\*)?)$'

/** Whether one of the filters matches this event type. */
export function isWanted(type: string, filters: readonly string[]): boolean {
  return filters.some((filter) => {
    if (filter === '*' || filter === type) return true
    return filter.endsWith('.*') && type.startsWith(filter.slice(0, -1))
  })
}

/** The filters that match none of these types: usually misspelled. */
export function unknownFilters(filters: readonly string[], types: readonly string[]): string[] {
  return filters.filter((filter) => !types.some((type) => isWanted(type, [filter])))
}
