import Type, { type Static } from 'typebox'
import { name, named, text, Uid, UidInBody } from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { formatAmount } from '../kernel/money.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { words } from '../kernel/words.ts'
import { CONTRA_ACCOUNTS } from '../ledger/chart.ts'
import type { Item } from './suspense.store.ts'

const STATUSES = words('SuspenseStatus', ['Open', 'Released'])

export const ItemsQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(name(STATUSES, { description: 'Open by default.' })),
  customerUID: Type.Optional(Uid),
})

export const ItemParams = Type.Object({ itemUID: Type.String({ format: 'uuid' }) })

/** Where an item can go besides an account of its customer. */
export const RELEASE_CONTRAS = [...CONTRA_ACCOUNTS, 'rail-settlement'] as const

export const ReleaseBody = named(
  'SuspenseReleaseRequest',
  {
    accountUID: Type.Optional(UidInBody),
    contraAccount: Type.Optional(
      name(RELEASE_CONTRAS, {
        description:
          'The account of the institution on the other side: from which it pays the customer, or into which the network paid. rail-settlement is for a crossed return that was recovered.',
      }),
    ),
    reason: text(200),
    externalReferenceId: text(64),
  },
  { additionalProperties: false },
)
export type ReleaseBody = Static<typeof ReleaseBody>

export const exampleRelease = { accountUID: '100109', reason: 'New account', externalReferenceId: 'case-0001' }

export const ItemReply = named('SuspenseItem', {
  itemUID: Type.String(),
  reason: Type.String({
    description:
      'AccountClosed: the money came back to a closed account. NoAccount: the gain of an FX contract whose customer has no open account in the currency. CrossedReturn: the institution paid a debtor twice, and has it to recover.',
  }),
  status: name(STATUSES),
  customerUID: Type.String(),
  accountUID: Type.Optional(Type.String({ description: 'The closed account, or the one that collected the debit.' })),
  referenceUID: Type.String({ description: 'The payment, or the FX contract.' }),
  currency: Type.String(),
  amount: Type.String({ description: 'Decimal text; without what repaid a debt of the customer when it came.' }),
  createdAt: Type.String({ description: 'RFC 3339.' }),
  release: Type.Optional(
    Type.Object({
      accountUID: Type.Optional(Type.String()),
      contraAccount: Type.Optional(Type.String()),
      reason: Type.String(),
      externalReferenceId: Type.String(),
      releasedAt: Type.String({ description: 'RFC 3339.' }),
    }),
  ),
})

export function renderItem(item: Item): Static<typeof ItemReply> {
  const { id, reason, customerId, accountId, referenceId, currency, amount, createdAt, release } = item
  return {
    itemUID: id,
    reason,
    status: release ? 'Released' : 'Open',
    customerUID: String(customerId),
    ...(accountId !== null && { accountUID: String(accountId) }),
    referenceUID: referenceId,
    currency,
    amount: formatAmount(amount, currency),
    createdAt: timestamp(createdAt),
    ...(release && {
      release: {
        ...(release.accountId !== null && { accountUID: String(release.accountId) }),
        ...(release.contraAccount !== null && { contraAccount: release.contraAccount }),
        reason: release.reason,
        externalReferenceId: release.externalReferenceId,
        releasedAt: timestamp(release.createdAt),
      },
    }),
  }
}

export const exampleItem = {
  itemUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
  reason: 'AccountClosed',
  status: 'Open',
  customerUID: '100042',
  accountUID: '100108',
  referenceUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6e',
  currency: 'USD',
  amount: '250.00',
  createdAt: '2026-07-03T14:00:00.000Z',
}
