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
    summary: 'Read which time it is in the institution',
    description: "The machine's time, but for a sandbox whose clock was set forward.",
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
      'Everything that is due until then happens, in order and each at its own time: the answer shows the clock on its way to its target, and reading it again where it has come to. Forward only, and two years ahead of the machine at the most.',
    failure: 'The clock was not set',
    entitlement: 'Institution.Manage_Institution',
    errors: ['notTheInstitution', 'clockOfNoSandbox', 'clockOnlyForward', 'clockTooFarAhead'],
    invalid: 'invalidInstitution',
    body: SetClockBody,
    examples: [{ summary: 'The first of December, in the morning', value: { time: '2026-12-01T09:00:00Z' } }],
    reply: {
      status: 200,
      description: 'The clock, on its way.',
      data: ClockReply,
      example: {
        ...exampleClock,
        time: '2026-11-21T10:30:00Z',
        businessDate: '2026-11-21',
        offsetSeconds: 0,
        target: '2026-12-01T09:00:00Z',
      },
    },
    async change(tx, app, { principal, body }) {
      const set = await setClock(tx, principal, body, app.systemClock.now())
      return set.ok ? accept({ data: renderClock(set.value) }) : set
    },
  }),
]
