import type { ComponentType } from 'react'
import type { Session } from '../api/session.ts'

/**
 * A room of the console. Adding one takes a folder here and an entry in ROOMS: its pages are a chunk
 * of their own, loaded when somebody goes there.
 */
export interface Room {
  /** The path below /console, and the id of the room. */
  path: string
  title: string
  /** Any of these lets a person in; the room is not shown without. */
  entitlements: readonly string[]
  /** Whether the navigation leaves it out, because another way leads there. */
  isHidden?: boolean
  /** Whether the room is for the people of the institution alone. */
  isForInstitution?: boolean
  load: () => Promise<{ default: ComponentType }>
  /** The page of one record, at `path/$uid`. */
  loadRecord?: () => Promise<{ default: ComponentType<{ uid: string }> }>
  /** Further pages at fixed paths below the room, such as `new`. */
  pages?: Record<string, () => Promise<{ default: ComponentType }>>
}

const ANY_VIEW = ['Payments.View_Payments', 'Institution.View_Institution']
const INSTITUTION = ['Institution.View_Institution']

export const ROOMS: readonly Room[] = [
  { path: 'today', title: 'Today', entitlements: ANY_VIEW, load: () => import('./today/TodayRoom.tsx') },
  {
    path: 'approvals',
    title: 'Approvals',
    entitlements: ['Payments.Approve_Payments', ...INSTITUTION],
    load: () => import('./approvals/ApprovalsRoom.tsx'),
    loadRecord: () => import('./approvals/ApprovalRecord.tsx'),
  },
  {
    path: 'exceptions',
    title: 'Exceptions',
    entitlements: INSTITUTION,
    isForInstitution: true,
    load: () => import('./exceptions/ExceptionsRoom.tsx'),
  },
  {
    path: 'payments',
    title: 'Payments',
    entitlements: ['Payments.View_Payments'],
    load: () => import('./payments/PaymentsRoom.tsx'),
    loadRecord: () => import('./payments/PaymentRecord.tsx'),
    pages: { new: () => import('./payments/NewPayment.tsx') },
  },
  {
    path: 'payment-files',
    title: 'Files of payments',
    entitlements: ['Bulk_Payments.View_bulk_payments'],
    load: () => import('./payment-files/PaymentFilesRoom.tsx'),
    loadRecord: () => import('./payment-files/PaymentFileRecord.tsx'),
    pages: { new: () => import('./payment-files/NewPaymentFile.tsx') },
  },
  {
    path: 'receipts',
    title: 'Receipts',
    entitlements: ['Payments.View_Payments'],
    load: () => import('./receipts/ReceiptsRoom.tsx'),
    loadRecord: () => import('./receipts/ReceiptRecord.tsx'),
  },
  {
    path: 'files',
    title: 'Files',
    entitlements: INSTITUTION,
    isForInstitution: true,
    load: () => import('./files/FilesRoom.tsx'),
    loadRecord: () => import('./files/FileRecord.tsx'),
  },
  {
    path: 'messages',
    title: 'Messages',
    entitlements: INSTITUTION,
    isForInstitution: true,
    load: () => import('./messages/MessagesRoom.tsx'),
    loadRecord: () => import('./messages/MessageRecord.tsx'),
  },
  {
    path: 'obligations',
    title: 'Obligations',
    entitlements: INSTITUTION,
    isForInstitution: true,
    load: () => import('./obligations/ObligationsRoom.tsx'),
  },
  {
    path: 'customers',
    title: 'Customers',
    entitlements: ['Customers.View_Customers'],
    load: () => import('./customers/CustomersRoom.tsx'),
    loadRecord: () => import('./customers/CustomerRecord.tsx'),
  },
  {
    path: 'accounts',
    title: 'Accounts',
    entitlements: ['Accounts.View_Account'],
    load: () => import('./accounts/AccountsRoom.tsx'),
    loadRecord: () => import('./accounts/AccountRecord.tsx'),
  },
  {
    path: 'ledger',
    title: 'Ledger',
    entitlements: INSTITUTION,
    isForInstitution: true,
    load: () => import('./ledger/LedgerRoom.tsx'),
  },
  {
    path: 'fx',
    title: 'Foreign exchange',
    entitlements: INSTITUTION,
    isForInstitution: true,
    load: () => import('./fx/FxRoom.tsx'),
  },
  {
    path: 'terms',
    title: 'Limits and fees',
    entitlements: INSTITUTION,
    isForInstitution: true,
    load: () => import('./terms/TermsRoom.tsx'),
  },
  {
    path: 'people',
    title: 'Users and clients',
    entitlements: INSTITUTION,
    isForInstitution: true,
    load: () => import('./people/PeopleRoom.tsx'),
  },
  {
    path: 'audit',
    title: 'Audit',
    entitlements: [...INSTITUTION],
    isForInstitution: true,
    load: () => import('./audit/AuditRoom.tsx'),
  },
  {
    path: 'webhooks',
    title: 'Webhooks',
    entitlements: INSTITUTION,
    isForInstitution: true,
    load: () => import('./webhooks/WebhooksRoom.tsx'),
    loadRecord: () => import('./webhooks/WebhookRecord.tsx'),
  },
  {
    path: 'institution',
    title: 'Institution',
    entitlements: INSTITUTION,
    isForInstitution: true,
    load: () => import('./institution/InstitutionRoom.tsx'),
  },
  {
    path: 'account',
    title: 'Your account',
    entitlements: [],
    isHidden: true,
    load: () => import('./account/AccountRoom.tsx'),
  },
  {
    path: 'search',
    title: 'Search',
    entitlements: ANY_VIEW,
    isHidden: true,
    load: () => import('./search/SearchRoom.tsx'),
  },
]

/** The rooms that the person may enter. */
export function roomsFor({ entitlements, legalEntity }: Pick<Session, 'entitlements' | 'legalEntity'>): Room[] {
  return ROOMS.filter(
    (room) =>
      (!room.isForInstitution || legalEntity.kind === 'Institution') &&
      (room.entitlements.length === 0 || room.entitlements.some((name) => entitlements.includes(name))),
  )
}
