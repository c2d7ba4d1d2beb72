import type { Subject } from './subject.ts'

export const migrations = {
  title: 'Migrations',
  about: 'Which version of the schema the database has.',
  tables: {
    schema_migrations: {
      about:
        'The migrations applied to this database. Written by `giro migrate` and by `npm start`, and never changed.',
      columns: {
        name: 'The file name of the migration.',
        sha256: 'The hash of the file that was applied, in hex. A file that was edited later is refused.',
        appliedAt: 'When the migration was applied, by the clock of the database.',
      },
    },
  },
} satisfies Subject
