const titles = new WeakMap<readonly string[], string>()

/** A closed list of words, with its type's name in the OpenAPI document, such as CustomerType. */
export function words<const List extends readonly string[]>(title: string, list: List): List {
  titles.set(list, title)
  return list
}

/** The name of a list that `words` made. */
export function titleOf(list: readonly string[]): string | undefined {
  return titles.get(list)
}
