import { type Rail, wireTypeOf } from '../../../kernel/rail.ts'

/**
 * Whether the institution must call the customer back before a wire leaves, because the amount that
 * the account sends is above its limit for call-backs. The institution's approval records the call.
 */
export function needsCallBack(
  { callBackAbove }: { callBackAbove: bigint | undefined },
  rail: Rail | 'BOOK',
  sent: { amount: bigint },
): boolean {
  return callBackAbove !== undefined && wireTypeOf(rail) !== undefined && sent.amount > callBackAbove
}
