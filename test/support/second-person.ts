import { dataOf } from './answers.ts'
import type { Reply, TestClient, TestService, TestTenant } from './test-service.ts'

const QUEUE = '/v1/institution/approvals'
const checkers = new WeakMap<TestTenant, Promise<TestClient>>()

/**
 * Approves all proposals that wait for a customer, as another client of the institution. Returns
 * the replies.
 */
export async function approvePending(
  service: TestService,
  customerUID: string,
  tenant: TestTenant = service.tenant,
): Promise<Reply[]> {
  const client = await checkerOf(service, tenant)
  const query = new URLSearchParams({ page: '1', limit: '100', status: 'Pending', customerUID })
  const waiting = dataOf(await service.call('GET', `${QUEUE}?${query}`, undefined, { client }))
  const replies: Reply[] = []
  for (const { approvalUID, contentHash } of waiting) {
    const reply = await service.call('PUT', `${QUEUE}/${approvalUID}/approve`, { contentHash }, { client })
    dataOf(reply)
    replies.push(reply)
  }
  return replies
}

function checkerOf(service: TestService, tenant: TestTenant): Promise<TestClient> {
  const checker = checkers.get(tenant) ?? service.createClient(tenant, {})
  checkers.set(tenant, checker)
  return checker
}
