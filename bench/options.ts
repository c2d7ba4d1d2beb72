import { parseArgs } from 'node:util'

/** An option's value in a full run and in a short one. */
type Defaults = Record<string, readonly [full: number, short: number] | readonly [full: string, short: string]>

type Values<Known extends Defaults> = {
  [Name in keyof Known]: Known[Name][0] extends number ? number : string
}

/**
 * Reads the options of a bench from its command line; `--name value` replaces a default. With
 * `--short` the run shows that every part of the bench works, with little work: its figures say
 * nothing about speed, and no target is judged.
 */
export function readOptions<const Known extends Defaults>(
  command: string,
  known: Known,
): Values<Known> & { isShort: boolean } {
  const names = Object.keys(known)
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' } as const])),
    },
  })
  const isShort = values.short === true
  const read = names.map((name) => {
    const [full, short] = known[name]!
    const byDefault = isShort ? short : full
    const given = (values as Record<string, unknown>)[name] as string | undefined
    if (given === undefined) return [name, byDefault] as const
    return [name, typeof full === 'number' ? Number(given) : given] as const
  })
  if (read.some(([, value]) => typeof value === 'number' && !(value > 0))) {
    const usage = names.map((name) => `[--${name} ${known[name]![0]}]`)
    throw new Error(`usage: npm run ${command} -- [--short] ${usage.join(' ')}`)
  }
  return { isShort, ...(Object.fromEntries(read) as Values<Known>) }
}
