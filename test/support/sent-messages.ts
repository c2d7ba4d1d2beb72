import assert from 'node:assert/strict'
import { readMessage } from '../../src/rails/iso20022/read-message.ts'
import { readContent, readMessagesOf } from '../../src/rails/messages/messages.store.ts'
import { dig } from '../../src/rails/simulator/networks/dig.ts'
import type { TestService } from './test-service.ts'

/** The credit transfer in the message that pays a payment, by its bytes: ISO 20022 CdtTrfTxInf. */
export async function sentTransfer(service: TestService, paymentId: string): Promise<Record<string, unknown>> {
  const { tenantId } = service.tenant.institution
  const content = await service.app.db.read(async (db) => {
    const [message] = await readMessagesOf(db, tenantId, paymentId)
    assert.ok(message, `no message pays ${paymentId}`)
    return readContent(db, message)
  })
  const read = readMessage(content)
  assert.ok(read.ok, JSON.stringify(read))
  return dig(Object.values(read.value.document)[0], 'CdtTrfTxInf') as Record<string, unknown>
}
