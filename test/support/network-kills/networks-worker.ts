// A process that plays the networks, until it is killed.
import { orTell, workUntilKilled } from '../victim-process.ts'
import { networkPass } from './networks.ts'

const root = process.env['NETWORKS_DIR']!
await workUntilKilled(
  () => ({}),
  (app, institution) => networkPass(app, institution, { root, run: orTell }),
)
