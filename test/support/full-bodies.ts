import { randomUUID } from 'node:crypto'
import { accountBody, contactBody, customerBody } from './test-service.ts'

const yesNo = (on: boolean) => (on ? 'Yes' : 'No')

/** Bodies with a distinct value in every field of the interface, in the interface's spelling. */

const address = (mark: string) => ({
  addressLine1: `${mark} Street 1`,
  addressLine2: `${mark} Floor 2`,
  city: `${mark} City`,
  state: 'ME',
  postalCode: '04101',
  countryCode: 'US',
  country: `${mark} Country`,
})

const profileDetails = (on: boolean) => ({
  creditclient: on,
  accountanalysis: !on,
  sso: on,
  billingcustomer: !on,
  restrictedaccess: on,
  achPositivePay: !on,
  achWhitelist: on,
  // Giro refuses it on.
  achNonPrefund: false,
  paymentFileAuthentication: on,
  achNonPrefundLimit: '2500.00',
  detailsofCharge: 'SHA',
  fxPricingTier: 'Gold',
  crediValueAdjustment: '1.25',
})

/** Dual approval is off, because with it a change is not written until it is approved. */
const accessSettings = (on: boolean, count: number) => ({
  allowOnlineAccess: on,
  userPinForNewEntry: !on,
  userDualApproval: false,
  userPinForApproval: !on,
  notificationsDualApproval: on,
  customerPinForNewEntry: !on,
  customerDualApproval: false,
  customerPinForApproval: !on,
  benePinForNewEntry: on,
  beneDualApproval: false,
  benePinForApproval: on,
  paymentPinForNewEntry: !on,
  paymentDualApproval: false,
  paymentPinForApproval: !on,
  feeTierForApproval: on,
  paymentLimitforFirstApprover: count,
  paymentLimitforSecondApprover: count + 1,
  paymentNumberOfApprovers: count + 2,
})

/** The customers that a full customer refers to. They must exist and have these types. */
export interface Relations {
  parentEntityShortName: string
  partnerOrgShortName: string
  processingOrgShortName: string
}

export function fullCustomer(relations: Relations, { on = true, mark = 'First' } = {}) {
  const unique = randomUUID().slice(0, 8)
  return {
    ...customerBody(),
    legalName: `${mark} Harbor Coffee LLC`,
    customerType: on ? 'Financial Institution' : 'Corporate',
    taxId: on ? '842345678' : '842345679',
    achCompanyID: on ? '1842345678' : '1842345679',
    customerId: `id-${unique}`,
    lei: '529900T8BM49AURSDO55',
    swiftcode: on ? 'DEUTDEFF' : 'DEUTDEFF500',
    language: on ? 'en' : 'de',
    emailAddress: `${mark.replaceAll(' ', '').toLowerCase()}@harbor.example`,
    phoneNumber: `+1207555010${Number(on)}`,
    faxNumber: `+1207555020${Number(on)}`,
    website: `https://${mark.replaceAll(' ', '')}.harbor.example`,
    logoUrl: `https://${mark.replaceAll(' ', '')}.harbor.example/logo.png`,
    linkedinUrl: `https://${mark.replaceAll(' ', '')}.linked.example`,
    twitterUrl: `https://${mark.replaceAll(' ', '')}.twitter.example`,
    legalAddress: address(`${mark} legal`),
    mailAddressSameAsLegal: !on,
    mailingAddress: address(`${mark} mailing`),
    relationshipType: 'ThirdParty',
    ...relations,
    costCenter: `${mark} 0001`,
    relationshipManager: on ? 'manager' : 'officer',
    originatingOfficer: on ? 'officer' : 'manager',
    addtionalProfileDetails: [profileDetails(on), profileDetails(!on)],
    secCodes: on ? ['PPD', 'CCD', 'WEB'] : ['CTX'],
    note: `${mark} note`,
    onMissedCutOff: on ? 'Refuse' : 'Downgrade',
    companyEntryDescription: on ? 'RENT' : 'DUES',
    debitFundsAvailability: on ? 3 : 0,
    legalEntityAccessSettings: accessSettings(on, on ? 10 : 20),
  }
}

