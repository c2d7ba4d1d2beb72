import { Group, NativeSelect, Text, TextInput, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApi } from '../api/giro.ts'
import { type Column, DataTable } from './DataTable.tsx'
import { useUrlState } from './url-state.ts'
import type { OpenList } from './use-rows.ts'
import { wordsOf } from './words.ts'

/** A filter of a list, by the name of its parameter in the API. */
export interface Filter {
  name: string
  label: string
  type?: 'text' | 'date'
  options?: readonly string[]
}

interface ListRoomProps<Row> {
  name: string
  title: string
  about?: ReactNode
  /** The path of the list in the API, with its parameters filled in. */
  path: string
  /** Parameters of the path in braces. */
  pathParameters?: Record<string, string>
  filters?: readonly Filter[]
  /** Parameters that always go with the filters. */
  fixed?: Record<string, string | number>
  /** By POST, the filters are the body; the page stays in the query. */
  method?: 'GET' | 'POST'
  /** The names of the page's parameters, where they are not `page` and `limit`. */
  paging?: Record<string, number>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** Where a row leads to, below /console. */
  recordOf?: (row: Row) => string
  empty: string
  buttons?: ReactNode
  totals?: (rows: readonly Row[]) => ReactNode
  actions?: (selected: readonly Row[], clear: () => void) => ReactNode
  order?: 1 | 2
}

const PAGE_ROWS = 200

/** A list of the API with its filters in the address. */
export function ListRoom<Row>(props: ListRoomProps<Row>) {
  const { name, title, about, path, pathParameters, filters = [], fixed = {}, buttons, recordOf } = props
  const { order = 1, method = 'GET', paging = { page: 1, limit: PAGE_ROWS } } = props
  const api = useApi()
  const navigate = useNavigate()
  const [state, change] = useUrlState()
  const chosen = Object.fromEntries(
    filters.flatMap((filter) => (state[filter.name] ? [[filter.name, state[filter.name]]] : [])),
  )
  const asked = { ...fixed, ...chosen }
  const parts = method === 'GET' ? { query: { ...asked, ...paging } } : { query: paging, body: asked }
  const open = () =>
    api.pages(method, path as never, { path: pathParameters, ...parts } as never) as ReturnType<OpenList<Row>>
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Title order={order} size={order === 1 ? 'h2' : 'h4'}>
          {title}
        </Title>
        {buttons}
      </Group>
      {about && (
        <Text size="sm" className="muted" mb="xs">
          {about}
        </Text>
      )}
      {filters.length > 0 && <Filters filters={filters} values={state} onChange={change} />}
      <DataTable
        name={name}
        caption={title}
        columns={props.columns}
        listKey={JSON.stringify([path, pathParameters, parts])}
        open={open}
        rowKey={props.rowKey}
        empty={props.empty}
        {...(props.totals && { totals: props.totals })}
        {...(props.actions && { actions: props.actions })}
        {...(recordOf && { onOpen: (row: Row) => void navigate({ to: `/${recordOf(row)}` } as never) })}
      />
    </>
  )
}

interface FiltersProps {
  filters: readonly Filter[]
  values: Record<string, string>
  onChange: (change: Record<string, string | undefined>) => void
}

/** A filter takes effect when its field is left, or with Enter. */
function Filters({ filters, values, onChange }: FiltersProps) {
  const rest = filters.slice(FIRST_FILTERS)
  return (
    <>
      <FilterFields filters={filters.slice(0, FIRST_FILTERS)} values={values} onChange={onChange} />
      {rest.length > 0 && (
        <details open={rest.some(({ name }) => values[name])}>
          <summary>More filters</summary>
          <FilterFields filters={rest} values={values} onChange={onChange} />
        </details>
      )}
    </>
  )
}

/** As many are seen at once; the others are a click away. */
const FIRST_FILTERS = 6

function FilterFields({ filters, values, onChange }: FiltersProps) {
  return (
    <Group gap="xs" mb="sm" align="end">
      {filters.map(({ name, label, type = 'text', options }) =>
        options ? (
          <NativeSelect
            key={name}
            size="xs"
            label={label}
            value={values[name] ?? ''}
            data={[{ value: '', label: 'All' }, ...options.map((value) => ({ value, label: wordsOf(value) }))]}
            onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          />
        ) : (
          <TextInput
            key={`${name} ${values[name] ?? ''}`}
            size="xs"
            type={type}
            label={label}
            maxLength={140}
            defaultValue={values[name] ?? ''}
            onBlur={(event) => {
              if (event.currentTarget.value !== (values[name] ?? ''))
                onChange({ [name]: event.currentTarget.value.trim() })
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onChange({ [name]: event.currentTarget.value.trim() })
            }}
          />
        ),
      )}
    </Group>
  )
}
