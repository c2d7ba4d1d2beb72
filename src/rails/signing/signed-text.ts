/** The end of the header, by the name that an envelope gives it. */
const END_OF_HEADER = /<\/(?:[\w.-]+:)?AppHdr>/
/** In every version of the header, only related headers follow the signature. */
const RELATED = '<Rltd>'

/**
 * Puts a signature in the header of a message that we wrote: AppHdr/Sgntr. Without one, an empty
 * element stands there, as the signature is made over it.
 */
export function withSignature(message: string, signature = ''): string {
  const end = message.search(END_OF_HEADER)
  if (end < 0) throw new Error('a message without a header cannot be signed')
  const related = message.indexOf(RELATED)
  const at = related >= 0 && related < end ? related : end
  return `${message.slice(0, at)}<Sgntr>${signature}</Sgntr>${message.slice(at)}`
}

/** The place of the signature, once it is taken out. */
const EMPTIED = /<((?:[\w.-]+:)?Sgntr)(?: [^<>]*)?><\/\1>/g

/** What was signed, without the place of the signature. Undefined if that is not one place. */
export function withoutSignature(signed: string): string | undefined {
  const places = [...signed.matchAll(EMPTIED)]
  return places.length === 1 ? signed.replace(EMPTIED, '') : undefined
}
