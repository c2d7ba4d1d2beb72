import { Button, Checkbox, Group, Loader, Popover, Stack, Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { csvOf, save } from './csv.ts'
import { ErrorNotice } from './ErrorNotice.tsx'
import { useKeys } from './keys.ts'
import { type OpenList, useRows } from './use-rows.ts'

export interface Column<Row> {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** The same as text, for the CSV. */
  text: (row: Row) => string
  align?: 'right'
  /** Not shown until the person chooses it. */
  isExtra?: boolean
}

interface DataTableProps<Row> {
  /** Keeps the chosen columns, and names the CSV. */
  name: string
  caption: string
  columns: readonly Column<Row>[]
  /** Changes with the filter. */
  listKey: string
  open: OpenList<Row>
  rowKey: (row: Row) => string
  onOpen?: (row: Row) => void
  /** What to say if there are no rows. */
  empty: string
  /** Below the rows, from those that are loaded. */
  totals?: (rows: readonly Row[]) => ReactNode
  /** Buttons for the rows that are selected. */
  actions?: (selected: readonly Row[], clear: () => void) => ReactNode
}

const ROW_PX = 41
/** Rows left below the last one in sight when the next page is asked for. */
const AHEAD = 20

/** A list: rows as they are scrolled to, columns of choice, keys, and CSV of exactly what is filtered. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, caption, columns, listKey, open, rowKey, onOpen, empty, totals, actions } = props
  const list = useRows(listKey, open)
  const [shown, setShown] = useKeptColumns(name, columns)
  const visible = columns.filter(({ id }) => shown.includes(id))
  const [active, setActive] = useState(0)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const scroller = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({
    count: list.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (!list.isComplete && !list.isLoading && !list.error && last >= list.rows.length - AHEAD) list.loadMore()
  }, [last, list])
  const move = (by: number) => {
    const next = Math.min(Math.max(active + by, 0), list.rows.length - 1)
    setActive(next)
    virtualizer.scrollToIndex(next)
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    Enter: () => {
      const row = list.rows[active]
      if (row !== undefined) onOpen?.(row)
    },
  })
  const picked = list.rows.filter((row) => selected.has(rowKey(row)))
  const top = items[0]?.start ?? 0
  const bottom = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  const width = visible.length + (actions ? 1 : 0)
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" className="muted" aria-live="polite">
          {countOf(list.rows.length, list.total, list.isComplete)}
        </Text>
        <Group gap="xs">
          {actions?.(picked, () => setSelected(new Set()))}
          <Columns columns={columns} shown={shown} onChange={setShown} />
          <CsvButton name={name} columns={visible} open={open} />
        </Group>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the keyboard */}
      <section ref={scroller} className="table-scroll" tabIndex={0} aria-label={caption}>
        <table className="data">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {actions && (
                <th scope="col">
                  <span className="sr-only">Select</span>
                </th>
              )}
              {visible.map(({ id, title, align }) => (
                <th key={id} scope="col" className={align}>
                  {title || <span className="sr-only">Actions</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {top > 0 && <Spacer width={width} height={top} />}
            {items.map(({ index }) => {
              const row = list.rows[index]
              if (row === undefined) return null
              const key = rowKey(row)
              return (
                <tr
                  key={key}
                  data-active={index === active || undefined}
                  data-opens={onOpen !== undefined || undefined}
                  onClick={(event) => {
                    setActive(index)
                    const isControl = (event.target as HTMLElement).closest('a, button, input, label')
                    if (!isControl && !String(getSelection())) onOpen?.(row)
                  }}
                >
                  {actions && (
                    <td>
                      <Checkbox
                        size="xs"
                        aria-label={`Select ${key}`}
                        checked={selected.has(key)}
                        onChange={() => setSelected(toggled(selected, key))}
                      />
                    </td>
                  )}
                  {visible.map(({ id, align, cell }) => (
                    <td key={id} className={align}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              )
            })}
            {bottom > 0 && <Spacer width={width} height={bottom} />}
          </tbody>
        </table>
        {list.rows.length === 0 && !list.isLoading && !list.error && <Text p="lg">{empty}</Text>}
        {list.isLoading && <Loader m="md" size="sm" aria-label="Loading" />}
      </section>
      <ErrorNotice error={list.error} retry={list.reload} />
      {totals && list.rows.length > 0 && <div>{totals(list.rows)}</div>}
    </Stack>
  )
}

function Spacer({ width, height }: { width: number; height: number }) {
  return (
    <tr>
      <td colSpan={width} style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}

function Columns<Row>({
  columns,
  shown,
  onChange,
}: {
  columns: readonly Column<Row>[]
  shown: string[]
  onChange: (shown: string[]) => void
}) {
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default">
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group value={shown} onChange={(next) => next.length > 0 && onChange(next)} label="Columns">
          <Stack gap="xs" mt="xs">
            {columns.map(({ id, title }) => (
              <Checkbox key={id} value={id} label={title} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Reads the list from its first page to its last, by the filter that is shown. */
function CsvButton<Row>({
  name,
  columns,
  open,
}: {
  name: string
  columns: readonly Column<Row>[]
  open: OpenList<Row>
}) {
  const [count, setCount] = useState<number>()
  const [error, setError] = useState<unknown>()
  const write = async () => {
    setError(undefined)
    setCount(0)
    try {
      save(await csvOf(rowsOf(open), columns, setCount), `${name}-${new Date().toISOString().slice(0, 10)}.csv`)
    } catch (failure) {
      setError(failure)
    } finally {
      setCount(undefined)
    }
  }
  return (
    <>
      <Button size="xs" variant="default" disabled={count !== undefined} onClick={() => void write()}>
        {count === undefined ? 'CSV' : `${count} rows …`}
      </Button>
      <ErrorNotice error={error} />
    </>
  )
}

async function* rowsOf<Row>(open: OpenList<Row>): AsyncGenerator<Row> {
  for await (const { data, error } of open()) {
    if (error) throw error
    yield* data
  }
}

function useKeptColumns<Row>(name: string, columns: readonly Column<Row>[]) {
  const key = `giro-columns-${name}`
  const [shown, setShown] = useState<string[]>(() => {
    const kept = (localStorage.getItem(key) ?? '').split(',').filter((id) => columns.some((column) => column.id === id))
    return kept.length > 0 ? kept : columns.filter(({ isExtra }) => !isExtra).map(({ id }) => id)
  })
  const keep = (next: string[]) => {
    localStorage.setItem(key, next.join(','))
    setShown(next)
  }
  return [shown, keep] as const
}

function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return next
}

function countOf(loaded: number, total: number | undefined, isComplete: boolean): string {
  const all = total ?? (isComplete ? loaded : undefined)
  if (all === undefined) return loaded === 0 ? '' : `${loaded} loaded, more below`
  return `${all.toLocaleString('en')} ${all === 1 ? 'row' : 'rows'}`
}
