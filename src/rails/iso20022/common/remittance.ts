import type { Remittance } from './elements.ts'

/**
 * What remittance information says, a line each: the unstructured text, and of the structured one
 * the documents, the creditor's reference and the additional text.
 */
export function readRemittance(remittance: Remittance | undefined): string[] {
  const structured = (remittance?.Strd ?? []).flatMap(({ RfrdDocInf, CdtrRefInf, AddtlRmtInf }) => [
    ...(RfrdDocInf ?? []).map(({ Nb, RltdDt }) => [Nb, RltdDt].filter(Boolean).join(' of ')),
    CdtrRefInf?.Ref ?? '',
    ...(AddtlRmtInf ?? []),
  ])
  return [...(remittance?.Ustrd ?? []), ...structured].filter((line) => line !== '')
}
