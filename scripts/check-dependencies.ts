import { readFileSync } from 'node:fs'

/** A package of package-lock.json. */
interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  hasInstallScript?: boolean
  link?: boolean
  /** Whether only development needs it. */
  dev?: boolean
}

const REGISTRY = 'https://registry.npmjs.org/'

/** Licences that let an institution run and change the service. */
const ALLOWED_LICENCES = [
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'ISC',
    'MIT',
    'MIT-0',
    'Python-2.0',
    'Unlicense',
  ],
]

/**
 * Licences of programs that build the pages of the console: no part of them is in what is built, or
 * in the service.
 */
const ALLOWED_IN_BUILDS = ['MPL-2.0']

/** Licences that a release states only in a form that npm does not copy to package-lock.json. */
const STATED_OTHERWISE: Readonly<Record<string, string>> = {
  'buildcheck@0.0.7': 'MIT',
  'cpu-features@0.0.10': 'MIT',
  'ssh2@1.17.0': 'MIT',
}

/**
 * What is wrong with the packages of a lock file: a licence that is not allowed, an install script
 * that package.json neither allows nor denies, a package from outside the
 * registry, or one without a hash of its content.
 */
export function dependencyFaults(
  packages: Readonly<Record<string, LockedPackage>>,
  allowScripts: Readonly<Record<string, boolean>>,
): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    // The project itself, its workspaces, and the links to them.
    if (!path.includes('node_modules/') || locked.link) return []
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const what = `${name}@${locked.version}`
    const licence = locked.license ?? STATED_OTHERWISE[what]
    return [
      ...(isAllowed(licence) || (locked.dev && licence !== undefined && ALLOWED_IN_BUILDS.includes(licence))
        ? []
        : [`${what} has the licence ${licence ?? 'unknown'}, which is not allowed`]),
      ...(locked.hasInstallScript && allowScripts[name] === undefined
        ? [`${what} runs a script when it is installed`]
        : []),
      ...(!locked.resolved || locked.resolved.startsWith(REGISTRY)
        ? []
        : [`${what} comes from ${locked.resolved}, not from the registry`]),
      ...(locked.integrity?.startsWith('sha512-') ? [] : [`${what} has no sha512 hash in package-lock.json`]),
    ]
  })
}

/** One allowed licence of an `OR` is enough; an `AND` needs all. */
function isAllowed(licence: string | undefined): boolean {
  if (licence === undefined) return false
  return licence
    .replaceAll(/[()]/g, '')
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND /i).every((one) => ALLOWED_LICENCES.includes(one.trim())))
}

function readJson(path: string) {
  return JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))
}

if (import.meta.main) {
  const { packages } = readJson('package-lock.json')
  const faults = dependencyFaults(packages, readJson('package.json').allowScripts)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
