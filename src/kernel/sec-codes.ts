/** The standard entry classes of ACH that the interface knows. */
export const SEC_CODES = ['POP', 'CCD', 'PPD', 'WEB', 'CTX'] as const
