/** An exact name such as `payment.status.changed`, all names below one, `payment.*`, or all, `*`. */
export const EVENT_FILTER = '^(\\*|[a-z][A-Za-z-]{0,39}(\\.[a-z][A-Za-z-]{0,39}){0,4}(\\.\\*)?)$'

/** Whether an event of this type is asked for by one of the filters. */
export function isWanted(type: string, filters: readonly string[]): boolean {
  return filters.some((filter) => {
    if (filter === '*' || filter === type) return true
    return filter.endsWith('.*') && type.startsWith(filter.slice(0, -1))
  })
}

/** The filters that ask for none of these types: misspelt, as a rule, and never to be heard of. */
export function unknownFilters(filters: readonly string[], types: readonly string[]): string[] {
  return filters.filter((filter) => !types.some((type) => isWanted(type, [filter])))
}
