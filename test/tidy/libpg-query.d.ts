/** The part that is used. Its own types name every node of the tree, which no check here needs. */
declare module 'libpg-query' {
  export function parse(sql: string): Promise<unknown>
}
