const UETR = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/**
 * The unique end-to-end transaction reference of a payment: its id, with the version that ISO 20022
 * demands (UUIDv4Identifier). It is the same on every rail and at every time, and needs no column.
 */
export function uetrOf(paymentId: string): string {
  return withVersion(paymentId, 4)
}

/** The id of the payment that would have this UETR; undefined if the text is none. */
export function paymentIdOf(uetr: string): string | undefined {
  return UETR.test(uetr) ? withVersion(uetr.toLowerCase(), 7) : undefined
}

/** RFC 9562: the version is the first digit of the third group. */
function withVersion(uuid: string, version: 4 | 7): string {
  return `${uuid.slice(0, 14)}${version}${uuid.slice(15)}`
}
