/** The row key of a column: `customer_id` becomes `customerId`. Camel case is unchanged. */
export function camelCase(column: string): string {
  return column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
