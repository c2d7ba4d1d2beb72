// A process that sends and reads the messages of a bank, until it is killed.
import { orTell, workUntilKilled } from '../victim-process.ts'
import { bankParts, bankPass } from './bank.ts'

await workUntilKilled(
  () => bankParts(process.env['GIRO_OUTBOX_DIR']!),
  (app, institution) => bankPass(app, institution, orTell),
)
