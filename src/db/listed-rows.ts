/** The most rows that are read by their places. */
export const FEW_ROWS = 256

export interface ListedRows {
  /** What a statement selects from: one row for each place of the lists. */
  from: string
  /** The value of each list in such a row. */
  cells: string[]
}

/**
 * The text of a statement that reads lists of equal length as rows. `lists` are typed parameters,
 * such as `$3::uuid[]`.
 *
 * `unnest` of several lists copies every cell into a table of its own and back. Reading a few rows
 * by their places costs a third of that. In a list of texts, PostgreSQL finds a place by reading
 * those before it, so many rows are unnested.
 */
export function listedRows(lists: readonly string[], count: number): ListedRows {
  if (count <= FEW_ROWS)
    return {
      from: `generate_series(1, cardinality(${lists[0]})) as r (place)`,
      cells: lists.map((list) => `(${list})[r.place]`),
    }
  const names = lists.map((_, at) => `c${at}`)
  return { from: `unnest(${lists.join(', ')}) as r (${names.join(', ')})`, cells: names.map((name) => `r.${name}`) }
}
