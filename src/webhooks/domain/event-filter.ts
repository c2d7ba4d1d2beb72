/** An exact name such as `payment.status.changed`, all names below one, `payment.*`, or all, `*`. */
export const EVENT_FILTER = '^(\\*|[a-z][a-z-]{0,39}(\\.[a-z][a-z-]{0,39}){0,4}(\\.\\*)?)$'

/** Whether an event of this type is asked for by one of the filters. */
export function isWanted(type: string, filters: readonly string[]): boolean {
  return filters.some((filter) => {
    if (filter === '*' || filter === type) return true
    return filter.endsWith('.*') && type.startsWith(filter.slice(0, -1))
  })
}
