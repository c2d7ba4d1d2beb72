import './suspense.errors.ts'
import Type, { type Static } from 'typebox'
import { underDualControl } from '../approvals/approvals.ts'
import { defineOperation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { requireInstitution } from '../institution/institution.ts'
import { accept } from '../kernel/result.ts'
import { releaseItem } from './release-item.ts'
import {
  exampleItem,
  exampleRelease,
  ItemParams,
  ItemReply,
  ItemsQuery,
  ReleaseBody,
  renderItem,
} from './suspense.schema.ts'
import { searchItems } from './suspense.store.ts'

const releasedAt = '2026-07-04T09:00:00.000Z'

export const suspenseOperations = [
  defineOperation({
    id: 'listSuspense',
    method: 'GET',
    paths: ['/v1/institution/suspense'],
    tag: 'Institution',
    summary: 'List the money in suspense',
    description:
      'Every amount of suspense:unposted and crossed-returns, the oldest first. Money that comes back to a closed account goes to the account of its customer with returnAccount, or else here.',
    failure: 'The items were not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidRelease',
    query: ItemsQuery,
    reply: {
      status: 200,
      description: 'A page of items.',
      data: Type.Array(ItemReply),
      paged: true,
      example: [exampleItem],
    },
    handle: (app, { principal, query }) =>
      app.db.snapshot(async (tx) => {
        const institution = await requireInstitution(tx, principal)
        if (!institution.ok) return institution
        const { status = 'Open', customerUID } = query
        const isReleased = status.toLowerCase() === 'released'
        const filter = { isReleased, ...(customerUID !== undefined && { customerId: BigInt(customerUID) }) }
        const found = await searchItems(tx, principal.tenantId, filter, query)
        return accept({ data: found.rows.map(renderItem), pagination: describePage(query, found) })
      }),
  }),

  defineOperation({
    id: 'releaseSuspenseItem',
    method: 'POST',
    paths: ['/v1/institution/suspense/{itemUID}/release'],
    tag: 'Institution',
    summary: 'Release an item from suspense',
    description:
      "Moves the whole item to an open account of its customer (accountUID), or against an account of the institution (contraAccount), from which the customer is paid. It first repays what the customer owes. A crossed return goes to rail-settlement when the network paid it back, or to adjustment-expense as the institution's loss. adjustmentCaps of the institution limit it as an adjustment.",
    failure: 'The item was not released',
    entitlement: 'Institution.Adjust_Balances',
    errors: [
      'notTheInstitution',
      'suspenseItemNotFound',
      'suspenseItemReleased',
      'adjustmentOverCap',
      'adjustmentWithoutCap',
    ],
    invalid: 'invalidRelease',
    params: ItemParams,
    body: ReleaseBody,
    examples: [{ summary: 'To a new account of the customer', value: exampleRelease }],
    reply: {
      status: 201,
      description: 'The item was released.',
      data: ItemReply,
      example: { ...exampleItem, status: 'Released', release: { ...exampleRelease, releasedAt } },
    },
    secondPerson: underDualControl<Static<typeof ItemParams>, unknown>('suspenseRelease', async () => ({})),
    async change(tx, app, { principal, params, body }) {
      const released = await releaseItem(tx, principal, params.itemUID, body, app.clock.now())
      return released.ok ? accept({ data: renderItem(released.value) }) : released
    },
  }),
]
