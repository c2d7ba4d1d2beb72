import Type from 'typebox'
import { Uid } from '../http/fields.ts'

/** The path parameter of everything that belongs to one customer. */
export const CustomerParams = Type.Object({ customerUID: Uid })

/** The same in user management, which calls it customerId. */
export const CustomerIdParams = Type.Object({ customerId: Uid })

/** The paths of user management below a customer; existing clients also write `customer` for `customers`. */
export function userManagementPaths(below: string): [string, string] {
  const base = '/api/user-management/v1'
  return [`${base}/customers/{customerId}${below}`, `${base}/customer/{customerId}${below}`]
}
