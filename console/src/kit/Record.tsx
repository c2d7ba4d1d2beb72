import { Group, Loader, Tabs, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Answer, take } from '../api/giro.ts'
import { ErrorNotice } from './ErrorNotice.tsx'
import { useUrlState } from './url-state.ts'

/** Reads a record, and shows it, that it is being read, or why it cannot be. */
export function Loaded<Data>({
  id,
  read,
  children,
}: {
  id: readonly unknown[]
  read: () => Answer<Data>
  children: (data: NonNullable<Data>) => ReactNode
}) {
  const { data, error, refetch } = useQuery({ queryKey: id, queryFn: () => take(read()) })
  if (data === undefined) {
    return error ? (
      <ErrorNotice error={error} retry={() => void refetch()} />
    ) : (
      <Loader size="sm" m="md" aria-label="Loading" />
    )
  }
  return (
    <>
      <ErrorNotice error={error} />
      {children(data)}
    </>
  )
}

/** The head of a record: what it is, its state, and what can be done. */
export function RecordHead({
  title,
  status,
  children,
}: {
  title: ReactNode
  status?: ReactNode
  children?: ReactNode
}) {
  return (
    <Group justify="space-between" mb="md">
      <Group gap="sm">
        <Title order={1} size="h2">
          {title}
        </Title>
        {status}
      </Group>
      <Group gap="xs">{children}</Group>
    </Group>
  )
}

export interface Section {
  name: string
  title: string
  show: () => ReactNode
}

/** Parts of a record, one at a time; which one is in the address. */
export function Sections({ sections }: { sections: readonly (Section | false)[] }) {
  const [state, change] = useUrlState()
  const shown = sections.filter((section) => section !== false)
  const current = shown.find(({ name }) => name === state['part']) ?? shown[0]
  if (!current) return null
  return (
    <Tabs value={current.name} onChange={(name) => change({ part: name ?? undefined })} keepMounted={false}>
      <Tabs.List mb="md">
        {shown.map(({ name, title }) => (
          <Tabs.Tab key={name} value={name}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={current.name}>{current.show()}</Tabs.Panel>
    </Tabs>
  )
}
