import { isSealed } from '../kernel/sealed-text.ts'

/** How a column is sealed. */
export interface SealedColumn {
  /**
   * Part of what a value is bound to. Columns that copy from each other, such as a payment's
   * receiver from its contact, share a field.
   */
  field: string
  /**
   * `text` and `json` are sealed as text, `bytes` by a sealer. `index` keeps only the blind index,
   * for a value that is compared and never read.
   */
  as: 'text' | 'json' | 'bytes' | 'index'
  /** Whether the column `<column>_index` has its blind index, for searches and uniqueness. */
  isIndexed?: true
  /** The members of a JSON document that SQL reads, and that stay readable. */
  readable?: readonly string[]
  /** The paths that are sealed in a JSON document; everything else stays readable. */
  secret?: readonly (readonly [string, ...string[]])[]
  /** Only values that somebody could guess from a digest are sealed; others stay as they are. */
  mayBePlain?: true
  /** Rows are never changed, so their values keep the data key that sealed them. */
  isFinal?: true
  /**
   * The columns that values are copied from as they are sealed, each with the column of this table
   * that names its row. The first that is filled counts.
   */
  copyOf?: readonly { column: string; by: readonly string[] }[]
}

type SealedTable = {
  /** The primary key, without tenant_id, with the types of its columns. */
  key: Readonly<Record<string, string>>
  columns: Readonly<Record<string, SealedColumn>>
  /**
   * The rows that may be sealed again. The others keep their key until they meet it, and get only
   * their digests.
   */
  resealedIf?: string
  /**
   * Whether the function `reseal_<table>` writes its columns, because the service must not change
   * them otherwise. It takes the tenant, the id and each column, with its index, in this order.
   */
  isGuarded?: true
}

const accountNumber = { field: 'account_number', as: 'text', isIndexed: true } as const
/** A number as the contact has it or, without one, an account of the institution. */
const receiverNumber = {
  ...accountNumber,
  copyOf: [
    { column: 'contacts.account_number', by: ['contact_id'] },
    { column: 'accounts.account_number', by: ['receiver_account_id'] },
  ],
} as const
/** The whole document is sealed. */
const document = (field: string): SealedColumn => ({ field, as: 'json' })
const paymentDetails: SealedColumn = {
  field: 'payment_details',
  as: 'json',
  secret: [['ultimateParties'], ['sender'], ['notification', 'phoneNumber']],
}

/**
 * The columns whose values are sealed in the database, by table. `db/client.ts` opens them in every
 * row it returns; `db/rows.ts` seals them in every row it writes. The sweep `sealing` seals what
 * was written before, and seals again after a rotation.
 */
