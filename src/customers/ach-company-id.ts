/** The company identification of an ACH batch header (NACHA company/batch header 41-50). */
export const ACH_COMPANY_ID = {
  pattern: '^(?=.*[A-Za-z1-9])[A-Za-z0-9 ]{9}[A-Za-z0-9]$',
  description: '10 letters, digits or spaces; not all zeros, and the last is not a space.',
} as const
