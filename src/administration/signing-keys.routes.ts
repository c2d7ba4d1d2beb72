import './administration.errors.ts'
import { underDualControl } from '../approvals/approvals.ts'
import { defineOperation } from '../http/operation.ts'
import { momentOf } from '../kernel/moment.ts'
import { accept } from '../kernel/result.ts'
import { listSigningKeys, rotateSigningKey } from './rotate-signing-key.ts'
import { exampleSigningKeys, renderSigningKey, SigningKeyReply, SigningKeysReply } from './signing-keys.schema.ts'

export const signingKeyOperations = [
  defineOperation({
    id: 'listSigningKeys',
    method: 'GET',
    paths: ['/v1/institution/signing-keys'],
    tag: 'Institution',
    summary: 'List the keys that sign access tokens',
    description:
      'Lists the published keys: the Active key, a Pending key if any, and Retired keys whose tokens have not all expired.',
    failure: 'The signing keys were not listed',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidInstitution',
    reply: {
      status: 200,
      description: 'The keys, without their private parts.',
      data: SigningKeysReply,
      example: exampleSigningKeys,
    },
    handle: (app, { principal }) =>
      app.db.read(async (db) => {
        const keys = await listSigningKeys(db, principal, momentOf(app))
        return keys.ok ? accept({ data: { keys: keys.value.map(renderSigningKey) } }) : keys
      }),
  }),

  defineOperation({
    id: 'rotateSigningKey',
    method: 'POST',
    paths: ['/v1/institution/signing-keys/rotate'],
    tag: 'Institution',
    summary: 'Rotate the key that signs access tokens',
    description:
      'Publishes a new key at once. It starts to sign a minute later, when every verifier has it, so no request fails. Tokens of the old key verify until they expire. A second request within that minute returns the same key.',
    failure: 'The signing key was not rotated',
    entitlement: 'Institution.Manage_API_Clients',
    errors: ['notTheInstitution'],
    invalid: 'invalidInstitution',
    reply: {
      status: 200,
      description: 'The key that will sign.',
      data: SigningKeyReply,
      example: exampleSigningKeys.keys[1],
    },
    secondPerson: underDualControl('signingKey', async (_tx, _request, { code }) => ({ subjectId: code })),
    async change(tx, app, { principal }) {
      const rotated = await rotateSigningKey(tx, principal, app.sealer, momentOf(app))
      return rotated.ok ? accept({ data: renderSigningKey(rotated.value) }) : rotated
    },
  }),
]
