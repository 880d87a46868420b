import { mentionOf, type NameOf, splitMentions, writeMention } from '../../domain/messages/mentions.ts'
import type { Face } from '../../domain/profiles/contract.ts'

/** Where a mention stands in a text that somebody writes: the @ and the name. */
type DraftMention = { id: string; start: number; end: number }

/** A text as its author sees it, with names, and which of them are mentions. */
export type DraftWords = { text: string; mentions: readonly DraftMention[] }

export const noWords: DraftWords = { text: '', mentions: [] }

/** The longest part of a name after the @ that is looked for, with the spaces in it. */
const typedName = /(?:^|[^\p{L}\p{N}@])@(?<q>[\p{L}\p{N}][\p{L}\p{N}'’. -]{0,39}|)$/u
const isPartOfWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Opens a text for its author: the names of people stand in place of their ids. */
export function openWords(source: string, nameOf: NameOf): DraftWords {
  let text = ''
  const mentions: DraftMention[] = []
  for (const piece of splitMentions(source)) {
    const start = text.length
    text += piece.userId === null ? piece.text : writeMention(piece.userId, nameOf)
    if (piece.userId !== null) mentions.push({ id: piece.userId, start, end: text.length })
  }
  return { text, mentions }
}

/** The text as it is sent. */
export function writeSource({ text, mentions }: DraftWords): string {
  let source = ''
  let end = 0
  for (const mention of mentions) {
    source += text.slice(end, mention.start) + mentionOf(mention.id)
    end = mention.end
  }
  return source + text.slice(end)
}

/**
 * The author has typed, and what they typed ends at the caret. Mentions behind it move with their names, and those whose name was changed
 * are words again.
 */
export function changeWords({ text, mentions }: DraftWords, next: string, caret: number): DraftWords {
  // Some changes, such as "undo", leave the caret elsewhere.
  const kept = text.endsWith(next.slice(caret)) ? next.length - caret : countSameAtEnd(text, next)
  const end = text.length - kept
  const shorter = Math.min(end, next.length - kept)
  let start = 0
  while (start < shorter && text[start] === next[start]) start += 1
  const shift = next.length - text.length
  return {
    text: next,
    mentions: mentions
      .flatMap((mention) => {
        if (mention.end <= start) return mention
        return mention.start >= end ? { ...mention, start: mention.start + shift, end: mention.end + shift } : []
      })
      .filter((mention) => !isPartOfWord(next[mention.end])),
  }
}

function countSameAtEnd(text: string, next: string): number {
  const shorter = Math.min(text.length, next.length)
  let count = 0
  while (count < shorter && text[text.length - 1 - count] === next[next.length - 1 - count]) count += 1
  return count
}

/** The part of a name that the author types at the caret. Null if they type something else. */
export function findTypedName({ text, mentions }: DraftWords, caret: number): { start: number; q: string } | null {
  const q = typedName.exec(text.slice(0, caret))?.groups?.q
  if (q === undefined) return null
  const start = caret - q.length - 1
  return mentions.some((mention) => mention.start === start) ? null : { start, q }
}

/** Puts a mention in place of what the author has typed from `start` to `caret`, with a space behind it. */
export function insertMention(words: DraftWords, start: number, caret: number, { id, name }: Face): { words: DraftWords; caret: number } {
  const rest = words.text.slice(caret)
  const end = start + name.length + 1
  const typed = `@${name}${rest.startsWith(' ') ? '' : ' '}`
  const { text, mentions } = changeWords(words, words.text.slice(0, start) + typed + rest, start + typed.length)
  return { words: { text, mentions: [...mentions, { id, start, end }].sort((a, b) => a.start - b.start) }, caret: end + 1 }
}

/** Reads the mentions of a stored draft. Those that do not fit its text are words. */
export function readStoredWords({ text, mentions }: { text: string; mentions: readonly unknown[] }): DraftWords {
  const read: DraftMention[] = []
  for (const mention of mentions) {
    const { id, start, end } = (mention ?? {}) as Partial<DraftMention>
    if (typeof id !== 'string' || typeof start !== 'number' || typeof end !== 'number') continue
    if (start >= (read.at(-1)?.end ?? 0) && end > start && end <= text.length && text[start] === '@') read.push({ id, start, end })
  }
  return { text, mentions: read }
}
