import { Link } from '@tanstack/react-router'
import type { Column } from './DataTable.tsx'
import { Day, Moment, Money, Status, Uid } from './Values.tsx'
import { wordsOf } from './words.ts'

/** What a column shows: a field of the row, or something made of it. */
type Field<Row> = keyof Row & string
type Text = string | number | null | undefined

interface Options {
  title?: string
  isExtra?: boolean
}

const textAt = <Row,>(row: Row, field: Field<Row>): string => {
  const value = row[field] as unknown
  if (value === undefined || value === null) return ''
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const base = <Row,>(field: Field<Row>, { title = wordsOf(field), isExtra }: Options) => ({
  id: field,
  title,
  ...(isExtra && { isExtra }),
  text: (row: Row) => textAt(row, field),
})

/** Columns of lists, by the kind of what they show. */
export const columnsOf = <Row,>() => ({
  text: (field: Field<Row>, options: Options = {}): Column<Row> => ({
    ...base(field, options),
    cell: (row) => textAt(row, field) || '–',
  }),
  words: (field: Field<Row>, options: Options = {}): Column<Row> => ({
    ...base(field, options),
    cell: (row) => wordsOf(textAt(row, field)) || '–',
  }),
  status: (field: Field<Row>, options: Options = {}): Column<Row> => ({
    ...base(field, options),
    cell: (row) => <Status value={textAt(row, field)} />,
  }),
  uid: (field: Field<Row>, options: Options = {}): Column<Row> => ({
    ...base(field, options),
    cell: (row) => <Uid value={row[field] as Text} />,
  }),
  moment: (field: Field<Row>, options: Options = {}): Column<Row> => ({
    ...base(field, options),
    cell: (row) => <Moment at={textAt(row, field)} />,
  }),
  day: (field: Field<Row>, options: Options = {}): Column<Row> => ({
    ...base(field, options),
    cell: (row) => <Day day={textAt(row, field)} />,
  }),
  money: (field: Field<Row>, currency: (row: Row) => string | undefined, options: Options = {}): Column<Row> => ({
    ...base(field, options),
    align: 'right' as const,
    cell: (row) => <Money amount={row[field] as Text} currency={currency(row)} />,
  }),
  /** The field that leads to the record; it can be reached by the Tab key. */
  link: (field: Field<Row>, to: (row: Row) => string, options: Options = {}): Column<Row> => ({
    ...base(field, options),
    cell: (row) => (
      <Link to={`/${to(row)}` as never} className="record">
        {textAt(row, field) || '–'}
      </Link>
    ),
  }),
})
