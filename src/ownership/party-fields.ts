/** The fields that describe a further party of a payment, such as `fbo`: `fboName`, `fboTaxId`. */
export const partyFields = (party: string): string[] =>
  ['Name', 'AccountNumber', 'Address1', 'Address2', 'TaxId', 'City', 'State', 'Zip', 'Country'].map(
    (field) => `${party}${field}`,
  )
