import { underDualControl } from '../approvals/approvals.ts'
import { changedTerms, fieldsOf, loosenedTerms, termsOfNew } from '../ownership/ownership.ts'
import { type AccountBody, overlay, type UpdateAccountBody } from './account-body.schema.ts'
import { bodyOf } from './accounts.schema.ts'
import { findAccount } from './accounts.store.ts'

const fields = fieldsOf('account')

/** The token of an external account is never shown. */
const secretOf = ({ externalAccount }: UpdateAccountBody) =>
  externalAccount?.externalAuthToken ? { secret: 'externalAccount.externalAuthToken' } : {}

/** A new account waits under dual control if it has other terms than those of every new account. */
export const proposedNewAccount = underDualControl<unknown, AccountBody>('account', async (_tx, { body }) =>
  loosenedTerms(fields, termsOfNew(fields, body), body).length > 0 ? secretOf(body) : undefined,
)

/**
 * The terms of an account wait under dual control, and so does the end of a suspension that the
 * institution imposed. To suspend an account, or to turn off a rail, takes effect at once.
 */
export const proposedAccount = underDualControl<{ accountUID: string }, UpdateAccountBody>(
  'account',
  async (tx, { principal, params, body }) => {
    const account = await findAccount(tx, principal.tenantId, BigInt(params.accountUID))
    if (!account) return undefined
    const { status, suspendedBy } = account
    const before = bodyOf(account)
    const after = overlay(before, body)
    const terms = loosenedTerms(fields, changedTerms(fields, { before, after }), after)
    const isLifted = status === 'Suspended' && suspendedBy !== 'Customer' && body.action?.toLowerCase() === 'activate'
    if (terms.length === 0 && !isLifted) return undefined
    return { subjectId: params.accountUID, current: { ...before, status, suspendedBy }, ...secretOf(body) }
  },
)
