/** A company identification as an ACH batch header carries it (Nacha: company/batch header 41-50). */
export const ACH_COMPANY_ID = {
  pattern: '^(?=.*[A-Za-z1-9])[A-Za-z0-9 ]{9}[A-Za-z0-9]$',
  description: '10 characters, not all zeros, the last no space.',
} as const
