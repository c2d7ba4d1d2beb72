import { canonicalJson } from '../kernel/canonical-json.ts'

/**
 * The fields whose values differ between before and after, as paths such as `legalAddress.city`. An
 * array counts as one value. Empty if before or after is missing, because the record was created or
 * deleted, not changed.
 */
export function changedFields(before: unknown, after: unknown): string[] {
  return isObject(before) && isObject(after) ? differences(before, after, '') : []
}

function differences(before: Record<string, unknown>, after: Record<string, unknown>, path: string): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names.flatMap((name) => {
    const [left, right] = [before[name], after[name]]
    if (isObject(left) && isObject(right)) return differences(left, right, `${path}${name}.`)
    return canonicalJson(left ?? null) === canonicalJson(right ?? null) ? [] : [path + name]
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
