import type { NumberView } from '../kernel/masked-number.ts'

/** Which numbers a client with these entitlements sees in full. */
export function numberViewOf({ entitlements }: { entitlements: ReadonlySet<string> }): NumberView {
  return {
    showsNumbers: entitlements.has('Customers.View_Account_Number'),
    showsTaxIds: entitlements.has('Customers.View_Tax_Id'),
  }
}
