/** Dates as people of a bank read them without doubt: 27 Nov 2026, 14:03:22. */
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** `2026-11-27` as `27 Nov 2026`. */
export function formatDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day) ?? []
  return year ? dayFormat.format(Date.UTC(Number(year), Number(month) - 1, Number(date))) : day
}

/** A moment in a time zone, with the name of the zone. */
export function formatMoment(moment: string | number | Date, timeZone: string): string {
  const time = new Date(moment)
  if (Number.isNaN(time.getTime())) return String(moment)
  return new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(time)
}

/** How long until, or since: `3 h 12 min`. */
export function formatSpan(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / 60_000)
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)]
  if (days > 0) return `${days} d ${hours} h`
  if (hours > 0) return `${hours} h ${minutes % 60} min`
  return minutes > 0 ? `${minutes} min` : `${Math.floor(Math.abs(ms) / 1_000)} s`
}
