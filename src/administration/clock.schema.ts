import type { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { momentField, named, parseMoment } from '../http/fields.ts'
import { type Institution, institutionTime } from '../institution/institution.ts'
import { today } from '../kernel/clock.ts'
import { timestamp } from '../kernel/timestamp.ts'

export const SetClockBody = named(
  'ClockUpdate',
  {
    time: momentField('A date and time such as 2026-12-01T09:00:00Z or 2026-12-01T04:00:00-05:00.'),
  },
  { additionalProperties: false },
)
export type SetClockBody = Static<typeof SetClockBody>

export function parseClock({ time }: SetClockBody): Temporal.Instant {
  return parseMoment(time)
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

export const ClockReply = named('Clock', {
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
    time: timestamp(time),
    businessDate: today(time, timeZone).toString(),
    timeZone,
    systemTime: timestamp(systemTime),
    offsetSeconds: Math.trunc((time.epochMilliseconds - systemTime.epochMilliseconds) / 1000),
    ...(target && { target: timestamp(target) }),
  }
}

export const exampleClock = {
  time: '2026-12-01T09:00:00.000Z',
  businessDate: '2026-12-01',
  timeZone: 'America/New_York',
  systemTime: '2026-11-21T10:30:00.000Z',
  offsetSeconds: 858600,
}
