import type { MessageRail, RailEvidence } from '../port.ts'
import { insertMessages, takeDueMessages } from './simulator.store.ts'

const evidenceOf = ({
  paymentId,
  rail,
  reference,
}: {
  paymentId: string
  rail: string
  reference: string
}): RailEvidence => ({
  paymentId,
  evidence: { network: `simulated ${rail}`, reference },
})

/**
 * The stand-in for the networks in a sandbox. It accepts every message and settles it after a
 * delay.
 */
export const simulator: MessageRail = {
  async send(tx, institution, instructions, now) {
    const settlesAt = now.add({ seconds: institution.settings.simulator.settleAfterSeconds })
    const messages = instructions.map(({ paymentId, charges, ...message }) => ({
      ...message,
      paymentId,
      charges: charges?.amount ?? null,
      chargesCurrency: charges?.currency ?? null,
      reference: `SIM${paymentId.replaceAll('-', '')}`,
    }))
    await insertMessages(tx, institution.tenantId, messages, now, settlesAt)
    return messages.map(evidenceOf)
  },
  async takeSettled(tx, institution, now, limit) {
    return (await takeDueMessages(tx, institution.tenantId, now, limit)).map(evidenceOf)
  },
}
