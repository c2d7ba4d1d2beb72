/**
 * Why a payment is HELD: the reasons that refuse a new payment, but can be lifted for one that was
 * already accepted, changed bank details, and makers or approvers that were stopped since.
 * `suspensions.store.ts` finds the first in the database.
 */
const reasons = {
  customerNotActive: {
    says: 'The customer is not Active.',
    liftedBy: 'The institution activates the customer, or decides the change that the customer waits for.',
  },
  accountNotActive: { says: 'The account is not Active.', liftedBy: 'Its owner activates the account.' },
  contactNotApproved: { says: 'The contact is not Active.', liftedBy: 'The contact is approved.' },
  contactChanged: {
    says: 'What decides where the payment goes has changed in the contact since it was made: its account number or bank or, for a wire or an international ACH entry, an intermediary bank or an address.',
    liftedBy:
      'The customer confirms the payment to the new bank details, or cancels it. One that was approved is cancelled, and submitted again.',
  },
  railNotAvailable: {
    says: 'The institution has switched the rail off.',
    liftedBy: 'The institution switches the rail on.',
  },
  railNotEnabled: {
    says: 'The account is not enabled to send over the rail.',
    liftedBy: 'The rail is enabled for the account.',
  },
  makerStopped: {
    says: 'Who made the payment, or changed it, may not act any more, or not for this customer.',
    liftedBy: 'The institution releases the payment, or lets who made it act again for the customer.',
  },
  approvalsMissing: {
    says: 'The payment lacks approvals that it needs: who approved it may not act any more, or more is asked for by now. The last step of its timeline says what.',
    liftedBy:
      'Another person approves it, or the institution if its approval is missing, as for an SEC code that is not allowed any more. Who approved it may do so again once they may act again.',
  },
} as const

export type HoldReason = keyof typeof reasons

export const HOLD_REASONS = Object.keys(reasons) as HoldReason[]

export function isHoldReason(reason: string): reason is HoldReason {
  return Object.hasOwn(reasons, reason)
}

/** A reason as the API shows it. */
export interface ShownHoldReason {
  reason: HoldReason
  says: string
  liftedBy: string
}

export function showReasons(held: readonly HoldReason[]): ShownHoldReason[] {
  return held.map((reason) => ({ reason, ...reasons[reason] }))
}
