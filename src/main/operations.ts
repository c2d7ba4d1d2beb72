import { accountOperations } from '../accounts/accounts.routes.ts'
import { accountOperationsV2 } from '../accounts/accounts-v2.routes.ts'
import { contactOperations } from '../contacts/contacts.routes.ts'
import { customerOperations } from '../customers/customers.routes.ts'
import { lookupOperations } from '../customers/lookup.routes.ts'
import { feeOperations } from '../fees/fees.routes.ts'
import type { Operation } from '../http/operation.ts'
import { institutionOperations } from '../institution/institution.routes.ts'
import { limitOperations } from '../limits/limits.routes.ts'
import { paymentActionOperations } from '../payments/payment-actions.routes.ts'
import { paymentOperations } from '../payments/payments.routes.ts'
import { signatoryOperations } from '../signatories/signatories.routes.ts'

/** Every operation of the service. What is not here does not exist: not on the wire, not in openapi.json. */
export const operations: readonly Operation[] = [
  ...customerOperations,
  ...lookupOperations,
  ...signatoryOperations,
  ...limitOperations,
  ...accountOperations,
  ...accountOperationsV2,
  ...contactOperations,
  ...paymentOperations,
  ...paymentActionOperations,
  ...institutionOperations,
  ...feeOperations,
]
