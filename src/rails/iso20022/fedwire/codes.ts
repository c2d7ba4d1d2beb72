/** Customer transfers (pacs.008), by PmtTpInf/LclInstrm/Prtry: regular, drawdown, settlement. */
export const OF_CUSTOMERS = ['CTRC', 'CTRD', 'CTRS'] as const

/**
 * Bank transfers (pacs.009): regular, drawdown, settlement; and covers of customer transfers.
 */
export const OF_BANKS = ['BTRC', 'BTRD', 'BTRS', 'COVC', 'COVS'] as const

export const WIRE_INSTRUMENTS: readonly string[] = [...OF_CUSTOMERS, ...OF_BANKS]

/** ISO 20022 RemittanceLocationMethod2Code: how further remittance information is sent. */
export const REMITTANCE_METHODS = ['FAXI', 'EDIC', 'URID', 'EMAL', 'POST', 'SMSM'] as const

/** Whether a local instrument pays from bank to bank. */
export function isOfBanks(localInstrument: string | undefined): boolean {
  return OF_BANKS.some((code) => code === localInstrument)
}
