/** The event types of a payment's status change. The first status also makes `payment.created`. */
export function eventsOfStep({ from }: { from: string | null }): string[] {
  return from === null ? ['payment.created', 'payment.status.changed'] : ['payment.status.changed']
}
