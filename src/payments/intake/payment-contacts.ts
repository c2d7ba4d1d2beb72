import type { Temporal } from 'temporal-polyfill'
import {
  type DetailsSetter,
  type PaymentContact,
  readTemplateNames,
  settersOfNew,
  takeContactIds,
  templateNameOf,
} from '../../contacts/contacts.ts'
import type { Transaction } from '../../db/client.ts'
import { newId } from '../../kernel/id.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import type { CounterpartyReference } from '../decision/counterparties.ts'
import { withNumberedAccounts } from '../decision/named-accounts.store.ts'
import type { OwnSide } from '../decision/parties.store.ts'
import type { CreditRequest } from '../request/credit-request.schema.ts'

/**
 * The same submissions, in which every party has an id: accounts that requests name by number, and
 * the contacts that payments will create for parties that requests describe. A batch that needs
 * neither costs nothing.
 */
export async function identified<S extends { principal: Principal; request: CreditRequest }>(
  tx: Transaction,
  tenantId: bigint,
  submissions: readonly S[],
): Promise<readonly S[]> {
  if (!submissions.some(({ request }) => request.described || request.numbered)) return submissions
  const described = submissions.filter(({ request }) => request.described)
  const [requests, ids] = await Promise.all([
    withNumberedAccounts(tx, tenantId, submissions),
    described.length === 0 ? [] : takeContactIds(tx, described.length),
  ])
  return submissions.map((submission, at) => {
    const request = requests[at]!
    return { ...submission, request: request.described ? { ...request, contactId: ids.pop()! } : request }
  })
}

/** The names that contacts to be saved ask for and that are in use. */
export async function readTakenNames(
  tx: Transaction,
  tenantId: bigint,
  requests: readonly CreditRequest[],
  ownSides: ReadonlyMap<bigint, OwnSide>,
): Promise<Set<string>> {
  const names = requests.flatMap(({ described, senderAccountId }) => {
    const customerId = ownSides.get(senderAccountId)?.customer.id
    return described?.isSaved && customerId ? [{ customerId, templateName: described.data.templateName }] : []
  })
  return new Set(names.length === 0 ? [] : (await readTemplateNames(tx, tenantId, names)).map(templateNameOf))
}

/**
 * The contact of a described party; undefined if the request names its counterparty. Refuses to
 * save one under a name in `taken`, to which the caller adds those of accepted payments.
 */
export function contactOf(
  { described, contactId }: CounterpartyReference,
  { customer }: OwnSide,
  {
    tenantId,
    setBy,
    taken,
    now,
  }: { tenantId: bigint; setBy: DetailsSetter | undefined; taken: ReadonlySet<string>; now: Temporal.Instant },
): Result<PaymentContact | undefined, Refusal> {
  if (!described) return accept(undefined)
  const { data, isSaved } = described
  const contact = {
    ...data,
    tenantId,
    id: contactId!,
    customerId: customer.id,
    status: 'Active',
    isListed: isSaved,
    detailsSetBy: settersOfNew(data, setBy),
  } as const
  // No list shows its name, so it takes none that a customer would choose.
  if (!isSaved) return accept({ ...contact, templateName: newId(now) })
  if (taken.has(templateNameOf(contact)))
    return refusal('contactConflict', `another contact of the customer has the templateName ${data.templateName}`)
  return accept(contact)
}
