const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text can name a payment at all. */
export function isPaymentUid(text: string): boolean {
  return UUID.test(text)
}
