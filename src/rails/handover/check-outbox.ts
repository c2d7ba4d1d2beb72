import type { App } from '../../app.ts'
import type { Institution } from '../../institution/institution.ts'
import { readAdopted } from './handovers.store.ts'
import type { Transport } from './transport.ts'

/**
 * Says so if the outbox of this process is not the one that earlier files of the institution went
 * to. This process will hand over nothing of that institution; another worker may.
 */
export async function checkOutbox(
  app: App,
  { tenantId, code }: Institution,
  { rail, transport, place }: { rail: string; transport: Pick<Transport, 'identity'>; place: string },
): Promise<void> {
  const adopted = await app.db.read((db) => readAdopted(db, tenantId, rail))
  if (adopted === undefined || adopted === (await transport.identity())) return
  app.log.error(
    { institution: code, outbox: place },
    'this worker has another outbox than earlier files went to, and hands nothing over: set GIRO_OUTBOX_DIR to the directory that the workers share, or restore its outbox.json',
  )
}
