import { isOutOfReach } from '../tokens/api-clients.ts'
import type { IdentifiedBy } from './domain/distinct-approvers.ts'

/** The approver of a stored decision, as it is now. */
export interface DecidedBy {
  approver: string
  /** The API client that sent the decision. */
  clientId: string
  userId: string | null
  /** The login of the user, if one was named. */
  loginId: string | null
  signatoryId: bigint | null
  identifiedBy: IdentifiedBy
  /** Whether the institution currently trusts the client to name persons. */
  isClientTrusted: boolean
  /**
   * Whether neither the person, the client, its provider nor a legal entity above is stopped, the
   * client still reaches the customer, and dual control does not refuse the approver.
   */
  isApproverActive: boolean
  /** The e-mail address of the person, if any. */
  email: string | null
}

/** Whether an entity, or one above it, is suspended, in SQL. */
const isSuspended = (entityId: string) => `exists (
         select from customers e join customers above on above.tenant_id = $1 and (above.id = e.id or above.id = any(e.ancestor_ids))
         where e.tenant_id = $1 and e.id = ${entityId} and above.status = 'Suspended')`

/**
 * The columns of `DecidedBy`, for a table of decisions `a` with `APPROVER_JOINS`. The client must
 * stand, also behind the token of a person: whoever had the client had its tokens, too.
 * @param customer the id of the customer for which was decided, in SQL
 */
export const approverColumns = (
  customer: string,
) => `a.approver, a.client_id, a.user_id, u.login_id, a.signatory_id, a.identified_by,
       coalesce(u.email, s.email_address) as email,
       coalesce(c.trusted_to_name_persons and c.revoked_at is null, false) as is_client_trusted,
       (c.client_id is null or (c.revoked_at is null and not ${isSuspended('c.legal_entity_id')}
           and not ${isOutOfReach('c.legal_entity_id', customer)}))
         and not coalesce(a.identified_by = 'Token' and a.decided_at <= c.provider_revoked_at, false)
         and (a.user_id is null or (u.status = 'Active' and not ${isSuspended('u.customer_id')}))
         and (a.signatory_id is null or (s.status = 'Active' and s.deleted_at is null))
         and not (coalesce(a.fails_dual_control, false) and exists (select from institutions i where i.tenant_id = $1 and i.dual_control)) as is_approver_active`

export const APPROVER_JOINS = `left join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
       left join signatories s on s.tenant_id = a.tenant_id and s.id = a.signatory_id
       left join api_clients c on c.tenant_id = a.tenant_id and c.client_id = a.client_id`
