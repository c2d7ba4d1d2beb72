import { wordsOf } from './words.ts'

/** A value of the API with everything in it, for records whose fields differ. */
export function Tree({ value }: { value: unknown }) {
  if (value === undefined || value === null || value === '') return <span className="muted">–</span>
  if (typeof value !== 'object') return <>{typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)}</>
  const entries = Array.isArray(value)
    ? value.map((item, index) => [String(index + 1), item] as const)
    : Object.entries(value)
  if (entries.length === 0) return <span className="muted">–</span>
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return <>{value.join(', ')}</>
  return (
    <dl className="facts">
      {entries.map(([name, item]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{Array.isArray(value) ? name : wordsOf(name)}</dt>
          <dd>
            <Tree value={item} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What a change changes: the fields that differ, before and after. */
export function Difference({ before, after }: { before: unknown; after: unknown }) {
  const [old, next] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])]
  const changed = names.filter((name) => name in next && JSON.stringify(old[name]) !== JSON.stringify(next[name]))
  if (changed.length === 0) return <Tree value={after} />
  return (
    <table className="data difference">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changed.map((name) => (
          <tr key={name}>
            <th scope="row">{wordsOf(name)}</th>
            <td>
              <Tree value={old[name]} />
            </td>
            <td>
              <Tree value={next[name]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const fieldsOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
