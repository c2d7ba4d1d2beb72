// Generated from openapi.json by `npm run generate`. Do not change it by hand.

export interface paths {
  "/auth/realms/{tenant_code}/protocol/openid-connect/token": {
    /**
     * Obtain an access token
     * @description OAuth 2.0 (RFC 6749), with the API key and secret as HTTP Basic credentials. An access token is valid for four hours, a refresh token for half an hour; each refresh returns a new refresh token. A token exchange (RFC 8693) returns the token of a person, valid for a quarter of an hour, without a refresh token. The realm's `/.well-known/openid-configuration` lists the endpoints for keys, introspection and revocation.
     */
    post: operations["issueToken"];
  };
  "/v2/customers": {
    /**
     * Search customers
     * @description Finds customers that match all filters exactly, among the token's legal entity and those below it. Tax ids are masked for a token without Customers.View_Tax_Id.
     *
     *     Needs `Customers.View_Customers`.
     *
     *     Also at `/customers`.
     */
    get: operations["searchCustomers"];
    /**
     * Create a customer
     * @description Creates a customer with status New. It becomes Active when it opens its first account. Created by a customer's client, it is Pending until the institution approves it: it cannot pay, and its accounts cannot receive. Only the institution can send secCodes and the other fields that it owns (/docs/pages/field-owners).
     *
     *     Needs `Customers.Create_Legal_Entities`.
     *
     *     Also at `/customers`.
     */
    post: operations["createCustomer"];
  };
  "/v2/customers/{customerUID}": {
    /**
     * Read a customer
     * @description Needs `Customers.View_Customers`.
     *
     *     Also at `/customers/{customerUID}`.
     */
    get: operations["getCustomer"];
    /**
     * Update a customer
     * @description Changes the fields in the body and keeps the others. Limits are set by key, in the institution's currency; null removes a limit. Only the institution can change limits, secCodes, pricing, risk settings and the other fields that it owns (/docs/pages/field-owners). An update requires approval if customerDualApproval is on, or if it would remove or loosen a dual approval; the customer is Pending until the decision. If a customer's client changes legalName, taxId, achCompanyID, lei, customerType or the customers above it, the institution must approve.
     *
     *     Needs `Customers.Manage_Customers`.
     *
     *     Also at `/customers/{customerUID}`.
     */
    put: operations["updateCustomer"];
  };
  "/v1/customers/lookup/{accountNumber}": {
    /**
     * Look up a customer by account number
     * @description Returns one profile for each account with this number whose customer belongs to the token's legal entity. Several banks may use the same number. Closed accounts are included, with their status.
     *
     *     Needs `Customers.View_Customers`.
     */
    get: operations["lookupCustomer"];
  };
  "/v1/customers/{customerUID}/signatories": {
    /**
     * List a customer's signatories
     * @description Lists signatories in the order they were added. Without page and size, returns all, up to 500.
     *
     *     Needs `Customers.View_Customers`.
     */
    get: operations["listSignatories"];
    /**
     * Add a signatory
     * @description A signatory is a person authorized to act for the customer. The reply lists all failing fields at once.
     *
     *     Needs `Customers.Manage_Signatories`.
     */
    post: operations["createSignatory"];
  };
  "/v1/customers/{customerUID}/signatories/{id}": {
    /**
     * Delete a signatory
     * @description A deleted signatory approves nothing more; what it approved stays approved.
     *
     *     Needs `Customers.Manage_Signatories`.
     */
    delete: operations["deleteSignatory"];
    /**
     * Change a signatory
     * @description Changes the fields in the body and keeps the others; null removes title or approvalLimit. Who created or changed a signatory alone counts as that person when payments and trades are approved. Somebody independent who sends fullName, emailAddress and phoneNumber as they are confirms the signatory.
     *
     *     Needs `Customers.Manage_Signatories`.
     */
    patch: operations["updateSignatory"];
  };
  "/v1/customers/{customerUID}/limits": {
    /**
     * Read a customer's own limits
     * @description The limits that are set for the customer itself. For a key without one, the limit of the institution applies. POST at the same path says what is left.
     *
     *     Needs `Customers.View_Customers`.
     */
    get: operations["readCustomerLimits"];
    /**
     * Query the limits for a payment
     * @description With only paymentRail, returns all limits of that rail. For ACH, entryType selects credit or debit limits, and secCode adds the limits of that class. A customer's limit overrides the institution's, and bounds the customer's payments and those of all customers below it together. level says which limit has the least left. Returns 204 if no limit applies. Writes nothing.
     *
     *     Needs `Customers.View_Customers`.
     */
    post: operations["queryLimits"];
  };
  "/v1/institution/limits": {
    /**
     * Read the institution's limits
     * @description The limits of every customer without its own, and the totals of all customers together.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["getInstitutionLimits"];
    /**
     * Set the institution's limits
     * @description The limits apply to every customer without its own limit for the same key. A limit of a customer bounds its payments and those of all customers below it together. Totals bound the payments of all customers together. Keys that are not in the request stay unchanged; null removes a limit.
     *
     *     Needs `Institution.Manage_Limits_And_Fees`.
     */
    put: operations["setInstitutionLimits"];
  };
  "/v3/customers/{customerUID}/accounts": {
    /**
     * Open an account
     * @description Opens an account with status Active and a zero balance. A New customer becomes Active with its first account. Only the institution can set the fields that it owns (/docs/pages/field-owners). An account that another client opens cannot collect ACH debits until the institution sets enableUnderWritten.
     *
     *     Needs `Accounts.Manage_Account`.
     */
    post: operations["createAccount"];
  };
  "/v3/customers/{customerUID}/accounts/{accountUID}": {
    /**
     * Read an account
     * @description With includeAccountBalance, the reply also has the balances of the account.
     *
     *     Needs `Accounts.View_Account`.
     */
    get: operations["getAccount"];
    /**
     * Change an account or its status
     * @description Changes the fields in the body and keeps the others; accountFeatures are merged field by field. The currency cannot change. action and reason also change the status: a Suspended account cannot make payments, and a Closed account stays closed. Only the institution can change the fields that it owns (/docs/pages/field-owners) and activate an account that it suspended.
     *
     *     Needs `Accounts.Manage_Account`.
     */
    patch: operations["updateAccount"];
  };
  "/v3/customers/{customerUID}/accounts/search": {
    /**
     * Search a customer's accounts
     * @description Finds accounts that match all filters exactly. Without page and limit, returns the first ten.
     *
     *     Needs `Accounts.View_Account`.
     */
    post: operations["searchAccounts"];
  };
  "/v2/customers/{customerUID}/accounts": {
    /**
     * List a customer's accounts (v2)
     * @deprecated
     * @description Lists accounts that match all filters exactly. Without page and limit, returns the first ten.
     *
     *     Needs `Accounts.View_Account`.
     *
     *     Also at `/customers/{customerUID}/accounts`.
     */
    get: operations["listAccountsV2"];
    /**
     * Open an account (v2)
     * @deprecated
     * @description Needs `Accounts.Manage_Account`.
     *
     *     Also at `/customers/{customerUID}/accounts`.
     */
    post: operations["createAccountV2"];
  };
  "/v2/customers/{customerUID}/accounts/{accountUID}": {
    /**
     * Read an account (v2)
     * @deprecated
     * @description Needs `Accounts.View_Account`.
     *
     *     Also at `/customers/{customerUID}/accounts/{accountUID}`.
     */
    get: operations["getAccountV2"];
    /**
     * Change an account (v2)
     * @deprecated
     * @description Changes the fields in the body and keeps the others. The currency cannot change.
     *
     *     Needs `Accounts.Manage_Account`.
     *
     *     Also at `/customers/{customerUID}/accounts/{accountUID}`.
     */
    put: operations["updateAccountV2"];
    /**
     * Delete an account (v2)
     * @deprecated
     * @description Closes and hides the account; the ledger keeps its postings. Requires a zero balance and no open payments.
     *
     *     Needs `Accounts.Manage_Account`.
     *
     *     Also at `/customers/{customerUID}/accounts/{accountUID}`.
     */
    delete: operations["deleteAccountV2"];
    /**
     * Activate, suspend or close an account (v2)
     * @deprecated
     * @description A Suspended account cannot make payments. Close requires a zero balance and no open payments, and cannot be undone.
     *
     *     Needs `Accounts.Manage_Account`.
     *
     *     Also at `/customers/{customerUID}/accounts/{accountUID}`.
     */
    patch: operations["changeAccountStatusV2"];
  };
  "/v3/accounts/{accountUID}/transactions": {
    /**
     * List the transactions of an account
     * @description Booked and pending transactions, newest first. Send nextCursor as cursor for the next page: you miss nothing and see nothing twice, whatever is booked meanwhile. All filters must match. A page reads at most 1,000 entries of the account, so a search with few matches can return short or empty pages that have a nextCursor; fromDate and toDate narrow it at once, and a search by paymentUID or status Pending needs one page.
     *
     *     Needs `Accounts.View_Account`.
     *
     *     Also at `/accounts/{accountUID}/transactions`.
     */
    get: operations["listAccountTransactions"];
  };
  "/v3/accounts/{accountUID}/balances": {
    /**
     * Read the balances of an account, now or at any time in the past
     * @description Every balance equals the sum of the transactions until the time. A collection in transit is pendingIn and not available; a payment on its way is pendingOut.
     *
     *     Needs `Accounts.View_Account`.
     *
     *     Also at `/accounts/{accountUID}/balances`.
     */
    get: operations["getAccountBalances"];
  };
  "/v1/customers/{customerUID}/receivables": {
    /**
     * List what a customer owes
     * @description A returned debit that the account no longer covers leaves a receivable: the customer owes the rest. So does the loss of an FX contract that was closed out and that its accounts could not pay. What becomes available to the customer in that currency repays the receivable first. One row for each currency.
     *
     *     Needs `Accounts.View_Account`.
     */
    get: operations["listCustomerReceivables"];
  };
  "/v1/institution/receivables": {
    /**
     * List the customers that owe
     * @description Every customer and currency in which something is owed now.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listReceivables"];
  };
  "/v1/institution/customers/{customerUID}/receivables/write-offs": {
    /**
     * Write off a receivable
     * @description The institution gives up the amount and books it as its loss (adjustment-expense). The customer's next credits no longer repay it. adjustmentCaps of the institution limit it as an adjustment.
     *
     *     Needs `Institution.Adjust_Balances`.
     */
    post: operations["writeOffReceivable"];
  };
  "/v1/institution/suspense": {
    /**
     * List the money in suspense
     * @description Every amount of suspense:unposted and crossed-returns, the oldest first. Money that comes back to a closed account goes to the account of its customer with returnAccount, or else here.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listSuspense"];
  };
  "/v1/institution/suspense/{itemUID}/release": {
    /**
     * Release an item from suspense
     * @description Moves the whole item to an open account of its customer (accountUID), or against an account of the institution (contraAccount), from which the customer is paid. It first repays what the customer owes. A crossed return goes to rail-settlement when the network paid it back, or to adjustment-expense as the institution's loss. adjustmentCaps of the institution limit it as an adjustment.
     *
     *     Needs `Institution.Adjust_Balances`.
     */
    post: operations["releaseSuspenseItem"];
  };
  "/v1/institution/rails": {
    /**
     * Read what keeps payments from leaving
     * @description The next cut-off of each rail, the open holds with what differs, and the files and messages in doubt.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["getRails"];
  };
  "/v1/institution/rails/holds/{holdUID}/release": {
    /**
     * Release a hold on the rails
     * @description What waits leaves when no hold is open any more. What the hold found is accepted: the same differences do not hold the rails again. A released hold stays as it is. One that was replaced, because more differences were found, cannot be released: release the hold that shows all of them.
     *
     *     Needs `Institution.Manage_Rails`.
     */
    post: operations["releaseRailHold"];
  };
  "/v1/institution/rails/handovers/{handoverUID}/decision": {
    /**
     * Decide about a file in doubt
     * @description Ask the operator of the network first. A worker then carries the decision out.
     *
     *     Needs `Institution.Manage_Rails`.
     */
    post: operations["decideRailHandover"];
  };
  "/v1/institution/files": {
    /**
     * List the files to and from the networks
     * @description Newest first. All filters must match.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listRailFiles"];
  };
  "/v1/institution/files/{fileUID}": {
    /**
     * Read a file to or from a network
     * @description Its state, counts and totals, the evidence of its hand-over, or why it is in quarantine.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["getRailFile"];
  };
  "/v1/institution/files/{fileUID}/content": {
    /**
     * Read the bytes of a file
     * @description A part at a time. The bytes name people and their accounts: each reading is in the audit log.
     *
     *     Needs `Institution.View_File_Content`.
     */
    get: operations["getRailFileContent"];
  };
  "/v1/institution/files/{fileUID}/resend": {
    /**
     * Send a file to its network again
     * @description The same bytes leave under another name. Ask the operator of the network first: it refuses a file with the header and totals of one that it has, unless it expects it.
     *
     *     Needs `Institution.Manage_Rails`.
     */
    post: operations["resendRailFile"];
  };
  "/v1/institution/files/{fileUID}/release": {
    /**
     * Import a file in quarantine once more
     * @description Correct first what it was refused for. If it is still wrong, it goes to quarantine again.
     *
     *     Needs `Institution.Manage_Rails`.
     */
    post: operations["releaseRailFile"];
  };
  "/v1/institution/messages": {
    /**
     * List the messages to and from the networks
     * @description Newest first. All filters must match.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listRailMessages"];
  };
  "/v1/institution/messages/{messageUID}": {
    /**
     * Read a message to or from a network
     * @description What became of it, what it is about, and why it is in doubt or in quarantine.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["getRailMessage"];
  };
  "/v1/institution/messages/{messageUID}/content": {
    /**
     * Read the bytes of a message
     * @description As they left or came in. They name people and their accounts: each reading is in the audit log.
     *
     *     Needs `Institution.View_File_Content`.
     */
    get: operations["getRailMessageContent"];
  };
  "/v1/institution/messages/{messageUID}/decision": {
    /**
     * Decide about a message in doubt
     * @description Ask the operator of the network first. A worker then carries the decision out.
     *
     *     Needs `Institution.Manage_Rails`.
     */
    post: operations["decideRailMessage"];
  };
  "/v1/institution/messages/{messageUID}/resend": {
    /**
     * Send a message to its network again
     * @description Ask the operator of the network first. The message leaves by the rule of the network on duplicates: flagged as a possible duplicate, or as the same bytes. Where the network has no such rule, or its day is over, the request is refused.
     *
     *     Needs `Institution.Manage_Rails`.
     */
    post: operations["resendRailMessage"];
  };
  "/v1/institution/messages/{messageUID}/release": {
    /**
     * Read a message in quarantine once more
     * @description Correct first what it was refused for. If it is still wrong, it goes to quarantine again. Its signature is verified again.
     *
     *     Needs `Institution.Manage_Rails`.
     */
    post: operations["releaseRailMessage"];
  };
  "/v1/institution/messages/{messageUID}/dismiss": {
    /**
     * Dismiss a message in quarantine
     * @description For a message that was dealt with otherwise. It stays kept, and means nothing.
     *
     *     Needs `Institution.Manage_Rails`.
     */
    post: operations["dismissRailMessage"];
  };
  "/v1/institution/simulations/ach/entries": {
    /**
     * Let another bank send ACH entries to a sandbox
     * @description The entries come in as a file of the ACH operator.
     *
     *     Needs `Institution.Manage_Institution`.
     */
    post: operations["simulateAchEntries"];
  };
  "/v1/institution/simulations/fedwire/messages": {
    /**
     * Let Fedwire send messages to a sandbox
     * @description The messages come in as bytes on the link to the network.
     *
     *     Needs `Institution.Manage_Institution`.
     */
    post: operations["simulateFedwireMessages"];
  };
  "/v1/institution/simulations/fednow/messages": {
    /**
     * Let FedNow send messages to a sandbox
     * @description The messages come in as bytes on the link to the network.
     *
     *     Needs `Institution.Manage_Institution`.
     */
    post: operations["simulateFedNowMessages"];
  };
  "/v1/institution/simulations/rtp/messages": {
    /**
     * Let RTP send messages to a sandbox
     * @description The messages come in as bytes on the link to the network.
     *
     *     Needs `Institution.Manage_Institution`.
     */
    post: operations["simulateRTPMessages"];
  };
  "/v1/institution/simulations/swift/messages": {
    /**
     * Let SWIFT send messages to a sandbox
     * @description The messages come in as bytes on the link to the network.
     *
     *     Needs `Institution.Manage_Institution`.
     */
    post: operations["simulateSWIFTMessages"];
  };
  "/v1/institution/obligations": {
    /**
     * List what rules demand by a time
     * @description Every clock that a rule of a network started: what must be done, for which item, by when, and whether it was. Those due first come first. /docs/pages/obligations lists the rules.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listObligations"];
  };
  "/v1/institution/outstanding": {
    /**
     * See what an actor set up and has outstanding
     * @description What an API client, a user, or a customer with all its clients and users and those of customers below it, set up or shaped and that has not ended: payments, series, payment files, proposals, FX quotes and contracts, requests for payment, positive pay rules, webhooks and invitations; approvals that it gave and that still count or wait; the API clients and users that it created; and contacts, signatories, customers, users, roles and webhook secrets that it wrote or saw. What a second person approved, or somebody else confirmed since, is not in it. Name the actor by one of apiKey, userUID and customerUID. docs/operations.md has the steps when an actor is in the wrong hands.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listOutstanding"];
  };
  "/v1/institution/outstanding/cancel": {
    /**
     * Cancel what a stopped actor has outstanding
     * @description Cancels payments and series, rejects payment files, proposals and FX quotes, suspends positive pay rules, disables webhooks, ends invitations and takes approvals back, of an actor that was stopped before. A worker does it at once and until nothing is left; the reply names the cancellation, which shows what became of each. While one runs for the actor, the reply is that one. One person may do it: a payment can be made again.
     *
     *     Needs `Payments.Cancel_Payments`.
     */
    post: operations["cancelOutstanding"];
  };
  "/v1/institution/outstanding/release": {
    /**
     * Release the payments that a stopped actor holds
     * @description Releases the oldest 200 payments that are HELD because the actor was stopped, and for no other actor, as releaseHeldPayment does for one. Repeated, it releases the next ones, and in the end none.
     *
     *     Needs `Institution.Manage_Customer_State`.
     */
    post: operations["releaseOutstanding"];
  };
  "/v1/institution/outstanding/cancellations/{cancellationUID}": {
    /**
     * Read a cancellation of what an actor had outstanding
     * @description How far it is, and what became of each thing that it found.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["getOutstandingCancellation"];
  };
  "/v1/institution/ach-answers": {
    /**
     * List what other banks answered
     * @description Returns, notifications of change and acknowledgements of ACH entries, with what became of them. Those with the outcome Exception wait for a person. Newest first. /docs/pages/ach has the outcome of every code.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listAchAnswers"];
  };
  "/v1/institution/messageexceptions": {
    /**
     * List messages that a person must see
     * @description Messages that cannot be read or break a rule of their network, with the path of the element; answers to payments that are unknown, already finished or of another amount or currency; and what no rule decides. Nothing was posted. Newest first. docs/rails/returns-and-requests.md says when there is one.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listMessageExceptions"];
  };
  "/v1/institution/messageexceptions/{exceptionUID}/resolve": {
    /**
     * Note that an exception is over
     * @description Notes what was done about an exception. It moves no money and sends no message. Under dual control, a second person decides.
     *
     *     Needs `Institution.Manage_Rails`.
     */
    post: operations["resolveMessageException"];
  };
  "/v3/paymentrequests": {
    /**
     * List requests to pay
     * @description Requests for payment over FedNow and RTP, and drawdown requests over Fedwire (pain.013), newest first. A client of a customer sees those to the accounts of its customer and the customers below it; the institution sees all. docs/rails/returns-and-requests.md explains them.
     *
     *     Needs `Payments.View_Payments`.
     */
    get: operations["listPaymentRequests"];
  };
  "/v3/paymentrequests/{requestUID}/accept": {
    /**
     * Pay what a request asks for
     * @description Makes a payment of the account that the request names, over its network, on the day that it asks for. The payment is decided like any other: by the limits, approvals, fees and funds of its customer. The creditor is paid as the request describes it, as by a payment to a party without a contact, or as `contactUID`, a contact with the same account at the same bank. The creditor is told once the payment has left. If it ends without leaving, the request is Open again; if the request expires before, the payment is cancelled.
     *
     *     Needs `Payments.Initiate_Payments`.
     */
    post: operations["acceptPaymentRequest"];
  };
  "/v3/paymentrequests/{requestUID}/refuse": {
    /**
     * Refuse to pay what a request asks for
     * @description Tells the creditor why, by the network's own answer (pain.014). No money moves.
     *
     *     Needs `Payments.Initiate_Payments`.
     */
    post: operations["refusePaymentRequest"];
  };
  "/v3/paymentrequests/sent": {
    /**
     * List requests for payment that were sent
     * @description What customers asked their contacts to pay, newest first. A client of a customer sees those of its customer and the customers below it.
     *
     *     Needs `Payments.View_Payments`.
     */
    get: operations["listSentPaymentRequests"];
    /**
     * Ask a contact to pay
     * @description Sends a request for payment (pain.013) over FedNow or RTP to a contact's bank. No money moves and none is held. The request becomes Paid when a credit with its `endToEndId` is on the account; its receipt is `receiptUID`. docs/rails/returns-and-requests.md explains it.
     *
     *     Needs `Payments.Initiate_Payments`.
     */
    post: operations["askForPayment"];
  };
  "/v1/banks/{routingNumber}": {
    /**
     * Look up a bank
     * @description Reads a bank in the directories that the institution has imported: its name, its addresses and the rails that it takes. Without an imported directory, no bank is found.
     *
     *     Needs `Contacts.View_Contacts`.
     */
    get: operations["getBank"];
  };
  "/v2/customers/{customerUID}/contacts": {
    /**
     * List a customer's contacts
     * @description Lists contacts that match all filters exactly. Without page and limit, the first ten.
     *
     *     Needs `Contacts.View_Contacts`.
     *
     *     Also at `/customers/{customerUID}/contacts`.
     */
    get: operations["listContacts"];
    /**
     * Create a contact
     * @description A contact is a beneficiary: payments name it by its contactUID. If the customer's beneDualApproval is on, a second person must approve it first. Until then it is Pending and cannot receive money.
     *
     *     Needs `Contacts.Manage_Contacts`.
     *
     *     Also at `/customers/{customerUID}/contacts`.
     */
    post: operations["createContact"];
  };
  "/v2/customers/{customerUID}/contacts/{contactUID}": {
    /**
     * Read a contact
     * @description Needs `Contacts.View_Contacts`.
     *
     *     Also at `/customers/{customerUID}/contacts/{contactUID}`.
     */
    get: operations["getContact"];
    /**
     * Replace a contact
     * @description Replaces the whole contact: fields missing from the body are removed. Existing payments keep the account they were made to. If the customer's beneDualApproval is on, a second person must approve it first. Until then an Active contact keeps its current details and payments use them.
     *
     *     Needs `Contacts.Manage_Contacts`.
     *
     *     Also at `/customers/{customerUID}/contacts/{contactUID}`.
     */
    put: operations["updateContact"];
  };
  "/v1/institution/approvals": {
    /**
     * List the approvals of any kind
     * @description Lists approvals that match all filters exactly, in the order they were requested.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listApprovals"];
  };
  "/v1/institution/approvals/{approvalUID}": {
    /**
     * Read an approval of any kind
     * @description An approval applies all of `proposed`, which replaces `current`.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["getApproval"];
  };
  "/v1/institution/approvals/{approvalUID}/approve": {
    /**
     * Approve a change of any kind
     * @description Applies the proposal under the current rules. API clients cannot approve their own proposals. contentHash states which content was reviewed.
     *
     *     Needs `Institution.Approve_Changes`.
     */
    put: operations["approveChange"];
  };
  "/v1/institution/approvals/{approvalUID}/reject": {
    /**
     * Reject a change of any kind
     * @description Rejects the proposal. The client that requested the change can withdraw it the same way.
     *
     *     Needs `Institution.Approve_Changes`.
     */
    put: operations["rejectChange"];
  };
  "/v1/customers/{customerUID}/approvals/contact": {
    /**
     * List the approvals of the customer's contacts
     * @description Lists approvals that match all filters exactly, in the order they were requested.
     *
     *     Needs `Contacts.View_Contacts`.
     */
    get: operations["listContactApprovals"];
  };
  "/v1/customers/{customerUID}/approvals/contact/{approvalUID}": {
    /**
     * Read an approval of the customer's contacts
     * @description An approval applies all of `proposed`, which replaces `current`.
     *
     *     Needs `Contacts.View_Contacts`.
     */
    get: operations["getContactApproval"];
  };
  "/v1/customers/{customerUID}/approvals/contact/{approvalUID}/approve": {
    /**
     * Approve a change of the customer's contacts
     * @description Applies the proposal under the current rules. API clients cannot approve their own proposals. contentHash states which content was reviewed.
     *
     *     Needs `Contacts.Manage_Contacts`.
     */
    put: operations["approveContactChange"];
  };
  "/v1/customers/{customerUID}/approvals/contact/{approvalUID}/reject": {
    /**
     * Reject a change of the customer's contacts
     * @description Rejects the proposal. The client that requested the change can withdraw it the same way.
     *
     *     Needs `Contacts.Manage_Contacts`.
     */
    put: operations["rejectContactChange"];
  };
  "/v1/customers/{customerUID}/approvals/customer": {
    /**
     * List the approvals of the customer itself
     * @description Lists approvals that match all filters exactly, in the order they were requested.
     *
     *     Needs `Customers.View_Customers`.
     */
    get: operations["listCustomerApprovals"];
  };
  "/v1/customers/{customerUID}/approvals/customer/{approvalUID}": {
    /**
     * Read an approval of the customer itself
     * @description An approval applies all of `proposed`, which replaces `current`.
     *
     *     Needs `Customers.View_Customers`.
     */
    get: operations["getCustomerApproval"];
  };
  "/v1/customers/{customerUID}/approvals/customer/{approvalUID}/approve": {
    /**
     * Approve a change of the customer itself
     * @description Applies the proposal under the current rules. API clients cannot approve their own proposals. contentHash states which content was reviewed.
     *
     *     Needs `Customers.Manage_Customers`.
     */
    put: operations["approveCustomerChange"];
  };
  "/v1/customers/{customerUID}/approvals/customer/{approvalUID}/reject": {
    /**
     * Reject a change of the customer itself
     * @description Rejects the proposal. The client that requested the change can withdraw it the same way.
     *
     *     Needs `Customers.Manage_Customers`.
     */
    put: operations["rejectCustomerChange"];
  };
  "/v1/customers/{customerUID}/approvals/user": {
    /**
     * List the approvals of the customer's users
     * @description Lists approvals that match all filters exactly, in the order they were requested.
     *
     *     Needs `User_Admin.View_Roles_And_Users`.
     */
    get: operations["listUserApprovals"];
  };
  "/v1/customers/{customerUID}/approvals/user/{approvalUID}": {
    /**
     * Read an approval of the customer's users
     * @description An approval applies all of `proposed`, which replaces `current`.
     *
     *     Needs `User_Admin.View_Roles_And_Users`.
     */
    get: operations["getUserApproval"];
  };
  "/v1/customers/{customerUID}/approvals/user/{approvalUID}/approve": {
    /**
     * Approve a change of the customer's users
     * @description Applies the proposal under the current rules. API clients cannot approve their own proposals. contentHash states which content was reviewed.
     *
     *     Needs `User_Admin.Manage_Users`.
     */
    put: operations["approveUserChange"];
  };
  "/v1/customers/{customerUID}/approvals/user/{approvalUID}/reject": {
    /**
     * Reject a change of the customer's users
     * @description Rejects the proposal. The client that requested the change can withdraw it the same way.
     *
     *     Needs `User_Admin.Manage_Users`.
     */
    put: operations["rejectUserChange"];
  };
  "/v1/customers/{customerUID}/approvals/role": {
    /**
     * List the approvals of the customer's roles
     * @description Lists approvals that match all filters exactly, in the order they were requested.
     *
     *     Needs `User_Admin.View_Roles_And_Users`.
     */
    get: operations["listRoleApprovals"];
  };
  "/v1/customers/{customerUID}/approvals/role/{approvalUID}": {
    /**
     * Read an approval of the customer's roles
     * @description An approval applies all of `proposed`, which replaces `current`.
     *
     *     Needs `User_Admin.View_Roles_And_Users`.
     */
    get: operations["getRoleApproval"];
  };
  "/v1/customers/{customerUID}/approvals/role/{approvalUID}/approve": {
    /**
     * Approve a change of the customer's roles
     * @description Applies the proposal under the current rules. API clients cannot approve their own proposals. contentHash states which content was reviewed.
     *
     *     Needs `User_Admin.Manage_Roles`.
     */
    put: operations["approveRoleChange"];
  };
  "/v1/customers/{customerUID}/approvals/role/{approvalUID}/reject": {
    /**
     * Reject a change of the customer's roles
     * @description Rejects the proposal. The client that requested the change can withdraw it the same way.
     *
     *     Needs `User_Admin.Manage_Roles`.
     */
    put: operations["rejectRoleChange"];
  };
  "/v1/customers/{customerUID}/approvals/signatory": {
    /**
     * List the approvals of the customer's signatories
     * @description Lists approvals that match all filters exactly, in the order they were requested.
     *
     *     Needs `Customers.View_Customers`.
     */
    get: operations["listSignatoryApprovals"];
  };
  "/v1/customers/{customerUID}/approvals/signatory/{approvalUID}": {
    /**
     * Read an approval of the customer's signatories
     * @description An approval applies all of `proposed`, which replaces `current`.
     *
     *     Needs `Customers.View_Customers`.
     */
    get: operations["getSignatoryApproval"];
  };
  "/v1/customers/{customerUID}/approvals/signatory/{approvalUID}/approve": {
    /**
     * Approve a change of the customer's signatories
     * @description Applies the proposal under the current rules. API clients cannot approve their own proposals. contentHash states which content was reviewed.
     *
     *     Needs `Customers.Manage_Signatories`.
     */
    put: operations["approveSignatoryChange"];
  };
  "/v1/customers/{customerUID}/approvals/signatory/{approvalUID}/reject": {
    /**
     * Reject a change of the customer's signatories
     * @description Rejects the proposal. The client that requested the change can withdraw it the same way.
     *
     *     Needs `Customers.Manage_Signatories`.
     */
    put: operations["rejectSignatoryChange"];
  };
  "/v1/customers/{customerUID}/approvals/fxTrade": {
    /**
     * List the approvals of the customer's trades
     * @description Lists approvals that match all filters exactly, in the order they were requested.
     *
     *     Needs `Foreign_Exchange.View_Trades`.
     */
    get: operations["listTradeApprovals"];
  };
  "/v1/customers/{customerUID}/approvals/fxTrade/{approvalUID}": {
    /**
     * Read an approval of the customer's trades
     * @description An approval applies all of `proposed`, which replaces `current`.
     *
     *     Needs `Foreign_Exchange.View_Trades`.
     */
    get: operations["getTradeApproval"];
  };
  "/v1/customers/{customerUID}/approvals/fxTrade/{approvalUID}/approve": {
    /**
     * Approve a change of the customer's trades
     * @description Applies the proposal under the current rules. API clients cannot approve their own proposals. contentHash states which content was reviewed. The people who can approve payments of the customer approve its trades, under the same rules. With the last of approversNeeded approvals, the trade is made at its price, or refused and voided if the market has moved too far.
     *
     *     Needs `Payments.Approve_Payments`.
     */
    put: operations["approveTradeChange"];
  };
  "/v1/customers/{customerUID}/approvals/fxTrade/{approvalUID}/reject": {
    /**
     * Reject a change of the customer's trades
     * @description Rejects the proposal. The client that requested the change can withdraw it the same way.
     *
     *     Needs `Payments.Approve_Payments`.
     */
    put: operations["rejectTradeChange"];
  };
  "/v3/payments/creditrequest": {
    /**
     * Pay a contact
     * @description Pays from an account of the customer to one of its contacts, at the requested speed. A reply with VALIDATED means that the funds are held; a refused payment leaves no hold. A payment to a contact with an account at this institution is PROCESSED immediately. With recurrence, it is the first payment of a series, and the service creates the others.
     *
     *     Needs `Payments.Initiate_Payments`.
     *
     *     Also at `/payments/creditrequest`.
     */
    post: operations["createCreditPayment"];
  };
  "/v3/payments/debitrequest": {
    /**
     * Collect from a contact
     * @description Collects from the bank account of a contact, the debtor, into an account of the customer, by ACH debit. The customer must have the debtor's authorization. The funds become available when the debit settles, or on availableOn if the institution holds the proceeds; if the debtor's bank returns it, they are taken back. Like any payment, a debit can wait for its date or for approval, and can recur. It counts against the customer's debit limits and the exposure limit of the account.
     *
     *     Needs `Payments.Initiate_Payments`.
     *
     *     Also at `/payments/debitrequest`.
     */
    post: operations["createDebitPayment"];
  };
  "/v3/payments/booktransfer": {
    /**
     * Transfer between two accounts of the institution
     * @description Pays from one account of the institution to another; both customers must be within the token's legal entity. A transfer for today is PROCESSED immediately, on any day and at any hour. Like any payment, it can wait for its date or for approval. A transfer to another customer counts against the BOOK limits. To pay any other account of the institution, use a contact. If the sending customer's contacts need approval (beneDualApproval), another customer's account also needs a contact.
     *
     *     Needs `Payments.Initiate_Payments`.
     *
     *     Also at `/payments/booktransfer`.
     */
    post: operations["createBookTransfer"];
  };
  "/v3/payments/creditrequest/preview": {
    /**
     * Preview a payment
     * @description Takes the body of a payment and decides it now under the same rules. Returns the status, fee, limits, approvals and dates it would have, and every reason to refuse it. Nothing is held, reserved or stored. The payment itself is decided again when it is made, so a payment or change in between can alter the outcome.
     *
     *     Needs `Payments.Initiate_Payments`.
     *
     *     Also at `/payments/creditrequest/preview`.
     */
    post: operations["previewCreditPayment"];
  };
  "/v3/payments/debitrequest/preview": {
    /**
     * Preview a debit
     * @description Like the preview of a payment, with the body of a debit request.
     *
     *     Needs `Payments.Initiate_Payments`.
     *
     *     Also at `/payments/debitrequest/preview`.
     */
    post: operations["previewDebitPayment"];
  };
  "/v3/payments/booktransfer/preview": {
    /**
     * Preview a transfer between two accounts of the institution
     * @description Like the preview of a payment, with the body of a book transfer.
     *
     *     Needs `Payments.Initiate_Payments`.
     *
     *     Also at `/payments/booktransfer/preview`.
     */
    post: operations["previewBookTransfer"];
  };
  "/v3/payments/{paymentUID}": {
    /**
     * Read a payment
     * @description Needs `Payments.View_Payments`.
     *
     *     Also at `/payments/{paymentUID}`.
     */
    get: operations["getPayment"];
  };
  "/v3/payments/{paymentUID}/timeline": {
    /**
     * Read the timeline of a payment
     * @description Returns the approvals, status changes, ledger transfers, rail messages, mails and webhook deliveries of a payment, in chronological order.
     *
     *     Needs `Payments.View_Payments`.
     *
     *     Also at `/payments/{paymentUID}/timeline`.
     */
    get: operations["getPaymentTimeline"];
  };
  "/v3/payments/search": {
    /**
     * Search payments by query parameters
     * @description Returns payments, newest first. All filters must match; names and numbers must match exactly. Only payments of customers within the token's legal entity are returned. Amounts are compared in each payment's own currency. The GET accepts the fields as query parameters or as a JSON body; the body takes precedence.
     *
     *     Needs `Payments.View_Payments`.
     *
     *     Also at `/payments/search`.
     */
    get: operations["searchPaymentsByQuery"];
    /**
     * Search payments
     * @description Returns payments, newest first. All filters must match; names and numbers must match exactly. Only payments of customers within the token's legal entity are returned. Amounts are compared in each payment's own currency. The GET accepts the fields as query parameters or as a JSON body; the body takes precedence.
     *
     *     Needs `Payments.View_Payments`.
     *
     *     Also at `/payments/search`.
     */
    post: operations["searchPayments"];
  };
  "/v2/customers/{customerUID}/prenotes": {
    /**
     * List a customer's prenotifications
     * @description Newest first. All filters must match.
     *
     *     Needs `Payments.View_Payments`.
     */
    get: operations["listPrenotes"];
    /**
     * Check a contact's account with a prenotification
     * @description Sends an ACH entry without an amount to the account of a contact, with the next file. It costs nothing and counts against no limit. Until the third banking day after it settles, ACH payments with the contact that would settle sooner are refused; if the other bank returns it, until the account of the contact is changed. /docs/pages/ach explains it.
     *
     *     Needs `Payments.Initiate_Payments`.
     */
    post: operations["createPrenote"];
  };
  "/v2/customers/{customerUID}/prenotes/{prenoteUID}": {
    /**
     * Read a prenotification
     * @description Needs `Payments.View_Payments`.
     */
    get: operations["getPrenote"];
  };
  "/v1/payments/customers/{customerUID}/files/{fileType}": {
    /**
     * Upload a file of payments
     * @description Takes up to 1000 payments of a customer as CSV or as a NACHA file. A file of the type fedwire or rtp is CSV whose payments all have the speed Express or Instant. The file is checked as a whole first: if any record is wrong, nothing is taken, and the message names record, field and reason. Then the worker makes each payment under the rules for a single one; a payment that is refused stops no other. If the customer has dual approval of payments, another person approves the file first. A file with the same content is taken once, unless it was rejected. /docs/pages/payment-files describes the formats.
     *
     *     Needs `Bulk_Payments.Upload_Bulk_Payment_File`.
     */
    post: operations["uploadPaymentFile"];
  };
  "/v1/payments/customers/{customerUID}/files/search": {
    /**
     * Search the files of payments
     * @description Newest first. All filters must match.
     *
     *     Needs `Bulk_Payments.View_bulk_payments`.
     */
    post: operations["searchPaymentFiles"];
  };
  "/v1/payments/customers/{customerUID}/files/{fileType}/{fileUID}": {
    /**
     * Read a file of payments
     * @description Its counts say how many of its records became payments so far; the records themselves are a list of their own.
     *
     *     Needs `Bulk_Payments.View_bulk_payments`.
     */
    get: operations["getPaymentFile"];
  };
  "/v1/payments/customers/{customerUID}/files/{fileType}/{fileUID}/records": {
    /**
     * List the records of a file of payments
     * @description In their order, each with its payment, or with the reason why it was refused.
     *
     *     Needs `Bulk_Payments.View_bulk_payments`.
     */
    get: operations["listPaymentFileRecords"];
  };
  "/v1/payments/customers/{customerUID}/files/{fileType}/{fileUID}/approve": {
    /**
     * Approve a file of payments
     * @description Lets the payments of the file be made, or the rest of them if it was stopped. The client or user that uploaded it cannot approve it. Each payment then waits for the approvals that the customer asks for a payment of its amount.
     *
     *     Needs `Bulk_Payments.Approve_bulk_payments`.
     */
    put: operations["approvePaymentFile"];
  };
  "/v1/payments/customers/{customerUID}/files/{fileType}/{fileUID}/reject": {
    /**
     * Reject a file of payments
     * @description Ends the file before any payment is made. The same content can be uploaded again. If a file that was stopped has made payments, its other records are refused, and it is PROCESSED.
     *
     *     Needs `Bulk_Payments.Approve_bulk_payments`.
     */
    put: operations["rejectPaymentFile"];
  };
  "/v3/receipts": {
    /**
     * Search what came in over the rails
     * @description Credits, debits and prenotifications, newest first. All filters must match. A client of a customer sees those of its customer and the customers below it, and an item that is reviewed or not posted as PENDING; the institution sees all.
     *
     *     Needs `Payments.View_Payments`.
     */
    get: operations["listReceipts"];
  };
  "/v3/receipts/{receiptUID}": {
    /**
     * Read a receipt with its timeline
     * @description What came in, where it is, and each step that it took. A customer sees the receipts of its own accounts.
     *
     *     Needs `Payments.View_Payments`.
     */
    get: operations["getReceipt"];
  };
  "/v3/receipts/{receiptUID}/accept": {
    /**
     * Post a receipt to the account that it names
     * @description For a receipt that a person reviews, that waits because of another name or a suspension that has ended, or whose return was dishonored. Before its settlement it becomes PENDING, and then POSTED.
     *
     *     Needs `Institution.Adjust_Balances`.
     */
    post: operations["acceptReceipt"];
  };
  "/v3/receipts/{receiptUID}/assign": {
    /**
     * Post a receipt to an account that you choose
     * @description For a receipt that found no account, or one that cannot take it. `candidates` of the receipt are accounts with a similar number.
     *
     *     Needs `Institution.Adjust_Balances`.
     */
    post: operations["assignReceipt"];
  };
  "/v3/receipts/{receiptUID}/return": {
    /**
     * Return a receipt to the bank that sent it
     * @description The return goes with the next file after the receipt has settled. It is refused if the code does not fit the entry, or if the other bank would have it too late; the message names the rule. What was posted is taken back from its account, or given back to it, at once. R71 to R77 contest a dishonored return. R61 to R70 dishonor the return of another bank whose money waits as a receipt (`isAnswer`). Under dual control, what one person takes back from accounts or gives back to them on a day beyond returns.aloneUpTo waits for a second person.
     *
     *     Needs `Payments.Return_Payments`.
     */
    post: operations["returnReceipt"];
  };
  "/v3/returnrequests": {
    /**
     * List what other banks ask back
     * @description Requests for the return of credits that the institution received (camt.056), newest first. Each starts an obligation (FundsReturnAnswer). docs/rails/returns-and-requests.md explains them.
     *
     *     Needs `Payments.View_Payments`.
     */
    get: operations["listReturnRequests"];
  };
  "/v3/returnrequests/{returnRequestUID}/accept": {
    /**
     * Send back what another bank asks for
     * @description Tells the other bank that the request is accepted (camt.029), and returns the credit by the network's own return. What was posted is taken back from its account at once; without the amount there, the request stays open. A credit that was returned before is not returned twice.
     *
     *     Needs `Payments.Return_Payments`.
     */
    post: operations["acceptReturnRequest"];
  };
  "/v3/returnrequests/{returnRequestUID}/refuse": {
    /**
     * Refuse what another bank asks for
     * @description Tells the other bank why nothing comes back (camt.029). No money moves.
     *
     *     Needs `Payments.Return_Payments`.
     */
    post: operations["refuseReturnRequest"];
  };
  "/v2/positivepay/rules": {
    /**
     * Change a positive pay rule
     * @description Changes the fields in the body and keeps the others. Its account and its customer stay.
     *
     *     Needs `Positive_Rules.Manage_Positive_Rules`.
     */
    put: operations["updatePositivePayRule"];
    /**
     * Add a positive pay rule
     * @description Allows incoming ACH debits of an account. From its first rule on, the account is guarded: a debit that no rule allows waits as an exception until its expiryDateTime, and is then returned. The institution can guard all accounts of a customer by achPositivePay. /docs/pages/receipts explains it.
     *
     *     Needs `Positive_Rules.Manage_Positive_Rules`.
     */
    post: operations["createPositivePayRule"];
  };
  "/v2/positivepay/rules/{ruleUID}": {
    /**
     * Delete a positive pay rule
     * @description Its account is no longer guarded if this was its last rule, unless the institution set achPositivePay.
     *
     *     Needs `Positive_Rules.Manage_Positive_Rules`.
     */
    delete: operations["deletePositivePayRule"];
  };
  "/v2/positivepay/rules/{ruleUID}/activate": {
    /**
     * Activate a positive pay rule
     * @description It allows debits again.
     *
     *     Needs `Positive_Rules.Manage_Positive_Rules`.
     */
    put: operations["activatePositivePayRule"];
  };
  "/v2/positivepay/rules/{ruleUID}/suspend": {
    /**
     * Suspend a positive pay rule
     * @description It allows nothing until it is activated. Its account stays guarded.
     *
     *     Needs `Positive_Rules.Manage_Positive_Rules`.
     */
    put: operations["suspendPositivePayRule"];
  };
  "/v2/positivepay/rules/search": {
    /**
     * Search positive pay rules
     * @description In the order of their numbers. All filters must match.
     *
     *     Needs `Positive_Rules.View_Positive_Rules`.
     */
    post: operations["searchPositivePayRules"];
  };
  "/v2/positivepay/exception/search": {
    /**
     * Search positive pay exceptions
     * @description Debits that no rule allowed, newest first. All filters must match.
     *
     *     Needs `Positive_Rules.View_Positive_Rules`.
     */
    post: operations["searchPositivePayExceptions"];
  };
  "/v2/positivepay/exception/{exceptionUID}/approve": {
    /**
     * Approve a positive pay exception
     * @description The debit is posted to its account, at once if it has settled, otherwise when it settles.
     *
     *     Needs `Positive_Rules.Manage_Exception`.
     */
    put: operations["approvePositivePayException"];
  };
  "/v2/positivepay/exception/{exceptionUID}/reject": {
    /**
     * Reject a positive pay exception
     * @description The debit is returned: with R29 for CCD and CTX, and with R10 for the others. For R10, the institution must have the written statement of the customer.
     *
     *     Needs `Positive_Rules.Manage_Exception`.
     */
    put: operations["rejectPositivePayException"];
  };
  "/v2/positivepay/exception/approve": {
    /**
     * Approve many positive pay exceptions
     * @description Approves each exception by itself. One that is refused stays as it is, and stops no other.
     *
     *     Needs `Positive_Rules.Manage_Exception`.
     */
    put: operations["approvePositivePayExceptions"];
  };
  "/v3/payments/{paymentUID}/cancel": {
    /**
     * Cancel a payment
     * @description Possible until the payment is handed to its rail. Its holds and limit reservations are released. If another payment drew the rest of the same FX contract, the refusal names it: cancel that payment first. If the payment made its FX contract for itself, or the contract has ended, what it drew is exchanged back at the market: then the cancellation waits for as many people as that of a contract (202).
     *
     *     Needs `Payments.Cancel_Payments`.
     *
     *     Also at `/payments/{paymentUID}/cancel`.
     */
    put: operations["cancelPayment"];
  };
  "/v3/payments/{paymentUID}/confirm": {
    /**
     * Confirm a payment to changed bank details
     * @description A payment whose contact got another account number or bank code after it was made becomes HELD; so does a wire or an international ACH entry whose contact got another intermediary bank, bank name or address, with the reason contactChanged. To confirm it is to pay the new details; a scheduled payment can be confirmed before its date. If the customer has dual control, the client that changed the contact cannot confirm. Who confirms cannot approve the payment later. A payment that needed approval cannot be confirmed: cancel it, and submit it again.
     *
     *     Needs `Payments.Initiate_Payments`.
     *
     *     Also at `/payments/{paymentUID}/confirm`.
     */
    put: operations["confirmPayment"];
  };
  "/v3/payments/{paymentUID}/approve": {
    /**
     * Approve a payment
     * @description The person whose token the client sends approves, within their approval limits. With a token of its own, the client approves for itself, or, if the institution trusts it to name persons, for a user or a signatory. Nobody can approve a payment that they submitted or whose series they changed, or approve it twice as it is. Everything else through one client counts once. The institution approves a wire above the callbackLimit of its account with the number that it called back, and notes of the call. After the last required approval the payment is released, waits for its date, or fails for insufficient funds. A payment that is HELD with the reason approvalsMissing is approved as well, and goes on.
     *
     *     Needs `Payments.Approve_Payments`.
     *
     *     Also at `/payments/{paymentUID}/approve`.
     */
    put: operations["approvePayment"];
  };
  "/v3/payments/{paymentUID}/reject": {
    /**
     * Reject a payment
     * @description The rejection of one approver is enough. Who can reject is decided as for an approval.
     *
     *     Needs `Payments.Approve_Payments`.
     *
     *     Also at `/payments/{paymentUID}/reject`.
     */
    put: operations["rejectPayment"];
  };
  "/v3/payments/{paymentUID}/return": {
    /**
     * Book the return of a payment
     * @description For the institution, when the receiving bank returns a payment. The sender is credited with the amount. A returned debit is taken back from the creditor's account; the customer owes what is missing, and its next credits repay it. The payment's fee is not refunded. The code must fit the rail, the kind of entry and the time since settlement. A return of a reversed debit charges nobody again, and the payment stays REVERSED. Under dual control, what one person returns and reverses on a day beyond returns.aloneUpTo waits for a second person.
     *
     *     Needs `Payments.Return_Payments`.
     *
     *     Also at `/payments/{paymentUID}/return`.
     */
    put: operations["returnPayment"];
  };
  "/v3/payments/{paymentUID}/reverse": {
    /**
     * Reverse a payment
     * @description For the institution, if the account that was credited still has the amount, and neither it nor its customer is suspended. A debit can be reversed within five banking days after it settled, by an ACH entry that credits the debtor (obligations Reversal and, with discoveredAt, DiscoveredReversal); its limits get the amount back. Of a payment by Fedwire, FedNow, RTP or SWIFT, the return is requested, as by POST …/requestreturn with the reason CUST: its status stays until the money comes. An ACH credit cannot be reversed: the receiving bank must return it. Under dual control, what one person returns and reverses on a day beyond returns.aloneUpTo waits for a second person.
     *
     *     Needs `Payments.Reversal_Payments`.
     *
     *     Also at `/payments/{paymentUID}/reverse`.
     */
    put: operations["reversePayment"];
  };
  "/v3/payments/{paymentUID}/requestreturn": {
    /**
     * Ask for a payment back
     * @description Asks the bank that received a settled payment by Fedwire, FedNow, RTP or SWIFT to return it, by the network's own request (camt.056). The payment stays PROCESSED: `returnRequest` of the payment says what the other bank answers, and the payment is RETURNED when the money comes. Without an answer, an obligation of the institution is due (FundsReturnReply). After a refusal, it can be asked for again.
     *
     *     Needs `Payments.Reversal_Payments`.
     *
     *     Also at `/payments/{paymentUID}/requestreturn`.
     */
    post: operations["requestReturn"];
  };
  "/v3/payments/{paymentUID}/reinitiate": {
    /**
     * Send a returned debit again
     * @description For an ACH debit that came back with R01 or R09, if the debtor's authorization allows it: at most twice, within 180 days of the settlement of the first. The reply names a new payment of the same amount for today, which is decided like any other, and whose entry has the description RETRY PYMT. If that comes back, too, name it to send it a second time.
     *
     *     Needs `Payments.Initiate_Payments`.
     */
    post: operations["reinitiatePayment"];
  };
  "/v1/institution/payments/{paymentUID}/release-funds": {
    /**
     * Release the proceeds of a debit early
     * @description For the institution, while debits.fundsAvailability or the debitFundsAvailability of the customer holds the proceeds of a settled debit. They first repay what the customer owes. The institution bears the loss if the debit then comes back and the customer cannot pay.
     *
     *     Needs `Institution.Manage_Limits_And_Fees`.
     */
    post: operations["releaseFunds"];
  };
  "/v1/institution/payments/{paymentUID}/release": {
    /**
     * Release a payment of a maker who was stopped
     * @description For the institution, while a payment is HELD with the reason makerStopped: a client, user or legal entity that made or changed it may not act any more, or reaches the customer no more. It goes on at the next possible time, unless something else holds it. A maker that is stopped again, or by something else, holds it again. Nobody releases what they made or changed, or what was made with a client whose secret they hold.
     *
     *     Needs `Institution.Manage_Customer_State`.
     */
    post: operations["releaseHeldPayment"];
  };
  "/v1/institution/payments/{paymentUID}/call-back-numbers": {
    /**
     * List the numbers for a call-back
     * @description For the institution: the telephone numbers of the customer of a payment, of its Active users and of its Active signatories, and whether a call to each counts. A number that was set just now does not count, and the one before it does.
     *
     *     Needs `Payments.Approve_Payments`.
     */
    get: operations["listCallBackNumbers"];
  };
  "/v1/institution/payments/{paymentUID}/call-back-numbers/confirm": {
    /**
     * Confirm a telephone number
     * @description For the institution, when it knows by other means that a number of the customer is right, such as a letter or a visit. The number counts at once, for calls of other people of the institution than the one who confirms it. The audit log keeps the reason.
     *
     *     Needs `Payments.Approve_Payments`.
     */
    post: operations["confirmCallBackNumber"];
  };
  "/v4/payments/{paymentUID}/recurring/{recurrenceId}": {
    /**
     * Change when a recurring payment ends
     * @description Extends or shortens the series of a payment: endDate or noOfPayments replaces its previous end. Scheduled payments beyond the new end are cancelled. An end that is already reached completes the series. Who changes the end cannot approve its payments. Approvals of payments that wait no longer count, and can be given again.
     *
     *     Needs `Payments.Initiate_Payments`.
     *
     *     Also at `/v3/payments/{paymentUID}/recurring/{recurrenceId}` and `/payments/{paymentUID}/recurring/{recurrenceId}`.
     */
    put: operations["changeRecurrence"];
  };
  "/v3/payments/recurrences/{recurrenceId}/cancel": {
    /**
     * Cancel a recurring payment
     * @description Ends the series and cancels its payments that are not yet released. Cancelling it again has no effect.
     *
     *     Needs `Payments.Cancel_Payments`.
     *
     *     Also at `/payments/recurrences/{recurrenceId}/cancel`.
     */
    put: operations["cancelRecurrence"];
  };
  "/v3/payments/recurrences/{recurrenceId}": {
    /**
     * Read a recurring payment
     * @description Needs `Payments.View_Payments`.
     *
     *     Also at `/payments/recurrences/{recurrenceId}`.
     */
    get: operations["getRecurrence"];
  };
  "/v3/payments/recurrences/{recurrenceId}/preview": {
    /**
     * Preview the next payments of a recurring payment
     * @description Lists the payments from today on, whether they exist yet or not. Each has its nominal date, and the date of payment under the institution's business-day convention.
     *
     *     Needs `Payments.View_Payments`.
     *
     *     Also at `/payments/recurrences/{recurrenceId}/preview`.
     */
    get: operations["previewRecurrence"];
  };
  "/v1/institution": {
    /**
     * Read the institution's profile and settings
     * @description Dates are in the institution's time zone. Collection windows are in Eastern time, the ACH operator's clock. On closed days no file is collected and no entry settles.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["getInstitution"];
    /**
     * Change the institution's profile and settings
     * @description Changes the fields in the body and keeps the others. currency and sandbox cannot change, but may be sent with their current values. A change of closedDays, currencyCalendars, rails, instantNetwork, ach, correspondents, networks, cutOffs, obligations, simulator also requires Institution.Manage_Rails; of adjustmentCaps, callBacks, fx, debits, instantLimits, returns, stoppedMakers also requires Institution.Manage_Limits_And_Fees. Dates are in the institution's time zone. Collection windows are in Eastern time, the ACH operator's clock. On closed days no file is collected and no entry settles.
     *
     *     Needs `Institution.Manage_Institution`.
     */
    put: operations["updateInstitution"];
  };
  "/v1/institution/accounts/{accountUID}/adjustments": {
    /**
     * Adjust the balance of an account
     * @description Posts a Credit or Debit to an account, such as the first balance of a new account. contraAccount names the institution's account on the other side. A closed account takes no Credit; a Debit can take out what came back to it. adjustmentCaps of the institution limit each adjustment and the total of each business day.
     *
     *     Needs `Institution.Adjust_Balances`.
     */
    post: operations["adjustAccount"];
  };
  "/v1/institution/clock": {
    /**
     * Read the institution's clock
     * @description Returns system time, unless the institution is a sandbox whose clock was set forward.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["getInstitutionClock"];
    /**
     * Set the clock of a sandbox forward
     * @description Moves the clock forward to the target, at most two years ahead of system time. Everything due before the target happens in order and at its own time. The reply shows the target; read the clock again to follow its progress. Until it is reached, another target is refused with 409, so that nobody takes away the time that somebody else asked for; the same target is answered again.
     *
     *     Needs `Institution.Manage_Institution`.
     */
    put: operations["setInstitutionClock"];
  };
  "/v1/institution/api-clients": {
    /**
     * List the API clients
     * @description Lists all API clients, including revoked ones, in order of creation.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listApiClients"];
    /**
     * Create an API client
     * @description Registers a program that may call the API on behalf of one legal entity: the customer in customerUID or, if customerUID is omitted, the institution itself. Without dual control, the caller must have each entitlement that it gives or that the secret gives access to. Only this reply contains the secret: a repeated request with the same Idempotent-Key gets the reply without it.
     *
     *     Needs `Institution.Manage_API_Clients`.
     */
    post: operations["createApiClient"];
  };
  "/v1/institution/api-clients/{apiKey}": {
    /**
     * Read an API client
     * @description What the client may do and how it proves who it is, without its secret.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["getApiClient"];
    /**
     * Update an API client
     * @description Without dual control, the caller must have each entitlement that it gives or that the secret gives access to. Fields omitted from the body stay unchanged. If the client loses an entitlement, every node refuses its current tokens within seconds, and its next token carries the remaining entitlements. A change of how the client authenticates, or where, how long and with which tokens it may work, ends its current tokens.
     *
     *     Needs `Institution.Manage_API_Clients`.
     */
    put: operations["updateApiClient"];
  };
  "/v1/institution/api-clients/{apiKey}/rotate": {
    /**
     * Give an API client a new secret
     * @description The new secret works at once. The previous secret works until the overlap ends, so a program on many machines can switch over without an outage. Use an overlap of 0 for a leaked secret: the client's tokens then also end, within 5 seconds on every node. A secret still expiring from an earlier rotation works until its own end, unless the overlap is 0. Without dual control, the caller must have each entitlement that it gives or that the secret gives access to. Only this reply contains the secret: a repeated request with the same Idempotent-Key gets the reply without it.
     *
     *     Needs `Institution.Manage_API_Clients`.
     */
    post: operations["rotateApiClientSecret"];
  };
  "/v1/institution/api-clients/{apiKey}/revoke": {
    /**
     * Revoke an API client
     * @description The client gets no new tokens, and its current tokens stop working within 5 seconds on every node. A revocation is permanent. Under dual control, it waits for a second person if it leaves fewer than two administrators: clients of the institution with Manage_API_Clients and Approve_Changes.
     *
     *     Needs `Institution.Manage_API_Clients`.
     */
    post: operations["revokeApiClient"];
  };
  "/v1/institution/api-clients/{apiKey}/identity-provider/revoke": {
    /**
     * Revoke the identity provider
     * @description For an identity provider whose keys are in the wrong hands. The client has it no more, and tokens of its people end within 5 seconds. Payments that people made through the client until now are held, and their approvals and proposals do not count; `identityProviderOf` of `outstanding` lists them. Send it for each client that has the provider. To rotate keys, or to move to another provider, change `identityProvider` of the client instead: that stops nothing. It takes effect at once, also for a revoked client.
     *
     *     Needs `Institution.Manage_API_Clients`.
     */
    post: operations["revokeIdentityProvider"];
  };
  "/v1/institution/signing-keys": {
    /**
     * List the keys that sign access tokens
     * @description Lists the published keys: the Active key, a Pending key if any, and Retired keys whose tokens have not all expired.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listSigningKeys"];
  };
  "/v1/institution/signing-keys/rotate": {
    /**
     * Rotate the key that signs access tokens
     * @description Publishes a new key at once. It starts to sign a minute later, when every verifier has it, so no request fails. Tokens of the old key verify until they expire. A second request within that minute returns the same key.
     *
     *     Needs `Institution.Manage_API_Clients`.
     */
    post: operations["rotateSigningKey"];
  };
  "/v1/institution/customers/{customerUID}/activate": {
    /**
     * Activate a customer
     * @description A New or Suspended customer becomes Active and can make payments. If a change to it waits for approval, it becomes Pending, and Active after the decision. A Pending customer cannot be activated directly.
     *
     *     Needs `Institution.Manage_Customer_State`.
     */
    put: operations["activateCustomer"];
  };
  "/v1/institution/customers/{customerUID}/suspend": {
    /**
     * Suspend a customer
     * @description A New, Active or Pending customer becomes Suspended: a change of it that waits does not stop this, and its decision does not end it. New payments are refused, and what its clients and people set up, and what it pays, is HELD when it is due. What is in a committed file or message continues.
     *
     *     Needs `Institution.Manage_Customer_State`.
     */
    put: operations["suspendCustomer"];
  };
  "/v1/institution/fees": {
    /**
     * List the fee schedule
     * @description Filters match exactly, and a fee must match all of them.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listFees"];
    /**
     * Add a fee to the fee schedule
     * @description The tier with the highest `from` that is not above the amount (or the count) applies to the whole payment. The fee is `percentage` of the amount, rounded up to the minor unit, plus `flat`, at least `minimum` and at most `maximum`.
     *
     *     Needs `Institution.Manage_Limits_And_Fees`.
     */
    post: operations["createFee"];
  };
  "/v1/institution/fees/{feeId}": {
    /**
     * Read a fee in the fee schedule
     * @description The fee with its tiers, as it applies to new payments.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["getFee"];
    /**
     * Replace a fee in the fee schedule
     * @description The body replaces the whole fee. A tier with customers cannot be removed. The tier with the highest `from` that is not above the amount (or the count) applies to the whole payment. The fee is `percentage` of the amount, rounded up to the minor unit, plus `flat`, at least `minimum` and at most `maximum`.
     *
     *     Needs `Institution.Manage_Limits_And_Fees`.
     */
    put: operations["updateFee"];
    /**
     * Delete a fee from the fee schedule
     * @description A fee with customers on its tiers cannot be deleted, unless another fee has the same tiers for them.
     *
     *     Needs `Institution.Manage_Limits_And_Fees`.
     */
    delete: operations["deleteFee"];
  };
  "/v1/customers/{customerUID}/fees": {
    /**
     * List a customer's fee tiers
     * @description At most a thousand.
     *
     *     Needs `Customers.View_Customers`.
     */
    get: operations["listCustomerFeeTiers"];
    /**
     * Put a customer on a fee tier
     * @description The tier applies to the fees of `application`, or only to those with `feeName` and `product` if given. At least one such fee in the fee schedule must have a tier named `feeTier`. A customer has one tier for the same fees and account; adding another one changes it.
     *
     *     Needs `Customers.Manage_Customers`.
     */
    post: operations["addCustomerFeeTier"];
  };
  "/v1/customers/{customerUID}/fees/{feeId}": {
    /**
     * Change a customer's fee tier
     * @description Omitted fields stay unchanged. The tier applies to the fees of `application`, or only to those with `feeName` and `product` if given. At least one such fee in the fee schedule must have a tier named `feeTier`.
     *
     *     Needs `Customers.Manage_Customers`.
     */
    put: operations["updateCustomerFeeTier"];
  };
  "/v1/institution/fx/rates": {
    /**
     * Read the exchange rates
     * @description The latest rate and forward points of each pair. Quotes are priced from them.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["getFxRates"];
    /**
     * Set exchange rates
     * @description Pairs are in market order, such as EUR/USD and USD/JPY. Pairs without a rate are crossed through USD, or through the fewest rates that connect them. A pair with a rate is never priced better for a customer than its cross; if its own rate is further than fx.maxCrossDeviationPercent from the cross, deviating lists it, and the cross is quoted. Pairs not named in the request keep their rates. A rate older than the institution's fx.maxRateAgeSeconds is not quoted. A rate with an asOf earlier than that of the current rate is refused. If one rate is refused, none is set. Under dual control, a rate that differs by more than fx.maxRateChangePercent from the present one, from that at the start of the business day, or from the cross, waits for a second person: waiting lists it, and the old rate stays in force. So does a rate with which conversions there and back at the rates of the business day could gain more than fx.maxRoundTripGainPercent, and the first rate of a pair that could not be crossed.
     *
     *     Needs `Institution.Manage_FX_Rates`.
     */
    put: operations["setFxRates"];
  };
  "/v1/institution/fx/margins": {
    /**
     * Read the margins on exchange rates
     * @description The most specific margin applies: one for the tier of the customer (`fxPricingTier`) and the pair, then one for the tier, then one for the pair, then the default.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["getFxMargins"];
    /**
     * Replace the margins on exchange rates
     * @description Margins not in the request are removed. The most specific margin applies: one for the tier of the customer (`fxPricingTier`) and the pair, then one for the tier, then one for the pair, then the default. Without any margin, the rate has no markup.
     *
     *     Needs `Institution.Manage_FX_Margins`.
     */
    put: operations["setFxMargins"];
  };
  "/v2/fx/quote": {
    /**
     * Request a quote for a currency exchange
     * @description Give either fundingAmount or transferAmount. The rate determines the other amount. The quote can be accepted until expiryTime, thirty seconds later, unless the market moves further than fx.lastLookBasisPoints against the institution. A customer, with all below it, has at most fx.maxOpenQuotes quotes open at a time; rejected ones count until they would have expired.
     *
     *     Needs `Foreign_Exchange.Spot_Trade`.
     *
     *     Also at `/fx/quote`.
     */
    post: operations["quoteFxTrade"];
  };
  "/v2/fx/accept": {
    /**
     * Accept a quote
     * @description A quote becomes exactly one contract. A repeated acceptance, even after the expiry, returns the same contract and changes nothing. A quote is refused if the market has moved further than fx.lastLookBasisPoints against the institution since; otherwise its price stands. It is also refused if who asked for it was stopped since. If payments of the customer need approval, the trade waits for as many people as a payment of its larger side would (202): they approve it in the queue `approvals/fxTrade` of the customer until 17:00 in New York. A repeated acceptance then names the same approval. The contract uses the FX line of the customer. Without a line, or with fundingAccountUID, the amount sold is held on an account of the customer until payments draw it or the contract ends.
     *
     *     Needs `Foreign_Exchange.Create_Instruct_Trades`.
     *
     *     Also at `/fx/accept`.
     */
    put: operations["acceptFxQuote"];
  };
  "/v2/fx/{quoteUUID}/reject": {
    /**
     * Reject a quote
     * @description Also ends a trade that waits for its approvers.
     *
     *     Needs `Foreign_Exchange.Create_Instruct_Trades`.
     *
     *     Also at `/fx/{quoteUUID}/reject`.
     */
    put: operations["rejectFxQuote"];
  };
  "/v2/fx/{forexContractNo}": {
    /**
     * Read a contract
     * @description Needs `Foreign_Exchange.View_Trades`.
     *
     *     Also at `/fx/{forexContractNo}`.
     */
    get: operations["getFxContract"];
  };
  "/v2/fx/{forexContractNo}/cancel": {
    /**
     * Cancel a contract
     * @description The undrawn amount is closed out at the market rate of the moment. The loss of the customer is charged to its account. A gain is shared as the institution has set in fx.closeOutGains. A cover is unwound in the market. If payments of the customer need approval, the cancellation waits for as many people as a payment of its larger side would (202).
     *
     *     Needs `Foreign_Exchange.Cancel_Trades`.
     *
     *     Also at `/fx/{forexContractNo}/cancel`.
     */
    delete: operations["cancelFxContract"];
  };
  "/v2/fx/{forexContractNo}/cover": {
    /**
     * Cover a contract
     * @description Covers the contract in the market at the current rate, once. A repeated request returns the same cover trade.
     *
     *     Needs `Foreign_Exchange.Create_Instruct_Trades`.
     *
     *     Also at `/fx/{forexContractNo}/cover`.
     */
    get: operations["coverFxContract"];
  };
  "/v1/institution/customers/{customerUID}/fx-line": {
    /**
     * Read a customer's FX line
     * @description What the customer may owe the institution by FX contracts, and how much of it contracts use.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["getFxLine"];
    /**
     * Set a customer's FX line
     * @description The line is the credit for FX contracts of the customer and of all customers below it together. A customer needs a line of its own to trade without prefunding; the lines of the customers above it limit its trades too. Contracts that exist keep their terms. Without a line, new contracts are prefunded.
     *
     *     Needs `Institution.Manage_Limits_And_Fees`.
     */
    put: operations["setFxLine"];
  };
  "/v1/institution/fx/close-outs": {
    /**
     * List the close-outs of FX contracts
     * @description What is left of a contract that is cancelled or expires is closed out at the market rate of the moment: the margin is reversed, and the customer bears the loss. The latest close-out comes first.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listFxCloseOuts"];
  };
  "/v1/institution/fx/desk-trades": {
    /**
     * List the desk's trades with the market
     * @description What the desk bought and sold in the market, beside the covers of contracts.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listFxDeskTrades"];
    /**
     * Book a trade of the desk with the market
     * @description The trade closes or opens a position on its value date. Under dual control, it waits for a second person if its larger side, at the market's rate, and what the same person traded alone that day are more than fx.deskTradeAloneUpTo, if its price is further from the market than fx.deskTradePriceTolerancePercent, or if a side or the price has no current rate. The proposal shows worth, marketRate and deviationPercent.
     *
     *     Needs `Institution.Manage_FX_Rates`.
     */
    post: operations["makeFxDeskTrade"];
  };
  "/v1/institution/fx/positions": {
    /**
     * List currency positions
     * @description Positions are listed by currency and value date. A cover counts on the value date of its contract. The sum of open over all dates is the position of the currency in the ledger.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listFxPositions"];
  };
  "/v1/institution/fx/revaluations": {
    /**
     * List the revaluations of currency positions
     * @description The close of a business day values every open position at the market rates, the latest day first. The sum of the results of a day is the balance of the unrealized FX result at its end.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listFxRevaluations"];
  };
  "/v1/institution/ledger/accounts": {
    /**
     * List the institution's own ledger accounts
     * @description The accounts of the chart that have been opened, with their numbers in the general ledger.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listLedgerAccounts"];
  };
  "/v1/institution/ledger/days": {
    /**
     * List business days
     * @description The newest first, up to the open day. A day is closed when it is over and its books are proved. It is never opened again: a correction is an entry of an open day.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listLedgerDays"];
  };
  "/v1/institution/ledger/days/close": {
    /**
     * Close business days that are over
     * @description The worker closes every day at its end. This tries again at once after a close that could not be proved, with the same proof. Without businessDate, it closes all days that are over, at most ten. The reply has the days in their order: each is Closed, and the last can be NotProved, with what differs. A day that is closed stays as it is.
     *
     *     Needs `Institution.Manage_Institution`.
     */
    post: operations["closeLedgerDays"];
  };
  "/v1/institution/ledger/trial-balance": {
    /**
     * Read the trial balance of a business day
     * @description A row for each account of the institution, and for the accounts of customers a row for each masterGl. Of a closed day, these are the stored balances; of an open one, the last closing balances and the entries since then. In each currency, the closing balances add up to zero.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["getTrialBalance"];
  };
  "/v1/institution/ledger/journal": {
    /**
     * List the entries of a business day
     * @description Posted entries, in the order in which they were made. Each debits one account and credits another. Holds are not entries. For the next page, give `next` as `after`.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listJournal"];
  };
  "/v1/institution/ledger/exports": {
    /**
     * Download the files for the general ledger
     * @description The files of closed days, the newest first. Each is stored with the close of its day and never changes; the worker writes the same bytes for the general ledger.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listLedgerExports"];
  };
  "/v1/applications": {
    /**
     * List the applications and entitlements of roles
     * @description Lists what a role of the caller's legal entity can have: the applications of a role with their entitlements. The application Institution is only for roles of the institution's own entity.
     *
     *     Needs `User_Admin.View_Roles_And_Users`.
     *
     *     Also at `/applications` and `/api/user-management/v1/applications`.
     */
    get: operations["listApplications"];
  };
  "/api/user-management/v1/customers/{customerId}/roles": {
    /**
     * Create a role
     * @description A role lists entitlements by application; /docs/pages/entitlements is the catalog. Only a role of the institution's own entity can have the application Institution. A client gives a role only entitlements that it has itself, unless a second person approves the role.
     *
     *     Needs `User_Admin.Manage_Roles`.
     *
     *     Also at `/api/user-management/v1/customer/{customerId}/roles`.
     */
    post: operations["createRole"];
  };
  "/api/user-management/v1/customers/{customerId}/roles/search": {
    /**
     * Search a customer's roles
     * @description Finds the role with exactly this roleName; without it, lists all roles in order of creation.
     *
     *     Needs `User_Admin.View_Roles_And_Users`.
     *
     *     Also at `/api/user-management/v1/customer/{customerId}/roles/search`.
     */
    get: operations["searchRoles"];
  };
  "/api/user-management/v1/customers/{customerId}/roles/{roleId}": {
    /**
     * Read a role
     * @description The role with its applications, their entitlements and limits.
     *
     *     Needs `User_Admin.View_Roles_And_Users`.
     *
     *     Also at `/api/user-management/v1/customer/{customerId}/roles/{roleId}`.
     */
    get: operations["getRole"];
    /**
     * Update a role
     * @description Changes the fields in the body and keeps the others; applications are replaced as a whole. The change takes effect at once for all holders of the role. If an API client holds the role, only the institution can add entitlements, with Institution.Manage_API_Clients. A client adds only entitlements that it has itself, unless a second person approves the change.
     *
     *     Needs `User_Admin.Manage_Roles`.
     *
     *     Also at `/api/user-management/v1/customer/{customerId}/roles/{roleId}`.
     */
    put: operations["updateRole"];
  };
  "/api/user-management/v1/customers/{customerId}/users": {
    /**
     * Create a user
     * @description Creates a user with roles of the customer. The user is Pending until activated or, if the customer's userDualApproval is on, or the roles give more than a client of an institution under dual control has, until approved. The institution's own users belong to its own legal entity.
     *
     *     Needs `User_Admin.Manage_Users`.
     *
     *     Also at `/api/user-management/v1/customer/{customerId}/users`.
     */
    post: operations["createUser"];
  };
  "/api/user-management/v1/customers/{customerId}/users/search": {
    /**
     * Search a customer's users
     * @description Finds users that match all fields in the body exactly, in order of creation. Writes nothing.
     *
     *     Needs `User_Admin.View_Roles_And_Users`.
     *
     *     Also at `/api/user-management/v1/customer/{customerId}/users/search`.
     */
    post: operations["searchUsers"];
  };
  "/api/user-management/v1/customers/{customerId}/users/{userId}": {
    /**
     * Read a user
     * @description The user with its roles, and the entitlements that it has by them.
     *
     *     Needs `User_Admin.View_Roles_And_Users`.
     *
     *     Also at `/api/user-management/v1/customer/{customerId}/users/{userId}`.
     */
    get: operations["getUser"];
    /**
     * Update a user
     * @description Changes the fields in the body and keeps the others; roleNames and applicationLimits are replaced as a whole. loginId and status cannot change here. With userDualApproval, roles and limits that give the user more than before wait for approval, and so do roles beyond what a client of an institution under dual control has. Another email or phoneNumber of a user who was activated waits outside a sandbox, and where a second person decides about the users.
     *
     *     Needs `User_Admin.Manage_Users`.
     *
     *     Also at `/api/user-management/v1/customer/{customerId}/users/{userId}`.
     */
    put: operations["updateUser"];
  };
  "/api/user-management/v1/customers/{customerId}/users/{userId}/suspend": {
    /**
     * Suspend a user
     * @description Suspends an Active or Pending user and voids any waiting proposal for the user. A Suspended or Locked user is refused.
     *
     *     Needs `User_Admin.Suspend_Users`.
     *
     *     Also at `/api/user-management/v1/customer/{customerId}/users/{userId}/suspend`.
     */
    put: operations["suspendUser"];
  };
  "/api/user-management/v1/customers/{customerId}/users/{userId}/activate": {
    /**
     * Activate a user
     * @description Activates a Suspended, Locked or Pending user. Who activates a user confirms its address, if somebody else set it. So an Active user whose address nobody else has confirmed can be activated again by somebody independent; any other Active user is refused. Where a second person decides about the user, activation requires approval: the request is refused, and the error names the waiting approval.
     *
     *     Needs `User_Admin.Activate_Users`.
     *
     *     Also at `/api/user-management/v1/customer/{customerId}/users/{userId}/activate`.
     */
    put: operations["activateUser"];
  };
  "/api/user-management/v1/customers/{customerId}/users/{userId}/invitation": {
    /**
     * Invite a user to set a password
     * @description Mails an Active user without a password a link to set one. The link in the mail works once and for 72 hours, and ends earlier links. In a sandbox, the reply contains the link, too. Outside a sandbox the invitation waits for a second person; in a sandbox, only if one decides about the user. Who set the address of the user cannot approve it.
     *
     *     Needs `User_Admin.Manage_Users`.
     *
     *     Also at `/api/user-management/v1/customer/{customerId}/users/{userId}/invitation`.
     */
    post: operations["inviteUser"];
  };
  "/api/user-management/v1/customers/{customerId}/users/{userId}/credentials": {
    /**
     * Read a user's credentials
     * @description When the user set a password, the open invitation and the second factors, without any secret.
     *
     *     Needs `User_Admin.View_Roles_And_Users`.
     *
     *     Also at `/api/user-management/v1/customer/{customerId}/users/{userId}/credentials`.
     */
    get: operations["getUserCredentials"];
  };
  "/api/user-management/v1/customers/{customerId}/users/{userId}/credentials/reset": {
    /**
     * Reset a user's credentials
     * @description Ends the password, the second factors, the recovery codes, the sessions and the tokens of an Active user, and invites the user again. A second person always decides it. The link in the mail works once and for 72 hours, and ends earlier links. In a sandbox, the reply contains the link, too.
     *
     *     Needs `User_Admin.Activate_Users`.
     *
     *     Also at `/api/user-management/v1/customer/{customerId}/users/{userId}/credentials/reset`.
     */
    post: operations["resetUserCredentials"];
  };
  "/api/user-management/v1/customers/{customerId}/users/{userId}/factors/{factorId}": {
    /**
     * Remove a second factor of a user
     * @description Removes a passkey or an authenticator app, such as one on a lost telephone, and ends the user's sessions and tokens. A second person always decides it. The only factor of a user cannot be removed: reset the credentials.
     *
     *     Needs `User_Admin.Activate_Users`.
     *
     *     Also at `/api/user-management/v1/customer/{customerId}/users/{userId}/factors/{factorId}`.
     */
    delete: operations["removeUserFactor"];
  };
  "/api/user-management/v1/consumers/users": {
    /**
     * Onboard a consumer
     * @description Onboards a consumer in four stages, all or nothing: consumer legal-entity creation, application mapping, customer-account creation, consumer-user creation. The message of a failure begins with the stage that failed; the other stages are rolled back. Onboarded by a customer's client, the consumer waits for the institution's approval and cannot pay or receive until then.
     *
     *     Needs `Customers.Onboard_Consumers`.
     */
    post: operations["onboardConsumer"];
  };
  "/v1/institution/audit": {
    /**
     * Search the audit log
     * @description Shows who changed what, and when, newest first. Filters match exactly. `from` is inclusive, `to` is exclusive. Give subjectKind and subjectId together. New records appear on the first page: set `to` to keep the pages stable while you read. Account numbers are masked without Customers.View_Account_Number, tax ids without Customers.View_Tax_Id.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listAuditRecords"];
  };
  "/v1/institution/audit/head": {
    /**
     * Read the head of the audit chain
     * @description Store the head outside the database. A chain that is later cut short or recomputed no longer contains it; `giro audit verify --head <sequence>:<hash>` checks this.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["getAuditHead"];
  };
  "/v1/events": {
    /**
     * Read the event feed
     * @description Returns the events of the institution in commit order, from the first one if `after` is omitted; with `after=latest`, `next` is the end of the feed. Keep `next` and send it as `after`: you miss no event and see none twice. An event appears within seconds of its change. Each status change of a payment is a payment.status.changed. Account numbers are masked unless the token has Customers.View_Account_Number.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listEvents"];
  };
  "/v1/institution/webhooks": {
    /**
     * List the webhooks
     * @description Lists the webhooks in order of creation.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listWebhooks"];
    /**
     * Create a webhook
     * @description Sends events from now on to the URL, in the format of the event feed with account numbers masked. Each request is signed according to Standard Webhooks; /docs/pages/webhooks explains how to verify it. Only this reply contains the secret: a repeated request with the same Idempotent-Key gets the reply without it.
     *
     *     Needs `Institution.Manage_Webhooks`.
     */
    post: operations["createWebhook"];
  };
  "/v1/institution/webhooks/{webhookUID}": {
    /**
     * Read a webhook
     * @description Where the events go, whether the receiver accepts them, and up to which event deliveries exist.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["getWebhook"];
    /**
     * Update, pause or resume a webhook
     * @description Fields omitted from the body stay unchanged. A paused webhook gets nothing. When a paused or disabled webhook is set to Active, it gets all events since then.
     *
     *     Needs `Institution.Manage_Webhooks`.
     */
    put: operations["updateWebhook"];
    /**
     * Delete a webhook
     * @description Nothing more is sent to the webhook, and its waiting deliveries are given up.
     *
     *     Needs `Institution.Manage_Webhooks`.
     */
    delete: operations["deleteWebhook"];
  };
  "/v1/institution/webhooks/{webhookUID}/rotate": {
    /**
     * Give a webhook a new secret
     * @description Requests are signed with the new secret and, until the overlap ends, also with the previous one, so the receiver can switch over without an outage. A secret still expiring from an earlier rotation signs until its own end, unless the overlap is 0. Only this reply contains the secret: a repeated request with the same Idempotent-Key gets the reply without it.
     *
     *     Needs `Institution.Manage_Webhooks`.
     */
    post: operations["rotateWebhookSecret"];
  };
  "/v1/institution/webhooks/{webhookUID}/deliveries": {
    /**
     * List the deliveries of a webhook
     * @description Newest first. All filters must match.
     *
     *     Needs `Institution.View_Institution`.
     */
    get: operations["listWebhookDeliveries"];
  };
  "/v1/institution/webhooks/{webhookUID}/deliveries/{deliveryUID}/replay": {
    /**
     * Send an event again
     * @description Sends the event of a delivery again, whatever its outcome, with the same webhook-id, so that the receiver recognizes it.
     *
     *     Needs `Institution.Manage_Webhooks`.
     */
    post: operations["replayWebhookDelivery"];
  };
  "/v1/institution/webhooks/{webhookUID}/replay": {
    /**
     * Send a range of events again
     * @description Sends the events in a range of the feed that match the webhook's current eventTypes, including events it never received. A range covers at most 10000 positions of the feed. Events past the webhook's cursor are delivered normally.
     *
     *     Needs `Institution.Manage_Webhooks`.
     */
    post: operations["replayWebhookEvents"];
  };
  "/v1/customers/{customerUID}/webhooks": {
    /**
     * List the webhooks of a customer
     * @description Lists the webhooks in order of creation.
     *
     *     Needs `Webhooks.View_Webhooks`.
     */
    get: operations["listCustomerWebhooks"];
    /**
     * Create a webhook of a customer
     * @description Sends the events of the customer alone, of the kinds account, contact, payment, paymentRequest, positivePay, recurrence and sentPaymentRequest, from now on to the URL, in the format of the event feed with account numbers masked. Each request is signed according to Standard Webhooks; /docs/pages/webhooks explains how to verify it. Only this reply contains the secret: a repeated request with the same Idempotent-Key gets the reply without it.
     *
     *     Needs `Webhooks.Manage_Webhooks`.
     */
    post: operations["createCustomerWebhook"];
  };
  "/v1/customers/{customerUID}/webhooks/{webhookUID}": {
    /**
     * Read a webhook of a customer
     * @description Where the events go, whether the receiver accepts them, and up to which event deliveries exist.
     *
     *     Needs `Webhooks.View_Webhooks`.
     */
    get: operations["getCustomerWebhook"];
    /**
     * Update, pause or resume a webhook of a customer
     * @description Fields omitted from the body stay unchanged. A paused webhook gets nothing. When a paused or disabled webhook is set to Active, it gets all events since then.
     *
     *     Needs `Webhooks.Manage_Webhooks`.
     */
    put: operations["updateCustomerWebhook"];
    /**
     * Delete a webhook of a customer
     * @description Nothing more is sent to the webhook, and its waiting deliveries are given up.
     *
     *     Needs `Webhooks.Manage_Webhooks`.
     */
    delete: operations["deleteCustomerWebhook"];
  };
  "/v1/customers/{customerUID}/webhooks/{webhookUID}/rotate": {
    /**
     * Give a webhook a new secret of a customer
     * @description Requests are signed with the new secret and, until the overlap ends, also with the previous one, so the receiver can switch over without an outage. A secret still expiring from an earlier rotation signs until its own end, unless the overlap is 0. Only this reply contains the secret: a repeated request with the same Idempotent-Key gets the reply without it.
     *
     *     Needs `Webhooks.Manage_Webhooks`.
     */
    post: operations["rotateCustomerWebhookSecret"];
  };
  "/v1/customers/{customerUID}/webhooks/{webhookUID}/deliveries": {
    /**
     * List the deliveries of a webhook of a customer
     * @description Newest first. All filters must match.
     *
     *     Needs `Webhooks.View_Webhooks`.
     */
    get: operations["listCustomerWebhookDeliveries"];
  };
  "/v1/customers/{customerUID}/webhooks/{webhookUID}/deliveries/{deliveryUID}/replay": {
    /**
     * Send an event again of a customer
     * @description Sends the event of a delivery again, whatever its outcome, with the same webhook-id, so that the receiver recognizes it.
     *
     *     Needs `Webhooks.Manage_Webhooks`.
     */
    post: operations["replayCustomerWebhookDelivery"];
  };
  "/v1/customers/{customerUID}/webhooks/{webhookUID}/replay": {
    /**
     * Send a range of events again of a customer
     * @description Sends the events in a range of the feed that match the webhook's current eventTypes, including events it never received. A range covers at most 10000 positions of the feed. Events past the webhook's cursor are delivered normally.
     *
     *     Needs `Webhooks.Manage_Webhooks`.
     */
    post: operations["replayCustomerWebhookEvents"];
  };
}
export interface webhooks {
  event: {
  };
}
export interface components {
  schemas: {
    AcceptPaymentRequest: {
      /** @description Digits. */
      contactUID?: string;
    };
    AcceptReturnRequest: {
      /** @description In words: the other bank reads them. */
      notes?: string;
    };
    /**
     * @description An account of a customer.
     */
    Account: {
      /** @description The account, by the number that the service gave it. */
      accountUID: string;
      /** @description The reference in the system of the client. */
      externalReferenceId?: string;
      /** @description The name of the account. */
      accountName: string;
      /** @description The account number; masked for a token without Customers.View_Account_Number. */
      accountNumber: string;
      /** @description The number of the account that holds the money of a Pseudo account. */
      fboAccountNumber?: string;
      accountType: components["schemas"]["AccountType"];
      accountSubType: components["schemas"]["AccountSubType"];
      /** @description The system that keeps the account. */
      systemOfRecords?: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description The country, ISO 3166-1 alpha-2. */
      countryCode?: string;
      /** @description The routing number of the bank that keeps the account. */
      routingNumber?: string;
      /** @description What the routing number is: NID for a national one, BIC otherwise. */
      bankIdType?: string;
      /** @description The general ledger account that the account belongs to. */
      masterGl?: string;
      /** @description For the reports of the institution. */
      costCenter?: string;
      /** @description Whether the account can offset ACH files. */
      enableOffset?: string;
      /** @description Whether the account can send and receive wires. */
      enableWire?: string;
      /** @description Whether it is the default offset account in its currency. */
      defaultOffset?: string;
      /** @description Whether the fees of the customer in this currency are charged to the account. */
      feeAccount?: string;
      /** @description Whether returned payments go to the account. */
      returnAccount?: string;
      /** @description The provider that keeps the account, if not this service. Its token is never returned. */
      externalAccount?: components["schemas"]["ExternalAccount"];
      accountFeatures?: components["schemas"]["AccountFeatures"];
      /** @description Further attributes, stored and shown. */
      additionalAttributes?: components["schemas"]["AccountAttribute"][];
      /** @description Why the account was opened. */
      reason?: string;
      status: components["schemas"]["AccountStatus"];
      /** @description Always Available. */
      balanceType?: string;
      /** @description The posted balance, as decimal text. */
      ledgerBalance?: string;
      /** @description ledgerBalance less holds, as decimal text. Proceeds of debits can be held: see availableOn of the payment. */
      availableBalance?: string;
      /** @description Always Success. */
      availableBalanceStatus?: string;
      /** @description The number of decimals of the currency. */
      amountPrecision?: string;
      /** @description What the customer owes in this currency, as decimal text. What becomes available repays it first. */
      amountOwed?: string;
    };
    /**
     * @description What becomes of an account.
     * @enum {string}
     */
    AccountAction: "Activate" | "Suspend" | "Close";
    /** @description A further attribute of an account, stored and shown. */
    AccountAttribute: {
      /** @description The name of the attribute. */
      attributeName: string;
      /** @description The value. */
      value: string;
    };
    /** @description What an account can do, by rail. */
    AccountFeatures: {
      rfpReceive?: components["schemas"]["YesNo"];
      rfpSend?: components["schemas"]["YesNo"];
      accountAnalysis?: components["schemas"]["YesNo"];
      feeAccount?: components["schemas"]["YesNo"];
      returnAccount?: components["schemas"]["YesNo"];
      fedWireFeature?: components["schemas"]["FedWireFeature"];
      fedNowFeature?: components["schemas"]["FedNowFeature"];
      rtpFeature?: components["schemas"]["RtpFeature"];
      achFeature?: components["schemas"]["AchFeature"];
    };
    AccountPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["Account"][];
    };
    AccountReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Account"];
    };
    /** @description The account to open. */
    AccountRequest: {
      /** @description The reference in the system of the client. */
      externalReferenceId?: string;
      /** @description Not blank. */
      accountName: string;
      /** @description 1 to 35 letters and digits. Left out, the institution gives the account a number. Required for an account that is not kept in Giro. At its own routing number, only clients of the institution with Accounts.Choose_Account_Number can choose it. */
      accountNumber?: string;
      accountType: components["schemas"]["AccountType"];
      accountSubType: components["schemas"]["AccountSubType"];
      /** @description An ISO 4217 code. */
      currency: components["schemas"]["Currency"];
      /** @description An ISO 3166-1 alpha-2 code. */
      countryCode: components["schemas"]["Country"];
      /** @description Giro for an account kept in this service. */
      systemOfRecords: components["schemas"]["SystemOfRecord"];
      /** @description The routing number of the bank that keeps the account. */
      routingNumber: string;
      /** @description Its general ledger account. For clients of customers: one of books.customerGlAccounts, or that of another account of the customer. */
      masterGl: string;
      /** @description For the reports of the institution. */
      costCenter?: string;
      /** @description The number of the account that holds the money of a Pseudo account. */
      fboAccountNumber?: string;
      bankIdType?: components["schemas"]["BankIdType"];
      enableOffset?: components["schemas"]["YesNo"];
      enableWire?: components["schemas"]["YesNo"];
      defaultOffset?: components["schemas"]["YesNo"];
      feeAccount?: components["schemas"]["YesNo"];
      returnAccount?: components["schemas"]["YesNo"];
      externalAccount?: components["schemas"]["ExternalAccountRequest"];
      accountFeatures?: components["schemas"]["AccountFeatures"];
      /** @description Further attributes, stored and shown. */
      additionalAttributes?: components["schemas"]["AccountAttribute"][];
      /** @description Why the account is opened. */
      reason?: string;
    };
    /**
     * @description The account that was opened or changed.
     */
    AccountResult: {
      /** @description The reference in the system of the client. */
      externalReferenceId?: string;
      /** @description The account, by the number that the service gave it. */
      accountUID: string;
    };
    AccountResultReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["AccountResult"];
    };
    /** @description Filters that all match exactly. */
    AccountSearch: {
      /** @description The account number; masked for a token without Customers.View_Account_Number. */
      accountNumber?: string;
      accountType?: components["schemas"]["AccountType"];
      accountSubType?: components["schemas"]["AccountSubType"];
      status?: components["schemas"]["AccountStatus"];
      /** @description An ISO 4217 code. */
      currency?: components["schemas"]["Currency"];
      /** @description Only accounts that can, or cannot, send wires. */
      wireEnabled?: boolean;
      /** @description For the reports of the institution. */
      costCenter?: string;
      /** @description The company identification in ACH files, 10 characters. */
      achCompanyID?: string;
      /** @description Enabled for domestic wires. */
      fedwireEnabled?: boolean;
      /** @description International wires are not turned off. */
      swiftEnabled?: boolean;
      /** @description FedNow is not turned off. */
      fedNowEnabled?: boolean;
      /** @description RTP is not turned off. */
      rtpEnabled?: boolean;
    };
    /**
     * @description The status of an account.
     * @enum {string}
     */
    AccountStatus: "Active" | "Suspended" | "Closed";
    /** @description A change of the status of an account. */
    AccountStatusUpdate: {
      /** @description Close requires a zero balance and no open payments. */
      action: components["schemas"]["AccountAction"];
      /** @description Why, for the audit trail. */
      reason: string;
    };
    /**
     * @description The kind of an account within its type.
     * @enum {string}
     */
    AccountSubType: "Checking" | "Savings" | "CD" | "Money Market" | "Pseudo" | "HSA" | "Heloc" | "Line of Credit" | "Credit Card" | "Gl";
    /**
     * @description The kind of an account.
     * @enum {string}
     */
    AccountType: "Deposit" | "Loan" | "Gl";
    /** @description The fields to change; the others stay. */
    AccountUpdate: {
      /** @description The reference in the system of the client. */
      externalReferenceId?: string;
      /** @description Not blank. */
      accountName?: string;
      /** @description 1 to 35 letters and digits. Left out, the institution gives the account a number. Required for an account that is not kept in Giro. At its own routing number, only clients of the institution with Accounts.Choose_Account_Number can choose it. */
      accountNumber?: string;
      accountType?: components["schemas"]["AccountType"];
      accountSubType?: components["schemas"]["AccountSubType"];
      /** @description An ISO 4217 code. */
      currency?: components["schemas"]["Currency"];
      /** @description An ISO 3166-1 alpha-2 code. */
      countryCode?: components["schemas"]["Country"];
      /** @description Giro for an account kept in this service. */
      systemOfRecords?: components["schemas"]["SystemOfRecord"];
      /** @description The routing number of the bank that keeps the account. */
      routingNumber?: string;
      /** @description Its general ledger account. For clients of customers: one of books.customerGlAccounts, or that of another account of the customer. */
      masterGl?: string;
      /** @description For the reports of the institution. */
      costCenter?: string;
      /** @description The number of the account that holds the money of a Pseudo account. */
      fboAccountNumber?: string;
      bankIdType?: components["schemas"]["BankIdType"];
      enableOffset?: components["schemas"]["YesNo"];
      enableWire?: components["schemas"]["YesNo"];
      defaultOffset?: components["schemas"]["YesNo"];
      feeAccount?: components["schemas"]["YesNo"];
      returnAccount?: components["schemas"]["YesNo"];
      externalAccount?: components["schemas"]["ExternalAccountRequest"];
      accountFeatures?: components["schemas"]["AccountFeatures"];
      /** @description Further attributes, stored and shown. */
      additionalAttributes?: components["schemas"]["AccountAttribute"][];
      /** @description Close requires a zero balance and no open payments. */
      action?: components["schemas"]["AccountAction"];
      /** @description Why, for the audit trail. */
      reason?: string;
    };
    AchAnswer: {
      /** @description The answer. */
      answerUID: string;
      /** @description The incoming file with its entry. */
      fileUID: string;
      /** @description The place of its entry in the file, from 1. */
      entryNumber: number;
      /** @description What it is. Change: a notification of change. */
      kind: components["schemas"]["AchAnswerKind"];
      /** @description The reason code, such as R03 or C01. /docs/pages/ach lists them. */
      code?: string;
      /** @description Applied: it changed a payment or a contact. Proposed: its change waits for a second person. Noted: there is nothing to do. Refused: it cannot be right. Exception: a person decides. */
      outcome: components["schemas"]["AchAnswerOutcome"];
      /** @description Why, with the rule that it breaks. */
      reason?: string;
      /** @description The code with which the institution can answer: R61 to R70, or C61 to C69. */
      answerCode?: string;
      /**
       * Format: date
       * @description When it settles.
       */
      settlementDate: string;
      /** @description Credit: money comes in. Debit: it goes to the other bank. */
      direction: components["schemas"]["EntryDirection"];
      /** @description The amount; 0.00 if it moves no money. */
      amount: string;
      /** @description USD. */
      currency: string;
      /** @description The trace number of its entry. */
      traceNumber: string;
      /** @description The trace number of the entry that it answers. */
      originalTraceNumber?: string;
      /** @description The first eight digits of the routing number of the other bank. */
      otherDfi: string;
      /** @description The payment that it is about. */
      paymentUID?: string;
      /** @description The prenotification that it is about. */
      prenoteUID?: string;
      /** @description The receipt with its money. Return it with R61 to R70 to dishonor a return. */
      receiptUID?: string;
      /** @description The contact that a notification of change is about. */
      contactUID?: string;
      /** @description The details that a notification of change gives. */
      correctedData?: string;
      /**
       * Format: date-time
       * @description When it was imported.
       */
      receivedAt: string;
    };
    /** @enum {string} */
    AchAnswerKind: "Return" | "DishonoredReturn" | "ContestedReturn" | "Change" | "RefusedChange" | "Acknowledgement" | "Enrollment" | "Notice";
    /** @enum {string} */
    AchAnswerOutcome: "Applied" | "Proposed" | "Noted" | "Refused" | "Exception";
    AchAnswerPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["AchAnswer"][];
    };
    /** @description Its entry, once it is in an ACH file. */
    AchEntryReference: {
      /** @description The trace number, 15 digits. */
      traceNumber: string;
      /** @description The name of the file. */
      fileName: string;
      /** @description Absent for an entry of an earlier release. */
      batchNumber?: number;
    };
    /** @description What an account can do by ACH. */
    AchFeature: {
      enableOffset?: components["schemas"]["YesNo"];
      defaultOffset?: components["schemas"]["YesNo"];
      enableUnderWritten?: components["schemas"]["YesNo"];
      /** @description The most that ACH debits may have out at once, in the currency of the account. */
      debitExposureLimit?: number;
      /** @description The most that ACH credits may have out at once, in the currency of the account. */
      creditExposureLimit?: number;
      enableAchPrefund?: components["schemas"]["YesNo"];
      /** @description 10 letters, digits or spaces; not all zeros, and the last is not a space. */
      achCompanyId?: string;
      /** @description At most 10 characters of ASCII, not all zeros, and no space at either end. */
      companyEntryDescription?: string;
      /** @description The SEC codes of the ACH entries that the customer may send. */
      secCodes?: string[];
    };
    AchSimulation: {
      /** @description The entries of the file. */
      entries: components["schemas"]["SimulatedAchEntry"][];
    };
    AchSimulationFile: {
      /** @description The name of the file that comes in. */
      name: string;
      /** @description When it comes in, by the institution's clock: RFC 3339. */
      dueAt: string;
    };
    AchSimulationFileReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["AchSimulationFile"];
    };
    /**
     * @description How fast an ACH payment goes.
     * @enum {string}
     */
    AchSpeed: "Economy" | "Economy Plus";
    /**
     * @description Accepted: the counts and totals are those that were sent. Rejected: nothing of the file settles until the operator accepts it, or people return its payments. Different: it does not agree with what was sent or said before, and a person decides.
     * @enum {string}
     */
    AcknowledgementOutcome: "Accepted" | "Rejected" | "Different";
    /** @description A postal address. */
    Address: {
      /** @description Street and number. */
      addressLine1?: string;
      /** @description More of the address, such as the floor. */
      addressLine2?: string;
      /** @description The town. */
      city?: string;
      /** @description The state or province. */
      state?: string;
      /** @description The postal code. */
      postalCode?: string;
      /** @description The country, ISO 3166-1 alpha-2. */
      countryCode?: string;
      /** @description The country. */
      country?: string;
    };
    /** @description A postal address. */
    AddressRequest: {
      /** @description Street and number. */
      addressLine1: string;
      /** @description More of the address, such as the floor. */
      addressLine2?: string;
      /** @description The town. */
      city: string;
      /** @description The state or province. */
      state?: string;
      /** @description The postal code. */
      postalCode: string;
      /** @description An ISO 3166-1 alpha-2 code. */
      countryCode: components["schemas"]["Country"];
      /** @description The country. */
      country?: string;
    };
    AddressUpdate: {
      /** @description Street and number. */
      addressLine1?: string;
      /** @description More of the address, such as the floor. */
      addressLine2?: string;
      /** @description The town. */
      city?: string;
      /** @description The state or province. */
      state?: string;
      /** @description The postal code. */
      postalCode?: string;
      /** @description An ISO 3166-1 alpha-2 code. */
      countryCode?: components["schemas"]["Country"];
      /** @description The country. */
      country?: string;
    };
    /**
     * @description A booking by the institution on an account.
     */
    Adjustment: {
      /** @description The adjustment, by the identifier that the service gave it: a UUID. */
      adjustmentUID: string;
      /** @description The account, by the number that the service gave it. */
      accountUID: string;
      direction: components["schemas"]["EntryDirection"];
      /** @description Decimal text. */
      amount: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description The account of the institution on the other side. */
      contraAccount: string;
      /** @description After the adjustment, as decimal text. */
      ledgerBalance: string;
      /** @description After the adjustment, as decimal text. */
      availableBalance: string;
    };
    AdjustmentReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Adjustment"];
    };
    /** @description The booking to make. */
    AdjustmentRequest: {
      /** @description Credit adds money to the account; Debit takes it out. */
      direction: components["schemas"]["EntryDirection"];
      /** @description Positive, with no more decimals than the currency has. */
      amount: number;
      /** @description An ISO 4217 code. */
      currency: components["schemas"]["Currency"];
      /** @description Why, for the audit trail. */
      reason: string;
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /**
       * @description The account of the institution on the other side: its own funds, settlement, by default.
       * @enum {string}
       */
      contraAccount?: "settlement" | "adjustment-cash" | "adjustment-transit" | "adjustment-correction" | "adjustment-expense";
    };
    AlteredField: {
      /** @description The field of the request; for a contact, its name. */
      field: string;
      /** @description What the ACH entry or the message says. */
      written: string;
    };
    /**
     * @description A program that calls the interface for an institution or a customer.
     *       ],
     *       "holders": [
     *         {
     *           "id": "giro_9Zy8Xw7Vu6Ts5Rq4Po3Nm2"
     *         }
     *       ],
     *       "apiSecret": "<43 characters>"
     *     }
     */
    ApiClientRecord: {
      /** @description The API key of the client. */
      apiKey: string;
      /** @description Shown once, in the reply that created it. */
      apiSecret?: string;
      /** @description The name. */
      name: string;
      /** @description The customer, by the number that the service gave it. */
      customerUID: string;
      status: components["schemas"]["ApiClientStatus"];
      /** @description Entitlements granted directly. */
      entitlements: string[];
      /** @description Roles that grant further entitlements. */
      roleNames: string[];
      /** @description How the client proves who it is at the token endpoint: with its secret, with assertions signed by one of publicKeys (RFC 7523), with a TLS certificate (RFC 8705), or none: an application that cannot keep a secret, and can only sign persons in. Default client_secret. When it is no longer client_secret, the secrets end; when it is client_secret again, a rotation creates one. */
      authenticationMethod: components["schemas"]["AuthenticationMethod"];
      /** @description The JWKs that verify assertions: EC P-256, OKP Ed25519, or RSA of at least 2048 bits. Public keys only. */
      publicKeys: components["schemas"]["ClientKey"][];
      /** @description SHA-256 of each certificate in DER, in base64url (x5t#S256). */
      certificateThumbprints: string[];
      /** @description What each use of an access token must prove: none, the DPoP key of its token request (RFC 9449), or the certificate of its token request (RFC 8705). Default none. */
      senderConstraint: components["schemas"]["SenderConstraint"];
      /** @description The lifetime of access tokens. */
      accessTokenSeconds: number;
      /** @description The addresses and networks, such as 203.0.113.0/24, from which the client may get and use tokens. Empty for any. */
      allowedNetworks: string[];
      /**
       * Format: date-time
       * @description When the client and its tokens end.
       */
      expiresAt?: string;
      /** @description Where persons come back to after they sign in (OpenID Connect, authorization code flow with PKCE). Each address exactly: https, or http on the loopback interface. Empty for a client that signs nobody in. */
      redirectUris: string[];
      /** @description Where persons may come back to after they sign out. Each address exactly. */
      postLogoutRedirectUris: string[];
      /**
       * Format: date-time
       * @description When the client last called the API, to about a minute.
       */
      lastUsedAt?: string;
      /** @description Whether the client may name the person for whom it decides. */
      trustedToNamePersons: boolean;
      /** @description The identity provider that signs persons in for this client. The client exchanges its assertions for tokens of the persons. */
      identityProvider?: components["schemas"]["IdentityProvider"];
      /**
       * Format: date-time
       * @description When the client was created.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When the client was revoked.
       */
      revokedAt?: string;
      /** @description One secret, or more during the overlap of rotations. None for a client without a secret. */
      secrets: components["schemas"]["ApiClientRecordSecret"][];
      /** @description Who was shown a secret of the client or proposed a key of it, at any time. Under dual control, none of them, and nobody who holds one of them, is a second person beside the client. */
      holders: components["schemas"]["ApiClientRecordHolder"][];
    };
    ApiClientRecordHolder: {
      /** @description An apiKey, or the id of a user. */
      id: string;
      /**
       * Format: date-time
       * @description From when it holds nothing of the client: four hours after others replaced all its credentials by keys.
       */
      endsAt?: string;
    };
    ApiClientRecordPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["ApiClientRecord"][];
    };
    ApiClientRecordReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["ApiClientRecord"];
    };
    ApiClientRecordSecret: {
      /**
       * Format: date-time
       * @description When the secret was created.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When the secret ends; only for a secret that was replaced.
       */
      expiresAt?: string;
    };
    /** @description The client to create. */
    ApiClientRequest: {
      /** @description The display name. */
      name: string;
      /** @description Digits. */
      customerUID?: string;
      /** @description The entitlements of the client. */
      entitlements?: components["schemas"]["Entitlement"][];
      /** @description Roles of its legal entity. Each new token carries their current entitlements in addition to those of the client itself. */
      roleNames?: string[];
      /** @description How the client proves who it is at the token endpoint: with its secret, with assertions signed by one of publicKeys (RFC 7523), with a TLS certificate (RFC 8705), or none: an application that cannot keep a secret, and can only sign persons in. Default client_secret. When it is no longer client_secret, the secrets end; when it is client_secret again, a rotation creates one. */
      authenticationMethod?: components["schemas"]["AuthenticationMethod"];
      /** @description The JWKs that verify assertions: EC P-256, OKP Ed25519, or RSA of at least 2048 bits. Public keys only. */
      publicKeys?: components["schemas"]["ClientKey"][];
      /** @description SHA-256 of each certificate in DER, in base64url (x5t#S256). */
      certificateThumbprints?: string[];
      /** @description What each use of an access token must prove: none, the DPoP key of its token request (RFC 9449), or the certificate of its token request (RFC 8705). Default none. */
      senderConstraint?: components["schemas"]["SenderConstraint"];
      /** @description The lifetime of access tokens. Default: 14400 with a secret and no senderConstraint, else 3600. */
      accessTokenSeconds?: number;
      /** @description The addresses and networks, such as 203.0.113.0/24, from which the client may get and use tokens. Empty for any. */
      allowedNetworks?: string[];
      /**
       * Format: date-time
       * @description When the client and its tokens end. Default: never.
       */
      expiresAt?: string;
      /** @description Where persons come back to after they sign in (OpenID Connect, authorization code flow with PKCE). Each address exactly: https, or http on the loopback interface. Empty for a client that signs nobody in. */
      redirectUris?: string[];
      /** @description Where persons may come back to after they sign out. Each address exactly. */
      postLogoutRedirectUris?: string[];
      /** @description Whether the client may name the person for whom it approves or rejects a payment. For a portal that signs persons in itself and has no identity provider. Default false. The client can never name a person whom it created or changed after the payment was made. */
      trustedToNamePersons?: boolean;
      /** @description The identity provider that signs persons in for this client. The client exchanges its assertions for tokens of the persons. */
      identityProvider?: components["schemas"]["IdentityProvider"];
    };
    /** @description How a client gets a new secret. */
    ApiClientSecretRotation: {
      /** @description How long the previous secret stays valid. Default 86400. 0 ends it at once, with all earlier ones and all tokens of the client. */
      overlapSeconds?: number;
    };
    /**
     * @description Whether an API client can still get tokens.
     * @enum {string}
     */
    ApiClientStatus: "Active" | "Revoked";
    /** @description The fields to change; the others stay. */
    ApiClientUpdate: {
      /** @description The display name. */
      name?: string;
      /** @description The entitlements of the client. */
      entitlements?: components["schemas"]["Entitlement"][];
      /** @description Roles of its legal entity. Each new token carries their current entitlements in addition to those of the client itself. */
      roleNames?: string[];
      /** @description How the client proves who it is at the token endpoint: with its secret, with assertions signed by one of publicKeys (RFC 7523), with a TLS certificate (RFC 8705), or none: an application that cannot keep a secret, and can only sign persons in. Default client_secret. When it is no longer client_secret, the secrets end; when it is client_secret again, a rotation creates one. */
      authenticationMethod?: components["schemas"]["AuthenticationMethod"];
      /** @description The JWKs that verify assertions: EC P-256, OKP Ed25519, or RSA of at least 2048 bits. Public keys only. */
      publicKeys?: components["schemas"]["ClientKey"][];
      /** @description SHA-256 of each certificate in DER, in base64url (x5t#S256). */
      certificateThumbprints?: string[];
      /** @description What each use of an access token must prove: none, the DPoP key of its token request (RFC 9449), or the certificate of its token request (RFC 8705). Default none. */
      senderConstraint?: components["schemas"]["SenderConstraint"];
      /** @description The lifetime of access tokens. Default: 14400 with a secret and no senderConstraint, else 3600. */
      accessTokenSeconds?: number;
      /** @description The addresses and networks, such as 203.0.113.0/24, from which the client may get and use tokens. Empty for any. */
      allowedNetworks?: string[];
      /**
       * Format: date-time
       * @description When the client and its tokens end. Default: never.
       */
      expiresAt?: string;
      /** @description Where persons come back to after they sign in (OpenID Connect, authorization code flow with PKCE). Each address exactly: https, or http on the loopback interface. Empty for a client that signs nobody in. */
      redirectUris?: string[];
      /** @description Where persons may come back to after they sign out. Each address exactly. */
      postLogoutRedirectUris?: string[];
      /** @description Whether the client may name the person for whom it approves or rejects a payment. For a portal that signs persons in itself and has no identity provider. Default false. The client can never name a person whom it created or changed after the payment was made. */
      trustedToNamePersons?: boolean;
      /** @description The identity provider that signs persons in for this client. The client exchanges its assertions for tokens of the persons. */
      identityProvider?: components["schemas"]["IdentityProvider"];
      /** @description Fields that the client loses: its own lifetime of tokens, its end, or its identity provider. null in a field leaves it as it was. */
      remove?: components["schemas"]["RemovableClientField"][];
    };
    /** @description A limit within an application. */
    ApplicationLimit: {
      /** @description The name. */
      name: string;
      /** @description In the institution's currency: at most 12 digits and 2 decimals. */
      value?: number;
    };
    /** @description The limits of a user in one application. */
    ApplicationLimits: {
      /** @description The name. */
      name: string;
      /** @description For Payments, Approval limit and Daily approval limit apply when a user approves a payment. Other names are stored and have no effect. */
      limits: components["schemas"]["ApplicationLimit"][];
    };
    /**
     *       ]
     *     }
     */
    Applications: {
      /** @description The applications in alphabetical order. */
      applications: components["schemas"]["ApplicationsApplication"][];
    };
    ApplicationsApplication: {
      /** @description The name of the application. */
      name: string;
      /** @description Its entitlements. */
      entitlements: string[];
    };
    /**
     * @description A change that waits for a second person, or was decided.
     */
    Approval: {
      /** @description The approval that the change waits for. */
      approvalUID: string;
      /** @description The kind of subject. */
      kind: components["schemas"]["ApprovalKind"];
      /**
       * @description What the change does.
       * @enum {string}
       */
      action: "create" | "update" | "delete";
      /** @description The customer whose settings require the approval. */
      customerUID: string;
      /** @description The identifier of the subject; the approvalUID for something new that has none yet. */
      subjectUID: string;
      /** @description true if only the institution can decide it; absent otherwise. */
      institutionDecides?: boolean;
      /** @description How many people must approve it; absent if one second person decides. */
      approversNeeded?: number;
      /** @description Who has approved it so far. One who is stopped does not count until they are active again. */
      approvers?: components["schemas"]["ApprovalApprover"][];
      status: components["schemas"]["ApprovalStatus"];
      /** @description Why the proposal is not what the service stored: it can only be rejected, and may have no content. Absent otherwise. */
      altered?: string;
      /** @description The API key of the client that asked for it. */
      requestedBy: string;
      /** @description The user whose token asked for it; absent if a client asked in its own name. */
      requestedByUserUID?: string;
      /** @description The name of that user; in the institution's queue only. */
      requestedByName?: string;
      /** @description When it was asked for, ISO 8601 in UTC. */
      requestedAt: string;
      /** @description When it ends, ISO 8601 in UTC. */
      expiresAt: string;
      /** @description The API key of the client that decided it. */
      decidedBy?: string;
      /** @description The user whose token decided it; absent if a client decided in its own name. */
      decidedByUserUID?: string;
      /** @description The name of that user; in the institution's queue only. */
      decidedByName?: string;
      /** @description When it was decided, ISO 8601 in UTC. */
      decidedAt?: string;
      /** @description Why, for the audit trail. */
      reason?: string;
      /** @description The record as it was when the change was asked for. */
      current?: {
        [key: string]: unknown;
      };
      /** @description The record as the change would make it. */
      proposed: {
        [key: string]: unknown;
      };
      /** @description What the approved request returned, such as the id of what it created. */
      result?: {
        [key: string]: unknown;
      };
      /** @description Secrets of what the approval created, such as apiSecret. Only the reply to the approval shows them. */
      shownOnce?: {
        [key: string]: unknown;
      };
      /** @description SHA-256, in hexadecimal digits, of the canonical JSON (RFC 8785) of kind, action, customerUID, subjectUID, current (null if absent) and proposed. */
      contentHash: string;
    };
    ApprovalApprover: {
      /** @description The userId, the id of the signatory, or the API key of a client. */
      approverUID: string;
      /** @description When they approved it, ISO 8601 in UTC. */
      approvedAt: string;
    };
    /** @enum {string} */
    ApprovalKind: "contact" | "customer" | "user" | "signatory" | "role" | "fxTrade" | "institution" | "limits" | "fees" | "fxMargins" | "fxRates" | "fxLine" | "fxDeskTrade" | "customerFee" | "adjustment" | "writeOff" | "suspenseRelease" | "fundsRelease" | "paymentRelease" | "apiClient" | "signingKey" | "account" | "customerState" | "rails" | "userCredentials";
    ApprovalPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["Approval"][];
    };
    ApprovalReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Approval"];
    };
    /**
     * @description What became of a change that waits for a second person.
     * @enum {string}
     */
    ApprovalStatus: "Pending" | "Approved" | "Rejected" | "Voided" | "Expired";
    /** @description What the approver has seen. */
    ApproveRequest: {
      /** @description The contentHash of the content that was reviewed, 64 hexadecimal digits. */
      contentHash: string;
    };
    /** @description What the approver of a trade has seen, and who approves. */
    ApproveTradeRequest: {
      /** @description The contentHash of the content that was reviewed, 64 hexadecimal digits. */
      contentHash: string;
      /** @description The user who approves; loginId names the same user. Only a client that the institution trusts can name a person. */
      userId?: string;
      /** @description The name with which the user signs in, unique in the institution. */
      loginId?: string;
      /** @description Digits. */
      signatoryId?: string;
    };
    /**
     * @description The end of the audit chain.
     */
    AuditHead: {
      /** @description The number of chained records, in digits. */
      sequence: string;
      /** @description The hash over all of them, in hex. */
      hash: string;
    };
    AuditHeadReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["AuditHead"];
    };
    /**
     * @description One change in the audit trail.
     */
    AuditRecord: {
      /** @description The place in the chain, starting at 1. Null until the record is chained, usually within seconds. */
      sequence: string | null;
      /** @description The identifier that the service gave it. */
      id: string;
      /** @description When the change was made: UTC, with six decimals. */
      at: string;
      /** @description Who made the change: the API key of a client, or operator for the command line. */
      actor: string;
      /** @description The user whose token the client used. Absent if it acted in its own name. */
      userId?: string;
      /** @description The change, such as customer.updated. */
      action: string;
      /** @description The kind of record changed, such as customer. */
      subjectKind: string;
      /** @description The record. */
      subjectId: string;
      /** @description The customer that the record belongs to. */
      customerUID: string | null;
      /** @description The record before the change; null if it was created. */
      before: unknown;
      /** @description The record after the change; null if it was deleted. */
      after: unknown;
      /** @description JSON text of before as stored, if it is sealed: the text that the hash covers. */
      storedBefore?: string;
      /** @description JSON text of after as stored, if it is sealed: the text that the hash covers. */
      storedAfter?: string;
      /** @description The fields that differ between before and after. */
      changedFields: string[];
      /** @description The hash of the previous record, in hex. */
      previousHash: string | null;
      /** @description SHA-256 in hex; /docs/pages/audit defines its input. */
      hash: string | null;
    };
    AuditRecordPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["AuditRecord"][];
    };
    /**
     * @description How an API client proves who it is.
     * @enum {string}
     */
    AuthenticationMethod: "client_secret" | "private_key_jwt" | "self_signed_tls_client_auth" | "none";
    /**
     * @description WEB and TEL: whether the receiver authorized a single debit or recurring ones. Default: Recurring for the payments of a series, otherwise Single.
     * @enum {string}
     */
    AuthorizationType: "Single" | "Recurring";
    /**
     * @description The balances of an account at a time.
     *       ]
     *     }
     */
    Balances: {
      /** @description The account, by the number that the service gave it. */
      accountUID: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description The time, on the institution's clock, RFC 3339. */
      at: string;
      /** @description The business day of the time. */
      businessDate: string;
      /** @description What is booked, decimal text. */
      ledgerBalance: string;
      /** @description What can be paid out, decimal text. */
      availableBalance: string;
      /** @description Credits in transit, decimal text. They are not available. */
      pendingIn: string;
      /** @description What is held: payments on their way, proceeds that are not available yet. Decimal text. */
      pendingOut: string;
      /** @description The ledger balance without what counts only after the business day, decimal text. */
      valueDatedBalance: string;
      /** @description The balances. */
      balances: components["schemas"]["BalancesBalance"][];
    };
    BalancesBalance: {
      /** @description ISO 20022: OPBD (opening booked: the ledger balance at the start of the business day), ITBD (interim booked: the ledger balance at the time), ITAV (interim available: the available balance at the time), CLBD (closing booked: the ledger balance at the end of the business day), CLAV (closing available: the available balance at the end of the business day). CLBD and CLAV only for a day that has ended. */
      type: string;
      /** @description CRDT, or DBIT for a negative balance. */
      creditDebit: string;
      /** @description Decimal text, not negative. */
      amount: string;
    };
    BalancesReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Balances"];
    };
    /**
     * @description A bank and the rails that reach it.
     *       ],
     *       "phoneNumber": "2125550100",
     *       "services": [
     *         "ACH",
     *         "FEDWIRE"
     *       ],
     *       "directories": [
     *         {
     *           "rail": "ACH",
     *           "listedOn": "2026-07-01",
     *           "takesPayments": true
     *         },
     *         {
     *           "rail": "FEDWIRE",
     *           "listedOn": "2026-07-01",
     *           "takesPayments": true
     *         }
     *       ]
     *     }
     */
    Bank: {
      /** @description The routing number; for a BIC, its eleven characters. */
      routingNumber: string;
      /** @description The name. */
      name: string;
      /** @description The addresses that the lists have, without repetitions. */
      addresses: components["schemas"]["Address"][];
      /** @description A phone number. */
      phoneNumber?: string;
      /** @description The routing number that replaces this one, after a merger. */
      newRoutingNumber?: string;
      /** @description The rails over which the bank takes payments: ACH, FEDWIRE, FEDNOW, RTP, SWIFT. */
      services: string[];
      /** @description What each list that names the bank says of it. */
      directories: components["schemas"]["BankDirectory"][];
    };
    BankDirectory: {
      /** @description The rail. */
      rail: components["schemas"]["Rail"];
      /**
       * Format: date
       * @description The date of the list.
       */
      listedOn: string;
      /** @description Whether the list says that the bank takes payments. */
      takesPayments: boolean;
      /** @description Whether it takes requests for payment. */
      requestsForPayment?: boolean;
    };
    /**
     * @description What a routing number is: NID for a national one, BIC otherwise.
     * @enum {string}
     */
    BankIdType: "NID" | "BIC";
    BankReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Bank"];
    };
    /** @description A name and a password, RFC 7617. */
    BasicAuthentication: {
      /** @description Without a colon. */
      username: string;
      /** @description Stored sealed, and never shown. */
      password: string;
    };
    /** @description A transfer between two accounts of the institution. */
    BookTransferRequest: {
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description Positive, with at most as many decimals as the currency has. */
      paymentAmount: number;
      /** @description An ISO 4217 code. Default: the currency of the sending account. */
      paymentCurrency?: components["schemas"]["Currency"];
      senderAccount: components["schemas"]["BookTransferRequestSenderAccount"];
      receiverAccount: components["schemas"]["BookTransferRequestReceiverAccount"];
      /** @description A note that the receiver sees where the rail carries one. */
      paymentNotes?: string;
      /** @description How it came in. */
      channel?: string;
      /**
       * Format: date
       * @description yyyy-mm-dd: when it leaves; valueDate is when it settles. A future date schedules it. Defaults to today in the institution's time zone.
       */
      paymentDate?: string;
      /** @description Makes the payment the first of a series that starts on paymentDate. numberOfPayments requires payUntil NumberOfPayments; endDate requires payUntil EndDate. */
      recurrence?: components["schemas"]["RecurrenceRequest"];
      notification?: components["schemas"]["PaymentNotification"];
    };
    /** @description The account to credit: of the same customer, or of another customer within your legal entity. */
    BookTransferRequestReceiverAccount: {
      /** @description Digits. */
      accountUID?: string;
      /** @description An account number, or an IBAN, also as it is printed: in groups, or after the word IBAN. */
      accountNumber?: string;
      accountType?: components["schemas"]["NamedAccountType"];
      /** @description If given, the account with the number must be in this currency. */
      accountCurrency?: components["schemas"]["Currency"];
      /** @description Default: that of the institution. */
      routingNumber?: string;
    };
    /** @description The account to debit. */
    BookTransferRequestSenderAccount: {
      /** @description Digits. */
      accountUID?: string;
      /** @description An account number, or an IBAN, also as it is printed: in groups, or after the word IBAN. */
      accountNumber?: string;
      accountType?: components["schemas"]["NamedAccountType"];
      /** @description If given, the account with the number must be in this currency. */
      accountCurrency?: components["schemas"]["Currency"];
      /** @description Default: that of the institution. */
      routingNumber?: string;
    };
    /**
     * @description A business day of the books.
     */
    BusinessDay: {
      /** @description The business day, yyyy-mm-dd. */
      businessDate: string;
      status: components["schemas"]["BusinessDayStatus"];
      /** @description The end of the day. */
      closesAt: string;
      /** @description When it was closed. */
      closedAt?: string;
      /** @description Why the day is not closed; empty unless its status is NotProved. */
      differences: components["schemas"]["BusinessDayDifference"][];
    };
    BusinessDayDifference: {
      /** @description What does not agree. */
      what: string;
      /** @description The identifier that the service gave it. */
      id: string;
      /** @description Amounts are decimal text. */
      detail: string;
    };
    BusinessDayPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["BusinessDay"][];
    };
    /**
     * @description NotProved: the day is over, but its books do not agree.
     * @enum {string}
     */
    BusinessDayStatus: "Open" | "Closed" | "NotProved";
    CallBackNumber: {
      /** @description A phone number. */
      phoneNumber: string;
      /**
       * @description Whose number it is: the customer itself, or one of its people.
       * @enum {string}
       */
      holder: "customer" | "user" | "signatory";
      /** @description The customerUID, the userUID or the id of the signatory. */
      holderUID: string;
      /** @description The name of the customer or of the person. */
      holderName: string;
      /**
       * Format: date-time
       * @description When it was set.
       */
      since: string;
      /** @description False if another number was set since. */
      isCurrent: boolean;
      /**
       * @description Whether a call to it counts for this payment. TooRecent: it is younger than callBacks.minimumNumberAge of the institution. SetByMaker: somebody who made the payment, or set the bank details that it goes to, set it. OfMaker: it is their own. SetterUnknown: too many changes followed.
       * @enum {string}
       */
      standing: "Callable" | "TooRecent" | "SetByMaker" | "OfMaker" | "SetterUnknown";
    };
    CallBackNumberConfirmation: {
      /** @description 7 to 15 digits, with an optional + and country code; spaces, dots, hyphens and parentheses may separate digits. */
      phoneNumber: string;
      /** @description Why, for the audit trail. */
      reason: string;
    };
    /**
     *       ]
     *     }
     */
    CallBackNumbers: {
      /** @description The numbers of the customer and its people: at most 202. */
      numbers: components["schemas"]["CallBackNumber"][];
    };
    CallBackNumbersReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["CallBackNumbers"];
    };
    CancelOutstandingRequest: {
      /** @description The API client. */
      apiKey?: string;
      /** @description The user. */
      userUID?: string;
      /** @description Digits. */
      customerUID?: string;
      /** @description The API client whose identity provider was revoked: what people did through it before. */
      identityProviderOf?: string;
      /** @description Why. The audit log and the history of each payment show it. */
      reason: string;
    };
    /**
     * @description ISO 20022 ExternalCancellationReason1Code: CUST (the customer asks), DUPL (paid twice), FRAD (fraud), TECH (technical error), AM09 (wrong amount), AC03 (wrong account), CUTA (cannot be traced), UPAY (undue payment).
     * @enum {string}
     */
    CancellationReason: "CUST" | "DUPL" | "FRAD" | "TECH" | "AM09" | "AC03" | "CUTA" | "UPAY";
    /** @description A public key of a client, RFC 7517. */
    ClientKey: {
      /** @description The kind of key, RFC 7517. */
      kty: string;
      /** @description The name of the key. */
      kid: string;
      /** @description What the key is for, RFC 7517. */
      use?: string;
      /** @description The algorithm, RFC 7517. */
      alg?: string;
      /** @description The curve, RFC 7518. */
      crv?: string;
      /** @description The x coordinate of a key, RFC 7518. */
      x?: string;
      /** @description The y coordinate of a key, RFC 7518. */
      y?: string;
      /** @description The modulus of an RSA key, RFC 7518. */
      n?: string;
      /** @description The exponent of an RSA key, RFC 7518. */
      e?: string;
    };
    /**
     * @description The clock of the institution.
     */
    Clock: {
      /** @description The institution's time, in UTC. */
      time: string;
      /** @description The date in the institution's time zone. */
      businessDate: string;
      /** @description The time zone, a name of the IANA database. */
      timeZone: string;
      /** @description System time, in UTC. */
      systemTime: string;
      /** @description Seconds by which time is ahead of systemTime; 0 outside a sandbox. */
      offsetSeconds: number;
      /** @description The time the clock is moving to; absent once it is reached. Until then, time stands while due work is done. */
      target?: string;
    };
    ClockReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Clock"];
    };
    /** @description The time to set. */
    ClockUpdate: {
      /**
       * Format: date-time
       * @description A date and time such as 2026-12-01T09:00:00Z or 2026-12-01T04:00:00-05:00.
       */
      time: string;
    };
    /** @description The days to close. */
    CloseDaysRequest: {
      /**
       * Format: date
       * @description yyyy-mm-dd. The last day to close; by default the last that is over.
       */
      businessDate?: string;
    };
    /**
     * @description The days that were closed, and those that could not be.
     *           ]
     *         }
     *       ]
     *     }
     */
    ClosedDays: {
      /** @description The business days. */
      days: components["schemas"]["BusinessDay"][];
    };
    ClosedDaysReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["ClosedDays"];
    };
    ConfirmedCallBackNumber: {
      /** @description A phone number. */
      phoneNumber: string;
    };
    ConfirmedCallBackNumberReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["ConfirmedCallBackNumber"];
    };
    /** @description The consumer to onboard. */
    ConsumerRequest: {
      /** @description 1 to 64 letters, digits and the characters - @ . _ */
      loginId: string;
      /** @description 1 to 31 letters, spaces, apostrophes, hyphens and dots, with at least one letter. */
      firstName: string;
      /** @description 1 to 31 letters, spaces, apostrophes, hyphens and dots, with at least one letter. */
      lastName: string;
      /**
       * Format: email
       * @description An e-mail address.
       */
      email: string;
      /** @description E.164: + and 7 to 15 digits. */
      phoneNumber: string;
      address: components["schemas"]["AddressRequest"];
      /** @description The account. */
      account: components["schemas"]["ConsumerRequestAccount"];
    };
    ConsumerRequestAccount: {
      /** @description Not blank. */
      accountName: string;
      /** @description 1 to 35 letters and digits. Left out, the institution gives the account a number. Required for an account that is not kept in Giro. At its own routing number, only clients of the institution with Accounts.Choose_Account_Number can choose it. */
      accountNumber?: string;
      accountType: components["schemas"]["AccountType"];
      accountSubType: components["schemas"]["AccountSubType"];
      /** @description An ISO 4217 code. */
      currency: components["schemas"]["Currency"];
      /** @description An ISO 3166-1 alpha-2 code. */
      countryCode: components["schemas"]["Country"];
      /** @description The routing number of the bank that keeps the account. */
      routingNumber: string;
      bankIdType: components["schemas"]["BankIdType"];
    };
    /**
     * @description The user of the onboarded consumer.
     */
    ConsumerResult: {
      /** @description The user, by the identifier that the service gave it: a UUID. */
      userId: string;
      /** @description The customer that the consumer became. */
      customerUID: string;
      /** @description The account of the consumer. */
      accountUID: string;
      /** @description The institution's approval that the consumer waits for; absent if none. */
      approvalUID?: string;
    };
    /**
     * @description A beneficiary or debtor of a customer.
     *     }
     */
    Contact: {
      /** @description The contact, by the number that the service gave it. */
      contactUID: string;
      status: components["schemas"]["ContactStatus"];
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description The name of the contact in lists, unique among the contacts of the customer. */
      templateName: string;
      /** @description The name. */
      name: string;
      contactType: components["schemas"]["ContactType"];
      /** @description A phone number. */
      phoneNumber?: string;
      address?: components["schemas"]["Address"];
      contactBank?: components["schemas"]["ContactBank"];
      intermediaryBank?: components["schemas"]["IntermediaryBank"];
      /** @description Further information on the contact. */
      otherInfo?: components["schemas"]["ContactOtherInfo"];
      /** @description What a regulator wants to know, by key. The interface spells the name this way. */
      regulartoryReporting?: components["schemas"]["RegulatoryReporting"][];
      /** @description An e-mail address. */
      emailAddress?: string;
    };
    /**
     * @description The kind of the account of a contact.
     * @enum {string}
     */
    ContactAccountType: "Checking" | "Savings";
    /** @description The bank of a contact, and the account there. */
    ContactBank: {
      /** @description The country. */
      country?: string;
      /** @description The account number, or the IBAN. */
      accountNo?: string;
      /** @description The currency of the account, ISO 4217. */
      accountCcy?: string;
      /** @description The kind of account. */
      accountType?: string;
      /** @description The name. */
      name?: string;
      address?: components["schemas"]["Address"];
      /** @description The code of the bank in its country: in the US, the ABA routing number. */
      nationalCode?: string;
      /** @description The BIC, ISO 9362. */
      swiftCode?: string;
    };
    /** @description The bank of a contact, and the account there. */
    ContactBankRequest: {
      /** @description An ISO 3166-1 alpha-2 code. */
      country: components["schemas"]["Country"];
      /** @description An account number, or an IBAN, also as it is printed. A replacement can have the masked number that the contact shows: it keeps its number. */
      accountNo: string;
      /** @description An ISO 4217 code. */
      accountCcy: components["schemas"]["Currency"];
      /** @description Default Checking. */
      accountType?: components["schemas"]["ContactAccountType"];
      /** @description The name. */
      name: string;
      address?: components["schemas"]["PartialAddress"];
      /** @description In the US and its territories, the ABA routing number. */
      nationalCode?: string;
      /** @description The BIC. */
      swiftCode?: string;
    };
    ContactOtherInfo: {
      /** @description Notes on the beneficiary. */
      beneficiaryNotes?: string;
      /** @description Notes on its bank. */
      otherBeneBankInfo?: string;
    };
    ContactReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Contact"];
    };
    /** @description The contact to create, or its new content. */
    ContactRequest: {
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description Not blank. Unique among the contacts of the customer. */
      templateName: string;
      /** @description Not blank. */
      name: string;
      /** @description Whether the beneficiary is a person or a company. By ACH, a company pays and collects by PPD or CCD, and a person pays by WEB or CIE. Default: Consumer. */
      contactType?: components["schemas"]["ContactType"];
      address?: components["schemas"]["PartialAddress"];
      /**
       * Format: email
       * @description An e-mail address.
       */
      emailAddress?: string;
      /** @description A phone number. */
      phoneNumber?: string;
      contactBank: components["schemas"]["ContactBankRequest"];
      intermediaryBank?: components["schemas"]["IntermediaryBank"];
      /** @description Further information on the contact. */
      otherInfo?: components["schemas"]["ContactRequestOtherInfo"];
      /** @description What a regulator wants to know, by key. The interface spells the name this way. */
      regulartoryReporting?: components["schemas"]["RegulatoryReporting"][];
    };
    ContactRequestOtherInfo: {
      /** @description Notes on the beneficiary. */
      beneficiaryNotes?: string;
      /** @description Notes on its bank. */
      otherBeneBankInfo?: string;
    };
    /**
     * @description The contact that was created or changed.
     */
    ContactResult: {
      /** @description The contact, by the number that the service gave it. */
      customerContactUID: string;
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description The approval that the change waits for; absent if the change took effect. */
      approvalUID?: string;
    };
    ContactResultReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["ContactResult"];
    };
    /**
     * @description Only an Active contact can receive money.
     * @enum {string}
     */
    ContactStatus: "Pending" | "Active" | "Rejected";
    /**
     * @description A contact in a list.
     */
    ContactSummary: {
      /** @description The contact, by the number that the service gave it. */
      contactUID: string;
      status: components["schemas"]["ContactStatus"];
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description The name of the contact in lists, unique among the contacts of the customer. */
      templateName: string;
      /** @description The name. */
      name: string;
      contactType: components["schemas"]["ContactType"];
      /** @description A phone number. */
      phoneNumber?: string;
      address?: components["schemas"]["Address"];
      contactBank?: components["schemas"]["ContactBank"];
      intermediaryBank?: components["schemas"]["IntermediaryBank"];
      /** @description Further information on the contact. */
      otherInfo?: components["schemas"]["ContactSummaryOtherInfo"];
      /** @description What a regulator wants to know, by key. The interface spells the name this way. */
      regulartoryReporting?: components["schemas"]["RegulatoryReporting"][];
      /** @description An e-mail address. */
      email?: string;
    };
    ContactSummaryOtherInfo: {
      /** @description Notes on the beneficiary. */
      beneficiaryNotes?: string;
      /** @description Notes on its bank. */
      otherBeneBankInfo?: string;
    };
    ContactSummaryPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["ContactSummary"][];
    };
    /**
     * @description Whether a contact is a person or a company.
     * @enum {string}
     */
    ContactType: "Consumer" | "Company";
    /** @description A country: its ISO 3166-1 alpha-2 code. */
    Country: string;
    /** @description A currency: its ISO 4217 code. */
    Currency: string;
    /**
     * @description A customer of the institution.
     */
    Customer: {
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description The registered name. */
      legalName: string;
      /** @description A short name, unique in the institution. It never changes. */
      shortName: string;
      /** @description The customer, by the number that the service gave it. */
      customerUID: string;
      customerType: components["schemas"]["CustomerType"];
      /** @description The tax identifier. */
      taxId?: string;
      /** @description The company identification in ACH files, 10 characters. */
      achCompanyID?: string;
      /** @description The number of the customer in the system of the client. */
      customerId?: string;
      status: components["schemas"]["CustomerStatus"];
      /** @description The Legal Entity Identifier, ISO 17442. */
      lei?: string;
      /** @description The BIC. */
      swiftcode?: string;
      /** @description The language of the customer, such as en. */
      language?: string;
      /** @description An e-mail address. */
      emailAddress?: string;
      /** @description A phone number. */
      phoneNumber?: string;
      /** @description A fax number. */
      faxNumber?: string;
      /** @description The address of the website. */
      website?: string;
      /** @description The address of the logo. */
      logoUrl?: string;
      /** @description The address of the LinkedIn page. */
      linkedinUrl?: string;
      /** @description The address of the Twitter page. */
      twitterUrl?: string;
      legalAddress?: components["schemas"]["Address"];
      /** @description Whether mail is sent to the registered address. */
      mailAddressSameAsLegal?: boolean;
      mailingAddress?: components["schemas"]["Address"];
      relationshipType?: components["schemas"]["RelationshipType"];
      /** @description The shortName of its downstream partner, if relationshipType is ThirdParty. */
      partnerOrgShortName?: string;
      /** @description The shortName of its processing organization. */
      processingOrgShortName?: string;
      /** @description For the reports of the institution. */
      costCenter?: string;
      /** @description The login of the employee who looks after the customer. */
      relationshipManager?: string;
      /** @description The login of the employee who brought the customer. */
      originatingOfficer?: string;
      /** @description The shortName of the customer above it. */
      parentEntityShortName?: string;
      /** @description Further details. The interface spells the name this way. */
      addtionalProfileDetails?: components["schemas"]["CustomerProfileDetails"][];
      /** @description The SEC codes of the ACH entries that the customer may send. */
      secCodes?: components["schemas"]["SecCode"][];
      /** @description A note, kept and shown. */
      note?: string;
      onMissedCutOff?: components["schemas"]["OnMissedCutOff"];
      /** @description What its ACH entries are for, at most 10 characters. */
      companyEntryDescription?: string;
      /** @description On which banking day after settlement the proceeds of debits are available. */
      debitFundsAvailability?: number;
      legalEntityAccessSettings?: components["schemas"]["CustomerAccessSettings"];
    };
    /** @description What users of a customer may do, and which changes need approval. */
    CustomerAccessSettings: {
      /** @description For the portal of the institution; this service does not read it. */
      allowOnlineAccess?: boolean;
      /** @description A change of users needs a PIN in the portal; this service does not read it. */
      userPinForNewEntry?: boolean;
      /** @description A change of users needs a second person. */
      userDualApproval?: boolean;
      /** @description Its approval needs a PIN in the portal; this service does not read it. */
      userPinForApproval?: boolean;
      /** @description For the portal of the institution; this service does not read it. */
      notificationsDualApproval?: boolean;
      /** @description A change of the customer needs a PIN in the portal; this service does not read it. */
      customerPinForNewEntry?: boolean;
      /** @description A change of the customer needs a second person. */
      customerDualApproval?: boolean;
      /** @description Its approval needs a PIN in the portal; this service does not read it. */
      customerPinForApproval?: boolean;
      /** @description A change of contacts needs a PIN in the portal; this service does not read it. */
      benePinForNewEntry?: boolean;
      /** @description A change of contacts needs a second person. */
      beneDualApproval?: boolean;
      /** @description Its approval needs a PIN in the portal; this service does not read it. */
      benePinForApproval?: boolean;
      /** @description A payment needs a PIN in the portal; this service does not read it. */
      paymentPinForNewEntry?: boolean;
      /** @description A payment needs a second person. */
      paymentDualApproval?: boolean;
      /** @description Its approval needs a PIN in the portal; this service does not read it. */
      paymentPinForApproval?: boolean;
      /** @description For the portal of the institution; this service does not read it. */
      feeTierForApproval?: boolean;
      /** @description The largest payment that one approver can approve, in whole units of currency. */
      paymentLimitforFirstApprover?: number;
      /** @description The largest payment that two approvers can approve, in whole units of currency. */
      paymentLimitforSecondApprover?: number;
      /** @description How many people must approve a payment. */
      paymentNumberOfApprovers?: number;
    };
    CustomerAccessSettingsRequest: {
      /** @description For the portal of the institution; this service does not read it. */
      allowOnlineAccess?: boolean | null;
      /** @description A change of users needs a PIN in the portal; this service does not read it. */
      userPinForNewEntry?: boolean | null;
      /** @description A change of users needs a second person. */
      userDualApproval?: boolean | null;
      /** @description Its approval needs a PIN in the portal; this service does not read it. */
      userPinForApproval?: boolean | null;
      /** @description For the portal of the institution; this service does not read it. */
      notificationsDualApproval?: boolean | null;
      /** @description A change of the customer needs a PIN in the portal; this service does not read it. */
      customerPinForNewEntry?: boolean | null;
      /** @description A change of the customer needs a second person. */
      customerDualApproval?: boolean | null;
      /** @description Its approval needs a PIN in the portal; this service does not read it. */
      customerPinForApproval?: boolean | null;
      /** @description A change of contacts needs a PIN in the portal; this service does not read it. */
      benePinForNewEntry?: boolean | null;
      /** @description A change of contacts needs a second person. */
      beneDualApproval?: boolean | null;
      /** @description Its approval needs a PIN in the portal; this service does not read it. */
      benePinForApproval?: boolean | null;
      /** @description A payment needs a PIN in the portal; this service does not read it. */
      paymentPinForNewEntry?: boolean | null;
      /** @description A payment needs a second person. */
      paymentDualApproval?: boolean | null;
      /** @description Its approval needs a PIN in the portal; this service does not read it. */
      paymentPinForApproval?: boolean | null;
      /** @description For the portal of the institution; this service does not read it. */
      feeTierForApproval?: boolean | null;
      /** @description The largest payment that one approver can approve, in whole units of currency. */
      paymentLimitforFirstApprover?: number | null;
      /** @description The largest payment that two approvers can approve, in whole units of currency. */
      paymentLimitforSecondApprover?: number | null;
      /** @description How many people must approve a payment. */
      paymentNumberOfApprovers?: number | null;
    };
    CustomerFee: {
      /** @description The id of the fee tier; the feeId in the path of an update. */
      id: number;
      /** @description The application of the fees in the fee schedule. */
      application: string;
      /** @description The name of the tier of these fees. */
      feeTier: string;
      /** @description It applies only to fees with this name. */
      feeName?: string;
      /** @description It applies only to fees for this product. */
      product?: string;
      /** @description It applies only to this account of the customer. */
      accountUID?: string;
    };
    /** @description The fee tier of a customer. */
    CustomerFeeRequest: {
      /** @description The application of the fees in the fee schedule. */
      application: string;
      /** @description The name of a tier of these fees. */
      feeTier: string;
      /** @description Applies only to this account of the customer. Empty text means no restriction. */
      accountNumber?: string;
      /** @description Applies only to fees with this name. Empty text means no restriction. */
      feeName?: string;
      /** @description Applies only to fees for this product. Empty text means no restriction. */
      product?: string;
    };
    /**
     * @description The fee tier that was assigned.
     */
    CustomerFeeResult: {
      /** @description The id of the fee tier; the feeId in the path of an update. */
      id: number;
    };
    CustomerFeeResultWithIdReply: {
      /** @description The id of the fee tier; the feeId in the path of an update. */
      id: number;
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["CustomerFeeResult"];
    };
    /** @description The fee tier of a customer. */
    CustomerFeeUpdate: {
      /** @description The application of the fees in the fee schedule. */
      application?: string;
      /** @description The name of a tier of these fees. */
      feeTier?: string;
      /** @description Applies only to this account of the customer. Empty text means no restriction. */
      accountNumber?: string;
      /** @description Applies only to fees with this name. Empty text means no restriction. */
      feeName?: string;
      /** @description Applies only to fees for this product. Empty text means no restriction. */
      product?: string;
    };
    /**
     *       ]
     *     }
     */
    CustomerFees: {
      /** @description The tiers, from the lowest. */
      tiers: components["schemas"]["CustomerFee"][];
    };
    CustomerFeesReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["CustomerFees"];
    };
    /**
     *       ]
     *     }
     */
    CustomerLimits: {
      /** @description The limits. */
      limits: components["schemas"]["SetLimit"][];
    };
    CustomerLimitsReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["CustomerLimits"];
    };
    CustomerPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["Customer"][];
    };
    /** @description Further details of a customer. */
    CustomerProfileDetails: {
      /** @description Stored and shown, but not used. */
      creditclient?: boolean;
      /** @description Stored and shown, but not used. */
      accountanalysis?: boolean;
      /** @description Stored and shown, but not used. */
      sso?: boolean;
      /** @description Stored and shown, but not used. */
      billingcustomer?: boolean;
      /** @description Stored and shown, but not used. */
      restrictedaccess?: boolean;
      /** @description ACH debits of all accounts of the customer need a positive pay rule. */
      achPositivePay?: boolean;
      /** @description Stored and shown, but not used. */
      achWhitelist?: boolean;
      /** @description Cannot be true: every ACH credit is prefunded. */
      achNonPrefund?: boolean;
      /** @description Stored and shown, but not used. */
      paymentFileAuthentication?: boolean;
      /** @description Stored and shown, but not used. */
      achNonPrefundLimit?: string;
      /** @description Stored and shown, but not used. */
      detailsofCharge?: string;
      /** @description The pricing tier whose margins on exchange rates apply to the customer. */
      fxPricingTier?: string;
      /** @description Stored and shown, but not used. The interface spells the name this way. */
      crediValueAdjustment?: string;
    };
    CustomerProfileDetailsRequest: {
      /** @description Stored and shown, but not used. */
      creditclient?: boolean | null;
      /** @description Stored and shown, but not used. */
      accountanalysis?: boolean | null;
      /** @description Stored and shown, but not used. */
      sso?: boolean | null;
      /** @description Stored and shown, but not used. */
      billingcustomer?: boolean | null;
      /** @description Stored and shown, but not used. */
      restrictedaccess?: boolean | null;
      /** @description ACH debits of all accounts of the customer need a positive pay rule. */
      achPositivePay?: boolean | null;
      /** @description Stored and shown, but not used. */
      achWhitelist?: boolean | null;
      /** @description Cannot be true: every ACH credit is prefunded. */
      achNonPrefund?: boolean | null;
      /** @description Stored and shown, but not used. */
      paymentFileAuthentication?: boolean | null;
      /** @description Stored and shown, but not used. */
      achNonPrefundLimit?: string | null;
      /** @description Stored and shown, but not used. */
      detailsofCharge?: string | null;
      /** @description The pricing tier whose margins on exchange rates apply to the customer. */
      fxPricingTier?: string | null;
      /** @description Stored and shown, but not used. The interface spells the name this way. */
      crediValueAdjustment?: string | null;
    };
    CustomerReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Customer"];
    };
    /** @description The customer to create. */
    CustomerRequest: {
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description Not blank. */
      legalName: string;
      /** @description Not blank. */
      shortName: string;
      customerType: components["schemas"]["CustomerType"];
      /** @description The tax identifier. */
      taxId: string;
      /** @description The language of the customer, such as en. */
      language: string;
      legalAddress: components["schemas"]["AddressRequest"];
      /** @description Whether mail is sent to the registered address. */
      mailAddressSameAsLegal: boolean;
      /** @description For the reports of the institution. */
      costCenter: string;
      /** @description The login of the employee who looks after the customer. */
      relationshipManager: string;
      /** @description The login of the employee who brought the customer. */
      originatingOfficer: string;
      /** @description The number of the customer in the system of the client. */
      customerId?: string;
      /** @description 10 letters, digits or spaces; not all zeros, and the last is not a space. */
      achCompanyID?: string;
      relationshipType?: components["schemas"]["RelationshipType"];
      /** @description The SEC codes of the ACH entries that the customer may send. */
      secCodes?: components["schemas"]["SecCode"][];
      /** @description The BIC. */
      swiftcode?: string;
      /** @description The address of the website. */
      website?: string;
      /** @description Further details. The interface spells the name this way. */
      addtionalProfileDetails?: components["schemas"]["CustomerProfileDetailsRequest"][];
      /** @description The Legal Entity Identifier, ISO 17442. */
      lei?: string;
      /**
       * Format: email
       * @description An e-mail address.
       */
      emailAddress?: string;
      /** @description A phone number. */
      phoneNumber?: string;
      /** @description A fax number. */
      faxNumber?: string;
      /** @description The address of the logo. */
      logoUrl?: string;
      /** @description The address of the LinkedIn page. */
      linkedinUrl?: string;
      /** @description The address of the Twitter page. */
      twitterUrl?: string;
      mailingAddress?: components["schemas"]["AddressRequest"];
      /** @description The shortName of its downstream partner, if relationshipType is ThirdParty. */
      partnerOrgShortName?: string;
      /** @description The shortName of its processing organization. */
      processingOrgShortName?: string;
      /** @description The shortName of the customer above it. */
      parentEntityShortName?: string;
      /** @description A note, kept and shown. */
      note?: string;
      /** @description What users of the customer may do, and what needs approval. */
      legalEntityAccessSettings?: components["schemas"]["CustomerAccessSettingsRequest"];
      /** @description What becomes of a payment of the customer that misses its cut-off, unless its request says. */
      onMissedCutOff?: components["schemas"]["OnMissedCutOff"];
      /** @description What the ACH entries of the customer are for, such as RENT, unless the payment or its account says it. At most 10 characters of ASCII. */
      companyEntryDescription?: string;
      /** @description On which banking day after settlement the proceeds of the debits of the customer are available; 0 for at once. Null or absent: debits.fundsAvailability of the institution applies. Only the institution sets it. */
      debitFundsAvailability?: number | null;
    };
    /**
     * @description The customer that was created or changed.
     */
    CustomerResult: {
      /** @description The customer, by the number that the service gave it. */
      customerUID: string;
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description A short name, unique in the institution. It never changes. */
      shortName: string;
      customerEntityStatus: components["schemas"]["CustomerStatus"];
      /** @description The approval that the change waits for; absent if the change took effect. */
      approvalUID?: string;
    };
    CustomerResultReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["CustomerResult"];
    };
    /**
     * @description The status of a customer.
     * @enum {string}
     */
    CustomerStatus: "New" | "Active" | "Suspended" | "Pending";
    /**
     * @description What kind of customer it is.
     * @enum {string}
     */
    CustomerType: "Consumer" | "Corporate" | "Downstream Partner" | "Processing Org" | "Financial Institution";
    /** @description The fields to change; the others stay. */
    CustomerUpdate: {
      /** @description The reference in the system of the client. */
      externalReferenceId?: string;
      /** @description Not blank. */
      legalName?: string;
      customerType?: components["schemas"]["CustomerType"];
      /** @description The tax identifier. */
      taxId?: string;
      /** @description The language of the customer, such as en. */
      language?: string;
      /** @description The registered address. */
      legalAddress?: components["schemas"]["AddressUpdate"];
      /** @description Whether mail is sent to the registered address. */
      mailAddressSameAsLegal?: boolean;
      /** @description For the reports of the institution. */
      costCenter?: string;
      /** @description The login of the employee who looks after the customer. */
      relationshipManager?: string;
      /** @description The login of the employee who brought the customer. */
      originatingOfficer?: string;
      /** @description The number of the customer in the system of the client. */
      customerId?: string | null;
      /** @description 10 letters, digits or spaces; not all zeros, and the last is not a space. */
      achCompanyID?: string | null;
      relationshipType?: components["schemas"]["RelationshipType"] | null;
      /** @description The SEC codes of the ACH entries that the customer may send. */
      secCodes?: components["schemas"]["SecCode"][];
      /** @description The BIC. */
      swiftcode?: string;
      /** @description The address of the website. */
      website?: string;
      /** @description Further details. The interface spells the name this way. */
      addtionalProfileDetails?: components["schemas"]["CustomerProfileDetailsRequest"][];
      /** @description The Legal Entity Identifier, ISO 17442. */
      lei?: string;
      /**
       * Format: email
       * @description An e-mail address.
       */
      emailAddress?: string | null;
      /** @description A phone number. */
      phoneNumber?: string;
      /** @description A fax number. */
      faxNumber?: string;
      /** @description The address of the logo. */
      logoUrl?: string;
      /** @description The address of the LinkedIn page. */
      linkedinUrl?: string;
      /** @description The address of the Twitter page. */
      twitterUrl?: string;
      /** @description Where mail is sent. */
      mailingAddress?: components["schemas"]["AddressUpdate"] | null;
      /** @description The shortName of its downstream partner, if relationshipType is ThirdParty. */
      partnerOrgShortName?: string;
      /** @description The shortName of its processing organization. */
      processingOrgShortName?: string;
      /** @description The shortName of the customer above it. */
      parentEntityShortName?: string;
      /** @description A note, kept and shown. */
      note?: string;
      /** @description What users of the customer may do, and what needs approval. */
      legalEntityAccessSettings?: components["schemas"]["CustomerAccessSettingsRequest"];
      /** @description What becomes of a payment of the customer that misses its cut-off, unless its request says. */
      onMissedCutOff?: components["schemas"]["OnMissedCutOff"] | null;
      /** @description What the ACH entries of the customer are for, such as RENT, unless the payment or its account says it. At most 10 characters of ASCII. */
      companyEntryDescription?: string | null;
      /** @description On which banking day after settlement the proceeds of the debits of the customer are available; 0 for at once. Null or absent: debits.fundsAvailability of the institution applies. Only the institution sets it. */
      debitFundsAvailability?: number | null;
      /** @description The limits. */
      limits?: components["schemas"]["CustomerUpdateLimit"][];
    };
    CustomerUpdateLimit: {
      /**
       * @description The application.
       * @enum {string}
       */
      appName: "Payment Galaxy" | "Payments";
      /** @description Its limits. */
      appLimits: components["schemas"]["LimitSetting"][];
    };
    /** @description A payment that collects money from a contact. */
    DebitRequest: {
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description Positive, with at most as many decimals as the currency has. */
      paymentAmount: number;
      /** @description An ISO 4217 code. */
      paymentCurrency: components["schemas"]["Currency"];
      speed: components["schemas"]["AchSpeed"];
      /** @description What becomes of the payment if it misses its cut-off. Refuse: it is refused, or fails. NextWindow: it waits for the next window, at its fee. Downgrade, at Economy Plus only: it goes out as next-day ACH with the lower fee. By default, the choice of the customer, or else of the institution. */
      onMissedCutOff?: components["schemas"]["OnMissedCutOff"];
      /** @description A note that the receiver sees where the rail carries one. */
      paymentNotes?: string;
      /**
       * Format: date
       * @description yyyy-mm-dd: when it leaves; valueDate is when it settles. A future date schedules it. Defaults to today in the institution's time zone.
       */
      paymentDate?: string;
      /** @description Makes the payment the first of a series that starts on paymentDate. numberOfPayments requires payUntil NumberOfPayments; endDate requires payUntil EndDate. */
      recurrence?: components["schemas"]["RecurrenceRequest"];
      notification?: components["schemas"]["PaymentNotification"];
      /** @description Fees of this payment on top of the schedule, in the currency of the account. Only a client of the institution with Institution.Manage_Limits_And_Fees sets them. Limits and approvers measure the payment with them. Under dual control, one above the schedule waits for the institution. */
      fee?: components["schemas"]["DebitRequestFee"][];
      /** @description The name of the ultimate debtor, if the sender pays for another. */
      ultimateSenderName?: string;
      /** @description The account number of the ultimate debtor, if the sender pays for another. */
      ultimateSenderAccountNumber?: string;
      /** @description Street and number of the ultimate debtor, if the sender pays for another. */
      ultimateSenderAddress1?: string;
      /** @description More of the address of the ultimate debtor, if the sender pays for another. */
      ultimateSenderAddress2?: string;
      /** @description The tax identifier of the ultimate debtor, if the sender pays for another. */
      ultimateSenderTaxId?: string;
      /** @description The town of the ultimate debtor, if the sender pays for another. */
      ultimateSenderCity?: string;
      /** @description The state or province of the ultimate debtor, if the sender pays for another. */
      ultimateSenderState?: string;
      /** @description The postal code of the ultimate debtor, if the sender pays for another. */
      ultimateSenderZip?: string;
      /** @description The country of the ultimate debtor, if the sender pays for another. */
      ultimateSenderCountry?: string;
      /** @description The name of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverName?: string;
      /** @description The account number of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverAccountNumber?: string;
      /** @description Street and number of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverAddress1?: string;
      /** @description More of the address of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverAddress2?: string;
      /** @description The tax identifier of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverTaxId?: string;
      /** @description The town of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverCity?: string;
      /** @description The state or province of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverState?: string;
      /** @description The postal code of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverZip?: string;
      /** @description The country of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverCountry?: string;
      /** @description The name of the party on whose behalf the sender pays. Not on ACH. */
      fboName?: string;
      /** @description The number of the account that holds the money of a Pseudo account. */
      fboAccountNumber?: string;
      /** @description Street and number of the party on whose behalf the sender pays. */
      fboAddress1?: string;
      /** @description More of the address of the party on whose behalf the sender pays. */
      fboAddress2?: string;
      /** @description The tax identifier of the party on whose behalf the sender pays. */
      fboTaxId?: string;
      /** @description The town of the party on whose behalf the sender pays. */
      fboCity?: string;
      /** @description The state or province of the party on whose behalf the sender pays. */
      fboState?: string;
      /** @description The postal code of the party on whose behalf the sender pays. */
      fboZip?: string;
      /** @description An ISO 3166-1 alpha-2 code. */
      fboCountry?: components["schemas"]["Country"];
      /** @description The business unit, for the reports of the customer. */
      businessUnit?: string;
      /** @description The number of the business unit, for the reports of the customer. */
      businessUnitId?: string;
      /** @description The book that the payment belongs to, for the reports of the customer. */
      book?: string;
      /** @description How the beneficiary is reached; kept and shown. */
      deliveryAgentType?: string;
      /** @description What only some rails carry. */
      additionalInfo?: components["schemas"]["DebitRequestAdditionalInfo"];
      creditor: components["schemas"]["DebitRequestCreditor"];
      debtor: components["schemas"]["DebitRequestDebtor"];
    };
    DebitRequestAdditionalInfo: {
      /** @description Where the customer ordered the payment. For the institution. */
      channel?: string;
      /** @description For the institution. Default: that of the customer's account. */
      costCenter?: string;
      /** @description For the institution. */
      requestMethod?: string;
      /** @description For the people of the institution. */
      operationNote?: string;
      secCode?: components["schemas"]["SecCode"];
      /** @description OUR: the customer pays the fees. BEN: the fees of a credit are deducted from the amount, and the receiver gets less. SHA: like OUR; other banks charge the receiver. */
      detailsOfCharges?: components["schemas"]["DetailsOfCharges"];
      /** @description What the sender calls the receiver. ACH: the individual identification number, at most 15 characters, of CIE 22; default: externalReferenceId. */
      receiverIdentificationNumber?: string;
      /** @description ACH: payment related information. Other rails: the end-to-end id, at most 16 characters. */
      referenceForBeneficiary?: string;
      /** @description Remittance information. Not on ACH. */
      originatortoBeneficiary?: string;
      /** @description The same as originatortoBeneficiary. */
      paymentRemittanceNotes?: string;
      /** @description How further remittance information is sent: FAXI, EDIC, URID, EMAL, POST or SMSM. Only on Express. */
      remittanceMethod?: string;
      /** @description For the receiver's bank. Wires only. */
      senderToReceiverNotes?: string;
      /** @description The category purpose. ACH: SALA for wages by PPD, EPAY for online purchases by WEB or TEL. */
      transactionTypeCode?: string;
      /** @description ACH: what the entry is for, as statements of the receiver show it, such as RENT. At most 10 characters of ASCII. Default: that of the account, or of the customer, otherwise PAYMENT. The rules of ACH keep some words for some entries (/docs/pages/ach-entries). */
      companyEntryDescription?: string;
      /** @description The local instrument. Not on ACH and Instant; on Express a code of Fedwire, such as CTRC. */
      localInstruments?: string;
      /** @description The purpose, in a code of both parties. Not on ACH. */
      proprietaryCode?: string;
      unstructuredAddendaInfo?: components["schemas"]["DebitRequestAdditionalInfoUnstructuredAddendaInfo"];
      authorizationType?: components["schemas"]["AuthorizationType"];
      /** @description ARC, and POP with at most 9 characters: the number of the check. */
      checkSerialNumber?: string;
      /** @description POP: the city of the terminal, at most 4 characters. */
      terminalCity?: string;
      /** @description POP: the state of the terminal, 2 letters. */
      terminalState?: string;
      /** @description CTX: the invoices that the payment pays, sent as an ANSI X12 820. Their amountPaid is paymentAmount in total. */
      remittance?: components["schemas"]["PaidInvoice"][];
      /**
       * Format: date
       * @description Of a request for payment.
       */
      requestedExecutionDate?: string;
      /**
       * Format: date
       * @description Of a request for payment.
       */
      expiryDate?: string;
      /** @description Of a request for payment. */
      amountModificationAllowed?: boolean;
      /** @description Of a request for payment. */
      earlyPayment?: boolean;
      /** @description Of a request for payment. */
      guaranteedPayment?: boolean;
    };
    /** @description ACH: payment related information, instead of referenceForBeneficiary. */
    DebitRequestAdditionalInfoUnstructuredAddendaInfo: {
      /** @description The length of addendaInformation. */
      addendaLength?: number;
      /** @description What the addenda record says, at most 80 characters. */
      addendaInformation: string;
    };
    /** @description The account of the customer that is credited. */
    DebitRequestCreditor: {
      /** @description Digits. */
      accountUID?: string;
      /** @description An account number, or an IBAN, also as it is printed: in groups, or after the word IBAN. */
      accountNumber?: string;
      accountType?: components["schemas"]["NamedAccountType"];
      /** @description If given, the account with the number must be in this currency. */
      accountCurrency?: components["schemas"]["Currency"];
      /** @description Default: that of the institution. */
      routingNumber?: string;
      /** @description The name. */
      name?: string;
      /** @description What the party is, such as Company; kept and shown. */
      entityType?: string;
      /** @description The address. */
      address?: components["schemas"]["PartyAddress"];
      /** @description A phone number. */
      phone?: string;
      /**
       * Format: email
       * @description An e-mail address.
       */
      email?: string;
      /** @description Must be the company identification of the account, if given. */
      achCompanyID?: string;
      /** @description What the routing number is: NID for a national one, BIC otherwise. */
      bankIdType?: string;
      /** @description The same as routingNumber. */
      bankId?: string;
      /** @description The bank between, by its identifier; kept and shown. */
      correspondentBankId?: string;
    };
    /** @description accountUID is the contactUID of the debtor, whose bank account is debited. Otherwise it describes the party, by the rules of a contact: accountNumber, name and bank with its name and its bankId or swiftCode are required. The payment creates a contact for it, which needs the entitlement Contacts.Manage_Contacts, and an approved contact if the customer's beneDualApproval is on. */
    DebitRequestDebtor: {
      /** @description Digits. */
      accountUID?: string;
      /** @description An account number, or an IBAN, also as it is printed: in groups, or after the word IBAN. */
      accountNumber?: string;
      accountType?: components["schemas"]["PartyAccountType"];
      subAccountType?: components["schemas"]["ContactAccountType"];
      /** @description An ISO 4217 code. Default: paymentCurrency. */
      accountCurrency?: components["schemas"]["Currency"];
      /** @description Not blank. */
      name?: string;
      /** @description A person or a company. Default: Consumer. */
      contactType?: components["schemas"]["ContactType"];
      /** @description The address. */
      address?: components["schemas"]["PartyAddress"];
      /** @description A phone number. */
      phone?: string;
      /**
       * Format: email
       * @description An e-mail address.
       */
      email?: string;
      /** @description The bank of the party. */
      bank?: components["schemas"]["PartyBank"];
      /** @description A bank on the way to the bank of the contact. */
      intermediaryBank?: components["schemas"]["PartyBank"];
      /** @description Whether the customer's contacts show it from then on, under its name. */
      saveContact?: boolean;
    };
    DebitRequestFee: {
      /** @description The name of a fee of the institution, whose income it is. */
      feeName: string;
      /** @description An ISO 4217 code. */
      currency: components["schemas"]["Currency"];
      /** @description Positive, with at most as many decimals as the currency has. */
      amount: number;
    };
    /**
     * @description HandedOver: it has left, and its payments become TRANSMITTED. HandOverAgain: it has not left, and is handed over once more. For a file that left before the database was restored, other files then collect its payments.
     * @enum {string}
     */
    DecidedHandover: "HandedOver" | "HandOverAgain";
    /** @enum {string} */
    DeliveryMethod: "ACH" | "FEDWIRE" | "RTP" | "FEDNOW" | "SWIFT" | "BOOK";
    /**
     * @description Whether an event has arrived.
     * @enum {string}
     */
    DeliveryStatus: "Pending" | "Delivered" | "Failed";
    /** @description A payment that left, and whose answer is not known. */
    DepartedPayment: {
      /** @description The hand-over, by the identifier that the service gave it. */
      handoverUID: string;
      /** @description The name of the file. */
      name: string;
      /** @description Waiting, Claimed or InDoubt. */
      status: components["schemas"]["HandoverStatus"];
      /** @description What happens when no hold is open. */
      decision?: string;
      /** @description How many payments and reversals are in it. No other file collects them. */
      payments: number;
      /** @description How many of them the database lacks. */
      unknownPayments: number;
    };
    /**
     * @description A trade of the desk with the market.
     */
    DeskTrade: {
      /** @description The trade, by the number that the service gave it. */
      deskTradeNo: string;
      /** @description The currency that is bought, ISO 4217. */
      buyCurrency: string;
      /** @description What is bought, in buyCurrency. */
      buyAmount: number;
      /** @description The currency that is sold, ISO 4217. */
      sellCurrency: string;
      /** @description What is sold, in sellCurrency. */
      sellAmount: number;
      /** @description What the trade realized of the positions that it closed, in the institution's currency: what they brought less what they cost on average. */
      result: number;
      /** @description The larger side in the institution's currency, at the market's mid rates when it was booked; absent without a current rate. */
      worth?: number;
      /** @description Two currencies, such as EUR/USD. */
      currencyPair: string;
      /** @description What one unit of the base currency costs in the trade. */
      price: number;
      /** @description The market's mid rate for the value date; absent without a current one. */
      marketRate?: number;
      /** @description How far the price is from marketRate, in percent of it. */
      deviationPercent?: number;
      /** @description The bank on the other side. */
      counterparty: string;
      /** @description The reference of the other side. */
      reference?: string;
      /** @description The day of the trade, yyyy-mm-dd. */
      tradeDate: string;
      /** @description The day on which the amounts are exchanged, yyyy-mm-dd. */
      valueDate: string;
      /** @description The day on which the amounts were exchanged. */
      settledOn?: string;
    };
    DeskTradePage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["DeskTrade"][];
    };
    DeskTradeReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["DeskTrade"];
    };
    /** @description The trade that the desk made. */
    DeskTradeRequest: {
      /** @description An ISO 4217 code. */
      buyCurrency: components["schemas"]["Currency"];
      /** @description What the market delivers. */
      buyAmount: number;
      /** @description An ISO 4217 code. */
      sellCurrency: components["schemas"]["Currency"];
      /** @description What the market receives. */
      sellAmount: number;
      /**
       * Format: date
       * @description yyyy-mm-dd. A business day of both currencies and of USD.
       */
      valueDate: string;
      /** @description The bank with which the desk traded. */
      counterparty: string;
      /** @description The number of the trade at the counterparty. */
      reference?: string;
    };
    /**
     * @description Who pays the fees of a payment.
     * @enum {string}
     */
    DetailsOfCharges: "OUR" | "BEN" | "SHA";
    /**
     * @description A permission, with its application: /docs/pages/entitlements lists them.
     * @enum {string}
     */
    Entitlement: "Accounts.Manage_Account" | "Accounts.View_Account" | "Accounts.Choose_Account_Number" | "Bulk_Payments.Approve_bulk_payments" | "Bulk_Payments.Upload_Bulk_Payment_File" | "Bulk_Payments.View_bulk_payments" | "Contacts.Manage_Contacts" | "Contacts.View_Contacts" | "Customers.Manage_Customers" | "Customers.Create_Legal_Entities" | "Customers.Onboard_Consumers" | "Customers.View_Customers" | "Customers.Manage_Signatories" | "Customers.View_Account_Number" | "Customers.View_Tax_Id" | "Digital_Banking_Portal.View_Portal" | "Foreign_Exchange.Cancel_Trades" | "Foreign_Exchange.View_Trades" | "Foreign_Exchange.Spot_Trade" | "Foreign_Exchange.Create_Instruct_Trades" | "Group_Payments.Approve_Group" | "Group_Payments.View_Group" | "Group_Payments.Initiate_Cancel_Group_Payment" | "Group_Payments.Manage_Group" | "Institution.Manage_Institution" | "Institution.Manage_Limits_And_Fees" | "Institution.Manage_FX_Rates" | "Institution.Manage_FX_Margins" | "Institution.Adjust_Balances" | "Institution.Manage_API_Clients" | "Institution.Manage_Customer_State" | "Institution.Manage_Webhooks" | "Institution.Manage_Rails" | "Institution.View_File_Content" | "Institution.Approve_Changes" | "Institution.View_Institution" | "Payments.Reversal_Payments" | "Payments.View_Payments" | "Payments.Return_Payments" | "Payments.Cancel_Payments" | "Payments.Initiate_Payments" | "Payments.Approve_Payments" | "Positive_Rules.Manage_Exception" | "Positive_Rules.View_Positive_Rules" | "Positive_Rules.Manage_Positive_Rules" | "User_Admin.View_Roles_And_Users" | "User_Admin.Manage_Roles" | "User_Admin.Manage_Users" | "User_Admin.Activate_Users" | "User_Admin.View_Category" | "User_Admin.Add_Update_Delete_Category" | "User_Admin.Suspend_Users" | "Webhooks.View_Webhooks" | "Webhooks.Manage_Webhooks";
    /**
     * @description Credit adds money to an account; Debit takes it out.
     * @enum {string}
     */
    EntryDirection: "Credit" | "Debit";
    /**
     * @description A debit moves money from the counterparty, the debtor, to the creditor's account, which the sender fields name. It has no beneficiary.
     * @enum {string}
     */
    EntryType: "CREDIT" | "DEBIT";
    /** @description Something that happened. */
    Event: {
      /** @description The event, by the identifier that the service gave it: a UUID. */
      eventUID: string;
      /** @description Its place in the feed: the number before the hyphen increases along it. Send it as `after` to get the events after this one. */
      cursor: string;
      type: components["schemas"]["EventType"];
      /**
       * Format: date-time
       * @description When it happened, ISO 8601 in UTC.
       */
      occurredAt: string;
      /** @description The kind of record changed, such as customer. */
      subjectKind: string;
      /** @description The record. */
      subjectId: string;
      /** @description The customer that the record belongs to. */
      customerUID: string | null;
      /** @description The record after the change; for a deletion, the record before it. For payment.created and payment.status.changed, the payment at that status, with paymentStatus, previousStatus, validationFailureMessages and paymentReturnDetails. */
      data: unknown;
    };
    /**
     * @description Events in their order.
     *         }
     *       ],
     *       "next": "4711-8e1a0b6d"
     *     }
     */
    EventFeed: {
      /** @description The events, in their order. */
      events: components["schemas"]["Event"][];
      /** @description Send it as `after` for the next page. Unchanged if there are no new events. */
      next: string;
    };
    EventFeedReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["EventFeed"];
    };
    /** @description An event as a webhook sends it. */
    EventMessage: {
      /** @description The event, by the identifier that the service gave it: a UUID. */
      eventUID: string;
      /** @description Its place in the feed: the number before the hyphen increases along it. Send it as `after` to get the events after this one. */
      cursor: string;
      type: components["schemas"]["EventType"];
      /**
       * Format: date-time
       * @description When it happened, ISO 8601 in UTC.
       */
      occurredAt: string;
      /** @description The kind of record changed, such as customer. */
      subjectKind: string;
      /** @description The record. */
      subjectId: string;
      /** @description The customer that the record belongs to. */
      customerUID: string | null;
      /** @description The record after the change; for a deletion, the record before it. For payment.created and payment.status.changed, the payment at that status, with paymentStatus, previousStatus, validationFailureMessages and paymentReturnDetails. */
      data: unknown;
      /**
       * Format: date-time
       * @description The same as occurredAt.
       */
      timestamp: string;
    };
    /**
     * @description What happened. A later version can add types: ignore one that you do not know.
     *
     *     | type | what happened |
     *     | --- | --- |
     *     | ach.answerReceived | Another bank answered an ACH entry: a return, a notification of change or an acknowledgement. The event says what became of it. |
     *     | account.created | An account was opened. |
     *     | account.updated | The details or permissions of an account were changed. |
     *     | account.activated | An account was reactivated. |
     *     | account.suspended | An account was suspended. |
     *     | account.closed | An account was closed. |
     *     | account.deleted | An account was closed and hidden. |
     *     | account.adjusted | The institution adjusted the balance of an account. |
     *     | api-client.created | An API client was created. |
     *     | api-client.updated | The name or the entitlements of an API client were changed. |
     *     | api-client.rotated | An API client got a new secret. |
     *     | api-client.revoked | An API client was revoked. |
     *     | api-client.providerRevoked | The identity provider of an API client was revoked. |
     *     | approval.requested | A proposed change to a contact, customer or user waits for approval. |
     *     | approval.approved | A proposed change was approved and applied. |
     *     | approval.rejected | A proposed change was rejected. |
     *     | approval.voided | A proposed change became void, because the record changed by other means. |
     *     | approval.expired | A proposed change was not decided in time. |
     *     | audit.anchored | The head of the audit chain and the totals of the ledger were anchored. Keep the data outside the bank’s database. |
     *     | bankDirectory.imported | An operator imported the participant list of a network; it shows what changed. |
     *     | contact.created | A contact was created. |
     *     | contact.updated | A contact was replaced, or its status was decided. |
     *     | customer.created | A customer was created. |
     *     | customer.updated | A customer was changed, including status changes from requesting or deciding approval. |
     *     | customer.activated | The institution activated a customer. |
     *     | customer.suspended | The institution suspended a customer. |
     *     | customerFee.created | A customer was assigned a fee tier. |
     *     | customerFee.updated | The fee tier of a customer was changed. |
     *     | fee.created | A fee was added to the institution's schedule. |
     *     | fee.updated | A fee in the schedule was changed. |
     *     | fee.deleted | A fee in the schedule was deleted. |
     *     | ledger.day.closed | A business day was proved and closed. Its balances are final. |
     *     | ledger.day.notProved | A business day is over, but its books do not agree. It stays open, and the event names each difference. |
     *     | fx.quote.made | A price for a currency exchange was quoted. |
     *     | fx.quote.rejected | A quote was rejected. |
     *     | fx.contract.made | A contract was created, by accepting a quote or for one payment. |
     *     | fx.contract.drawn | A payment drew on a contract. |
     *     | fx.contract.released | A draw was released, because its payment did not settle. |
     *     | fx.contract.covered | The institution covered a contract. |
     *     | fx.contract.cancelled | The undrawn amount of a contract was cancelled, or the payment it was created for did not settle. |
     *     | fx.contract.closedOut | What was left of a contract that ended was closed out at the market rate; it shows the loss or gain. |
     *     | fx.deskTrade.made | The desk traded with the market. |
     *     | fx.closeOut.collected | A loss that a customer owed for a close-out was collected. No longer sent: receivables show what is owed. |
     *     | fx.contract.expired | The value date of a contract passed before it was fully drawn. |
     *     | fx.line.updated | The institution set or removed the FX line of a customer. |
     *     | fx.rates.deviating | A change of rates left the own rate of a pair too far from its cross. The cross is quoted instead. |
     *     | fx.rates.updated | The institution set exchange rates. |
     *     | fx.margins.updated | The institution set margins on exchange rates. |
     *     | institution.updated | The settings of the institution were changed. |
     *     | institution.publicUrl.updated | The base URL at which clients reach the institution was changed. |
     *     | institution.issuers.updated | The issuers whose access tokens the institution accepts were changed. |
     *     | institution.limits.updated | The institution's limits for all customers were changed. |
     *     | institution.clockSet | The clock of a sandbox was set forward. |
     *     | institution.clockReached | The clock of a sandbox reached its target time. |
     *     | message.exceptionRaised | A network says something that contradicts the books. Nothing was posted: a person decides. |
     *     | message.exceptionResolved | A person resolved what a network says that contradicts the books. |
     *     | obligation.dueSoon | What a rule of a network demands by a time is due soon. |
     *     | obligation.met | What a rule of a network demands was done. It shows whether that was late. |
     *     | obligation.missed | What a rule of a network demands was not done in time. |
     *     | payment.created | A payment was created; precedes its first payment.status.changed. |
     *     | payment.status.changed | The status of a payment changed; the first status also counts as a change. |
     *     | payment.rescheduled | A change of closed days, cut-offs, conventions or time zone moved a payment that waits. It shows the dates before and after. |
     *     | payment.approved | An approver approved a payment. |
     *     | payment.rejected | An approver rejected a payment. |
     *     | payment.confirmed | A client confirmed a payment to the changed bank details of its contact. |
     *     | payment.cancelled | A payment was cancelled by request. |
     *     | payment.altered | What is stored of a payment, or of its parties, was altered in the database. It failed, and pays nobody. |
     *     | payment.file.uploaded | A file of payments was taken. |
     *     | payment.file.approved | Another person approved a file of payments. |
     *     | payment.file.stopped | The one that uploaded or approved a file of payments lost the right. It waits for the approval of another person. |
     *     | payment.file.altered | What is stored of a file of payments was altered in the database. It ended, and makes no more payments. |
     *     | payment.file.rejected | A file of payments was rejected before its payments were made. |
     *     | payment.file.processed | Each record of a file of payments has a payment, or the reason why it was refused. |
     *     | payment.returnRequested | The bank that received a payment was asked to return it. |
     *     | payment.returnAnswered | The bank that received a payment answered the request to return it. |
     *     | payment.fundsReleased | The institution made the proceeds of a debit available before their day. |
     *     | payment.released | The institution released a payment that was held because its makers may not act any more. |
     *     | payment.returned | The institution posted the return of a payment. |
     *     | payment.reversed | The institution reversed a payment. |
     *     | paymentRequest.received | Somebody asks a customer to pay, by a request for payment or a drawdown request. |
     *     | paymentRequest.accepted | A request for payment was accepted: a payment is made, like any other. |
     *     | paymentRequest.paid | The payment of a request for payment has left. |
     *     | paymentRequest.refused | A request for payment was refused, by its customer or because no account can pay it. |
     *     | paymentRequest.expired | A request for payment expired before it was paid. |
     *     | paymentRequest.withdrawn | The creditor withdrew a request for payment before a payment was made for it. |
     *     | sentPaymentRequest.created | A customer asks a contact to pay, by a request for payment. |
     *     | sentPaymentRequest.accepted | The other bank says that a request for payment will be paid. |
     *     | sentPaymentRequest.refused | The other bank, or the network, refuses a request for payment. |
     *     | sentPaymentRequest.paid | The money of a request for payment is on the account. |
     *     | sentPaymentRequest.expired | A request for payment that a customer sent was not paid in time. |
     *     | paymentRequest.reopened | The payment of a request for payment ended without leaving: it can be decided again. |
     *     | prenote.created | A prenotification of the account of a contact was queued for the next ACH file. |
     *     | prenote.sent | The file with a prenotification left. The event says from when on payments may settle. |
     *     | prenote.accepted | Nobody returned a prenotification in time: payments to the account may go. |
     *     | prenote.returned | The other bank returned a prenotification. ACH payments with the contact are refused until its account is changed. |
     *     | prenote.corrected | The other bank answered a prenotification with a notification of change. |
     *     | prenote.refused | A prenotification did not leave, or the operator rejected its file. The event says why. |
     *     | outstanding.cancellation.requested | Somebody asked to cancel what an API client, a user or a customer set up before it was stopped. |
     *     | outstanding.cancellation.ended | Nothing is left to cancel of it, or the cancellation was stopped. |
     *     | positivePay.exception.opened | An ACH debit came in that no rule allows. It waits for its customer. |
     *     | positivePay.rule.activated | A positive pay rule was activated. |
     *     | positivePay.rule.created | A positive pay rule was added. |
     *     | positivePay.rule.deleted | A positive pay rule was deleted. |
     *     | positivePay.rule.suspended | A positive pay rule was suspended. |
     *     | positivePay.rule.updated | A positive pay rule was changed. |
     *     | rails.fileDelivered | A file is on the server of its network. If it came after the deadline of its window, the event says when it settles. |
     *     | rails.fileAccepted | The ACH operator accepted a file: its counts and totals are those that were sent. |
     *     | rails.fileRejected | The ACH operator rejected a file. Its payments and reversals do not settle until it accepts the file, or people return them. |
     *     | rails.fileReceived | A file came in from a network. Its bytes are kept whole. |
     *     | rails.fileImported | All entries of an incoming file are booked. The event has its counts and totals. |
     *     | rails.fileQuarantined | An incoming file cannot be read or does not add up. Nothing more of it is booked until a person releases it. |
     *     | rails.fileReleased | A person decided that a file in quarantine is imported once more. |
     *     | rails.fileResent | A person decided that a file leaves again: the same bytes, under another name. |
     *     | rails.entriesSimulated | Another bank sends ACH entries to a sandbox, as a client asked for. |
     *     | rails.messagesSimulated | A network or another bank sends messages to a sandbox, as a client asked for. |
     *     | rails.held | Nothing leaves to the networks until the hold is released. The event says what differs. |
     *     | rails.handoverInDoubt | Nobody can tell whether a file has left, because its worker ended. A person must decide. |
     *     | rails.messageExpired | A message to a network could not leave in time. It leaves no more. |
     *     | rails.messageInDoubt | Nobody can tell whether a message to a network has left, because its worker or its connection ended. A person must decide. |
     *     | rails.messageQuarantined | A message from a network cannot be read, or its signature is wrong. It is kept, and means nothing until a person releases it. |
     *     | rails.messageDecided | A person decided whether a message in doubt has left. |
     *     | rails.messageResent | A person decided that a message leaves again, by the rule of its network on duplicates. |
     *     | rails.messageReleased | A person decided that a message in quarantine is read once more. |
     *     | rails.messageDismissed | A person decided that a message in quarantine means nothing. |
     *     | rails.departureFound | A file left before the database was restored, as the evidence outside of it shows. No other file collects its payments. |
     *     | rails.handoverDecided | A person decided whether a file in doubt has left. |
     *     | rails.outboxAdopted | An operator took another outbox for the files of the institution. What left through the one before cannot be seen. |
     *     | rails.released | A hold on the rails was released. |
     *     | suspense.item.added | Money that has no open account came into suspense. |
     *     | suspense.item.released | The institution released an item from suspense. |
     *     | receivable.writtenOff | The institution wrote off what a customer owes. |
     *     | receipt.received | An item came in over a rail. |
     *     | receipt.status.changed | The status of a receipt changed. |
     *     | receipt.contested | A person contested the dishonored return of a receipt; the next file has it. |
     *     | receipt.assigned | A person chose the account of a receipt. |
     *     | returnRequest.received | Another bank asks for a credit back that it sent. A person answers it. |
     *     | returnRequest.accepted | A person accepted the request of another bank: the credit goes back. |
     *     | returnRequest.refused | A person refused the request of another bank. |
     *     | recurrence.created | A recurring payment was created. |
     *     | recurrence.updated | The end of a recurring payment was changed. |
     *     | recurrence.released | The institution released a recurring payment, whose makers may not act any more: its next payments are not held for that. |
     *     | recurrence.altered | What is stored of a recurring payment was altered in the database. It was cancelled, and pays nobody. |
     *     | recurrence.cancelled | A recurring payment was cancelled before its end. |
     *     | recurrence.completed | A recurring payment reached its end. |
     *     | role.created | A role was created. |
     *     | role.updated | A role was changed. |
     *     | signatory.created | A signatory was added to a customer. |
     *     | signatory.updated | A signatory was changed. |
     *     | signatory.deleted | A signatory was removed from a customer. |
     *     | signing-key.rotated | A new signing key was created for access tokens. |
     *     | user.created | A user was created. |
     *     | user.updated | A user was changed. |
     *     | user.activated | A user was activated. |
     *     | user.suspended | A user was suspended. |
     *     | user.invited | A user was invited to set a password. |
     *     | user.enrolled | A user accepted an invitation and set a password. |
     *     | user.factorAdded | A user added a second factor. |
     *     | user.factorRemoved | A second factor of a user was removed. |
     *     | user.passwordChanged | A user changed the password, which ended the sessions of the user. |
     *     | user.sessionsEnded | A user signed out of every browser and application. |
     *     | user.credentialsReset | The credentials of a user were ended, and the user was invited again. |
     *     | webhook.created | A webhook was created. |
     *     | webhook.updated | A webhook was changed, paused or activated. |
     *     | webhook.rotated | A webhook got a new secret. |
     *     | webhook.replayed | Events were queued to be sent to a webhook again. |
     *     | webhook.disabled | A webhook was disabled, because its receiver is gone or accepted nothing for five days. |
     *     | webhook.deleted | A webhook was deleted. |
     * @example payment.created
     */
    EventType: string;
    /** @description The provider that keeps an account, if not this service. */
    ExternalAccount: {
      /** @description The provider. */
      externalProvider?: string;
      /** @description The account at the provider. */
      externalId?: string;
    };
    /** @description The provider that keeps an account, if not this service. */
    ExternalAccountRequest: {
      /** @description The provider. */
      externalProvider?: string;
      /** @description The account at the provider. */
      externalId?: string;
      /** @description Stored encrypted and never returned. */
      externalAuthToken?: string;
    };
    /**
     * @description A refusal.
     */
    Failure: {
      /**
       * @description Always Failure.
       * @enum {string}
       */
      status: "Failure";
      /** @description The code of the interface. Several reasons share one: see `reason`. */
      code: string;
      /** @description For people: what failed, why, and what to do. */
      message: string;
      reason?: components["schemas"]["Reason"];
    };
    /**
     * @description A refusal of the user management, which has neither code nor reason.
     */
    FailureMessage: {
      /** @description For people: what failed, why, and what to do. */
      message: string;
    };
    /** @description What an account can do by FedNow. */
    FedNowFeature: {
      enableFedNow?: components["schemas"]["YesNo"];
      fednowReceiveOnly?: components["schemas"]["YesNo"];
      fednowSendOrReceive?: components["schemas"]["YesNo"];
      fednowRfpSend?: components["schemas"]["YesNo"];
      fednowRfpReceive?: components["schemas"]["YesNo"];
    };
    FedNowSimulation: {
      /** @description Credits of other banks. */
      credits?: components["schemas"]["SimulatedNetworkCredit"][];
      /** @description Requests for payment; on Fedwire, drawdown requests. */
      paymentRequests?: components["schemas"]["SimulatedPaymentRequest"][];
      /** @description Requests of other banks to get a credit back. */
      returnRequests?: components["schemas"]["SimulatedReturnRequest"][];
      /** @description Whether other banks can be reached. */
      participants?: components["schemas"]["SimulatedParticipant"][];
    };
    /** @description What an account can do by Fedwire. */
    FedWireFeature: {
      enableWire?: components["schemas"]["YesNo"];
      /** @description Wires above this amount need a call back, in the currency of the account. */
      callbackLimit?: number;
      enableCallbacks?: components["schemas"]["YesNo"];
      enableInternationalWire?: components["schemas"]["YesNo"];
      enableDomesticWire?: components["schemas"]["YesNo"];
    };
    FedwireSimulation: {
      /** @description Credits of other banks. */
      credits?: components["schemas"]["SimulatedNetworkCredit"][];
      /** @description Requests for payment; on Fedwire, drawdown requests. */
      paymentRequests?: components["schemas"]["SimulatedPaymentRequest"][];
      /** @description Requests of other banks to get a credit back. */
      returnRequests?: components["schemas"]["SimulatedReturnRequest"][];
      /** @description Reports that sequence numbers of the sandbox did not arrive. */
      gaps?: components["schemas"]["SimulatedGap"][];
    };
    /**
     * @description A fee of the schedule.
     *       ]
     *     }
     */
    Fee: {
      /** @description The fee, by the number that the service gave it. */
      feeId: number;
      /** @description The name. */
      name: string;
      /** @description What the fee is for. */
      application: string;
      /** @description The product that the fee is for. */
      product: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description What the tiers count. */
      tierBy: string;
      /** @description The tiers, from the lowest. */
      tiers: components["schemas"]["FeeTier"][];
    };
    FeePage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["Fee"][];
    };
    FeeReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Fee"];
    };
    /** @description A fee of the schedule. */
    FeeRequest: {
      /** @description Unique for the application, product and currency. */
      name: string;
      /** @description The application that charges the fee, such as Payments. */
      application: string;
      /** @description The product that the fee is for: a rail or a speed, such as ACH. */
      product: string;
      /** @description An ISO 4217 code. */
      currency: components["schemas"]["Currency"];
      /**
       * @description What selects the tier: the amount of a payment, or the number of payments in the month.
       * @enum {string}
       */
      tierBy: "Amount" | "Count";
      /** @description In ascending order of from. */
      tiers: components["schemas"]["FeeTierRequest"][];
    };
    /** @description What a fee costs from an amount or a number of payments on. */
    FeeTier: {
      /** @description The name. */
      name: string;
      /** @description Inclusive lower bound: an amount or a number of payments, as decimal text. */
      from: string;
      /** @description Decimal text. */
      flat?: string;
      /** @description Percentage of the amount, as decimal text. */
      percentage?: string;
      /** @description Decimal text. */
      minimum?: string;
      /** @description Decimal text. */
      maximum?: string;
    };
    /** @description What a fee costs from an amount or a number of payments on. */
    FeeTierRequest: {
      /** @description Unique in the fee. The feeTier of a customer refers to this name. */
      name: string;
      /** @description Inclusive lower bound: an amount, or a whole number of payments. The first tier starts at 0. */
      from: number;
      /** @description Flat amount. One of flat and percentage is required. */
      flat?: number;
      /** @description Percentage of the amount, from 0 to 100 with at most 6 decimals: 0.25 means 0.25%. */
      percentage?: number;
      /** @description The minimum charge. */
      minimum?: number;
      /** @description The maximum charge. */
      maximum?: number;
    };
    /**
     * @description Waiting or Claimed: not on the server yet. Delivered: on it. InDoubt: nobody can tell, and a person decides about the hand-over.
     * @enum {string}
     */
    FileDeliveryStatus: "Waiting" | "Claimed" | "Delivered" | "InDoubt";
    /** @enum {string} */
    FileDirection: "Out" | "In";
    /**
     * @description Held proceeds that were made available.
     */
    FundsRelease: {
      /** @description The payment, by the identifier that the service gave it: a UUID. */
      paymentUID: string;
      /** @description The status of the payment. */
      paymentStatus: components["schemas"]["PaymentStatus"];
      /** @description The proceeds of a settled debit are held, and this is the day on which they become available, or became available, yyyy-mm-dd. Absent if they were available at settlement, and for every other payment. */
      availableOn: string;
    };
    FundsReleaseReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["FundsRelease"];
    };
    /** @description Why held proceeds are made available. */
    FundsReleaseRequest: {
      /** @description Why, for the audit trail. */
      reason: string;
    };
    /**
     * @description A contract that ended without being drawn in full.
     */
    FxCloseOut: {
      /** @description The close-out, by the identifier that the service gave it. */
      closeOutUID: string;
      /** @description The contract, by the number that the service gave it. */
      forexContractNo: string;
      /** @description The customer, by the number that the service gave it. */
      customerUID: string;
      /**
       * @description Released: a payment that drew the contract did not settle after the contract had ended.
       * @enum {string}
       */
      reason: "Cancelled" | "Expired" | "Released";
      /** @description The currency that is sold, ISO 4217. */
      sellCurrency: string;
      /** @description The part of the contract that was closed out. */
      sellAmount: number;
      /** @description The currency that is bought, ISO 4217. */
      buyCurrency: string;
      /** @description What is bought, in buyCurrency. */
      buyAmount: number;
      /** @description The market rate for the value date, on the side against the customer. */
      marketRate: number;
      /** @description The pair and time of the rate. */
      externalPricingSystemRefId: string;
      /** @description The margin in the part, in the quote currency of the pair. */
      marginReversed: number;
      /** @description What the customer lost, in sellCurrency. */
      loss: number;
      /** @description The part of the loss that was charged at once. */
      charged: number;
      /** @description The part of the loss that no account had. The customer owes it: its receivable shows what is left. */
      owed: number;
      /** @description What the customer received, in sellCurrency. Without accountUID, it is in suspense, less what it repaid. */
      gain: number;
      /** @description What the institution kept of a gain, in sellCurrency. */
      kept: number;
      /** @description The first account that was charged, or the one that was credited. */
      accountUID?: string;
      /**
       * Format: date-time
       * @description When it was closed, ISO 8601 in UTC.
       */
      closedAt: string;
      coverUnwound?: components["schemas"]["FxCloseOutCoverUnwound"];
    };
    /** @description The opposite trade with the market that ended the cover of the part, if it was covered. */
    FxCloseOutCoverUnwound: {
      /** @description The amount in baseCcy. */
      baseAmount: number;
      /** @description What the market exchanged for it, at marketRate. */
      quoteAmount: number;
      /** @description The day on which the amounts are exchanged, yyyy-mm-dd. */
      valueDate: string;
    };
    FxCloseOutPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["FxCloseOut"][];
    };
    /**
     * @description An agreed exchange of two currencies.
     */
    FxContract: {
      /** @description The contract, by the number that the service gave it. */
      forexContractNo: string;
      tradeStatus: components["schemas"]["FxTradeStatus"];
      /** @description When the contract was agreed, ISO 8601 in UTC. */
      executionTime: string;
      /** @description From when on what is not drawn is closed out, ISO 8601 in UTC. */
      expiryTime: string;
      /** @description The quote, by the identifier that the service gave it: a UUID. */
      quoteUUID: string;
      /** @description The cover trade, once the contract is covered. */
      coverTradeNo?: string;
      /** @description When the contract will be covered automatically. */
      autoCoverTime?: string;
      /** @description The part of sellAmount that payments have drawn. */
      drawnSellAmount: number;
      /** @description The part of buyAmount that payments have drawn. */
      drawnBuyAmount: number;
      /** @description The payment for which the contract was made. */
      paymentUID?: string;
      /** @description The account that prefunds the contract. */
      fundingAccountUID?: string;
      /** @description What is held on fundingAccountUID: the part of sellAmount still to be drawn. */
      fundedAmount?: number;
      closeOut?: components["schemas"]["FxContractCloseOut"];
      /** @description Why a close-out that is due is not made yet. It is tried again every 30 seconds. */
      closeOutWaitsFor?: string;
      /** @description What customerId is. */
      customerIdType: components["schemas"]["FxCustomerIdType"];
      /** @description The number of the customer in the system of the client. */
      customerId: string;
      productType: components["schemas"]["FxProductType"];
      /** @description The time to the value date: SPOT, ON, TN, nW, nM or nY. */
      tenor?: string;
      /** @description How it came in. */
      channel?: string;
      /** @description The currency that is sold, ISO 4217. */
      sellCurrency: string;
      /** @description What is sold, in sellCurrency. */
      sellAmount: number;
      /** @description The currency that is bought, ISO 4217. */
      buyCurrency: string;
      /** @description What is bought, in buyCurrency. */
      buyAmount: number;
      /** @description The base currency of the pair, ISO 4217. */
      baseCcy: string;
      /** @description The amount in baseCcy. */
      baseAmount: number;
      /** @description The quote currency of the pair, ISO 4217. */
      quoteCcy: string;
      /** @description The amount in quoteCcy. */
      quoteAmount: number;
      /** @description The market price of one unit of baseCcy in quoteCcy. */
      spotRate: number;
      /** @description Forward points added to spotRate for the value date. */
      fwdPoints: number;
      /** @description The customer's rate, with forward points and margin. */
      allInRate: number;
      /** @description The price of one unit of quoteCcy in baseCcy, for information. */
      invertedRate: number;
      /** @description The day of the trade, yyyy-mm-dd. */
      tradeDate: string;
      /** @description The day on which the amounts are exchanged, yyyy-mm-dd. */
      valueDate: string;
      /** @description Whether the calendar of a currency is not known for the value date. Absent if it is known. */
      valueDateIsEstimate?: boolean;
      /** @description Why the value date is an estimate, or that it is closed by now and when it settles instead. */
      valueDateRemark?: string;
      /** @description The pair and time of the rate used for the price. */
      externalPricingSystemRefId: string;
      /** @description baseCcy followed by quoteCcy, such as EURUSD. */
      ccyPair: string;
      direction: components["schemas"]["FxDirection"];
      /** @description The same as allInRate. */
      exchangeRate: number;
      /** @description The same as spotRate. */
      referenceSpotRate: number;
      /** @description The same as fwdPoints. */
      referenceFwdPoints: number;
      /** @description The customer that trades with the institution: its customerUID. */
      counterpartyId: string;
    };
    /** @description The part of the contract that was closed out at the market rate after it ended, and what the customer lost or gained by that, in sellCurrency. */
    FxContractCloseOut: {
      /** @description What is sold, in sellCurrency. */
      sellAmount: number;
      /** @description What is bought, in buyCurrency. */
      buyAmount: number;
      /** @description What the customer lost, in sellCurrency. */
      loss: number;
      /** @description What the customer gained, in sellCurrency. */
      gain: number;
    };
    FxContractReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["FxContract"];
    };
    /**
     * @description The trade that covers a contract in the market.
     */
    FxCover: {
      /** @description The contract, by the number that the service gave it. */
      forexContractNo: string;
      /** @description The cover trade, by the number that the service gave it. */
      coverTradeNo: string;
      /** @description The pair and time of the rate. */
      externalPricingSystemRefId: string;
      /** @description How it came in. */
      channel?: string;
      /** @description What customerId is. */
      customerIdType: components["schemas"]["FxCustomerIdType"];
      /** @description The number of the customer in the system of the client. */
      customerId: string;
      /** @description The day of the trade, yyyy-mm-dd. */
      tradeDate: string;
      /** @description The contract's value date, or spot if the contract is covered after that date. */
      valueDate: string;
      /** @description baseCcy followed by quoteCcy, such as EURUSD. */
      ccyPair: string;
      /** @description Whether the institution buys or sells baseCcy in the market. */
      direction: components["schemas"]["FxDirection"];
      /** @description The base currency of the pair, ISO 4217. */
      baseCcy: string;
      /** @description The amount in baseCcy. */
      baseAmount: number;
      /** @description The quote currency of the pair, ISO 4217. */
      quoteCcy: string;
      /** @description The amount in quoteCcy. */
      quoteAmount: number;
      /** @description The time to the value date: SPOT, ON, TN, nW, nM or nY. */
      tenor?: string;
      /** @description The customer's rate, with forward points and margin. */
      allInRate: number;
      /** @description The spot rate in the market at the time of the cover. */
      referenceSpotRate: number;
    };
    FxCoverReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["FxCover"];
    };
    /** @enum {string} */
    FxCustomerIdType: "CustomerUID" | "CustomerShortName" | "CustomerId" | "DDA";
    /**
     * @description Whether the customer buys or sells baseCcy.
     * @enum {string}
     */
    FxDirection: "Buy" | "Sell";
    /**
     * @description How far a customer may trade without prefunding.
     *     }
     */
    FxLine: {
      /** @description The currency, ISO 4217. */
      currency: string;
      line: components["schemas"]["FxLineLine"] | null;
      used?: components["schemas"]["FxLineUsed"];
    };
    /** @description Limits on the contracts of the customer and of all customers below it together; null without a line. */
    FxLineLine: {
      /** @description What the institution would lose if the open contracts were closed in the market now, and what the customers owe for contracts that were closed out. A gain on one contract does not offset the loss on another with another pair, direction or value date. */
      exposure: number;
      /** @description What the open spot contracts exchange. */
      spot: number;
      /** @description What the open forward contracts exchange. */
      forward: number;
    };
    FxLineReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["FxLine"];
    };
    /** @description The FX line of a customer. */
    FxLineRequest: {
      line: components["schemas"]["FxLineRequestLine"] | null;
    };
    /** @description Limits in the institution's currency; null removes the line. */
    FxLineRequestLine: {
      /** @description What the institution would lose if the open contracts were closed in the market now, and what the customers owe for contracts that were closed out. A gain on one contract does not offset the loss on another with another pair, direction or value date. */
      exposure: number;
      /** @description What the open spot contracts exchange. */
      spot: number;
      /** @description What the open forward contracts exchange. */
      forward: number;
    };
    /** @description Absent without the current rates to value it. */
    FxLineUsed: {
      /** @description What the institution would lose if the open contracts were closed in the market now, and what the customers owe for contracts that were closed out. A gain on one contract does not offset the loss on another with another pair, direction or value date. */
      exposure: number;
      /** @description What the open spot contracts exchange. */
      spot: number;
      /** @description What the open forward contracts exchange. */
      forward: number;
    };
    /**
     * @description The margins on exchange rates.
     *       ]
     *     }
     */
    FxMargins: {
      /** @description The margins; the most exact one applies. */
      margins: components["schemas"]["FxMarginsMargin"][];
    };
    FxMarginsMargin: {
      /** @description The pricing tier of the customers. */
      tier?: string;
      /** @description The base currency of the pair, ISO 4217. */
      baseCcy?: string;
      /** @description The quote currency of the pair, ISO 4217. */
      quoteCcy?: string;
      /** @description The margin, in hundredths of a percent of the rate. */
      basisPoints: number;
    };
    FxMarginsReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["FxMargins"];
    };
    /** @description The margins on exchange rates. */
    FxMarginsRequest: {
      /** @description The margins; the most exact one applies. */
      margins: components["schemas"]["FxMarginsRequestMargin"][];
    };
    FxMarginsRequestMargin: {
      /** @description fxPricingTier of the customers. Without it, the margin applies to all other customers. */
      tier?: string;
      /** @description An ISO 4217 code. */
      baseCcy?: components["schemas"]["Currency"];
      /** @description An ISO 4217 code. */
      quoteCcy?: components["schemas"]["Currency"];
      /** @description The margin in hundredths of a percent of the rate, in the institution's favor. */
      basisPoints: number;
    };
    /**
     * @description What the institution is long or short in a currency.
     */
    FxPosition: {
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description The day on which the amounts are exchanged, yyyy-mm-dd. */
      valueDate: string;
      /** @description Amount to receive from customers, at the market rate: without the margin. */
      bought: number;
      /** @description Amount to deliver to customers, at the market rate. */
      sold: number;
      /** @description Net amount to receive from the market under covers. */
      covered: number;
      /** @description Net amount to receive from the market under trades of the desk, less what was realized. */
      desk: number;
      /** @description bought − sold + covered + desk: the remaining currency risk. */
      open: number;
    };
    FxPositionPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["FxPosition"][];
    };
    /**
     * @description SPOT settles on or before the spot date, FORWARD after it.
     * @enum {string}
     */
    FxProductType: "SPOT" | "FORWARD";
    /**
     * @description A price for an exchange of two currencies.
     */
    FxQuote: {
      /** @description The quote, by the identifier that the service gave it: a UUID. */
      quoteUUID: string;
      /** @description Open, Accepted or Rejected. */
      quoteStatus: components["schemas"]["FxQuoteStatus"];
      /** @description The same as quoteStatus. */
      fxQuoteStatus: components["schemas"]["FxQuoteStatus"];
      /** @description Until when the quote can be accepted, ISO 8601 in UTC. */
      expiryTime: string;
      /** @description What customerId is. */
      customerIdType: components["schemas"]["FxCustomerIdType"];
      /** @description The number of the customer in the system of the client. */
      customerId: string;
      productType: components["schemas"]["FxProductType"];
      /** @description The time to the value date: SPOT, ON, TN, nW, nM or nY. */
      tenor?: string;
      /** @description How it came in. */
      channel?: string;
      /** @description The currency that is sold, ISO 4217. */
      sellCurrency: string;
      /** @description What is sold, in sellCurrency. */
      sellAmount: number;
      /** @description The currency that is bought, ISO 4217. */
      buyCurrency: string;
      /** @description What is bought, in buyCurrency. */
      buyAmount: number;
      /** @description The base currency of the pair, ISO 4217. */
      baseCcy: string;
      /** @description The amount in baseCcy. */
      baseAmount: number;
      /** @description The quote currency of the pair, ISO 4217. */
      quoteCcy: string;
      /** @description The amount in quoteCcy. */
      quoteAmount: number;
      /** @description The market price of one unit of baseCcy in quoteCcy. */
      spotRate: number;
      /** @description Forward points added to spotRate for the value date. */
      fwdPoints: number;
      /** @description The customer's rate, with forward points and margin. */
      allInRate: number;
      /** @description The price of one unit of quoteCcy in baseCcy, for information. */
      invertedRate: number;
      /** @description The day of the trade, yyyy-mm-dd. */
      tradeDate: string;
      /** @description The day on which the amounts are exchanged, yyyy-mm-dd. */
      valueDate: string;
      /** @description Whether the calendar of a currency is not known for the value date. Absent if it is known. */
      valueDateIsEstimate?: boolean;
      /** @description Why the value date is an estimate, or that it is closed by now and when it settles instead. */
      valueDateRemark?: string;
      /** @description The pair and time of the rate used for the price. */
      externalPricingSystemRefId: string;
      /** @description baseCcy followed by quoteCcy, such as EURUSD. */
      ccyPair: string;
      direction: components["schemas"]["FxDirection"];
      /** @description The same as allInRate. */
      exchangeRate: number;
      /** @description The same as spotRate. */
      referenceSpotRate: number;
      /** @description The same as fwdPoints. */
      referenceFwdPoints: number;
      /** @description The customer that trades with the institution: its customerUID. */
      counterpartyId: string;
    };
    /** @description The quote to accept. */
    FxQuoteAcceptance: {
      /** @description The quote, by the identifier that the service gave it: a UUID. */
      quoteUUID: string;
      /** @description Whether the contract is covered automatically. Default: false. */
      autoCover?: boolean;
      /** @description Seconds from acceptance to automatic cover. Default: 0. Requires autoCover. */
      autoCoverDelay?: number;
      /** @description The account of the customer that prefunds the contract: the amount sold is held there until payments draw it. Without it, the contract uses the FX line of the customer; a customer without a line prefunds from its oldest active account in sellCurrency that has the amount. */
      fundingAccountUID?: string;
    };
    FxQuoteReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["FxQuote"];
    };
    /** @description The exchange to price. */
    FxQuoteRequest: {
      /** @description The customer, in the form that customerIdType names. */
      customerId: string;
      /** @description What customerId is. */
      customerIdType: components["schemas"]["FxCustomerIdType"];
      /** @description An ISO 4217 code. */
      sellCurrency: components["schemas"]["Currency"];
      /** @description An ISO 4217 code. */
      buyCurrency: components["schemas"]["Currency"];
      /** @description The amount that the customer sells. Give this or transferAmount. */
      fundingAmount?: number;
      /** @description The amount that the customer buys. Give this or fundingAmount. */
      transferAmount?: number;
      productType: components["schemas"]["FxProductType"];
      /** @description SPOT, ON, TN, nW, nM or nY. Give this or valueDate. Default: SPOT. */
      tenor?: string;
      /**
       * Format: date
       * @description yyyy-mm-dd. Give this or tenor.
       */
      valueDate?: string;
      /** @description The channel of the request, for the record. */
      channel?: string;
    };
    /** @enum {string} */
    FxQuoteStatus: "Open" | "PendingApproval" | "Accepted" | "Rejected";
    /**
     * @description The exchange rates of the institution.
     *           ],
     *           "asOf": "2026-07-01T14:00:00.000Z"
     *         }
     *       ]
     *     }
     */
    FxRates: {
      /** @description The rates, one for each pair. */
      rates: components["schemas"]["FxRatesRate"][];
      /** @description Pairs whose own mid rate is further from that of their cross than fx.maxCrossDeviationPercent allows. The cross is quoted instead. */
      deviating?: components["schemas"]["FxRatesDeviating"][];
    };
    FxRatesDeviating: {
      /** @description The base currency of the pair, ISO 4217. */
      baseCcy: string;
      /** @description The quote currency of the pair, ISO 4217. */
      quoteCcy: string;
      /** @description The middle of bid and ask. */
      mid: number;
      /** @description The mid rate of the cross. */
      crossMid: number;
    };
    FxRatesRate: {
      /** @description The base currency of the pair, ISO 4217. */
      baseCcy: string;
      /** @description The quote currency of the pair, ISO 4217. */
      quoteCcy: string;
      /** @description What the market pays for one unit of baseCcy, in quoteCcy. */
      bid: number;
      /** @description The middle of bid and ask. */
      mid: number;
      /** @description What the market takes for one unit of baseCcy, in quoteCcy. */
      ask: number;
      /** @description When the rate was read in the market, ISO 8601 in UTC. */
      asOf: string;
      /** @description What is added to the rate for later value dates. */
      forwardPoints: components["schemas"]["FxRatesRateForwardPoint"][];
    };
    FxRatesRateForwardPoint: {
      /** @description The time to the value date: SPOT, ON, TN, nW, nM or nY. */
      tenor: string;
      /** @description The forward points, in quoteCcy. */
      points: number;
    };
    FxRatesReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["FxRates"];
    };
    /** @description The exchange rates to set. */
    FxRatesRequest: {
      /** @description The rates, one for each pair. */
      rates: components["schemas"]["FxRatesRequestRate"][];
    };
    FxRatesRequestRate: {
      /** @description An ISO 4217 code. */
      baseCcy: components["schemas"]["Currency"];
      /** @description An ISO 4217 code. */
      quoteCcy: components["schemas"]["Currency"];
      /** @description The market bid for one unit of baseCcy, in quoteCcy. */
      bid: number;
      /** @description The market mid rate. */
      mid: number;
      /** @description The market ask for one unit of baseCcy, in quoteCcy. */
      ask: number;
      /**
       * Format: date-time
       * @description Time of the rate, at most seven days ago. Default: now.
       */
      asOf?: string;
      /** @description Only spot and value dates on or between dates with points can be priced. A pair with a cross is priced for the dates that the points of all its legs reach. */
      forwardPoints?: components["schemas"]["FxRatesRequestRateForwardPoint"][];
    };
    FxRatesRequestRateForwardPoint: {
      /** @description ON, TN, nW, nM or nY. */
      tenor: string;
      /** @description Points added to the spot rate, in units of the rate. */
      points: number;
    };
    /**
     * @description The rates that were set, and those that wait for a second person.
     *           ],
     *           "asOf": "2026-07-01T14:00:00.000Z"
     *         }
     *       ]
     *     }
     */
    FxRatesResult: {
      /** @description The rates, one for each pair. */
      rates: components["schemas"]["FxRatesResultRate"][];
      /** @description Pairs whose own mid rate is further from that of their cross than fx.maxCrossDeviationPercent allows. The cross is quoted instead. */
      deviating?: components["schemas"]["FxRatesResultDeviating"][];
      /** @description Rates that are not in force until a second person approves them. */
      waiting?: components["schemas"]["FxRatesResultWaiting"][];
    };
    FxRatesResultDeviating: {
      /** @description The base currency of the pair, ISO 4217. */
      baseCcy: string;
      /** @description The quote currency of the pair, ISO 4217. */
      quoteCcy: string;
      /** @description The middle of bid and ask. */
      mid: number;
      /** @description The mid rate of the cross. */
      crossMid: number;
    };
    FxRatesResultRate: {
      /** @description The base currency of the pair, ISO 4217. */
      baseCcy: string;
      /** @description The quote currency of the pair, ISO 4217. */
      quoteCcy: string;
      /** @description What the market pays for one unit of baseCcy, in quoteCcy. */
      bid: number;
      /** @description The middle of bid and ask. */
      mid: number;
      /** @description What the market takes for one unit of baseCcy, in quoteCcy. */
      ask: number;
      /** @description When the rate was read in the market, ISO 8601 in UTC. */
      asOf: string;
      /** @description What is added to the rate for later value dates. */
      forwardPoints: components["schemas"]["FxRatesResultRateForwardPoint"][];
    };
    FxRatesResultRateForwardPoint: {
      /** @description The time to the value date: SPOT, ON, TN, nW, nM or nY. */
      tenor: string;
      /** @description The forward points, in quoteCcy. */
      points: number;
    };
    FxRatesResultReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["FxRatesResult"];
    };
    FxRatesResultWaiting: {
      /** @description The base currency of the pair, ISO 4217. */
      baseCcy: string;
      /** @description The quote currency of the pair, ISO 4217. */
      quoteCcy: string;
      /** @description The approval that the change waits for. */
      approvalUID: string;
      /** @description A sentence for people. */
      message: string;
    };
    /**
     * @description The value of a position at the end of a business day.
     */
    FxRevaluation: {
      /** @description The business day, yyyy-mm-dd. */
      businessDate: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description The spot date for everything that is due until then, or a later date. */
      valueDate: string;
      /** @description Amount to receive, or to deliver (negative), at the end of the day. */
      position: number;
      /** @description The currency and the institution's, in market order. */
      currencyPair: string;
      /** @description The mid rate for the value date; absent if the position is zero. */
      rate?: number;
      /** @description The pair and time of the rate. */
      externalPricingSystemRefId?: string;
      /** @description What the position is worth, in the institution's currency. */
      value: number;
      /** @description What the position cost, in the institution's currency. */
      cost: number;
      /** @description value − cost: the unrealized result since the position was opened. */
      result: number;
    };
    FxRevaluationPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["FxRevaluation"][];
    };
    /**
     * @description Booked: Agreed, with nothing drawn: both parties owe the exchange on the value date. PartiallyDrawn: Payments have drawn part of the contract. Completed: Drawn in full, to the last minor unit. A contract made for one payment starts in this state. Cancelled: Cancelled: the undrawn amount was closed out at the market rate. Expired: The value date passed before the contract was fully drawn: the undrawn amount was closed out at the market rate.
     * @enum {string}
     */
    FxTradeStatus: "Booked" | "PartiallyDrawn" | "Completed" | "Cancelled" | "Expired";
    /**
     * @description A file or message on its way to a network.
     */
    Handover: {
      /** @description The hand-over, by the identifier that the service gave it. */
      handoverUID: string;
      /** @description The rail. */
      rail: components["schemas"]["Rail"];
      /** @description The name of the file or message. */
      name: string;
      /** @description The status. */
      status: components["schemas"]["HandoverStatus"];
      /** @description Why nobody can tell whether it left. */
      doubt?: string;
      /** @description What a person decided. */
      decision?: string;
      /** @description RFC 3339. */
      createdAt: string;
    };
    /** @description What a person found out about a hand-over in doubt. */
    HandoverDecision: {
      decision: components["schemas"]["DecidedHandover"];
      /** @description Why, for the audit trail. */
      reason: string;
    };
    HandoverReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Handover"];
    };
    /** @enum {string} */
    HandoverStatus: "Waiting" | "Claimed" | "HandedOver" | "InDoubt" | "Replaced";
    /** @description The identity provider that signs persons in. */
    IdentityProvider: {
      /** @description The iss of its assertions. */
      issuer: string;
      /** @description Its public keys as JWKs. The private keys must belong to the identity provider, never to the client: a client that signs its own assertions could assert any person. */
      keys: components["schemas"]["IdentityProviderKey"][];
    };
    /** @description A public key of an identity provider, RFC 7517. */
    IdentityProviderKey: {
      /** @description EC, RSA or OKP. */
      kty: string;
      /** @description The name of the key. */
      kid: string;
      /** @description The algorithm, RFC 7517. */
      alg?: string;
      /** @description What the key is for, RFC 7517. */
      use?: string;
      /** @description The curve, RFC 7518. */
      crv?: string;
      /** @description The x coordinate of a key, RFC 7518. */
      x?: string;
      /** @description The y coordinate of a key, RFC 7518. */
      y?: string;
      /** @description The modulus of an RSA key, RFC 7518. */
      n?: string;
      /** @description The exponent of an RSA key, RFC 7518. */
      e?: string;
    };
    /**
     * @description The institution and its settings.
     *       ],
     *       "rails": {
     *         "ACH": true,
     *         "FEDWIRE": false,
     *         "RTP": false,
     *         "FEDNOW": false,
     *         "SWIFT": false
     *       },
     *       "instantNetwork": "RTP",
     *       "instantLimits": {
     *         "RTP": null,
     *         "FEDNOW": 500000
     *       },
     *       "ach": {
     *         "immediateDestination": "061000146",
     *         "immediateDestinationName": "FRB ATLANTA",
     *         "secCodes": [
     *           "PPD",
     *           "CCD"
     *         ],
     *         "collection": {
     *           "economy": [
     *             "14:15",
     *             "18:00"
     *           ],
     *           "economyPlus": [
     *             "10:00",
     *             "14:15",
     *             "16:15"
     *           ]
     *         }
     *       },
     *       "correspondents": [
     *         {
     *           "currency": "EUR",
     *           "bic": "DEUTDEFF",
     *           "accountNumber": "DE89370400440532013000",
     *           "settlementMethod": "Serial",
     *           "charges": [
     *             "OUR",
     *             "SHA",
     *             "BEN"
     *           ],
     *           "answerDays": 2
     *         }
     *       ],
     *       "networks": {
     *         "FEDWIRE": {
     *           "link": "Directory",
     *           "endpoint": "B1QDRCQR",
     *           "isSigned": false
     *         }
     *       },
     *       "cutOffs": {
     *         "marginMinutes": 15,
     *         "swift": "16:00",
     *         "swiftByCurrency": [
     *           {
     *             "currency": "EUR",
     *             "time": "10:00"
     *           }
     *         ],
     *         "onMissed": "NextWindow"
     *       },
     *       "callBacks": {
     *         "minimumNumberAge": 7
     *       },
     *       "debits": {
     *         "feesFrom": "Account",
     *         "returnReservePercent": 100,
     *         "fundsAvailability": 0
     *       },
     *       "stoppedMakers": {
     *         "clientRevoked": "Hold",
     *         "clientExpired": "Continue",
     *         "userStopped": "Hold",
     *         "legalEntitySuspended": "Hold",
     *         "outOfReach": "Hold"
     *       },
     *       "recurrence": {
     *         "businessDays": "following"
     *       },
     *       "obligations": {
     *         "dueSoonHours": 24
     *       },
     *       "receipts": {
     *         "matchNames": false,
     *         "reviewCreditsFrom": 25000,
     *         "reviewInternational": true
     *       },
     *       "returns": {
     *         "aloneUpTo": 100000
     *       },
     *       "repeatedReferences": "Warn",
     *       "fx": {
     *         "maxRateAgeSeconds": 900,
     *         "smallestTickets": [
     *           {
     *             "currencyPair": "USD/JPY",
     *             "amount": 10
     *           }
     *         ],
     *         "maxRateChangePercent": 5,
     *         "maxRoundTripGainPercent": 10,
     *         "maxCrossDeviationPercent": 1,
     *         "lastLookBasisPoints": 10,
     *         "maxOpenQuotes": 10,
     *         "maxOpenQuotesAmount": null,
     *         "marginIncome": "AtTrade",
     *         "closeOutGains": "UpToLoss",
     *         "deskTradeAloneUpTo": 1000000,
     *         "deskTradePriceTolerancePercent": 1
     *       },
     *       "adjustmentCaps": [
     *         {
     *           "currency": "USD",
     *           "perBooking": 100000,
     *           "perDay": 1000000
     *         }
     *       ],
     *       "books": {
     *         "closeTime": "18:00",
     *         "exportDetail": "Account",
     *         "glAccounts": [
     *           {
     *             "account": "clearing:ACH:USD",
     *             "glAccount": "1311"
     *           }
     *         ],
     *         "customerGlAccounts": [
     *           "2000",
     *           "2100"
     *         ]
     *       },
     *       "accountNumbers": {
     *         "quarantineYears": 7,
     *         "scheme": {
     *           "prefix": "",
     *           "length": 12
     *         }
     *       }
     *     }
     */
    Institution: {
      /** @description The institution's code in the paths of the token service. */
      tenantCode: string;
      /** @description The institution's own legal entity, above all its customers. */
      customerUID: string;
      /** @description The name. */
      name: string;
      /** @description The time zone, a name of the IANA database. */
      timeZone: string;
      /** @description The routing number of the bank that keeps the account. */
      routingNumber: string;
      /** @description The BIC of the institution. */
      bic?: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description Whether the institution is a sandbox: no money moves, and the clock can be set. */
      sandbox: boolean;
      /** @description Whether changes of settings need a second person. */
      dualControl: boolean;
      /** @description Days on which the institution is closed besides the holidays, yyyy-mm-dd. */
      closedDays: string[];
      /** @description What is known of the days of currencies beyond the rules. */
      currencyCalendars: components["schemas"]["InstitutionCurrencyCalendar"][];
      rails: components["schemas"]["InstitutionRails"];
      /** @description The network of instant payments. */
      instantNetwork: string;
      instantLimits: components["schemas"]["InstitutionInstantLimits"];
      /** @description How ACH files are made. */
      ach: components["schemas"]["InstitutionAch"];
      /** @description The bank through which the institution pays and is paid in each currency by SWIFT. */
      correspondents: components["schemas"]["InstitutionCorrespondent"][];
      /** @description Until when payments are accepted for the day. */
      cutOffs: components["schemas"]["InstitutionCutOffs"];
      /** @description Which telephone numbers count for a call-back. */
      callBacks: components["schemas"]["InstitutionCallBacks"];
      /** @description How debits are paid out and paid for. */
      debits: components["schemas"]["InstitutionDebits"];
      /** @description What becomes of what a maker set up that was stopped since: Hold or Continue. */
      stoppedMakers: components["schemas"]["InstitutionStoppedMakers"];
      /** @description Where the institution stands in the networks, and how its messages get there. */
      networks: components["schemas"]["InstitutionNetworks"];
      /** @description Makes the payment the first of a series. */
      recurrence: components["schemas"]["InstitutionRecurrence"];
      /** @description How the institution keeps the times of the rules of the networks. */
      obligations: components["schemas"]["InstitutionObligations"];
      receipts: components["schemas"]["InstitutionReceipts"];
      /** @description How payments are returned and reversed by hand. */
      returns: components["schemas"]["InstitutionReturns"];
      /** @description What becomes of a second payment with the externalReferenceId of one in the last 24 hours, without a key. */
      repeatedReferences: string;
      /** @description How currencies are exchanged. */
      fx: components["schemas"]["InstitutionFx"];
      /** @description The most that adjustments may post, by currency. */
      adjustmentCaps: components["schemas"]["InstitutionAdjustmentCap"][];
      /** @description How the books are closed and exported. */
      books: components["schemas"]["InstitutionBooks"];
      /** @description How account numbers are given. */
      accountNumbers: components["schemas"]["InstitutionAccountNumbers"];
      /** @description How the simulated networks behave; in a sandbox only. */
      simulator?: components["schemas"]["InstitutionSimulator"];
    };
    InstitutionAccountNumbers: {
      /** @description How long the number of a closed account is not given again, in years. */
      quarantineYears: number;
      /** @description The form of account numbers. */
      scheme: components["schemas"]["InstitutionAccountNumbersScheme"];
    };
    InstitutionAccountNumbersScheme: {
      /** @description The first digits. */
      prefix: string;
      /** @description The number of digits. */
      length: number;
    };
    InstitutionAch: {
      /** @description The routing number of the ACH operator. */
      immediateDestination: string;
      /** @description The name of the ACH operator. */
      immediateDestinationName: string;
      /** @description When ACH entries are collected into files. */
      collection: components["schemas"]["InstitutionAchCollection"];
      /** @description The SEC codes of the ACH entries that the customer may send. */
      secCodes: string[];
    };
    InstitutionAchCollection: {
      /** @description The times of collection for Economy, HH:MM on the clock of the operator. */
      economy?: string[];
      /** @description The times of collection for Economy Plus, HH:MM on the clock of the operator. */
      economyPlus?: string[];
      /** @description In a sandbox, the seconds between two collections. */
      everySeconds?: number;
    };
    InstitutionAdjustmentCap: {
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description The most that one adjustment may post. */
      perBooking: number;
      /** @description The most that all adjustments of one business day may post. */
      perDay: number;
    };
    InstitutionBooks: {
      /** @description When a business day ends, HH:MM; null for midnight. */
      closeTime: string | null;
      /** @description What a line of the export is. */
      exportDetail: string;
      /** @description The numbers of accounts in the general ledger of the institution. */
      glAccounts: components["schemas"]["InstitutionBooksGlAccount"][];
      /** @description The numbers under which clients of customers may open accounts. */
      customerGlAccounts: string[];
    };
    InstitutionBooksGlAccount: {
      /** @description The account. */
      account: string;
      /** @description The number in the general ledger of the institution. */
      glAccount: string;
    };
    InstitutionCallBacks: {
      /** @description For how many days a number must be unchanged before it counts. */
      minimumNumberAge: number;
    };
    InstitutionCorrespondent: {
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description The BIC of the institution. */
      bic: string;
      /** @description The name. */
      name?: string;
      /** @description The account number; masked for a token without Customers.View_Account_Number. */
      accountNumber: string;
      /** @description Whether the money goes with the message, or through the correspondents. */
      settlementMethod: components["schemas"]["SettlementMethod"];
      /** @description Who may pay the charges of the banks on the way. */
      charges: string[];
      /** @description After how many business days silence about a payment is an exception. */
      answerDays: number;
    };
    InstitutionCurrencyCalendar: {
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description Days on which the institution is closed besides the holidays, yyyy-mm-dd. */
      closedDays: string[];
      /** @description Days on which the currency settles, though the rules say that they are holidays. */
      openDays: string[];
      /** @description The weekend from a day on. */
      weekends: components["schemas"]["InstitutionCurrencyCalendarWeekend"][];
      /** @description Up to which day somebody has compared the calendar with what was published. */
      confirmedUntil?: string;
    };
    InstitutionCurrencyCalendarWeekend: {
      /** @description The inclusive lower bound. */
      from: string;
      /** @description The business days. */
      days: string[];
    };
    InstitutionCutOffs: {
      /** @description How many minutes before the cut-off of the network the institution stops. */
      marginMinutes: number;
      /** @description The last time for SWIFT payments of a day, HH:MM. */
      swift: string;
      /** @description The last time for SWIFT payments in some currencies. */
      swiftByCurrency: components["schemas"]["InstitutionCutOffsSwiftByCurrency"][];
      /** @description What becomes of a payment that misses its cut-off. */
      onMissed: string;
    };
    InstitutionCutOffsSwiftByCurrency: {
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description A time of day, HH:MM in the time zone of the institution. */
      time: string;
    };
    InstitutionDebits: {
      /** @description Who pays the fee of a debit. */
      feesFrom: string;
      /** @description The part of settled debits that is kept for returns, in percent. */
      returnReservePercent: number;
      /** @description On which banking day after settlement the proceeds are available. */
      fundsAvailability: number;
    };
    InstitutionFx: {
      /** @description The oldest rate that is quoted, in seconds. */
      maxRateAgeSeconds: number | null;
      /** @description The smallest amount that the market trades in a pair. */
      smallestTickets: components["schemas"]["InstitutionFxSmallestTicket"][];
      /** @description The largest change of a rate that one person can set. */
      maxRateChangePercent: number;
      /** @description What conversions there and back may gain at the rates that one person sets on a day. */
      maxRoundTripGainPercent: number;
      /** @description How far the own rate of a pair may be from its cross, in percent. */
      maxCrossDeviationPercent: number;
      /** @description How far the market may move against the institution before a quote is accepted, in basis points. */
      lastLookBasisPoints: number;
      /** @description How many quotes a customer with its group may have open at a time. */
      maxOpenQuotes: number;
      /** @description For how much those quotes may be, in the institution's currency; null without a bound. */
      maxOpenQuotesAmount: number | null;
      /** @description When a margin becomes income. */
      marginIncome: string;
      /** @description Who gets the gain of a close-out. */
      closeOutGains: string;
      /** @description What one person can trade alone for the desk on a day. */
      deskTradeAloneUpTo: number;
      /** @description How far the price of such a trade may be from the market, in percent. */
      deskTradePriceTolerancePercent: number;
    };
    InstitutionFxSmallestTicket: {
      /** @description Two currencies, such as EUR/USD. */
      currencyPair: string;
      /** @description The amount. */
      amount: number;
    };
    /** @description The largest instant payment that the institution sends, by network. */
    InstitutionInstantLimits: {
      /** @description In whole US dollars; null for the network's own limit. */
      RTP: number | null;
      /** @description In whole US dollars; null for the network's own limit. */
      FEDNOW: number | null;
    };
    /**
     * @description The limits of the institution for all customers.
     *       ],
     *       "totals": [
     *         {
     *           "key": "FEDWIRE_PAYMENT_LIMIT_PER_DAY",
     *           "value": 10000000,
     *           "currency": "USD"
     *         }
     *       ]
     *     }
     */
    InstitutionLimits: {
      /** @description The limits. */
      limits: components["schemas"]["InstitutionLimitsLimit"][];
      /** @description Limits on what all customers do together. */
      totals: components["schemas"]["SetLimit"][];
    };
    InstitutionLimitsLimit: {
      /** @description The key of the limit. */
      key: components["schemas"]["LimitKey"];
      /** @description The value. */
      value: number;
      /** @description Payments above this amount wait for the approval of the institution. */
      approvalAbove?: number;
      /** @description The currency, ISO 4217. */
      currency: string;
    };
    InstitutionLimitsReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["InstitutionLimits"];
    };
    /** @description The limits of the institution for all customers. */
    InstitutionLimitsRequest: {
      /** @description The limits. */
      limits: components["schemas"]["InstitutionLimitsRequestLimit"][];
      /** @description Limits on the payments of all customers of the institution together. */
      totals?: components["schemas"]["LimitSetting"][];
    };
    InstitutionLimitsRequestLimit: {
      key: components["schemas"]["LimitKey"];
      /** @description A decimal amount in the institution's currency; null removes the limit. */
      value: number | null;
      /** @description A payment above this amount waits for the institution's approval. It needs a value: a payment above that is refused. */
      approvalAbove?: number;
    };
    InstitutionNetworks: {
      FEDWIRE?: components["schemas"]["InstitutionNetworksFEDWIRE"];
      RTP?: components["schemas"]["InstitutionNetworksRTP"];
      FEDNOW?: components["schemas"]["InstitutionNetworksFEDNOW"];
      SWIFT?: components["schemas"]["InstitutionNetworksSWIFT"];
    };
    /** @description Where the institution stands in FEDNOW. */
    InstitutionNetworksFEDNOW: {
      /** @description How messages reach the network. */
      link: string;
      /** @description The endpoint that the Fed assigned, eight characters. */
      endpoint?: string;
      /** @description Who sends and receives in the header of messages. */
      connectionParty?: string;
      /** @description The queue to the network. */
      sendQueue?: string;
      /** @description The queue from the network. */
      receiveQueue?: string;
      /** @description Whether messages leave signed, and only come in so. */
      isSigned: boolean;
    };
    /** @description Where the institution stands in FEDWIRE. */
    InstitutionNetworksFEDWIRE: {
      /** @description How messages reach the network. */
      link: string;
      /** @description The endpoint that the Fed assigned, eight characters. */
      endpoint?: string;
      /** @description Who sends and receives in the header of messages. */
      connectionParty?: string;
      /** @description The queue to the network. */
      sendQueue?: string;
      /** @description The queue from the network. */
      receiveQueue?: string;
      /** @description Whether messages leave signed, and only come in so. */
      isSigned: boolean;
    };
    /** @description Where the institution stands in RTP. */
    InstitutionNetworksRTP: {
      /** @description How messages reach the network. */
      link: string;
      /** @description The endpoint that the Fed assigned, eight characters. */
      endpoint?: string;
      /** @description Who sends and receives in the header of messages. */
      connectionParty?: string;
      /** @description The queue to the network. */
      sendQueue?: string;
      /** @description The queue from the network. */
      receiveQueue?: string;
      /** @description Whether messages leave signed, and only come in so. */
      isSigned: boolean;
    };
    /** @description Where the institution stands in SWIFT. */
    InstitutionNetworksSWIFT: {
      /** @description How messages reach the network. */
      link: string;
      /** @description The endpoint that the Fed assigned, eight characters. */
      endpoint?: string;
      /** @description Who sends and receives in the header of messages. */
      connectionParty?: string;
      /** @description The queue to the network. */
      sendQueue?: string;
      /** @description The queue from the network. */
      receiveQueue?: string;
      /** @description Whether messages leave signed, and only come in so. */
      isSigned: boolean;
    };
    InstitutionObligations: {
      /** @description How many hours before its time an obligation is announced as due soon. */
      dueSoonHours: number;
    };
    /** @description The rails that the institution offers. */
    InstitutionRails: {
      /** @description Whether the institution offers ACH. */
      ACH: boolean;
      /** @description Whether the institution offers Fedwire. */
      FEDWIRE: boolean;
      /** @description Whether the institution offers RTP. */
      RTP: boolean;
      /** @description Whether the institution offers FedNow. */
      FEDNOW: boolean;
      /** @description Whether the institution offers SWIFT. */
      SWIFT: boolean;
    };
    /** @description How what comes in is posted. */
    InstitutionReceipts: {
      /** @description Whether an incoming entry must name the customer of its account. */
      matchNames: boolean;
      /** @description From which amount on a person reviews an incoming credit; null to review none. */
      reviewCreditsFrom: number | null;
      /** @description Whether a person screens each incoming international entry. */
      reviewInternational: boolean;
    };
    InstitutionRecurrence: {
      /** @description Whether a payment on a day off moves before or after it. */
      businessDays: string;
    };
    InstitutionReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Institution"];
    };
    InstitutionReturns: {
      /** @description What one person can return and reverse alone on a day. */
      aloneUpTo: number;
    };
    InstitutionSimulator: {
      /** @description After how many seconds a simulated payment settles. */
      settleAfterSeconds: number;
    };
    InstitutionStoppedMakers: {
      /** @description When an API client was revoked. */
      clientRevoked: string;
      /** @description When an API client has expired. */
      clientExpired: string;
      /** @description When a user is not Active. */
      userStopped: string;
      /** @description When the legal entity of the client or user, or one above it, is Suspended. */
      legalEntitySuspended: string;
      /** @description When the customer was moved, and the legal entity of the client or user is not above it any more. */
      outOfReach: string;
    };
    /** @description The settings to change; the others stay. */
    InstitutionUpdate: {
      /** @description The name. */
      name?: string;
      /** @description The IANA time zone of the institution's dates. It changes only while it is the same date in both zones. */
      timeZone?: string;
      /** @description Nine digits. */
      routingNumber?: string;
      /** @description The BIC of the institution. */
      bic?: string | null;
      /** @description An ISO 4217 code. */
      currency?: components["schemas"]["Currency"];
      /** @description Whether the institution is a sandbox: no money moves, and the clock can be set. */
      sandbox?: boolean;
      /** @description Whether a second person must approve the changes of the institution. */
      dualControl?: boolean;
      /** @description Days on which the institution is closed, in addition to weekends and Federal Reserve holidays: all of them. Days that have begun cannot be closed or opened; those that are over stay. */
      closedDays?: string[];
      /** @description What is known of the days of currencies beyond the rules: all of it, at most once per currency. Days up to today cannot change. */
      currencyCalendars?: components["schemas"]["InstitutionUpdateCurrencyCalendar"][];
      /** @description The rails that the institution offers. */
      rails?: components["schemas"]["InstitutionUpdateRails"];
      /**
       * @description The network for payments with speed Instant.
       * @enum {string}
       */
      instantNetwork?: "RTP" | "FEDNOW";
      instantLimits?: components["schemas"]["InstitutionUpdateInstantLimits"];
      /** @description How ACH files are made. */
      ach?: components["schemas"]["InstitutionUpdateAch"];
      /** @description The bank through which the institution pays and is paid in each currency by SWIFT: all of them, at most one per currency. */
      correspondents?: components["schemas"]["InstitutionUpdateCorrespondent"][];
      /** @description Until when payments are accepted for the day. */
      cutOffs?: components["schemas"]["InstitutionUpdateCutOffs"];
      /** @description Which telephone numbers count for a call-back. */
      callBacks?: components["schemas"]["InstitutionUpdateCallBacks"];
      /** @description How debits are paid out and paid for. */
      debits?: components["schemas"]["InstitutionUpdateDebits"];
      stoppedMakers?: components["schemas"]["InstitutionUpdateStoppedMakers"];
      networks?: components["schemas"]["InstitutionUpdateNetworks"];
      recurrence?: components["schemas"]["InstitutionUpdateRecurrence"];
      /** @description How the institution keeps the times of the rules of the networks. */
      obligations?: components["schemas"]["InstitutionUpdateObligations"];
      receipts?: components["schemas"]["InstitutionUpdateReceipts"];
      /** @description How payments are returned and reversed by hand. */
      returns?: components["schemas"]["InstitutionUpdateReturns"];
      repeatedReferences?: components["schemas"]["RepeatedReferences"];
      /** @description How currencies are exchanged. */
      fx?: components["schemas"]["InstitutionUpdateFx"];
      /** @description Caps on adjustments of account balances, one entry for each currency. A currency without an entry cannot be adjusted. */
      adjustmentCaps?: components["schemas"]["InstitutionUpdateAdjustmentCap"][];
      /** @description How the books are closed and exported. */
      books?: components["schemas"]["InstitutionUpdateBooks"];
      /** @description How account numbers are given. */
      accountNumbers?: components["schemas"]["InstitutionUpdateAccountNumbers"];
      /** @description How the simulated networks behave; in a sandbox only. */
      simulator?: components["schemas"]["InstitutionUpdateSimulator"];
    };
    InstitutionUpdateAccountNumbers: {
      /** @description For how many years after its closing no other account can have the number of an account. */
      quarantineYears?: number;
      /** @description The form of account numbers. */
      scheme?: components["schemas"]["InstitutionUpdateAccountNumbersScheme"];
    };
    InstitutionUpdateAccountNumbersScheme: {
      /** @description At most eight digits. */
      prefix?: string;
      /** @description With the prefix and the check digit. */
      length?: number;
    };
    InstitutionUpdateAch: {
      /** @description Nine digits. */
      immediateDestination?: string;
      /** @description The name of the ACH operator. */
      immediateDestinationName?: string;
      /** @description When ACH entries are collected into files. */
      collection?: components["schemas"]["InstitutionUpdateAchCollection"];
      /** @description The SEC codes that the institution originates. Lists of customers and accounts can have only these; a customer without a list may send all of them. */
      secCodes?: components["schemas"]["SecCode"][];
    };
    InstitutionUpdateAchCollection: {
      /** @description Times at which Economy entries are collected into a file, Eastern time. */
      economy?: string[];
      /** @description Times at which same-day entries are collected into a file, Eastern time. */
      economyPlus?: string[];
      /** @description In a sandbox only: the interval between files, in seconds, instead of windows. */
      everySeconds?: number;
    };
    InstitutionUpdateAdjustmentCap: {
      /** @description An ISO 4217 code. */
      currency: components["schemas"]["Currency"];
      /** @description The most that one adjustment may post. */
      perBooking: number;
      /** @description The most that all adjustments of one business day may post, credits and debits together. */
      perDay: number;
    };
    InstitutionUpdateBooks: {
      /** @description When a business day ends: HH:MM in the institution's time zone; null for midnight. A day that has begun ends as it was to end. */
      closeTime?: string | null;
      /**
       * @description Whether the file of a day has a line for each account or each entry.
       * @enum {string}
       */
      exportDetail?: "Account" | "Entry";
      /** @description Numbers in the general ledger, all of them. A code is stronger than its entry of the chart. */
      glAccounts?: components["schemas"]["InstitutionUpdateBooksGlAccount"][];
      /** @description The numbers in the general ledger under which clients of customers may open accounts, all of them. 2000 until it is set. */
      customerGlAccounts?: string[];
    };
    InstitutionUpdateBooksGlAccount: {
      /** @description An entry of the chart of accounts, such as clearing, or the code of one account: clearing:ACH:USD. */
      account: string;
      /** @description The number in the institution's general ledger. */
      glAccount: string;
    };
    InstitutionUpdateCallBacks: {
      /** @description For how many days a telephone number of a customer must be unchanged before it counts for a call-back; 7 by default. A number that the institution set or confirmed counts at once. */
      minimumNumberAge: number;
    };
    InstitutionUpdateCorrespondent: {
      /** @description An ISO 4217 code. */
      currency: components["schemas"]["Currency"];
      /** @description The BIC of the bank that keeps the institution's account. */
      bic: string;
      /** @description The name. */
      name?: string;
      /** @description The institution's account there: an IBAN, or the bank's own number. */
      accountNumber: string;
      /** @description Serial, the default: one message goes from bank to bank. Cover: the message goes to the beneficiary's bank, and the money through the correspondents. */
      settlementMethod?: components["schemas"]["SettlementMethod"];
      /** @description The detailsOfCharges that the correspondent takes. Default: all. */
      charges?: components["schemas"]["DetailsOfCharges"][];
      /** @description After how many business days of the currency a payment without an answer is an exception. Default: 2. */
      answerDays?: number;
    };
    InstitutionUpdateCurrencyCalendar: {
      /** @description An ISO 4217 code. */
      currency: components["schemas"]["Currency"];
      /** @description Days on which the currency does not settle, though the rules say that it does. */
      closedDays?: string[];
      /** @description Days on which it settles, though the rules say that they are holidays. */
      openDays?: string[];
      /** @description The weekend from a day on, if it is not that of the rules. */
      weekends?: components["schemas"]["InstitutionUpdateCurrencyCalendarWeekend"][];
      /** @description Up to which day somebody has compared the calendar with what was published, yyyy-mm-dd. */
      confirmedUntil?: string | null;
    };
    InstitutionUpdateCurrencyCalendarWeekend: {
      /** @description A date, yyyy-mm-dd. */
      from: string;
      /** @description The business days. */
      days: components["schemas"]["Weekday"][];
    };
    InstitutionUpdateCutOffs: {
      /** @description How long before a network's cut-off the institution's cut-off is. */
      marginMinutes?: number;
      /** @description The last time for SWIFT payments of a day: HH:MM in the institution's time zone. */
      swift?: string;
      /** @description Currencies with their own cut-off, all of them. Other currencies have swift. */
      swiftByCurrency?: components["schemas"]["InstitutionUpdateCutOffsSwiftByCurrency"][];
      /** @description What becomes of a payment that misses its cut-off, unless onMissedCutOff of its request or customer says. */
      onMissed?: components["schemas"]["OnMissedCutOff"];
    };
    InstitutionUpdateCutOffsSwiftByCurrency: {
      /** @description An ISO 4217 code. */
      currency: components["schemas"]["Currency"];
      /** @description The last time for SWIFT payments that deliver it: HH:MM in the institution's time zone. */
      time: string;
    };
    InstitutionUpdateDebits: {
      /**
       * @description Account: the fees of a debit are held on the account of the customer. Proceeds: they come out of what the debit collects, when it settles.
       * @enum {string}
       */
      feesFrom?: "Account" | "Proceeds";
      /** @description How many percent of a settled consumer debit count in the debitExposureLimit of the account, from the third banking day after settlement until it can no longer come back as unauthorized. */
      returnReservePercent?: number;
      /** @description On which banking day after its settlement the proceeds of a debit are available; 0, the default, at once. Until then they are in the ledger balance, and held. A customer can have its own: debitFundsAvailability. */
      fundsAvailability?: number;
    };
    InstitutionUpdateFx: {
      /** @description The maximum age of an exchange rate for a quote; null, in a sandbox only, for any age. */
      maxRateAgeSeconds?: number | null;
      /** @description The smallest tickets of FX contracts: all of them, at most one per pair. */
      smallestTickets?: components["schemas"]["InstitutionUpdateFxSmallestTicket"][];
      /** @description A new exchange rate that differs more from the present one waits for a second person. */
      maxRateChangePercent?: number;
      /** @description Under dual control, a new exchange rate waits for a second person if conversions there and back at the rates that were set alone on the business day could gain more by it. */
      maxRoundTripGainPercent?: number;
      /** @description A pair's own exchange rate that is further from its cross is not used: the cross is. */
      maxCrossDeviationPercent?: number;
      /** @description How far the market may move against the institution while a quote is open, in hundredths of a percent. After a larger move, the quote can no longer be accepted. */
      lastLookBasisPoints?: number;
      /** @description How many quotes a customer, with all customers below it, may have open at a time. */
      maxOpenQuotes?: number;
      /** @description For how much those quotes may be, in the institution's currency; null without a bound. */
      maxOpenQuotesAmount?: number | null;
      /**
       * @description When the margin of an FX contract is income: at the trade, or as payments draw it.
       * @enum {string}
       */
      marginIncome?: "AtTrade" | "AtDraw";
      /** @description Under dual control, what one person trades alone for the desk on a business day: the larger side of each trade at the market's rate, in the institution's currency. More waits for a second person. */
      deskTradeAloneUpTo?: number;
      /** @description Under dual control, a trade of the desk at a price further from the market's rate waits for a second person. */
      deskTradePriceTolerancePercent?: number;
      /**
       * @description Who gets the gain of an FX contract that is closed out. UpToLoss: the institution keeps what it lost on the contract, and the customer gets the rest.
       * @enum {string}
       */
      closeOutGains?: "UpToLoss" | "Institution" | "Customer";
    };
    InstitutionUpdateFxSmallestTicket: {
      /** @description Two currencies in market order, such as USD/JPY. */
      currencyPair: string;
      /** @description The smallest amount of a quote, or of a payment without a contract, in the base currency. */
      amount: number;
    };
    /** @description The largest instant payment that the institution sends, by network. */
    InstitutionUpdateInstantLimits: {
      /** @description In whole US dollars, at most the network's own limit; null for that. */
      RTP?: number | null;
      /** @description In whole US dollars, at most the network's own limit; null for that. */
      FEDNOW?: number | null;
    };
    /** @description The networks that the institution is connected to. One that is named replaces the one before. */
    InstitutionUpdateNetworks: {
      FEDWIRE?: components["schemas"]["InstitutionUpdateNetworksFEDWIRE"];
      RTP?: components["schemas"]["InstitutionUpdateNetworksRTP"];
      FEDNOW?: components["schemas"]["InstitutionUpdateNetworksFEDNOW"];
      SWIFT?: components["schemas"]["InstitutionUpdateNetworksSWIFT"];
    };
    /** @description Where the institution stands in FEDNOW. */
    InstitutionUpdateNetworksFEDNOW: {
      link: components["schemas"]["LinkKind"];
      /** @description Of FEDWIRE only: the endpoint that the Fed assigned, eight capital letters and digits. */
      endpoint?: string;
      /** @description Who sends and receives in the header of messages, as the network knows it: nine characters, of RTP eleven. Default: the routing number, of RTP with A1. SWIFT uses the bic. */
      connectionParty?: string;
      /** @description Of an Amqp link: the queue to the network. Default: giro.CODE.RAIL.out. */
      sendQueue?: string;
      /** @description Of an Amqp link: the queue from the network. Default: giro.CODE.RAIL.in. */
      receiveQueue?: string;
      /** @description Whether messages leave with an XML signature, and those without a valid one go to quarantine. The keys are settings of the service. Default: false. */
      isSigned?: boolean;
    };
    /** @description Where the institution stands in FEDWIRE. */
    InstitutionUpdateNetworksFEDWIRE: {
      link: components["schemas"]["LinkKind"];
      /** @description Of FEDWIRE only: the endpoint that the Fed assigned, eight capital letters and digits. */
      endpoint?: string;
      /** @description Who sends and receives in the header of messages, as the network knows it: nine characters, of RTP eleven. Default: the routing number, of RTP with A1. SWIFT uses the bic. */
      connectionParty?: string;
      /** @description Of an Amqp link: the queue to the network. Default: giro.CODE.RAIL.out. */
      sendQueue?: string;
      /** @description Of an Amqp link: the queue from the network. Default: giro.CODE.RAIL.in. */
      receiveQueue?: string;
      /** @description Whether messages leave with an XML signature, and those without a valid one go to quarantine. The keys are settings of the service. Default: false. */
      isSigned?: boolean;
    };
    /** @description Where the institution stands in RTP. */
    InstitutionUpdateNetworksRTP: {
      link: components["schemas"]["LinkKind"];
      /** @description Of FEDWIRE only: the endpoint that the Fed assigned, eight capital letters and digits. */
      endpoint?: string;
      /** @description Who sends and receives in the header of messages, as the network knows it: nine characters, of RTP eleven. Default: the routing number, of RTP with A1. SWIFT uses the bic. */
      connectionParty?: string;
      /** @description Of an Amqp link: the queue to the network. Default: giro.CODE.RAIL.out. */
      sendQueue?: string;
      /** @description Of an Amqp link: the queue from the network. Default: giro.CODE.RAIL.in. */
      receiveQueue?: string;
      /** @description Whether messages leave with an XML signature, and those without a valid one go to quarantine. The keys are settings of the service. Default: false. */
      isSigned?: boolean;
    };
    /** @description Where the institution stands in SWIFT. */
    InstitutionUpdateNetworksSWIFT: {
      link: components["schemas"]["LinkKind"];
      /** @description Of FEDWIRE only: the endpoint that the Fed assigned, eight capital letters and digits. */
      endpoint?: string;
      /** @description Who sends and receives in the header of messages, as the network knows it: nine characters, of RTP eleven. Default: the routing number, of RTP with A1. SWIFT uses the bic. */
      connectionParty?: string;
      /** @description Of an Amqp link: the queue to the network. Default: giro.CODE.RAIL.out. */
      sendQueue?: string;
      /** @description Of an Amqp link: the queue from the network. Default: giro.CODE.RAIL.in. */
      receiveQueue?: string;
      /** @description Whether messages leave with an XML signature, and those without a valid one go to quarantine. The keys are settings of the service. Default: false. */
      isSigned?: boolean;
    };
    InstitutionUpdateObligations: {
      /** @description How many hours before its time an obligation is announced as due soon. */
      dueSoonHours?: number;
    };
    InstitutionUpdateRails: {
      /** @description Whether the institution offers ACH. */
      ACH?: boolean;
      /** @description Whether the institution offers Fedwire. */
      FEDWIRE?: boolean;
      /** @description Whether the institution offers RTP. */
      RTP?: boolean;
      /** @description Whether the institution offers FedNow. */
      FEDNOW?: boolean;
      /** @description Whether the institution offers SWIFT. */
      SWIFT?: boolean;
    };
    /** @description How what comes in is posted. */
    InstitutionUpdateReceipts: {
      /** @description Whether the receiver named in an incoming entry must be the customer of the account. An entry with another name waits in suspense, where a person decides. */
      matchNames?: boolean;
      /** @description The amount, in whole units of its currency, from which a person reviews an incoming credit before it is posted; null to review none. */
      reviewCreditsFrom?: number | null;
      /** @description Whether a person screens each incoming international entry (IAT) before it is posted, as the rules of OFAC ask. If false, only those in which a gateway found a possible match. Default: true. */
      reviewInternational?: boolean;
    };
    /** @description How dates of recurring payments are set. */
    InstitutionUpdateRecurrence: {
      /**
       * @description How a recurring payment moves if its date is not a business day.
       * @enum {string}
       */
      businessDays?: "following" | "preceding" | "modifiedFollowing";
    };
    InstitutionUpdateReturns: {
      /** @description Under dual control, what one person returns and reverses alone on a business day, in the institution's currency. More waits for a second person. */
      aloneUpTo?: number;
    };
    InstitutionUpdateSimulator: {
      /** @description After how many seconds a simulated payment settles. */
      settleAfterSeconds?: number;
    };
    /** @description What becomes of payments, webhooks and positive pay rules of a maker that was stopped: Hold (until somebody else decides, or the maker acts again) or Continue. */
    InstitutionUpdateStoppedMakers: {
      clientRevoked?: components["schemas"]["OnStoppedMaker"];
      /** @description The API client has expired, as was planned. Default Continue. */
      clientExpired?: components["schemas"]["OnStoppedMaker"];
      /** @description The user is not Active. Default Hold. */
      userStopped?: components["schemas"]["OnStoppedMaker"];
      /** @description The legal entity of the client or user, or one above it, is Suspended. Default Hold. */
      legalEntitySuspended?: components["schemas"]["OnStoppedMaker"];
      /** @description The customer was moved, and the legal entity is not above it any more. Default Hold. */
      outOfReach?: components["schemas"]["OnStoppedMaker"];
    };
    /** @description A bank on the way to the bank of the receiver. */
    IntermediaryBank: {
      /** @description An ISO 3166-1 alpha-2 code. */
      country?: components["schemas"]["Country"];
      /** @description The name. */
      name?: string;
      /** @description The code of the bank in its country: in the US, the ABA routing number. */
      nationalCode?: string;
      /** @description The BIC, ISO 9362. */
      swiftCode?: string;
      /** @description Stored and shown, but not used. */
      coverMessageRequired?: string;
      address?: components["schemas"]["PartialAddress"];
    };
    /**
     * @description The entries of a business day.
     *       ]
     *     }
     */
    Journal: {
      /** @description The business day, yyyy-mm-dd. */
      businessDate: string;
      /** @description The entries. */
      entries: components["schemas"]["JournalEntry"][];
      /** @description The value of `after` for the next page; absent on the last page. */
      next?: string;
    };
    /** @description One transfer in the books. */
    JournalEntry: {
      /** @description The transfer, by the identifier that the service gave it. */
      transferUID: string;
      /** @description When it was posted, ISO 8601 in UTC. */
      postedAt: string;
      /** @description The business reason, as in the chart of accounts. */
      purpose: string;
      /** @description The payment, adjustment, FX contract or settlement. */
      referenceUID: string;
      /** @description The debited account: a code, or the accountUID of a customer. */
      debit: string;
      /** @description The credited account: a code, or the accountUID of a customer. */
      credit: string;
      /** @description The amount, as decimal text. */
      amount: string;
      /** @description The currency, ISO 4217. */
      currency: string;
    };
    JournalReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Journal"];
    };
    /**
     * @description An account of the institution.
     */
    LedgerAccount: {
      /** @description The code of the account. */
      account: string;
      /** @description The name. */
      name: string;
      type: components["schemas"]["LedgerAccountType"];
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description The number in the institution's general ledger. */
      glAccount: string;
      /** @description The posted balance now: credits less debits, as decimal text. */
      balance: string;
    };
    LedgerAccountPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["LedgerAccount"][];
    };
    /**
     * @description What the account is for the institution.
     * @enum {string}
     */
    LedgerAccountType: "Asset" | "Liability" | "Income" | "Expense" | "Transit";
    /**
     * @description A file for the general ledger.
     */
    LedgerExport: {
      /** @description The business day, yyyy-mm-dd. */
      businessDate: string;
      /** @description The name of the file. */
      name: string;
      /** @description Account or Entry: what each line is. */
      detail: string;
      /** @description The SHA-256 hash of the content in UTF-8, in hexadecimal. */
      sha256: string;
      /** @description The content of the file, in CSV (RFC 4180). */
      content: string;
      /** @description When it was written for the general ledger. */
      writtenAt?: string;
    };
    LedgerExportPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["LedgerExport"][];
    };
    /**
     * @description An account in the fields of version 2.
     *       },
     *       "debitExposureLimit": 5000
     *     }
     */
    LegacyAccount: {
      /** @description The account, by the number that the service gave it. */
      accountUID: string;
      /** @description The name. */
      name: string;
      /** @description The account number; masked for a token without Customers.View_Account_Number. */
      accountNumber: string;
      /** @description The number of the account that holds the money of a Pseudo account. */
      fboAccountNumber?: string;
      /** @description The kind. */
      type?: components["schemas"]["LegacyAccountType"];
      subType?: components["schemas"]["AccountSubType"];
      /** @description The system that keeps the account. */
      systemOfRecord?: string;
      /** @description Always Available. */
      balanceType?: string;
      /** @description The posted balance, as decimal text. */
      ledgerBalance?: string;
      /** @description ledgerBalance less holds, as decimal text. Proceeds of debits can be held: see availableOn of the payment. */
      availableBalance?: string;
      /** @description Always Success. */
      availableBalanceStatus?: string;
      /** @description The number of decimals of the currency. */
      amountPrecision?: string;
      /** @description The currency, ISO 4217. */
      currency?: string;
      /** @description The country. */
      country?: string;
      /** @description The routing number of the bank. */
      bankId?: string;
      /** @description The name of the bank. */
      bankName?: string;
      /** @description What the routing number is: NID for a national one, BIC otherwise. */
      bankIdType?: string;
      /** @description Whether the account can send and receive wires. */
      enableWires?: boolean;
      /** @description Whether the account can offset ACH files. */
      enableOffset?: boolean;
      /** @description Whether it is the default offset account in its currency. */
      defaultOffset?: boolean;
      /** @description Whether the fees of the customer in this currency are charged to the account. */
      feeAccount?: boolean;
      /** @description Whether returned payments go to the account. */
      returnAccount?: boolean;
      status: components["schemas"]["AccountStatus"];
      /** @description The provider that keeps the account, if not this service. Its token is never returned. */
      externalAccount?: components["schemas"]["ExternalAccount"];
      /** @description For the reports of the institution. */
      costCenter?: string;
      /** @description Why the account was opened. */
      reason?: string;
      /** @description The name of the account. */
      accountName?: string;
      accountType?: components["schemas"]["AccountType"];
      accountSubType?: components["schemas"]["AccountSubType"];
      /** @description The routing number of the bank that keeps the account. */
      routingNumber?: string;
      /** @description The general ledger account that the account belongs to. */
      masterGl?: string;
      /** @description The country, ISO 3166-1 alpha-2. */
      countryCode?: string;
      accountFeatures?: components["schemas"]["AccountFeatures"];
      /** @description For the back office; stored and shown. */
      accountAnalysis?: boolean;
      /** @description achFeature.enableUnderWritten. */
      isUnderWritten?: boolean;
      /** @description The most that ACH debits may have out at once, in the currency of the account. */
      debitExposureLimit?: number;
      /** @description The most that ACH credits may have out at once, in the currency of the account. */
      creditExposureLimit?: number;
      /** @description Whether wires above callbackLimit need a call back. */
      enableCallbacks?: boolean;
      /** @description Wires above this amount need a call back, in the currency of the account. */
      callbackLimit?: number;
    };
    LegacyAccountPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["LegacyAccount"][];
    };
    LegacyAccountReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["LegacyAccount"];
    };
    /** @description The account to open, in the fields of version 2. */
    LegacyAccountRequest: {
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description Not blank. */
      accountName: string;
      /** @description 1 to 35 letters and digits. Left out, the institution gives the account a number. Required for an account that is not kept in Giro. At its own routing number, only clients of the institution with Accounts.Choose_Account_Number can choose it. */
      accountNumber?: string;
      accountType: components["schemas"]["AccountType"];
      accountSubType: components["schemas"]["AccountSubType"];
      /** @description An ISO 4217 code. */
      currency: components["schemas"]["Currency"];
      /** @description An ISO 3166-1 alpha-2 code. */
      countryCode: components["schemas"]["Country"];
      /** @description Giro for an account kept in this service. */
      systemOfRecords: components["schemas"]["SystemOfRecord"];
      /** @description The routing number of the bank that keeps the account. */
      routingNumber: string;
      /** @description Its general ledger account. For clients of customers: one of books.customerGlAccounts, or that of another account of the customer. */
      masterGl: string;
      /** @description For the reports of the institution. */
      costCenter?: string;
      /** @description The number of the account that holds the money of a Pseudo account. */
      fboAccountNumber?: string;
      bankIdType?: components["schemas"]["BankIdType"];
      enableOffset?: components["schemas"]["YesNo"];
      enableWire?: components["schemas"]["YesNo"];
      defaultOffset?: components["schemas"]["YesNo"];
      feeAccount?: components["schemas"]["YesNo"];
      returnAccount?: components["schemas"]["YesNo"];
      externalAccount?: components["schemas"]["ExternalAccountRequest"];
      accountFeatures?: components["schemas"]["AccountFeatures"];
      /** @description Why the account is opened. */
      reason?: string;
    };
    /** @enum {string} */
    LegacyAccountType: "DEPOSIT" | "LOAN" | "Gl";
    /** @description The fields to change, of version 2. */
    LegacyAccountUpdate: {
      /** @description The reference in the system of the client. */
      externalReferenceId?: string;
      /** @description Not blank. */
      accountName?: string;
      /** @description 1 to 35 letters and digits. Left out, the institution gives the account a number. Required for an account that is not kept in Giro. At its own routing number, only clients of the institution with Accounts.Choose_Account_Number can choose it. */
      accountNumber?: string;
      accountType?: components["schemas"]["AccountType"];
      accountSubType?: components["schemas"]["AccountSubType"];
      /** @description An ISO 4217 code. */
      currency?: components["schemas"]["Currency"];
      /** @description An ISO 3166-1 alpha-2 code. */
      countryCode?: components["schemas"]["Country"];
      /** @description Giro for an account kept in this service. */
      systemOfRecords?: components["schemas"]["SystemOfRecord"];
      /** @description The routing number of the bank that keeps the account. */
      routingNumber?: string;
      /** @description Its general ledger account. For clients of customers: one of books.customerGlAccounts, or that of another account of the customer. */
      masterGl?: string;
      /** @description For the reports of the institution. */
      costCenter?: string;
      /** @description The number of the account that holds the money of a Pseudo account. */
      fboAccountNumber?: string;
      bankIdType?: components["schemas"]["BankIdType"];
      enableOffset?: components["schemas"]["YesNo"];
      enableWire?: components["schemas"]["YesNo"];
      defaultOffset?: components["schemas"]["YesNo"];
      feeAccount?: components["schemas"]["YesNo"];
      returnAccount?: components["schemas"]["YesNo"];
      externalAccount?: components["schemas"]["ExternalAccountRequest"];
      accountFeatures?: components["schemas"]["AccountFeatures"];
    };
    /** @description A limit that applies, and what is used of it. */
    Limit: {
      /** @description The key of the limit. */
      code: components["schemas"]["LimitKey"];
      /**
       * @description Where the least is left: in the limit of the customer and those below it, of a group that the customer belongs to, or of the institution for all its customers.
       * @enum {string}
       */
      level: "Customer" | "Group" | "Institution";
      /** @description The figures are those of the level. If the token may not see that level, they are the customer's own, absent if only that level has a limit. */
      currentLimit?: number;
      /** @description What is used of the limit, a decimal number in its currency. */
      usedAmount?: number;
      /** @description What is left of the limit, a decimal number in its currency. */
      remainingLimit?: number;
      /** @description The name for people. */
      displayName: string;
      /** @description Present if paymentAmount would exceed the limit. */
      message?: string;
    };
    /**
     * @description The key of the limit; /docs/pages/limits says what each counts.
     * @enum {string}
     */
    LimitKey: "ACH_PAYMENT_LIMIT_PER_TRANSACTION" | "ACH_CREDIT_LIMIT_PER_DAY" | "ACH_CREDIT_LIMIT_PER_MONTH" | "ACH_DEBIT_LIMIT_PER_DAY" | "ACH_DEBIT_LIMIT_PER_MONTH" | "ACH_POP_CREDIT_TRANSACTION_LIMIT" | "ACH_POP_DEBIT_TRANSACTION_LIMIT" | "ACH_CCD_CREDIT_TRANSACTION_LIMIT" | "ACH_CCD_DEBIT_TRANSACTION_LIMIT" | "ACH_PPD_CREDIT_TRANSACTION_LIMIT" | "ACH_PPD_DEBIT_TRANSACTION_LIMIT" | "ACH_WEB_CREDIT_TRANSACTION_LIMIT" | "ACH_WEB_DEBIT_TRANSACTION_LIMIT" | "ACH_CTX_CREDIT_TRANSACTION_LIMIT" | "ACH_CTX_DEBIT_TRANSACTION_LIMIT" | "ACH_TEL_CREDIT_TRANSACTION_LIMIT" | "ACH_TEL_DEBIT_TRANSACTION_LIMIT" | "ACH_CIE_CREDIT_TRANSACTION_LIMIT" | "ACH_CIE_DEBIT_TRANSACTION_LIMIT" | "ACH_ARC_CREDIT_TRANSACTION_LIMIT" | "ACH_ARC_DEBIT_TRANSACTION_LIMIT" | "ACH_IAT_CREDIT_TRANSACTION_LIMIT" | "ACH_IAT_DEBIT_TRANSACTION_LIMIT" | "FEDWIRE_PAYMENT_LIMIT_PER_TRANSACTION" | "FEDWIRE_PAYMENT_LIMIT_PER_DAY" | "FEDWIRE_PAYMENT_LIMIT_PER_WEEK" | "FEDWIRE_PAYMENT_LIMIT_PER_MONTH" | "INSTANT_PAYMENT_LIMIT_PER_TRANSACTION" | "INSTANT_PAYMENT_LIMIT_PER_DAY" | "INSTANT_PAYMENT_LIMIT_PER_WEEK" | "INSTANT_PAYMENT_LIMIT_PER_MONTH" | "SWIFT_PAYMENT_LIMIT_PER_TRANSACTION" | "SWIFT_PAYMENT_LIMIT_PER_DAY" | "SWIFT_PAYMENT_LIMIT_PER_WEEK" | "SWIFT_PAYMENT_LIMIT_PER_MONTH" | "BOOK_PAYMENT_LIMIT_PER_TRANSACTION" | "BOOK_PAYMENT_LIMIT_PER_DAY" | "BOOK_PAYMENT_LIMIT_PER_WEEK" | "BOOK_PAYMENT_LIMIT_PER_MONTH";
    /** @description A limit to set. */
    LimitSetting: {
      key: components["schemas"]["LimitKey"];
      /** @description A decimal amount in the institution's currency; null removes the limit. */
      value: number | null;
    };
    /**
     * @description The limits that apply to a payment.
     *       ]
     *     }
     */
    Limits: {
      /** @description The limits. */
      limits: components["schemas"]["Limit"][];
    };
    LimitsReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Limits"];
    };
    /** @description The payment whose limits are asked for. */
    LimitsRequest: {
      /**
       * @description BOOK has the limits on payments to other customers of the institution.
       * @enum {string}
       */
      paymentRail: "ACH" | "FEDWIRE" | "RTP" | "FEDNOW" | "SWIFT" | "BOOK";
      /** @description Limits that this amount would exceed have a message. */
      paymentAmount?: number;
      /**
       * Format: date
       * @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. Default today, in the institution's time zone.
       */
      deliveryDate?: string;
      /** @description For ACH only; other rails ignore it. One of POP, CCD, PPD, WEB, CTX, TEL, CIE, ARC, IAT. */
      secCode?: string | null;
      /** @description For ACH only; other rails ignore it. One of CREDIT, DEBIT; required with secCode. */
      entryType?: string | null;
    };
    /**
     * @description How messages reach the network. Directory: files in the outbox of the service, which another program carries. Amqp: queues of the broker that the operator of the service has set. Simulator, in a sandbox only: the simulated network.
     * @enum {string}
     */
    LinkKind: "Simulator" | "Directory" | "Amqp";
    /**
     * @description The customers that have an account with the number.
     *       ]
     *     }
     */
    Lookup: {
      /** @description The customers found. */
      profiles: components["schemas"]["LookupProfile"][];
    };
    /**
     * @description The kind of account to look for.
     * @enum {string}
     */
    LookupAccountType: "DEPOSIT" | "LOAN";
    /** @description A customer with the account. */
    LookupProfile: {
      /** @description Always DDA: the lookup is by account number. */
      lookupType: string;
      /** @description The account number. */
      lookupId: string;
      /** @description The customerUID. */
      legalEntityId: string;
      /** @description The status of the customer. */
      legalEntityStatus: components["schemas"]["CustomerStatus"];
      /** @description The full name of the person. */
      fullName: string;
      /** @description A short name, unique in the institution. It never changes. */
      shortName: string;
      /** @description The achCompanyID of the customer. */
      companyId?: string;
      customerType: components["schemas"]["CustomerType"];
      /** @description The number of the customer in the system of the client. */
      customerId?: string;
      /** @description For the reports of the institution. */
      costCenter?: string;
      /** @description Street and number. */
      addressLine1?: string;
      /** @description More of the address, such as the floor. */
      addressLine2?: string;
      /** @description The town. */
      city?: string;
      /** @description The state or province. */
      state?: string;
      /** @description The postal code. */
      zip?: string;
      /** @description The country. */
      country?: string;
      /** @description The country, ISO 3166-1 alpha-2. */
      countryISOCode?: string;
      /** @description The short name of the processing organization. */
      processingOrg?: string;
      /** @description The customerUID of the processing organization. */
      processingOrgId?: string;
      /** @description The short name of the downstream partner. */
      partnerOrg?: string;
      /** @description The account found. */
      transactionAccount: components["schemas"]["LookupProfileTransactionAccount"];
      /** @description The status of the account. */
      bankAccountStatus: string;
      /** @description Always Success. */
      status: string;
      /** @description Always null. */
      errorDescription: string | null;
      /** @description An e-mail address. */
      emailAddress?: string;
      /** @description The system that keeps the account. */
      systemOfRecords: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description Whether the account is enabled for wires. */
      enableWires: boolean;
      /** @description Whether the institution offers SWIFT and international wires are not turned off. */
      enableSwift: boolean;
      /** @description Whether the institution offers RTP and it is not turned off for the account. */
      enableRTP: boolean;
      /** @description Whether the institution offers FedNow and it is not turned off for the account. */
      enableFednow: boolean;
      /** @description Whether the institution offers Fedwire and the account is enabled for domestic wires. */
      enableWirePayment: boolean;
      /** @description Whether the institution offers ACH. */
      enableACH: boolean;
    };
    LookupProfileTransactionAccount: {
      /** @description The accountUID. */
      id: string;
      /** @description The number in the series, from 1. */
      number: string;
      /** @description The routing number of the bank that keeps the account. */
      routingNumber: string;
      /** @description The name. */
      name: string;
      /** @description The kind. */
      type: string;
      /** @description The kind within its type. */
      subType: string;
      /** @description For the reports of the institution. */
      costCenter?: string;
    };
    LookupReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Lookup"];
    };
    /**
     * @description Out: to the network. In: from it.
     * @enum {string}
     */
    MessageDirection: "Out" | "In";
    MessageException: {
      /** @description The exception. */
      exceptionUID: string;
      rail: components["schemas"]["MessageRail"];
      /** @description The incoming message; absent if a clock ended. */
      messageUID?: string;
      /** @description What the network says, such as settled, rejected, returned or received. */
      kind: string;
      /** @description Why nothing was posted, in words. */
      why: string;
      /** @description Open until a person has resolved it. */
      status: components["schemas"]["MessageExceptionStatus"];
      /** @description The payment that it is about. */
      paymentUID?: string;
      /** @description The receipt that it is about. */
      receiptUID?: string;
      /** @description What the network says. */
      evidence: {
        [key: string]: unknown;
      };
      /**
       * Format: date-time
       * @description When it came in.
       */
      raisedAt: string;
      /**
       * Format: date-time
       * @description When it was resolved.
       */
      resolvedAt?: string;
      /** @description The API client that resolved it. */
      resolvedBy?: string;
      /** @description What that person did. */
      notes?: string;
    };
    MessageExceptionPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["MessageException"][];
    };
    MessageExceptionReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["MessageException"];
    };
    /** @enum {string} */
    MessageExceptionStatus: "Open" | "Resolved";
    /**
     * @description The network.
     * @enum {string}
     */
    MessageRail: "FEDWIRE" | "RTP" | "FEDNOW" | "SWIFT";
    /** @description A cut-off that the payment missed, and what became of it. */
    MissedCutOff: {
      /** @description The cut-off that it missed; absent on a closed day. */
      cutOff?: string;
      /** @description What becomes of a payment that misses its cut-off. */
      onMissedCutOff: string;
      /** @description The speed at which it goes out. */
      speed: components["schemas"]["Speed"];
      /** @description When it leaves. */
      leavesAt: string;
      /** @description The day on which the amounts are exchanged, yyyy-mm-dd. */
      valueDate: string;
      /** @description The same in words, with the fee that applies. */
      says: string;
    };
    /**
     * @description If given, the account with the number must be of this type.
     * @enum {string}
     */
    NamedAccountType: "DDA" | "Deposit" | "Checking" | "Savings" | "Loan" | "GL";
    NamedFee: {
      /** @description The name of the fee in the schedule. */
      feeName: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description In the currency. */
      amount: number;
    };
    /** @description Why its network rejected it, or the other bank returned it. */
    NetworkAnswer: {
      /** @description Of Nacha for ACH, otherwise of ISO 20022, such as R03 or AC04. */
      code: string;
      /** @description Why, for the audit trail. */
      reason?: string;
      /** @description When it came back, yyyy-mm-dd. */
      returnDate?: string;
      /** @description What came back with its currency, if other banks deducted charges. */
      returnedAmount?: string;
      /** @description The charges that other banks deducted. */
      deducted?: string;
    };
    NewPaymentRequest: {
      /** @description Digits. */
      accountUID: string;
      /** @description Digits. */
      contactUID: string;
      /** @description In US dollars. */
      amount: number;
      /** @description An ISO 4217 code. */
      currency?: components["schemas"]["Currency"];
      network?: components["schemas"]["RequestRail"];
      /**
       * Format: date
       * @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. On which day it is to be paid. Default: today.
       */
      requestedExecutionDate?: string;
      /**
       * Format: date
       * @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The last day on which it can be paid, at most a year ahead. Default: 14 days after the other date.
       */
      expiryDate?: string;
      /** @description Whether another amount may be paid. Default: false. */
      amountModificationAllowed?: boolean;
      /** @description Whether it may be paid before the day. Default: true. */
      earlyPayment?: boolean;
      /** @description Whether the other bank must guarantee it. Default: false. */
      guaranteedPayment?: boolean;
      /** @description What it is for: the payer reads it. */
      remittance?: string;
      /** @description Your reference. It is kept and shown. */
      externalReferenceId?: string;
    };
    NextCutOff: {
      /** @description The rail. */
      rail: components["schemas"]["Rail"];
      speed: components["schemas"]["Speed"];
      /** @description The currency that the receiver gets. SWIFT alone has cut-offs by currency. */
      currency?: string;
      /** @description The last time for this value date, inclusive, ISO 8601 in UTC. */
      cutOff: string;
      /** @description The day on which the receiver's bank has the money, yyyy-mm-dd. */
      valueDate: string;
    };
    Obligation: {
      /** @description The obligation. */
      obligationUID: string;
      /** @description What the rule demands. /docs/pages/obligations describes each kind. */
      kind: components["schemas"]["ObligationKind"];
      /** @description What the item is, such as receipt or payment. */
      subjectKind: string;
      /** @description The item for which the clock runs. */
      subjectUID: string;
      /** @description Who has to act: Institution or Customer. */
      owner: string;
      /** @description The rule that started the clock. */
      rule: string;
      /** @description Refused: the rule allows it no more after its time. Marked: it is done late, and shown as late. */
      whenLate: string;
      /**
       * Format: date-time
       * @description When the clock started.
       */
      openedAt: string;
      /**
       * Format: date-time
       * @description By when it must be done.
       */
      dueAt: string;
      /** @description The same time in Eastern time: yyyy-mm-dd HH:MM. */
      dueEastern: string;
      /**
       * Format: date-time
       * @description When it was announced as due soon.
       */
      warnedAt?: string;
      /** @description What was missed stays missed, also if it is done later. */
      state: components["schemas"]["ObligationState"];
      /**
       * Format: date-time
       * @description When it was found to be missed.
       */
      missedAt?: string;
      /**
       * Format: date-time
       * @description When it was done. After dueAt, it was done late.
       */
      metAt?: string;
      /** @description Who did it: an API client, or worker. */
      metBy?: string;
    };
    /** @enum {string} */
    ObligationKind: "ReceiptReturn" | "ExtendedReturn" | "WrittenStatementReturn" | "ReturnRequestAnswer" | "DishonoredReturn" | "ContestedReturn" | "NotificationOfChange" | "Reversal" | "DiscoveredReversal" | "FedNowFinalAnswer" | "FedNowAnswer" | "FundsReturnReply" | "FundsReturnAnswer" | "PaymentRequestAnswer";
    ObligationPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["Obligation"][];
    };
    /** @enum {string} */
    ObligationState: "Open" | "Met" | "Missed";
    /**
     * @description What becomes of a payment that misses its cut-off.
     * @enum {string}
     */
    OnMissedCutOff: "Refuse" | "NextWindow" | "Downgrade";
    /**
     * @description The API client was revoked. Default Hold.
     * @enum {string}
     */
    OnStoppedMaker: "Hold" | "Continue";
    /**
     *         ]
     *       },
     *       "items": [
     *         {
     *           "kind": "Payment",
     *           "uid": "0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d",
     *           "customerUID": "100001",
     *           "status": "FUTURE_DATED",
     *           "currency": "USD",
     *           "amount": "125000.00",
     *           "createdAt": "2026-07-01T14:00:00.000Z",
     *           "remedy": "Cancel"
     *         }
     *       ]
     *     }
     */
    Outstanding: {
      /** @description The API client. */
      apiKey?: string;
      /** @description The user. */
      userUID?: string;
      /** @description Digits. */
      customerUID?: string;
      /** @description The API client whose identity provider was revoked: what people did through it before. */
      identityProviderOf?: string;
      /** @description Whether the actor may not act. Only then can this be cancelled. */
      isStopped: boolean;
      /** @description All of it, not only this page. */
      summary: components["schemas"]["OutstandingSummary"];
      /** @description A page of it, in the order in which it is cancelled. */
      items: components["schemas"]["OutstandingItem"][];
    };
    /**
     *         ]
     *       },
     *       "items": [
     *         {
     *           "kind": "Payment",
     *           "uid": "0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d",
     *           "currency": "USD",
     *           "amount": "125000.00",
     *           "outcome": "Open",
     *           "remedy": "Cancel"
     *         }
     *       ]
     *     }
     */
    OutstandingCancellation: {
      /** @description The cancellation. */
      cancellationUID: string;
      /** @description The API client. */
      apiKey?: string;
      /** @description The user. */
      userUID?: string;
      /** @description Digits. */
      customerUID?: string;
      /** @description The API client whose identity provider was revoked: what people did through it before. */
      identityProviderOf?: string;
      /** @description Why it was asked for. */
      reason: string;
      /** @description The API client that asked for it, or operator. */
      requestedBy: string;
      status: components["schemas"]["OutstandingCancellationStatus"];
      /** @description Why it was stopped. */
      statusReason?: string;
      /**
       * Format: date-time
       * @description When it was asked for.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it ended.
       */
      endedAt?: string;
      /** @description All of it, not only this page. */
      summary: components["schemas"]["OutstandingCancellationSummary"];
      /** @description A page of it, in the order in which it is cancelled. */
      items: components["schemas"]["OutstandingCancellationItem"][];
    };
    OutstandingCancellationItem: {
      /** @description What it is. */
      kind: components["schemas"]["OutstandingKind"];
      /** @description The identifier by which the API names it. */
      uid: string;
      /** @description The currency of the amounts, if it has any. */
      currency?: string;
      /** @description The amount, or the sum of the amounts, as a decimal. */
      amount?: string;
      /** @description What became of it. */
      outcome: components["schemas"]["OutstandingOutcome"];
      remedy: components["schemas"]["OutstandingRemedy"];
      /** @description Why it is not cancelled. */
      why?: string;
    };
    OutstandingCancellationPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["OutstandingCancellation"];
    };
    OutstandingCancellationReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["OutstandingCancellation"];
    };
    /**
     * @description Running, Done once nothing is left to cancel, or Stopped because the actor may act again, or the requester may not.
     * @enum {string}
     */
    OutstandingCancellationStatus: "Running" | "Done" | "Stopped";
    OutstandingCancellationSummary: {
      /** @description All that it found, not only this page, by kind, outcome and currency. */
      totals: components["schemas"]["OutstandingCancellationTotal"][];
    };
    OutstandingCancellationTotal: {
      /** @description What it is. */
      kind: components["schemas"]["OutstandingKind"];
      outcome: components["schemas"]["OutstandingOutcome"];
      /** @description How many there are. */
      count: number;
      /** @description The currency of the amounts, if it has any. */
      currency?: string;
      /** @description The amount, or the sum of the amounts, as a decimal. */
      amount?: string;
    };
    OutstandingItem: {
      /** @description What it is. */
      kind: components["schemas"]["OutstandingKind"];
      /** @description The identifier by which the API names it. Of an invitation, that of the user; of an approval, that of the payment or of the trade that waits. */
      uid: string;
      /** @description Its customer. Absent for one of the institution. */
      customerUID?: string;
      /** @description Its own status. For a proposal or an approval of a trade, the kind of the change; for a webhook, its URL; for an API client, Created, Held (the actor saw its secret) or Changed; for an invitation, its address; for a role, its name. */
      status: string;
      /** @description The currency of the amounts, if it has any. */
      currency?: string;
      /** @description The amount, or the sum of the amounts, as a decimal. */
      amount?: string;
      /**
       * Format: date-time
       * @description When it was created, or when the actor wrote or approved it last.
       */
      createdAt: string;
      /** @description What takes it back. Cancel: the cancellation does. RequestReturn: the credit has left; request its return, or of an ACH credit, ask the receiving bank. Reverse: the debit has left; reverse it once it settled. LetExpire: a request for payment stands at the other bank until it expires. CancelContract: cancel the FX contract at the market. Revoke, Suspend: an API client or a user that the actor created, or a client whose secret it saw; stop it, and look at what it has outstanding. Check: compare what it wrote with what the customer says through another channel, and let somebody else correct it. RotateSecret: it saw the secret of the webhook; rotate it without overlap. */
      remedy: components["schemas"]["OutstandingRemedy"];
    };
    /** @enum {string} */
    OutstandingKind: "Series" | "PaymentFile" | "Payment" | "Proposal" | "FxQuote" | "PositivePayRule" | "Webhook" | "PaymentRequest" | "FxContract" | "ApiClient" | "User" | "Invitation" | "Approval" | "Contact" | "Signatory" | "Customer" | "UserChange" | "Role" | "WebhookSecret";
    /**
     * @description Open: not looked at yet.
     * @enum {string}
     */
    OutstandingOutcome: "Open" | "Cancelled" | "NotCancelled";
    OutstandingPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["Outstanding"];
    };
    OutstandingRelease: {
      /** @description The API client. */
      apiKey?: string;
      /** @description The user. */
      userUID?: string;
      /** @description Digits. */
      customerUID?: string;
      /** @description The API client whose identity provider was revoked: what people did through it before. */
      identityProviderOf?: string;
      /** @description The payments that go on: the oldest ones first. */
      paymentUIDs: string[];
      /** @description Send the request again, with another key, for more. */
      hasMore: boolean;
      /** @description How many another stopped actor holds, too: release them one by one. */
      heldWithOthers: number;
    };
    OutstandingReleaseReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["OutstandingRelease"];
    };
    /**
     * @description What takes it back.
     * @enum {string}
     */
    OutstandingRemedy: "Cancel" | "RequestReturn" | "Reverse" | "LetExpire" | "CancelContract" | "Revoke" | "Suspend" | "Check" | "RotateSecret";
    OutstandingSummary: {
      /** @description All of it, not only this page, by kind, remedy and currency. */
      totals: components["schemas"]["OutstandingTotal"][];
    };
    OutstandingTotal: {
      /** @description What it is. */
      kind: components["schemas"]["OutstandingKind"];
      remedy: components["schemas"]["OutstandingRemedy"];
      /** @description How many there are. */
      count: number;
      /** @description The currency of the amounts, if it has any. */
      currency?: string;
      /** @description The amount, or the sum of the amounts, as a decimal. */
      amount?: string;
    };
    /** @description Where a page is in its list. */
    Pagination: {
      /** @description The number of records that match. */
      totalRecords: number;
      /** @description The number of records on this page. */
      returnedRecords: number;
      /** @description The number of this page, from 1. */
      pageReturned: number;
      /** @description The most records on a page. */
      pageSize: number;
    };
    PaidInvoice: {
      /** @description At most 30 letters, digits and the signs . _ / # + -. */
      invoiceNumber: string;
      /**
       * Format: date
       * @description yyyy-mm-dd.
       */
      invoiceDate?: string;
      /** @description In the currency of the payment, with at most its decimals. */
      amountPaid: number;
      /** @description In the currency of the payment, with at most its decimals. */
      amountDue?: number;
      /** @description In the currency of the payment, with at most its decimals. */
      discount?: number;
    };
    /** @description A postal address; any part can be left out. */
    PartialAddress: {
      /** @description Street and number. */
      addressLine1?: string;
      /** @description More of the address, such as the floor. */
      addressLine2?: string;
      /** @description The town. */
      city?: string;
      /** @description The state or province. */
      state?: string;
      /** @description The postal code. */
      postalCode?: string;
      /** @description An ISO 3166-1 alpha-2 code. */
      countryCode?: components["schemas"]["Country"];
      /** @description The country. */
      country?: string;
    };
    /**
     * @description Default: Checking.
     * @enum {string}
     */
    PartyAccountType: "Deposit" | "DDA" | "Checking" | "Savings";
    PartyAddress: {
      /** @description Street and number. */
      addressLine1?: string;
      /** @description More of the address, such as the floor. */
      addressLine2?: string;
      /** @description The town. */
      city?: string;
      /** @description The state or province. */
      state?: string;
      /** @description The postal code. */
      postalCode?: string;
      /** @description An ISO 3166-1 alpha-2 code. */
      countryCode?: components["schemas"]["Country"];
      /** @description The country. */
      country?: string;
    };
    PartyBank: {
      bankIdType?: components["schemas"]["PartyBankIdType"];
      /** @description In the US, the ABA routing number. */
      bankId?: string;
      /** @description The BIC. */
      swiftCode?: string;
      /** @description The name. */
      name?: string;
      /** @description Default: the country of the BIC, otherwise US. */
      countryCode?: components["schemas"]["Country"];
      /** @description The address. */
      address?: components["schemas"]["PartyAddress"];
    };
    /**
     * @description What bankId is: NID for a national code, such as a routing number. Default: NID.
     * @enum {string}
     */
    PartyBankIdType: "NID" | "SWIFT";
    /**
     * @description What ends a series of payments.
     * @enum {string}
     */
    PayUntil: "Cancelled" | "EndDate" | "NumberOfPayments";
    /**
     * @description A payment with all that is known of it.
     *     }
     */
    Payment: {
      /** @description The payment, by the identifier that the service gave it: a UUID. */
      paymentUID: string;
      entryType: components["schemas"]["EntryType"];
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description The contact or account on the other side. */
      counterPartyId: string;
      /** @description The name of the other side. */
      counterParty: string;
      /** @description The customer that pays, or that collects a debit. */
      senderUID: string;
      /** @description The number of its account; masked for a token without Customers.View_Account_Number. */
      senderAccountNumber: string;
      /** @description The name of its account. */
      senderAccountName?: string;
      /** @description The legal name of the customer. */
      senderName?: string;
      /** @description The kind of its account. */
      senderAccountType?: string;
      /** @description The contact that is paid. */
      beneficiaryUID?: string;
      /** @description The name of the contact at the time of the payment. */
      beneficiaryName?: string;
      /** @description Decimal text; absent until the exchange is priced. */
      senderAmount?: string;
      /** @description The currency of the sender, ISO 4217. */
      senderCurrency?: string;
      /** @description Absent until the exchange is priced. */
      receiverAmount?: number;
      /** @description The currency of the receiver, ISO 4217. */
      receiverCurrency?: string;
      /** @description The forexContractNo of the contract that the payment uses or names. */
      forexContract?: string;
      /** @description The quoteUUID of the contract's quote. */
      quoteId?: string;
      /** @description The account that a book transfer names. */
      receiverAccountUID?: string;
      /** @description The account number of the receiver; masked without Customers.View_Account_Number. */
      receiverAccountNumber?: string;
      /** @description The day on which the payment goes out, yyyy-mm-dd. */
      paymentDate: string;
      /** @description The day on which the receiver's bank has the money, yyyy-mm-dd: by the rail's business days and cut-off, and not before the FX contract delivers. An estimate until the payment is validated. In a sandbox that collects ACH files every few seconds, ACH settles on any day, and this is that day. */
      valueDate?: string;
      /** @description Whether the calendar of a currency is not known for the value date. Absent if it is known. */
      valueDateIsEstimate?: boolean;
      /** @description Why the value date is an estimate, or that it is closed by now and when it settles instead. */
      valueDateRemark?: string;
      /** @description The proceeds of a settled debit are held, and this is the day on which they become available, or became available, yyyy-mm-dd. Absent if they were available at settlement, and for every other payment. */
      availableOn?: string;
      /** @description The speed at which it goes out. */
      speed?: components["schemas"]["Speed"];
      /** @description The speed of the request, if it missed its cut-off and goes out at a slower one. */
      requestedSpeed?: string;
      /** @description What becomes of it if it misses its cut-off: Refuse, NextWindow, Downgrade. */
      onMissedCutOff?: string;
      /** @description The rail that carries the payment. */
      deliveryMethod?: components["schemas"]["DeliveryMethod"];
      achEntry?: components["schemas"]["AchEntryReference"];
      /** @description Of a payment by message: its unique end-to-end transaction reference (ISO 20022), which every bank of its chain has. */
      uetr?: string;
      networkAnswer?: components["schemas"]["NetworkAnswer"];
      returnRequest?: components["schemas"]["PaymentReturnRequest"];
      wireType?: components["schemas"]["WireType"];
      /** @description remitter, beneficiary or shared. */
      bankFeePayer?: string;
      /** @description The fee of the payment, decimal text in senderCurrency; absent if there is none, or if the payment ended before it was sent. */
      bankFee?: string;
      /** @description Each fee of the payment; absent if there are none. */
      bankFees?: components["schemas"]["PaymentFee"][];
      /** @description A note that the receiver sees where the rail carries one. */
      paymentNotes?: string;
      /**
       * @description The status of the payment, with its displayStatus:
       *
       *     - `PENDING_APPROVAL` (Pending Approval): Waits for approval, without a hold. Once approved, it is decided again, because the funds may no longer cover it. Then PARTIALLY_APPROVED, FUTURE_DATED, HELD, VALIDATED, PROCESSED, VALIDATION_FAILURE, REJECTED, CANCELLED.
       *     - `PARTIALLY_APPROVED` (Pending Approval): Some of the required approvals are given. Then FUTURE_DATED, HELD, VALIDATED, PROCESSED, VALIDATION_FAILURE, REJECTED, CANCELLED.
       *     - `FUTURE_DATED` (Scheduled): Waits for its date, without a hold; limits and funds are checked on that day, when it may also need approvals that it lacks. Then HELD, VALIDATED, VALIDATION_FAILURE, PROCESSED, PENDING_APPROVAL, CANCELLED.
       *     - `HELD` (On Hold): Its customer, account, contact or rail is suspended, the bank details of its contact have changed, who made or approved it may not act any more, or it lacks approvals by now, so it waits; `held` names the reasons and what lifts them. Funds that were held stay held. Once nothing suspends it, it goes on at the next possible time. If onMissedCutOff is Refuse, or it has exchanged money, it fails when its cut-off passes. Then FUTURE_DATED, VALIDATED, VALIDATION_FAILURE, CANCELLED.
       *     - `VALIDATED` (Processing): The funds are held; the funds of a debit are pending and not yet available. Then READY_TO_TRANSMIT, HELD, PROCESSED, CANCELLED.
       *     - `VALIDATION_FAILURE` (Failed): Refused when it was due or approved, past its cut-off, not representable in a message of its rail, or rejected by its network before it settled; no money moved.
       *     - `READY_TO_TRANSMIT` (Processing): Released to its rail, and leaves for its valueDate. It can be cancelled only until its ACH entry is in a committed file, or its message is committed. A message that misses its cut-off waits for the next valueDate. Then TRANSMITTED, HELD, VALIDATION_FAILURE, CANCELLED.
       *     - `TRANSMITTED` (Sent): Handed to the rail. Then PROCESSED, RETURNED, VALIDATION_FAILURE.
       *     - `PROCESSED` (Completed): Settled: the hold is posted. The other bank can still return a payment over a rail. A book transfer can be reversed; a debit can be reversed for five banking days. Then RETURNED, REVERSED.
       *     - `RETURNED` (Returned): Returned by the other bank.
       *     - `REJECTED` (Rejected): Rejected by an approver, or not approved in time.
       *     - `CANCELLED` (Cancelled): Cancelled before it was handed to the rail.
       *     - `REVERSED` (Reversed): Reversed after it settled.
       */
      status: components["schemas"]["PaymentStatus"];
      /** @description The status in words for customers. */
      displayStatus: string;
      /** @description Why the payment failed. */
      failureReason?: string;
      /** @description PENDING_APPROVAL and PARTIALLY_APPROVED: the payment is rejected if it is not approved by this time. */
      approveBy?: string;
      /** @description HELD: each reason why the payment waits, in words, and what lifts it. reason is customerNotActive, accountNotActive, contactNotApproved, contactChanged, railNotAvailable, railNotEnabled, makerStopped, approvalsMissing. */
      held?: components["schemas"]["PaymentHeld"][];
      /** @description HELD for makerStopped: who was stopped. Only getPayment shows it, to the institution. */
      stoppedMakers?: components["schemas"]["StoppedMaker"][];
      /** @description When it was created, ISO 8601 in UTC. */
      creationDateTime: string;
      /** @description The API key of the client that created it. */
      createdBy: string;
      /** @description What kind of customer it is. */
      customerType?: string;
      /** @description How it came in. */
      channel?: string;
      /** @description For the reports of the institution. */
      costCenter?: string;
      occurrences?: components["schemas"]["PaymentOccurrences"];
      /** @description The name of the ultimate debtor, if the sender pays for another. */
      ultimateSenderName?: string;
      /** @description The account number of the ultimate debtor, if the sender pays for another. */
      ultimateSenderAccountNumber?: string;
      /** @description Street and number of the ultimate debtor, if the sender pays for another. */
      ultimateSenderAddress1?: string;
      /** @description More of the address of the ultimate debtor, if the sender pays for another. */
      ultimateSenderAddress2?: string;
      /** @description The tax identifier of the ultimate debtor, if the sender pays for another. */
      ultimateSenderTaxId?: string;
      /** @description The town of the ultimate debtor, if the sender pays for another. */
      ultimateSenderCity?: string;
      /** @description The state or province of the ultimate debtor, if the sender pays for another. */
      ultimateSenderState?: string;
      /** @description The postal code of the ultimate debtor, if the sender pays for another. */
      ultimateSenderZip?: string;
      /** @description The country of the ultimate debtor, if the sender pays for another. */
      ultimateSenderCountry?: string;
      /** @description The name of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverName?: string;
      /** @description The account number of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverAccountNumber?: string;
      /** @description Street and number of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverAddress1?: string;
      /** @description More of the address of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverAddress2?: string;
      /** @description The tax identifier of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverTaxId?: string;
      /** @description The town of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverCity?: string;
      /** @description The state or province of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverState?: string;
      /** @description The postal code of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverZip?: string;
      /** @description The country of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverCountry?: string;
      /** @description The name of the party on whose behalf the sender pays. Not on ACH. */
      fboName?: string;
      /** @description The number of the account that holds the money of a Pseudo account. */
      fboAccountNumber?: string;
      /** @description Street and number of the party on whose behalf the sender pays. */
      fboAddress1?: string;
      /** @description More of the address of the party on whose behalf the sender pays. */
      fboAddress2?: string;
      /** @description The tax identifier of the party on whose behalf the sender pays. */
      fboTaxId?: string;
      /** @description The town of the party on whose behalf the sender pays. */
      fboCity?: string;
      /** @description The state or province of the party on whose behalf the sender pays. */
      fboState?: string;
      /** @description The postal code of the party on whose behalf the sender pays. */
      fboZip?: string;
      /** @description The country of the party on whose behalf the sender pays. */
      fboCountry?: string;
      notification?: components["schemas"]["PaymentNotification"];
      additionalInfo?: components["schemas"]["PaymentAdditionalInfo"];
      /** @description The first line of the address of the sender. */
      senderAddress1?: string;
      /** @description The second line of the address of the sender. */
      senderAddress2?: string;
      /** @description The city of the sender. */
      senderCity?: string;
      /** @description The state of the sender. */
      senderState?: string;
      /** @description The postal code of the sender. */
      senderZip?: string;
      /** @description The country of the sender. */
      senderCountry?: string;
      /** @description The name of the bank of the sender. */
      senderBankName?: string;
      /** @description The routing number or other identifier of the bank of the sender. */
      senderBankId?: string;
      /** @description The same as counterParty. */
      receiverName?: string;
      /** @description The kind of account of the receiver. */
      receiverAccountType?: string;
      /** @description The first line of the address of the receiver. */
      receiverAddress1?: string;
      /** @description The second line of the address of the receiver. */
      receiverAddress2?: string;
      /** @description The city of the receiver. */
      receiverCity?: string;
      /** @description The state of the receiver. */
      receiverState?: string;
      /** @description The postal code of the receiver. */
      receiverZip?: string;
      /** @description The country of the receiver. */
      receiverCountry?: string;
      /** @description The name of the bank of the receiver. */
      receiverBankName?: string;
      /** @description The routing number or other identifier of the bank of the receiver. */
      receiverBankId?: string;
      /** @description The BIC of the bank of the receiver. */
      receiverBankSwiftCode?: string;
      /** @description The first line of the address of the bank of the receiver. */
      receiverBankAddress1?: string;
      /** @description The second line of the address of the bank of the receiver. */
      receiverBankAddress2?: string;
      /** @description The city of the bank of the receiver. */
      receiverBankCity?: string;
      /** @description The state of the bank of the receiver. */
      receiverBankState?: string;
      /** @description The postal code of the bank of the receiver. */
      receiverBankZip?: string;
      /** @description The country of the bank of the receiver. */
      receiverBankCountry?: string;
      /** @description The name of the bank between the two. */
      intermediaryReceiverBankName?: string;
      /** @description The routing number or other identifier of the bank between the two. */
      intermediaryReceiverBankId?: string;
      /** @description The BIC of the bank between the two. */
      intermediaryReceiverBankSwiftCode?: string;
      /** @description The first line of the address of the bank between the two. */
      intermediaryReceiverBankAddress1?: string;
      /** @description The second line of the address of the bank between the two. */
      intermediaryReceiverBankAddress2?: string;
      /** @description The city of the bank between the two. */
      intermediaryReceiverBankCity?: string;
      /** @description The state of the bank between the two. */
      intermediaryReceiverBankState?: string;
      /** @description The postal code of the bank between the two. */
      intermediaryReceiverBankZip?: string;
      /** @description The country of the bank between the two. */
      intermediaryReceiverBankCountry?: string;
      sender?: components["schemas"]["PaymentSender"];
      /** @description The same as externalReferenceId. */
      sourceReferenceId?: string;
      /** @description The business unit, for the reports of the customer. */
      businessUnit?: string;
      /** @description The number of the business unit, for the reports of the customer. */
      businessUnitId?: string;
      /** @description The book that the payment belongs to, for the reports of the customer. */
      book?: string;
      /** @description How the beneficiary is reached; kept and shown. */
      deliveryAgentType?: string;
      fedWireDetails?: components["schemas"]["PaymentFedWireDetails"];
      /** @description The same fees as bankFees, as existing clients read them. */
      fee?: components["schemas"]["NamedFee"][];
      /** @description Who submitted and who approved the payment. */
      audit?: components["schemas"]["PaymentAudit"];
    };
    /** @description What only some rails carry. */
    PaymentAdditionalInfo: {
      /** @description Where the customer ordered the payment. For the institution. */
      channel?: string;
      /** @description For the institution. Default: that of the customer's account. */
      costCenter?: string;
      /** @description For the institution. */
      requestMethod?: string;
      /** @description For the people of the institution. */
      operationNote?: string;
      secCode?: components["schemas"]["SecCode"];
      /** @description The forexContractNo of the contract to draw on. */
      fxContractNumber?: string;
      /** @description OUR: the customer pays the fees. BEN: the fees of a credit are deducted from the amount, and the receiver gets less. SHA: like OUR; other banks charge the receiver. */
      detailsOfCharges?: components["schemas"]["DetailsOfCharges"];
      /** @description What the sender calls the receiver. ACH: the individual identification number, at most 15 characters, of CIE 22; default: externalReferenceId. */
      receiverIdentificationNumber?: string;
      /** @description ACH: payment related information. Other rails: the end-to-end id, at most 16 characters. */
      referenceForBeneficiary?: string;
      /** @description Remittance information. Not on ACH. */
      originatortoBeneficiary?: string;
      /** @description The same as originatortoBeneficiary. */
      paymentRemittanceNotes?: string;
      /** @description How further remittance information is sent: FAXI, EDIC, URID, EMAL, POST or SMSM. Only on Express. */
      remittanceMethod?: string;
      /** @description For the receiver's bank. Wires only. */
      senderToReceiverNotes?: string;
      /** @description The category purpose. ACH: SALA for wages by PPD, EPAY for online purchases by WEB or TEL. */
      transactionTypeCode?: string;
      /** @description ACH: what the entry is for, as statements of the receiver show it, such as RENT. At most 10 characters of ASCII. Default: that of the account, or of the customer, otherwise PAYMENT. The rules of ACH keep some words for some entries (/docs/pages/ach-entries). */
      companyEntryDescription?: string;
      /** @description The local instrument. Not on ACH and Instant; on Express a code of Fedwire, such as CTRC. */
      localInstruments?: string;
      /** @description The purpose, in a code of both parties. Not on ACH. */
      proprietaryCode?: string;
      unstructuredAddendaInfo?: components["schemas"]["PaymentAdditionalInfoUnstructuredAddendaInfo"];
      authorizationType?: components["schemas"]["AuthorizationType"];
      /** @description ARC, and POP with at most 9 characters: the number of the check. */
      checkSerialNumber?: string;
      /** @description POP: the city of the terminal, at most 4 characters. */
      terminalCity?: string;
      /** @description POP: the state of the terminal, 2 letters. */
      terminalState?: string;
      /** @description CTX: the invoices that the payment pays, sent as an ANSI X12 820. Their amountPaid is paymentAmount in total. */
      remittance?: components["schemas"]["PaidInvoice"][];
      /**
       * Format: date
       * @description Of a request for payment.
       */
      requestedExecutionDate?: string;
      /**
       * Format: date
       * @description Of a request for payment.
       */
      expiryDate?: string;
      /** @description Of a request for payment. */
      amountModificationAllowed?: boolean;
      /** @description Of a request for payment. */
      earlyPayment?: boolean;
      /** @description Of a request for payment. */
      guaranteedPayment?: boolean;
    };
    /** @description ACH: payment related information, instead of referenceForBeneficiary. */
    PaymentAdditionalInfoUnstructuredAddendaInfo: {
      /** @description The length of addendaInformation. */
      addendaLength?: number;
      /** @description What the addenda record says, at most 80 characters. */
      addendaInformation: string;
    };
    PaymentApproval: {
      /** @description A note for the history of the payment. */
      notes?: string;
      /** @description The number at which the institution called the customer back about a wire. */
      calledNumber?: string;
      /** @description The user who decides; loginId names the same user. Only a client that the institution trusts can name a person. */
      userId?: string;
      /** @description The name with which the user signs in, unique in the institution. */
      loginId?: string;
      /** @description Digits. */
      signatoryId?: string;
    };
    PaymentAudit: {
      /** @description The API key of the client that submitted it. */
      submitterId?: string;
      /** @description The user whose token submitted the payment. */
      submitterUserId?: string;
      /** @description When it was submitted, ISO 8601 in UTC. */
      submissionDate?: string;
      /** @description The approvals that were given for the payment as it is now. */
      approvers: components["schemas"]["PaymentAuditApprover"][];
      /** @description How many people of the customer must approve the payment. Absent if none must. */
      approversNeeded?: number;
      /** @description Who shaped the payment besides its submitter. They cannot approve it either. Absent if nobody did. */
      makers?: components["schemas"]["PaymentAuditMaker"][];
    };
    PaymentAuditApprover: {
      /** @description The API key of the client, or the id of the user or signatory on whose behalf it approved. */
      approverId?: string;
      /** @description When, ISO 8601 in UTC. */
      approvedDate?: string;
    };
    PaymentAuditMaker: {
      /** @description The API key of the client. */
      makerId: string;
      /** @description The user whose token it sent. */
      makerUserId?: string;
      /** @description ChangedSeries: changed when its series ends, or to which bank details it pays. Confirmed: confirmed the new bank details of its contact. Submitted: submitted the payment that it repeats. */
      did: string;
      /** @description When they did so first, ISO 8601 in UTC. */
      madeDate?: string;
    };
    /** @description A note of the person who decides. */
    PaymentDecision: {
      /** @description A note for the history of the payment. */
      notes?: string;
      /** @description The user who decides; loginId names the same user. Only a client that the institution trusts can name a person. */
      userId?: string;
      /** @description The name with which the user signs in, unique in the institution. */
      loginId?: string;
      /** @description Digits. */
      signatoryId?: string;
    };
    /** @description Of a Fedwire payment: what its message says. imad and omad are known once Fedwire reports them. */
    PaymentFedWireDetails: {
      /** @description What kind of transfer the wire is, such as CTR. */
      businessFunctionCode?: string;
      /** @description Comments on the wire. */
      comments?: string;
      /** @description What the originator tells the beneficiary. */
      originatorToBeneficiaryInformation?: string;
      /** @description The identifier that the sender gave the wire, once it has one. */
      imad?: string;
      /** @description The identifier that Fedwire gave the wire, once it has one. */
      omad?: string;
    };
    /** @description A fee of a payment. */
    PaymentFee: {
      /** @description The name of the fee in the schedule. */
      name: string;
      /** @description Decimal text in the currency. */
      amount: string;
      /** @description The currency of the account that pays it. */
      currency: string;
      /** @description For a fee in another currency: what the schedule says, decimal text. */
      scheduledAmount?: string;
      /** @description The currency of scheduledAmount, ISO 4217. */
      scheduledCurrency?: string;
      /** @description The mid rate of the day that converted it, of the pair in market order. */
      rate?: string;
    };
    /**
     *       ],
     *       "uploadedBy": "giro_0Aq1Bw2Ce3Dr4Et5Fy6Gu7",
     *       "createdAt": "2026-07-01T12:00:00Z"
     *     }
     */
    PaymentFile: {
      /** @description The identifier of the file. */
      fileUID: string;
      /** @description The customer, by the number that the service gave it. */
      customerUID: string;
      /** @description csv; ach: NACHA; fedwire and rtp: CSV of wires, and of instant payments. */
      fileType: components["schemas"]["PaymentFileType"];
      /** @description The name that the client gave. */
      fileName: string;
      /** @description The hash of the content, in hexadecimal. */
      sha256: string;
      status: components["schemas"]["PaymentFileStatus"];
      /** @description How many payments the file has. */
      records: number;
      /** @description Limits on what all customers do together. */
      totals: components["schemas"]["PaymentFileTotal"][];
      /** @description How many payments were made so far. */
      made?: number;
      /** @description How many records were refused so far. */
      refused?: number;
      /** @description The client that uploaded it. */
      uploadedBy: string;
      /**
       * Format: date-time
       * @description When the file was uploaded.
       */
      createdAt: string;
      /** @description Who approved or rejected it. */
      decidedBy?: string;
      /**
       * Format: date-time
       * @description When it was approved or rejected.
       */
      decidedAt?: string;
      /**
       * Format: date-time
       * @description When it was last stopped, because the one that uploaded or approved it lost the right to do so.
       */
      stoppedAt?: string;
      /** @description Why it was rejected, or why it is stopped. */
      reason?: string;
      /**
       * Format: date-time
       * @description When it was rejected, or its last payment made.
       */
      endedAt?: string;
    };
    PaymentFilePage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["PaymentFile"][];
    };
    PaymentFileRecord: {
      /** @description The number of the row after the header, or of the entry, from 1. */
      record: number;
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      status: components["schemas"]["PaymentFileRecordStatus"];
      /** @description The payment, by the identifier that the service gave it: a UUID. */
      paymentUID?: string;
      /** @description The code. */
      code?: string;
      /** @description Why the payment was refused. */
      message?: string;
    };
    /**
     * @description Whether its payment is made.
     * @enum {string}
     */
    PaymentFileRecordStatus: "Waiting" | "Made" | "Refused";
    /**
     *       ]
     *     }
     */
    PaymentFileRecords: {
      /** @description The records in their order. */
      records: components["schemas"]["PaymentFileRecord"][];
      /** @description The value of `after` for the next page; absent on the last page. */
      next?: number;
    };
    PaymentFileRecordsReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["PaymentFileRecords"];
    };
    PaymentFileRejection: {
      /** @description Why the file is rejected. */
      reason: string;
    };
    PaymentFileReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["PaymentFile"];
    };
    PaymentFileRequest: {
      /** @description For people; the content decides whether the file is another one. */
      fileName: string;
      /** @description The text of the file. */
      content: string;
      /** @description The customer's account, for records that name none. A NACHA file names none. */
      senderAccountUID?: string;
    };
    PaymentFileSearch: {
      /** @description csv; ach: NACHA; fedwire and rtp: CSV of wires, and of instant payments. */
      fileType?: components["schemas"]["PaymentFileType"];
      status?: components["schemas"]["PaymentFileStatus"];
      /** @description The name of the file, as it was given. */
      fileName?: string;
    };
    /**
     * @description PENDING_APPROVAL, also for a file that was stopped; PROCESSING: the payments are being made; PROCESSED: each record has a payment or a refusal; or REJECTED.
     * @enum {string}
     */
    PaymentFileStatus: "PENDING_APPROVAL" | "PROCESSING" | "PROCESSED" | "REJECTED";
    PaymentFileTotal: {
      /** @description The currency. */
      currency: string;
      /** @description The sum of the credits. */
      credits: string;
      /** @description The sum of the debits. */
      debits: string;
    };
    /**
     * @description The format of a file of payments.
     * @enum {string}
     */
    PaymentFileType: "csv" | "ach" | "fedwire" | "rtp";
    PaymentHeld: {
      /** @description Why, for the audit trail. */
      reason: string;
      /** @description The reason in words. */
      says: string;
      /** @description What ends it. */
      liftedBy: string;
    };
    /** @description A note for the history of the payment. */
    PaymentNotes: {
      /** @description A note for the history of the payment. */
      notes?: string;
    };
    /** @description Whom to tell of a payment, and what. */
    PaymentNotification: {
      /**
       * Format: email
       * @description An e-mail address.
       */
      emailAddress?: string;
      /** @description A phone number. */
      phoneNumber?: string;
      /** @description A sentence for people. */
      message?: string;
    };
    /** @description The series of a payment. */
    PaymentOccurrences: {
      /** @description Digits. */
      recurrenceId: string;
      /** @description The same as recurrenceId, as the interface spells it. */
      recurranceId: string;
      /** @description The UUID of the series, which names it in events and in the audit log. */
      recurrenceUID: string;
      /** @description The number of this payment in the series, from 1. */
      number: number;
      /** @description How often the payment is made. */
      frequency: string;
      /** @description The date of the first payment, yyyy-mm-dd. */
      startDate: string;
      /** @description What ends the series. */
      payUntil: string;
      /** @description The last possible date of a payment, yyyy-mm-dd. */
      endDate?: string;
      /** @description The status. */
      status: components["schemas"]["SeriesStatus"];
      /** @description The number of payments, if payUntil is NumberOfPayments. */
      numberOfPayments?: number;
    };
    PaymentPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["Payment"][];
    };
    /**
     * @description What would become of a payment now.
     *       ],
     *       "paymentDate": "2026-07-01",
     *       "cutOff": "2026-07-01T18:15:00.000Z",
     *       "valueDate": "2026-07-02",
     *       "expectedSettlement": "2026-07-02T12:30:00.000Z"
     *     }
     */
    PaymentPreview: {
      /** @description Whether the payment would be refused now. */
      wouldBeRefused: boolean;
      /** @description Every reason to refuse the payment now, including each exceeded limit. The payment itself would be refused for the first. */
      refusals: components["schemas"]["PaymentPreviewRefusal"][];
      /** @description The initial status; absent if the payment would be refused. */
      paymentStatus?: components["schemas"]["PaymentStatus"];
      /** @description The status in words for customers. */
      displayStatus?: string;
      /** @description The rail of the payment; for Instant, the network that the institution uses. */
      deliveryMethod: string;
      /** @description The SEC code of the ACH entry. */
      secCode?: string;
      /** @description The texts that the ACH entry or the message spells otherwise or cuts off, because it has elements of ASCII with fixed lengths. The answer to the payment names them in the header Giro-Altered-Fields. */
      alteredFields?: components["schemas"]["AlteredField"][];
      /** @description The currency of fee.amount and funds.needed: that of the sending account, unless the exchange cannot be priced. */
      currency: string;
      exchange?: components["schemas"]["PaymentPreviewExchange"];
      fee: components["schemas"]["PaymentPreviewFee"];
      funds: components["schemas"]["PaymentPreviewFunds"];
      /** @description Who would have to approve. */
      approvals: components["schemas"]["PaymentPreviewApprovals"];
      /** @description The limits that apply, with their use on the date of the payment. A transfer within the institution has none. */
      limits: components["schemas"]["Limit"][];
      /** @description The release date, yyyy-mm-dd; for a recurring payment, that of its first payment. */
      paymentDate: string;
      /** @description The latest time to submit it for this settlement; absent if the rail accepts payments at any time. */
      cutOff?: string;
      /** @description Present if the payment misses the cut-off of its date: what happens instead. */
      missedCutOff?: components["schemas"]["MissedCutOff"];
      window?: components["schemas"]["SettlementWindow"];
      /** @description The day on which the receiver's bank should have the money, yyyy-mm-dd. */
      valueDate: string;
      /** @description Whether the calendar of a currency is not known for the value date. Absent if it is known. */
      valueDateIsEstimate?: boolean;
      /** @description Why the value date is an estimate, or that it is closed by now and when it settles instead. */
      valueDateRemark?: string;
      /** @description The expected time of settlement, on valueDate, if neither approval nor funds are missing. */
      expectedSettlement: string;
    };
    PaymentPreviewApprovals: {
      /** @description The number of people of the customer who must approve, besides the submitter. */
      approversNeeded: number;
      /** @description Whether the institution must approve. */
      institutionApproval: boolean;
      /** @description Until when it must be approved, if it needs approval now. */
      approveBy?: string;
    };
    /** @description The exchange at the current rate, if the receiver is paid in another currency. */
    PaymentPreviewExchange: {
      /** @description Decimal text. */
      senderAmount: string;
      /** @description The currency of the sender, ISO 4217. */
      senderCurrency: string;
      /** @description What the receiver gets, a decimal number in receiverCurrency. */
      receiverAmount: number;
      /** @description The currency of the receiver, ISO 4217. */
      receiverCurrency: string;
      /** @description The rate of the contract, quoted by market convention. */
      allInRate: number;
      /** @description The value date of the contract, yyyy-mm-dd. */
      valueDate: string;
      /** @description The contract that the payment names; absent if one would be created for it. */
      forexContract?: string;
    };
    /** @description A payment that waits for its date or for approval is priced when it is released. */
    PaymentPreviewFee: {
      /** @description Decimal text in the currency; the fee of the payment now. */
      amount: string;
      /** @description The account to charge; absent without a fee. */
      accountUID?: string;
      /** @description Decimal text in the currency; what comes out of the payment: the receiver of a credit gets less, or the customer of a debit. */
      deducted?: string;
      /** @description Each fee of the payment; absent if there are none. */
      charges?: components["schemas"]["PaymentFee"][];
      /** @description remitter, beneficiary or shared, as the payment would show it. */
      bankFeePayer: string;
    };
    /** @description A payment that waits needs its funds only when it is released. A debit needs only its fee. */
    PaymentPreviewFunds: {
      /** @description The available balance of the sending account now, decimal text in the account's currency. */
      availableBalance: string;
      /** @description Decimal text in the currency; the debit to the sending account, including the fee if the same account pays it. */
      needed: string;
      /** @description Whether the available balance covers it. */
      isCovered: boolean;
    };
    PaymentPreviewRefusal: {
      /** @description The HTTP status of the refusal. */
      status: number;
      /** @description The code. */
      code: string;
      /** @description Why, for the audit trail. */
      reason: string;
      /** @description A sentence for people. */
      message: string;
    };
    PaymentPreviewReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["PaymentPreview"];
    };
    PaymentReleaseRequest: {
      /** @description Recorded in the audit trail only; the customer never sees it. */
      reason: string;
      /** @description true: also the payments of its series that wait for their dates or are still to be made. Others of the series that are held stay held. */
      series?: boolean;
    };
    PaymentReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Payment"];
    };
    /** @description A payment to a contact. */
    PaymentRequest: {
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description Positive, with at most as many decimals as the currency has. */
      paymentAmount: number;
      /** @description An ISO 4217 code. */
      paymentCurrency: components["schemas"]["Currency"];
      speed: components["schemas"]["Speed"];
      /** @description What becomes of the payment if it misses its cut-off. Refuse: it is refused, or fails. NextWindow: it waits for the next window, at its fee. Downgrade, at Economy Plus only: it goes out as next-day ACH with the lower fee. By default, the choice of the customer, or else of the institution. */
      onMissedCutOff?: components["schemas"]["OnMissedCutOff"];
      /** @description A note that the receiver sees where the rail carries one. */
      paymentNotes?: string;
      /**
       * Format: date
       * @description yyyy-mm-dd: when it leaves; valueDate is when it settles. A future date schedules it. Defaults to today in the institution's time zone.
       */
      paymentDate?: string;
      sender: components["schemas"]["PaymentRequestSender"];
      receiver: components["schemas"]["PaymentRequestReceiver"];
      /** @description Makes the payment the first of a series that starts on paymentDate. numberOfPayments requires payUntil NumberOfPayments; endDate requires payUntil EndDate. */
      recurrence?: components["schemas"]["RecurrenceRequest"];
      notification?: components["schemas"]["PaymentNotification"];
      /** @description Fees of this payment on top of the schedule, in the currency of the account. Only a client of the institution with Institution.Manage_Limits_And_Fees sets them. Limits and approvers measure the payment with them. Under dual control, one above the schedule waits for the institution. */
      fee?: components["schemas"]["PaymentRequestFee"][];
      /** @description The name of the ultimate debtor, if the sender pays for another. */
      ultimateSenderName?: string;
      /** @description The account number of the ultimate debtor, if the sender pays for another. */
      ultimateSenderAccountNumber?: string;
      /** @description Street and number of the ultimate debtor, if the sender pays for another. */
      ultimateSenderAddress1?: string;
      /** @description More of the address of the ultimate debtor, if the sender pays for another. */
      ultimateSenderAddress2?: string;
      /** @description The tax identifier of the ultimate debtor, if the sender pays for another. */
      ultimateSenderTaxId?: string;
      /** @description The town of the ultimate debtor, if the sender pays for another. */
      ultimateSenderCity?: string;
      /** @description The state or province of the ultimate debtor, if the sender pays for another. */
      ultimateSenderState?: string;
      /** @description The postal code of the ultimate debtor, if the sender pays for another. */
      ultimateSenderZip?: string;
      /** @description The country of the ultimate debtor, if the sender pays for another. */
      ultimateSenderCountry?: string;
      /** @description The name of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverName?: string;
      /** @description The account number of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverAccountNumber?: string;
      /** @description Street and number of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverAddress1?: string;
      /** @description More of the address of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverAddress2?: string;
      /** @description The tax identifier of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverTaxId?: string;
      /** @description The town of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverCity?: string;
      /** @description The state or province of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverState?: string;
      /** @description The postal code of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverZip?: string;
      /** @description The country of the ultimate creditor, if the receiver is paid for another. */
      ultimateReceiverCountry?: string;
      /** @description The name of the party on whose behalf the sender pays. Not on ACH. */
      fboName?: string;
      /** @description The number of the account that holds the money of a Pseudo account. */
      fboAccountNumber?: string;
      /** @description Street and number of the party on whose behalf the sender pays. */
      fboAddress1?: string;
      /** @description More of the address of the party on whose behalf the sender pays. */
      fboAddress2?: string;
      /** @description The tax identifier of the party on whose behalf the sender pays. */
      fboTaxId?: string;
      /** @description The town of the party on whose behalf the sender pays. */
      fboCity?: string;
      /** @description The state or province of the party on whose behalf the sender pays. */
      fboState?: string;
      /** @description The postal code of the party on whose behalf the sender pays. */
      fboZip?: string;
      /** @description An ISO 3166-1 alpha-2 code. */
      fboCountry?: components["schemas"]["Country"];
      /** @description The business unit, for the reports of the customer. */
      businessUnit?: string;
      /** @description The number of the business unit, for the reports of the customer. */
      businessUnitId?: string;
      /** @description The book that the payment belongs to, for the reports of the customer. */
      book?: string;
      /** @description How the beneficiary is reached; kept and shown. */
      deliveryAgentType?: string;
      additionalInfo?: components["schemas"]["PaymentAdditionalInfo"];
    };
    PaymentRequestFee: {
      /** @description The name of a fee of the institution, whose income it is. */
      feeName: string;
      /** @description An ISO 4217 code. */
      currency: components["schemas"]["Currency"];
      /** @description Positive, with at most as many decimals as the currency has. */
      amount: number;
    };
    PaymentRequestReceived: {
      /** @description The request. */
      requestUID: string;
      /** @description The network over which it came in, and over which it is paid. */
      rail: components["schemas"]["MessageRail"];
      /** @description The id of its message on the network. */
      requestId: string;
      /** @description The reference of the creditor, which the payment repeats. */
      endToEndId?: string;
      /** @description Whether a bank asks for a drawdown by a standing agreement. */
      isDrawdown: boolean;
      /** @description Open until it is decided; Accepted once a payment is made; Paid once that has left; Refused; Expired; or Withdrawn by the creditor. It is Open again if its payment ends without leaving. */
      status: components["schemas"]["PaymentRequestStatus"];
      /** @description Decimal text. */
      amount: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description Who asks. */
      creditorName: string;
      /** @description The account to pay; masked without Customers.View_Account_Number. */
      creditorAccountNumber?: string;
      /** @description The routing number of its bank. */
      creditorBankId?: string;
      /** @description The name of its bank. */
      creditorBankName?: string;
      /** @description Who is to pay, as the request has it. */
      debtorName: string;
      /** @description The account that is to pay, as the request has it; masked likewise. */
      accountNumber: string;
      /** @description The account that is to pay. */
      accountUID?: string;
      /** @description The customer of the account. */
      customerUID?: string;
      /** @description What it is for. */
      remittance: string[];
      /** @description The day on which it is to be paid, yyyy-mm-dd. */
      requestedOn: string;
      /**
       * Format: date-time
       * @description Until when it can be paid.
       */
      expiresAt?: string;
      /**
       * Format: date-time
       * @description When it came in.
       */
      receivedAt: string;
      /** @description The last payment that was made for it. */
      paymentUID?: string;
      /** @description The code that the creditor was told. */
      refusalReason?: string;
      /** @description Why it was refused or withdrawn, in words. */
      notes?: string;
      /** @description The API client that accepted or refused it, or worker. */
      decidedBy?: string;
      /**
       * Format: date-time
       * @description When it was accepted or refused.
       */
      decidedAt?: string;
    };
    PaymentRequestReceivedPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["PaymentRequestReceived"][];
    };
    PaymentRequestReceivedReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["PaymentRequestReceived"];
    };
    /** @description accountUID is the contactUID of the beneficiary. Otherwise it describes the party, by the rules of a contact: accountNumber, name and bank with its name and its bankId or swiftCode are required. The payment creates a contact for it, which needs the entitlement Contacts.Manage_Contacts, and an approved contact if the customer's beneDualApproval is on. */
    PaymentRequestReceiver: {
      /** @description Digits. */
      accountUID?: string;
      /** @description An account number, or an IBAN, also as it is printed: in groups, or after the word IBAN. */
      accountNumber?: string;
      accountType?: components["schemas"]["PartyAccountType"];
      subAccountType?: components["schemas"]["ContactAccountType"];
      /** @description An ISO 4217 code. Default: paymentCurrency. */
      accountCurrency?: components["schemas"]["Currency"];
      /** @description Not blank. */
      name?: string;
      /** @description A person or a company. Default: Consumer. */
      contactType?: components["schemas"]["ContactType"];
      /** @description The address. */
      address?: components["schemas"]["PartyAddress"];
      /** @description A phone number. */
      phone?: string;
      /**
       * Format: email
       * @description An e-mail address.
       */
      email?: string;
      /** @description The bank of the party. */
      bank?: components["schemas"]["PartyBank"];
      /** @description A bank on the way to the bank of the contact. */
      intermediaryBank?: components["schemas"]["PartyBank"];
      /** @description Whether the customer's contacts show it from then on, under its name. */
      saveContact?: boolean;
    };
    /**
     * @description CUST (the customer does not agree), AM09 (wrong amount), DUPL (asked twice), FRAD (fraud), AC06 (account blocked), NARR (as the notes say).
     * @enum {string}
     */
    PaymentRequestRefusal: "CUST" | "AM09" | "DUPL" | "FRAD" | "AC06" | "NARR";
    /** @description The account of the customer that pays. */
    PaymentRequestSender: {
      /** @description Digits. */
      accountUID?: string;
      /** @description An account number, or an IBAN, also as it is printed: in groups, or after the word IBAN. */
      accountNumber?: string;
      accountType?: components["schemas"]["NamedAccountType"];
      /** @description If given, the account with the number must be in this currency. */
      accountCurrency?: components["schemas"]["Currency"];
      /** @description Default: that of the institution. */
      routingNumber?: string;
      /** @description The name. */
      name?: string;
      /** @description What the party is, such as Company; kept and shown. */
      entityType?: string;
      /** @description The address. */
      address?: components["schemas"]["PartyAddress"];
      /** @description A phone number. */
      phone?: string;
      /**
       * Format: email
       * @description An e-mail address.
       */
      email?: string;
      /** @description Must be the company identification of the account, if given. */
      achCompanyID?: string;
      /** @description What the routing number is: NID for a national one, BIC otherwise. */
      bankIdType?: string;
      /** @description The same as routingNumber. */
      bankId?: string;
      /** @description The bank between, by its identifier; kept and shown. */
      correspondentBankId?: string;
    };
    /** @enum {string} */
    PaymentRequestStatus: "Open" | "Accepted" | "Paid" | "Refused" | "Expired" | "Withdrawn";
    /**
     * @description The payment that was accepted.
     */
    PaymentResult: {
      /** @description The payment, by the identifier that the service gave it: a UUID. */
      paymentUID: string;
      /** @description The status of the payment. */
      paymentStatus: components["schemas"]["PaymentStatus"];
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description The day on which the receiver's bank has the money, yyyy-mm-dd: by the rail's business days and cut-off, and not before the FX contract delivers. An estimate until the payment is validated. In a sandbox that collects ACH files every few seconds, ACH settles on any day, and this is that day. */
      valueDate?: string;
      /** @description PENDING_APPROVAL and PARTIALLY_APPROVED: the payment is rejected if it is not approved by this time. */
      approveBy?: string;
      /** @description Present if the payment misses the cut-off of its date: what happens instead. */
      missedCutOff?: components["schemas"]["MissedCutOff"];
      window?: components["schemas"]["SettlementWindow"];
      /** @description The contact that the payment created for the party that the request describes. */
      contactUID?: string;
      /** @description The series, for a payment with recurrence: digits. The interface spells it this way; recurrenceId has the same value. */
      recurranceId?: string;
      /** @description The number of the series, digits. */
      recurrenceId?: string;
      /** @description The UUID of the series, which names it in events and in the audit log. */
      recurrenceUID?: string;
      /** @description Each fee of the payment; absent if there are none. */
      bankFees?: components["schemas"]["PaymentFee"][];
      /** @description Decimal text; absent until the exchange is priced. */
      senderAmount?: string;
      /** @description The currency of the sender, ISO 4217. */
      senderCurrency?: string;
      /** @description Absent until the exchange is priced. */
      receiverAmount?: number;
      /** @description The currency of the receiver, ISO 4217. */
      receiverCurrency?: string;
      /** @description The forexContractNo of the contract that the payment uses or names. */
      forexContract?: string;
      /** @description The quoteUUID of the contract's quote. */
      quoteId?: string;
    };
    PaymentResultReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description Amounts, currencies and contract are present only for a payment between two currencies. */
      data: components["schemas"]["PaymentResult"];
    };
    /** @description Why a payment is returned. */
    PaymentReturn: {
      /**
       * @description For an ACH entry, the return reason code of Nacha Appendix Four; for another rail, of ISO 20022 ExternalReturnReason1Code.
       * @enum {string}
       */
      achReturnCode: "AC01" | "AC03" | "AC04" | "AC06" | "AC07" | "AG01" | "AG02" | "AM05" | "AM09" | "BE04" | "BE05" | "CUST" | "DUPL" | "FOCR" | "FR01" | "MD07" | "MS02" | "MS03" | "NARR" | "R01" | "R02" | "R03" | "R04" | "R05" | "R06" | "R07" | "R08" | "R09" | "R10" | "R11" | "R12" | "R13" | "R14" | "R15" | "R16" | "R17" | "R18" | "R19" | "R20" | "R21" | "R22" | "R23" | "R24" | "R25" | "R26" | "R27" | "R28" | "R29" | "R30" | "R31" | "R32" | "R33" | "R34" | "R35" | "R36" | "R37" | "R38" | "R39" | "R40" | "R41" | "R42" | "R43" | "R44" | "R45" | "R46" | "R47" | "R50" | "R51" | "R52" | "R53" | "R80" | "R81" | "R82" | "R83" | "R84" | "R85" | "RC01" | "RR04" | "TECH" | "UPAY";
      /** @description Why the payment is returned. */
      returnNotes: string;
      /**
       * Format: date
       * @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The day on which the return arrived; default today. It decides whether the return was in time.
       */
      returnDate?: string;
    };
    /** @description The last request to return it (POST …/requestreturn). */
    PaymentReturnRequest: {
      status: components["schemas"]["PaymentReturnRequestStatus"];
      /** @description Why, by ISO 20022 ExternalCancellationReason1Code. */
      reason: string;
      /** @description A note for the history of the payment. */
      notes?: string;
      /**
       * Format: date-time
       * @description When it was asked for.
       */
      requestedAt: string;
      /**
       * Format: date-time
       * @description When the status last changed.
       */
      answeredAt?: string;
      /** @description Of the other bank: why it refuses, by its code. */
      answerCode?: string;
      /** @description Of the other bank, in words. */
      answerReason?: string;
    };
    /**
     * @description Asked, Pending (the other bank looks into it), Accepted (its return is to come), Refused, or Returned.
     * @enum {string}
     */
    PaymentReturnRequestStatus: "Asked" | "Pending" | "Accepted" | "Refused" | "Returned";
    PaymentReturnRequested: {
      /** @description The payment, by the identifier that the service gave it: a UUID. */
      paymentUID: string;
      /** @description The status of the payment. */
      paymentStatus: components["schemas"]["PaymentStatus"];
      requestStatus: components["schemas"]["PaymentReturnRequestStatus"];
    };
    PaymentReturnRequestedReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["PaymentReturnRequested"];
    };
    /** @description Why a payment is reversed. */
    PaymentReversal: {
      /** @description Why the payment is reversed. */
      reversalNotes?: string;
      /**
       * Format: date-time
       * @description When the error was found, for a debit. Its reversing entry is sent within 24 hours; one that leaves later is marked (DiscoveredReversal).
       */
      discoveredAt?: string;
    };
    /** @description Filters that all match. */
    PaymentSearch: {
      /** @description The paymentUID. */
      paymentUUID?: string;
      /** @description The reference in the system of the client. */
      externalReferenceId?: string;
      /** @description The reference in the system that sent the payment; another name for externalReferenceId. */
      sourceRefNo?: string;
      /**
       * Format: date
       * @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The earliest paymentDate, as the payment was made with it.
       */
      fromDate?: string;
      /**
       * Format: date
       * @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The latest paymentDate.
       */
      toDate?: string;
      /** @description An ISO 4217 code. */
      currency?: components["schemas"]["Currency"];
      /** @description The lowest amount, inclusive, in the currency of the payment. */
      minAmount?: number;
      /** @description The highest amount, inclusive, in the currency of the payment. */
      maxAmount?: number;
      /** @description The exact amount, in the currency of the payment. */
      paymentAmount?: number;
      /** @description The contract, by the number that the service gave it. */
      forexContractNo?: string;
      /** @description The full account number. */
      receiverAccountNo?: string;
      /** @description The full name of the contact at the time of the payment. */
      receiverName?: string;
      /** @description The full current legalName of the customer. */
      senderName?: string;
      /** @description The full account number. */
      senderAccountNo?: string;
      /** @description The trace number of its ACH entry, or of the entry that reverses it. */
      traceNumber?: string;
      /** @description The name of the ACH file with its entry, or with the entry that reverses it. */
      fileName?: string;
      /** @description The unique end-to-end transaction reference of its message. */
      uetr?: string;
      /** @description The input message accountability data of its wire. */
      imad?: string;
      /** @description The output message accountability data of its wire. */
      omad?: string;
      /** @description The batch of that entry in the file; with fileName. */
      batchNumber?: number;
      status?: components["schemas"]["SearchedPaymentStatus"];
      wireType?: components["schemas"]["SearchedWireType"];
      /** @description The rail that carries the payment. */
      deliveryMethod?: components["schemas"]["DeliveryMethod"];
      /** @description The page number, starting at 1. Default 1. */
      page?: number;
      /** @description The number of payments per page, 1 to 1000. Default 10. */
      limit?: number;
    };
    /** @description What the request says about the owner of the account. */
    PaymentSender: {
      /** @description The name. */
      name?: string;
      /** @description What the party is, such as Company; kept and shown. */
      entityType?: string;
      /** @description The address. */
      address?: components["schemas"]["PartyAddress"];
      /** @description A phone number. */
      phone?: string;
      /**
       * Format: email
       * @description An e-mail address.
       */
      email?: string;
      /** @description Must be the company identification of the account, if given. */
      achCompanyID?: string;
      /** @description What the routing number is: NID for a national one, BIC otherwise. */
      bankIdType?: string;
      /** @description The same as routingNumber. */
      bankId?: string;
      /** @description The bank between, by its identifier; kept and shown. */
      correspondentBankId?: string;
    };
    /** @enum {string} */
    PaymentStatus: "PENDING_APPROVAL" | "PARTIALLY_APPROVED" | "FUTURE_DATED" | "HELD" | "VALIDATED" | "VALIDATION_FAILURE" | "READY_TO_TRANSMIT" | "TRANSMITTED" | "PROCESSED" | "RETURNED" | "REJECTED" | "CANCELLED" | "REVERSED";
    /**
     * @description The payment and its new status.
     */
    PaymentStatusResult: {
      /** @description The payment, by the identifier that the service gave it: a UUID. */
      paymentUID: string;
      /** @description The status of the payment. */
      paymentStatus: components["schemas"]["PaymentStatus"];
    };
    PaymentStatusResultReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["PaymentStatusResult"];
    };
    /**
     * @description The whole history of a payment.
     *       ]
     *     }
     */
    PaymentTimeline: {
      /** @description The payment, by the identifier that the service gave it: a UUID. */
      paymentUID: string;
      /** @description The day on which the receiver's bank has the money, yyyy-mm-dd: by the rail's business days and cut-off, and not before the FX contract delivers. An estimate until the payment is validated. In a sandbox that collects ACH files every few seconds, ACH settles on any day, and this is that day. */
      valueDate?: string;
      /** @description The proceeds of a settled debit are held, and this is the day on which they become available, or became available, yyyy-mm-dd. Absent if they were available at settlement, and for every other payment. */
      availableOn?: string;
      window?: components["schemas"]["SettlementWindow"];
      /** @description The texts that the ACH entry or the message spells otherwise or cuts off, because it has elements of ASCII with fixed lengths. The answer to the payment names them in the header Giro-Altered-Fields. */
      alteredFields?: components["schemas"]["AlteredField"][];
      /** @description The entries. */
      entries: components["schemas"]["TimelineEntry"][];
    };
    PaymentTimelineReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["PaymentTimeline"];
    };
    /**
     * @description The change waits for a second person.
     */
    PendingApproval: {
      /** @description The approval that another person must decide. */
      approvalUID: string;
      /**
       * @description The status.
       * @enum {string}
       */
      status: "Pending";
      /** @description The hash of the content, in hexadecimal digits. */
      contentHash: string;
      /**
       * Format: date-time
       * @description When it ends, ISO 8601 in UTC.
       */
      expiresAt: string;
      /** @description A sentence for people. */
      message: string;
    };
    PendingApprovalReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["PendingApproval"];
    };
    /**
     * @description EXACT: this amount alone. MAXIMUM: up to this amount.
     * @enum {string}
     */
    PositivePayAmountType: "EXACT" | "MAXIMUM";
    PositivePayApproval: {
      /** @description The exceptions to approve. Absent: all that wait, those due first, at most 200. */
      exceptionUIDs?: string[];
    };
    PositivePayApprovalResult: {
      /** @description The exceptionUIDs that are approved. */
      approved: string[];
      /** @description The others. Correct the cause, and approve them again. */
      refused: components["schemas"]["PositivePayRefusal"][];
    };
    PositivePayApprovalResultReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["PositivePayApprovalResult"];
    };
    /**
     * @description The nearest reason: NoRule: no rule names the originator; or its SEC code or amount differs; or the rule is suspended, or not in force on the day; or it has paid a debit in this period.
     * @enum {string}
     */
    PositivePayCause: "NoRule" | "SecCodeMismatch" | "AmountMismatch" | "NotInForce" | "FrequencyExceeded";
    /** @enum {string} */
    PositivePayDecision: "PENDING" | "APPROVED" | "REJECTED" | "DEFAULT_DECISION";
    PositivePayException: {
      /** @description The exception, and the receiptUID of its debit. */
      exceptionUID: string;
      /** @description The same as exceptionUID. */
      paymentUID: string;
      /** @description ACH. */
      paymentRuleType: components["schemas"]["PositivePayRuleType"];
      /** @description The customer, by the number that the service gave it. */
      customerUID: string;
      /** @description The account, by the number that the service gave it. */
      accountUID: string;
      /** @description The number of the account. */
      customerAccountNumber: string;
      /** @description Decimal text. */
      amount: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description The company identification of the originator. */
      achCompanyID: string;
      /** @description The name of the originator. */
      beneName: string;
      /** @description The routing number of its bank. */
      beneBankId: string;
      /** @description The SEC code of the entry. */
      secCode: string;
      /** @description The trace number of the entry. */
      traceNumber: string;
      /** @description When the entry settles, yyyy-mm-dd. */
      debitDate: string;
      exceptionReason: components["schemas"]["PositivePayCause"];
      /**
       * Format: date-time
       * @description When the debit came in.
       */
      exceptionDateTime: string;
      /**
       * Format: date-time
       * @description When it is returned, if nobody decides it.
       */
      expiryDateTime: string;
      /** @description PENDING, APPROVED, REJECTED, or DEFAULT_DECISION: returned, because nobody decided it in time. */
      positivePayDecisionStatus: components["schemas"]["PositivePayDecision"];
      /** @description The API client that decided it, or worker. */
      decidedBy?: string;
      /**
       * Format: date-time
       * @description When it was decided.
       */
      decisionDateTime?: string;
    };
    PositivePayExceptionPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["PositivePayException"][];
    };
    PositivePayExceptionReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["PositivePayException"];
    };
    PositivePayExceptionSearch: {
      /** @description Digits. */
      customerUID?: string;
      /** @description The number of the account. */
      customerAccountNumber?: string;
      /** @description The exceptionUID. */
      paymentUID?: string;
      /** @description The status. */
      status?: components["schemas"]["PositivePayDecision"];
      /** @description The SEC code of the ACH entry. */
      secCode?: string;
      /** @description The lowest amount, inclusive. */
      amountFrom?: number;
      /** @description The highest amount, inclusive. */
      amountTo?: number;
      /**
       * Format: date
       * @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The earliest settlement date.
       */
      debitDateFrom?: string;
      /**
       * Format: date
       * @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The latest settlement date.
       */
      debitDateTo?: string;
    };
    /**
     * @description ON_GOING: every debit. Otherwise one debit in each period, counted from effectiveDate; ONE_TIME: one debit at all.
     * @enum {string}
     */
    PositivePayFrequency: "ON_GOING" | "ONE_TIME" | "DAILY" | "WEEKLY" | "BI_WEEKLY" | "MONTHLY" | "QUARTERLY" | "SEMI_ANNUAL" | "ANNUAL";
    PositivePayRefusal: {
      /** @description The exception that stays as it is. */
      exceptionUID: string;
      /** @description The reason, for programs. */
      reason: string;
      /** @description The reason, for people. */
      message: string;
    };
    PositivePayRule: {
      /** @description The rule, by the number that the service gave it. */
      ruleUID: string;
      /** @description ACH. */
      paymentRuleType: components["schemas"]["PositivePayRuleType"];
      /** @description The customer, by the number that the service gave it. */
      customerUID: string;
      /** @description The legal name of the customer. */
      customerName: string;
      /** @description The account, by the number that the service gave it. */
      accountUID: string;
      /** @description The number of the account. */
      customerAccountNumber: string;
      /** @description The originator that may debit. Absent: any. */
      achCompanyID?: string;
      /** @description The bank that may debit. Absent: any. */
      beneBankId?: string;
      /** @description The name of the originator. */
      beneName?: string;
      /** @description The name of its bank. */
      beneBankName?: string;
      /** @description The SEC code that it allows, or ALL. */
      secCode: string;
      /** @description Decimal text. */
      amount: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description EXACT or MAXIMUM. */
      amountType: components["schemas"]["PositivePayAmountType"];
      /** @description How often it allows a debit. */
      frequency: components["schemas"]["PositivePayFrequency"];
      /** @description The first settlement date, yyyy-mm-dd. */
      effectiveDate: string;
      /** @description The last settlement date, yyyy-mm-dd. */
      expiryDate?: string;
      status: components["schemas"]["PositivePayRuleStatus"];
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
    };
    PositivePayRulePage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["PositivePayRule"][];
    };
    PositivePayRuleReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["PositivePayRule"];
    };
    PositivePayRuleRequest: {
      paymentRuleType: components["schemas"]["PositivePayRuleType"];
      /** @description The number of the account that debits may come to. */
      customerAccountNumber: string;
      /** @description In US dollars. */
      amount: number;
      amountType: components["schemas"]["PositivePayAmountType"];
      frequency: components["schemas"]["PositivePayFrequency"];
      /**
       * Format: date
       * @description The first settlement date that it allows, yyyy-mm-dd.
       */
      effectiveDate: string;
      /** @description If given, it must be the legal name of the customer. */
      customerName?: string;
      /** @description Not blank. The company identification of the originator. Absent in a new rule: any originator. */
      achCompanyID?: string;
      /** @description Not blank. The routing number of the bank of the originator. Absent in a new rule: any bank. */
      beneBankId?: string;
      /** @description The name of the originator, kept and shown. It is not compared. */
      beneName?: string;
      /** @description The name of its bank, kept and shown. */
      beneBankName?: string;
      /** @description The SEC code of the entries, such as CCD; ALL, the default, allows any. */
      secCode?: string;
      /** @description An ISO 4217 code. */
      currency?: components["schemas"]["Currency"];
      /**
       * Format: date
       * @description The last settlement date that it allows, yyyy-mm-dd. Absent: no end.
       */
      expiryDate?: string;
      /** @description Refused: entries do not carry it. */
      beneAccountNumber?: string;
    };
    PositivePayRuleSearch: {
      /** @description Digits. */
      customerUID?: string;
      /** @description The number of the account. */
      customerAccountNumber?: string;
      /** @description The company identification in ACH files, 10 characters. */
      achCompanyID?: string;
      /** @description The SEC code of the entries, such as CCD; ALL, the default, allows any. */
      secCode?: string;
      status?: components["schemas"]["PositivePayRuleStatus"];
      paymentRuleType?: components["schemas"]["PositivePayRuleType"];
    };
    /**
     * @description A Suspended rule allows nothing, and its account stays guarded.
     * @enum {string}
     */
    PositivePayRuleStatus: "Active" | "Suspended";
    /**
     * @description ACH alone debits an account without its holder.
     * @enum {string}
     */
    PositivePayRuleType: "ACH";
    PositivePayRuleUpdate: {
      /** @description Digits. */
      ruleUID: string;
      /** @description In US dollars. */
      amount?: number;
      amountType?: components["schemas"]["PositivePayAmountType"];
      frequency?: components["schemas"]["PositivePayFrequency"];
      /**
       * Format: date
       * @description The first settlement date that it allows, yyyy-mm-dd.
       */
      effectiveDate?: string;
      /** @description Not blank. The company identification of the originator. Absent in a new rule: any originator. */
      achCompanyID?: string;
      /** @description Not blank. The routing number of the bank of the originator. Absent in a new rule: any bank. */
      beneBankId?: string;
      /** @description The name of the originator, kept and shown. It is not compared. */
      beneName?: string;
      /** @description The name of its bank, kept and shown. */
      beneBankName?: string;
      /** @description The SEC code of the entries, such as CCD; ALL, the default, allows any. */
      secCode?: string;
      /** @description An ISO 4217 code. */
      currency?: components["schemas"]["Currency"];
      /**
       * Format: date
       * @description The last settlement date that it allows, yyyy-mm-dd. Absent: no end.
       */
      expiryDate?: string;
      /** @description Refused: entries do not carry it. */
      beneAccountNumber?: string;
    };
    Prenote: {
      /** @description The prenotification. */
      prenoteUID: string;
      status: components["schemas"]["PrenoteStatus"];
      /** @description The customer that sends it. */
      customerUID: string;
      /** @description The account of the customer. */
      accountUID: string;
      /** @description The contact whose account it checks. */
      contactUID: string;
      /** @description The reference that the client gave. */
      externalReferenceId: string;
      /** @description CREDIT checks an account that will be paid, DEBIT one that will be debited. */
      entryType: components["schemas"]["EntryType"];
      /** @description The SEC code of its entry. */
      secCode: components["schemas"]["PrenoteSecCode"];
      /** @description The name of the contact when it was made. */
      receiverName: string;
      /** @description The account number that it checks, masked. */
      receiverAccountNumber: string;
      /** @description Checking or Savings. */
      receiverAccountType: string;
      /** @description The routing number of the bank of the account. */
      receiverRoutingNumber: string;
      /** @description The trace number of its entry, once it is in a file. */
      traceNumber?: string;
      /** @description The batch of its entry in the file. */
      batchNumber?: number;
      /**
       * Format: date
       * @description The date on which the file says that it settles.
       */
      effectiveEntryDate?: string;
      /**
       * Format: date
       * @description When it settles, once its file has left.
       */
      settlesOn?: string;
      /**
       * Format: date
       * @description The first day on which a payment to the account may settle.
       */
      firstPaymentOn?: string;
      /** @description Why it came back, such as R03. */
      returnCode?: string;
      /** @description What the other bank corrected, such as C01: its last notification of change. */
      changeCode?: string;
      /** @description Why it was refused. */
      reason?: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /** @description The client that made it. */
      createdBy: string;
      /**
       * Format: date-time
       * @description When its file left.
       */
      sentAt?: string;
      /**
       * Format: date-time
       * @description When it was accepted, returned or refused.
       */
      endedAt?: string;
    };
    PrenotePage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["Prenote"][];
    };
    PrenoteReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["Prenote"];
    };
    PrenoteRequest: {
      /** @description The account of the customer. */
      accountUID: string;
      /** @description The contact whose account is checked. */
      contactUID: string;
      /** @description CREDIT checks an account that will be paid, DEBIT one that will be debited. */
      entryType: components["schemas"]["EntryType"];
      secCode?: components["schemas"]["PrenoteSecCode"];
      /** @description The reference that the entry carries, cut to 15 characters. */
      externalReferenceId: string;
    };
    /**
     * @description The SEC code of the payments to come. By default CCD for a company, and PPD for a person.
     * @enum {string}
     */
    PrenoteSecCode: "PPD" | "CCD" | "CTX" | "WEB" | "TEL";
    /**
     * @description Queued: its file has not left. Sent: the other bank can return it. Accepted: nobody returned it in time. Returned: the other bank sent it back. Refused: it did not leave, or the operator rejected its file.
     * @enum {string}
     */
    PrenoteStatus: "Queued" | "Sent" | "Accepted" | "Returned" | "Refused";
    /** @enum {string} */
    Rail: "ACH" | "FEDWIRE" | "RTP" | "FEDNOW" | "SWIFT";
    RailFile: {
      /** @description The identifier of the file. */
      fileUID: string;
      /** @description The rail. */
      rail: components["schemas"]["Rail"];
      /** @description Out: to the network. In: from it. */
      direction: components["schemas"]["FileDirection"];
      /** @description The name of the file. */
      name: string;
      /** @description Out: Waiting, Claimed, HandedOver, InDoubt or Replaced. In: RECEIVING, RECEIVED, IMPORTING, IMPORTED or QUARANTINED. */
      state: components["schemas"]["RailFileState"];
      /** @description When it was made, or came in: RFC 3339. */
      at: string;
    };
    RailFileAcknowledgement: {
      /** @description The incoming file that says so. */
      fileUID: string;
      outcome: components["schemas"]["AcknowledgementOutcome"];
      /** @description Why it was rejected, or what differs. */
      reason?: string;
      /** @description How many batches the operator counted. */
      batches: number;
      /** @description How many entries and addenda it counted. */
      entries: number;
      /** @description The sum of the debits that it counted. */
      debitTotal: string;
      /** @description The sum of the credits that it counted. */
      creditTotal: string;
      /** @description When it came in: RFC 3339. */
      at: string;
    };
    RailFileContent: {
      /** @description The identifier of the file. */
      fileUID: string;
      /** @description The name of the file. */
      name: string;
      /** @description From 0. */
      part: number;
      /** @description How many parts the file has. */
      parts: number;
      /** @description The size of the whole file. */
      sizeBytes: number;
      /** @description The hash of the whole file, in hexadecimal. */
      sha256: string;
      /** @description The bytes of the part, at most 1 MiB, in base64. */
      content: string;
    };
    RailFileContentReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["RailFileContent"];
    };
    RailFileDecision: {
      /** @description Why, for the audit trail. */
      reason: string;
    };
    /** @description Its way to the SFTP server of the network, if the service carries files there. */
    RailFileDelivery: {
      state: components["schemas"]["FileDeliveryStatus"];
      /** @description Why nobody can tell whether the network got it. */
      doubt?: string;
      /** @description What a person decided about the doubt. */
      decision?: string;
      /** @description When the server had it: RFC 3339. */
      deliveredAt?: string;
      /** @description The deadline of the operator that it was made for and missed: RFC 3339. */
      missedDeadline?: string;
      /** @description When its late entries settle instead: RFC 3339. */
      settlesAt?: string;
    };
    RailFileDetails: {
      /** @description The identifier of the file. */
      fileUID: string;
      /** @description The rail. */
      rail: components["schemas"]["Rail"];
      /** @description Out: to the network. In: from it. */
      direction: components["schemas"]["FileDirection"];
      /** @description The name of the file. */
      name: string;
      /** @description Out: Waiting, Claimed, HandedOver, InDoubt or Replaced. In: RECEIVING, RECEIVED, IMPORTING, IMPORTED or QUARANTINED. */
      state: components["schemas"]["RailFileState"];
      /** @description When it was made, or came in: RFC 3339. */
      at: string;
      /** @description How many entries it has. */
      entries?: number;
      /** @description How many of them are booked. */
      importedEntries?: number;
      /** @description The sum of its debits. */
      debitTotal?: string;
      /** @description The sum of its credits. */
      creditTotal?: string;
      /** @description The size of the content. */
      sizeBytes?: number;
      /** @description The hash of the content, in hexadecimal. */
      sha256?: string;
      /** @description What was tolerated in it. */
      notes?: string[];
      refusal?: components["schemas"]["RailFileRefusal"];
      release?: components["schemas"]["RailFileRelease"];
      /** @description When its import ended: RFC 3339. */
      endedAt?: string;
      /** @description When it was confirmed that it left: RFC 3339. */
      leftAt?: string;
      /** @description The hash of its line in the manifest. */
      evidence?: string;
      /** @description Why nobody can tell whether it left. */
      doubt?: string;
      /** @description What a person decided about the doubt. */
      decision?: string;
      delivery?: components["schemas"]["RailFileDelivery"];
      /** @description What the ACH operator said of it, the oldest first. That of a file that was sent again is at the first one. */
      acknowledgements?: components["schemas"]["RailFileAcknowledgement"][];
      /** @description The fileUID of the file that it sends again. */
      resends?: string;
      /** @description The files that sent it again. */
      resentAs?: components["schemas"]["RailFileResent"][];
    };
    RailFileDetailsReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["RailFileDetails"];
    };
    RailFilePage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["RailFile"][];
    };
    /** @description Why it is in quarantine. */
    RailFileRefusal: {
      /** @description The line of the file, from 1. */
      line?: number;
      /** @description The kind of the record. */
      record?: string;
      /** @description The field of the record. */
      field?: string;
      /** @description What is wrong. */
      reason: string;
    };
    /** @description The last decision to import it once more. */
    RailFileRelease: {
      /** @description The client that decided it. */
      by: string;
      /** @description Why. */
      reason: string;
      /** @description RFC 3339. */
      at: string;
    };
    RailFileResent: {
      /** @description The identifier of the file. */
      fileUID: string;
      /** @description The name of the file. */
      name: string;
      /** @description The state or province. */
      state: components["schemas"]["RailFileState"];
    };
    /** @enum {string} */
    RailFileState: "Waiting" | "Claimed" | "HandedOver" | "InDoubt" | "Replaced" | "RECEIVING" | "RECEIVED" | "IMPORTING" | "IMPORTED" | "QUARANTINED";
    /**
     * @description A stop on what leaves by a rail.
     */
    RailHold: {
      /** @description The hold, by the identifier that the service gave it. */
      holdUID: string;
      /** @description BooksBroken: a verification found a difference in the books. DatabaseOlder: more has left than the database knows, as after a restore. EvidenceBroken: the record of what left was damaged. Operator: a person stopped the rails. Restored: the database was made from a backup. */
      reason: string;
      /** @description What differs, in words. */
      differences: string[];
      /** @description Who holds it. */
      heldBy: string;
      /** @description RFC 3339. */
      heldAt: string;
      /** @description RFC 3339. */
      releasedAt?: string;
      /** @description The API key of the client that released it. */
      releasedBy?: string;
      /** @description Why it was released. */
      releaseReason?: string;
    };
    /** @description Why the stop is lifted. */
    RailHoldRelease: {
      /** @description Why, for the audit trail. */
      reason: string;
    };
    RailHoldReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["RailHold"];
    };
    RailMessage: {
      /** @description The identifier of the message. */
      messageUID: string;
      rail: components["schemas"]["MessageRail"];
      direction: components["schemas"]["MessageDirection"];
      status: components["schemas"]["RailMessageStatus"];
      /** @description Such as pacs.008.001.08; absent if it was not read. */
      messageType?: string;
      /** @description The id that the network knows it by; absent if it was not read. */
      messageId?: string;
      /** @description 0, or the number of the repetition by the rules of the network. */
      copyNumber: number;
      /** @description The UETR of the payment that it is about. */
      uetr?: string;
      /** @description The payment that it is about. */
      paymentUID?: string;
      /** @description The receipt that it is about. */
      receiptUID?: string;
      /** @description When it was made or came in: RFC 3339. */
      createdAt: string;
    };
    RailMessageContent: {
      /** @description The identifier of the message. */
      messageUID: string;
      /** @description The size of the content. */
      sizeBytes: number;
      /** @description The hash of the content, in hexadecimal. */
      sha256: string;
      /** @description The bytes, in base64. */
      content: string;
    };
    RailMessageContentReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["RailMessageContent"];
    };
    RailMessageDecision: {
      /** @description HandedOver: the network has it, and its payment becomes TRANSMITTED. HandOverAgain: the network does not have it, and it is handed over once more. */
      decision: components["schemas"]["DecidedHandover"];
      /** @description Why: what you found out from the network, and how. */
      reason: string;
    };
    /**
     *     }
     */
    RailMessageDetails: {
      /** @description The identifier of the message. */
      messageUID: string;
      rail: components["schemas"]["MessageRail"];
      direction: components["schemas"]["MessageDirection"];
      status: components["schemas"]["RailMessageStatus"];
      /** @description Such as pacs.008.001.08; absent if it was not read. */
      messageType?: string;
      /** @description The id that the network knows it by; absent if it was not read. */
      messageId?: string;
      /** @description 0, or the number of the repetition by the rules of the network. */
      copyNumber: number;
      /** @description The UETR of the payment that it is about. */
      uetr?: string;
      /** @description The payment that it is about. */
      paymentUID?: string;
      /** @description The receipt that it is about. */
      receiptUID?: string;
      /** @description When it was made or came in: RFC 3339. */
      createdAt: string;
      /** @description The id of the message that it answers. */
      answersMessageId?: string;
      /** @description The messageUID of the earlier message with the same bytes or the same id. */
      doubleOf?: string;
      /** @description The messageUID of the message that it sends again. */
      resends?: string;
      /** @description The messages that sent it again. */
      resentAs?: components["schemas"]["RailMessageResent"][];
      /** @description How many bytes it has. */
      sizeBytes: number;
      /** @description The hash of its bytes, in hexadecimal; absent if it was too large to be read. */
      sha256?: string;
      /** @description It is not handed over after this time: RFC 3339. */
      leavesBy?: string;
      /** @description When it left: RFC 3339. */
      leftAt?: string;
      /** @description When it was over: RFC 3339. */
      endedAt?: string;
      /** @description Why nobody could tell whether it left. */
      doubt?: string;
      refusal?: components["schemas"]["RailMessageRefusal"];
    };
    RailMessageDetailsReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["RailMessageDetails"];
    };
    RailMessagePage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["RailMessage"][];
    };
    RailMessageReason: {
      /** @description Why: what you found out from the network, and how. */
      reason: string;
    };
    /** @description Why it is in quarantine. */
    RailMessageRefusal: {
      /** @description What is wrong. */
      why: string;
      /** @description The path of the element in the message. */
      path?: string;
    };
    RailMessageResent: {
      /** @description The identifier of the message. */
      messageUID: string;
      /** @description The id that the network knows it by. */
      messageId: string;
      /** @description What became of it. */
      status: components["schemas"]["RailMessageStatus"];
    };
    /**
     * @description Out: Waiting, Claimed by a worker, HandedOver, InDoubt (a person decides whether it left) or Expired (it leaves no more). In: Received, Processed, Double (it came before), Quarantined (it cannot be read) or Dismissed.
     * @enum {string}
     */
    RailMessageStatus: "Waiting" | "Claimed" | "HandedOver" | "InDoubt" | "Expired" | "Received" | "Processed" | "Double" | "Quarantined" | "Dismissed";
    /**
     * @description What is held, in doubt, or waiting for an answer.
     *       ],
     *       "holds": [
     *         {
     *           "holdUID": "019a2f51-6b1e-7cc4-8f3a-2b8f3c1d9e77",
     *           "reason": "DatabaseOlder",
     *           "differences": [
     *             "bank-20260701-0003.ach left at 2026-07-01T18:00:04Z, and the database does not know it"
     *           ],
     *           "heldBy": "worker",
     *           "heldAt": "2026-07-01T19:12:00.000Z"
     *         }
     *       ],
     *       "inDoubt": [
     *         {
     *           "handoverUID": "019a2f51-6b1e-7cc4-8f3a-2b8f3c1d9e78",
     *           "rail": "ACH",
     *           "name": "bank-20260701-0002.ach",
     *           "status": "InDoubt",
     *           "doubt": "bank-20260701-0002.ach was about to become visible at 2026-07-01T18:00:02Z, and its worker ended: whether it was taken away is not known",
     *           "createdAt": "2026-07-01T18:00:00.000Z"
     *         }
     *       ],
     *       "messagesInDoubt": [
     *         {
     *           "messageUID": "0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b72",
     *           "rail": "SWIFT",
     *           "direction": "Out",
     *           "status": "InDoubt",
     *           "messageType": "pacs.008.001.08",
     *           "messageId": "GIRO0197A1F26C1E",
     *           "copyNumber": 0,
     *           "createdAt": "2026-07-01T14:05:00.000Z"
     *         }
     *       ],
     *       "departed": [
     *         {
     *           "handoverUID": "019a2f51-6b1e-7cc4-8f3a-2b8f3c1d9e79",
     *           "name": "bank-20260701-0003.ach",
     *           "status": "Waiting",
     *           "decision": "HandedOver",
     *           "payments": 30,
     *           "unknownPayments": 2
     *         }
     *       ]
     *     }
     */
    Rails: {
      /** @description The next cut-off of each rail that is on, the soonest first. RTP and FedNow never close. */
      cutOffs: components["schemas"]["NextCutOff"][];
      /** @description The open holds. While there is one, nothing leaves. */
      holds: components["schemas"]["RailHold"][];
      /** @description The oldest hundred that a person must decide. */
      inDoubt: components["schemas"]["Handover"][];
      /** @description The newest hundred messages that a person must decide. */
      messagesInDoubt: components["schemas"]["RailMessage"][];
      /** @description The oldest hundred files that left before the database was restored, as the evidence outside of it shows. With the decision HandedOver, their payments become TRANSMITTED when no hold is open. Until then, people can decide otherwise. */
      departed: components["schemas"]["DepartedPayment"][];
    };
    RailsReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Rails"];
    };
    /**
     * @description Why a request is refused, as a word for programs. Each response lists its reasons, and /docs/pages/errors says the cause and the remedy of each. A later version can add reasons: treat one that you do not know by its status.
     * @example accountNotFound
     */
    Reason: string;
    Receipt: {
      /** @description The receipt, by the id that the service gave it. */
      receiptUID: string;
      /** @description The network over which it came in. */
      rail: components["schemas"]["Rail"];
      /** @description Credit pays the account; Debit takes from it. */
      direction: components["schemas"]["EntryDirection"];
      /** @description Whether it only checks the account and moves no money. */
      isPrenote: boolean;
      /** @description Whether it is the money of an answer, which is never returned. Only the institution sees it. */
      isAnswer?: boolean;
      /** @description Decimal text; 0.00 for a prenotification. */
      amount: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description /docs/pages/receipts explains the states. Customers see SCREENING and UNPOSTED as PENDING. */
      status: components["schemas"]["ReceiptStatus"];
      /** @description Why it is not posted, or was not at first. Only the institution sees it. */
      reason?: string;
      /** @description The reason in words. Only the institution sees it. */
      reasonText?: string;
      /** @description The return code that fits the reason. Only the institution sees it. */
      suggestedReturn?: string;
      /** @description The account that it is posted to, or would be. */
      accountUID?: string;
      /** @description The customer of the account. */
      customerUID?: string;
      /** @description As the item has it; masked without Customers.View_Account_Number. */
      accountNumber: string;
      /** @description The accounts that a person could assign it to. Only the institution sees them. */
      candidates?: string[];
      /** @description Who is paid. */
      receiver: components["schemas"]["ReceiptReceiver"];
      originator: components["schemas"]["ReceiptOriginator"];
      /** @description The standard entry class of the ACH batch. */
      secCode?: string;
      /** @description What the originator calls the ACH entry. */
      entryDescription?: string;
      /** @description The ACH transaction code. */
      transactionCode?: string;
      /** @description The discretionary data of the entry. */
      discretionaryData?: string;
      /** @description The trace number that the originating bank gave the ACH entry. */
      traceNumber?: string;
      /** @description Of a message: the reference of the originator. */
      endToEndId?: string;
      /** @description Of a message: its unique end-to-end transaction reference. */
      uetr?: string;
      /** @description Of a message: its id on the network. */
      messageId?: string;
      /** @description The texts of its addenda records, or the remittance information of its message, in order. */
      addenda: string[];
      /** @description The payment of the receiver that the originator sends back with it. */
      returnsPaymentUID?: string;
      /** @description What the network was answered: Accepted, AcceptedWithoutPosting or Rejected. Only the institution sees it. */
      answer?: string;
      /** @description Until when the network waited for an answer, RFC 3339. Only the institution sees it. */
      answerBy?: string;
      /** @description The incoming file. Only the institution sees it. */
      fileUID?: string;
      /** @description Its place in the file, starting at 1. Only the institution sees it. */
      entryNumber?: number;
      /** @description The date that the originator intends, yyyy-mm-dd. */
      effectiveDate: string;
      /** @description The date on which it settles, yyyy-mm-dd. */
      settlementDate: string;
      /** @description RFC 3339. */
      receivedAt: string;
      /** @description Of an ACH entry: the last file by which it can be returned for any reason, RFC 3339. Only the institution sees it. */
      returnBy?: string;
      /** @description The last file by which it can be returned as unauthorized, RFC 3339. Only the institution sees it. */
      extendedReturnBy?: string;
      /** @description The code with which it is or was returned. Customers see those of their balance and of what they refused. */
      returnCode?: string;
    };
    /** @description A postal address, by the elements of ISO 20022. */
    ReceiptAddress: {
      /** @description The street. */
      streetName?: string;
      /** @description The number of the building. */
      buildingNumber?: string;
      /** @description The postal code. */
      postCode?: string;
      /** @description The town. */
      townName?: string;
      /** @description The state or province. */
      countrySubDivision?: string;
      /** @description ISO 3166-1 alpha-2. */
      country?: string;
      /** @description Lines without a structure. */
      lines?: string[];
    };
    ReceiptAssignment: {
      /** @description Digits. */
      accountUID: string;
    };
    /** @description Who sent the item, as its batch or its message names it. */
    ReceiptOriginator: {
      /** @description The name of the originator, as the item has it. */
      name: string;
      /** @description What the network knows the originator by. */
      identification?: string;
      /** @description The routing number of its bank; absent if its bank is named by its BIC. */
      routingNumber?: string;
      /** @description The BIC of its bank. */
      bic?: string;
      /** @description The name of its bank. */
      bankName?: string;
      /** @description Of a message: its account; masked without Customers.View_Account_Number. */
      accountNumber?: string;
      address?: components["schemas"]["ReceiptAddress"];
    };
    ReceiptPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["Receipt"][];
    };
    ReceiptReceiver: {
      /** @description The name of the receiver, as the item has it. */
      name: string;
      /** @description What the sender knows the receiver by. */
      identification?: string;
      address?: components["schemas"]["ReceiptAddress"];
    };
    ReceiptReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["Receipt"];
    };
    ReceiptReturn: {
      /** @description The return code. ACH: such as R10; R71 to R77 contest a dishonored return, and R61 to R70 dishonor the return of another bank. Other rails: of ISO 20022, such as AC04 or FOCR. */
      reason: string;
      /** @description With R69: what is wrong in the return. 01 account number, 02 trace number, 03 amount, 04 individual identification, 05 transaction code, 06 company identification, 07 effective entry date. */
      fieldsInError?: string[];
      /** @description With R17 for an ACH entry: it is believed to be sent under false pretenses, and its return says QUESTIONABLE. */
      isQuestionable?: boolean;
    };
    /** @enum {string} */
    ReceiptStatus: "RECEIVED" | "SCREENING" | "PENDING" | "UNPOSTED" | "POSTED" | "RETURN_QUEUED" | "RETURNED" | "DISHONORED" | "CONTESTED" | "REJECTED";
    ReceiptStep: {
      /** @description RFC 3339. */
      at: string;
      /** @description The state before; absent for the first. */
      from?: string;
      /** @description The state after. */
      to: string;
      /** @description Who took the step: an API client, or worker. Only the institution sees it. */
      actor?: string;
      /** @description Details, such as the file. Only the institution sees them. */
      evidence?: {
        [key: string]: unknown;
      };
    };
    /**
     *       ]
     *     }
     */
    ReceiptWithSteps: {
      /** @description The receipt, by the id that the service gave it. */
      receiptUID: string;
      /** @description The network over which it came in. */
      rail: components["schemas"]["Rail"];
      /** @description Credit pays the account; Debit takes from it. */
      direction: components["schemas"]["EntryDirection"];
      /** @description Whether it only checks the account and moves no money. */
      isPrenote: boolean;
      /** @description Whether it is the money of an answer, which is never returned. Only the institution sees it. */
      isAnswer?: boolean;
      /** @description Decimal text; 0.00 for a prenotification. */
      amount: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description /docs/pages/receipts explains the states. Customers see SCREENING and UNPOSTED as PENDING. */
      status: components["schemas"]["ReceiptStatus"];
      /** @description Why it is not posted, or was not at first. Only the institution sees it. */
      reason?: string;
      /** @description The reason in words. Only the institution sees it. */
      reasonText?: string;
      /** @description The return code that fits the reason. Only the institution sees it. */
      suggestedReturn?: string;
      /** @description The account that it is posted to, or would be. */
      accountUID?: string;
      /** @description The customer of the account. */
      customerUID?: string;
      /** @description As the item has it; masked without Customers.View_Account_Number. */
      accountNumber: string;
      /** @description The accounts that a person could assign it to. Only the institution sees them. */
      candidates?: string[];
      /** @description Who is paid. */
      receiver: components["schemas"]["ReceiptReceiver"];
      originator: components["schemas"]["ReceiptOriginator"];
      /** @description The standard entry class of the ACH batch. */
      secCode?: string;
      /** @description What the originator calls the ACH entry. */
      entryDescription?: string;
      /** @description The ACH transaction code. */
      transactionCode?: string;
      /** @description The discretionary data of the entry. */
      discretionaryData?: string;
      /** @description The trace number that the originating bank gave the ACH entry. */
      traceNumber?: string;
      /** @description Of a message: the reference of the originator. */
      endToEndId?: string;
      /** @description Of a message: its unique end-to-end transaction reference. */
      uetr?: string;
      /** @description Of a message: its id on the network. */
      messageId?: string;
      /** @description The texts of its addenda records, or the remittance information of its message, in order. */
      addenda: string[];
      /** @description The payment of the receiver that the originator sends back with it. */
      returnsPaymentUID?: string;
      /** @description What the network was answered: Accepted, AcceptedWithoutPosting or Rejected. Only the institution sees it. */
      answer?: string;
      /** @description Until when the network waited for an answer, RFC 3339. Only the institution sees it. */
      answerBy?: string;
      /** @description The incoming file. Only the institution sees it. */
      fileUID?: string;
      /** @description Its place in the file, starting at 1. Only the institution sees it. */
      entryNumber?: number;
      /** @description The date that the originator intends, yyyy-mm-dd. */
      effectiveDate: string;
      /** @description The date on which it settles, yyyy-mm-dd. */
      settlementDate: string;
      /** @description RFC 3339. */
      receivedAt: string;
      /** @description Of an ACH entry: the last file by which it can be returned for any reason, RFC 3339. Only the institution sees it. */
      returnBy?: string;
      /** @description The last file by which it can be returned as unauthorized, RFC 3339. Only the institution sees it. */
      extendedReturnBy?: string;
      /** @description The code with which it is or was returned. Customers see those of their balance and of what they refused. */
      returnCode?: string;
      /** @description Its steps, in their order. */
      timeline: components["schemas"]["ReceiptStep"][];
    };
    ReceiptWithStepsReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["ReceiptWithSteps"];
    };
    /**
     * @description What a customer owes in a currency.
     */
    Receivable: {
      /** @description The customer, by the number that the service gave it. */
      customerUID: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description What the customer owes now, as decimal text. */
      amountOwed: string;
      /** @description All it has owed so far, as decimal text. */
      amountIncurred: string;
      /** @description When it owed for the first time, RFC 3339. */
      since: string;
    };
    ReceivablePage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["Receivable"][];
    };
    /**
     * @description What a customer owes.
     *       ]
     *     }
     */
    Receivables: {
      /** @description What the customer owes, by currency. */
      receivables: components["schemas"]["Receivable"][];
    };
    ReceivablesReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Receivables"];
    };
    /**
     * @description A series of payments.
     */
    Recurrence: {
      /** @description Digits. */
      recurrenceId: string;
      /** @description The same as recurrenceId, as the interface spells it. */
      recurranceId: string;
      /** @description The UUID of the series, which names it in events and in the audit log. */
      recurrenceUID: string;
      /** @description In a debit, receiver is the debtor, and sender is the account that collects. */
      entryType: components["schemas"]["EntryType"];
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description The customer, by the number that the service gave it. */
      customerUID: string;
      /** @description The account that pays. */
      sender: components["schemas"]["RecurrenceSender"];
      /** @description Who is paid. */
      receiver: components["schemas"]["RecurrenceReceiver"];
      /** @description The amount, a decimal number in paymentCurrency. */
      paymentAmount: number;
      /** @description The currency of the amount, ISO 4217. */
      paymentCurrency: string;
      speed: components["schemas"]["Speed"];
      /** @description A note that the receiver sees where the rail carries one. */
      paymentNotes?: string;
      /** @description How often the payment is made. */
      frequency: string;
      /** @description The date of the first payment, yyyy-mm-dd. */
      startDate: string;
      /** @description What ends the series. */
      payUntil: string;
      /** @description The last possible date of a payment, yyyy-mm-dd. */
      endDate?: string;
      /** @description The number of payments, if payUntil is NumberOfPayments. */
      numberOfPayments?: number;
      /** @description The status. */
      status: components["schemas"]["SeriesStatus"];
      /** @description The number of the last payment created, including scheduled ones. */
      paymentsMade: number;
      /** @description The API key of the client that created it. */
      createdBy: string;
      /** @description The user whose token started the series. */
      createdByUserId?: string;
      /** @description When it was created, ISO 8601 in UTC. */
      creationDateTime: string;
      /** @description Why the last payment that failed, or was not approved in time, was not made. */
      failureReason?: string;
    };
    RecurrenceReceiver: {
      /** @description The account, by the number that the service gave it. */
      accountUID: string;
    };
    RecurrenceReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Recurrence"];
    };
    /** @description How often the payment is made, and until when. */
    RecurrenceRequest: {
      /**
       * @description How often the payment is made.
       * @enum {string}
       */
      frequency: "Daily" | "Weekly" | "BiWeekly" | "Monthly" | "Quarterly" | "SemiAnnual" | "Yearly" | "SemiAnnually";
      payUntil: components["schemas"]["PayUntil"];
      /** @description The number of payments, if payUntil is NumberOfPayments. */
      numberOfPayments?: number;
      /**
       * Format: date
       * @description yyyy-mm-dd. The last possible date of a payment, before it moves to a business day.
       */
      endDate?: string;
    };
    /**
     * @description The series, and the payments that the change cancelled.
     */
    RecurrenceResult: {
      /** @description Digits. */
      recurrenceId: string;
      /** @description The same as recurrenceId, as the interface spells it. */
      recurranceId: string;
      /** @description The UUID of the series, which names it in events and in the audit log. */
      recurrenceUID: string;
      /** @description In a debit, receiver is the debtor, and sender is the account that collects. */
      entryType: components["schemas"]["EntryType"];
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description The customer, by the number that the service gave it. */
      customerUID: string;
      /** @description The account that pays. */
      sender: components["schemas"]["RecurrenceResultSender"];
      /** @description Who is paid. */
      receiver: components["schemas"]["RecurrenceResultReceiver"];
      /** @description The amount, a decimal number in paymentCurrency. */
      paymentAmount: number;
      /** @description The currency of the amount, ISO 4217. */
      paymentCurrency: string;
      speed: components["schemas"]["Speed"];
      /** @description A note that the receiver sees where the rail carries one. */
      paymentNotes?: string;
      /** @description How often the payment is made. */
      frequency: string;
      /** @description The date of the first payment, yyyy-mm-dd. */
      startDate: string;
      /** @description What ends the series. */
      payUntil: string;
      /** @description The last possible date of a payment, yyyy-mm-dd. */
      endDate?: string;
      /** @description The number of payments, if payUntil is NumberOfPayments. */
      numberOfPayments?: number;
      /** @description The status. */
      status: components["schemas"]["SeriesStatus"];
      /** @description The number of the last payment created, including scheduled ones. */
      paymentsMade: number;
      /** @description The API key of the client that created it. */
      createdBy: string;
      /** @description The user whose token started the series. */
      createdByUserId?: string;
      /** @description When it was created, ISO 8601 in UTC. */
      creationDateTime: string;
      /** @description Why the last payment that failed, or was not approved in time, was not made. */
      failureReason?: string;
      /** @description The paymentUID of each cancelled payment. */
      cancelledPayments: string[];
    };
    RecurrenceResultReceiver: {
      /** @description The account, by the number that the service gave it. */
      accountUID: string;
    };
    RecurrenceResultReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["RecurrenceResult"];
    };
    RecurrenceResultSender: {
      /** @description The account, by the number that the service gave it. */
      accountUID: string;
    };
    RecurrenceSender: {
      /** @description The account, by the number that the service gave it. */
      accountUID: string;
    };
    /** @description The new end of the series: one of the two. */
    RecurrenceUpdate: {
      /**
       * Format: date
       * @description yyyy-mm-dd. The last possible date of a payment, before it moves to a business day.
       */
      endDate?: string | null;
      /** @description The new number of payments. */
      noOfPayments?: number | null;
    };
    RefusePaymentRequest: {
      reason: components["schemas"]["PaymentRequestRefusal"];
      /** @description Why, in words: the creditor reads it. */
      notes?: string;
    };
    RefuseReturnRequest: {
      reason: components["schemas"]["ReturnRefusalReason"];
      /** @description In words: the other bank reads them. */
      notes?: string;
    };
    /** @description Something that a regulator wants to know. */
    RegulatoryReporting: {
      /** @description The name. */
      key: string;
      /** @description The value. */
      value: string;
    };
    /** @description Why the change is rejected. */
    RejectRequest: {
      /** @description Why, for the audit trail. */
      reason: string;
    };
    /**
     * @description How a customer relates to the institution.
     * @enum {string}
     */
    RelationshipType: "Customer" | "Bank" | "ThirdParty" | "Self" | "the service";
    ReleaseOutstandingRequest: {
      /** @description The API client. */
      apiKey?: string;
      /** @description The user. */
      userUID?: string;
      /** @description Digits. */
      customerUID?: string;
      /** @description The API client whose identity provider was revoked: what people did through it before. */
      identityProviderOf?: string;
      /** @description For the audit log alone. */
      reason: string;
    };
    /** @enum {string} */
    RemovableClientField: "accessTokenSeconds" | "expiresAt" | "identityProvider";
    /**
     * @description What becomes of a payment without an idempotency key that has the externalReferenceId of another payment of the customer in the last 24 hours. Warn accepts it, and the header Giro-Repeated-Reference of the reply names the other payment.
     * @enum {string}
     */
    RepeatedReferences: "Accept" | "Warn" | "Refuse";
    /**
     * @description Success; a refusal has Failure.
     * @enum {string}
     */
    ReplyStatus: "Success" | "Failure";
    /**
     * @description Default: the instant network of the institution, if it reaches the bank.
     * @enum {string}
     */
    RequestRail: "RTP" | "FEDNOW";
    RequestReturn: {
      reason: components["schemas"]["CancellationReason"];
      /** @description Why, in words: the other bank reads it. */
      notes?: string;
    };
    ResolveMessageException: {
      /** @description What you did about it. */
      notes?: string;
    };
    /**
     * @description CUST (the customer does not agree), AM04 (not enough funds), AC04 (account closed), ARDT (returned before), LEGL (legal reasons), NOAS (the customer does not answer), NOOR (never received), AGNT (the bank does not agree).
     * @enum {string}
     */
    ReturnRefusalReason: "CUST" | "AM04" | "AC04" | "ARDT" | "LEGL" | "NOAS" | "NOOR" | "AGNT";
    ReturnRequest: {
      /** @description The request. */
      returnRequestUID: string;
      /** @description The network over which it came in. */
      rail: components["schemas"]["Rail"];
      /** @description The id of its message on the network. */
      caseId: string;
      /** @description The credit that is asked back; absent if none was received. */
      receiptUID?: string;
      /** @description Why, by ISO 20022 ExternalCancellationReason1Code. */
      reason: string;
      /** @description Why, in words of the other bank. */
      notes?: string;
      /** @description Open until a person has accepted or refused it. */
      status: components["schemas"]["ReturnRequestStatus"];
      /**
       * Format: date-time
       * @description By when it is to be answered.
       */
      answerBy: string;
      /**
       * Format: date-time
       * @description When it came in.
       */
      receivedAt: string;
      /**
       * Format: date-time
       * @description When it was answered.
       */
      answeredAt?: string;
      /** @description The API client that answered. */
      answeredBy?: string;
      /** @description The code of the refusal. */
      refusalReason?: string;
      /** @description The answer in words. */
      answerNotes?: string;
    };
    ReturnRequestPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["ReturnRequest"][];
    };
    ReturnRequestReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["ReturnRequest"];
    };
    /** @enum {string} */
    ReturnRequestStatus: "Open" | "Accepted" | "Refused";
    /**
     * @description A role of the users of a customer.
     *           ]
     *         },
     *         {
     *           "name": "Contacts",
     *           "entitlements": [
     *             "View_Contacts"
     *           ],
     *           "limits": []
     *         }
     *       ]
     *     }
     */
    Role: {
      /** @description The identifier that the service gave it. */
      id: string;
      /** @description The name. */
      name: string;
      /** @description A text for people. */
      description: string;
      /** @description The customer that owns the role. */
      leId: string;
      type: components["schemas"]["RoleType"];
      status: components["schemas"]["RoleStatus"];
      /** @description The short name of the customer. */
      owner: string;
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description What the role may do, by application. */
      applications: components["schemas"]["RoleApplication"][];
    };
    RoleApplication: {
      /** @description The name. */
      name: string;
      /** @description The entitlements, by name: /docs/pages/entitlements lists them. */
      entitlements: string[];
      /** @description For Payments, Approval limit and Daily approval limit apply when a user approves a payment. Other names are stored and have no effect. */
      limits: components["schemas"]["ApplicationLimit"][];
    };
    /**
     *               ]
     *             },
     *             {
     *               "name": "Contacts",
     *               "entitlements": [
     *                 "View_Contacts"
     *               ],
     *               "limits": []
     *             }
     *           ]
     *         }
     *       ]
     *     }
     */
    RolePage: {
      /** @description The number of records that match. */
      totalElements: number;
      /** @description The number of pages. */
      totalPages: number;
      /** @description The number of records on a page. */
      size: number;
      /** @description The number of the page. */
      page: number;
      /** @description The result. */
      data: components["schemas"]["Role"][];
    };
    /** @description The role to create. */
    RoleRequest: {
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description 1 to 64 letters, digits and spaces. */
      name: string;
      /** @description A text for people. */
      description: string;
      /** @description What the role may do, by application. */
      applications: components["schemas"]["RoleRequestApplication"][];
    };
    RoleRequestApplication: {
      /** @description An application in the catalog, /docs/pages/entitlements. */
      name: string;
      /** @description Entitlements of the application. */
      entitlements: string[];
      /** @description For Payments, Approval limit and Daily approval limit apply when a user approves a payment. Other names are stored and have no effect. */
      limits?: components["schemas"]["ApplicationLimit"][];
    };
    /**
     * @description The role that was created or changed.
     *     }
     */
    RoleResult: {
      /** @description The role, by the identifier that the service gave it: a UUID. */
      roleId: string;
      /** @description A sentence for people. */
      message: string;
      /** @description The result. */
      data: components["schemas"]["RoleResultData"];
    };
    RoleResultData: {
      /** @description The role, by the identifier that the service gave it: a UUID. */
      roleId: string;
    };
    /**
     * @description A role is always active.
     * @enum {string}
     */
    RoleStatus: "Active";
    /**
     * @description Default for a role created with its customer.
     * @enum {string}
     */
    RoleType: "Custom" | "Default";
    /** @description The fields to change; the others stay. */
    RoleUpdate: {
      /** @description The reference in the system of the client. */
      externalReferenceId?: string;
      /** @description 1 to 64 letters, digits and spaces. */
      name?: string;
      /** @description A text for people. */
      description?: string;
      /** @description What the role may do, by application. */
      applications?: components["schemas"]["RoleUpdateApplication"][];
    };
    RoleUpdateApplication: {
      /** @description An application in the catalog, /docs/pages/entitlements. */
      name: string;
      /** @description Entitlements of the application. */
      entitlements: string[];
      /** @description For Payments, Approval limit and Daily approval limit apply when a user approves a payment. Other names are stored and have no effect. */
      limits?: components["schemas"]["ApplicationLimit"][];
    };
    /** @description What an account can do by RTP. */
    RtpFeature: {
      enableRtp?: components["schemas"]["YesNo"];
      rtpReceiveOnly?: components["schemas"]["YesNo"];
      rtpSendOrReceive?: components["schemas"]["YesNo"];
      rtpRfpSend?: components["schemas"]["YesNo"];
      rtpRfpReceive?: components["schemas"]["YesNo"];
    };
    RtpSimulation: {
      /** @description Credits of other banks. */
      credits?: components["schemas"]["SimulatedNetworkCredit"][];
      /** @description Requests for payment; on Fedwire, drawdown requests. */
      paymentRequests?: components["schemas"]["SimulatedPaymentRequest"][];
      /** @description Requests of other banks to get a credit back. */
      returnRequests?: components["schemas"]["SimulatedReturnRequest"][];
      /** @description Whether other banks can be reached. */
      participants?: components["schemas"]["SimulatedParticipant"][];
    };
    /**
     * @description The status of a payment.
     * @enum {string}
     */
    SearchedPaymentStatus: "PENDING_APPROVAL" | "PARTIALLY_APPROVED" | "FUTURE_DATED" | "HELD" | "VALIDATED" | "VALIDATION_FAILURE" | "READY_TO_TRANSMIT" | "TRANSMITTED" | "PROCESSED" | "RETURNED" | "REJECTED" | "CANCELLED" | "REVERSED" | "INITIATED";
    /**
     * @description Outgoing finds every wire. No payment is an incoming wire.
     * @enum {string}
     */
    SearchedWireType: "Domestic" | "International" | "Outgoing" | "Incoming";
    /**
     * @description The SEC code of an ACH entry.
     * @enum {string}
     */
    SecCode: "POP" | "CCD" | "PPD" | "WEB" | "CTX" | "TEL" | "CIE" | "ARC" | "IAT";
    SecondFactor: {
      /** @description Identifies the factor. */
      factorId: string;
      /**
       * @description Totp is an authenticator app.
       * @enum {string}
       */
      kind: "Totp" | "Passkey";
      /**
       * Format: date-time
       * @description When the user added it.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When the user last signed in with it. Absent if it was never used.
       */
      usedAt?: string;
    };
    /**
     * @description What each use of an access token must prove.
     * @enum {string}
     */
    SenderConstraint: "none" | "dpop" | "certificate";
    SentPaymentRequest: {
      /** @description The request. */
      requestUID: string;
      /** @description The network. */
      rail: components["schemas"]["RequestRail"];
      status: components["schemas"]["SentPaymentRequestStatus"];
      /** @description What is asked, decimal text. */
      amount: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description The account to pay. */
      accountUID: string;
      /** @description The customer of the account. */
      customerUID: string;
      /** @description Who pays. */
      contactUID: string;
      /** @description The name of the contact. */
      debtorName: string;
      /** @description The id of its message. */
      messageId: string;
      /** @description The reference that its payment repeats. */
      endToEndId: string;
      /** @description On which day it is to be paid, yyyy-mm-dd. */
      requestedExecutionDate: string;
      /** @description The last day on which it can be paid, yyyy-mm-dd, Eastern. */
      expiryDate: string;
      /** @description Whether another amount may be paid. */
      amountModificationAllowed: boolean;
      /** @description Whether it may be paid before the day. */
      earlyPayment: boolean;
      /** @description Whether the other bank must guarantee it. */
      guaranteedPayment: boolean;
      /** @description What it is for. */
      remittance?: string;
      /** @description The reference of its maker. */
      externalReferenceId?: string;
      /** @description The API client that made it. */
      requestedBy: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /** @description The code of the answer, ISO 20022 ExternalStatusReason1Code. */
      answerCode?: string;
      /** @description Why, in the words of the other bank. */
      answerReason?: string;
      /** @description The receipt of the money that pays it. */
      receiptUID?: string;
      /**
       * Format: date-time
       * @description When it was paid, refused or expired.
       */
      endedAt?: string;
    };
    SentPaymentRequestPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["SentPaymentRequest"][];
    };
    SentPaymentRequestReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["SentPaymentRequest"];
    };
    /**
     * @description Open until it is answered; Accepted: the other bank says that it will be paid; Paid: the money is on the account; Refused; or Expired.
     * @enum {string}
     */
    SentPaymentRequestStatus: "Open" | "Accepted" | "Paid" | "Refused" | "Expired";
    /** @enum {string} */
    SeriesStatus: "Active" | "Completed" | "Cancelled";
    SetLimit: {
      /** @description The key of the limit. */
      key: components["schemas"]["LimitKey"];
      /** @description The value. */
      value: number;
      /** @description The currency, ISO 4217. */
      currency: string;
    };
    /** @enum {string} */
    SettlementMethod: "Serial" | "Cover";
    /** @description The window of ACH or Fedwire that it goes by, if nothing delays it. Other rails have none. */
    SettlementWindow: {
      /** @description The last time at which the network takes it for this settlement. */
      closesAt: string;
      /** @description When it settles. */
      settlesAt: string;
      /** @description The same in words, with Eastern time and that of the institution. */
      says: string;
    };
    /**
     * @description The signatories of a customer.
     *       ],
     *       "message": "1 of 1 signatories"
     *     }
     */
    Signatories: {
      /** @description The signatories. */
      signatories: components["schemas"]["Signatory"][];
      /** @description A sentence for people. */
      message: string;
    };
    /** @description A person who may approve for a customer. */
    Signatory: {
      /** @description The identifier that the service gave it. */
      id: string;
      /** @description The full name of the person. */
      fullName: string;
      /** @description An e-mail address. */
      emailAddress: string;
      /** @description The position of the person. */
      title?: string;
      /** @description The largest payment that the person may approve, in the currency of the institution. */
      approvalLimit?: number;
      /** @description A phone number. */
      phoneNumber: string;
      /** @description Active, Pending until approved, or Rejected. Only an Active signatory can approve. */
      status: components["schemas"]["SignatoryStatus"];
    };
    /**
     * @description The signatory was deleted.
     */
    SignatoryDeletion: {
      /** @description A sentence for people. */
      message: string;
      /** @description The status of the signatory: Deleted. */
      status: string;
    };
    /**
     * @description A refusal of an operation on signatories.
     *       ]
     *     }
     */
    SignatoryFailure: {
      /** @description Every reason to refuse the request. */
      errors: components["schemas"]["SignatoryFailureEntry"][];
    };
    /** @description One reason to refuse the request. */
    SignatoryFailureEntry: {
      /** @description The code of the interface. Several reasons share one: see `reason`. */
      code: string;
      /** @description For people: what failed, why, and what to do. */
      message: string;
      reason?: components["schemas"]["Reason"];
    };
    /** @description The signatory to create. */
    SignatoryRequest: {
      /** @description Not blank. */
      fullName: string;
      /**
       * Format: email
       * @description An e-mail address.
       */
      emailAddress: string;
      /** @description 7 to 15 digits, with an optional + and country code; spaces, dots, hyphens and parentheses may separate digits. */
      phoneNumber: string;
      /** @description The position of the person. */
      title?: string;
      /** @description The largest payment the person may approve, in the institution's currency: at most 12 digits and 2 decimals. */
      approvalLimit?: number;
    };
    /**
     * @description The signatory that was created or changed.
     */
    SignatoryResult: {
      /** @description The identifier that the service gave it. */
      id: string;
      /** @description The status. */
      status: components["schemas"]["SignatoryStatus"];
      /** @description A sentence for people. */
      message: string;
      /** @description The approval that the change waits for, if any. */
      approvalUID?: string;
    };
    /** @enum {string} */
    SignatoryStatus: "Pending" | "Active" | "Rejected";
    /** @description The fields to change; the others stay. */
    SignatoryUpdate: {
      /** @description Not blank. */
      fullName?: string;
      /**
       * Format: email
       * @description An e-mail address.
       */
      emailAddress?: string;
      /** @description 7 to 15 digits, with an optional + and country code; spaces, dots, hyphens and parentheses may separate digits. */
      phoneNumber?: string;
      /** @description null removes it. */
      title?: string | null;
      /** @description The largest payment the person may approve, in the institution's currency: at most 12 digits and 2 decimals. null removes it. */
      approvalLimit?: number | null;
    };
    /**
     * @description A key that signs access tokens.
     */
    SigningKey: {
      /** @description The key id in tokens and the JWKS: the thumbprint of the key (RFC 7638). */
      kid: string;
      /** @description The algorithm of the signature. */
      algorithm: string;
      status: components["schemas"]["SigningKeyStatus"];
      /**
       * Format: date-time
       * @description When the key was created and published.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When the key starts to sign: 60 seconds after publication; for an institution's first key, at once.
       */
      signsFrom: string;
      /**
       * Format: date-time
       * @description When its successor starts to sign.
       */
      retiredAt?: string;
      /**
       * Format: date-time
       * @description When the last token it signed expires and the key leaves the JWKS.
       */
      expiresAt?: string;
    };
    SigningKeyReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["SigningKey"];
    };
    /**
     * @description A Pending key is published but does not sign yet; an Active key signs; a Retired key only verifies.
     * @enum {string}
     */
    SigningKeyStatus: "Active" | "Pending" | "Retired";
    /**
     * @description The keys that sign access tokens.
     *       ]
     *     }
     */
    SigningKeys: {
      /** @description The keys. */
      keys: components["schemas"]["SigningKey"][];
    };
    SigningKeysReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["SigningKeys"];
    };
    SimulatedAchEntry: {
      direction: components["schemas"]["SimulatedDirection"];
      /** @description The account in the sandbox, or any other number. */
      accountNumber: string;
      /** @description Decimal text in USD, such as 125.50; 0.00 is a prenotification. */
      amount: string;
      /** @description The name of the receiver. */
      receiverName: string;
      /** @description Who sends it. */
      companyName?: string;
      secCode?: components["schemas"]["SimulatedSecCode"];
    };
    /**
     * @description Credit: pays the account. Debit: collects from it.
     * @enum {string}
     */
    SimulatedDirection: "Credit" | "Debit";
    /**
     * @description What is wrong with the message.
     * @enum {string}
     */
    SimulatedFault: "Currency" | "Xml";
    SimulatedGap: {
      /** @description The endpoint of the sandbox. */
      endpoint: string;
      /** @description The numbers that did not arrive. */
      numbers: number[];
    };
    SimulatedMessage: {
      /** @description The id of the message. */
      messageId: string;
      /** @description Its type, such as pacs.008.001.08. */
      messageType: string;
      /** @description When it comes in, by the institution's clock: RFC 3339. */
      dueAt: string;
    };
    /**
     *       ]
     *     }
     */
    SimulatedMessages: {
      /** @description What comes in, in this order. */
      messages: components["schemas"]["SimulatedMessage"][];
    };
    SimulatedMessagesReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      /** @description The result. */
      data: components["schemas"]["SimulatedMessages"];
    };
    SimulatedNetworkCredit: {
      /** @description The account in the sandbox, or any other number. */
      accountNumber: string;
      /** @description Decimal text above zero, such as 125.50. */
      amount: string;
      /** @description The name of the customer of the sandbox. */
      name: string;
      /** @description Who is on the other side. */
      otherName?: string;
      /** @description The account on the other side. */
      otherAccount?: string;
      /** @description Its bank: a routing number, or a BIC on SWIFT. */
      otherBank?: string;
      /** @description Remittance information. */
      remittance?: string;
      /** @description The same message comes twice. */
      isDoubled?: boolean;
      /** @description ISO 4217; on SWIFT only, else USD. */
      currency?: string;
      fault?: components["schemas"]["SimulatedFault"];
    };
    SimulatedParticipant: {
      /** @description The other bank. */
      routingNumber: string;
      /** @description Whether the network reaches it from now on. */
      isReachable: boolean;
    };
    SimulatedPaymentRequest: {
      /** @description The account in the sandbox, or any other number. */
      accountNumber: string;
      /** @description Decimal text above zero, such as 125.50. */
      amount: string;
      /** @description The name of the customer of the sandbox. */
      name: string;
      /** @description Who is on the other side. */
      otherName?: string;
      /** @description The account on the other side. */
      otherAccount?: string;
      /** @description Its bank: a routing number, or a BIC on SWIFT. */
      otherBank?: string;
      /** @description Remittance information. */
      remittance?: string;
      /** @description The same message comes twice. */
      isDoubled?: boolean;
    };
    SimulatedReturnRequest: {
      /** @description The message of the credit, as this operation replied it. */
      messageId: string;
      /** @description Why: DUPL by default. */
      code?: string;
    };
    /**
     * @description PPD by default.
     * @enum {string}
     */
    SimulatedSecCode: "PPD" | "CCD";
    /**
     * @description How fast a payment goes: it decides the rail and the price.
     * @enum {string}
     */
    Speed: "Economy" | "Economy Plus" | "Express" | "Instant" | "SPOT" | "ON" | "TN";
    StoppedMaker: {
      /**
       * @description What stops it.
       * @enum {string}
       */
      stop: "clientRevoked" | "clientExpired" | "userStopped" | "legalEntitySuspended" | "outOfReach";
      /** @description The API client. */
      apiKey?: string;
      /** @description The user. */
      userUID?: string;
      /** @description The legal entity. */
      customerUID?: string;
    };
    /**
     * @description Money whose account is not known.
     */
    SuspenseItem: {
      /** @description The item, by the identifier that the service gave it. */
      itemUID: string;
      /** @description AccountClosed: the money came back to a closed account. NoAccount: the gain of an FX contract whose customer has no open account in the currency. CrossedReturn: the institution paid a debtor twice, and has it to recover. */
      reason: string;
      /** @description The status. */
      status: components["schemas"]["SuspenseStatus"];
      /** @description The customer, by the number that the service gave it. */
      customerUID: string;
      /** @description The closed account, or the one that collected the debit. */
      accountUID?: string;
      /** @description The payment, or the FX contract. */
      referenceUID: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description Decimal text; without what repaid a debt of the customer when it came. */
      amount: string;
      /** @description RFC 3339. */
      createdAt: string;
      /** @description How it was released. */
      release?: components["schemas"]["SuspenseItemRelease"];
    };
    SuspenseItemPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["SuspenseItem"][];
    };
    SuspenseItemRelease: {
      /** @description The account, by the number that the service gave it. */
      accountUID?: string;
      /** @description The account of the institution on the other side. */
      contraAccount?: string;
      /** @description Why, for the audit trail. */
      reason: string;
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description RFC 3339. */
      releasedAt: string;
    };
    SuspenseItemReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["SuspenseItem"];
    };
    /** @description Where the money goes. */
    SuspenseReleaseRequest: {
      /** @description Digits. */
      accountUID?: string;
      /**
       * @description The account of the institution on the other side: from which it pays the customer, or into which the network paid. rail-settlement is for a crossed return that was recovered.
       * @enum {string}
       */
      contraAccount?: "settlement" | "adjustment-cash" | "adjustment-transit" | "adjustment-correction" | "adjustment-expense" | "rail-settlement";
      /** @description Why, for the audit trail. */
      reason: string;
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
    };
    /** @enum {string} */
    SuspenseStatus: "Open" | "Released";
    /** @description Why the customer is suspended. */
    SuspensionRequest: {
      /** @description Recorded in the audit trail only; the customer never sees it. */
      reason: string;
    };
    SwiftSimulation: {
      /** @description Credits of other banks. */
      credits?: components["schemas"]["SimulatedNetworkCredit"][];
      /** @description Requests of other banks to get a credit back. */
      returnRequests?: components["schemas"]["SimulatedReturnRequest"][];
    };
    /**
     * @description The system that keeps an account.
     * @enum {string}
     */
    SystemOfRecord: "Giro" | "Other Core" | "External";
    /** @description Something that happened to a payment. */
    TimelineEntry: {
      /** @description The time of the entry, RFC 3339. */
      at: string;
      /** @description approval, transition, valueDate (the date changed), transfer, railMessage, returnRequest, mail or webhook (only for the institution). The kind determines the other fields. */
      kind: string;
      /** @description approval: Approved or Rejected. */
      decision?: string;
      /** @description approval: Customer or Institution. */
      side?: string;
      /** @description approval: the user for whom the client decided. */
      userId?: string;
      /** @description approval: the login of that user. */
      loginId?: string;
      /** @description approval: the signatory for whom the client decided. */
      signatoryId?: string;
      /** @description approval: how the approver is known: Client (it decided in its own name), TrustedClient (it named the person) or Token (of the person). */
      identifiedBy?: string;
      /** @description approval: the note of the decision. returnRequest: the request, or its answer, in words. */
      notes?: string;
      /** @description transition: the previous status; omitted for the first transition. */
      from?: string;
      /** @description transition: the new status. */
      to?: string;
      /** @description approval, transition and returnRequest: the actor, an API key or worker. */
      by?: string;
      /** @description transition: the reason of a failure. valueDate: why the date changed. mail and webhook: why the last attempt failed; for mail, only the institution sees it. */
      why?: string;
      /** @description transition: details from the rail or the decision. */
      evidence?: {
        [key: string]: unknown;
      };
      /** @description valueDate: the value date until then, yyyy-mm-dd. */
      previousValueDate?: string;
      /** @description valueDate: the value date since then, yyyy-mm-dd. */
      valueDate?: string;
      /** @description valueDate: the day of the payment until then, if it moved, yyyy-mm-dd. */
      previousPaymentDate?: string;
      /** @description valueDate: the day of the payment since then, if it moved, yyyy-mm-dd. */
      paymentDate?: string;
      /** @description valueDate: missedCutOff, downgraded, held, decidedAgain, anotherFile, calendarChanged. */
      reason?: string;
      /** @description transfer: posted, pending (a hold), post_pending (the hold was posted) or void_pending (the hold was released). */
      transfer?: string;
      /** @description transfer: its purpose. */
      purpose?: string;
      /** @description transfer: the amount as decimal text. */
      amount?: string;
      /** @description transfer: ISO 4217 code. */
      currency?: string;
      /** @description transfer: the debited account: sender, receiver, creditor (of a debit request) or an account of the institution, such as clearing. */
      debit?: string;
      /** @description transfer: the credited account, with the same values as debit. */
      credit?: string;
      /** @description railMessage: the rail. */
      rail?: string;
      /** @description railMessage: collected (into a file), written (and not sent yet), sent (to the network), received (from the network), settled (by the network), acknowledged (by the bank of the receiver), fileAccepted or fileRejected (the file, by the ACH operator) or fileDisputed (the operator counted something else). webhook: the event type. */
      event?: string;
      /** @description railMessage: the trace number of an ACH entry, or the reference from the network. */
      reference?: string;
      /** @description railMessage: its type in ISO 20022, such as pacs.008.001.08. */
      messageType?: string;
      /** @description railMessage: the message; the institution can read its bytes. */
      messageUID?: string;
      /** @description railMessage: the name of the ACH file. */
      fileName?: string;
      /** @description railMessage: the number of the batch in the ACH file. */
      batchNumber?: number;
      /** @description railMessage: the effective entry date of the ACH batch, yyyy-mm-dd. */
      effectiveEntryDate?: string;
      /** @description railMessage: who pays the charges, ISO 20022: DEBT, CRED or SHAR. */
      chargeBearer?: string;
      /** @description railMessage: the fees that were deducted from its amount, with their currency. */
      charges?: string;
      /** @description railMessage: what it says besides, by the element of ISO 20022 pacs.008 CdtTrfTxInf, or what the ACH entry says, by its field. */
      information?: {
        [key: string]: string;
      };
      /** @description returnRequest: Asked; or the answer: Pending, Accepted, Refused or Returned. */
      request?: string;
      /** @description returnRequest: why it is asked, or why it is refused, by the code of ISO 20022. */
      code?: string;
      /** @description mail: the payment status that the mail reports to the emailAddress of the notification. */
      status?: string;
      /** @description webhook: the webhook that received the event. */
      webhookUID?: string;
      /** @description mail and webhook: Pending, Delivered or Failed. */
      delivery?: string;
      /** @description mail and webhook: the number of attempts. */
      attempts?: number;
    };
    /** @description A refusal of the token service: RFC 6749 section 5.2. */
    TokenFailure: {
      /** @description A word of RFC 6749 for programs, such as invalid_client. */
      error: string;
      /** @description For people: what failed. */
      error_description?: string;
    };
    /** @description The tokens of a client or a person. */
    TokenReply: {
      /** @description Send it with each request: Authorization: Bearer, then the token. */
      access_token: string;
      /** @description The seconds for which the access token is valid. */
      expires_in: number;
      /** @description The seconds for which the refresh token is valid. */
      refresh_expires_in?: number;
      /** @description Gets the next pair of tokens, once. */
      refresh_token?: string;
      /** @description Only in the reply to a token exchange. */
      issued_token_type?: string;
      /** @description bearer. */
      token_type: string;
    };
    /** @description The request of a token, as a form. */
    TokenRequest: {
      /**
       * @description What the token is issued for: the key and the secret, a refresh token, or a person.
       * @enum {string}
       */
      grant_type: "client_credentials" | "refresh_token" | "urn:ietf:params:oauth:grant-type:token-exchange";
      /** @description Required if grant_type is refresh_token. */
      refresh_token?: string;
      /** @description The assertion of the identity provider that the person is signed in. Required for a token exchange. */
      subject_token?: string;
      /**
       * @description Required for a token exchange.
       * @enum {string}
       */
      subject_token_type?: "urn:ietf:params:oauth:token-type:jwt";
      /** @description Can be left out. Any of roles, openid and profile, separated by spaces; all mean roles here. */
      scope?: string;
    };
    /** @description A movement on an account. */
    Transaction: {
      /** @description The id of the ledger transfer. */
      transactionUID: string;
      /** @description Its number on the account: without gaps, in the order of booking. */
      sequence: string;
      /** @description The status. */
      status: components["schemas"]["TransactionStatus"];
      /** @description The kind. */
      kind: components["schemas"]["TransactionKind"];
      /** @description What happened, in words. */
      description: string;
      /** @description Of this account. */
      direction: components["schemas"]["EntryDirection"];
      /** @description Decimal text, positive. */
      amount: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description The business date, yyyy-mm-dd. */
      bookingDate: string;
      /** @description RFC 3339. */
      bookedAt: string;
      /** @description The date from which the amount counts, yyyy-mm-dd. */
      valueDate: string;
      /** @description The ledger balance after it, decimal text. */
      runningBalance: string;
      /** @description The available balance after it, decimal text. */
      runningAvailableBalance: string;
      /** @description What kind of movement it is: the code of ISO 20022. */
      bankTransactionCode: components["schemas"]["TransactionBankTransactionCode"];
      /** @description The bank on the other side. */
      counterparty?: components["schemas"]["TransactionCounterparty"];
      /** @description The externalReferenceId of the payment, or what the originator of a receipt knows you by. */
      reference?: string;
      /** @description The paymentNotes of the payment, or the description and the addenda of a receipt. */
      remittance?: string;
      /** @description The trace number of a receipt by ACH. */
      traceNumber?: string;
      /** @description The originator's reference of a receipt by message. */
      endToEndId?: string;
      /** @description What the movement belongs to. */
      links: components["schemas"]["TransactionLinks"];
    };
    TransactionBankTransactionCode: {
      /** @description ISO 20022. */
      domain: string;
      /** @description The family of the ISO 20022 code. */
      family: string;
      /** @description The sub-family of the ISO 20022 code. */
      subFamily: string;
      /** @description The BAI2 type code. */
      bai: string;
    };
    TransactionCounterparty: {
      /** @description The name. */
      name: string;
      /** @description Masked for a token without Customers.View_Account_Number; absent for a receipt, which has none. */
      accountNumber?: string;
    };
    /** @enum {string} */
    TransactionKind: "Payment" | "Receipt" | "Fee" | "Return" | "Reversal" | "Adjustment" | "ForeignExchange" | "Repayment" | "Release" | "FundsHold";
    TransactionLinks: {
      /** @description The payment, by the identifier that the service gave it: a UUID. */
      paymentUID?: string;
      /** @description The receipt that came in over a rail. */
      receiptUID?: string;
      /** @description The name of the fee in the schedule. */
      fee?: string;
      /** @description The contract, by the number that the service gave it. */
      forexContractNo?: string;
      /** @description The adjustment, by the identifier that the service gave it: a UUID. */
      adjustmentUID?: string;
      /** @description The transactionUID of the hold that it ends. */
      holdUID?: string;
    };
    /** @enum {string} */
    TransactionStatus: "Booked" | "Pending" | "Ended";
    /**
     * @description Movements on an account, from the latest.
     *         }
     *       ],
     *       "nextCursor": "118-5f0c2a9b"
     *     }
     */
    Transactions: {
      /** @description The account, by the number that the service gave it. */
      accountUID: string;
      /** @description The transactions, from the latest. */
      transactions: components["schemas"]["Transaction"][];
      /** @description Send it as cursor for the next page. Absent on the last page. A page of a filtered search can be short, or empty, and have one. */
      nextCursor?: string;
    };
    TransactionsReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Transactions"];
    };
    /**
     * @description An account in the trial balance of a business day.
     */
    TrialBalance: {
      /** @description The business day, yyyy-mm-dd. */
      businessDate: string;
      status: components["schemas"]["TrialBalanceStatus"];
      /** @description The code of an account of the institution; customers:CUR:GL for accounts of customers. */
      account: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description The number in the institution's general ledger; of accounts of customers, their masterGl. */
      glAccount: string;
      /** @description The balance at the start of the day: credits less debits, as decimal text. */
      opening: string;
      /** @description The debits of the day, as decimal text. */
      debits: string;
      /** @description The credits of the day, as decimal text. */
      credits: string;
      /** @description Balances that moved with accounts of customers that changed their masterGl, as decimal text. */
      reclassified: string;
      /** @description The balance at the end of the day, or now: credits less debits, as decimal text. */
      closing: string;
    };
    TrialBalancePage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["TrialBalance"][];
    };
    /**
     * @description The status of the day.
     * @enum {string}
     */
    TrialBalanceStatus: "Open" | "Closed";
    /** @description A payment of a series that is still to come. */
    UpcomingPayment: {
      /** @description The number in the series, from 1. */
      number: number;
      /** @description The date that the frequency gives, counted from the start date. */
      nominalDate: string;
      /** @description The date of payment, a business day of the rail. */
      paymentDate: string;
      /** @description Present once the payment exists. */
      paymentUID?: string;
      /** @description The status. */
      status?: components["schemas"]["PaymentStatus"];
      /** @description PENDING_APPROVAL and PARTIALLY_APPROVED: the payment is rejected if it is not approved by this time. */
      approveBy?: string;
      /** @description Why the payment failed, or was not approved in time. */
      failureReason?: string;
    };
    /**
     * @description The next payments of a series.
     *       ]
     *     }
     */
    UpcomingPayments: {
      /** @description The payments. */
      payments: components["schemas"]["UpcomingPayment"][];
    };
    UpcomingPaymentsReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["UpcomingPayments"];
    };
    /** @description A person who works for a customer. */
    User: {
      /** @description The user, by the identifier that the service gave it: a UUID. */
      userId: string;
      /** @description The name with which the user signs in, unique in the institution. */
      loginId: string;
      /** @description The first name. */
      firstName: string;
      /** @description The last name. */
      lastName: string;
      /** @description An e-mail address. */
      email: string;
      /** @description A phone number. */
      phoneNumber?: string;
      status: components["schemas"]["UserStatus"];
      /** @description The short name of the customer. */
      shortName: string;
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description The names of the roles of the user. */
      roleNames: string[];
      /** @description The limits. */
      limits: components["schemas"]["ApplicationLimits"][];
    };
    /**
     *       ],
     *       "recoveryCodesLeft": 10
     *     }
     */
    UserCredentials: {
      /** @description The user, by the identifier that the service gave it: a UUID. */
      userId: string;
      /**
       * Format: date-time
       * @description When the user set a password. Absent without one.
       */
      passwordSetAt?: string;
      invitation?: components["schemas"]["UserCredentialsInvitation"];
      /** @description The second factors that the user signs in with. */
      factors: components["schemas"]["SecondFactor"][];
      /** @description How many recovery codes the user has not used. */
      recoveryCodesLeft: number;
    };
    /** @description The invitation that the user has not accepted, if any. */
    UserCredentialsInvitation: {
      /** @description The address to which the link is mailed. */
      email: string;
      /**
       * Format: date-time
       * @description When the user was invited.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description Until when the link works.
       */
      expiresAt: string;
      /**
       * @description What became of the mail with the link.
       * @enum {string}
       */
      delivery: "Pending" | "Sent" | "Failed";
    };
    /**
     * @description A person who works for a customer, with what the person may do.
     *           ]
     *         }
     *       ],
     *       "entitlements": [
     *         "Contacts.View_Contacts",
     *         "Payments.Initiate_Payments",
     *         "Payments.View_Payments"
     *       ]
     *     }
     */
    UserDetail: {
      /** @description The user, by the identifier that the service gave it: a UUID. */
      userId: string;
      /** @description The name with which the user signs in, unique in the institution. */
      loginId: string;
      /** @description The first name. */
      firstName: string;
      /** @description The last name. */
      lastName: string;
      /** @description An e-mail address. */
      email: string;
      /** @description A phone number. */
      phoneNumber?: string;
      status: components["schemas"]["UserStatus"];
      /** @description The short name of the customer. */
      shortName: string;
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description The names of the roles of the user. */
      roleNames: string[];
      /** @description The limits. */
      limits: components["schemas"]["ApplicationLimits"][];
      /** @description The current entitlements of all roles of the user. */
      entitlements: string[];
    };
    UserInvitation: {
      /** @description The user, by the identifier that the service gave it: a UUID. */
      userId: string;
      /** @description A sentence for people. */
      message: string;
      /** @description The address to which the link is mailed. */
      email: string;
      /**
       * Format: date-time
       * @description Until when the link works: 72 hours, and once.
       */
      expiresAt: string;
      /** @description The link, in a sandbox only. A repeated request gets the reply without it. */
      invitationUrl?: string;
    };
    /**
     *               ]
     *             }
     *           ]
     *         }
     *       ]
     *     }
     */
    UserPage: {
      /** @description The number of records that match. */
      totalElements: number;
      /** @description The number of pages. */
      totalPages: number;
      /** @description The number of records on a page. */
      size: number;
      /** @description The number of the page. */
      page: number;
      /** @description The result. */
      data: components["schemas"]["User"][];
    };
    /** @description The user to create. */
    UserRequest: {
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description 1 to 128 letters, digits and the characters - @ . _ */
      loginId: string;
      /** @description Not blank. */
      firstName: string;
      /** @description Not blank. */
      lastName: string;
      /**
       * Format: email
       * @description An e-mail address.
       */
      email: string;
      /** @description Names of roles of the customer. */
      roleNames: string[];
      /** @description 7 to 15 digits, with an optional + and country code; spaces, dots, hyphens and parentheses may separate digits. */
      phoneNumber?: string;
      /** @description Limits of the user, by application. */
      applicationLimits?: components["schemas"]["ApplicationLimits"][];
    };
    /**
     * @description The user that was created or changed.
     *     }
     */
    UserResult: {
      /** @description The user, by the identifier that the service gave it: a UUID. */
      userId: string;
      /** @description A sentence for people. */
      message: string;
      /** @description The result. */
      data: components["schemas"]["UserResultData"];
    };
    UserResultData: {
      /** @description The user, by the identifier that the service gave it: a UUID. */
      userId: string;
      /** @description The approval that the change waits for, if any. */
      approvalUID?: string;
    };
    /** @description Filters that all match. */
    UserSearch: {
      /** @description The name with which the user signs in, unique in the institution. */
      loginId?: string;
      /** @description The first name. */
      firstName?: string;
      /** @description The last name. */
      lastName?: string;
      /** @description An e-mail address. */
      email?: string;
      /** @description A phone number. */
      phoneNumber?: string;
      status?: components["schemas"]["UserStatus"];
      /** @description The short name of the customer. */
      shortName?: string;
    };
    /**
     * @description The status of a user.
     * @enum {string}
     */
    UserStatus: "Pending" | "Active" | "Suspended" | "Locked";
    /** @description The fields to change; the others stay. */
    UserUpdate: {
      /** @description The reference in the system of the client. */
      externalReferenceId?: string;
      /** @description Not blank. */
      firstName?: string;
      /** @description Not blank. */
      lastName?: string;
      /**
       * Format: email
       * @description An e-mail address.
       */
      email?: string;
      /** @description Names of roles of the customer. */
      roleNames?: string[];
      /** @description 7 to 15 digits, with an optional + and country code; spaces, dots, hyphens and parentheses may separate digits. */
      phoneNumber?: string | null;
      /** @description Limits of the user, by application. */
      applicationLimits?: components["schemas"]["ApplicationLimits"][];
    };
    /**
     * @description Where events are sent.
     *       ],
     *       "secret": "whsec_<44 characters>"
     *     }
     */
    Webhook: {
      /** @description The webhook, by the identifier that the service gave it. */
      webhookUID: string;
      /** @description The key of the signatures. Shown once, in the reply that created it. */
      secret?: string;
      /** @description The URL. */
      url: string;
      /** @description The types of events that are sent. */
      eventTypes: string[];
      /** @description A text for people. */
      description?: string;
      format: components["schemas"]["WebhookFormat"];
      basicAuthentication?: components["schemas"]["WebhookBasicAuthentication"];
      status: components["schemas"]["WebhookStatus"];
      /** @description Why the webhook is disabled. */
      statusReason?: string;
      /** @description The position in the event feed up to which deliveries exist. */
      cursor: string;
      /**
       * Format: date-time
       * @description The receiver has accepted nothing since then.
       */
      failingSince?: string;
      /**
       * Format: date-time
       * @description When the webhook was created.
       */
      createdAt: string;
      /** @description One secret, or more during the overlap of rotations. */
      secrets: components["schemas"]["WebhookSecret"][];
    };
    /** @description The name that Basic authentication sends. The password is not shown. */
    WebhookBasicAuthentication: {
      /** @description The name. */
      username: string;
    };
    /**
     * @description The delivery of an event to a webhook.
     */
    WebhookDelivery: {
      /** @description The delivery, by the identifier that the service gave it. */
      deliveryUID: string;
      /** @description The event, by the identifier that the service gave it: a UUID. */
      eventUID: string;
      /** @description The cursor of the event in the feed. */
      cursor: string;
      /** @description The type of the event. */
      eventType: string;
      /** @description The kind of record. */
      subjectKind: string;
      /** @description The record. */
      subjectId: string;
      /** @description Failed: given up after three days. */
      status: components["schemas"]["DeliveryStatus"];
      /** @description Whether a client requested it again. */
      isReplay: boolean;
      /** @description How often it was tried. */
      attempts: number;
      /**
       * Format: date-time
       * @description When the delivery was created.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When delivery was last attempted.
       */
      lastAttemptAt?: string;
      /**
       * Format: date-time
       * @description When the next attempt is due, unless an earlier event of the same subject still waits.
       */
      nextAttemptAt?: string;
      /**
       * Format: date-time
       * @description When the event was delivered or given up.
       */
      endedAt?: string;
      /** @description The HTTP status of the last reply. */
      responseStatus?: number;
      /** @description Why the last attempt failed. */
      error?: string;
    };
    WebhookDeliveryPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["WebhookDelivery"][];
    };
    WebhookDeliveryReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["WebhookDelivery"];
    };
    /**
     * @description How an event is laid out in a message.
     * @enum {string}
     */
    WebhookFormat: "standard" | "flat";
    WebhookPage: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      pagination: components["schemas"]["Pagination"];
      /** @description The result. */
      data: components["schemas"]["Webhook"][];
    };
    /**
     * @description The deliveries that were made again.
     */
    WebhookReplay: {
      /** @description How many events are sent again: those in the range that match eventTypes. */
      deliveries: number;
    };
    WebhookReplayReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["WebhookReplay"];
    };
    /** @description The part of the feed to send again. */
    WebhookReplayRequest: {
      /** @description The range begins after this cursor; 0 includes the first event. */
      after: string;
      /** @description The cursor of the last event in the range. */
      upTo: string;
    };
    WebhookReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["Webhook"];
    };
    /** @description The webhook to create. */
    WebhookRequest: {
      /** @description The URL that events are sent to by POST: https, to an address on the internet. */
      url: string;
      /** @description The events to send. /docs/pages/events lists all types; an unknown type is refused. */
      eventTypes: string[];
      /** @description The display name. */
      description?: string;
      /** @description standard, the default: the record of an event is in data. flat: its fields stand beside those of the event, on one level. */
      format?: components["schemas"]["WebhookFormat"];
      /** @description Sent with each request as Basic authentication (RFC 7617), besides the signature. */
      basicAuthentication?: components["schemas"]["BasicAuthentication"];
    };
    WebhookSecret: {
      /**
       * Format: date-time
       * @description When the secret was created.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When the secret ends; only for a secret that was replaced.
       */
      expiresAt?: string;
    };
    /** @description How a webhook gets a new secret. */
    WebhookSecretRotation: {
      /** @description How long the previous secret also signs. Default 86400. 0 ends it at once, with all earlier ones. */
      overlapSeconds?: number;
    };
    /**
     * @description Active; Paused by a client; Disabled, because the receiver replied 410 or accepted nothing for five days; or Held, because who set its URL may not act any more: deliveries wait until someone else sets status Active.
     * @enum {string}
     */
    WebhookStatus: "Active" | "Paused" | "Disabled" | "Held";
    /** @description The fields to change; the others stay. */
    WebhookUpdate: {
      /** @description The URL that events are sent to by POST: https, to an address on the internet. */
      url?: string;
      /** @description The events to send. /docs/pages/events lists all types; an unknown type is refused. */
      eventTypes?: string[];
      /** @description The display name. */
      description?: string;
      /** @description standard, the default: the record of an event is in data. flat: its fields stand beside those of the event, on one level. */
      format?: components["schemas"]["WebhookFormat"];
      /** @description Null sends none any more. */
      basicAuthentication?: components["schemas"]["BasicAuthentication"] | null;
      /**
       * @description The status.
       * @enum {string}
       */
      status?: "Active" | "Paused";
    };
    /** @enum {string} */
    Weekday: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
    /**
     * @description Whether a wire is domestic or international.
     * @enum {string}
     */
    WireType: "Domestic" | "International";
    /**
     * @description A debt of a customer that was given up.
     */
    WriteOff: {
      /** @description The write-off, by the identifier that the service gave it. */
      writeOffUID: string;
      /** @description The customer, by the number that the service gave it. */
      customerUID: string;
      /** @description The currency, ISO 4217. */
      currency: string;
      /** @description Decimal text. */
      amount: string;
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
      /** @description What the customer still owes, as decimal text. */
      amountOwed: string;
    };
    WriteOffReply: {
      status: components["schemas"]["ReplyStatus"];
      /** @description Null. */
      code: string | null;
      /** @description Null. */
      message: string | null;
      data: components["schemas"]["WriteOff"];
    };
    /** @description The debt to give up. */
    WriteOffRequest: {
      /** @description Positive, with no more decimals than the currency has; at most amountOwed. */
      amount: number;
      /** @description An ISO 4217 code. */
      currency: components["schemas"]["Currency"];
      /** @description Why, for the audit trail. */
      reason: string;
      /** @description The reference in the system of the client. */
      externalReferenceId: string;
    };
    /**
     * @description A switch.
     * @enum {string}
     */
    YesNo: "Yes" | "No";
  };
  responses: {
    /** @description The record is still the version in If-None-Match. */
    NotModified: {
    };
    /** @description `accountChanged`. */
    AccountChanged: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `accountNotFound`. */
    AccountNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `accountOutOfReach`, `entitlementMissing`. */
    AccountOutOfReach: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `adjustmentOverCap`. */
    AdjustmentOverCap: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `apiClientNotFound`. */
    ApiClientNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `approvalDecided`, `idempotencyConflict`, `idempotencyInFlight`. */
    ApprovalDecided: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `approvalNotFound`. */
    ApprovalNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `cursorNotInFeed`, `idempotencyConflict`, `idempotencyInFlight`. */
    "CursorNotInFeed.2": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `customerConflict`, `idempotencyConflict`, `idempotencyInFlight`. */
    CustomerConflict: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `customerFeeConflict`, `idempotencyConflict`, `idempotencyInFlight`. */
    CustomerFeeConflict: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `customerNotFound`. */
    CustomerNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `customerNotFound`. */
    CustomerNotFoundMessage: {
      content: {
        "application/json": components["schemas"]["FailureMessage"];
      };
    };
    /** @description `customerNotFound`, `accountNotFound`. */
    CustomerNotFoundOrAccountNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `customerNotFound`, `approvalNotFound`. */
    CustomerNotFoundOrApprovalNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `customerNotFound`, `contactNotFound`. */
    CustomerNotFoundOrContactNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `customerNotFound`, `paymentFileNotFound`. */
    CustomerNotFoundOrPaymentFileNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `customerNotFound`, `roleNotFound`. */
    CustomerNotFoundOrRoleNotFoundMessage: {
      content: {
        "application/json": components["schemas"]["FailureMessage"];
      };
    };
    /** @description `customerNotFound`, `userNotFound`. */
    CustomerNotFoundOrUserNotFoundMessage: {
      content: {
        "application/json": components["schemas"]["FailureMessage"];
      };
    };
    /** @description `customerNotFound`, `webhookNotFound`. */
    CustomerNotFoundOrWebhookNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `customerStateNotAllowed`, `idempotencyConflict`, `idempotencyInFlight`. */
    CustomerStateNotAllowed: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `feeNotFound`. */
    FeeNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `feesNotAllowed`, `entitlementMissing`, `actorStopped`. */
    FeesNotAllowed: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `feesNotAllowed`, `entitlementMissing`. */
    "FeesNotAllowed.2": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `foreignCustomer`, `entitlementMissing`. */
    ForeignCustomer: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `foreignCustomer`, `entitlementMissing`, `actorStopped`. */
    "ForeignCustomer.2": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `foreignCustomer`, `entitlementMissing`. */
    ForeignCustomerMessage: {
      content: {
        "application/json": components["schemas"]["FailureMessage"];
      };
    };
    /** @description `foreignCustomer`, `entitlementMissing`, `actorStopped`. */
    "ForeignCustomerMessage.2": {
      content: {
        "application/json": components["schemas"]["FailureMessage"];
      };
    };
    /** @description `foreignCustomer`, `heldByInstitution`, `entitlementMissing`, `actorStopped`. */
    ForeignCustomerOrHeldByInstitution: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `foreignCustomer`, `heldByInstitution`, `entitlementMissing`, `actorStopped`. */
    ForeignCustomerOrHeldByInstitutionMessage: {
      content: {
        "application/json": components["schemas"]["FailureMessage"];
      };
    };
    /** @description `fxApprovalLimitExceeded`. */
    FxApprovalLimitExceeded: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `fxContractNotFound`. */
    FxContractNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `fxQuoteNotFound`. */
    FxQuoteNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidAccount`, `malformedBody`, `invalidIdempotencyKey`. */
    InvalidAccount: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidAccount`. */
    "InvalidAccount.3": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidAccount`, `accountOfAnotherCustomer`. */
    InvalidAccountOrAccountOfAnotherCustomer: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidAccount`, `accountOfAnotherCustomer`, `malformedBody`, `invalidIdempotencyKey`. */
    "InvalidAccountOrAccountOfAnotherCustomer.2": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidApiClient`. */
    InvalidApiClient: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidApiClient`, `invalidIdempotencyKey`. */
    "InvalidApiClient.3": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidApproval`. */
    InvalidApproval: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidApproval`, `malformedBody`, `invalidIdempotencyKey`. */
    "InvalidApproval.2": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidApproval`, `approvalOfAnotherCustomer`. */
    InvalidApprovalOrApprovalOfAnotherCustomer: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidApproval`, `approvalOfAnotherCustomer`, `malformedBody`, `invalidIdempotencyKey`. */
    "InvalidApprovalOrApprovalOfAnotherCustomer.2": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidAuditQuery`. */
    InvalidAuditQuery: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidBooksQuery`. */
    InvalidBooksQuery: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidCustomer`. */
    InvalidCustomer: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidFee`, `malformedBody`, `invalidIdempotencyKey`. */
    InvalidFee: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidFee`. */
    "InvalidFee.2": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidFxRates`. */
    InvalidFxRates: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidFxRates`, `malformedBody`, `invalidIdempotencyKey`. */
    "InvalidFxRates.2": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidFxTrade`, `invalidIdempotencyKey`. */
    "InvalidFxTrade.2": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidFxTrade`. */
    "InvalidFxTrade.3": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidInstitution`. */
    InvalidInstitution: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidInstitution`, `malformedBody`, `invalidIdempotencyKey`. */
    "InvalidInstitution.2": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidLimits`. */
    InvalidLimits: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidOutstanding`, `outstandingOfInstitution`, `malformedBody`, `invalidIdempotencyKey`. */
    "InvalidOutstandingOrOutstandingOfInstitution.2": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidPayment`. */
    InvalidPayment: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidPaymentAction`, `malformedBody`, `invalidIdempotencyKey`. */
    InvalidPaymentAction: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidPaymentAction`, `invalidIdempotencyKey`. */
    "InvalidPaymentAction.2": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidPaymentFile`, `malformedBody`, `invalidIdempotencyKey`. */
    InvalidPaymentFile: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidPaymentFile`. */
    "InvalidPaymentFile.3": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidPaymentRequest`. */
    InvalidPaymentRequest: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidPaymentSearch`, `malformedBody`. */
    InvalidPaymentSearch: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidPaymentUid`. */
    InvalidPaymentUid: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidPositivePay`, `malformedBody`, `invalidIdempotencyKey`. */
    InvalidPositivePay: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidPositivePay`, `invalidIdempotencyKey`. */
    "InvalidPositivePay.2": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidPositivePay`, `malformedBody`. */
    "InvalidPositivePay.3": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidRailDecision`. */
    InvalidRailDecision: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidRailDecision`, `malformedBody`, `invalidIdempotencyKey`. */
    "InvalidRailDecision.2": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidReceipts`. */
    InvalidReceipts: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidReceipts`, `malformedBody`, `invalidIdempotencyKey`. */
    "InvalidReceipts.3": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidRole`. */
    InvalidRoleMessage: {
      content: {
        "application/json": components["schemas"]["FailureMessage"];
      };
    };
    /** @description `invalidUser`, `userOfAnotherCustomer`. */
    InvalidUserOrUserOfAnotherCustomerMessage: {
      content: {
        "application/json": components["schemas"]["FailureMessage"];
      };
    };
    /** @description `invalidUser`, `userOfAnotherCustomer`, `invalidIdempotencyKey`. */
    "InvalidUserOrUserOfAnotherCustomerMessage.3": {
      content: {
        "application/json": components["schemas"]["FailureMessage"];
      };
    };
    /** @description `invalidWebhook`. */
    InvalidWebhook: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidWebhook`, `invalidIdempotencyKey`. */
    "InvalidWebhook.2": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidWebhook`, `malformedBody`, `invalidIdempotencyKey`. */
    "InvalidWebhook.3": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidWebhook`, `replayTooLong`, `malformedBody`, `invalidIdempotencyKey`. */
    InvalidWebhookOrReplayTooLong: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `invalidWebhook`, `webhookUrlRefused`, `malformedBody`, `invalidIdempotencyKey`. */
    InvalidWebhookOrWebhookUrlRefused: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `notTheInstitution`, `entitlementMissing`. */
    NotTheInstitution: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `notTheInstitution`, `entitlementMissing`, `actorStopped`. */
    "NotTheInstitution.2": {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `notTheInstitution`, `adjustmentWithoutCap`, `entitlementMissing`, `actorStopped`. */
    NotTheInstitutionOrAdjustmentWithoutCap: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `notTheInstitution`, `apiClientBeyondCaller`, `entitlementMissing`, `actorStopped`. */
    NotTheInstitutionOrApiClientBeyondCaller: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `notTheInstitution`, `ownPaymentRelease`, `entitlementMissing`, `actorStopped`. */
    NotTheInstitutionOrOwnPaymentRelease: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `paymentNotFound`. */
    PaymentNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `paymentRequestNotFound`. */
    PaymentRequestNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `paymentStateConflict`, `idempotencyConflict`, `idempotencyInFlight`. */
    PaymentStateConflict: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `paymentStateConflict`, `returnNotRequested`, `idempotencyConflict`, `idempotencyInFlight`. */
    PaymentStateConflictOrReturnNotRequested: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description The change waits for a second person. */
    PendingApproval: {
      content: {
        "application/json": components["schemas"]["PendingApproval"];
      };
    };
    /** @description The change waits for a second person. */
    PendingApprovalReply: {
      content: {
        "application/json": components["schemas"]["PendingApprovalReply"];
      };
    };
    /** @description `positivePayExceptionNotFound`. */
    PositivePayExceptionNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `positivePayRuleNotFound`. */
    PositivePayRuleNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `railFileNotFound`. */
    RailFileNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `railMessageNotFound`. */
    RailMessageNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `railMessageNotQuarantined`, `idempotencyConflict`, `idempotencyInFlight`. */
    RailMessageNotQuarantined: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `receiptNotFound`. */
    ReceiptNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `recurrenceChanged`. */
    RecurrenceChanged: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `recurrenceNotFound`. */
    RecurrenceNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /**
     * @description What any request can meet. A status that the operation lists itself has all its reasons there.
     *
     *     | status | reasons |
     *     | --- | --- |
     *     | 400 | `invalidIdempotencyKey` |
     *     | 401 | `unauthorized` |
     *     | 403 | `entitlementMissing`, `actorStopped` |
     *     | 405 | `methodNotAllowed` |
     *     | 409 | `idempotencyConflict`, `idempotencyInFlight` |
     *     | 415 | `unsupportedMediaType` |
     *     | 429 | `rateLimited` |
     *     | 500 | `internalError` |
     *     | 503 | `unavailable` |
     */
    RefusedAction: {
      headers: {
        Allow: components["headers"]["Allow"];
        "Retry-After": components["headers"]["RetryAfter"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /**
     * @description What any request can meet. A status that the operation lists itself has all its reasons there.
     *
     *     | status | reasons |
     *     | --- | --- |
     *     | 400 | `invalidIdempotencyKey` |
     *     | 401 | `unauthorized` |
     *     | 403 | `entitlementMissing`, `actorStopped` |
     *     | 405 | `methodNotAllowed` |
     *     | 409 | `idempotencyConflict`, `idempotencyInFlight` |
     *     | 415 | `unsupportedMediaType` |
     *     | 429 | `rateLimited` |
     *     | 500 | `internalError` |
     *     | 503 | `unavailable` |
     */
    RefusedActionMessage: {
      headers: {
        Allow: components["headers"]["Allow"];
        "Retry-After": components["headers"]["RetryAfter"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["FailureMessage"];
      };
    };
    /**
     * @description What any request can meet. A status that the operation lists itself has all its reasons there.
     *
     *     | status | reasons |
     *     | --- | --- |
     *     | 400 | `malformedBody`, `invalidIdempotencyKey` |
     *     | 401 | `unauthorized` |
     *     | 403 | `entitlementMissing`, `actorStopped` |
     *     | 405 | `methodNotAllowed` |
     *     | 409 | `idempotencyConflict`, `idempotencyInFlight` |
     *     | 413 | `bodyTooLarge` |
     *     | 415 | `unsupportedMediaType` |
     *     | 429 | `rateLimited` |
     *     | 500 | `internalError` |
     *     | 503 | `unavailable` |
     */
    RefusedChange: {
      headers: {
        Allow: components["headers"]["Allow"];
        "Retry-After": components["headers"]["RetryAfter"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /**
     * @description What any request can meet. A status that the operation lists itself has all its reasons there.
     *
     *     | status | reasons |
     *     | --- | --- |
     *     | 400 | `malformedBody`, `invalidIdempotencyKey` |
     *     | 401 | `unauthorized` |
     *     | 403 | `entitlementMissing`, `actorStopped` |
     *     | 405 | `methodNotAllowed` |
     *     | 409 | `idempotencyConflict`, `idempotencyInFlight` |
     *     | 413 | `bodyTooLarge` |
     *     | 415 | `unsupportedMediaType` |
     *     | 429 | `rateLimited` |
     *     | 500 | `internalError` |
     *     | 503 | `unavailable` |
     */
    RefusedChangeMessage: {
      headers: {
        Allow: components["headers"]["Allow"];
        "Retry-After": components["headers"]["RetryAfter"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["FailureMessage"];
      };
    };
    /**
     * @description What any request can meet. A status that the operation lists itself has all its reasons there.
     *
     *     | status | reasons |
     *     | --- | --- |
     *     | 400 | `malformedBody`, `invalidIdempotencyKey` |
     *     | 401 | `unauthorized` |
     *     | 403 | `entitlementMissing`, `actorStopped` |
     *     | 405 | `methodNotAllowed` |
     *     | 409 | `idempotencyConflict`, `idempotencyInFlight` |
     *     | 413 | `bodyTooLarge` |
     *     | 415 | `unsupportedMediaType` |
     *     | 429 | `rateLimited` |
     *     | 500 | `internalError` |
     *     | 503 | `unavailable` |
     */
    RefusedChangeOfSignatory: {
      headers: {
        Allow: components["headers"]["Allow"];
        "Retry-After": components["headers"]["RetryAfter"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["SignatoryFailure"];
      };
    };
    /**
     * @description What any request can meet. A status that the operation lists itself has all its reasons there.
     *
     *     | status | reasons |
     *     | --- | --- |
     *     | 400 | `malformedBody` |
     *     | 401 | `unauthorized` |
     *     | 403 | `entitlementMissing` |
     *     | 405 | `methodNotAllowed` |
     *     | 413 | `bodyTooLarge` |
     *     | 415 | `unsupportedMediaType` |
     *     | 429 | `rateLimited` |
     *     | 500 | `internalError` |
     *     | 503 | `unavailable` |
     */
    RefusedQuestion: {
      headers: {
        Allow: components["headers"]["Allow"];
        "Retry-After": components["headers"]["RetryAfter"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /**
     * @description What any request can meet. A status that the operation lists itself has all its reasons there.
     *
     *     | status | reasons |
     *     | --- | --- |
     *     | 401 | `unauthorized` |
     *     | 403 | `entitlementMissing` |
     *     | 405 | `methodNotAllowed` |
     *     | 415 | `unsupportedMediaType` |
     *     | 429 | `rateLimited` |
     *     | 500 | `internalError` |
     *     | 503 | `unavailable` |
     */
    RefusedRead: {
      headers: {
        Allow: components["headers"]["Allow"];
        "Retry-After": components["headers"]["RetryAfter"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /**
     * @description What any request can meet. A status that the operation lists itself has all its reasons there.
     *
     *     | status | reasons |
     *     | --- | --- |
     *     | 401 | `unauthorized` |
     *     | 403 | `entitlementMissing` |
     *     | 405 | `methodNotAllowed` |
     *     | 415 | `unsupportedMediaType` |
     *     | 429 | `rateLimited` |
     *     | 500 | `internalError` |
     *     | 503 | `unavailable` |
     */
    RefusedReadMessage: {
      headers: {
        Allow: components["headers"]["Allow"];
        "Retry-After": components["headers"]["RetryAfter"];
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["FailureMessage"];
      };
    };
    /** @description `returnRequestNotFound`. */
    ReturnRequestNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `roleConflict`, `idempotencyConflict`, `idempotencyInFlight`. */
    RoleConflictMessage: {
      content: {
        "application/json": components["schemas"]["FailureMessage"];
      };
    };
    /** @description `signatoryCustomerDenied`, `entitlementMissing`, `actorStopped`. */
    SignatoryCustomerDeniedOfSignatory: {
      content: {
        "application/json": components["schemas"]["SignatoryFailure"];
      };
    };
    /** @description `signatoryCustomerNotFound`. */
    SignatoryCustomerNotFoundOfSignatory: {
      content: {
        "application/json": components["schemas"]["SignatoryFailure"];
      };
    };
    /** @description `signatoryCustomerNotFound`, `signatoryNotFound`. */
    SignatoryCustomerNotFoundOrSignatoryNotFoundOfSignatory: {
      content: {
        "application/json": components["schemas"]["SignatoryFailure"];
      };
    };
    /** @description `simulationOfNoSandbox`, `simulationNotPossible`, `idempotencyConflict`, `idempotencyInFlight`. */
    SimulationOfNoSandboxOrSimulationNotPossible: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `userStatusConflict`, `idempotencyConflict`, `idempotencyInFlight`. */
    UserStatusConflictMessage: {
      content: {
        "application/json": components["schemas"]["FailureMessage"];
      };
    };
    /** @description `webhookChanged`. */
    WebhookChanged: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `webhookNotFound`. */
    WebhookNotFound: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description `webhookTooManySecrets`, `idempotencyConflict`, `idempotencyInFlight`. */
    WebhookTooManySecrets: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
  };
  parameters: {
    /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
    IdempotentKey: string;
    /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
    IfMatch: string;
    /** @description Digits. */
    "path.accountUID": string;
    /** @description The API key: giro_ followed by 22 letters and digits. */
    "path.apiKey": string;
    /** @description The approval that the change waits for. */
    "path.approvalUID": string;
    /** @description Digits. */
    "path.contactUID": string;
    /** @description Digits. */
    "path.customerId": string;
    /** @description Digits. */
    "path.customerUID": string;
    /** @description The delivery, by the identifier that the service gave it. */
    "path.deliveryUID": string;
    /** @description The exception. */
    "path.exceptionUID": string;
    /** @description The fee, by the number that the service gave it. */
    "path.feeId": number;
    /** @description csv; ach: NACHA; fedwire and rtp: CSV of wires, and of instant payments. */
    "path.fileType": components["schemas"]["PaymentFileType"];
    /** @description The identifier of the file. */
    "path.fileUID": string;
    /** @description The identifier of the file. */
    "path.fileUID.2": string;
    /** @description Digits. */
    "path.forexContractNo": string;
    /** @description Digits. */
    "path.id": string;
    /** @description The identifier of the message. */
    "path.messageUID": string;
    /** @description The payment, by the identifier that the service gave it: a UUID. */
    "path.paymentUID": string;
    /** @description The receipt. */
    "path.receiptUID": string;
    /** @description The number of the series, digits. */
    "path.recurrenceId": string;
    /** @description The request. */
    "path.requestUID": string;
    /** @description The request. */
    "path.returnRequestUID": string;
    /** @description A UUID. */
    "path.roleId": string;
    /** @description Digits. */
    "path.ruleUID": string;
    /** @description A UUID. */
    "path.userId": string;
    /** @description The webhook, by the identifier that the service gave it. */
    "path.webhookUID": string;
    /** @description Digits. */
    "query.accountUID": string;
    /** @description The company identification in ACH files, 10 characters. */
    "query.achCompanyID": string;
    /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The business day; by default the open one. */
    "query.businessDate.2": string;
    /** @description An ISO 4217 code. */
    "query.currency": components["schemas"]["Currency"];
    /** @description Digits. */
    "query.customerUID": string;
    /** @description Credit adds money to the account; Debit takes it out. */
    "query.direction": components["schemas"]["EntryDirection"];
    /** @description The eventUID of an event. */
    "query.eventUID": string;
    /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The first day, in the institution's time zone. */
    "query.fromDate.2": string;
    /** @description Whether to return balances; default false. */
    "query.includeAccountBalance": boolean;
    /** @description Records per page, 1 to 1000. */
    "query.limit.2": number;
    /** @description Records per page, 1 to 1000. */
    "query.limit.4": number;
    /** @description The highest amount, inclusive. */
    "query.maxAmount": number;
    /** @description The lowest amount, inclusive. */
    "query.minAmount": number;
    /** @description Page number, from 1. */
    "query.page.3": number;
    /** @description Page number, from 1. */
    "query.page.4": number;
    /** @description Page number, from 1; default 1. */
    "query.page.6": number;
    /** @description Only those about this payment. */
    "query.paymentUID.2": string;
    /** @description All networks if absent. */
    "query.rail.2": components["schemas"]["MessageRail"];
    /** @description Only those about this receipt. */
    "query.receiptUID": string;
    /** @description Only this request. */
    "query.requestUID": string;
    /** @description Records per page, 1 to 1000; default 10. */
    "query.size.2": number;
    /** @description The status. */
    "query.status.15": components["schemas"]["DeliveryStatus"];
    /** @description The status. */
    "query.status.9": components["schemas"]["ApprovalStatus"];
    /** @description The record. */
    "query.subjectUID.2": string;
    /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The last day, in the institution's time zone. */
    "query.toDate.2": string;
  };
  requestBodies: never;
  headers: {
    /** @description With 405: the methods that the path has. */
    Allow: string;
    /** @description The date since which the operation is deprecated (RFC 9745); on every reply. */
    Deprecation: string;
    /** @description The version of the record. Send it as If-Match with a change, or as If-None-Match with a read. */
    ETag: string;
    /** @description The fields of the request that the operation does not know, separated by commas. */
    GiroIgnoredFields: string;
    /** @description true if the reply is that of an earlier request with the same Idempotent-Key. */
    IdempotentReplayed: string;
    /** @description The path that replaces it, as rel="successor-version"; on every reply. */
    Link: string;
    /** @description With 429 and 503: the seconds after which to try again. */
    RetryAfter: number;
  };
  pathItems: {
    Event: {
      /**
       * An event
       * @description Sent to the URL of a webhook for each event of the types that it asks for.
       */
      post: operations["onEvent"];
    };
  };
}
export type $defs = Record<string, never>;
export interface operations {
  issueToken: {
    parameters: {
      path: {
        /** @description The institution. */
        tenant_code: string;
      };
    };
    requestBody: {
      content: {
        "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
      };
    };
    responses: {
      /** @description The tokens. */
      200: {
        content: {
          "application/json": components["schemas"]["TokenReply"];
        };
      };
      /** @description The grant is invalid or not supported. */
      400: {
        content: {
          "application/json": components["schemas"]["TokenFailure"];
        };
      };
      /** @description The key or the secret is wrong. */
      401: {
        content: {
          "application/json": components["schemas"]["TokenFailure"];
        };
      };
      /** @description The institution does not exist. */
      404: {
        content: {
          "application/json": components["schemas"]["TokenFailure"];
        };
      };
      /** @description The body is larger than 64 KiB. */
      413: {
        content: {
          "application/json": components["schemas"]["TokenFailure"];
        };
      };
      /** @description Too many requests from this address, or too many failed authentications with this key. Retry-After says when to retry. */
      429: {
        content: {
          "application/json": components["schemas"]["TokenFailure"];
        };
      };
      /** @description An unexpected error. */
      500: {
        content: {
          "application/json": components["schemas"]["TokenFailure"];
        };
      };
      /** @description The service cannot handle the request now. */
      503: {
        content: {
          "application/json": components["schemas"]["TokenFailure"];
        };
      };
    };
  };
  searchCustomers: {
    parameters: {
      query: {
        /** @description Page number, from 1. */
        page: number;
        /** @description Records per page, 1 to 1000. */
        limit: number;
        /** @description The registered name. */
        legalName?: string;
        /** @description What kind of customer it is. */
        customerType?: components["schemas"]["CustomerType"];
        /** @description A short name, unique in the institution. It never changes. */
        shortName?: string;
        /** @description The number of the customer in the system of the client. */
        customerId?: string;
        /** @description Digits. */
        customerUID?: components["parameters"]["query.customerUID"];
        /** @description The status. */
        status?: components["schemas"]["CustomerStatus"];
        /** @description The tax identifier. */
        taxId?: string;
        /** @description The company identification in ACH files, 10 characters. */
        achCompanyID?: components["parameters"]["query.achCompanyID"];
      };
    };
    responses: {
      /** @description A page of customers. */
      200: {
        content: {
          "application/json": components["schemas"]["CustomerPage"];
        };
      };
      400: components["responses"]["InvalidCustomer"];
      default: components["responses"]["RefusedRead"];
    };
  };
  createCustomer: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CustomerRequest"];
      };
    };
    responses: {
      /** @description The customer was created, or waits for the approval in approvalUID. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CustomerResultReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidCustomer`, `institutionUserUnknown`, `relatedCustomerUnknown`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `institutionTerms`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      409: components["responses"]["CustomerConflict"];
      default: components["responses"]["RefusedChange"];
    };
  };
  getCustomer: {
    parameters: {
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description The customer. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CustomerReply"];
        };
      };
      304: components["responses"]["NotModified"];
      400: components["responses"]["InvalidCustomer"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  updateCustomer: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    /** @description At most 128 KiB. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["CustomerUpdate"];
      };
    };
    responses: {
      /** @description The customer was updated, or the update waits for the approval in approvalUID. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CustomerResultReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidCustomer`, `institutionUserUnknown`, `relatedCustomerUnknown`, `hierarchyCycle`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `foreignCustomer`, `institutionTerms`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["CustomerNotFound"];
      409: components["responses"]["CustomerConflict"];
      /** @description `customerChanged`. */
      412: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  lookupCustomer: {
    parameters: {
      query?: {
        /** @description Default: all account types. */
        accountType?: components["schemas"]["LookupAccountType"];
      };
      path: {
        /** @description 1 to 35 letters and digits, not all zeros. */
        accountNumber: string;
      };
    };
    responses: {
      /** @description The profiles. Account numbers are masked if the token lacks Customers.View_Account_Number. */
      200: {
        content: {
          "application/json": components["schemas"]["LookupReply"];
        };
      };
      400: components["responses"]["InvalidCustomer"];
      /** @description `accountNumberUnknown`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedRead"];
    };
  };
  listSignatories: {
    parameters: {
      query?: {
        /** @description The page, from 0. */
        page?: number;
        /** @description Signatories on a page, 1 to 500; default 10 if page is given. */
        size?: number;
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description The signatories; the message gives their total number. */
      200: {
        content: {
          "application/json": components["schemas"]["Signatories"];
        };
      };
      /** @description `invalidSignatory`. */
      400: {
        content: {
          "application/json": components["schemas"]["SignatoryFailure"];
        };
      };
      /** @description `signatoryCustomerDenied`, `entitlementMissing`. */
      403: {
        content: {
          "application/json": components["schemas"]["SignatoryFailure"];
        };
      };
      404: components["responses"]["SignatoryCustomerNotFoundOfSignatory"];
      /**
       * @description What any request can meet. A status that the operation lists itself has all its reasons there.
       *
       *     | status | reasons |
       *     | --- | --- |
       *     | 401 | `unauthorized` |
       *     | 403 | `entitlementMissing` |
       *     | 405 | `methodNotAllowed` |
       *     | 415 | `unsupportedMediaType` |
       *     | 429 | `rateLimited` |
       *     | 500 | `internalError` |
       *     | 503 | `unavailable` |
       */
      default: {
        headers: {
          Allow: components["headers"]["Allow"];
          "Retry-After": components["headers"]["RetryAfter"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SignatoryFailure"];
        };
      };
    };
  };
  createSignatory: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SignatoryRequest"];
      };
    };
    responses: {
      /** @description The signatory was created. */
      201: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SignatoryResult"];
        };
      };
      /** @description `invalidSignatory`, `signatoryFullNameRequired`, `signatoryEmailRequired`, `signatoryEmailInvalid`, `signatoryPhoneRequired`, `signatoryPhoneInvalid`, `signatoryApprovalLimitMin`, `signatoryApprovalLimitInvalid`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["SignatoryFailure"];
        };
      };
      403: components["responses"]["SignatoryCustomerDeniedOfSignatory"];
      404: components["responses"]["SignatoryCustomerNotFoundOfSignatory"];
      default: components["responses"]["RefusedChangeOfSignatory"];
    };
  };
  deleteSignatory: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description Digits. */
        id: components["parameters"]["path.id"];
      };
    };
    responses: {
      /** @description The signatory was deleted and is no longer listed. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SignatoryDeletion"];
        };
      };
      /** @description `invalidSignatory`, `signatoryOfAnotherCustomer`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["SignatoryFailure"];
        };
      };
      403: components["responses"]["SignatoryCustomerDeniedOfSignatory"];
      404: components["responses"]["SignatoryCustomerNotFoundOrSignatoryNotFoundOfSignatory"];
      /**
       * @description What any request can meet. A status that the operation lists itself has all its reasons there.
       *
       *     | status | reasons |
       *     | --- | --- |
       *     | 400 | `invalidIdempotencyKey` |
       *     | 401 | `unauthorized` |
       *     | 403 | `entitlementMissing`, `actorStopped` |
       *     | 405 | `methodNotAllowed` |
       *     | 409 | `idempotencyConflict`, `idempotencyInFlight` |
       *     | 415 | `unsupportedMediaType` |
       *     | 429 | `rateLimited` |
       *     | 500 | `internalError` |
       *     | 503 | `unavailable` |
       */
      default: {
        headers: {
          Allow: components["headers"]["Allow"];
          "Retry-After": components["headers"]["RetryAfter"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SignatoryFailure"];
        };
      };
    };
  };
  updateSignatory: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description Digits. */
        id: components["parameters"]["path.id"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SignatoryUpdate"];
      };
    };
    responses: {
      /** @description The signatory was updated. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SignatoryResult"];
        };
      };
      /** @description `invalidSignatory`, `signatoryFullNameRequired`, `signatoryEmailRequired`, `signatoryEmailInvalid`, `signatoryPhoneRequired`, `signatoryPhoneInvalid`, `signatoryApprovalLimitMin`, `signatoryApprovalLimitInvalid`, `signatoryOfAnotherCustomer`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["SignatoryFailure"];
        };
      };
      403: components["responses"]["SignatoryCustomerDeniedOfSignatory"];
      404: components["responses"]["SignatoryCustomerNotFoundOrSignatoryNotFoundOfSignatory"];
      default: components["responses"]["RefusedChangeOfSignatory"];
    };
  };
  readCustomerLimits: {
    parameters: {
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description The limits. */
      200: {
        content: {
          "application/json": components["schemas"]["CustomerLimitsReply"];
        };
      };
      400: components["responses"]["InvalidLimits"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  queryLimits: {
    parameters: {
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["LimitsRequest"];
      };
    };
    responses: {
      /** @description The limits. */
      200: {
        content: {
          "application/json": components["schemas"]["LimitsReply"];
        };
      };
      /** @description Nothing to return. */
      204: {
      };
      /** @description `invalidLimits`, `malformedBody`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedQuestion"];
    };
  };
  getInstitutionLimits: {
    responses: {
      /** @description The limits of the institution. */
      200: {
        content: {
          "application/json": components["schemas"]["InstitutionLimitsReply"];
        };
      };
      400: components["responses"]["InvalidLimits"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  setInstitutionLimits: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["InstitutionLimitsRequest"];
      };
    };
    responses: {
      /** @description All limits after the change. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InstitutionLimitsReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidLimits`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution.2"];
      default: components["responses"]["RefusedChange"];
    };
  };
  createAccount: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AccountRequest"];
      };
    };
    responses: {
      /** @description The account was opened. */
      201: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AccountResultReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidAccount"];
      /** @description `foreignCustomer`, `institutionTerms`, `accountNumberNotYours`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["CustomerNotFound"];
      /** @description `accountConflict`, `accountNumberQuarantined`, `defaultOffsetConflict`, `feeAccountConflict`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  getAccount: {
    parameters: {
      query?: {
        /** @description Whether to return balances; default false. */
        includeAccountBalance?: components["parameters"]["query.includeAccountBalance"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description Digits. */
        accountUID: components["parameters"]["path.accountUID"];
      };
    };
    responses: {
      /** @description The account. Its number is masked if the token lacks Customers.View_Account_Number. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AccountReply"];
        };
      };
      304: components["responses"]["NotModified"];
      400: components["responses"]["InvalidAccountOrAccountOfAnotherCustomer"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFoundOrAccountNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  updateAccount: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description Digits. */
        accountUID: components["parameters"]["path.accountUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AccountUpdate"];
      };
    };
    responses: {
      /** @description The account was updated. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AccountResultReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidAccountOrAccountOfAnotherCustomer.2"];
      /** @description `foreignCustomer`, `institutionTerms`, `accountNumberNotYours`, `heldByInstitution`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["CustomerNotFoundOrAccountNotFound"];
      /** @description `accountConflict`, `accountNumberQuarantined`, `defaultOffsetConflict`, `feeAccountConflict`, `accountStatusConflict`, `accountNotEmpty`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      412: components["responses"]["AccountChanged"];
      default: components["responses"]["RefusedChange"];
    };
  };
  searchAccounts: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.3"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.2"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["AccountSearch"];
      };
    };
    responses: {
      /** @description A page of accounts. */
      200: {
        content: {
          "application/json": components["schemas"]["AccountPage"];
        };
      };
      /** @description `invalidAccount`, `malformedBody`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedQuestion"];
    };
  };
  listAccountsV2: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.3"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.2"];
        /** @description The account number; masked for a token without Customers.View_Account_Number. */
        accountNumber?: string;
        /** @description The kind of account. */
        accountType?: components["schemas"]["AccountType"];
        /** @description The kind of account within its type. */
        accountSubType?: components["schemas"]["AccountSubType"];
        /** @description The status. */
        status?: components["schemas"]["AccountStatus"];
        /** @description An ISO 4217 code. */
        currency?: components["parameters"]["query.currency"];
        /** @description Only accounts that can, or cannot, send wires. */
        wireEnabled?: boolean;
        /** @description For the reports of the institution. */
        costCenter?: string;
        /** @description The company identification in ACH files, 10 characters. */
        achCompanyID?: components["parameters"]["query.achCompanyID"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description A page of accounts. */
      200: {
        headers: {
          Deprecation: components["headers"]["Deprecation"];
          Link: components["headers"]["Link"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LegacyAccountPage"];
        };
      };
      400: components["responses"]["InvalidAccount.3"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  createAccountV2: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["LegacyAccountRequest"];
      };
    };
    responses: {
      /** @description The account was opened. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          Deprecation: components["headers"]["Deprecation"];
          Link: components["headers"]["Link"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AccountResultReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidAccount"];
      /** @description `foreignCustomer`, `institutionTerms`, `accountNumberNotYours`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["CustomerNotFound"];
      /** @description `accountConflict`, `accountNumberQuarantined`, `defaultOffsetConflict`, `feeAccountConflict`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  getAccountV2: {
    parameters: {
      query?: {
        /** @description Whether to return balances; default false. */
        includeAccountBalance?: components["parameters"]["query.includeAccountBalance"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description Digits. */
        accountUID: components["parameters"]["path.accountUID"];
      };
    };
    responses: {
      /** @description The account. Its number is masked if the token lacks Customers.View_Account_Number. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          Deprecation: components["headers"]["Deprecation"];
          Link: components["headers"]["Link"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LegacyAccountReply"];
        };
      };
      304: components["responses"]["NotModified"];
      400: components["responses"]["InvalidAccountOrAccountOfAnotherCustomer"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFoundOrAccountNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  updateAccountV2: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description Digits. */
        accountUID: components["parameters"]["path.accountUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["LegacyAccountUpdate"];
      };
    };
    responses: {
      /** @description The account was updated. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          Deprecation: components["headers"]["Deprecation"];
          Link: components["headers"]["Link"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AccountResultReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidAccountOrAccountOfAnotherCustomer.2"];
      /** @description `foreignCustomer`, `institutionTerms`, `accountNumberNotYours`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["CustomerNotFoundOrAccountNotFound"];
      /** @description `accountConflict`, `accountNumberQuarantined`, `defaultOffsetConflict`, `feeAccountConflict`, `accountStatusConflict`, `accountNotEmpty`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      412: components["responses"]["AccountChanged"];
      default: components["responses"]["RefusedChange"];
    };
  };
  deleteAccountV2: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description Digits. */
        accountUID: components["parameters"]["path.accountUID"];
      };
    };
    responses: {
      /** @description The account was deleted. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          Deprecation: components["headers"]["Deprecation"];
          Link: components["headers"]["Link"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AccountResultReply"];
        };
      };
      /** @description `invalidAccount`, `accountToDeleteOfAnotherCustomer`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["ForeignCustomerOrHeldByInstitution"];
      /** @description `customerNotFound`, `accountToDeleteNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `accountNotEmpty`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      412: components["responses"]["AccountChanged"];
      default: components["responses"]["RefusedAction"];
    };
  };
  changeAccountStatusV2: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description Digits. */
        accountUID: components["parameters"]["path.accountUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AccountStatusUpdate"];
      };
    };
    responses: {
      /** @description The status was changed. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          Deprecation: components["headers"]["Deprecation"];
          Link: components["headers"]["Link"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AccountResultReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidAccountOrAccountOfAnotherCustomer.2"];
      403: components["responses"]["ForeignCustomerOrHeldByInstitution"];
      404: components["responses"]["CustomerNotFoundOrAccountNotFound"];
      /** @description `accountStatusConflict`, `accountNotEmpty`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      412: components["responses"]["AccountChanged"];
      default: components["responses"]["RefusedChange"];
    };
  };
  listAccountTransactions: {
    parameters: {
      query?: {
        /** @description nextCursor of the previous page; absent for the newest. */
        cursor?: string;
        /** @description Transactions on a page, 1 to 200. Default 50. */
        limit?: number;
        /** @description Booked: money moved. Pending: a hold, or a collection in transit. Ended: a hold that was posted or released, and its release. Without it, Booked and Pending. */
        status?: components["schemas"]["TransactionStatus"];
        /** @description The kind. */
        kind?: components["schemas"]["TransactionKind"];
        /** @description Credit adds money to the account; Debit takes it out. */
        direction?: components["parameters"]["query.direction"];
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The earliest bookingDate. */
        fromDate?: string;
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The latest bookingDate. */
        toDate?: string;
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The earliest valueDate. */
        fromValueDate?: string;
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The latest valueDate. */
        toValueDate?: string;
        /** @description The lowest amount, inclusive. */
        minAmount?: components["parameters"]["query.minAmount"];
        /** @description The highest amount, inclusive. */
        maxAmount?: components["parameters"]["query.maxAmount"];
        /** @description The full name of the other party. */
        counterparty?: string;
        /** @description The externalReferenceId of the payment. */
        reference?: string;
        /** @description The payment, by the identifier that the service gave it: a UUID. */
        paymentUID?: string;
      };
      path: {
        /** @description Digits. */
        accountUID: components["parameters"]["path.accountUID"];
      };
    };
    responses: {
      /** @description A page of transactions. Account numbers are masked for a token without Customers.View_Account_Number. */
      200: {
        content: {
          "application/json": components["schemas"]["TransactionsReply"];
        };
      };
      /** @description `invalidActivity`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["AccountOutOfReach"];
      404: components["responses"]["AccountNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  getAccountBalances: {
    parameters: {
      query?: {
        /** @description Any time in the past, such as 2026-07-01T12:00:00Z. Without it, now. */
        at?: string;
      };
      path: {
        /** @description Digits. */
        accountUID: components["parameters"]["path.accountUID"];
      };
    };
    responses: {
      /** @description The balances. */
      200: {
        content: {
          "application/json": components["schemas"]["BalancesReply"];
        };
      };
      /** @description `invalidBalances`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["AccountOutOfReach"];
      404: components["responses"]["AccountNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  listCustomerReceivables: {
    parameters: {
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description The receivables of the customer. */
      200: {
        content: {
          "application/json": components["schemas"]["ReceivablesReply"];
        };
      };
      400: components["responses"]["InvalidAccount.3"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  listReceivables: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
      };
    };
    responses: {
      /** @description A page of receivables. */
      200: {
        content: {
          "application/json": components["schemas"]["ReceivablePage"];
        };
      };
      400: components["responses"]["InvalidInstitution"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  writeOffReceivable: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WriteOffRequest"];
      };
    };
    responses: {
      /** @description The amount was written off. */
      201: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WriteOffReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidWriteOff`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      402: components["responses"]["AdjustmentOverCap"];
      403: components["responses"]["NotTheInstitutionOrAdjustmentWithoutCap"];
      404: components["responses"]["CustomerNotFound"];
      /** @description `writeOffAboveDebt`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  listSuspense: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description Open by default. */
        status?: components["schemas"]["SuspenseStatus"];
        /** @description Digits. */
        customerUID?: components["parameters"]["query.customerUID"];
      };
    };
    responses: {
      /** @description A page of items. */
      200: {
        content: {
          "application/json": components["schemas"]["SuspenseItemPage"];
        };
      };
      /** @description `invalidRelease`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  releaseSuspenseItem: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The item, by the identifier that the service gave it. */
        itemUID: string;
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SuspenseReleaseRequest"];
      };
    };
    responses: {
      /** @description The item was released. */
      201: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SuspenseItemReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidRelease`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      402: components["responses"]["AdjustmentOverCap"];
      403: components["responses"]["NotTheInstitutionOrAdjustmentWithoutCap"];
      /** @description `suspenseItemNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `suspenseItemReleased`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  getRails: {
    responses: {
      /** @description What keeps payments from leaving. */
      200: {
        content: {
          "application/json": components["schemas"]["RailsReply"];
        };
      };
      400: components["responses"]["InvalidRailDecision"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  releaseRailHold: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The hold, by the identifier that the service gave it. */
        holdUID: string;
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RailHoldRelease"];
      };
    };
    responses: {
      /** @description The hold is released. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RailHoldReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidRailDecision.2"];
      403: components["responses"]["NotTheInstitution.2"];
      /** @description `railHoldNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `railHoldReplaced`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  decideRailHandover: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The hand-over, by the identifier that the service gave it. */
        handoverUID: string;
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["HandoverDecision"];
      };
    };
    responses: {
      /** @description The decision was noted. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["HandoverReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidRailDecision.2"];
      403: components["responses"]["NotTheInstitution.2"];
      /** @description `railHandoverNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `railHandoverNotInDoubt`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  listRailFiles: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description The rail. */
        rail?: components["schemas"]["Rail"];
        /** @description Credit adds money to the account; Debit takes it out. */
        direction?: components["schemas"]["FileDirection"];
        /** @description The state or province. */
        state?: components["schemas"]["RailFileState"];
        /** @description The whole name of the file. */
        name?: string;
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The first day, in the institution's time zone. */
        fromDate?: components["parameters"]["query.fromDate.2"];
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The last day, in the institution's time zone. */
        toDate?: components["parameters"]["query.toDate.2"];
      };
    };
    responses: {
      /** @description A page of files. */
      200: {
        content: {
          "application/json": components["schemas"]["RailFilePage"];
        };
      };
      400: components["responses"]["InvalidRailDecision"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  getRailFile: {
    parameters: {
      path: {
        /** @description The identifier of the file. */
        fileUID: components["parameters"]["path.fileUID"];
      };
    };
    responses: {
      /** @description The file. */
      200: {
        content: {
          "application/json": components["schemas"]["RailFileDetailsReply"];
        };
      };
      400: components["responses"]["InvalidRailDecision"];
      403: components["responses"]["NotTheInstitution"];
      404: components["responses"]["RailFileNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  getRailFileContent: {
    parameters: {
      query?: {
        /** @description From 0; default 0. */
        part?: number;
      };
      path: {
        /** @description The identifier of the file. */
        fileUID: components["parameters"]["path.fileUID"];
      };
    };
    responses: {
      /** @description A part of the bytes. */
      200: {
        content: {
          "application/json": components["schemas"]["RailFileContentReply"];
        };
      };
      400: components["responses"]["InvalidRailDecision"];
      403: components["responses"]["NotTheInstitution"];
      /** @description `railFileNotFound`, `railFilePartNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `railFileWithoutContent`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedRead"];
    };
  };
  resendRailFile: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The identifier of the file. */
        fileUID: components["parameters"]["path.fileUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RailFileDecision"];
      };
    };
    responses: {
      /** @description The hand-over of the same bytes. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RailFileDetailsReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidRailDecision.2"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["RailFileNotFound"];
      /** @description `railFileNotResendable`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  releaseRailFile: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The identifier of the file. */
        fileUID: components["parameters"]["path.fileUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RailFileDecision"];
      };
    };
    responses: {
      /** @description The file waits for its import. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RailFileDetailsReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidRailDecision.2"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["RailFileNotFound"];
      /** @description `railFileNotQuarantined`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  listRailMessages: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description All networks if absent. */
        rail?: components["parameters"]["query.rail.2"];
        /** @description Out: to the network. In: from it. */
        direction?: components["schemas"]["MessageDirection"];
        /** @description All if absent. */
        status?: components["schemas"]["RailMessageStatus"];
        /** @description Such as pacs.008.001.08. */
        messageType?: string;
        /** @description The id that the network knows it by. */
        messageId?: string;
        /** @description Only those about the payment with this UETR. */
        uetr?: string;
        /** @description Only those about this payment. */
        paymentUID?: components["parameters"]["query.paymentUID.2"];
        /** @description Only those about this receipt. */
        receiptUID?: components["parameters"]["query.receiptUID"];
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The first day, in the institution's time zone. */
        fromDate?: components["parameters"]["query.fromDate.2"];
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The last day, in the institution's time zone. */
        toDate?: components["parameters"]["query.toDate.2"];
      };
    };
    responses: {
      /** @description A page of messages. */
      200: {
        content: {
          "application/json": components["schemas"]["RailMessagePage"];
        };
      };
      400: components["responses"]["InvalidRailDecision"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  getRailMessage: {
    parameters: {
      path: {
        /** @description The identifier of the message. */
        messageUID: components["parameters"]["path.messageUID"];
      };
    };
    responses: {
      /** @description The message. */
      200: {
        content: {
          "application/json": components["schemas"]["RailMessageDetailsReply"];
        };
      };
      400: components["responses"]["InvalidRailDecision"];
      403: components["responses"]["NotTheInstitution"];
      404: components["responses"]["RailMessageNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  getRailMessageContent: {
    parameters: {
      path: {
        /** @description The identifier of the message. */
        messageUID: components["parameters"]["path.messageUID"];
      };
    };
    responses: {
      /** @description The bytes. */
      200: {
        content: {
          "application/json": components["schemas"]["RailMessageContentReply"];
        };
      };
      400: components["responses"]["InvalidRailDecision"];
      403: components["responses"]["NotTheInstitution"];
      404: components["responses"]["RailMessageNotFound"];
      /** @description `railMessageWithoutContent`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedRead"];
    };
  };
  decideRailMessage: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The identifier of the message. */
        messageUID: components["parameters"]["path.messageUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RailMessageDecision"];
      };
    };
    responses: {
      /** @description The decision was noted. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RailMessageDetailsReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidRailDecision.2"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["RailMessageNotFound"];
      /** @description `railMessageNotInDoubt`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  resendRailMessage: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The identifier of the message. */
        messageUID: components["parameters"]["path.messageUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RailMessageReason"];
      };
    };
    responses: {
      /** @description The message that sends it again. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RailMessageDetailsReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidRailDecision.2"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["RailMessageNotFound"];
      /** @description `railMessageNotResendable`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  releaseRailMessage: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The identifier of the message. */
        messageUID: components["parameters"]["path.messageUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RailMessageReason"];
      };
    };
    responses: {
      /** @description The message waits to be read. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RailMessageDetailsReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidRailDecision.2"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["RailMessageNotFound"];
      409: components["responses"]["RailMessageNotQuarantined"];
      default: components["responses"]["RefusedChange"];
    };
  };
  dismissRailMessage: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The identifier of the message. */
        messageUID: components["parameters"]["path.messageUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RailMessageReason"];
      };
    };
    responses: {
      /** @description The message is dismissed. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RailMessageDetailsReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidRailDecision.2"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["RailMessageNotFound"];
      409: components["responses"]["RailMessageNotQuarantined"];
      default: components["responses"]["RefusedChange"];
    };
  };
  simulateAchEntries: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AchSimulation"];
      };
    };
    responses: {
      /** @description The file that comes in. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AchSimulationFileReply"];
        };
      };
      400: components["responses"]["InvalidRailDecision.2"];
      403: components["responses"]["NotTheInstitution.2"];
      /** @description `simulationOfNoSandbox`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  simulateFedwireMessages: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["FedwireSimulation"];
      };
    };
    responses: {
      /** @description The messages that come in. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SimulatedMessagesReply"];
        };
      };
      400: components["responses"]["InvalidRailDecision.2"];
      403: components["responses"]["NotTheInstitution.2"];
      409: components["responses"]["SimulationOfNoSandboxOrSimulationNotPossible"];
      default: components["responses"]["RefusedChange"];
    };
  };
  simulateFedNowMessages: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["FedNowSimulation"];
      };
    };
    responses: {
      /** @description The messages that come in. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SimulatedMessagesReply"];
        };
      };
      400: components["responses"]["InvalidRailDecision.2"];
      403: components["responses"]["NotTheInstitution.2"];
      409: components["responses"]["SimulationOfNoSandboxOrSimulationNotPossible"];
      default: components["responses"]["RefusedChange"];
    };
  };
  simulateRTPMessages: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RtpSimulation"];
      };
    };
    responses: {
      /** @description The messages that come in. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SimulatedMessagesReply"];
        };
      };
      400: components["responses"]["InvalidRailDecision.2"];
      403: components["responses"]["NotTheInstitution.2"];
      409: components["responses"]["SimulationOfNoSandboxOrSimulationNotPossible"];
      default: components["responses"]["RefusedChange"];
    };
  };
  simulateSWIFTMessages: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SwiftSimulation"];
      };
    };
    responses: {
      /** @description The messages that come in. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SimulatedMessagesReply"];
        };
      };
      400: components["responses"]["InvalidRailDecision.2"];
      403: components["responses"]["NotTheInstitution.2"];
      409: components["responses"]["SimulationOfNoSandboxOrSimulationNotPossible"];
      default: components["responses"]["RefusedChange"];
    };
  };
  listObligations: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description Only what is due before this time, such as 2026-07-02T12:00:00Z. */
        dueBefore?: string;
        /** @description All states if absent. */
        state?: components["schemas"]["ObligationState"];
        /** @description All kinds if absent. */
        kind?: components["schemas"]["ObligationKind"];
        /** @description Only the obligations for this item. */
        subjectUID?: string;
      };
    };
    responses: {
      /** @description A page of obligations. */
      200: {
        content: {
          "application/json": components["schemas"]["ObligationPage"];
        };
      };
      /** @description `invalidObligationsQuery`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  listOutstanding: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description The API client. */
        apiKey?: string;
        /** @description The user. */
        userUID?: string;
        /** @description Digits. */
        customerUID?: components["parameters"]["query.customerUID"];
        /** @description The API client whose identity provider was revoked: what people did through it before. */
        identityProviderOf?: string;
        /** @description All kinds if absent. */
        kind?: components["schemas"]["OutstandingKind"];
      };
    };
    responses: {
      /** @description A page of it, with the totals of all. */
      200: {
        content: {
          "application/json": components["schemas"]["OutstandingPage"];
        };
      };
      /** @description `invalidOutstanding`, `outstandingOfInstitution`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution"];
      /** @description `apiClientNotFound`, `userNotFound`, `customerNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedRead"];
    };
  };
  cancelOutstanding: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CancelOutstandingRequest"];
      };
    };
    responses: {
      /** @description The cancellation that runs. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OutstandingCancellationReply"];
        };
      };
      400: components["responses"]["InvalidOutstandingOrOutstandingOfInstitution.2"];
      403: components["responses"]["NotTheInstitution.2"];
      /** @description `apiClientNotFound`, `userNotFound`, `customerNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `outstandingActorNotStopped`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  releaseOutstanding: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ReleaseOutstandingRequest"];
      };
    };
    responses: {
      /** @description What goes on. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OutstandingReleaseReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidOutstandingOrOutstandingOfInstitution.2"];
      403: components["responses"]["NotTheInstitutionOrOwnPaymentRelease"];
      /** @description `apiClientNotFound`, `userNotFound`, `customerNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  getOutstandingCancellation: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description All outcomes if absent. */
        outcome?: components["schemas"]["OutstandingOutcome"];
      };
      path: {
        /** @description The cancellation. */
        cancellationUID: string;
      };
    };
    responses: {
      /** @description The cancellation with a page of what it found. */
      200: {
        content: {
          "application/json": components["schemas"]["OutstandingCancellationPage"];
        };
      };
      /** @description `invalidOutstanding`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution"];
      /** @description `outstandingCancellationNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedRead"];
    };
  };
  listAchAnswers: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description All outcomes if absent. */
        outcome?: components["schemas"]["AchAnswerOutcome"];
        /** @description All kinds if absent. */
        kind?: components["schemas"]["AchAnswerKind"];
        /** @description Only the answers about this payment. */
        paymentUID?: string;
        /** @description Only the answers of this incoming file. */
        fileUID?: string;
      };
    };
    responses: {
      /** @description A page of answers. */
      200: {
        content: {
          "application/json": components["schemas"]["AchAnswerPage"];
        };
      };
      /** @description `invalidAchAnswersQuery`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  listMessageExceptions: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description All if absent. */
        status?: components["schemas"]["MessageExceptionStatus"];
        /** @description All networks if absent. */
        rail?: components["parameters"]["query.rail.2"];
        /** @description Only those about this payment. */
        paymentUID?: components["parameters"]["query.paymentUID.2"];
        /** @description Only those about this receipt. */
        receiptUID?: components["parameters"]["query.receiptUID"];
      };
    };
    responses: {
      /** @description A page of exceptions. */
      200: {
        content: {
          "application/json": components["schemas"]["MessageExceptionPage"];
        };
      };
      /** @description `invalidMessageException`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  resolveMessageException: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The exception. */
        exceptionUID: components["parameters"]["path.exceptionUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ResolveMessageException"];
      };
    };
    responses: {
      /** @description The exception. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MessageExceptionReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidMessageException`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution.2"];
      /** @description `messageExceptionNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `messageExceptionResolved`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  listPaymentRequests: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description Only this request. */
        requestUID?: components["parameters"]["query.requestUID"];
        /** @description All if absent. */
        status?: components["schemas"]["PaymentRequestStatus"];
        /** @description All networks if absent. */
        rail?: components["parameters"]["query.rail.2"];
        /** @description Digits. */
        accountUID?: components["parameters"]["query.accountUID"];
      };
    };
    responses: {
      /** @description A page of requests. Account numbers are masked for a token without Customers.View_Account_Number. */
      200: {
        content: {
          "application/json": components["schemas"]["PaymentRequestReceivedPage"];
        };
      };
      400: components["responses"]["InvalidPaymentRequest"];
      default: components["responses"]["RefusedRead"];
    };
  };
  acceptPaymentRequest: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The request. */
        requestUID: components["parameters"]["path.requestUID"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["AcceptPaymentRequest"];
      };
    };
    responses: {
      /** @description A payment is made: `paymentUID`. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentRequestReceivedReply"];
        };
      };
      /** @description `invalidPaymentRequest`, `invalidPayment`, `senderAccountUnknown`, `receiverContactUnknown`, `receiverNotReachable`, `currencyMismatch`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `partyNeedsContact`, `accountNotActive`, `customerNotActive`, `railNotEnabled`, `railNotAvailable`, `railAmountExceeded`, `insufficientFunds`, `limitExceeded`, `approvalLimitExceeded`. */
      402: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["PaymentRequestNotFound"];
      /** @description `paymentRequestConflict`, `amountNotMeasured`, `feeNotConverted`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  refusePaymentRequest: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The request. */
        requestUID: components["parameters"]["path.requestUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RefusePaymentRequest"];
      };
    };
    responses: {
      /** @description The creditor is told so. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentRequestReceivedReply"];
        };
      };
      /** @description `invalidPaymentRequest`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["PaymentRequestNotFound"];
      /** @description `paymentRequestConflict`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  listSentPaymentRequests: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description Only this request. */
        requestUID?: components["parameters"]["query.requestUID"];
        /** @description All if absent. */
        status?: components["schemas"]["SentPaymentRequestStatus"];
        /** @description Both networks if absent. */
        rail?: components["schemas"]["RequestRail"];
        /** @description Digits. */
        accountUID?: components["parameters"]["query.accountUID"];
      };
    };
    responses: {
      /** @description A page of requests. */
      200: {
        content: {
          "application/json": components["schemas"]["SentPaymentRequestPage"];
        };
      };
      400: components["responses"]["InvalidPaymentRequest"];
      default: components["responses"]["RefusedRead"];
    };
  };
  askForPayment: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewPaymentRequest"];
      };
    };
    responses: {
      /** @description The request, which leaves at once. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SentPaymentRequestReply"];
        };
      };
      /** @description `invalidPaymentRequest`, `askingAccountUnknown`, `askedContactUnknown`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `paymentRequestNotSent`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  getBank: {
    parameters: {
      path: {
        /** @description An ABA routing number, or a BIC. */
        routingNumber: string;
      };
    };
    responses: {
      /** @description The bank. */
      200: {
        content: {
          "application/json": components["schemas"]["BankReply"];
        };
      };
      /** @description `invalidBank`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `bankNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedRead"];
    };
  };
  listContacts: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.3"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.2"];
        /** @description The account number; masked for a token without Customers.View_Account_Number. */
        accountNumber?: string;
        /** @description Only contacts with this name. */
        contactName?: string;
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description A page of contacts. Account numbers are masked for a token without Customers.View_Account_Number. */
      200: {
        content: {
          "application/json": components["schemas"]["ContactSummaryPage"];
        };
      };
      /** @description `invalidContact`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  createContact: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ContactRequest"];
      };
    };
    responses: {
      /** @description The contact was created. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ContactResultReply"];
        };
      };
      /** @description `invalidContact`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["ForeignCustomer.2"];
      404: components["responses"]["CustomerNotFound"];
      /** @description `contactConflict`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  getContact: {
    parameters: {
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description Digits. */
        contactUID: components["parameters"]["path.contactUID"];
      };
    };
    responses: {
      /** @description The contact. Its account number is masked for a token without Customers.View_Account_Number. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ContactReply"];
        };
      };
      304: components["responses"]["NotModified"];
      /** @description `invalidContact`, `contactOfAnotherCustomer`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFoundOrContactNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  updateContact: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description Digits. */
        contactUID: components["parameters"]["path.contactUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ContactRequest"];
      };
    };
    responses: {
      /** @description The contact was replaced, or the replacement waits for the approval in approvalUID. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ContactResultReply"];
        };
      };
      /** @description `invalidContact`, `contactOfAnotherCustomer`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["ForeignCustomerOrHeldByInstitution"];
      404: components["responses"]["CustomerNotFoundOrContactNotFound"];
      /** @description `contactOfPayment`, `contactConflict`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `contactChanged`. */
      412: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  listApprovals: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description The status. */
        status?: components["parameters"]["query.status.9"];
        /** @description The record. */
        subjectUID?: components["parameters"]["query.subjectUID.2"];
        /** @description The kind. */
        kind?: components["schemas"]["ApprovalKind"];
        /** @description Digits. */
        customerUID?: components["parameters"]["query.customerUID"];
      };
    };
    responses: {
      /** @description A page of approvals. */
      200: {
        content: {
          "application/json": components["schemas"]["ApprovalPage"];
        };
      };
      400: components["responses"]["InvalidApproval"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  getApproval: {
    parameters: {
      path: {
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    responses: {
      /** @description The approval. */
      200: {
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApproval"];
      403: components["responses"]["NotTheInstitution"];
      404: components["responses"]["ApprovalNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  approveChange: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ApproveRequest"];
      };
    };
    responses: {
      /** @description The change was approved and applied. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApproval.2"];
      /** @description `notTheInstitution`, `approvalOfOwnChange`, `approvalOfOwnAddress`, `approverNotAccepted`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["ApprovalNotFound"];
      /** @description `approvalDecided`, `approvalContentChanged`, `approvalNoLongerFits`, `approvalAltered`, `fxQuoteMoved`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  rejectChange: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RejectRequest"];
      };
    };
    responses: {
      /** @description The change was rejected. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApproval.2"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["ApprovalNotFound"];
      409: components["responses"]["ApprovalDecided"];
      default: components["responses"]["RefusedChange"];
    };
  };
  listContactApprovals: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description The status. */
        status?: components["parameters"]["query.status.9"];
        /** @description The record. */
        subjectUID?: components["parameters"]["query.subjectUID.2"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description A page of approvals. */
      200: {
        content: {
          "application/json": components["schemas"]["ApprovalPage"];
        };
      };
      400: components["responses"]["InvalidApproval"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  getContactApproval: {
    parameters: {
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    responses: {
      /** @description The approval. */
      200: {
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  approveContactChange: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ApproveRequest"];
      };
    };
    responses: {
      /** @description The change was approved and applied. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer.2"];
      /** @description `foreignCustomer`, `approvalOfOwnChange`, `approvalOfOwnAddress`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      /** @description `approvalDecided`, `approvalContentChanged`, `approvalNoLongerFits`, `approvalAltered`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  rejectContactChange: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RejectRequest"];
      };
    };
    responses: {
      /** @description The change was rejected. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer.2"];
      403: components["responses"]["ForeignCustomer.2"];
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      409: components["responses"]["ApprovalDecided"];
      default: components["responses"]["RefusedChange"];
    };
  };
  listCustomerApprovals: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description The status. */
        status?: components["parameters"]["query.status.9"];
        /** @description The record. */
        subjectUID?: components["parameters"]["query.subjectUID.2"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description A page of approvals. */
      200: {
        content: {
          "application/json": components["schemas"]["ApprovalPage"];
        };
      };
      400: components["responses"]["InvalidApproval"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  getCustomerApproval: {
    parameters: {
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    responses: {
      /** @description The approval. */
      200: {
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  approveCustomerChange: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ApproveRequest"];
      };
    };
    responses: {
      /** @description The change was approved and applied. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer.2"];
      /** @description `foreignCustomer`, `approvalForInstitution`, `approvalOfOwnChange`, `approvalOfOwnAddress`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      /** @description `approvalDecided`, `approvalContentChanged`, `approvalNoLongerFits`, `approvalAltered`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  rejectCustomerChange: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RejectRequest"];
      };
    };
    responses: {
      /** @description The change was rejected. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer.2"];
      /** @description `foreignCustomer`, `approvalForInstitution`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      409: components["responses"]["ApprovalDecided"];
      default: components["responses"]["RefusedChange"];
    };
  };
  listUserApprovals: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description The status. */
        status?: components["parameters"]["query.status.9"];
        /** @description The record. */
        subjectUID?: components["parameters"]["query.subjectUID.2"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description A page of approvals. */
      200: {
        content: {
          "application/json": components["schemas"]["ApprovalPage"];
        };
      };
      400: components["responses"]["InvalidApproval"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  getUserApproval: {
    parameters: {
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    responses: {
      /** @description The approval. */
      200: {
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  approveUserChange: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ApproveRequest"];
      };
    };
    responses: {
      /** @description The change was approved and applied. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer.2"];
      /** @description `foreignCustomer`, `approvalOfOwnChange`, `approvalOfOwnAddress`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      /** @description `approvalDecided`, `approvalContentChanged`, `approvalNoLongerFits`, `approvalAltered`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  rejectUserChange: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RejectRequest"];
      };
    };
    responses: {
      /** @description The change was rejected. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer.2"];
      403: components["responses"]["ForeignCustomer.2"];
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      409: components["responses"]["ApprovalDecided"];
      default: components["responses"]["RefusedChange"];
    };
  };
  listRoleApprovals: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description The status. */
        status?: components["parameters"]["query.status.9"];
        /** @description The record. */
        subjectUID?: components["parameters"]["query.subjectUID.2"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description A page of approvals. */
      200: {
        content: {
          "application/json": components["schemas"]["ApprovalPage"];
        };
      };
      400: components["responses"]["InvalidApproval"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  getRoleApproval: {
    parameters: {
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    responses: {
      /** @description The approval. */
      200: {
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  approveRoleChange: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ApproveRequest"];
      };
    };
    responses: {
      /** @description The change was approved and applied. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer.2"];
      /** @description `foreignCustomer`, `approvalOfOwnChange`, `approvalOfOwnAddress`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      /** @description `approvalDecided`, `approvalContentChanged`, `approvalNoLongerFits`, `approvalAltered`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  rejectRoleChange: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RejectRequest"];
      };
    };
    responses: {
      /** @description The change was rejected. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer.2"];
      403: components["responses"]["ForeignCustomer.2"];
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      409: components["responses"]["ApprovalDecided"];
      default: components["responses"]["RefusedChange"];
    };
  };
  listSignatoryApprovals: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description The status. */
        status?: components["parameters"]["query.status.9"];
        /** @description The record. */
        subjectUID?: components["parameters"]["query.subjectUID.2"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description A page of approvals. */
      200: {
        content: {
          "application/json": components["schemas"]["ApprovalPage"];
        };
      };
      400: components["responses"]["InvalidApproval"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  getSignatoryApproval: {
    parameters: {
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    responses: {
      /** @description The approval. */
      200: {
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  approveSignatoryChange: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ApproveRequest"];
      };
    };
    responses: {
      /** @description The change was approved and applied. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer.2"];
      /** @description `foreignCustomer`, `approvalOfOwnChange`, `approvalOfOwnAddress`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      /** @description `approvalDecided`, `approvalContentChanged`, `approvalNoLongerFits`, `approvalAltered`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  rejectSignatoryChange: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RejectRequest"];
      };
    };
    responses: {
      /** @description The change was rejected. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer.2"];
      403: components["responses"]["ForeignCustomer.2"];
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      409: components["responses"]["ApprovalDecided"];
      default: components["responses"]["RefusedChange"];
    };
  };
  listTradeApprovals: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description The status. */
        status?: components["parameters"]["query.status.9"];
        /** @description The record. */
        subjectUID?: components["parameters"]["query.subjectUID.2"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description A page of approvals. */
      200: {
        content: {
          "application/json": components["schemas"]["ApprovalPage"];
        };
      };
      400: components["responses"]["InvalidApproval"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  getTradeApproval: {
    parameters: {
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    responses: {
      /** @description The approval. */
      200: {
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  approveTradeChange: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ApproveTradeRequest"];
      };
    };
    responses: {
      /** @description The change was approved and applied. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer.2"];
      /** @description `foreignCustomer`, `approvalOfOwnChange`, `approvalOfOwnAddress`, `approverNotAccepted`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      /** @description `approvalDecided`, `approvalContentChanged`, `approvalNoLongerFits`, `approvalAltered`, `fxQuoteMoved`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  rejectTradeChange: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The approval that the change waits for. */
        approvalUID: components["parameters"]["path.approvalUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RejectRequest"];
      };
    };
    responses: {
      /** @description The change was rejected. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApprovalReply"];
        };
      };
      400: components["responses"]["InvalidApprovalOrApprovalOfAnotherCustomer.2"];
      403: components["responses"]["ForeignCustomer.2"];
      404: components["responses"]["CustomerNotFoundOrApprovalNotFound"];
      409: components["responses"]["ApprovalDecided"];
      default: components["responses"]["RefusedChange"];
    };
  };
  createCreditPayment: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PaymentRequest"];
      };
    };
    responses: {
      /** @description The payment was accepted. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentResultReply"];
        };
      };
      /** @description `invalidPayment`, `senderAccountUnknown`, `receiverContactUnknown`, `receiverAccountUnknown`, `senderIsReceiver`, `receiverNotReachable`, `currencyMismatch`, `fxContractMismatch`, `fxBelowSmallestTicket`, `paymentDateInPast`, `paymentDateTooFar`, `secCodeNotAllowed`, `informationLost`, `feesExceedAmount`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `partyNeedsContact`, `prenoteOpen`, `prenoteReturned`, `accountNotActive`, `customerNotActive`, `railNotEnabled`, `railNotAvailable`, `railAmountExceeded`, `creditExposureExceeded`, `insufficientFunds`, `limitExceeded`, `approvalLimitExceeded`. */
      402: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["FeesNotAllowed"];
      /** @description `contactAltered`, `contactConflict`, `fxNotQuoted`, `feeNotConverted`, `amountNotMeasured`, `referenceRepeated`, `idempotencyConflict`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  createDebitPayment: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DebitRequest"];
      };
    };
    responses: {
      /** @description The debit was accepted. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentResultReply"];
        };
      };
      /** @description `invalidPayment`, `creditorUnknown`, `debtorUnknown`, `debtorOfInstitution`, `receiverNotReachable`, `currencyMismatch`, `paymentDateInPast`, `paymentDateTooFar`, `secCodeNotAllowed`, `informationLost`, `feesExceedAmount`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `partyNeedsContact`, `prenoteOpen`, `prenoteReturned`, `accountNotActive`, `customerNotActive`, `contactNotApproved`, `railNotAvailable`, `railAmountExceeded`, `debitsNotUnderwritten`, `debitExposureExceeded`, `insufficientFunds`, `limitExceeded`, `approvalLimitExceeded`. */
      402: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["FeesNotAllowed"];
      /** @description `contactConflict`, `contactAltered`, `feeNotConverted`, `amountNotMeasured`, `referenceRepeated`, `idempotencyConflict`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  createBookTransfer: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["BookTransferRequest"];
      };
    };
    responses: {
      /** @description The transfer was accepted: made, scheduled, or waiting for approval. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentResultReply"];
        };
      };
      /** @description `invalidPayment`, `senderAccountUnknown`, `receiverAccountUnknown`, `senderIsReceiver`, `currencyMismatch`, `fxBelowSmallestTicket`, `paymentDateInPast`, `paymentDateTooFar`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `transferNeedsContact`, `accountNotActive`, `customerNotActive`, `insufficientFunds`, `limitExceeded`, `approvalLimitExceeded`. */
      402: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `fxNotQuoted`, `feeNotConverted`, `amountNotMeasured`, `referenceRepeated`, `idempotencyConflict`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  previewCreditPayment: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["PaymentRequest"];
      };
    };
    responses: {
      /** @description The outcome the payment would have now. */
      200: {
        content: {
          "application/json": components["schemas"]["PaymentPreviewReply"];
        };
      };
      /** @description `invalidPayment`, `senderAccountUnknown`, `receiverContactUnknown`, `malformedBody`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["FeesNotAllowed.2"];
      default: components["responses"]["RefusedQuestion"];
    };
  };
  previewDebitPayment: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["DebitRequest"];
      };
    };
    responses: {
      /** @description The outcome the payment would have now. */
      200: {
        content: {
          "application/json": components["schemas"]["PaymentPreviewReply"];
        };
      };
      /** @description `invalidPayment`, `creditorUnknown`, `debtorUnknown`, `malformedBody`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["FeesNotAllowed.2"];
      default: components["responses"]["RefusedQuestion"];
    };
  };
  previewBookTransfer: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["BookTransferRequest"];
      };
    };
    responses: {
      /** @description The outcome the payment would have now. */
      200: {
        content: {
          "application/json": components["schemas"]["PaymentPreviewReply"];
        };
      };
      /** @description `invalidPayment`, `senderAccountUnknown`, `receiverAccountUnknown`, `malformedBody`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `transferNeedsContact`. */
      402: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedQuestion"];
    };
  };
  getPayment: {
    parameters: {
      path: {
        /** @description The payment, by the identifier that the service gave it: a UUID. */
        paymentUID: components["parameters"]["path.paymentUID"];
      };
    };
    responses: {
      /** @description The payment. Account numbers are masked for a token without Customers.View_Account_Number. */
      200: {
        content: {
          "application/json": components["schemas"]["PaymentReply"];
        };
      };
      400: components["responses"]["InvalidPaymentUid"];
      404: components["responses"]["PaymentNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  getPaymentTimeline: {
    parameters: {
      path: {
        /** @description The payment, by the identifier that the service gave it: a UUID. */
        paymentUID: components["parameters"]["path.paymentUID"];
      };
    };
    responses: {
      /** @description The timeline. */
      200: {
        content: {
          "application/json": components["schemas"]["PaymentTimelineReply"];
        };
      };
      400: components["responses"]["InvalidPaymentUid"];
      404: components["responses"]["PaymentNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  searchPaymentsByQuery: {
    parameters: {
      query?: {
        /** @description The paymentUID. */
        paymentUUID?: string;
        /** @description The reference in the system of the client. */
        externalReferenceId?: string;
        /** @description The reference in the system that sent the payment; another name for externalReferenceId. */
        sourceRefNo?: string;
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The earliest paymentDate, as the payment was made with it. */
        fromDate?: string;
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The latest paymentDate. */
        toDate?: string;
        /** @description An ISO 4217 code. */
        currency?: components["parameters"]["query.currency"];
        /** @description The lowest amount, inclusive, in the currency of the payment. */
        minAmount?: number;
        /** @description The highest amount, inclusive, in the currency of the payment. */
        maxAmount?: number;
        /** @description The exact amount, in the currency of the payment. */
        paymentAmount?: number;
        /** @description The contract, by the number that the service gave it. */
        forexContractNo?: string;
        /** @description The full account number. */
        receiverAccountNo?: string;
        /** @description The full name of the contact at the time of the payment. */
        receiverName?: string;
        /** @description The full current legalName of the customer. */
        senderName?: string;
        /** @description The full account number. */
        senderAccountNo?: string;
        /** @description The trace number of its ACH entry, or of the entry that reverses it. */
        traceNumber?: string;
        /** @description The name of the ACH file with its entry, or with the entry that reverses it. */
        fileName?: string;
        /** @description The unique end-to-end transaction reference of its message. */
        uetr?: string;
        /** @description The input message accountability data of its wire. */
        imad?: string;
        /** @description The output message accountability data of its wire. */
        omad?: string;
        /** @description The batch of that entry in the file; with fileName. */
        batchNumber?: number;
        /** @description The status. */
        status?: components["schemas"]["SearchedPaymentStatus"];
        /** @description Outgoing finds every wire. No payment is an incoming wire. */
        wireType?: components["schemas"]["SearchedWireType"];
        /** @description The rail that carries the payment. */
        deliveryMethod?: components["schemas"]["DeliveryMethod"];
        /** @description The page number, starting at 1. Default 1. */
        page?: number;
        /** @description The number of payments per page, 1 to 1000. Default 10. */
        limit?: number;
      };
    };
    responses: {
      /** @description A page of payments. Account numbers are masked for a token without Customers.View_Account_Number. */
      200: {
        content: {
          "application/json": components["schemas"]["PaymentPage"];
        };
      };
      400: components["responses"]["InvalidPaymentSearch"];
      default: components["responses"]["RefusedQuestion"];
    };
  };
  searchPayments: {
    requestBody?: {
      content: {
        "application/json": components["schemas"]["PaymentSearch"];
      };
    };
    responses: {
      /** @description A page of payments. Account numbers are masked for a token without Customers.View_Account_Number. */
      200: {
        content: {
          "application/json": components["schemas"]["PaymentPage"];
        };
      };
      400: components["responses"]["InvalidPaymentSearch"];
      default: components["responses"]["RefusedQuestion"];
    };
  };
  listPrenotes: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description Digits. */
        contactUID?: string;
        /** @description All if absent. */
        status?: components["schemas"]["PrenoteStatus"];
        /** @description Only those whose entry has this trace number. */
        traceNumber?: string;
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description A page of prenotifications. */
      200: {
        content: {
          "application/json": components["schemas"]["PrenotePage"];
        };
      };
      400: components["responses"]["InvalidPayment"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  createPrenote: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PrenoteRequest"];
      };
    };
    responses: {
      /** @description It leaves with the next file. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PrenoteReply"];
        };
      };
      /** @description `invalidPayment`, `senderAccountUnknown`, `creditorUnknown`, `receiverContactUnknown`, `debtorUnknown`, `currencyMismatch`, `receiverNotReachable`, `debtorOfInstitution`, `secCodeNotAllowed`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `contactNotApproved`, `accountNotActive`, `customerNotActive`, `debitsNotUnderwritten`, `railNotAvailable`, `railNotEnabled`. */
      402: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["ForeignCustomer.2"];
      404: components["responses"]["CustomerNotFound"];
      /** @description `contactAltered`, `prenoteConflict`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  getPrenote: {
    parameters: {
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The prenotification. */
        prenoteUID: string;
      };
    };
    responses: {
      /** @description The prenotification. */
      200: {
        content: {
          "application/json": components["schemas"]["PrenoteReply"];
        };
      };
      400: components["responses"]["InvalidPayment"];
      403: components["responses"]["ForeignCustomer"];
      /** @description `customerNotFound`, `prenoteNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedRead"];
    };
  };
  uploadPaymentFile: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description csv; ach: NACHA; fedwire and rtp: CSV of wires, and of instant payments. */
        fileType: components["parameters"]["path.fileType"];
      };
    };
    /** @description At most 128 KiB. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["PaymentFileRequest"];
      };
    };
    responses: {
      /** @description The file was taken. */
      201: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentFileReply"];
        };
      };
      400: components["responses"]["InvalidPaymentFile"];
      403: components["responses"]["ForeignCustomer.2"];
      404: components["responses"]["CustomerNotFound"];
      /** @description `paymentFileKnown`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  searchPaymentFiles: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PaymentFileSearch"];
      };
    };
    responses: {
      /** @description A page of files. */
      200: {
        content: {
          "application/json": components["schemas"]["PaymentFilePage"];
        };
      };
      /** @description `invalidPaymentFile`, `malformedBody`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedQuestion"];
    };
  };
  getPaymentFile: {
    parameters: {
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description csv; ach: NACHA; fedwire and rtp: CSV of wires, and of instant payments. */
        fileType: components["parameters"]["path.fileType"];
        /** @description The identifier of the file. */
        fileUID: components["parameters"]["path.fileUID.2"];
      };
    };
    responses: {
      /** @description The file, with how far it is. */
      200: {
        content: {
          "application/json": components["schemas"]["PaymentFileReply"];
        };
      };
      400: components["responses"]["InvalidPaymentFile.3"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFoundOrPaymentFileNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  listPaymentFileRecords: {
    parameters: {
      query?: {
        /** @description The last record of the page before. */
        after?: number;
        /** @description Default 100. */
        limit?: number;
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description csv; ach: NACHA; fedwire and rtp: CSV of wires, and of instant payments. */
        fileType: components["parameters"]["path.fileType"];
        /** @description The identifier of the file. */
        fileUID: components["parameters"]["path.fileUID.2"];
      };
    };
    responses: {
      /** @description The records. */
      200: {
        content: {
          "application/json": components["schemas"]["PaymentFileRecordsReply"];
        };
      };
      400: components["responses"]["InvalidPaymentFile.3"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFoundOrPaymentFileNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  approvePaymentFile: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description csv; ach: NACHA; fedwire and rtp: CSV of wires, and of instant payments. */
        fileType: components["parameters"]["path.fileType"];
        /** @description The identifier of the file. */
        fileUID: components["parameters"]["path.fileUID.2"];
      };
    };
    responses: {
      /** @description The file was approved. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentFileReply"];
        };
      };
      /** @description `invalidPaymentFile`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `foreignCustomer`, `paymentFileOwn`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["CustomerNotFoundOrPaymentFileNotFound"];
      /** @description `paymentFileNotPending`, `paymentFileAltered`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedAction"];
    };
  };
  rejectPaymentFile: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description csv; ach: NACHA; fedwire and rtp: CSV of wires, and of instant payments. */
        fileType: components["parameters"]["path.fileType"];
        /** @description The identifier of the file. */
        fileUID: components["parameters"]["path.fileUID.2"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PaymentFileRejection"];
      };
    };
    responses: {
      /** @description The file was rejected. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentFileReply"];
        };
      };
      400: components["responses"]["InvalidPaymentFile"];
      403: components["responses"]["ForeignCustomer.2"];
      404: components["responses"]["CustomerNotFoundOrPaymentFileNotFound"];
      /** @description `paymentFileNotPending`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  listReceipts: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description Digits. */
        customerUID?: components["parameters"]["query.customerUID"];
        /** @description Digits. */
        accountUID?: components["parameters"]["query.accountUID"];
        /** @description The status. */
        status?: components["schemas"]["ReceiptStatus"];
        /** @description Credit adds money to the account; Debit takes it out. */
        direction?: components["parameters"]["query.direction"];
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The earliest settlementDate. */
        fromDate?: string;
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The latest settlementDate. */
        toDate?: string;
        /** @description The lowest amount, inclusive. */
        minAmount?: components["parameters"]["query.minAmount"];
        /** @description The highest amount, inclusive. */
        maxAmount?: components["parameters"]["query.maxAmount"];
        /** @description The rail over which it came in. */
        rail?: components["schemas"]["Rail"];
        /** @description The trace number of the entry. */
        traceNumber?: string;
        /** @description The UETR of the message. */
        uetr?: string;
        /** @description The incoming file. */
        fileUID?: string;
      };
    };
    responses: {
      /** @description A page of receipts. Account numbers are masked for a token without Customers.View_Account_Number. */
      200: {
        content: {
          "application/json": components["schemas"]["ReceiptPage"];
        };
      };
      400: components["responses"]["InvalidReceipts"];
      default: components["responses"]["RefusedRead"];
    };
  };
  getReceipt: {
    parameters: {
      path: {
        /** @description The receipt. */
        receiptUID: components["parameters"]["path.receiptUID"];
      };
    };
    responses: {
      /** @description The receipt. */
      200: {
        content: {
          "application/json": components["schemas"]["ReceiptWithStepsReply"];
        };
      };
      400: components["responses"]["InvalidReceipts"];
      404: components["responses"]["ReceiptNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  acceptReceipt: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The receipt. */
        receiptUID: components["parameters"]["path.receiptUID"];
      };
    };
    responses: {
      /** @description The receipt is posted, or will be when it settles. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReceiptReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidReceipts`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["ReceiptNotFound"];
      /** @description `receiptStateConflict`, `receiptAccountRefused`, `receiptNotCovered`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedAction"];
    };
  };
  assignReceipt: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The receipt. */
        receiptUID: components["parameters"]["path.receiptUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ReceiptAssignment"];
      };
    };
    responses: {
      /** @description The receipt is posted, or will be when it settles. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReceiptReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidReceipts.3"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["ReceiptNotFound"];
      /** @description `receiptStateConflict`, `receiptAccountRefused`, `receiptNotCovered`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  returnReceipt: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The receipt. */
        receiptUID: components["parameters"]["path.receiptUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ReceiptReturn"];
      };
    };
    responses: {
      /** @description The return is queued. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReceiptReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidReceipts.3"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["ReceiptNotFound"];
      /** @description `receiptStateConflict`, `receiptNotReturnable`, `receiptNotCovered`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  listReturnRequests: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description All if absent. */
        status?: components["schemas"]["ReturnRequestStatus"];
        /** @description All networks if absent. */
        rail?: components["parameters"]["query.rail.2"];
        /** @description Only those about this receipt. */
        receiptUID?: components["parameters"]["query.receiptUID"];
      };
    };
    responses: {
      /** @description A page of requests. */
      200: {
        content: {
          "application/json": components["schemas"]["ReturnRequestPage"];
        };
      };
      400: components["responses"]["InvalidReceipts"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  acceptReturnRequest: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The request. */
        returnRequestUID: components["parameters"]["path.returnRequestUID"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["AcceptReturnRequest"];
      };
    };
    responses: {
      /** @description The credit goes back. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReturnRequestReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidReceipts.3"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["ReturnRequestNotFound"];
      /** @description `returnRequestConflict`, `receiptStateConflict`, `receiptNotReturnable`, `receiptNotCovered`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  refuseReturnRequest: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The request. */
        returnRequestUID: components["parameters"]["path.returnRequestUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RefuseReturnRequest"];
      };
    };
    responses: {
      /** @description The other bank is told so. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReturnRequestReply"];
        };
      };
      400: components["responses"]["InvalidReceipts.3"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["ReturnRequestNotFound"];
      /** @description `returnRequestConflict`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  updatePositivePayRule: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PositivePayRuleUpdate"];
      };
    };
    responses: {
      /** @description The rule. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PositivePayRuleReply"];
        };
      };
      400: components["responses"]["InvalidPositivePay"];
      404: components["responses"]["PositivePayRuleNotFound"];
      default: components["responses"]["RefusedChange"];
    };
  };
  createPositivePayRule: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PositivePayRuleRequest"];
      };
    };
    responses: {
      /** @description The rule. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PositivePayRuleReply"];
        };
      };
      /** @description `invalidPositivePay`, `positivePayAccountUnknown`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `positivePayRulesTooMany`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  deletePositivePayRule: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        ruleUID: components["parameters"]["path.ruleUID"];
      };
    };
    responses: {
      /** @description The rule as it was changed. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PositivePayRuleReply"];
        };
      };
      400: components["responses"]["InvalidPositivePay.2"];
      404: components["responses"]["PositivePayRuleNotFound"];
      default: components["responses"]["RefusedAction"];
    };
  };
  activatePositivePayRule: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        ruleUID: components["parameters"]["path.ruleUID"];
      };
    };
    responses: {
      /** @description The rule as it was changed. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PositivePayRuleReply"];
        };
      };
      400: components["responses"]["InvalidPositivePay.2"];
      404: components["responses"]["PositivePayRuleNotFound"];
      default: components["responses"]["RefusedAction"];
    };
  };
  suspendPositivePayRule: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        ruleUID: components["parameters"]["path.ruleUID"];
      };
    };
    responses: {
      /** @description The rule as it was changed. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PositivePayRuleReply"];
        };
      };
      400: components["responses"]["InvalidPositivePay.2"];
      404: components["responses"]["PositivePayRuleNotFound"];
      default: components["responses"]["RefusedAction"];
    };
  };
  searchPositivePayRules: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PositivePayRuleSearch"];
      };
    };
    responses: {
      /** @description A page of rules. Account numbers are masked for a token without Customers.View_Account_Number. */
      200: {
        content: {
          "application/json": components["schemas"]["PositivePayRulePage"];
        };
      };
      400: components["responses"]["InvalidPositivePay.3"];
      default: components["responses"]["RefusedQuestion"];
    };
  };
  searchPositivePayExceptions: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PositivePayExceptionSearch"];
      };
    };
    responses: {
      /** @description A page of exceptions. Account numbers are masked for a token without Customers.View_Account_Number. */
      200: {
        content: {
          "application/json": components["schemas"]["PositivePayExceptionPage"];
        };
      };
      400: components["responses"]["InvalidPositivePay.3"];
      default: components["responses"]["RefusedQuestion"];
    };
  };
  approvePositivePayException: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The exception. */
        exceptionUID: components["parameters"]["path.exceptionUID"];
      };
    };
    responses: {
      /** @description The exception is decided. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PositivePayExceptionReply"];
        };
      };
      400: components["responses"]["InvalidPositivePay.2"];
      404: components["responses"]["PositivePayExceptionNotFound"];
      /** @description `positivePayExceptionDecided`, `receiptAccountRefused`, `receiptNotCovered`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedAction"];
    };
  };
  rejectPositivePayException: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The exception. */
        exceptionUID: components["parameters"]["path.exceptionUID"];
      };
    };
    responses: {
      /** @description The exception is decided. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PositivePayExceptionReply"];
        };
      };
      400: components["responses"]["InvalidPositivePay.2"];
      404: components["responses"]["PositivePayExceptionNotFound"];
      /** @description `positivePayExceptionDecided`, `receiptNotReturnable`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedAction"];
    };
  };
  approvePositivePayExceptions: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PositivePayApproval"];
      };
    };
    responses: {
      /** @description What became of each exception. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PositivePayApprovalResultReply"];
        };
      };
      400: components["responses"]["InvalidPositivePay"];
      default: components["responses"]["RefusedChange"];
    };
  };
  cancelPayment: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The payment, by the identifier that the service gave it: a UUID. */
        paymentUID: components["parameters"]["path.paymentUID"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["PaymentNotes"];
      };
    };
    responses: {
      /** @description The payment was cancelled. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentStatusResultReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidPaymentAction"];
      402: components["responses"]["FxApprovalLimitExceeded"];
      404: components["responses"]["PaymentNotFound"];
      /** @description `paymentStateConflict`, `restOfContractDrawn`, `exchangeNotClosedOut`, `amountNotMeasured`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  confirmPayment: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The payment, by the identifier that the service gave it: a UUID. */
        paymentUID: components["parameters"]["path.paymentUID"];
      };
    };
    responses: {
      /** @description The payment is made to the current details of its contact. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentStatusResultReply"];
        };
      };
      400: components["responses"]["InvalidPaymentAction.2"];
      /** @description `ownContactChange`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["PaymentNotFound"];
      409: components["responses"]["PaymentStateConflict"];
      default: components["responses"]["RefusedAction"];
    };
  };
  approvePayment: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The payment, by the identifier that the service gave it: a UUID. */
        paymentUID: components["parameters"]["path.paymentUID"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["PaymentApproval"];
      };
    };
    responses: {
      /** @description The approval was recorded. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentStatusResultReply"];
        };
      };
      /** @description `invalidPaymentAction`, `approverUnknown`, `callBackNotRecorded`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `approverLimitExceeded`. */
      402: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `ownBankDetails`, `ownPaymentApproval`, `institutionApprovalNeeded`, `namingNotTrusted`, `approverNotAllowed`, `approverChanged`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["PaymentNotFound"];
      /** @description `paymentStateConflict`, `amountNotMeasured`, `calledNumberNotCounted`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  rejectPayment: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The payment, by the identifier that the service gave it: a UUID. */
        paymentUID: components["parameters"]["path.paymentUID"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["PaymentDecision"];
      };
    };
    responses: {
      /** @description The payment was rejected. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentStatusResultReply"];
        };
      };
      /** @description `invalidPaymentAction`, `approverUnknown`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `ownBankDetails`, `ownPaymentApproval`, `institutionApprovalNeeded`, `namingNotTrusted`, `approverNotAllowed`, `approverChanged`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["PaymentNotFound"];
      409: components["responses"]["PaymentStateConflict"];
      default: components["responses"]["RefusedChange"];
    };
  };
  returnPayment: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The payment, by the identifier that the service gave it: a UUID. */
        paymentUID: components["parameters"]["path.paymentUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PaymentReturn"];
      };
    };
    responses: {
      /** @description The return was booked. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentStatusResultReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidPaymentAction"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["PaymentNotFound"];
      /** @description `paymentStateConflict`, `returnBreaksRule`, `fxNotQuoted`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  reversePayment: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The payment, by the identifier that the service gave it: a UUID. */
        paymentUID: components["parameters"]["path.paymentUID"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["PaymentReversal"];
      };
    };
    responses: {
      /** @description The payment was reversed. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentStatusResultReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidPaymentAction"];
      /** @description `reversalNotCovered`. */
      402: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["PaymentNotFound"];
      409: components["responses"]["PaymentStateConflictOrReturnNotRequested"];
      default: components["responses"]["RefusedChange"];
    };
  };
  requestReturn: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The payment, by the identifier that the service gave it: a UUID. */
        paymentUID: components["parameters"]["path.paymentUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RequestReturn"];
      };
    };
    responses: {
      /** @description The request goes to the other bank. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentReturnRequestedReply"];
        };
      };
      400: components["responses"]["InvalidPaymentAction"];
      404: components["responses"]["PaymentNotFound"];
      409: components["responses"]["PaymentStateConflictOrReturnNotRequested"];
      default: components["responses"]["RefusedChange"];
    };
  };
  reinitiatePayment: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The payment, by the identifier that the service gave it: a UUID. */
        paymentUID: components["parameters"]["path.paymentUID"];
      };
    };
    responses: {
      /** @description A new payment sends it again. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentStatusResultReply"];
        };
      };
      400: components["responses"]["InvalidPaymentAction.2"];
      404: components["responses"]["PaymentNotFound"];
      /** @description `reinitiationBreaksRule`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedAction"];
    };
  };
  releaseFunds: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The payment, by the identifier that the service gave it: a UUID. */
        paymentUID: components["parameters"]["path.paymentUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["FundsReleaseRequest"];
      };
    };
    responses: {
      /** @description The proceeds are available. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FundsReleaseReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidPaymentAction"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["PaymentNotFound"];
      409: components["responses"]["PaymentStateConflict"];
      default: components["responses"]["RefusedChange"];
    };
  };
  releaseHeldPayment: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The payment, by the identifier that the service gave it: a UUID. */
        paymentUID: components["parameters"]["path.paymentUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PaymentReleaseRequest"];
      };
    };
    responses: {
      /** @description The payment goes on at the next possible time. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentStatusResultReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidPaymentAction"];
      403: components["responses"]["NotTheInstitutionOrOwnPaymentRelease"];
      404: components["responses"]["PaymentNotFound"];
      409: components["responses"]["PaymentStateConflict"];
      default: components["responses"]["RefusedChange"];
    };
  };
  listCallBackNumbers: {
    parameters: {
      path: {
        /** @description The payment, by the identifier that the service gave it: a UUID. */
        paymentUID: components["parameters"]["path.paymentUID"];
      };
    };
    responses: {
      /** @description The numbers. */
      200: {
        content: {
          "application/json": components["schemas"]["CallBackNumbersReply"];
        };
      };
      /** @description `invalidPaymentAction`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution"];
      404: components["responses"]["PaymentNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  confirmCallBackNumber: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The payment, by the identifier that the service gave it: a UUID. */
        paymentUID: components["parameters"]["path.paymentUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CallBackNumberConfirmation"];
      };
    };
    responses: {
      /** @description The number is confirmed. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ConfirmedCallBackNumberReply"];
        };
      };
      400: components["responses"]["InvalidPaymentAction"];
      403: components["responses"]["NotTheInstitution.2"];
      /** @description `paymentNotFound`, `callBackNumberUnknown`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  changeRecurrence: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description The payment, by the identifier that the service gave it: a UUID. */
        paymentUID: components["parameters"]["path.paymentUID"];
        /** @description The number of the series, digits. */
        recurrenceId: components["parameters"]["path.recurrenceId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RecurrenceUpdate"];
      };
    };
    responses: {
      /** @description The series after the change. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RecurrenceResultReply"];
        };
      };
      /** @description `invalidPayment`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `paymentNotFound`, `recurrenceNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `recurrenceEnded`, `recurrenceAltered`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      412: components["responses"]["RecurrenceChanged"];
      default: components["responses"]["RefusedChange"];
    };
  };
  cancelRecurrence: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description The number of the series, digits. */
        recurrenceId: components["parameters"]["path.recurrenceId"];
      };
    };
    responses: {
      /** @description The series after the change, with the payments cancelled with it. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RecurrenceResultReply"];
        };
      };
      /** @description `invalidPayment`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      404: components["responses"]["RecurrenceNotFound"];
      /** @description `recurrenceEnded`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      412: components["responses"]["RecurrenceChanged"];
      default: components["responses"]["RefusedAction"];
    };
  };
  getRecurrence: {
    parameters: {
      path: {
        /** @description The number of the series, digits. */
        recurrenceId: components["parameters"]["path.recurrenceId"];
      };
    };
    responses: {
      /** @description The series. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RecurrenceReply"];
        };
      };
      304: components["responses"]["NotModified"];
      400: components["responses"]["InvalidPaymentUid"];
      404: components["responses"]["RecurrenceNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  previewRecurrence: {
    parameters: {
      query?: {
        /** @description The number of payments, 1 to 100; default 10. */
        count?: number;
      };
      path: {
        /** @description The number of the series, digits. */
        recurrenceId: components["parameters"]["path.recurrenceId"];
      };
    };
    responses: {
      /** @description The payments in order; none if the series has ended. */
      200: {
        content: {
          "application/json": components["schemas"]["UpcomingPaymentsReply"];
        };
      };
      400: components["responses"]["InvalidPaymentUid"];
      404: components["responses"]["RecurrenceNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  getInstitution: {
    responses: {
      /** @description The institution. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InstitutionReply"];
        };
      };
      304: components["responses"]["NotModified"];
      400: components["responses"]["InvalidInstitution"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  updateInstitution: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["InstitutionUpdate"];
      };
    };
    responses: {
      /** @description The updated institution. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InstitutionReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidInstitution.2"];
      403: components["responses"]["NotTheInstitution.2"];
      /** @description `institutionChanged`. */
      412: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  adjustAccount: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        accountUID: components["parameters"]["path.accountUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AdjustmentRequest"];
      };
    };
    responses: {
      /** @description The adjustment was posted. */
      201: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdjustmentReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidAdjustment`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `adjustmentNotCovered`, `adjustmentOverCap`. */
      402: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitutionOrAdjustmentWithoutCap"];
      404: components["responses"]["AccountNotFound"];
      /** @description `accountStatusConflict`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  getInstitutionClock: {
    responses: {
      /** @description The clock. */
      200: {
        content: {
          "application/json": components["schemas"]["ClockReply"];
        };
      };
      400: components["responses"]["InvalidInstitution"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  setInstitutionClock: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ClockUpdate"];
      };
    };
    responses: {
      /** @description The clock, moving to its target. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ClockReply"];
        };
      };
      400: components["responses"]["InvalidInstitution.2"];
      403: components["responses"]["NotTheInstitution.2"];
      /** @description `clockOfNoSandbox`, `clockOnlyForward`, `clockMoving`, `clockTooFarAhead`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  listApiClients: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description Digits. */
        customerUID?: components["parameters"]["query.customerUID"];
        /** @description The status. */
        status?: components["schemas"]["ApiClientStatus"];
      };
    };
    responses: {
      /** @description A page of API clients. */
      200: {
        content: {
          "application/json": components["schemas"]["ApiClientRecordPage"];
        };
      };
      400: components["responses"]["InvalidApiClient"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  createApiClient: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ApiClientRequest"];
      };
    };
    responses: {
      /** @description The API client was created. */
      201: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApiClientRecordReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidApiClient`, `apiClientEntityUnknown`, `apiClientRoleUnknown`, `identityProviderKeyInvalid`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitutionOrApiClientBeyondCaller"];
      default: components["responses"]["RefusedChange"];
    };
  };
  getApiClient: {
    parameters: {
      path: {
        /** @description The API key: giro_ followed by 22 letters and digits. */
        apiKey: components["parameters"]["path.apiKey"];
      };
    };
    responses: {
      /** @description The API client. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApiClientRecordReply"];
        };
      };
      304: components["responses"]["NotModified"];
      400: components["responses"]["InvalidApiClient"];
      403: components["responses"]["NotTheInstitution"];
      404: components["responses"]["ApiClientNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  updateApiClient: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description The API key: giro_ followed by 22 letters and digits. */
        apiKey: components["parameters"]["path.apiKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ApiClientUpdate"];
      };
    };
    responses: {
      /** @description The API client was updated. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApiClientRecordReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidApiClient`, `apiClientRoleUnknown`, `identityProviderKeyInvalid`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitutionOrApiClientBeyondCaller"];
      404: components["responses"]["ApiClientNotFound"];
      /** @description `apiClientRevoked`, `apiClientAltered`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `apiClientChanged`. */
      412: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  rotateApiClientSecret: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The API key: giro_ followed by 22 letters and digits. */
        apiKey: components["parameters"]["path.apiKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ApiClientSecretRotation"];
      };
    };
    responses: {
      /** @description The client has a new secret. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApiClientRecordReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidApiClient`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitutionOrApiClientBeyondCaller"];
      404: components["responses"]["ApiClientNotFound"];
      /** @description `apiClientRevoked`, `apiClientAltered`, `apiClientWithoutSecret`, `apiClientTooManySecrets`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  revokeApiClient: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The API key: giro_ followed by 22 letters and digits. */
        apiKey: components["parameters"]["path.apiKey"];
      };
    };
    responses: {
      /** @description The API client is revoked. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApiClientRecordReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidApiClient.3"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["ApiClientNotFound"];
      /** @description `apiClientRevoked`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedAction"];
    };
  };
  revokeIdentityProvider: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The API key: giro_ followed by 22 letters and digits. */
        apiKey: components["parameters"]["path.apiKey"];
      };
    };
    responses: {
      /** @description The identity provider is revoked. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApiClientRecordReply"];
        };
      };
      400: components["responses"]["InvalidApiClient.3"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["ApiClientNotFound"];
      default: components["responses"]["RefusedAction"];
    };
  };
  listSigningKeys: {
    responses: {
      /** @description The keys, without their private parts. */
      200: {
        content: {
          "application/json": components["schemas"]["SigningKeysReply"];
        };
      };
      400: components["responses"]["InvalidInstitution"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  rotateSigningKey: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    responses: {
      /** @description The key that will sign. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SigningKeyReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidInstitution`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution.2"];
      default: components["responses"]["RefusedAction"];
    };
  };
  activateCustomer: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description The customer is Active, or Pending until its waiting change is decided. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CustomerResultReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidCustomer`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["CustomerNotFound"];
      409: components["responses"]["CustomerStateNotAllowed"];
      default: components["responses"]["RefusedAction"];
    };
  };
  suspendCustomer: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SuspensionRequest"];
      };
    };
    responses: {
      /** @description The customer is Suspended. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CustomerResultReply"];
        };
      };
      /** @description `invalidCustomer`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["CustomerNotFound"];
      409: components["responses"]["CustomerStateNotAllowed"];
      default: components["responses"]["RefusedChange"];
    };
  };
  listFees: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description The name. */
        name?: string;
        /** @description What the fee is for. */
        application?: string;
        /** @description The product that the fee is for. */
        product?: string;
      };
    };
    responses: {
      /** @description A page of fees. */
      200: {
        content: {
          "application/json": components["schemas"]["FeePage"];
        };
      };
      400: components["responses"]["InvalidFee.2"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  createFee: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["FeeRequest"];
      };
    };
    responses: {
      /** @description The fee was created. */
      201: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FeeReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidFee"];
      403: components["responses"]["NotTheInstitution.2"];
      /** @description `feeConflict`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  getFee: {
    parameters: {
      path: {
        /** @description The fee, by the number that the service gave it. */
        feeId: components["parameters"]["path.feeId"];
      };
    };
    responses: {
      /** @description The fee. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FeeReply"];
        };
      };
      304: components["responses"]["NotModified"];
      400: components["responses"]["InvalidFee.2"];
      403: components["responses"]["NotTheInstitution"];
      404: components["responses"]["FeeNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  updateFee: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description The fee, by the number that the service gave it. */
        feeId: components["parameters"]["path.feeId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["FeeRequest"];
      };
    };
    responses: {
      /** @description The fee was replaced. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FeeReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidFee"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["FeeNotFound"];
      /** @description `feeConflict`, `feeTierInUse`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `feeChanged`. */
      412: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  deleteFee: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The fee, by the number that the service gave it. */
        feeId: components["parameters"]["path.feeId"];
      };
    };
    responses: {
      202: components["responses"]["PendingApprovalReply"];
      /** @description The fee was deleted. */
      204: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
      };
      /** @description `invalidFee`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["FeeNotFound"];
      /** @description `feeTierInUse`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedAction"];
    };
  };
  listCustomerFeeTiers: {
    parameters: {
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description The fee tiers. */
      200: {
        content: {
          "application/json": components["schemas"]["CustomerFeesReply"];
        };
      };
      400: components["responses"]["InvalidCustomer"];
      403: components["responses"]["NotTheInstitution"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  addCustomerFeeTier: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CustomerFeeRequest"];
      };
    };
    responses: {
      /** @description The customer is on the tier. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CustomerFeeResultWithIdReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidCustomer`, `feeNotConfigured`, `feeAccountUnknown`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["CustomerNotFound"];
      409: components["responses"]["CustomerFeeConflict"];
      default: components["responses"]["RefusedChange"];
    };
  };
  updateCustomerFeeTier: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The fee, by the number that the service gave it. */
        feeId: components["parameters"]["path.feeId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CustomerFeeUpdate"];
      };
    };
    responses: {
      /** @description The fee tier was changed. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CustomerFeeResultWithIdReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidCustomer`, `customerFeeOfAnotherCustomer`, `feeNotConfigured`, `feeAccountUnknown`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution.2"];
      /** @description `customerNotFound`, `customerFeeNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      409: components["responses"]["CustomerFeeConflict"];
      default: components["responses"]["RefusedChange"];
    };
  };
  getFxRates: {
    responses: {
      /** @description All rates, ordered by pair. */
      200: {
        content: {
          "application/json": components["schemas"]["FxRatesReply"];
        };
      };
      400: components["responses"]["InvalidFxRates"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  setFxRates: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    /** @description At most 256 KiB. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["FxRatesRequest"];
      };
    };
    responses: {
      /** @description All rates after the change, and the rates that wait. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FxRatesResultReply"];
        };
      };
      400: components["responses"]["InvalidFxRates.2"];
      403: components["responses"]["NotTheInstitution.2"];
      default: components["responses"]["RefusedChange"];
    };
  };
  getFxMargins: {
    responses: {
      /** @description All margins. */
      200: {
        content: {
          "application/json": components["schemas"]["FxMarginsReply"];
        };
      };
      400: components["responses"]["InvalidFxRates"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  setFxMargins: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["FxMarginsRequest"];
      };
    };
    responses: {
      /** @description All margins after the change. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FxMarginsReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidFxRates.2"];
      403: components["responses"]["NotTheInstitution.2"];
      default: components["responses"]["RefusedChange"];
    };
  };
  quoteFxTrade: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["FxQuoteRequest"];
      };
    };
    responses: {
      /** @description The quote. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FxQuoteReply"];
        };
      };
      /** @description `invalidFxTrade`, `fxBelowSmallestTicket`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["ForeignCustomer.2"];
      404: components["responses"]["CustomerNotFound"];
      /** @description `customerStateNotAllowed`, `fxNotQuoted`, `fxLineExceeded`, `fxTooManyQuotes`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  acceptFxQuote: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["FxQuoteAcceptance"];
      };
    };
    responses: {
      /** @description The contract. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FxContractReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidFxTrade`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      402: components["responses"]["FxApprovalLimitExceeded"];
      404: components["responses"]["FxQuoteNotFound"];
      /** @description `customerStateNotAllowed`, `fxQuoteEnded`, `fxQuoteMoved`, `fxNotQuoted`, `fxLineExceeded`, `fxNotFunded`, `amountNotMeasured`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  rejectFxQuote: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The quote, by the identifier that the service gave it: a UUID. */
        quoteUUID: string;
      };
    };
    responses: {
      /** @description The rejected quote, which can no longer be accepted. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FxQuoteReply"];
        };
      };
      400: components["responses"]["InvalidFxTrade.2"];
      404: components["responses"]["FxQuoteNotFound"];
      /** @description `fxQuoteEnded`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedAction"];
    };
  };
  getFxContract: {
    parameters: {
      path: {
        /** @description Digits. */
        forexContractNo: components["parameters"]["path.forexContractNo"];
      };
    };
    responses: {
      /** @description The contract. */
      200: {
        content: {
          "application/json": components["schemas"]["FxContractReply"];
        };
      };
      400: components["responses"]["InvalidFxTrade.3"];
      404: components["responses"]["FxContractNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  cancelFxContract: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        forexContractNo: components["parameters"]["path.forexContractNo"];
      };
    };
    responses: {
      /** @description The cancelled contract. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FxContractReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      400: components["responses"]["InvalidFxTrade.2"];
      402: components["responses"]["FxApprovalLimitExceeded"];
      404: components["responses"]["FxContractNotFound"];
      /** @description `fxContractEnded`, `fxNotClosedOut`, `amountNotMeasured`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedAction"];
    };
  };
  coverFxContract: {
    parameters: {
      path: {
        /** @description Digits. */
        forexContractNo: components["parameters"]["path.forexContractNo"];
      };
    };
    responses: {
      /** @description The cover trade. */
      200: {
        content: {
          "application/json": components["schemas"]["FxCoverReply"];
        };
      };
      /** @description `invalidFxCover`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `fxCoverContractNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `fxNotCovered`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedRead"];
    };
  };
  getFxLine: {
    parameters: {
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description The line, and what is used of it. */
      200: {
        content: {
          "application/json": components["schemas"]["FxLineReply"];
        };
      };
      /** @description `invalidFxLine`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  setFxLine: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["FxLineRequest"];
      };
    };
    responses: {
      /** @description The line, and what is used of it. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FxLineReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidFxLine`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedChange"];
    };
  };
  listFxCloseOuts: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description Digits. */
        customerUID?: components["parameters"]["query.customerUID"];
      };
    };
    responses: {
      /** @description A page of close-outs. */
      200: {
        content: {
          "application/json": components["schemas"]["FxCloseOutPage"];
        };
      };
      400: components["responses"]["InvalidFxTrade.3"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  listFxDeskTrades: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
      };
    };
    responses: {
      /** @description A page of trades, the latest first. */
      200: {
        content: {
          "application/json": components["schemas"]["DeskTradePage"];
        };
      };
      /** @description `invalidFxDeskTrade`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  makeFxDeskTrade: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DeskTradeRequest"];
      };
    };
    responses: {
      /** @description The trade was booked. */
      201: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeskTradeReply"];
        };
      };
      202: components["responses"]["PendingApprovalReply"];
      /** @description `invalidFxDeskTrade`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution.2"];
      default: components["responses"]["RefusedChange"];
    };
  };
  listFxPositions: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The earliest valueDate. */
        fromDate?: string;
      };
    };
    responses: {
      /** @description A page of positions. */
      200: {
        content: {
          "application/json": components["schemas"]["FxPositionPage"];
        };
      };
      400: components["responses"]["InvalidFxTrade.3"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  listFxRevaluations: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. Only this business day. */
        businessDate?: string;
      };
    };
    responses: {
      /** @description A page of revaluations. */
      200: {
        content: {
          "application/json": components["schemas"]["FxRevaluationPage"];
        };
      };
      400: components["responses"]["InvalidFxTrade.3"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  listLedgerAccounts: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description An ISO 4217 code. */
        currency?: components["parameters"]["query.currency"];
      };
    };
    responses: {
      /** @description A page of accounts. */
      200: {
        content: {
          "application/json": components["schemas"]["LedgerAccountPage"];
        };
      };
      400: components["responses"]["InvalidBooksQuery"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  listLedgerDays: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
      };
    };
    responses: {
      /** @description A page of business days. */
      200: {
        content: {
          "application/json": components["schemas"]["BusinessDayPage"];
        };
      };
      400: components["responses"]["InvalidBooksQuery"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  closeLedgerDays: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CloseDaysRequest"];
      };
    };
    responses: {
      /** @description The business days. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ClosedDaysReply"];
        };
      };
      /** @description `invalidBooksQuery`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution.2"];
      /** @description `businessDayUnknown`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      /** @description `businessDayNotOver`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  getTrialBalance: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The business day; by default the open one. */
        businessDate?: components["parameters"]["query.businessDate.2"];
        /** @description An ISO 4217 code. */
        currency?: components["parameters"]["query.currency"];
        /** @description Leaves out entries after this moment. */
        asOf?: string;
      };
    };
    responses: {
      /** @description A page of the trial balance. */
      200: {
        content: {
          "application/json": components["schemas"]["TrialBalancePage"];
        };
      };
      400: components["responses"]["InvalidBooksQuery"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  listJournal: {
    parameters: {
      query?: {
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. The business day; by default the open one. */
        businessDate?: components["parameters"]["query.businessDate.2"];
        /** @description An ISO 4217 code. */
        currency?: components["parameters"]["query.currency"];
        /** @description The transferUID of the last entry of the page before. */
        after?: string;
        /** @description Entries per page, 1 to 1000. */
        limit?: number;
      };
    };
    responses: {
      /** @description The entries. */
      200: {
        content: {
          "application/json": components["schemas"]["JournalReply"];
        };
      };
      400: components["responses"]["InvalidBooksQuery"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  listLedgerExports: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Files per page, 1 to 10. */
        limit?: number;
        /** @description yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy. Only the file of this business day. */
        businessDate?: string;
      };
    };
    responses: {
      /** @description A page of files. */
      200: {
        content: {
          "application/json": components["schemas"]["LedgerExportPage"];
        };
      };
      400: components["responses"]["InvalidBooksQuery"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  listApplications: {
    responses: {
      /** @description The applications in alphabetical order. */
      200: {
        content: {
          "application/json": components["schemas"]["Applications"];
        };
      };
      400: components["responses"]["InvalidRoleMessage"];
      default: components["responses"]["RefusedReadMessage"];
    };
  };
  createRole: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerId: components["parameters"]["path.customerId"];
      };
    };
    /** @description At most 128 KiB. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["RoleRequest"];
      };
    };
    responses: {
      /** @description The role was created. */
      201: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RoleResult"];
        };
      };
      202: components["responses"]["PendingApproval"];
      /** @description `invalidRole`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
      /** @description `foreignCustomer`, `roleBeyondCaller`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
      404: components["responses"]["CustomerNotFoundMessage"];
      409: components["responses"]["RoleConflictMessage"];
      default: components["responses"]["RefusedChangeMessage"];
    };
  };
  searchRoles: {
    parameters: {
      query?: {
        /** @description Page number, from 1; default 1. */
        page?: components["parameters"]["query.page.6"];
        /** @description Records per page, 1 to 1000; default 10. */
        size?: components["parameters"]["query.size.2"];
        /** @description 1 to 64 letters, digits and spaces. */
        roleName?: string;
      };
      path: {
        /** @description Digits. */
        customerId: components["parameters"]["path.customerId"];
      };
    };
    responses: {
      /** @description A page of roles. */
      200: {
        content: {
          "application/json": components["schemas"]["RolePage"];
        };
      };
      400: components["responses"]["InvalidRoleMessage"];
      403: components["responses"]["ForeignCustomerMessage"];
      404: components["responses"]["CustomerNotFoundMessage"];
      default: components["responses"]["RefusedReadMessage"];
    };
  };
  getRole: {
    parameters: {
      path: {
        /** @description Digits. */
        customerId: components["parameters"]["path.customerId"];
        /** @description A UUID. */
        roleId: components["parameters"]["path.roleId"];
      };
    };
    responses: {
      /** @description The role. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Role"];
        };
      };
      304: components["responses"]["NotModified"];
      /** @description `invalidRole`, `roleOfAnotherCustomer`. */
      400: {
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
      403: components["responses"]["ForeignCustomerMessage"];
      404: components["responses"]["CustomerNotFoundOrRoleNotFoundMessage"];
      default: components["responses"]["RefusedReadMessage"];
    };
  };
  updateRole: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description Digits. */
        customerId: components["parameters"]["path.customerId"];
        /** @description A UUID. */
        roleId: components["parameters"]["path.roleId"];
      };
    };
    /** @description At most 128 KiB. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["RoleUpdate"];
      };
    };
    responses: {
      /** @description The role was updated. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RoleResult"];
        };
      };
      202: components["responses"]["PendingApproval"];
      /** @description `invalidRole`, `roleOfAnotherCustomer`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
      /** @description `foreignCustomer`, `roleHeldByProgram`, `roleBeyondCaller`, `entitlementMissing`, `actorStopped`. */
      403: {
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
      404: components["responses"]["CustomerNotFoundOrRoleNotFoundMessage"];
      409: components["responses"]["RoleConflictMessage"];
      /** @description `roleChanged`. */
      412: {
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
      default: components["responses"]["RefusedChangeMessage"];
    };
  };
  createUser: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerId: components["parameters"]["path.customerId"];
      };
    };
    /** @description At most 128 KiB. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["UserRequest"];
      };
    };
    responses: {
      /** @description The user was created. */
      201: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserResult"];
        };
      };
      /** @description `invalidUser`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
      403: components["responses"]["ForeignCustomerMessage.2"];
      404: components["responses"]["CustomerNotFoundMessage"];
      /** @description `userConflict`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
      default: components["responses"]["RefusedChangeMessage"];
    };
  };
  searchUsers: {
    parameters: {
      query?: {
        /** @description Page number, from 1; default 1. */
        page?: components["parameters"]["query.page.6"];
        /** @description Records per page, 1 to 1000; default 10. */
        size?: components["parameters"]["query.size.2"];
      };
      path: {
        /** @description Digits. */
        customerId: components["parameters"]["path.customerId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["UserSearch"];
      };
    };
    responses: {
      /** @description A page of users. */
      200: {
        content: {
          "application/json": components["schemas"]["UserPage"];
        };
      };
      /** @description `invalidUser`, `malformedBody`. */
      400: {
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
      403: components["responses"]["ForeignCustomerMessage"];
      404: components["responses"]["CustomerNotFoundMessage"];
      /**
       * @description What any request can meet. A status that the operation lists itself has all its reasons there.
       *
       *     | status | reasons |
       *     | --- | --- |
       *     | 400 | `malformedBody` |
       *     | 401 | `unauthorized` |
       *     | 403 | `entitlementMissing` |
       *     | 405 | `methodNotAllowed` |
       *     | 413 | `bodyTooLarge` |
       *     | 415 | `unsupportedMediaType` |
       *     | 429 | `rateLimited` |
       *     | 500 | `internalError` |
       *     | 503 | `unavailable` |
       */
      default: {
        headers: {
          Allow: components["headers"]["Allow"];
          "Retry-After": components["headers"]["RetryAfter"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
    };
  };
  getUser: {
    parameters: {
      path: {
        /** @description Digits. */
        customerId: components["parameters"]["path.customerId"];
        /** @description A UUID. */
        userId: components["parameters"]["path.userId"];
      };
    };
    responses: {
      /** @description The user, with the current entitlements of its roles. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserDetail"];
        };
      };
      304: components["responses"]["NotModified"];
      400: components["responses"]["InvalidUserOrUserOfAnotherCustomerMessage"];
      403: components["responses"]["ForeignCustomerMessage"];
      404: components["responses"]["CustomerNotFoundOrUserNotFoundMessage"];
      default: components["responses"]["RefusedReadMessage"];
    };
  };
  updateUser: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description Digits. */
        customerId: components["parameters"]["path.customerId"];
        /** @description A UUID. */
        userId: components["parameters"]["path.userId"];
      };
    };
    /** @description At most 128 KiB. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["UserUpdate"];
      };
    };
    responses: {
      /** @description The user was updated. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserResult"];
        };
      };
      /** @description `invalidUser`, `userOfAnotherCustomer`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
      403: components["responses"]["ForeignCustomerMessage.2"];
      404: components["responses"]["CustomerNotFoundOrUserNotFoundMessage"];
      /** @description `userChanged`. */
      412: {
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
      default: components["responses"]["RefusedChangeMessage"];
    };
  };
  suspendUser: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerId: components["parameters"]["path.customerId"];
        /** @description A UUID. */
        userId: components["parameters"]["path.userId"];
      };
    };
    responses: {
      /** @description The user is Suspended. */
      204: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
      };
      400: components["responses"]["InvalidUserOrUserOfAnotherCustomerMessage.3"];
      403: components["responses"]["ForeignCustomerOrHeldByInstitutionMessage"];
      404: components["responses"]["CustomerNotFoundOrUserNotFoundMessage"];
      409: components["responses"]["UserStatusConflictMessage"];
      default: components["responses"]["RefusedActionMessage"];
    };
  };
  activateUser: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerId: components["parameters"]["path.customerId"];
        /** @description A UUID. */
        userId: components["parameters"]["path.userId"];
      };
    };
    responses: {
      /** @description The user is Active. */
      204: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
      };
      400: components["responses"]["InvalidUserOrUserOfAnotherCustomerMessage.3"];
      403: components["responses"]["ForeignCustomerOrHeldByInstitutionMessage"];
      404: components["responses"]["CustomerNotFoundOrUserNotFoundMessage"];
      /** @description `userStatusConflict`, `userWaits`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
      default: components["responses"]["RefusedActionMessage"];
    };
  };
  inviteUser: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerId: components["parameters"]["path.customerId"];
        /** @description A UUID. */
        userId: components["parameters"]["path.userId"];
      };
    };
    responses: {
      /** @description The user was invited. */
      201: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserInvitation"];
        };
      };
      202: components["responses"]["PendingApproval"];
      400: components["responses"]["InvalidUserOrUserOfAnotherCustomerMessage.3"];
      403: components["responses"]["ForeignCustomerMessage.2"];
      404: components["responses"]["CustomerNotFoundOrUserNotFoundMessage"];
      /** @description `userStatusConflict`, `userHasCredentials`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
      default: components["responses"]["RefusedActionMessage"];
    };
  };
  getUserCredentials: {
    parameters: {
      path: {
        /** @description Digits. */
        customerId: components["parameters"]["path.customerId"];
        /** @description A UUID. */
        userId: components["parameters"]["path.userId"];
      };
    };
    responses: {
      /** @description The credentials. */
      200: {
        content: {
          "application/json": components["schemas"]["UserCredentials"];
        };
      };
      400: components["responses"]["InvalidUserOrUserOfAnotherCustomerMessage"];
      403: components["responses"]["ForeignCustomerMessage"];
      404: components["responses"]["CustomerNotFoundOrUserNotFoundMessage"];
      default: components["responses"]["RefusedReadMessage"];
    };
  };
  resetUserCredentials: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerId: components["parameters"]["path.customerId"];
        /** @description A UUID. */
        userId: components["parameters"]["path.userId"];
      };
    };
    responses: {
      /** @description The credentials were reset. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserInvitation"];
        };
      };
      202: components["responses"]["PendingApproval"];
      400: components["responses"]["InvalidUserOrUserOfAnotherCustomerMessage.3"];
      403: components["responses"]["ForeignCustomerMessage.2"];
      404: components["responses"]["CustomerNotFoundOrUserNotFoundMessage"];
      409: components["responses"]["UserStatusConflictMessage"];
      default: components["responses"]["RefusedActionMessage"];
    };
  };
  removeUserFactor: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerId: components["parameters"]["path.customerId"];
        /** @description A UUID. */
        userId: components["parameters"]["path.userId"];
        /** @description A UUID. */
        factorId: string;
      };
    };
    responses: {
      202: components["responses"]["PendingApproval"];
      /** @description The factor was removed. */
      204: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
      };
      400: components["responses"]["InvalidUserOrUserOfAnotherCustomerMessage.3"];
      403: components["responses"]["ForeignCustomerMessage.2"];
      /** @description `customerNotFound`, `userNotFound`, `factorNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
      /** @description `lastFactor`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
      default: components["responses"]["RefusedActionMessage"];
    };
  };
  onboardConsumer: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ConsumerRequest"];
      };
    };
    responses: {
      /** @description The consumer is now a customer with an account and a Pending user. */
      201: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ConsumerResult"];
        };
      };
      /** @description `onboardingRefused`, `malformedBody`, `invalidIdempotencyKey`. */
      400: {
        content: {
          "application/json": components["schemas"]["FailureMessage"];
        };
      };
      default: components["responses"]["RefusedChangeMessage"];
    };
  };
  listAuditRecords: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description Digits. */
        customerUID?: components["parameters"]["query.customerUID"];
        /** @description The API key of the client that did it. */
        actor?: string;
        /** @description The user, by the identifier that the service gave it: a UUID. */
        userId?: string;
        /** @description What becomes of the account. */
        action?: string;
        /** @description The kind of record. */
        subjectKind?: string;
        /** @description The record. */
        subjectId?: string;
        /** @description A moment such as 2026-07-01T12:00:00Z or 2026-07-01T08:00:00.123-04:00. */
        from?: string;
        /** @description A moment such as 2026-07-01T12:00:00Z or 2026-07-01T08:00:00.123-04:00. */
        to?: string;
      };
    };
    responses: {
      /** @description A page of audit records. */
      200: {
        content: {
          "application/json": components["schemas"]["AuditRecordPage"];
        };
      };
      400: components["responses"]["InvalidAuditQuery"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  getAuditHead: {
    responses: {
      /** @description The head of the chain. */
      200: {
        content: {
          "application/json": components["schemas"]["AuditHeadReply"];
        };
      };
      400: components["responses"]["InvalidAuditQuery"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description `next` of a page, or the cursor of an event; or latest, for the end of the feed: what comes from now on. */
        after?: string;
        /** @description Events on a page, 1 to 1000. Default 100. */
        limit?: number;
      };
    };
    responses: {
      /** @description A page of events, and the cursor of the next page. */
      200: {
        content: {
          "application/json": components["schemas"]["EventFeedReply"];
        };
      };
      /** @description `invalidEventsQuery`. */
      400: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      403: components["responses"]["NotTheInstitution"];
      /** @description `cursorNotInFeed`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedRead"];
    };
  };
  listWebhooks: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
      };
    };
    responses: {
      /** @description A page of webhooks. */
      200: {
        content: {
          "application/json": components["schemas"]["WebhookPage"];
        };
      };
      400: components["responses"]["InvalidWebhook"];
      403: components["responses"]["NotTheInstitution"];
      default: components["responses"]["RefusedRead"];
    };
  };
  createWebhook: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookRequest"];
      };
    };
    responses: {
      /** @description The webhook was created. */
      201: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookReply"];
        };
      };
      400: components["responses"]["InvalidWebhookOrWebhookUrlRefused"];
      403: components["responses"]["NotTheInstitution.2"];
      /** @description `tooManyWebhooks`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  getWebhook: {
    parameters: {
      path: {
        /** @description The webhook, by the identifier that the service gave it. */
        webhookUID: components["parameters"]["path.webhookUID"];
      };
    };
    responses: {
      /** @description The webhook. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookReply"];
        };
      };
      304: components["responses"]["NotModified"];
      400: components["responses"]["InvalidWebhook"];
      403: components["responses"]["NotTheInstitution"];
      404: components["responses"]["WebhookNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  updateWebhook: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description The webhook, by the identifier that the service gave it. */
        webhookUID: components["parameters"]["path.webhookUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookUpdate"];
      };
    };
    responses: {
      /** @description The webhook was updated. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookReply"];
        };
      };
      400: components["responses"]["InvalidWebhookOrWebhookUrlRefused"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["WebhookNotFound"];
      412: components["responses"]["WebhookChanged"];
      default: components["responses"]["RefusedChange"];
    };
  };
  deleteWebhook: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description The webhook, by the identifier that the service gave it. */
        webhookUID: components["parameters"]["path.webhookUID"];
      };
    };
    responses: {
      /** @description The webhook was deleted. */
      204: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
      };
      400: components["responses"]["InvalidWebhook.2"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["WebhookNotFound"];
      412: components["responses"]["WebhookChanged"];
      default: components["responses"]["RefusedAction"];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The webhook, by the identifier that the service gave it. */
        webhookUID: components["parameters"]["path.webhookUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookSecretRotation"];
      };
    };
    responses: {
      /** @description The webhook has a new secret. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookReply"];
        };
      };
      400: components["responses"]["InvalidWebhook.3"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["WebhookNotFound"];
      409: components["responses"]["WebhookTooManySecrets"];
      default: components["responses"]["RefusedChange"];
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description The status. */
        status?: components["parameters"]["query.status.15"];
        /** @description The eventUID of an event. */
        eventUID?: components["parameters"]["query.eventUID"];
      };
      path: {
        /** @description The webhook, by the identifier that the service gave it. */
        webhookUID: components["parameters"]["path.webhookUID"];
      };
    };
    responses: {
      /** @description A page of deliveries. */
      200: {
        content: {
          "application/json": components["schemas"]["WebhookDeliveryPage"];
        };
      };
      400: components["responses"]["InvalidWebhook"];
      403: components["responses"]["NotTheInstitution"];
      404: components["responses"]["WebhookNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  replayWebhookDelivery: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The webhook, by the identifier that the service gave it. */
        webhookUID: components["parameters"]["path.webhookUID"];
        /** @description The delivery, by the identifier that the service gave it. */
        deliveryUID: components["parameters"]["path.deliveryUID"];
      };
    };
    responses: {
      /** @description The delivery that was added. */
      201: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookDeliveryReply"];
        };
      };
      400: components["responses"]["InvalidWebhook.2"];
      403: components["responses"]["NotTheInstitution.2"];
      /** @description `webhookNotFound`, `deliveryNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedAction"];
    };
  };
  replayWebhookEvents: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description The webhook, by the identifier that the service gave it. */
        webhookUID: components["parameters"]["path.webhookUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookReplayRequest"];
      };
    };
    responses: {
      /** @description How many events are sent again. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookReplayReply"];
        };
      };
      400: components["responses"]["InvalidWebhookOrReplayTooLong"];
      403: components["responses"]["NotTheInstitution.2"];
      404: components["responses"]["WebhookNotFound"];
      409: components["responses"]["CursorNotInFeed.2"];
      default: components["responses"]["RefusedChange"];
    };
  };
  listCustomerWebhooks: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    responses: {
      /** @description A page of webhooks. */
      200: {
        content: {
          "application/json": components["schemas"]["WebhookPage"];
        };
      };
      400: components["responses"]["InvalidWebhook"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  createCustomerWebhook: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookRequest"];
      };
    };
    responses: {
      /** @description The webhook was created. */
      201: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookReply"];
        };
      };
      400: components["responses"]["InvalidWebhookOrWebhookUrlRefused"];
      403: components["responses"]["ForeignCustomer.2"];
      404: components["responses"]["CustomerNotFound"];
      /** @description `tooManyCustomerWebhooks`, `idempotencyConflict`, `idempotencyInFlight`. */
      409: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedChange"];
    };
  };
  getCustomerWebhook: {
    parameters: {
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The webhook, by the identifier that the service gave it. */
        webhookUID: components["parameters"]["path.webhookUID"];
      };
    };
    responses: {
      /** @description The webhook. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookReply"];
        };
      };
      304: components["responses"]["NotModified"];
      400: components["responses"]["InvalidWebhook"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFoundOrWebhookNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  updateCustomerWebhook: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The webhook, by the identifier that the service gave it. */
        webhookUID: components["parameters"]["path.webhookUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookUpdate"];
      };
    };
    responses: {
      /** @description The webhook was updated. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookReply"];
        };
      };
      400: components["responses"]["InvalidWebhookOrWebhookUrlRefused"];
      403: components["responses"]["ForeignCustomer.2"];
      404: components["responses"]["CustomerNotFoundOrWebhookNotFound"];
      412: components["responses"]["WebhookChanged"];
      default: components["responses"]["RefusedChange"];
    };
  };
  deleteCustomerWebhook: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
        /** @description The ETag of the version to change. If the record has changed since, the request is refused with 412. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The webhook, by the identifier that the service gave it. */
        webhookUID: components["parameters"]["path.webhookUID"];
      };
    };
    responses: {
      /** @description The webhook was deleted. */
      204: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
      };
      400: components["responses"]["InvalidWebhook.2"];
      403: components["responses"]["ForeignCustomer.2"];
      404: components["responses"]["CustomerNotFoundOrWebhookNotFound"];
      412: components["responses"]["WebhookChanged"];
      default: components["responses"]["RefusedAction"];
    };
  };
  rotateCustomerWebhookSecret: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The webhook, by the identifier that the service gave it. */
        webhookUID: components["parameters"]["path.webhookUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookSecretRotation"];
      };
    };
    responses: {
      /** @description The webhook has a new secret. */
      200: {
        headers: {
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookReply"];
        };
      };
      400: components["responses"]["InvalidWebhook.3"];
      403: components["responses"]["ForeignCustomer.2"];
      404: components["responses"]["CustomerNotFoundOrWebhookNotFound"];
      409: components["responses"]["WebhookTooManySecrets"];
      default: components["responses"]["RefusedChange"];
    };
  };
  listCustomerWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description Page number, from 1. */
        page?: components["parameters"]["query.page.4"];
        /** @description Records per page, 1 to 1000. */
        limit?: components["parameters"]["query.limit.4"];
        /** @description The status. */
        status?: components["parameters"]["query.status.15"];
        /** @description The eventUID of an event. */
        eventUID?: components["parameters"]["query.eventUID"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The webhook, by the identifier that the service gave it. */
        webhookUID: components["parameters"]["path.webhookUID"];
      };
    };
    responses: {
      /** @description A page of deliveries. */
      200: {
        content: {
          "application/json": components["schemas"]["WebhookDeliveryPage"];
        };
      };
      400: components["responses"]["InvalidWebhook"];
      403: components["responses"]["ForeignCustomer"];
      404: components["responses"]["CustomerNotFoundOrWebhookNotFound"];
      default: components["responses"]["RefusedRead"];
    };
  };
  replayCustomerWebhookDelivery: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The webhook, by the identifier that the service gave it. */
        webhookUID: components["parameters"]["path.webhookUID"];
        /** @description The delivery, by the identifier that the service gave it. */
        deliveryUID: components["parameters"]["path.deliveryUID"];
      };
    };
    responses: {
      /** @description The delivery that was added. */
      201: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookDeliveryReply"];
        };
      };
      400: components["responses"]["InvalidWebhook.2"];
      403: components["responses"]["ForeignCustomer.2"];
      /** @description `customerNotFound`, `webhookNotFound`, `deliveryNotFound`. */
      404: {
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
      default: components["responses"]["RefusedAction"];
    };
  };
  replayCustomerWebhookEvents: {
    parameters: {
      header?: {
        /** @description Makes the request safe to repeat: the same key with the same body returns the first reply again. */
        "Idempotent-Key"?: components["parameters"]["IdempotentKey"];
      };
      path: {
        /** @description Digits. */
        customerUID: components["parameters"]["path.customerUID"];
        /** @description The webhook, by the identifier that the service gave it. */
        webhookUID: components["parameters"]["path.webhookUID"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookReplayRequest"];
      };
    };
    responses: {
      /** @description How many events are sent again. */
      200: {
        headers: {
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Giro-Ignored-Fields": components["headers"]["GiroIgnoredFields"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookReplayReply"];
        };
      };
      400: components["responses"]["InvalidWebhookOrReplayTooLong"];
      403: components["responses"]["ForeignCustomer.2"];
      404: components["responses"]["CustomerNotFoundOrWebhookNotFound"];
      409: components["responses"]["CursorNotInFeed.2"];
      default: components["responses"]["RefusedChange"];
    };
  };
  onEvent: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["EventMessage"];
      };
    };
    responses: {
      /** @description Any 2xx: the event has arrived. Other replies are tried again. */
      "2XX": {
      };
    };
  };
}
