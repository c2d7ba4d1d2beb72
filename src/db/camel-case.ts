/** The key of a row for a column: `customer_id` becomes `customerId`. Camel case stays as it is. */
export function camelCase(column: string): string {
  return column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
