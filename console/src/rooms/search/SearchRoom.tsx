import { Card, Loader, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '../../api/giro.ts'
import { useMay } from '../../api/session.ts'
import { ErrorNotice } from '../../kit/ErrorNotice.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { questionsFor } from './questions.ts'

const HITS = 5

interface Hit {
  to: string
  text: string
}

/** One text, asked of every list that could know it. */
export default function SearchRoom() {
  const api = useApi()
  const may = useMay()
  const [{ q = '' }] = useUrlState()
  const questions = questionsFor(q).filter(({ entitlement }) => may(entitlement))
  const { data, error, isPending } = useQuery({
    queryKey: ['search', q],
    queryFn: () =>
      Promise.all(
        questions.map(async ({ title, path, query, hitOf }) => {
          const answer = await api.GET(path as never, { query: { ...query, page: 1, limit: HITS } } as never)
          const { data: rows } = answer as { data?: Record<string, never>[] }
          // A list that refuses the text as its filter cannot know it.
          return { title, hits: Array.isArray(rows) ? rows.map((row): Hit => hitOf(row)) : [] }
        }),
      ),
  })
  const found = data?.filter(({ hits }) => hits.length > 0) ?? []
  return (
    <>
      <Title order={1} size="h2" mb="sm">
        Search: {q}
      </Title>
      <ErrorNotice error={error} />
      {isPending && <Loader size="sm" aria-label="Loading" />}
      {data && found.length === 0 && <Text>Nothing has this number, name, amount, trace number or UETR.</Text>}
      {found.map(({ title, hits }) => (
        <Card withBorder mb="sm" key={title}>
          <Title order={2} size="h5">
            {title}
          </Title>
          {hits.map(({ to, text }) => (
            <Link key={to} to={`/${to}` as never}>
              {text}
            </Link>
          ))}
        </Card>
      ))}
    </>
  )
}