export const SEALED_TABLES: Readonly<Record<string, SealedTable>> = {
  customers: {
    key: { id: 'bigint' },
    columns: {
      tax_id: { field: 'tax_id', as: 'text', isIndexed: true },
      profile: {
        field: 'customer_profile',
        as: 'json',
        readable: [
          ...['legalEntityAccessSettings', 'processingOrgShortName', 'onMissedCutOff', 'debitFundsAvailability'],
          'companyEntryDescription',
        ],
      },
    },
  },
  users: {
    key: { id: 'uuid' },
    columns: { phone_number: { field: 'phone_number', as: 'text', isIndexed: true } },
  },
  signatories: { key: { id: 'bigint' }, columns: { phone_number: { field: 'phone_number', as: 'text' } } },
  accounts: {
    key: { id: 'bigint' },
    columns: {
      account_number: accountNumber,
      fbo_account_number: { field: 'account_number', as: 'text' },
      sealed_external_token: { field: 'external_account', as: 'bytes' },
    },
  },
  retired_account_numbers: {
    key: { routing_number: 'text', account_number: 'text', account_id: 'bigint' },
    columns: { account_number: { field: 'account_number', as: 'index' } },
  },
  contacts: {
    key: { id: 'bigint' },
    columns: { account_number: accountNumber, details: document('contact_details') },
  },
  payments: {
    key: { id: 'uuid' },
    columns: { receiver_account_number: receiverNumber, details: paymentDetails },
    isGuarded: true,
  },
  receipts: {
    key: { id: 'uuid' },
    columns: {
      account_number: { ...accountNumber, isFinal: true },
      originator_account: { field: 'originator_account', as: 'text', isFinal: true },
    },
  },
  prenotes: {
    key: { id: 'uuid' },
    columns: { receiver_account_number: { ...receiverNumber, copyOf: [receiverNumber.copyOf[0]], isFinal: true } },
  },
  payment_requests: {
    key: { id: 'uuid' },
    columns: {
      account_number: { field: 'account_number', as: 'text', isFinal: true },
      creditor_account: { field: 'creditor_account', as: 'text', isFinal: true },
    },
  },
  payment_recurrences: { key: { id: 'uuid' }, columns: { details: paymentDetails }, isGuarded: true },
  payment_approvals: {
    key: { payment_id: 'uuid', approver: 'text', revision: 'integer' },
    columns: { content_sha256: { field: 'content_sha256', as: 'text', isFinal: true } },
  },
  // The customer may be named by the number of its account.
  fx_quotes: {
    key: { id: 'uuid' },
    columns: { customer_ref: { field: 'account_number', as: 'text', isFinal: true } },
  },
  ach_files: {
    key: { id: 'uuid' },
    columns: { content: { field: 'ach_file', as: 'text' } },
    resealedIf: 'written_at is not null',
    isGuarded: true,
  },
  simulator_messages: {
    key: { payment_id: 'uuid' },
    columns: { information: { field: 'payment_details', as: 'json', isFinal: true } },
  },
  simulated_ach_files: {
    key: { id: 'uuid' },
    columns: { content: { field: 'ach_file', as: 'text', isFinal: true } },
  },
  simulated_payments: {
    key: { id: 'uuid' },
    columns: { told: { field: 'simulated_payment', as: 'json', isFinal: true } },
  },
  ach_answers: {
    key: { id: 'uuid' },
    columns: { corrected_data: { field: 'ach_corrected_data', as: 'text', isFinal: true } },
  },
  incoming_file_parts: {
    key: { file_id: 'uuid', part: 'integer' },
    columns: { sealed: { field: 'incoming_file', as: 'bytes', isFinal: true } },
  },
  rail_messages: {
    key: { id: 'uuid' },
    columns: { sealed: { field: 'rail_message', as: 'bytes', isFinal: true } },
  },
  simulated_messages: {
    key: { id: 'uuid' },
    columns: { sealed: { field: 'simulated_message', as: 'bytes', isFinal: true } },
  },
  approvals: {
    key: { id: 'uuid' },
    columns: {
      current: document('approval_content'),
      proposed: document('approval_content'),
      result: document('approval_content'),
      content_sha256: { field: 'content_sha256', as: 'text' },
    },
    resealedIf: "status <> 'Pending'",
    isGuarded: true,
  },
  idempotency_keys: {
    key: { client_id: 'text', operation: 'text', key: 'text' },
    columns: {
      fingerprint: { ...document('idempotency'), mayBePlain: true },
      response: { ...document('idempotency'), mayBePlain: true },
    },
  },
  events: { key: { id: 'uuid' }, columns: { data: document('event_data') }, isGuarded: true },
  audit_log: {
    key: { id: 'uuid' },
    columns: {
      before: { field: 'audit_content', as: 'json', isFinal: true },
      after: { field: 'audit_content', as: 'json', readable: ['approval'], isFinal: true },
    },
  },
  signing_keys: {
    key: { kid: 'text' },
    columns: { sealed_private_jwk: { field: 'signing_key', as: 'bytes' } },
  },
  user_factors: {
    key: { id: 'uuid' },
    columns: { sealed_secret: { field: 'totp_secret', as: 'bytes' } },
  },
  console_sessions: {
    key: { id: 'uuid' },
    columns: { sealed_tokens: { field: 'console_session', as: 'bytes' } },
  },
  webhooks: {
    key: { id: 'uuid' },
    columns: { sealed_basic_password: { field: 'webhook_basic', as: 'bytes' } },
  },
  webhook_secrets: {
    key: { webhook_id: 'uuid', id: 'uuid' },
    columns: { sealed: { field: 'webhook_secret', as: 'bytes' } },
  },
}

