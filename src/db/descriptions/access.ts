import type { Subject } from './subject.ts'

export const access = {
  title: 'Access',
  about: 'The programs that call the API, their credentials, their tokens, and the answers kept for repeated requests.',
  tables: {
    api_clients: {
      about:
        'The programs that may call the API, for the institution or for a customer. The API and `giro api-client` ' +
        'write them. A revoked client keeps its row.',
      columns: {
        clientId: 'The API key: the `client_id` of OAuth 2.0, unique over all institutions.',
        name: 'The name of the program, as the institution calls it.',
        legalEntityId:
          "The customer for which the program acts: it reaches this customer and those below it. The institution's " +
          'own entity reaches all of them.',
        entitlements:
          'What the client may do, as Application.Entitlement, besides the entitlements of its roles in ' +
          '`api_client_roles`.',
        createdAt: 'When the client was created, by the clock of the machine.',
        revokedAt: 'When the client was revoked for good, by the clock of the machine. Null while it may work.',
        version: 'How often the client or its secrets were changed, from 1: the entity tag of the API.',
        accessVersion:
          "Rises each time the client's tokens end: when an entitlement is taken away, its access rules change, or a " +
          'secret is replaced without an overlap. A token carries the version it was issued with, and an older one ' +
          'is refused.',
        accessNarrowedAt: 'When `access_version` last rose, by the clock of the machine. Null if it never did.',
        trustedToNamePersons:
          "Whether the client's word about the person who approves counts. Only the institution grants it.",
        providerRevokedAt:
          'What people did through the client until then stops, because its identity provider was revoked; in business ' +
          'time, and a few seconds later than that. Null if never.',
        providerRevocations: 'How often its identity provider was revoked: a release covers one of them.',
        identityProvider:
          'The identity provider whose assertions about persons the client may exchange for tokens of persons, as ' +
          'JSON `{issuer, keys}` with public JWKs. Null for none.',
        authenticationMethod:
          'How the client proves who it is: `client_secret`, `private_key_jwt` (RFC 7523), ' +
          '`self_signed_tls_client_auth` (RFC 8705), or `none` for an application that cannot keep a secret.',
        publicKeys:
          "The public JWKs that verify the client's assertions, as a JSON array. Empty unless it uses " +
          '`private_key_jwt`.',
        certificateThumbprints:
          'SHA-256 of each TLS certificate of the client in DER, in base64url (x5t#S256 of RFC 8705).',
        keysFrom:
          'The API keys of the clients, and the ids of the users, that proposed the present keys and certificates. ' +
          'Each may hold the private keys: `client_holders` keeps them for good.',
        senderConstraint:
          'What each use of an access token must prove: none, dpop (RFC 9449) or certificate (RFC 8705).',
        accessTokenSeconds:
          'How long access tokens are valid, in seconds, from 60 to 14400. Null for the default of the ' +
          'authentication method.',
        allowedNetworks: 'The addresses and CIDR networks from which the client may get and use tokens. Empty for any.',
        expiresAt: 'When the client and its tokens end, by the clock of the machine. Null for never.',
        redirectUris:
          'Where persons come back to after they sign in, each address exactly. Empty for a client that signs ' +
          'nobody in.',
        postLogoutRedirectUris: 'Where persons may come back to after they sign out, each address exactly.',
        contentIndex:
          'A keyed digest of what the client may do and how it proves who it is, which only the service can make, behind ' +
          'the version that it was made for. A client that was altered in the database has not its own, and gets no ' +
          'token. Null in clients from before, until the sweep of a rotation has given them theirs.',
      },
    },
    api_client_secrets: {
      about:
        'The secrets with which clients authenticate: one, or more while rotations overlap. A rotation adds a row, ' +
        'and an expired row is deleted. The secret itself is shown once and never stored.',
      columns: {
        clientId: 'The client that the secret belongs to.',
        secretSha256: 'SHA-256 of the secret, which has 256 random bits.',
        createdAt: 'When the secret was made, by the clock of the machine.',
        expiresAt:
          'When the secret stops working, by the clock of the machine: set by the rotation that replaces it. Null ' +
          'for the current secret.',
        shownTo:
          'The client whose reply showed the secret, or the person who saw it in the console: `client_holders` keeps ' +
          'them for good. Null for a secret that the command line showed.',
        contentIndex:
          'A keyed digest of the client, the secret and its end, which only the service can make, behind the end that it ' +
          'was made for. A secret that was inserted or altered in the database has none, or not its own, and proves ' +
          'nothing. Null in secrets from before, until the sweep of a rotation has given them theirs.',
      },
    },
    client_holders: {
      about:
        'Who may hold a secret or key of each client, at any time. Under dual control, nobody who holds a client, ' +
        'directly or through others, is a second person beside it. A row is never deleted, and ends only by a change ' +
        'of the client that two people who hold nothing of it agreed on: keys in place of all it had.',
      columns: {
        clientId: 'The client that is held.',
        holder:
          'The API key of a client, or the id of a user, that was shown a secret of the client, proposed a key of ' +
          'it, or held a client that was.',
        endsAt:
          'When the hold ended or ends, by the clock of the machine: four hours after the keys were replaced, when ' +
          'no token can be left that was issued with the old ones. Null while it lasts.',
        endedBy: 'The approval of the change that replaced the keys. Null while the hold lasts.',
      },
    },
    api_client_roles: {
      about:
        'Which roles an API client holds, besides its own entitlements. A row is written or deleted when the ' +
        "client's roles change.",
      columns: {
        clientId: 'The API key of the client that holds the role.',
        customerId:
          'The legal entity of the client. It is in the foreign key to roles, so that no client holds a role of ' +
          'another customer.',
        roleId: "The role, which belongs to the client's legal entity.",
      },
    },
    api_client_uses: {
      about: 'When each client last called the API. Written once a minute, away from the requests.',
      columns: {
        clientId: 'The API key of the client that called.',
        lastUsedAt: 'The last call, accurate to about a minute, by the clock of the machine.',
      },
    },
    client_attempts: {
      about:
        'Successes and failures of client authentication, by network, which decide when an API key is locked. Only ' +
        'existing clients have rows. A row is deleted once it no longer matters. Times are by the clock of the ' +
        'machine.',
      columns: {
        clientId: 'The client whose API key was used.',
        origin: 'The IPv4 address or IPv6 network of the caller. Empty for the row that counts all origins together.',
        failures:
          'How many failures in a row count towards a lock: 5 lock one origin, 100 lock the key for unknown origins.',
        failedAt: 'The last failure that was counted. Null if none counts.',
        lockedUntil:
          'Until when the key is locked for this origin: 30 seconds, doubled by each further failure up to 15 ' +
          'minutes. Null if it is not locked.',
        succeededAt:
          'The last success from this origin, which is then known for 30 days: a lock does not keep the right secret ' +
          'out. Null if none.',
        expiresAt: 'When nothing in the row matters any more, so that it is deleted.',
      },
    },
    trusted_issuers: {
      about:
        'The OpenID Connect issuers outside this service whose access tokens the institution accepts. The operator ' +
        'writes them with `giro issuer set` and `giro issuer remove`.',
      columns: {
        issuer:
          'The URL of the issuer, exactly as in the iss claim of its tokens. Its discovery document is below this URL.',
        audience: 'What the aud claim must contain.',
        tenantClaim: 'The name of the claim that names the institution by its code.',
        clientClaim: 'The name of the claim that names the client. Null for `client_id`, or else azp.',
        legalEntityClaim: "The name of the claim that names the client's legal entity by its customerUID.",
        entitlementsClaim: 'The name of the claim that lists the entitlements.',
        maxTokenSeconds: 'The longest accepted life of a token, from iat to exp, in seconds (60 to 86400).',
        replacesOwn: "Whether the institution accepts no tokens of this service's own token service any more.",
        createdAt: 'When the issuer was first accepted, by the clock of the machine.',
      },
    },
    person_sessions: {
      about:
        'Who is signed in, in which browser. Written by the token service when a person signs in, deleted when the ' +
        'session ends. Times are by the clock of the machine.',
      columns: {
        id: 'The session, as the API names it.',
        userId: 'The user who is signed in.',
        handle: 'The name of the session inside the token service, which its codes and refresh tokens carry.',
        credentials:
          "Which credentials the user signed in with. The session ends when the user's are others: they were reset.",
        cookieSha256: "SHA-256 of the browser's cookie, in base64url. The cookie changes each time the user signs in.",
        payload:
          'What the token service keeps with the session, as JSON: how the user signed in, and to which clients.',
        address: 'The network address from which the session was last used.',
        userAgent: 'The browser, as it names itself.',
        startedAt: 'When the user signed in.',
        lastUsedAt: 'When the session last signed in to a client, or a client last refreshed its tokens.',
        idleEndsAt: 'When the session ends unless it is used before.',
        endsAt: 'When the session ends, however much it is used.',
      },
    },
    console_sessions: {
      about:
        'Who works in the console, in which browser. Written by the console when a person signs in, deleted when the ' +
        'session ends. Times are by the clock of the machine.',
      columns: {
        id: 'The session.',
        userId: 'The user who is signed in.',
        cookieSha256: "SHA-256 of the browser's cookie, in base64url. The person's second factor changes the cookie.",
        sealedTokens: "The person's access token, refresh token and grant, as sealed JSON.",
        signedInAt: 'When the user signed in.',
        refreshedAt: 'When the tokens were last refreshed, which is when the session was last used, to a minute.',
        refreshingUntil: 'Until when one request alone refreshes the tokens. Null if none does.',
        steppedUpUntil: 'Until when the person may do what needs the second factor again. Null if not at all.',
        idleEndsAt: 'When the session ends unless it is used before.',
        endsAt: 'When the session ends, however much it is used.',
      },
    },
    token_records: {
      about:
        'What the token service must remember: grants, refresh tokens, and which one-time proofs were used. Written ' +
        'by the token service, deleted after expiry. Times are by the clock of the machine.',
      columns: {
        kind: 'The kind of record, for example Grant, RefreshToken, ReplayDetection or DpopProof.',
        id:
          'A hash of the identifier of the record within its kind, so that nobody can use a token that the table ' +
          'shows.',
        payload: 'What the token service keeps with the record, as JSON. Empty for a used proof.',
        grantId:
          'The grant that the record belongs to, so that all its tokens can end together. Null for a record without ' +
          'a grant.',
        createdAt: 'When the record was written, by the clock of the machine.',
        consumedAt: 'When a token that works once was used. Null if it was not. A second use ends the whole grant.',
        expiresAt: 'When the record ends and may be deleted.',
      },
    },
    revoked_access_tokens: {
      about:
        'Access tokens that were revoked before their expiry (RFC 7009). Every node reads new rows, and a row is ' +
        'deleted when its tokens would have expired. Times are by the clock of the machine.',
      columns: {
        jti: 'The jti of one token, or the sid that all tokens of a grant carry.',
        revokedAt: 'When the token was revoked. Every node reads the rows that are new since its last reading.',
        expiresAt: 'When the last of the revoked tokens would have expired.',
      },
    },
    idempotency_keys: {
      about:
        'The replies to requests with an idempotency key, so that a repeated request gets the same reply and changes ' +
        'nothing again. Written in the transaction of the change. Keys of payments are kept for 400 days, or as ' +
        'GIRO_KEEP_PAYMENT_KEYS says; the others are deleted after 48 hours.',
      columns: {
        clientId: 'The client that sent the request. A key counts for one client and one operation.',
        operation: 'The operation of the API, by its operationId.',
        key: 'The key that the client chose, 1 to 255 visible ASCII characters.',
        fingerprint:
          'A digest of the body and the path parameters, and the path of each field with a mark of 24 bits, as JSON ' +
          'text. In rows from before this form, a short digest of each field, as a JSON object by path. A repeated ' +
          'key with another body is refused, and the refusal names the fields that differ. Sealed, except for ' +
          'payments without account numbers, tax ids or telephone numbers.',
        status: 'The HTTP status of the reply. Null only inside the transaction of the request.',
        response: 'The body of the reply as JSON. Sealed, except for payments. Null for a reply without a body.',
        createdAt: 'When the key was first used, by the clock of the machine.',
        expiresAt:
          'When the key may be deleted: 48 hours after its first use. Null for a key of a payment, which is never ' +
          'deleted.',
        etag: 'The entity tag of the reply. Null if it has none.',
      },
    },
    outstanding_cancellations: {
      about:
        'One row for each request to cancel what a stopped API client, user or customer had outstanding. A worker ' +
        'carries it out. It is never deleted.',
      columns: {
        id: 'The cancellationUID of the API.',
        actorKind: 'ApiClient, User or Customer.',
        actorId: 'The API key, the userUID or the customerUID of the actor.',
        reason: 'Why, as the one who asked for it said.',
        requestedBy: 'The API client that asked for it, or `operator` for the command line.',
        requestedByUser: 'The user whose token asked for it. Null if the client did so in its own name.',
        status:
          'Running, Done (nothing is left to cancel), or Stopped (the actor may act again, or the requester not).',
        statusReason: 'Why it was stopped. Null unless it was.',
        endedAt: 'When it was done or stopped, by the clock of the institution. Null while it runs.',
      },
    },
    outstanding_items: {
      about:
        'What a cancellation found, and what became of each. A row is written when it is found, and once more when it ' +
        'is decided.',
      columns: {
        cancellationId: 'The cancellation.',
        rank: 'The place of its kind in the order in which they are cancelled.',
        itemId: 'The identifier by which the API names it.',
        kind:
          'What it is: Series, PaymentFile, Payment, Proposal, FxQuote, PositivePayRule, Webhook, PaymentRequest, ' +
          'FxContract, ApiClient or User.',
        currency: 'The currency of its amount, an ISO 4217 code. Null if it has no amount.',
        amount: 'Its amount in minor units. Null if it has none.',
        remedy:
          'What takes it back: Cancel, or what a person does: RequestReturn, Reverse, LetExpire, CancelContract, ' +
          'Revoke or Suspend.',
        outcome: 'Open (not looked at yet), Cancelled or NotCancelled.',
        why: 'Why it is not cancelled, in words. Null unless it is NotCancelled.',
        decidedAt: 'When it was decided, by the clock of the institution. Null while it is open.',
      },
    },
  },
} satisfies Subject
