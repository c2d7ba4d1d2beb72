/** Text that the example of CONTRIBUTING.md adds to a file that exists. */
export interface Insertion {
  path: string
  /** The text goes after this one, which is in the file once. Without it, it goes to the end. */
  after?: string
  text: string
}

/**
 * The additions of the example to existing files. Its new files are in `contributing-example/`. The
 * formatter sorts the imports.
 */
export const insertions: readonly Insertion[] = [
  {
    path: 'src/customers/customers.schema.ts',
    after: "} from '../http/fields.ts'\n",
    text: `import { dateField, parseDate } from '../http/fields.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { NoteRow, NotesFilter } from './customers.store.ts'
`,
  },
  {
    path: 'src/customers/customers.schema.ts',
    text: `
export const NotesQuery = Type.Object({
  ...pageQuery,
  fromDate: Type.Optional(dateField('The first date of the notes.')),
  toDate: Type.Optional(dateField('The last date of the notes.')),
})
export type NotesQuery = Static<typeof NotesQuery>

export function parseNotesQuery({ page, limit, ...dates }: NotesQuery): Result<NotesFilter, Refusal> {
  const fromDate = dates.fromDate === undefined ? undefined : parseDate(dates.fromDate)
  if (dates.fromDate !== undefined && !fromDate) return refusal('invalidCustomer', 'fromDate must be a date')
  const toDate = dates.toDate === undefined ? undefined : parseDate(dates.toDate)
  if (dates.toDate !== undefined && !toDate) return refusal('invalidCustomer', 'toDate must be a date')
  return accept({ page, limit, fromDate: fromDate?.toString(), toDate: toDate?.toString() })
}

export const NoteReply = named('CustomerNote', {
  noteUID: Type.String({ description: 'The note.' }),
  writtenOn: Type.String({ description: 'yyyy-mm-dd, in the time zone of the institution.' }),
  author: Type.String({ description: 'Who wrote it.' }),
  content: Type.String({ description: 'What it says.' }),
})

export function renderNote(note: NoteRow): Static<typeof NoteReply> {
  return { noteUID: String(note.id), writtenOn: note.writtenOn, author: note.author, content: note.content }
}

export const exampleNote = {
  noteUID: '100031',
  writtenOn: '2026-07-01',
  author: 'officer',
  content: 'Asked for a higher wire limit.',
}
`,
  },
  {
    path: 'src/customers/customers.store.ts',
    after: "import type { Customers } from '../db/types.ts'\n",
    text: "import type { CustomerNotes } from '../db/types.ts'\n",
  },
  {
    path: 'src/customers/customers.store.ts',
    text: `
export type NoteRow = CustomerNotes

/** The page of the notes between two dates, yyyy-mm-dd. */
export interface NotesFilter extends PageRequest {
  fromDate?: string
  toDate?: string
}

export async function readNotes(
  db: Connection,
  tenantId: bigint,
  customerId: bigint,
  { fromDate, toDate, ...page }: NotesFilter,
): Promise<PageOf<NoteRow>> {
  const where = conditions(tenantId)
  where.equals('customer_id', customerId)
  if (fromDate !== undefined) where.and(\`written_on >= \${where.bind(fromDate)}\`)
  if (toDate !== undefined) where.and(\`written_on <= \${where.bind(toDate)}\`)
  const rows = await readPage<NoteRow>(
    db,
    where,
    page,
    (bounds) => \`select * from customer_notes where tenant_id = $1 \${where} order by written_on, id \${bounds}\`,
  )
  const count = \`select count(*) as total from customer_notes where tenant_id = $1 \${where}\`
  return { rows, total: await readTotal(db, where, count) }
}
`,
  },
  {
    path: 'src/customers/customers.errors.ts',
    after: 'defineErrors({\n',
    text: `  noteDatesReversed: {
    code: 'CUST001',
    status: 400,
    title: 'toDate is before fromDate',
    resolve: 'Send a toDate that is the same as fromDate, or later.',
  },
`,
  },
  {
    path: 'src/customers/customers.routes.ts',
    after: "import './customers.errors.ts'\n",
    text: `import { NoteReply, NotesQuery, exampleNote, parseNotesQuery, renderNote } from './customers.schema.ts'
import { listNotes } from './list-notes.ts'
`,
  },
  {
    path: 'src/customers/customers.routes.ts',
    after: 'export const customerOperations = [\n',
    text: `  defineOperation({
    id: 'listCustomerNotes',
    method: 'GET',
    paths: ['/v2/customers/{customerUID}/notes'],
    tag: 'Customers',
    summary: 'List the notes about a customer',
    description: 'The oldest note first.',
    failure: 'The notes were not listed',
    entitlement: 'Customers.View_Customers',
    errors: ['customerNotFound', 'foreignCustomer', 'noteDatesReversed'],
    invalid: 'invalidCustomer',
    params: CustomerParams,
    query: NotesQuery,
    reply: {
      status: 200,
      description: 'A page of notes.',
      data: Type.Array(NoteReply),
      paged: true,
      example: [exampleNote],
    },
    handle: (app, { principal, params, query }) =>
      app.db.read(async (db) => {
        const filter = parseNotesQuery(query)
        if (!filter.ok) return filter
        const found = await listNotes(db, principal, params.customerUID, filter.value)
        if (!found.ok) return found
        return accept({ data: found.value.rows.map(renderNote), pagination: describePage(query, found.value) })
      }),
  }),

`,
  },
  {
    path: 'test/support/operation-samples.ts',
    after: '  getCustomer: () => ({}),\n',
    text: '  listCustomerNotes: () => ({ query: PAGE }),\n',
  },
  {
    path: 'test/support/refused-requests.ts',
    after: 'const provocations: Partial<Record<ErrorReason, Provoke>> = {\n',
    text: "  noteDatesReversed: () => ({ query: 'fromDate=2026-07-02&toDate=2026-07-01' }),\n",
  },
  {
    path: 'src/db/descriptions/customers.ts',
    after: '  tables: {\n',
    text: `    customer_notes: {
      about: 'What the staff of the institution write down about a customer. Append-only.',
      columns: {
        id: 'The id of the note: \`noteUID\`.',
        customerId: 'The customer that the note is about.',
        writtenOn: 'The date of the note, in the time zone of the institution.',
        author: 'Who wrote the note.',
        content: 'The text of the note.',
      },
    },
`,
  },
  {
    path: 'CHANGELOG.md',
    after: '#### Customers, accounts and contacts\n\n',
    text: '- `GET /v2/customers/{customerUID}/notes` lists the notes about a customer.\n',
  },
]
