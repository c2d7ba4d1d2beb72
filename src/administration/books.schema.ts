import Type, { type Static } from 'typebox'
import { mustBeName, name, text } from '../http/fields.ts'
import { type BooksSettings, customerGlAccountsOf } from '../institution/institution.ts'
import { isBookOrCode } from '../ledger/chart.ts'

const EXPORT_DETAILS = ['Account', 'Entry'] as const

const GlAccountField = Type.Object(
  {
    account: text(64, {
      description: 'An entry of the chart of accounts, such as clearing, or the code of one account: clearing:ACH:USD.',
    }),
    glAccount: text(64, { description: "The number in the institution's general ledger." }),
  },
  { additionalProperties: false },
)

export const BooksField = Type.Object(
  {
    closeTime: Type.Optional(
      Type.Union([Type.Null(), Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })], {
        description:
          "When a business day ends: HH:MM in the institution's time zone; null for midnight. A day that has begun ends as it was to end.",
      }),
    ),
    exportDetail: Type.Optional(
      name(EXPORT_DETAILS, { description: 'Whether the file of a day has a line for each account or each entry.' }),
    ),
    glAccounts: Type.Optional(
      Type.Array(GlAccountField, {
        maxItems: 500,
        description: 'Numbers in the general ledger, all of them. A code is stronger than its entry of the chart.',
      }),
    ),
    customerGlAccounts: Type.Optional(
      Type.Array(text(64), {
        minItems: 1,
        maxItems: 100,
        description:
          'The numbers in the general ledger under which clients of customers may open accounts, all of them. 2000 until it is set.',
      }),
    ),
  },
  { additionalProperties: false },
)
type Books = Static<typeof BooksField>

export const BooksReply = Type.Object({
  closeTime: Type.Union([Type.Null(), Type.String()]),
  exportDetail: Type.String(),
  glAccounts: Type.Array(Type.Object({ account: Type.String(), glAccount: Type.String() })),
  customerGlAccounts: Type.Array(Type.String()),
})

/** Accounts that the chart does not have, and accounts named twice. */
export function faultsOfBooks({ glAccounts = [], customerGlAccounts = [] }: Books = {}): string[] {
  const names = glAccounts.map(({ account }) => account)
  const twice = customerGlAccounts.filter((number, index) => customerGlAccounts.indexOf(number) < index)
  const faults = glAccounts.flatMap(({ account }, index) => {
    if (names.indexOf(account) < index) return [`books.glAccounts names ${account} twice`]
    return isBookOrCode(account) ? [] : [`books.glAccounts.${index}.account must be in the chart of accounts`]
  })
  return [...faults, ...twice.map((number) => `books.customerGlAccounts names ${number} twice`)]
}

export function parseBooks({ closeTime, exportDetail, glAccounts, customerGlAccounts }: Books): BooksSettings {
  return {
    ...(exportDetail && { exportDetail: mustBeName(EXPORT_DETAILS, exportDetail) }),
    ...(closeTime !== undefined && { closeTime: closeTime ?? undefined }),
    ...(customerGlAccounts && { customerGlAccounts }),
    ...(glAccounts && {
      glAccounts: Object.fromEntries(glAccounts.map(({ account, glAccount }) => [account, glAccount])),
    }),
  }
}

export function renderBooks(settings: BooksSettings = {}) {
  const { closeTime, exportDetail = 'Account', glAccounts = {} } = settings
  return {
    closeTime: closeTime ?? null,
    customerGlAccounts: [...customerGlAccountsOf({ books: settings })],
    exportDetail,
    glAccounts: Object.entries(glAccounts)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([account, glAccount]) => ({ account, glAccount })),
  }
}
