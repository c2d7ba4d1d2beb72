import { cutText, toAscii } from '../../../kernel/ascii-text.ts'

/**
 * A text as an element carries it: printable ASCII, which every network takes, with single spaces
 * and no line breaks, and no longer than the element. Undefined if nothing is left of it: an
 * element is never empty.
 */
export function elementText(text: string | undefined, maxLength: number): string | undefined {
  if (text === undefined) return undefined
  return cutText(toAscii(text), maxLength) || undefined
}

interface Bounds {
  count: number
  length: number
}

/**
 * A text in pieces, split between words where that fits, else within them. Undefined if it needs
 * more pieces than the element can repeat: nothing of it is lost.
 */
export function pieces(text: string, bounds: Bounds): string[] | undefined {
  const ascii = toAscii(text)
  return split(ascii, bounds, firstWords) ?? split(ascii, bounds, firstCharacters)
}

function split(text: string, { count, length }: Bounds, first: typeof firstWords): string[] | undefined {
  const found: string[] = []
  for (let rest = text; rest !== ''; ) {
    if (found.length === count) return undefined
    const piece = rest.length <= length ? rest : first(rest, length)
    found.push(piece)
    rest = rest.slice(piece.length).trimStart()
  }
  return found
}

/** As many characters as fit, without spaces at the end. */
function firstCharacters(text: string, length: number): string {
  return text.slice(0, length).trimEnd()
}

/** As many whole words as fit; of a longer word its beginning. */
function firstWords(text: string, length: number): string {
  const end = text.lastIndexOf(' ', length)
  return text.slice(0, end > 0 ? end : length)
}
