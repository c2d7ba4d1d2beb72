/** The types of the events that a payment's step makes: each is a change of status, and the first one the payment's creation too. */
export function eventsOfStep({ from }: { from: string | null }): string[] {
  return from === null ? ['payment.created', 'payment.status.changed'] : ['payment.status.changed']
}
