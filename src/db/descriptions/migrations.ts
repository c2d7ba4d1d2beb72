import type { Subject } from './subject.ts'

export const migrations = {
  title: 'Migrations',
  about: 'Which version of the schema the database has.',
  tables: {
    schema_migrations: {
      about:
        'The migrations applied to this database. Written by `giro migrate` and by `npm start`, and never changed.',
      columns: {
        name: 'The name of the file of the migration, or of the folder of the baseline.',
        sha256: 'The SHA-256 of the text that was applied, in hex. A file that was edited later is refused.',
        worksWith:
          'The oldest release whose nodes go on working after it. Null if only releases that have the migration do.',
        appliedAt: 'When the migration was applied, by the clock of the database.',
      },
    },
  },
} satisfies Subject
