import type { Subject } from './subject.ts'

export const institution = {
  title: 'The institution',
  about:
    'The banks that run on this service, and the keys that seal and sign their data. Every other table belongs to ' +
    'one institution.',
  tables: {
    institutions: {
      about:
        'The institutions (tenants) that this service runs for, one row each. `giro institution create` writes it, ' +
        'and PUT /v1/institution changes its profile and settings. It is never deleted.',
      columns: {
        tenantId:
          'The number of the institution. It begins the key of every table, and row-level security filters by it.',
        code:
          'The name of the institution in the paths of its token service: lower-case letters, digits and hyphens. It ' +
          'never changes.',
        name: 'The name of the institution, as replies and mails show it.',
        legalEntityId:
          "The institution's own entity among its customers, which stands above all of them. Null only inside the " +
          'transaction that creates the institution.',
        timeZone:
          "The IANA time zone of the institution's dates, such as America/New_York. Business days, limits and " +
          'payment dates follow it.',
        currency:
          "The institution's own currency, an ISO 4217 code. Limits and the results of FX are in it. It never changes.",
        routingNumber: 'The ABA routing number of the institution, nine digits. Its own accounts have it.',
        bic: 'The BIC of the institution (ISO 9362). Null if it has none.',
        sandbox:
          'Whether this is a test institution: its networks are simulated and its clock can be set forward. It never ' +
          'changes.',
        settings:
          "The institution's settings as JSON: closed days, rails, ACH collection, cut-offs, business hours, FX " +
          'rules, adjustment caps, books, debits, account numbers. Absent parts have defaults. The shape is in ' +
          '`src/institution/settings.ts`.',
        createdAt: 'When the institution was created, by the clock of the machine.',
        version: 'How often the profile and settings were changed, from 1: the entity tag of the API.',
        clockOffsetMs:
          'Milliseconds by which the clock of a sandbox is ahead of the clock of the machine. 0 outside a sandbox.',
        clockStandsAt:
          "The time at which a sandbox's clock stands while it moves to `clock_target`. Null while the clock runs.",
        clockTarget:
          "The time to which a sandbox's clock is moving, from one due moment to the next. Null while the clock runs.",
        publicUrl:
          'The base URL at which clients reach the service, the same for all nodes. Access tokens name it. Null until a node starts with GIRO_PUBLIC_URL.',
        dualControl:
          'Whether a second person must approve the changes of the institution that weaken a control or move money.',
      },
    },
    calendar_changes: {
      about:
        'How far the dates of what waits are derived again since the last change of closed days, cut-offs, ' +
        'conventions or time zone. One row for an institution, deleted when the work is done.',
      columns: {
        changedAt: 'When the calendar changed last, by the clock of the institution.',
        walksLeft:
          'How often what waits is still looked at: at once, and again for what a transaction of before the change ' +
          'added.',
        dueAt: "When the work goes on, by the database's clock.",
        kind: 'What is looked at: Series, or payments in this state.',
        rail: 'Of payments, the rail of the last one; empty at the start.',
        afterId: 'The last series or payment that was looked at; zeros at the start.',
      },
    },
    institution_versions: {
      about:
        'The profile and settings of the institution as they were from a moment on: closed days, cut-offs, rails, ' +
        'rules of approval. Each change adds a version. Rows are only added.',
      columns: {
        version: 'The version of `institutions`, from 1.',
        validFrom: 'From when the version applies, until the next one, by the clock of the institution.',
        name: 'As in `institutions`.',
        timeZone: 'As in `institutions`.',
        routingNumber: 'As in `institutions`.',
        bic: 'As in `institutions`.',
        dualControl: 'As in `institutions`.',
        settings: 'As in `institutions`.',
      },
    },
    encryption_keys: {
      about:
        'The data keys that seal personal data and secrets of an institution, wrapped by a master key outside the ' +
        'database. `giro encryption-key rotate` adds a key. Rows are never deleted, because what their keys sealed ' +
        'would be lost.',
      columns: {
        id:
          'The number of the key. Key 0 makes blind indexes and never rotates. Of the others, the last whose ' +
          '`active_from` has passed seals.',
        wrapped:
          'The key, encrypted by the master key. A new master key wraps the same key again; the key itself never ' +
          'changes.',
        createdAt: 'When the key was made, by the clock of the machine or, for the first keys, of the database.',
        activeFrom:
          'When the key begins to seal: 30 seconds after it was made, so that every node knows it by then; for the ' +
          'first keys, at once. By the clock of the machine.',
        bindsPlace:
          'Whether this key, and every later one, binds a value to the column and row that it was sealed for. Keys ' +
          'from before 0.3.0 do not.',
      },
    },
    sealing_progress: {
      about:
        'How far the sealed columns of a table are sealed with the newest data key. The sweep that seals old rows ' +
        'writes it, one row for each table.',
      columns: {
        tableName: 'The table that the sweep examines.',
        keyId: 'The data key with which the sweep seals, an id of `encryption_keys`.',
        position:
          'The primary key of the last row that was examined, as a JSON array without `tenant_id`. Null at the start ' +
          'and when the table is finished.',
        examined: 'How many rows were examined with this key.',
        resealed: 'How many of them were sealed again, because they were unsealed or sealed with an earlier key.',
        finishedAt:
          'When the sweep reached the end of the table, by the clock of the machine. Null while rows are left to ' +
          'examine.',
        boundSince:
          'When the sweep first finished with a key that binds values to their places. Since then, a value without a ' +
          'place is refused in the columns of the table that can change. Never taken back.',
      },
    },
    signing_keys: {
      about:
        "The keys that sign the institution's access tokens. `giro signing-key rotate` and the API add a key; a key " +
        'is deleted after its last token has expired. Times are by the clock of the machine.',
      columns: {
        kid: 'The key ID: in the header of each token that the key signed, and in the published JWKS.',
        algorithm: 'The JWS algorithm of the key: ES256.',
        publicJwk: 'The public key as a JWK, as the token service publishes it.',
        sealedPrivateJwk: 'The private key as a JWK, sealed.',
        createdAt: 'When the key was made and published, by the clock of the machine.',
        retiredAt: 'When the successor begins to sign. Null while the key has no successor.',
        expiresAt:
          'When signatures of the key stop being valid: a minute after its last token ends. Null while the key has ' +
          'no successor. The row is deleted afterwards.',
        signsFrom:
          'When the key begins to sign: a minute after it was published, so that every verifier knows it; for the ' +
          'first key, at once.',
      },
    },
  },
} satisfies Subject
