import Type from 'typebox'
import { Uid } from '../http/fields.ts'

/** The path parameter of operations on one customer. */
export const CustomerParams = Type.Object({ customerUID: Uid })

/** The same parameter in user management, under the name customerId. */
export const CustomerIdParams = Type.Object({ customerId: Uid })

/**
 * User management paths below a customer. Existing clients also write `customer` for `customers`.
 */
export function userManagementPaths(below: string): [string, string] {
  const base = '/api/user-management/v1'
  return [`${base}/customers/{customerId}${below}`, `${base}/customer/{customerId}${below}`]
}
