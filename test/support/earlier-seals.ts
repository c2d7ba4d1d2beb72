import { tamper } from './tamper.ts'
import type { TestService } from './test-service.ts'

/**
 * Makes the institution one from before values were bound to their places, with one node: its keys
 * bind nothing, and its tables may have any value.
 */
export async function forgetPlaces(service: TestService): Promise<void> {
  const { tenantId } = service.tenant.institution
  await tamper(service, 'update encryption_keys set binds_place = false where tenant_id = $1', [tenantId])
  await tamper(service, 'update sealing_progress set bound_since = null where tenant_id = $1', [tenantId])
  // A reading that began before ends with this one.
  await service.app.db.readKeys()
  const keys = service.app.db.keyring.keysOf(tenantId)
  for (const key of keys.data.values()) key.bindsPlace = false
  keys.boundTables = new Set()
}
