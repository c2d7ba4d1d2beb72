import { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { type Institution, institutionTime } from '../institution/institution.ts'
import { today } from '../kernel/clock.ts'

export const SetClockBody = Type.Object(
  {
    time: Type.String({
      format: 'date-time',
      pattern: '^2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\\.[0-9]{1,3})?(Z|[+-][0-9]{2}:[0-9]{2})$',
      description: 'A date and time such as 2026-12-01T09:00:00Z or 2026-12-01T04:00:00-05:00.',
    }),
  },
  { additionalProperties: false },
)
export type SetClockBody = Static<typeof SetClockBody>

export function parseClock({ time }: SetClockBody): Temporal.Instant {
  return Temporal.Instant.from(time)
}

/** The institution's clock at one moment of system time. */
export interface ClockReading {
  time: Temporal.Instant
  systemTime: Temporal.Instant
  target: Temporal.Instant | null
  timeZone: string
}

export function readingOf(institution: Institution, systemTime: Temporal.Instant): ClockReading {
  const { clockTarget: target, timeZone } = institution
  return { time: institutionTime(institution, systemTime), systemTime, target, timeZone }
}

export const ClockReply = Type.Object({
  time: Type.String({ description: "The institution's time, in UTC." }),
  businessDate: Type.String({ description: "The date in the institution's time zone." }),
  timeZone: Type.String(),
  systemTime: Type.String({ description: 'System time, in UTC.' }),
  offsetSeconds: Type.Integer({ description: 'Seconds by which time is ahead of systemTime; 0 outside a sandbox.' }),
  target: Type.Optional(
    Type.String({
      description:
        'The time the clock is moving to; absent once it is reached. Until then, time stands while due work is done.',
    }),
  ),
})

export function renderClock({ time, systemTime, target, timeZone }: ClockReading): Static<typeof ClockReply> {
  return {
    time: time.toString(),
    businessDate: today(time, timeZone).toString(),
    timeZone,
    systemTime: systemTime.toString(),
    offsetSeconds: Math.trunc((time.epochMilliseconds - systemTime.epochMilliseconds) / 1000),
    ...(target && { target: target.toString() }),
  }
}

export const exampleClock = {
  time: '2026-12-01T09:00:00Z',
  businessDate: '2026-12-01',
  timeZone: 'America/New_York',
  systemTime: '2026-11-21T10:30:00Z',
  offsetSeconds: 858600,
}
