/** A person at a page without a mouse: Tab, the keys that the console documents, and typing. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** More controls than any page has. */
const MOST_TABS = 200

/** Goes to a control with the Tab key. The focus must be seen where it lands. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  const key = (await control.evaluate(isBeforeFocus)) ? 'Shift+Tab' : 'Tab'
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await control.evaluate(hasFocus)) return assertFocusIsSeen(page)
    await page.keyboard.press(key)
  }
  assert.fail(`${control} is not reached with ${MOST_TABS} tabs`)
}

/** What the two functions below, which run in the page, use of it. */
type InPage = { document: { activeElement: { compareDocumentPosition(other: unknown): number } } }

const hasFocus = (control: unknown) => (globalThis as unknown as InPage).document.activeElement === control

function isBeforeFocus(control: unknown): boolean {
  const DOCUMENT_POSITION_PRECEDING = 2
  const { activeElement } = (globalThis as unknown as InPage).document
  return (activeElement.compareDocumentPosition(control) & DOCUMENT_POSITION_PRECEDING) !== 0
}

/** Presses a button, a link or a tab with Enter. */
export async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

/** Types into a field, or the beginning of an option of a list. */
export async function typeInto(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.type(text)
}

/** The first option that says something. */
export async function chooseFirst(page: Page, list: Locator): Promise<void> {
  await list.locator('option').nth(1).waitFor({ state: 'attached' })
  await tabTo(page, list)
  await page.keyboard.press('ArrowDown')
}

/**
 * The focus has an outline (WCAG 2.4.7), and nothing covers what has it (2.4.11), as soon as a
 * dialog that closes is gone.
 */
async function assertFocusIsSeen(page: Page): Promise<void> {
  for (let looks = 1; ; looks++) {
    const seen = (await page.evaluate(FOCUS)) as { isOutlined: boolean; isInSight: boolean; html: string }
    if (seen.isOutlined && seen.isInSight) return
    if (looks === MOST_LOOKS) assert.fail(`the focus is not seen: ${JSON.stringify(seen)}`)
  }
}

/** Each look takes two frames of the page. */
const MOST_LOOKS = 100

const FOCUS = `(async () => {
  for (const _ of [1, 2]) await new Promise((shown) => requestAnimationFrame(shown))
  const focused = document.activeElement
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  const { x, y, width, height } = focused.getBoundingClientRect()
  const inFront = document.elementFromPoint(x + width / 2, y + height / 2)
  return {
    isOutlined: focused.matches(':focus-visible') && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    isInSight: inFront !== null && focused.contains(inFront),
    html: focused.outerHTML.slice(0, 200),
  }
})()`
