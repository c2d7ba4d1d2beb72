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

/** The other side of the networks, for sandboxes: takes every message, acknowledges it at once, and settles it a little later. */
export const simulator: MessageRail = {
  async send(tx, institution, instructions, now) {
    const settlesAt = now.add({ seconds: institution.settings.simulator.settleAfterSeconds })
    const messages = instructions.map(({ paymentId, rail }) => ({
      paymentId,
      rail,
      reference: `SIM${paymentId.replaceAll('-', '')}`,
    }))
    await insertMessages(tx, institution.tenantId, messages, now, settlesAt)
    return messages.map(evidenceOf)
  },
  async takeSettled(tx, institution, now, limit) {
    return (await takeDueMessages(tx, institution.tenantId, now, limit)).map(evidenceOf)
  },
}