/** Views that show sealed columns of a table under the names that they have there. */
export const SEALED_VIEWS: Readonly<Record<string, string>> = { current_payments: 'payments' }

export function sealedColumn(table: string, column: string): SealedColumn {
  const found = SEALED_TABLES[table]?.columns[column]
  if (!found) throw new Error(`${table}.${column} is not a sealed column`)
  return found
}

/** The member that has the sealed part of a document. */
const SEALED_MEMBER = 'sealed'

/** Seals a document, or its secret part. An empty document has nothing to seal. */
export function sealDocument(value: unknown, column: SealedColumn, seal: (text: string) => string): unknown {
  if (value === null || value === undefined || isEmpty(value)) return value
  if (column.readable === undefined && column.secret === undefined) return seal(JSON.stringify(value))
  const [open, hidden] = column.secret ? takeOut(value, column.secret) : keepIn(value, column.readable!)
  return isEmpty(hidden) ? open : { ...(open as object), [SEALED_MEMBER]: seal(JSON.stringify(hidden)) }
}

/** The document as it was; a document from before sealing is returned as it is. */
export function openDocument(stored: unknown, open: (text: string) => string): unknown {
  if (isSealed(stored)) return JSON.parse(open(stored))
  const sealed = sealedPartOf(stored)
  if (sealed === undefined) return stored
  const { [SEALED_MEMBER]: _sealed, ...rest } = stored as Record<string, unknown>
  return merge(rest, JSON.parse(open(sealed)))
}

/** The sealed text in a stored document, or undefined. */
export function sealedPartOf(stored: unknown): string | undefined {
  if (isSealed(stored)) return stored
  if (!isObject(stored)) return undefined
  const part = stored[SEALED_MEMBER]
  return isSealed(part) ? part : undefined
}

/** Whether a stored document shows a part that its column seals. */
export function hasPlainSecret(stored: unknown, column: SealedColumn): boolean {
  if (stored === null || isSealed(stored)) return false
  const { [SEALED_MEMBER]: _sealed, ...open } = isObject(stored) ? stored : {}
  let isPlain = false
  sealDocument(isObject(stored) ? open : stored, column, () => {
    isPlain = true
    return ''
  })
  return isPlain
}

function keepIn(value: unknown, readable: readonly string[]): [object, object] {
  const entries = Object.entries(value as object)
  const isReadable = ([name]: [string, unknown]) => readable.includes(name)
  return [
    Object.fromEntries(entries.filter(isReadable)),
    Object.fromEntries(entries.filter((entry) => !isReadable(entry))),
  ]
}

function takeOut(value: unknown, paths: NonNullable<SealedColumn['secret']>): [object, object] {
  let open = value as Record<string, unknown>
  const hidden: Record<string, unknown> = {}
  for (const [member, ...rest] of paths) {
    const found = open[member]
    if (found === undefined) continue
    if (rest.length === 0) {
      hidden[member] = found
      const { [member]: _taken, ...others } = open
      open = others
    } else if (isObject(found)) {
      const [inner, taken] = takeOut(found, [rest as [string, ...string[]]])
      if (isEmpty(taken)) continue
      open = { ...open, [member]: inner }
      hidden[member] = taken
    }
  }
  return [open, hidden]
}

function merge(open: Record<string, unknown>, hidden: unknown): unknown {
  const merged = { ...open }
  for (const [name, value] of Object.entries(hidden as object))
    merged[name] = isObject(merged[name]) && isObject(value) ? merge(merged[name], value) : value
  return merged
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function isEmpty(value: unknown): boolean {
  return value !== null && typeof value === 'object' && Object.keys(value).length === 0
}
