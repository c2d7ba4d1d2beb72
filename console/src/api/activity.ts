/** Pages also ask by themselves. Only what a person does keeps the session alive. */
const LATELY_MS = 60_000

let lastMs = Date.now()
for (const event of ['keydown', 'pointerdown', 'wheel'] as const)
  window.addEventListener(
    event,
    () => {
      lastMs = Date.now()
    },
    { passive: true },
  )

/** Whether the person has just used the page. */
export const wasActiveLately = () => Date.now() - lastMs < LATELY_MS
