import './limits.errors.ts'
import { underDualControl } from '../approvals/approvals.ts'
import { defineOperation } from '../http/operation.ts'
import { requireInstitution } from '../institution/institution.ts'
import { accept } from '../kernel/result.ts'
import { InstitutionLimitsBody, InstitutionLimitsReply, renderSetLimits } from './limits.schema.ts'
import { readSetLimits, setInstitutionLimits } from './set-limits.ts'

const exampleSet = {
  limits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 50000, currency: 'USD' }],
  totals: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 10000000, currency: 'USD' }],
}

export const institutionLimitOperations = [
  defineOperation({
    id: 'getInstitutionLimits',
    method: 'GET',
    paths: ['/v1/institution/limits'],
    tag: 'Institution',
    summary: "Read the institution's limits",
    description: 'The limits of every customer without its own, and the totals of all customers together.',
    failure: 'The limits were not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidLimits',
    reply: {
      status: 200,
      description: 'The limits of the institution.',
      data: InstitutionLimitsReply,
      example: exampleSet,
    },
    handle: (app, { principal }) =>
      app.db.read(async (db) => {
        const institution = await requireInstitution(db, principal)
        if (!institution.ok) return institution
        return accept({ data: renderSetLimits(await readSetLimits(db, principal.tenantId)) })
      }),
  }),

  defineOperation({
    id: 'setInstitutionLimits',
    method: 'PUT',
    paths: ['/v1/institution/limits'],
    tag: 'Institution',
    summary: "Set the institution's limits",
    description:
      'The limits apply to every customer without its own limit for the same key. A limit of a customer bounds its payments and those of all customers below it together. Totals bound the payments of all customers together. Keys that are not in the request stay unchanged; null removes a limit.',
    failure: 'The limits were not set',
    entitlement: 'Institution.Manage_Limits_And_Fees',
    errors: ['notTheInstitution'],
    invalid: 'invalidLimits',
    body: InstitutionLimitsBody,
    examples: [
      {
        summary: 'A daily limit for wires',
        value: { limits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 50000 }] },
      },
      {
        summary: 'A daily limit for the wires of all customers together',
        value: { limits: [], totals: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 10000000 }] },
      },
    ],
    reply: {
      status: 200,
      description: 'All limits after the change.',
      data: InstitutionLimitsReply,
      example: exampleSet,
    },
    secondPerson: underDualControl('limits', async (tx, { principal }, { code }) => ({
      subjectId: code,
      current: renderSetLimits(await readSetLimits(tx, principal.tenantId)),
    })),
    async change(tx, app, { principal, body }) {
      const set = await setInstitutionLimits(tx, principal, body, app.clock.now())
      return set.ok ? accept({ data: renderSetLimits(set.value) }) : set
    },
  }),
]
