import { randomUUID } from 'node:crypto'
import { type Act, changes, computed, copies, withoutRight } from '../../support/hostile-sql.ts'

const NOBODY = randomUUID()
const another = (table: string) =>
  computed(`(select u.id from users u where not exists (select from ${table} k where k.user_id = u.id) limit 1)`)

/** How people sign in. */
export const peopleActs: Act[] = [
  ...copies('user_credentials', { lawful: { user_id: another('user_credentials') } }, [
    ['a second password of the user', { user_id: computed('r.user_id') }, 'user_credentials_pkey'],
    ['a password in clear', { password_hash: 'letmein' }, 'user_credentials_password_is_argon2id'],
    ['of a user who does not exist', { user_id: NOBODY }, 'user_credentials_user_fkey'],
  ]),
  // A password is set by an invitation, and ended by a reset.
  ...withoutRight('user_credentials', [`update user_credentials set password_hash = '$argon2id$mine'`]),
  ...copies('user_invitations', { lawful: { user_id: another('user_invitations'), token_sha256: 'a'.repeat(64) } }, [
    ['a second invitation of the user', { user_id: computed('r.user_id') }, 'user_invitations_pkey'],
    ['the secret of another', { token_sha256: computed('r.token_sha256') }, 'user_invitations_token'],
    ['a secret in clear', { token_sha256: 'secret' }, 'user_invitations_token_hashed'],
    ['that ends before it starts', { expires_at: '2000-01-01' }, 'user_invitations_ends_after_start'],
    ['of a user who does not exist', { user_id: NOBODY }, 'user_invitations_user_fkey'],
    ['fewer attempts than none', { attempts: -1 }, 'user_invitations_attempts_not_negative'],
  ]),
  // A link neither lives longer nor goes to another address.
  ...withoutRight('user_invitations', [
    `update user_invitations set expires_at = '2999-01-01'`,
    `update user_invitations set mail_to = 'mallory@evil.example'`,
    `update user_invitations set token_sha256 = token_sha256`,
  ]),
  // Who set an address stays so. A copy is the address of the same user.
  ...copies('user_addresses', { lawful: { id: computed('gen_random_uuid()') } }, [
    ['the address that it replaced', { earlier: computed('r.email') }, 'user_addresses_is_another'],
    ['fewer attempts than none', { attempts: -1 }, 'user_addresses_attempts_not_negative'],
    ['of a user who does not exist', { user_id: NOBODY }, 'user_addresses_user_fkey'],
    ['by an approval that does not exist', { approval_id: NOBODY }, 'user_addresses_approval_fkey'],
  ]),
  ...withoutRight('user_addresses', [
    `update user_addresses set set_by = 'nobody'`,
    `update user_addresses set email = 'mallory@evil.example'`,
    'delete from user_addresses',
  ]),
  ...copies('person_holders', { lawful: { holder: 'hostile' } }, [
    ['of themselves', { holder: computed('r.user_id::text') }, 'person_holders_is_another'],
    ['of a user who does not exist', { user_id: NOBODY }, 'person_holders_user_fkey'],
  ]),
  ...copies('user_setters', { lawful: { holder: 'hostile' } }, [
    ['of themselves', { holder: computed('r.user_id::text') }, 'user_setters_is_another'],
    ['of a user who does not exist', { user_id: NOBODY }, 'user_setters_user_fkey'],
    [
      'confirmed by nobody',
      { holder: 'hostile', ends_at: computed('now()') },
      'user_setters_confirmed_by_with_ends_at',
    ],
    [
      'confirmed by who set it',
      { holder: 'hostile', ends_at: computed('now()'), confirmed_by: 'hostile' },
      'user_setters_confirmed_by_another',
    ],
  ]),
  ...copies('signatory_setters', { lawful: { holder: 'hostile' } }, [
    ['of a signatory who does not exist', { signatory_id: 0 }, 'signatory_setters_signatory_fkey'],
    [
      'confirmed by nobody',
      { holder: 'hostile', ends_at: computed('now()') },
      'signatory_setters_confirmed_by_with_ends_at',
    ],
    [
      'confirmed by who set it',
      { holder: 'hostile', ends_at: computed('now()'), confirmed_by: 'hostile' },
      'signatory_setters_confirmed_by_another',
    ],
  ]),
  ...withoutRight('signatory_setters', [
    'delete from signatory_setters',
    `update signatory_setters set holder = 'nobody'`,
  ]),
  ...withoutRight('user_setters', ['delete from user_setters', `update user_setters set holder = 'nobody'`]),
  ...withoutRight('person_holders', ['delete from person_holders', `update person_holders set holder = 'nobody'`]),
  ...copies('user_factors', { lawful: { id: randomUUID(), credential_id: 'other' }, where: `kind = 'Passkey'` }, [
    ['a kind that does not exist', { kind: 'Sms' }, 'user_factors_kind_known'],
    ['a passkey without a key', { public_key: null }, 'user_factors_passkey'],
    ['a passkey with the secret of an app', { sealed_secret: '\\\\x00' }, 'user_factors_totp'],
    ['a passkey that is not confirmed', { confirmed_at: null }, 'user_factors_passkey_confirmed'],
    ['a counter below zero', { sign_count: -1 }, 'user_factors_sign_count_not_negative'],
    ['the passkey of another', { credential_id: computed('r.credential_id') }, 'user_factors_credential'],
    ['of a user who does not exist', { user_id: NOBODY }, 'user_factors_user_fkey'],
  ]),
  ...copies(
    'user_factors',
    { lawful: { id: randomUUID(), user_id: another('user_factors') }, where: `kind = 'Totp'` },
    [['a second app of the user', { user_id: computed('r.user_id') }, 'user_factors_one_totp']],
  ),
  // A factor stays with its user and its key.
  ...withoutRight('user_factors', [
    'update user_factors set user_id = user_id',
    `update user_factors set public_key = ''`,
  ]),
  ...copies('user_recovery_codes', { lawful: { code_sha256: 'b'.repeat(64) } }, [
    ['a code in clear', { code_sha256: '7Q2M-K9XD-0RTW-4HEB' }, 'user_recovery_codes_hashed'],
    ['the same code twice', { code_sha256: computed('r.code_sha256') }, 'user_recovery_codes_pkey'],
    ['of a user who does not exist', { user_id: NOBODY }, 'user_recovery_codes_user_fkey'],
  ]),
  ...copies('person_sessions', { lawful: { id: randomUUID(), handle: 'other', cookie_sha256: 'other' } }, [
    ['a second session by the same name', { handle: computed('r.handle') }, 'person_sessions_handle'],
    ['the cookie of another', { cookie_sha256: computed('r.cookie_sha256') }, 'person_sessions_cookie'],
    ['of a user who does not exist', { user_id: NOBODY }, 'person_sessions_user_fkey'],
    ['that lives longer than it may', { idle_ends_at: '2999-01-01' }, 'person_sessions_ends_in_order'],
  ]),
  // A session stays with its person, and never lasts longer than when it started.
  ...withoutRight('person_sessions', [
    'update person_sessions set user_id = user_id',
    `update person_sessions set ends_at = '2999-01-01'`,
  ]),
  ...copies('console_sessions', { lawful: { id: randomUUID(), cookie_sha256: 'other' } }, [
    ['the cookie of another', { cookie_sha256: computed('r.cookie_sha256') }, 'console_sessions_cookie'],
    ['of a user who does not exist', { user_id: NOBODY }, 'console_sessions_user_fkey'],
    ['that lives longer than it may', { idle_ends_at: '2999-01-01' }, 'console_sessions_ends_in_order'],
  ]),
  // No session of the console becomes another person's, lasts longer, or skips the second factor.
  ...withoutRight('console_sessions', [
    'update console_sessions set user_id = user_id',
    `update console_sessions set ends_at = '2999-01-01'`,
    `update console_sessions set stepped_up_until = '2999-01-01'`,
  ]),
  ...changes('sign_in_attempts', { lawful: 'failures = 1' }, [
    ['fewer failures than none', 'failures = -1', 'sign_in_attempts_failures_not_negative'],
    ['fewer failures in a row than none', 'in_a_row = -1', 'sign_in_attempts_in_a_row_not_negative'],
  ]),
]
