import { readFileSync } from 'node:fs'

/** A package of package-lock.json. */
interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  hasInstallScript?: boolean
  link?: boolean
}

const REGISTRY = 'https://registry.npmjs.org/'

/** Licences that let an institution run and change the service. */
const ALLOWED_LICENCES = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0']

/**
 * What is wrong with the packages of a lock file: a licence that is not allowed, an install script
 * that package.json does not allow, a package from outside the registry, or one without a hash of
 * its content.
 */
export function dependencyFaults(
  packages: Readonly<Record<string, LockedPackage>>,
  allowScripts: Readonly<Record<string, boolean>>,
): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    if (path === '' || locked.link) return []
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const what = `${name}@${locked.version}`
    const licence = locked.license
    return [
      ...(isAllowed(licence) ? [] : [`${what} has the licence ${licence ?? 'unknown'}, which is not allowed`]),
      ...(locked.hasInstallScript && !allowScripts[name] ? [`${what} runs a script when it is installed`] : []),
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
