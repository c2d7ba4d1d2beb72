import { useEffect } from 'react'

/** Keys that work anywhere in the console, as the help shows them. */
export const KEYS: readonly [string, string][] = [
  ['/', 'Search payments, customers and receipts'],
  ['Ctrl K, ⌘ K', 'Go to a room or run a command'],
  ['j, k', 'Next and previous row of the list'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close what is open'],
  ['r', 'Refresh'],
  ['?', 'Show these keys'],
]

/** Whether a key belongs to what the person types into. */
export function isTyping(event: Pick<KeyboardEvent, 'target'>): boolean {
  const target = event.target as HTMLElement | null
  return target !== null && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** Whether Enter already does something where the focus is: it presses a button or follows a link. */
function isPressing({ key, target }: KeyboardEvent): boolean {
  const focused = target as HTMLElement | null
  return key === 'Enter' && focused?.closest('a, button, summary, [role="tab"], [role="menuitem"]') != null
}

/** Calls the handlers of keys that are pressed outside of fields and dialogs. */
export function useKeys(handlers: Record<string, (event: KeyboardEvent) => void>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      const name = isCommand ? 'mod+k' : event.key
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isCommand && (!isPlain || isTyping(event) || isPressing(event) || document.querySelector('[role="dialog"]')))
        return
      const handler = handlers[name]
      if (!handler) return
      event.preventDefault()
      handler(event)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}
