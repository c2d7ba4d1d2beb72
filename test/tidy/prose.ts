import type { Command } from 'commander'
import { type Document, type Line, proseLines } from './documents.ts'

const WIDTH = 100

/**
 * The lines of prose over 100 columns. Tables, code blocks and lines that hold a link alone may be
 * longer.
 */
export function longProse({ path, text }: Document): string[] {
  return proseLines(text)
    .filter(
      ({ text: line }) => isTooLong(line) && !/^\s*\||^\s*(?:[-*] )?(?:\[[^\]]*\]\([^)]*\)|<[^>]*>)\.?$/.test(line),
    )
    .map(({ at, text: line }) => `${path}:${at}: ${width(line)} columns`)
}

/** The comment lines over 100 columns. A line with a URL or for the linter may be longer. */
export function longComments({ path, text }: Document): string[] {
  return commentLines(text)
    .filter(({ text: line }) => isTooLong(line) && !/https?:\/\/|^\s*\/\/ biome-ignore/.test(line))
    .map(({ at, text: line }) => `${path}:${at}: ${width(line)} columns`)
}

function isTooLong(line: string): boolean {
  return width(line) > WIDTH
}

function width(line: string): number {
  return [...line].length
}

/** The lines that are comments, or part of one. A comment behind code belongs to the code. */
export function commentLines(text: string): Line[] {
  let isInside = false
  return text.split('\n').flatMap((line, index) => {
    const isComment = isInside || /^\s*(?:\/\/|\/\*)/.test(line)
    if (/^\s*\/\*/.test(line)) isInside = true
    if (line.includes('*/')) isInside = false
    return isComment ? [{ at: index + 1, text: line }] : []
  })
}

/** Turns that a reader must read twice, with the words to use instead. */
export const BANNED_TURNS: readonly (readonly [turn: RegExp, instead: string])[] = [
  [/\bwhoever\b/, 'name the actor: a client that, the user who'],
  [/\banew\b/, 'again'],
  [/\bcan not\b/, 'cannot'],
  [/\bat the most\b/, 'at most'],
  [/\bmakes no difference\b/, 'has no effect'],
  [/\bof which\b/, 'begin a new sentence: "Two of them are open."'],
  [/\bof whom\b/, 'begin a new sentence: "Two of them may approve."'],
  [/\bis no [a-z]+ (?:of|id|account|code|name)\b/, 'is not a …, or: does not exist'],
  [/\bthat is there\b/, 'that exists'],
  [/\bcomes to nothing\b/, 'has no effect'],
  [/\banswers to who\b/, 'say what the client gets'],
]

export interface Turn {
  place: string
  found: string
  /** How often the document repeats the line: ` and 2 more`, or nothing. */
  more: string
  instead: string
}

/** The banned turns of a text, also across the end of a line. A line that repeats counts once. */
export function bannedTurns({ path, text }: Document): Turn[] {
  const lines = text.split('\n')
  return BANNED_TURNS.flatMap(([turn, instead]) => {
    const acrossLines = new RegExp(turn.source.replaceAll(' ', '\\s+'), 'gi')
    const places = [...text.matchAll(acrossLines)].map(({ 0: found, index }) => ({
      found: found.replaceAll(/\s+/g, ' '),
      at: text.slice(0, index).split('\n').length,
    }))
    const repeated = Map.groupBy(places, ({ found, at }) => `${found} ${lines[at - 1]!.trim()}`)
    return [...repeated.values()].map(([{ found, at } = places[0]!, ...others]) => ({
      place: `${path}:${at}`,
      found,
      more: others.length === 0 ? '' : ` and ${others.length} more`,
      instead,
    }))
  })
}

/** The help of a command and of every command below it. */
export function helpOf(command: Command): Document[] {
  const names: string[] = []
  for (let one: Command | null = command; one !== null; one = one.parent) names.unshift(one.name())
  const own = { path: `${names.join(' ')} --help`, text: command.helpInformation() }
  return [own, ...command.commands.flatMap(helpOf)]
}
