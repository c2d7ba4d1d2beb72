/** What the timeline of a payment may ask about its message. */
export { readSimulatorMessages } from './simulator.store.ts'
