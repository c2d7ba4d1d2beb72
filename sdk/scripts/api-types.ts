import openapiTS, { astToString } from 'openapi-typescript'

const HEAD = '// Generated from openapi.json by `npm run generate`. Do not change it by hand.\n\n'

/** What is in the generator's text and tells nothing: what an operation does not have. */
const EMPTY = [
  /^ +\w+\?: never;\n/gm,
  /^ +headers: \{\n +\[name: string\]: unknown;\n +\};\n/gm,
  /^ +parameters: \{\n +\};\n/gm,
]
/** Examples of whole records. The reference shows them better. */
const EXAMPLE = /^ +\* @example \{\n(?: +\* .*\n)*? +\* +\}\n/gm
const EMPTY_COMMENT = /^ +\/\*\*\n +\*\/\n/gm

/** The types of an OpenAPI document, as src/api.ts has them. */
export async function apiTypes(document: object): Promise<string> {
  const text = astToString(await openapiTS(structuredClone(document) as never, { silent: true }))
  const short = [...EMPTY, EXAMPLE, EMPTY_COMMENT].reduce((rest, pattern) => rest.replaceAll(pattern, ''), text)
  return HEAD + short.replaceAll(/^( {4})+/gm, (indent) => indent.slice(indent.length / 2))
}
