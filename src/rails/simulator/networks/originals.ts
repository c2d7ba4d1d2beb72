import { amountElement } from './elements.ts'
import type { Original, ToldPayment } from './told.ts'

/** OriginalGroupInformation29. */
export function originalGroup({ messageId, messageType, createdAt }: Original) {
  return { OrgnlMsgId: messageId, OrgnlMsgNmId: messageType, OrgnlCreDtTm: createdAt }
}

/** The ids of the payment, for messages about it. */
export function originalIds({ instructionId, endToEndId, uetr }: Original) {
  return {
    ...(instructionId !== undefined && { OrgnlInstrId: instructionId }),
    ...(endToEndId !== undefined && { OrgnlEndToEndId: endToEndId }),
    ...(uetr !== undefined && { OrgnlUETR: uetr }),
  }
}

/** What it paid. */
export function originalAmount({ amount, currency, settlesOn }: ToldPayment) {
  return { OrgnlIntrBkSttlmAmt: amountElement(amount, currency), OrgnlIntrBkSttlmDt: settlesOn }
}
