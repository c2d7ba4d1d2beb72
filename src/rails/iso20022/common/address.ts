import { toAscii } from '../../../kernel/ascii-text.ts'
import type { MessageAddress } from '../../network.ts'
import type { PostalAddress } from './elements.ts'
import { elementText, pieces } from './text.ts'

/** What a network allows of the unstructured lines of an address. */
export interface AddressLines {
  count: number
  length: number
}

/** A hybrid address has at most two lines of 70 characters (ISO 20022 PostalAddress24). */
export const HYBRID_LINES: AddressLines = { count: 2, length: 70 }

/**
 * PostalAddress24, structured or hybrid. Undefined without a town and a country: the networks no
 * longer take an address that has only lines.
 */
export function writeAddress(address: MessageAddress | undefined, lines = HYBRID_LINES): PostalAddress | undefined {
  const town = elementText(address?.townName, 35)
  if (!address || !town || !address.country) return undefined
  const { street, AdrLine } = linesOf(address, lines)
  const optional = {
    StrtNm: elementText(street, 70),
    BldgNb: elementText(address.buildingNumber, 16),
    PstCd: elementText(address.postCode, 16),
    TwnNm: town,
    CtrySubDvsn: elementText(address.countrySubDivision, 35),
    Ctry: address.country,
  }
  return { ...definedOf(optional), ...(AdrLine.length > 0 && { AdrLine }) }
}

/**
 * The lines as the network allows them. If one is longer, they are split again; without a street,
 * the first one is the street, whose element has 70 characters on every network.
 */
function linesOf({ streetName, lines = [] }: MessageAddress, { count, length }: AddressLines) {
  const texts = lines.flatMap((line) => toAscii(line) || [])
  const fits = texts.length <= count && texts.every((text) => text.length <= length)
  if (fits) return { street: streetName, AdrLine: texts }
  const [street = '', ...others] = streetName === undefined ? texts : [streetName, ...texts]
  const cut = others.flatMap((text) => elementText(text, length) ?? []).slice(0, count)
  return { street, AdrLine: pieces(others.join(' '), { count, length }) ?? cut }
}

/** What a reader needs of an address; the finer parts of one are read as lines. */
export function readAddress(address: PostalAddress | undefined): MessageAddress | undefined {
  if (!address) return undefined
  const { Dept, SubDept, BldgNm, Flr, PstBx, Room, TwnLctnNm, DstrctNm } = address
  const finer = [Dept, SubDept, BldgNm, Flr, Room, PstBx, TwnLctnNm, DstrctNm].flatMap((part) => part ?? [])
  const lines = [...(finer.length > 0 ? [finer.join(', ')] : []), ...(address.AdrLine ?? [])]
  return definedOf({
    streetName: address.StrtNm,
    buildingNumber: address.BldgNb,
    postCode: address.PstCd,
    townName: address.TwnNm,
    countrySubDivision: address.CtrySubDvsn,
    country: address.Ctry,
    lines: lines.length > 0 ? lines : undefined,
  })
}

/** The same fields without those that are undefined, which an exact optional property cannot be. */
export function definedOf<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
