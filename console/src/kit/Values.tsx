import { ActionIcon, Badge, CopyButton, Group, Text, Tooltip } from '@mantine/core'
import { useSession } from '../api/session.ts'
import { type Amount, formatAmount } from './money.ts'
import { formatDay, formatMoment } from './times.ts'
import { wordsOf } from './words.ts'

/** An amount with its currency, in figures of one width. */
export function Money({ amount, currency }: { amount: Amount | null | undefined; currency: string | undefined }) {
  if (amount === undefined || amount === null) return <None />
  return (
    <span className="money">
      {formatAmount(amount, currency ?? '')} <small>{currency}</small>
    </span>
  )
}

/** A moment in the time of the institution; `withEastern` also shows that of the US networks. */
export function Moment({ at, withEastern = false }: { at: string | null | undefined; withEastern?: boolean }) {
  const { institution } = useSession()
  if (!at) return <None />
  return (
    <time dateTime={at}>
      {formatMoment(at, institution.timeZone)}
      {withEastern && institution.timeZone !== 'America/New_York' && (
        <Text span size="xs" className="muted" display="block">
          {formatMoment(at, 'America/New_York')}
        </Text>
      )}
    </time>
  )
}

export function Day({ day }: { day: string | null | undefined }) {
  return day ? <time dateTime={day}>{formatDay(day)}</time> : <None />
}

/** An id, short, with the whole one to copy. */
export function Uid({ value, digits = 8 }: { value: string | number | null | undefined; digits?: number }) {
  if (value === undefined || value === null || value === '') return <None />
  const text = String(value)
  return (
    <Group gap={2} wrap="nowrap" component="span" display="inline-flex">
      <code title={text}>{text.length > digits + 4 ? `${text.slice(0, digits)}…` : text}</code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={`Copy ${text}`}
              onClick={(event) => {
                event.stopPropagation()
                copy()
              }}
            >
              {copied ? '✓' : '⧉'}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  )
}

/** Colors help only those who see them: the word says the same. */
const COLORS: [RegExp, string][] = [
  [/FAIL|REJECT|RETURN|REVERS|QUARANTINE|MISSED|LOST|DOUBT|EXCEPTION|DISHONOR|UNPOSTED|ERROR/i, 'red'],
  [/PENDING|WAIT|HELD|REVIEW|SCREEN|OPEN|SOON|EXPIRED|SUSPEND|FUTURE|DUE/i, 'orange'],
  [/PROCESSED|POSTED|ACTIVE|APPROVED|MET|SETTLED|DELIVERED|CONFIRMED|ACCEPTED|DONE|SENT|IMPORTED/i, 'green'],
]

export function Status({ value }: { value: string | null | undefined }) {
  if (!value) return <None />
  const color = COLORS.find(([pattern]) => pattern.test(value))?.[1] ?? 'blue'
  return (
    <Badge variant="light" color={color} autoContrast className={`status status-${color}`}>
      {wordsOf(value)}
    </Badge>
  )
}

export const None = () => (
  <span className="muted" role="img" aria-label="none">
    –
  </span>
)
