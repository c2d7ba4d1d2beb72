import { isBic } from '../../kernel/bic.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { isRoutingNumber } from '../../kernel/routing-number.ts'
import { fullBic, type Participant } from './participant.ts'

/** Lists that come as text with a line of column names: FedNow, RTP and BICs. */
export type DelimitedRail = 'FEDNOW' | 'RTP' | 'SWIFT'

/** The columns that are read, with their names in the lists. Case and spaces do not count. */
const COLUMNS = {
  routingNumber: ['Routing Number', 'RTN', 'ABA', 'Routing Transit Number', 'Participant RTN'],
  bic: ['BIC', 'BIC CODE', 'BIC8', 'BIC11', 'SWIFT CODE'],
  branch: ['BRANCH CODE', 'BRANCH'],
  name: ['Name', 'Participant Name', 'Institution Name', 'Financial Institution', 'Customer Name'],
  addressLine1: ['Address', 'Address Line 1', 'Physical Address 1', 'Street Address 1'],
  city: ['City', 'City Heading'],
  state: ['State'],
  postalCode: ['Zip', 'Postal Code', 'Zip Code'],
  country: ['Country', 'Country Name'],
  countryCode: ['Country Code', 'ISO Country Code'],
  receives: ['Receives Credit Transfers', 'Customer Credit Transfer Receive', 'Receive', 'Status'],
  requestsForPayment: ['Receives Requests for Payment', 'Request for Payment Receive', 'RFP'],
  modification: ['MODIFICATION FLAG'],
} as const

type Column = keyof typeof COLUMNS
export type Columns = ReadonlyMap<Column, number>

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const columnNamed = new Map(
  Object.entries(COLUMNS).flatMap(([column, names]) => names.map((name) => [plain(name), column as Column])),
)

/** The places of the columns, by the first line of the file. Unknown columns are left out. */
export function findColumns(rail: DelimitedRail, header: readonly string[]): Result<Columns, string> {
  const columns = new Map<Column, number>()
  for (const [at, name] of header.entries()) {
    const column = columnNamed.get(plain(name))
    if (column === undefined) continue
    if (columns.has(column)) return refuse(`two columns have the ${COLUMNS[column][0]}`)
    columns.set(column, at)
  }
  const missing = (rail === 'SWIFT' ? (['bic', 'name'] as const) : (['routingNumber', 'name'] as const)).filter(
    (column) => !columns.has(column),
  )
  if (missing.length === 0) return accept(columns)
  const names = missing.map((column) => `${COLUMNS[column][0]} (or ${COLUMNS[column].slice(1).join(', ')})`)
  return refuse(`the first line names no column ${names.join(' and none ')}`)
}

const NO = new Set(['n', 'no', 'false', '0', 'inactive', 'suspended', 'deleted', 'd'])

/** Reads a record of the list. A list without a column for it has only banks that take payments. */
export function parseRecord(
  rail: DelimitedRail,
  columns: Columns,
  record: readonly string[],
): Result<Participant, string> {
  const cell = (column: Column) => record[columns.get(column) ?? -1]?.trim() ?? ''
  const bankId = rail === 'SWIFT' ? fullBic(cell('bic') + cell('branch')) : cell('routingNumber').padStart(9, '0')
  if (rail === 'SWIFT' ? !isBic(bankId) : !isRoutingNumber(bankId))
    return refuse(`"${bankId}" is not a ${rail === 'SWIFT' ? 'BIC' : 'routing number'}`)
  if (cell('name') === '') return refuse('the name is blank')
  const address = Object.fromEntries(
    (['addressLine1', 'city', 'state', 'postalCode', 'countryCode', 'country'] as const)
      .map((column) => [column, cell(column)] as const)
      .filter(([, text]) => text !== ''),
  )
  const isOff = NO.has(cell('receives').toLowerCase()) || NO.has(cell('modification').toLowerCase())
  const asked = cell('requestsForPayment').toLowerCase()
  return accept({
    bankId,
    name: cell('name'),
    takesPayments: !isOff,
    details: {
      ...(Object.keys(address).length > 0 && { address }),
      ...(asked !== '' && { requestsForPayment: !NO.has(asked) }),
    },
  })
}

/** The character between the cells of a line: a tab, a semicolon or a comma. */
export function delimiterOf(header: string): string {
  return ['\t', ';'].find((character) => header.includes(character)) ?? ','
}
