import type { Subject } from './subject.ts'

export const customers = {
  title: 'Customers and accounts',
  about: 'The customers of an institution, their accounts, and the contacts they pay or collect from.',
  tables: {
    customers: {
      about:
        'One row for each legal entity: a person or company that banks with the institution, a partner, or the ' +
        'institution itself. The API creates and changes it, consumer onboarding creates it. It is never deleted.',
      columns: {
        id: 'The customerUID of the API, from 100001.',
        externalReferenceId: 'The reference that the client gave when it created the customer. Not unique.',
        legalName: 'The legal name. ACH files show it as the company that originates.',
        shortName:
          'A name that is unique in the institution and never changes. Other customers name it as their parent, ' +
          'partner or processing organisation.',
        customerType:
          'Consumer, Corporate, Downstream Partner, Processing Org or Financial Institution. A Consumer counts as a ' +
          'consumer if an ACH payment names its account as the other side.',
        customerRef:
          'The identifier that the client gave the customer (customerId of the API), unique in the institution. Null ' +
          'if it gave none.',
        taxId:
          'The tax identification number, sealed. Lists, events, approvals and audit records show it in full only ' +
          'with Customers.View_Tax_Id; reading the customer shows it. Null if it is not known.',
        status:
          'New (before its first account), Active, Suspended by the institution, or Pending (a change or its ' +
          'admission waits for approval). New and Active customers can pay.',
        suspensions: 'How often it was suspended. A release of its payments covers one suspension.',
        moves:
          'How often it was moved away from a customer above it. A release of what clients of that one made covers one ' +
          'such move.',
        relationshipType:
          'How the customer relates to the institution: Customer, Bank, ThirdParty, Self or the service. Null if it ' +
          'is not given.',
        relationshipManager:
          "The login id of the institution's user who manages the relationship. Null if it is not given.",
        originatingOfficer: "The login id of the institution's user who brought the customer. Null if it is not given.",
        ancestorIds:
          'The ids of all customers above this one, at any distance. Derived from `parent_ids` when the hierarchy ' +
          "changes. Empty for the institution's own entity.",
        achCompanyId:
          'The company identification in ACH batch headers (NACHA company/batch header 41-50), 10 characters. Null ' +
          'for 1 and the last nine digits of the tax id, or for 9 and the number of a Consumer.',
        secCodes:
          'The ACH standard entry classes that the institution allows the customer, of POP, CCD, PPD, WEB and CTX. ' +
          'Empty for no restriction.',
        profile:
          'Addresses, contact data, profile details and settings as JSON. Sealed, except ' +
          '`legalEntityAccessSettings`, `processingOrgShortName`, `onMissedCutOff`, `debitFundsAvailability` and ' +
          '`companyEntryDescription`, which SQL reads.',
        version: 'How often the row was changed, from 1: the entity tag of the API.',
        parentIds:
          'The ids of the customers directly above: the institution, the legal entity that onboarded the customer, ' +
          'and its parent, partner and processing organisation.',
        onboardedBy:
          "The id of the legal entity whose client created the customer. Null for the institution's own entity, and " +
          'for customers from before it was recorded.',
        resumesAs:
          'The status that a Pending customer takes after the decision: New or Active. Null while the customer is ' +
          'not Pending.',
        isAdmitted:
          "False while a customer that another customer's client created waits for the institution's approval. Until " +
          'then it is Pending and can neither pay nor receive.',
        taxIdIndex:
          'The blind index of `tax_id`, for searches: a keyed hash. Null while `tax_id` is null or not sealed yet.',
      },
    },
    accounts: {
      about:
        'One row for each account of a customer: its number, its features and its status. The API creates and ' +
        'changes it. Its balance is in `ledger_accounts` under the same id. A deleted account is hidden and keeps ' +
        'its row.',
      columns: {
        id: 'The accountUID of the API, and the id of its row in `ledger_accounts`.',
        customerId: 'The customer that owns the account.',
        externalReferenceId: 'The reference that the client gave. Null if it gave none. Not unique.',
        name: 'The name of the account, as the client gave it.',
        accountNumber:
          'The account number, sealed. It is masked in replies without the entitlement to see account numbers. ' +
          'Unique with `routing_number` and `elsewhere_of` among accounts that are not deleted.',
        elsewhereOf:
          'The customer, for a number at another bank: it is unique for this customer only. Null for a number at the ' +
          'own routing number of the institution, and for an account that was not written since there is this column.',
        fboAccountNumber:
          'The number of the "for benefit of" account that a Pseudo account belongs to, sealed. Null for other ' +
          'accounts. It has no effect on payments.',
        type:
          'What the account is for the institution: DEPOSIT (it owes the customer), LOAN or GL (an account of the ' +
          'general ledger). It decides which `sub_type` values fit.',
        subType: 'The kind within the type, for example Checking, Savings, CD, Pseudo, Line of Credit or Gl.',
        systemOfRecord: 'Where the account is kept: Giro (in this service), Other Core or External.',
        currency: 'The currency of the account, an ISO 4217 code. It never changes.',
        country: 'The country of the account, an ISO 3166 code of two letters.',
        routingNumber: 'The bank code: an ABA routing number of nine digits, or a BIC, as `bank_id_type` says.',
        bankIdType: 'NID (a national bank code) or BIC.',
        masterGl:
          "The number in the institution's general ledger that the account belongs to. Closing balances of " +
          "customers' accounts are added up by it.",
        costCenter: 'The cost center that the client gave. Null if it gave none. It has no effect on payments.',
        openingReason: 'Why the account was opened, as the client said. Null if it said nothing.',
        status: 'Active, Suspended or Closed. A Suspended account cannot pay, and a Closed one stays closed.',
        enableWire: 'Whether the account may send Fedwire payments. `enable_domestic_wire` must be on, too.',
        enableOffset:
          'Whether batches of the account have an offset, for programs of the institution. It has no effect on ' +
          'payments.',
        defaultOffset:
          'Whether the account funds the batches of the customer, for programs of the institution: at most one open ' +
          'account for each customer and currency. It has no effect on payments.',
        feeAccount:
          "Whether the account pays the customer's fees in its currency. At most one open account for each customer " +
          'and currency.',
        returnAccount:
          'Whether money that comes back to a closed account of the customer goes here, if the currency is the same.',
        features:
          'The other account features of the API as JSON, for example SEC codes and exposure limits of `achFeature`. ' +
          'The shape is in `src/accounts/account-features.ts`.',
        creditExposureLimit:
          'The `creditExposureLimit` of `features`, as decimal text; the database copies it, so that payments find it ' +
          'by an index. Null if none was sent.',
        additionalAttributes:
          'Names and values that the client keeps with the account, as a JSON array of `{attributeName, value}`.',
        deletedAt:
          'When the account was deleted, by the clock of the institution: it is closed and hidden, and its number is ' +
          'retired. Null for an account that is shown.',
        version: 'How often the row was changed, from 1: the entity tag of the API.',
        enableDomesticWire: 'Whether the account may send Fedwire payments. `enable_wire` must be on, too.',
        enableInternationalWire: 'Whether the account may send SWIFT payments. `enable_wire` does not restrict them.',
        enableFednow: 'Whether the account may send FedNow payments.',
        enableRtp: 'Whether the account may send RTP payments.',
        receiveOnlyRails: 'The rails over which the account may receive but not send: RTP and FEDNOW, or empty.',
        externalProvider: 'Who keeps an account outside this service, as the client named it. Null if it is not given.',
        externalRef: 'The identifier of the account at `external_provider`. Null if it is not given.',
        sealedExternalToken:
          'The access token for the account at `external_provider`, sealed. Replies never show it. Null if it is not ' +
          'given.',
        suspendedBy:
          'Who suspended the account: Customer or Institution. Only the institution lifts its own suspension. Null ' +
          "while the account is not Suspended; a Suspended account without it counts as the institution's.",
        accountNumberIndex:
          'The blind index of `account_number`, for searches and uniqueness: a keyed hash. Null while ' +
          '`account_number` is not sealed yet.',
      },
    },
    retired_account_numbers: {
      about:
        'The numbers that accounts gave up: by closing, deletion, or another number. For some years (the ' +
        "institution's setting `quarantineYears`) no other account can take them, because payers still send money to " +
        'them.',
      columns: {
        routingNumber: 'The bank code that the number belongs to.',
        accountNumber:
          'The blind index of the number, a keyed hash: the number is compared and never read. In plain text for ' +
          'numbers from before sealing, until the sweep replaces it.',
        accountId: 'The account that gave up the number. It may take the number back at any time.',
        retiredAt:
          'When the account gave up the number, by the clock of the institution. A later retirement of the same ' +
          'number by the same account replaces it.',
      },
    },
    contacts: {
      about:
        'The payees and debtors on file for a customer, with their bank details. The API creates and replaces them. ' +
        'A contact is never deleted; payments keep the bank details that they were made with.',
      columns: {
        id: 'The contactUID of the API, from 100001.',
        customerId: 'The customer that the contact belongs to.',
        externalReferenceId: 'The reference that the client gave. Not unique.',
        templateName: "The name of the contact for its customer, unique among the customer's contacts.",
        name: 'The name of the payee or debtor, as rails carry it.',
        isListed:
          'Whether the lists of contacts show it. Not if a payment created it for a party that the request described ' +
          'and did not ask to save.',
        contactType: 'Consumer or Company. For ACH, it decides between the consumer and the corporate SEC codes.',
        accountNumber: 'The account number or IBAN of the contact, sealed.',
        accountType: 'Checking or Savings: the kind of account for ACH transaction codes.',
        accountCurrency:
          "The currency of the contact's account, an ISO 4217 code. A payment from an account in another currency " +
          'needs an exchange.',
        bankName: "The name of the contact's bank, as the client gave it.",
        bankCountry: "The country of the contact's bank, an ISO 3166 code of two letters.",
        nationalCode:
          "The national bank code of the contact's bank, in the United States the ABA routing number. Null if only " +
          '`swift_code` is given.',
        swiftCode:
          "The BIC of the contact's bank (ISO 9362), for SWIFT payments. Null if only `national_code` is given.",
        details:
          'Address, e-mail, telephone, address of the bank, intermediary bank, notes and regulatory reporting as ' +
          'JSON. Sealed as a whole.',
        version: 'How often the row was changed, from 1: the entity tag of the API.',
        status: 'Active (can be paid), Pending (waits for approval) or Rejected.',
        rejectedBy:
          'Who rejected the contact: Customer or Institution. Only the institution can replace a contact that it ' +
          'rejected. Null while the contact is not Rejected.',
        accountNumberIndex:
          'The blind index of `account_number`, for searches: a keyed hash. Null while `account_number` is not ' +
          'sealed yet.',
        messageDetailsIndex:
          'The blind index of what messages and files take from the contact when they are written: its bank, the ' +
          'intermediary bank and the addresses. Payments keep that of their day, and are held if it differs. Null ' +
          'for a contact that has not changed since before the column.',
        detailsVersion:
          'The `version` at which a node that knows `message_details_index` wrote the contact. Null before. If it is not ' +
          'the version, a node of the release before has changed the contact since.',
        contentIndex:
          'The version, and a keyed digest of what decides whether and where the contact is paid: only the service ' +
          'can make it. Payments to an Active contact with another one are refused. Null for a contact from before, ' +
          'until all contacts of the institution have one.',
        detailsSetBy:
          'Who last set bank details alone, as JSON: clientId, userId and the details of each. They do not decide ' +
          'about payments to the contact. Empty if a second person approved the details. Null if nobody is known.',
        achFault:
          'What ACH cannot carry of `account_number`: none, tooLong (more than 17 characters) or zeros. Payments are ' +
          'decided by it without opening the number. Null for a contact from before the column, whose number is ' +
          'opened.',
      },
    },
  },
} satisfies Subject
