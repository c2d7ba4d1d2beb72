// Imported before `node:test`, because that reads `createHook` when it is loaded.
import asyncHooks, { type AsyncHook, type HookCallbacks } from 'node:async_hooks'

/**
 * The hook by which the test runner follows every promise and every socket from the test that made
 * it. That takes a quarter of the processor time of tests that call the service, which are full of
 * promises.
 */
let tracking: AsyncHook | undefined

const { createHook } = asyncHooks
Object.assign(asyncHooks, {
  createHook(callbacks: HookCallbacks): AsyncHook {
    // The runner is the first to make one.
    Object.assign(asyncHooks, { createHook })
    tracking = createHook(callbacks)
    return tracking
  },
})

/**
 * The runner needs its hook while a file is loaded, to find that its tests belong to the test of
 * the file, although loading waits. Later, the hook would only tell from which test an error comes
 * that nothing awaited: without it, such an error fails the run under no test's name.
 */
export function startTracking(): void {
  tracking?.enable()
}

export function stopTracking(): void {
  tracking?.disable()
}
