import type { Subject } from './subject.ts'

export const people = {
  title: 'People and their roles',
  about: 'The persons who act for a customer or for the institution, and what they may do.',
  tables: {
    users: {
      about:
        "The persons who use the institution's applications for a customer. Users do not sign in here: an identity " +
        'provider proves them, and their tokens carry the entitlements of their roles. The API creates and changes ' +
        'users; they are never deleted.',
      columns: {
        id: 'The userId of the API, a UUID. Tokens of the person carry it.',
        customerId: 'The customer that the user acts for.',
        loginId:
          'The login of the user at the identity provider, in the spelling that the client gave. Unique in the ' +
          'institution, in any case. It never changes.',
        loginTwin:
          'First or Later if another login of the institution differs in case alone, from the time when that was ' +
          'possible: only the exact spelling then names the user. Null for all others.',
        firstName: 'The first name of the person, as the client gave it.',
        lastName: 'The last name of the person, as the client gave it.',
        email: 'The e-mail address. A signatory with the same address counts as the same person.',
        status:
          'Pending (waits for approval), Active, Suspended or Locked. Only an Active user gets tokens and can ' +
          'approve. No operation sets Locked today.',
        suspensions: 'How often the user stopped being Active. A release of their payments covers one such time.',
        externalReferenceId: 'The reference that the client gave. Not unique.',
        phoneNumber: 'The telephone number, sealed. Null if it is not given.',
        limits:
          "The user's own limits by application, as a JSON array of `{name, limits}`. Amounts are in the " +
          "institution's currency. For Payments, the approval limit and the daily approval limit apply; other names " +
          'have no effect.',
        version: 'How often the row was changed, from 1: the entity tag of the API.',
        suspendedBy:
          'Who suspended the user: Customer or Institution. Only the institution lifts its own suspension. Null ' +
          'while the user is not Suspended.',
        accessVersion:
          "Rises each time the user's tokens end: when the user is changed, or a role of the user loses an " +
          'entitlement. A token carries the version it was issued with, and an older one is refused.',
        accessNarrowedAt: 'When `access_version` last rose, by the clock of the database. Null if it never did.',
        phoneNumberIndex:
          'The blind index of `phone_number`, for searches: a keyed hash. Null while `phone_number` is null or not ' +
          'sealed yet.',
      },
    },
    roles: {
      about:
        'A named set of entitlements and limits of a customer. Users and API clients hold roles. The API creates and ' +
        'changes roles; they are never deleted.',
      columns: {
        id: 'The roleId of the API, a UUID.',
        customerId: 'The customer that the role belongs to. Only its users and API clients can hold it.',
        externalReferenceId: 'The reference that the client gave. Not unique.',
        name: 'The name of the role, unique for its customer.',
        description: "What the role is for, in the client's words.",
        type: 'Custom (made by a client) or Default (made when a consumer was onboarded).',
        applications:
          'The entitlements and limits by application, as a JSON array of `{name, entitlements, limits}`. Limits are ' +
          "amounts in the institution's currency. Always written as a whole.",
        version: 'How often the row was changed, from 1: the entity tag of the API.',
      },
    },
    user_roles: {
      about: "Which roles a user holds. A row is written or deleted when the user's roles change.",
      columns: {
        userId: 'The user who holds the role.',
        roleId: 'The role, which belongs to the customer of the user.',
        customerId:
          'The customer of both. It is in both foreign keys, so that no user holds a role of another customer.',
      },
    },
    user_credentials: {
      about:
        'The password of each user who has one. An accepted invitation adds the row, and a reset deletes it. Times in ' +
        'the tables of sign-in are by the clock of the machine.',
      columns: {
        userId: 'The user.',
        id: 'Changes when sessions of the user must end: when credentials are reset, or a second factor is removed.',
        passwordHash: 'The password as argon2id, in the PHC string format, with its salt and its cost.',
        createdAt: 'When the password was set.',
      },
    },
    user_invitations: {
      about:
        'The latest invitation of a user to set a password, and its mail. The row is deleted when it is accepted, ' +
        'and replaced by a later invitation.',
      columns: {
        userId: 'The invited user.',
        id: 'A random id, from which the secret in the link follows by a key of the institution.',
        tokenSha256: 'SHA-256 of the secret in the link, in hexadecimal digits.',
        mailTo: 'The address to which the link is mailed.',
        invitedBy: 'The API key of the client that invited the user.',
        createdAt: 'When the user was invited.',
        expiresAt: 'Until when the link works: 72 hours.',
        dueAt: 'When the mail is tried next. Null once it was sent or given up.',
        leasedUntil: 'Until when a worker sends it, by the clock of the database. Null if none does.',
        attempts: 'How often the mail was tried. It fences the claim of a worker.',
        sentAt: 'When the mail server accepted the mail. Null until then.',
        failure: 'Why the last attempt failed. Null if none did.',
      },
    },
    user_addresses: {
      about:
        'Who set each e-mail address of a user, when it was created and at each change, and the mail that tells the ' +
        'earlier address. The last row is of the present address. Users from before this table may have none.',
      columns: {
        id: 'A UUID. That of the user for one that was created before this table.',
        userId: 'The user.',
        email: 'The address that was set.',
        earlier: 'The address before. Null for that of a new user.',
        setBy: 'The API key of the client that set it, or that proposed it if it waited for a second person.',
        setByUser: 'The user whose token that client sent. Null if none.',
        approvalId: 'The approval of the change. Null if it did not wait.',
        setAt: 'When it took effect, in business time.',
        dueAt: 'When the mail to the earlier address is tried next. Null once it was sent or given up, or without one.',
        leasedUntil: 'Until when a worker sends it, by the clock of the database. Null if none does.',
        attempts: 'How often the mail was tried. It fences the claim of a worker.',
        sentAt: 'When the mail server accepted the mail. Null until then.',
        failure: 'Why the last attempt failed. Null if none did.',
      },
    },
    person_holders: {
      about:
        'Who may hold the credentials of each user: who changed the address that an invitation or a reset went to, ' +
        'and in a sandbox who was shown its link. They are no second person beside that user. A row is never ' +
        'deleted, and ends only by a reset that people who hold nothing of the user asked for and approved.',
      columns: {
        userId: 'The user whose credentials may be held.',
        holder: 'The API key of a client, or the id of a user.',
        endsAt: 'When the hold ended, by the clock of the machine. Null while it lasts.',
      },
    },
    user_setters: {
      about:
        'Who alone set how a user is reached: who created it or changed the address of a Pending one, and in a ' +
        'sandbox who alone was shown the link of its invitation. They are no second person beside that user, and two ' +
        'users of one of them are one person, until somebody independent activates the user or approves it.',
      columns: {
        userId: 'The user.',
        holder: 'The API key of a client, or the id of the user whose token it sent.',
        ofInstitution: 'Whether it is one of the institution. Such a row counts under dual control alone.',
        setAt: 'When it was set first.',
        endsAt: 'When it was confirmed, by the clock of the machine. Null while nobody has.',
        confirmedBy: 'Who confirmed it: the API key, and after a space the id of the person whose token it sent.',
      },
    },
    signatory_setters: {
      about:
        'Who alone created a signatory, or changed its name, e-mail address or telephone number. They are no second ' +
        'person beside that signatory, and two signatories of one of them are one person, until somebody independent ' +
        'approves the signatory or confirms it.',
      columns: {
        signatoryId: 'The signatory.',
        holder: 'The API key of a client, or the id of the user whose token it sent.',
        ofInstitution: 'Whether it is one of the institution. Such a row counts under dual control alone.',
        setAt: 'When it was set first.',
        endsAt: 'When it was confirmed, by the clock of the machine. Null while nobody has.',
        confirmedBy: 'Who confirmed it: the API key, and after a space the id of the person whose token it sent.',
      },
    },
    user_factors: {
      about:
        'The second factors of users: authenticator apps and passkeys. A confirmed enrolment adds one; a reset or a ' +
        'removal by two persons deletes it.',
      columns: {
        id: 'The factorId of the API.',
        userId: 'The user whose factor it is.',
        kind: 'Totp (an authenticator app, RFC 6238) or Passkey (WebAuthn).',
        sealedSecret: 'The secret of an app, sealed. Null for a passkey.',
        lastStep: 'The last step of 30 seconds since 1970 whose code was accepted. Null if none was.',
        credentialId: 'The id of a passkey, in base64url. Null for an app.',
        publicKey: 'The public key of a passkey, in COSE. Null for an app.',
        signCount: 'The signature counter that a passkey sent last: a smaller one shows a copy. Null for an app.',
        transports: 'How a browser can reach a passkey, as the browser said. Null for an app.',
        createdAt: 'When it was set up.',
        confirmedAt: 'When its first code was right. Null for an app that is still being set up.',
        usedAt: 'When it was last used to sign in. Null if it never was.',
      },
    },
    user_recovery_codes: {
      about: 'The recovery codes that users have not used. A code that is used is deleted.',
      columns: {
        userId: 'The user.',
        codeSha256: 'SHA-256 of the code, which has 80 random bits, in hexadecimal digits.',
        createdAt: 'When the codes were made.',
      },
    },
    sign_in_attempts: {
      about:
        'Failed attempts to sign in, which decide when a login is locked and an address is slowed down. An attempt is ' +
        'counted as a failure before it is checked, and cleared by a success. A row is deleted once it no longer ' +
        'matters.',
      columns: {
        subject:
          'What is counted: `password:` or `factor:` with the id of a user, `nobody:` with one of 256 stand-ins for ' +
          'logins that do not exist, or `address:` with one of 4096 groups of addresses.',
        origin: 'The IPv4 address or IPv6 network of the caller. Empty for the row that counts all of them together.',
        failures: 'How many failures count towards a lock: 5 from one origin, 20 from all, 5 of a second factor.',
        failedAt: 'The last failure that was counted. Null if none counts.',
        lockedUntil: 'Until when attempts are refused: 30 seconds, doubled by each failure up to 15 minutes.',
        succeededAt: 'The last success from this origin, which locks by others do not keep out for 30 days.',
        inARow:
          'Failures since the last success, however old. From 100 on, attempts are refused from origins without a ' +
          'success within 30 days.',
        expiresAt: 'When the row no longer matters.',
      },
    },
    signatories: {
      about:
        'The persons who may approve payments of a customer without being users, and up to which amount. The API ' +
        'writes them.',
      columns: {
        id: 'The signatoryId of the API, from 100001.',
        customerId: 'The customer that the signatory acts for.',
        fullName: 'The first and last name of the person.',
        emailAddress:
          'The e-mail address. A user with the same address counts as the same person, who cannot approve their own ' +
          'payment.',
        phoneNumber: 'The telephone number of the person, sealed.',
        title: 'The position of the person, for example CFO. Null if it is not given.',
        approvalLimit:
          'The largest payment that the signatory may approve, in minor units of `currency`. Null for no limit.',
        currency:
          'The currency of `approval_limit`: that of the institution when the limit was set. Null without a limit.',
        deletedAt:
          'When the signatory was deleted, by the clock of the institution. The row stays, for questions about ' +
          'earlier approvals. Null for a signatory who is shown.',
        status: 'Active (can approve payments), Pending (waits for a second person) or Rejected.',
      },
    },
  },
} satisfies Subject
