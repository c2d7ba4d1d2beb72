import './administration.errors.ts'
import {
  AdjustmentBody,
  AdjustmentParams,
  AdjustmentReply,
  adjustAccount,
  exampleAdjustment,
} from '../accounts/accounts.ts'
import { underDualControl } from '../approvals/approvals.ts'
import { etagOf } from '../http/etag.ts'
import { defineOperation } from '../http/operation.ts'
import { requireInstitution } from '../institution/institution.ts'
import { accept } from '../kernel/result.ts'
import { exampleInstitution, InstitutionReply, renderInstitution, UpdateInstitutionBody } from './institution.schema.ts'
import { PARTS } from './profile-parts.ts'
import { proposedProfile } from './propose-institution.ts'
import { updateInstitution, versionOf } from './update-institution.ts'

const forWhat =
  "Dates are in the institution's time zone. Collection windows are in Eastern time, the ACH operator's clock. On closed days no file is collected and no entry settles."

export const institutionOperations = [
  defineOperation({
    id: 'getInstitution',
    numbersOf: 'institution',
    method: 'GET',
    paths: ['/v1/institution'],
    tag: 'Institution',
    summary: "Read the institution's profile and settings",
    description: forWhat,
    failure: 'The institution was not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidInstitution',
    reply: {
      status: 200,
      description: 'The institution.',
      data: InstitutionReply,
      etag: true,
      example: exampleInstitution,
    },
    handle: (app, { principal }) =>
      app.db.read(async (db) => {
        const institution = await requireInstitution(db, principal)
        if (!institution.ok) return institution
        return accept({ data: renderInstitution(institution.value), etag: etagOf(versionOf(institution.value)) })
      }),
  }),

  defineOperation({
    id: 'updateInstitution',
    numbersOf: 'institution',
    method: 'PUT',
    paths: ['/v1/institution'],
    tag: 'Institution',
    summary: "Change the institution's profile and settings",
    description: `Changes the fields in the body and keeps the others. currency and sandbox cannot change, but may be sent with their current values. A change of ${PARTS.map(({ fields, entitlement }) => `${fields.join(', ')} also requires ${entitlement}`).join('; of ')}. ${forWhat}`,
    failure: 'The institution was not updated',
    entitlement: 'Institution.Manage_Institution',
    fieldEntitlements: PARTS,
    errors: ['notTheInstitution', 'institutionChanged'],
    invalid: 'invalidInstitution',
    body: UpdateInstitutionBody,
    examples: [
      { summary: 'Close on Christmas Eve', value: { closedDays: ['2026-12-24'] } },
      { summary: 'Send Instant payments over FedNow', value: { instantNetwork: 'FEDNOW' } },
    ],
    reply: {
      status: 200,
      description: 'The updated institution.',
      data: InstitutionReply,
      etag: true,
      example: exampleInstitution,
    },
    secondPerson: proposedProfile,
    async change(tx, app, { principal, body, ifMatch }) {
      const updated = await updateInstitution(tx, principal, ifMatch, body, app.clock.now())
      return updated.ok
        ? accept({ data: renderInstitution(updated.value), etag: etagOf(versionOf(updated.value)) })
        : updated
    },
  }),

  defineOperation({
    id: 'adjustAccount',
    method: 'POST',
    paths: ['/v1/institution/accounts/{accountUID}/adjustments'],
    tag: 'Institution',
    summary: 'Adjust the balance of an account',
    description:
      "Posts a Credit or Debit to an account, such as the first balance of a new account. contraAccount names the institution's account on the other side. A closed account " +
      'takes no Credit; a Debit can take out what came back to it. adjustmentCaps of the institution ' +
      'limit each adjustment and the total of each business day.',
    failure: 'The account was not adjusted',
    entitlement: 'Institution.Adjust_Balances',
    errors: [
      'notTheInstitution',
      'accountNotFound',
      'accountStatusConflict',
      'adjustmentNotCovered',
      'adjustmentOverCap',
      'adjustmentWithoutCap',
    ],
    invalid: 'invalidAdjustment',
    params: AdjustmentParams,
    body: AdjustmentBody,
    examples: [{ summary: 'An opening deposit', value: exampleAdjustment }],
    reply: {
      status: 201,
      description: 'The adjustment was posted.',
      data: AdjustmentReply,
      example: {
        adjustmentUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
        accountUID: '100108',
        direction: 'Credit',
        amount: '25000.00',
        currency: 'USD',
        externalReferenceId: 'teller-0001',
        contraAccount: 'adjustment-cash',
        ledgerBalance: '25000.00',
        availableBalance: '25000.00',
      },
    },
    secondPerson: underDualControl('adjustment', async () => ({})),
    async change(tx, app, { principal, params, body }) {
      const adjusted = await adjustAccount(tx, principal, params.accountUID, body, app.clock.now())
      return adjusted.ok ? accept({ data: adjusted.value }) : adjusted
    },
  }),
]
