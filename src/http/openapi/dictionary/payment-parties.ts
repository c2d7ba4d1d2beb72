/** Who takes part in a payment, and what its messages carry. */
export const paymentPartyFields: Readonly<Record<string, string>> = {
  entityType: 'What the party is, such as Company; kept and shown.',
  phone: 'A phone number.',
  correspondentBankId: 'The bank between, by its identifier; kept and shown.',
  bank: 'The bank of the party.',
  businessUnit: 'The business unit, for the reports of the customer.',
  businessUnitId: 'The number of the business unit, for the reports of the customer.',
  book: 'The book that the payment belongs to, for the reports of the customer.',
  deliveryAgentType: 'How the beneficiary is reached; kept and shown.',
  addendaInformation: 'What the addenda record says, at most 80 characters.',
  receiverAccountType: 'The kind of account of the receiver.',
  businessFunctionCode: 'What kind of transfer the wire is, such as CTR.',
  comments: 'Comments on the wire.',
  originatorToBeneficiaryInformation: 'What the originator tells the beneficiary.',
  imad: 'The identifier that the sender gave the wire, once it has one.',
  omad: 'The identifier that Fedwire gave the wire, once it has one.',
  repeatedReferences:
    'What becomes of a second payment with the externalReferenceId of one in the last 24 hours, without a key.',
  ...partyIn('sender', 'the sender'),
  ...partyIn('receiver', 'the receiver'),
  ...bankIn('senderBank', 'the bank of the sender'),
  ...bankIn('receiverBank', 'the bank of the receiver'),
  ...bankIn('intermediaryReceiverBank', 'the bank between the two'),
}

function partyIn(prefix: string, party: string): Record<string, string> {
  return {
    [`${prefix}Address1`]: `The first line of the address of ${party}.`,
    [`${prefix}Address2`]: `The second line of the address of ${party}.`,
    [`${prefix}City`]: `The city of ${party}.`,
    [`${prefix}State`]: `The state of ${party}.`,
    [`${prefix}Zip`]: `The postal code of ${party}.`,
    [`${prefix}Country`]: `The country of ${party}.`,
  }
}

function bankIn(prefix: string, bank: string): Record<string, string> {
  return {
    ...partyIn(prefix, bank),
    [`${prefix}Name`]: `The name of ${bank}.`,
    [`${prefix}Id`]: `The routing number or other identifier of ${bank}.`,
    [`${prefix}SwiftCode`]: `The BIC of ${bank}.`,
  }
}
