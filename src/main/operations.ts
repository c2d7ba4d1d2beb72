import { accountOperations } from '../accounts/accounts.routes.ts'
import { accountOperationsV2 } from '../accounts/accounts-v2.routes.ts'
import { lookupOperations } from '../accounts/lookup.routes.ts'
import { achImportOperations } from '../ach-imports/ach-imports.routes.ts'
import { activityOperations } from '../activity/activity.routes.ts'
import { institutionOperations } from '../administration/administration.routes.ts'
import { clockOperations } from '../administration/clock.routes.ts'
import { signingKeyOperations } from '../administration/signing-keys.routes.ts'
import { apiClientOperations } from '../api-clients/api-clients.routes.ts'
import { approvalOperations } from '../approvals/approvals.routes.ts'
import { auditOperations } from '../audit/audit.routes.ts'
import { bankOperations } from '../banks/banks.routes.ts'
import { bookOperations } from '../books/books.routes.ts'
import { consumerOperations } from '../consumers/consumers.routes.ts'
import { contactOperations } from '../contacts/contacts.routes.ts'
import { customerStatusOperations } from '../customers/customer-status.routes.ts'
import { customerOperations } from '../customers/customers.routes.ts'
import { customerLimitOperations } from '../customers/limits.routes.ts'
import { eventOperations } from '../events/events.routes.ts'
import { feeOperations } from '../fees/fees.routes.ts'
import { fxCloseOutOperations } from '../fx/close-outs/close-outs.routes.ts'
import { fxDeskOperations } from '../fx/desk/desk-trades.routes.ts'
import { fxRateOperations } from '../fx/fx-rates.routes.ts'
import { fxTradeOperations } from '../fx/fx-trades.routes.ts'
import { fxLineOperations } from '../fx/lines/fx-lines.routes.ts'
import { fxPositionOperations } from '../fx/positions.routes.ts'
import { fxRevaluationOperations } from '../fx/revaluation/revaluations.routes.ts'
import type { Operation } from '../http/operation.ts'
import { institutionLimitOperations } from '../limits/limits.routes.ts'
import { messageImportOperations } from '../message-imports/message-imports.routes.ts'
import { paymentRequestOperations } from '../message-imports/payment-requests/payment-requests.routes.ts'
import { sentRequestOperations } from '../message-imports/sent-requests/sent-requests.routes.ts'
import { obligationOperations } from '../obligations/obligations.routes.ts'
import { outstandingOperations } from '../outstanding/outstanding.routes.ts'
import { paymentFileOperations } from '../payment-files/payment-files.routes.ts'
import { callBackNumberOperations } from '../payments/approval/call-back-numbers.routes.ts'
import { availabilityOperations } from '../payments/availability/availability.routes.ts'
import { releaseOperations } from '../payments/held/release.routes.ts'
import { paymentActionOperations } from '../payments/payment-actions.routes.ts'
import { paymentOperations } from '../payments/payments.routes.ts'
import { prenoteOperations } from '../payments/prenotes/prenotes.routes.ts'
import { recurrenceOperations } from '../payments/recurring/recurrences.routes.ts'
import { railFileOperations } from '../rails/files/rail-files.routes.ts'
import { railMessageOperations } from '../rails/messages/messages.routes.ts'
import { railOperations } from '../rails/rails.routes.ts'
import { simulationOperations } from '../rails/simulator/ach/simulation.routes.ts'
import { networkSimulationOperations } from '../rails/simulator/networks/simulation.routes.ts'
import { positivePayOperations } from '../receipts/positive-pay/positive-pay.routes.ts'
import { receiptOperations } from '../receipts/receipts.routes.ts'
import { returnRequestOperations } from '../receipts/return-requests/return-requests.routes.ts'
import { receivableOperations } from '../receivables/receivables.routes.ts'
import { roleOperations } from '../roles/roles.routes.ts'
import { signInOperations } from '../sign-in/sign-in.routes.ts'
import { signatoryOperations } from '../signatories/signatories.routes.ts'
import { suspenseOperations } from '../suspense/suspense.routes.ts'
import { userOperations } from '../users/users.routes.ts'
import { webhookOperations } from '../webhooks/webhooks.routes.ts'

/**
 * Every operation of the service. An operation not listed here has no route and no documentation.
 */
export const operations: readonly Operation[] = [
  ...customerOperations,
  ...lookupOperations,
  ...signatoryOperations,
  ...customerLimitOperations,
  ...institutionLimitOperations,
  ...accountOperations,
  ...accountOperationsV2,
  ...activityOperations,
  ...receivableOperations,
  ...suspenseOperations,
  ...railOperations,
  ...railFileOperations,
  ...railMessageOperations,
  ...simulationOperations,
  ...networkSimulationOperations,
  ...obligationOperations,
  ...outstandingOperations,
  ...achImportOperations,
  ...messageImportOperations,
  ...paymentRequestOperations,
  ...sentRequestOperations,
  ...bankOperations,
  ...contactOperations,
  ...approvalOperations,
  ...paymentOperations,
  ...prenoteOperations,
  ...paymentFileOperations,
  ...receiptOperations,
  ...returnRequestOperations,
  ...positivePayOperations,
  ...paymentActionOperations,
  ...availabilityOperations,
  ...releaseOperations,
  ...callBackNumberOperations,
  ...recurrenceOperations,
  ...institutionOperations,
  ...clockOperations,
  ...apiClientOperations,
  ...signingKeyOperations,
  ...customerStatusOperations,
  ...feeOperations,
  ...fxRateOperations,
  ...fxTradeOperations,
  ...fxLineOperations,
  ...fxCloseOutOperations,
  ...fxDeskOperations,
  ...fxPositionOperations,
  ...fxRevaluationOperations,
  ...bookOperations,
  ...roleOperations,
  ...userOperations,
  ...signInOperations,
  ...consumerOperations,
  ...auditOperations,
  ...eventOperations,
  ...webhookOperations,
]