export function fullContact({ on = true, mark = 'First' } = {}) {
  return {
    ...contactBody(),
    name: `${mark} Highland Beans`,
    contactType: on ? 'Company' : 'Consumer',
    address: address(`${mark} own`),
    emailAddress: `${mark.replaceAll(' ', '').toLowerCase()}@highland.example`,
    phoneNumber: `+1207555030${Number(on)}`,
    contactBank: {
      country: 'US',
      accountNo: on ? '700100200300' : '700100200301',
      accountCcy: 'USD',
      accountType: on ? 'Savings' : 'Checking',
      name: `${mark} Example Bank`,
      address: address(`${mark} bank`),
      nationalCode: on ? '021000021' : '011401533',
      swiftCode: on ? 'CHASUS33' : 'CHASUS33XXX',
    },
    intermediaryBank: {
      country: 'DE',
      name: `${mark} Intermediary`,
      nationalCode: '50070010',
      swiftCode: 'DEUTDEFF',
      coverMessageRequired: on ? 'Yes' : 'No',
      address: address(`${mark} intermediary`),
    },
    otherInfo: { beneficiaryNotes: `${mark} notes`, otherBeneBankInfo: `${mark} bank info` },
    regulartoryReporting: [
      { key: `${mark} purpose`, value: 'goods' },
      { key: `${mark} code`, value: '10' },
    ],
  }
}

/**
 * The fields that v2 and v3 share. The token of the external account is stored and never returned.
 */
export function fullAccount({ on = true } = {}) {
  const [yes, no] = on ? ['Yes', 'No'] : ['No', 'Yes']
  return {
    ...accountBody(),
    accountName: on ? 'Operating account' : 'Reserve account',
    externalReferenceId: `account-${randomUUID().slice(0, 8)}`,
    accountSubType: on ? 'Pseudo' : 'Savings',
    costCenter: on ? '0001' : '0002',
    fboAccountNumber: on ? '9000000001' : '9000000002',
    bankIdType: 'NID',
    enableOffset: yes,
    enableWire: no,
    defaultOffset: yes,
    feeAccount: yes,
    returnAccount: yes,
    externalAccount: {
      externalProvider: on ? 'plaid' : 'mx',
      externalId: on ? 'x-1' : 'x-2',
      externalAuthToken: 'secret',
    },
  }
}

export function fullAccountV3({ on = true } = {}) {
  return {
    ...fullAccount({ on }),
    accountFeatures: {
      rfpReceive: yesNo(on),
      rfpSend: yesNo(!on),
      accountAnalysis: yesNo(on),
      feeAccount: yesNo(on),
      returnAccount: yesNo(on),
      fedWireFeature: {
        enableWire: yesNo(!on),
        callbackLimit: on ? 2500.5 : 100,
        enableCallbacks: yesNo(on),
        enableInternationalWire: yesNo(!on),
        enableDomesticWire: yesNo(on),
      },
      fedNowFeature: {
        enableFedNow: yesNo(on),
        fednowReceiveOnly: yesNo(!on),
        fednowSendOrReceive: yesNo(on),
        fednowRfpSend: yesNo(!on),
        fednowRfpReceive: yesNo(on),
      },
      rtpFeature: {
        enableRtp: yesNo(on),
        rtpReceiveOnly: yesNo(!on),
        rtpSendOrReceive: yesNo(on),
        rtpRfpSend: yesNo(!on),
        rtpRfpReceive: yesNo(on),
      },
      achFeature: {
        enableOffset: yesNo(on),
        defaultOffset: yesNo(on),
        enableUnderWritten: yesNo(on),
        debitExposureLimit: on ? 10000 : 10001,
        creditExposureLimit: on ? 20000.25 : 20001,
        // Giro refuses it off.
        enableAchPrefund: 'Yes',
        achCompanyId: on ? '1842345678' : '1842345679',
        companyEntryDescription: on ? 'RENT' : 'DUES',
        secCodes: on ? ['PPD', 'CCD'] : ['CTX'],
      },
    },
    additionalAttributes: on
      ? [
          { attributeName: 'branch', value: '17' },
          { attributeName: 'officer', value: 'none' },
        ]
      : [{ attributeName: 'region', value: 'north' }],
  }
}
