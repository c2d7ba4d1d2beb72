import './administration.errors.ts'
import { defineOperation } from '../http/operation.ts'
import { requireInstitution } from '../institution/institution.ts'
import { accept } from '../kernel/result.ts'
import { ClockReply, exampleClock, readingOf, renderClock, SetClockBody } from './clock.schema.ts'
import { setClock } from './set-clock.ts'

export const clockOperations = [
  defineOperation({
    id: 'getInstitutionClock',
    method: 'GET',
    paths: ['/v1/institution/clock'],
    tag: 'Institution',
    summary: "Read the institution's clock",
    description: 'Returns system time, unless the institution is a sandbox whose clock was set forward.',
    failure: 'The clock was not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidInstitution',
    reply: { status: 200, description: 'The clock.', data: ClockReply, example: exampleClock },
    handle: (app, { principal }) =>
      app.db.read(async (db) => {
        const institution = await requireInstitution(db, principal)
        if (!institution.ok) return institution
        return accept({ data: renderClock(readingOf(institution.value, app.clock.now())) })
      }),
  }),

  defineOperation({
    id: 'setInstitutionClock',
    method: 'PUT',
    paths: ['/v1/institution/clock'],
    tag: 'Institution',
    summary: 'Set the clock of a sandbox forward',
    description:
      'Moves the clock forward to the target, at most two years ahead of system time. Everything due before the target happens in order and at its own time. The reply shows the target; read the clock again to follow its progress. Until it is reached, another target is refused with 409, so that nobody takes away the time that somebody else asked for; the same target is answered again.',
    failure: 'The clock was not set',
    entitlement: 'Institution.Manage_Institution',
    errors: ['notTheInstitution', 'clockOfNoSandbox', 'clockOnlyForward', 'clockMoving', 'clockTooFarAhead'],
    invalid: 'invalidInstitution',
    body: SetClockBody,
    examples: [{ summary: 'Morning of December 1', value: { time: '2026-12-01T09:00:00.000Z' } }],
    reply: {
      status: 200,
      description: 'The clock, moving to its target.',
      data: ClockReply,
      example: {
        ...exampleClock,
        time: '2026-11-21T10:30:00.000Z',
        businessDate: '2026-11-21',
        offsetSeconds: 0,
        target: '2026-12-01T09:00:00.000Z',
      },
    },
    async change(tx, app, { principal, body }) {
      const set = await setClock(tx, principal, body, app.systemClock.now())
      return set.ok ? accept({ data: renderClock(set.value) }) : set
    },
  }),
]
