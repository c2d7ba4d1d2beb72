const WIDTH = 110

/** JSON for people and diffs: what fits on a line is on one line. */
export function formatJson(value: unknown, indent = '', taken = 0): string {
  const text = JSON.stringify(value) ?? 'null'
  if (value === null || typeof value !== 'object' || indent.length + taken + text.length <= WIDTH) return text
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((one) => inner + formatJson(one, inner))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([name, one]) => `${inner}${JSON.stringify(name)}: ${formatJson(one, inner, name.length + 4)}`)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}
