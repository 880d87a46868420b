import * as v from 'valibot'

/** So many different people can be mentioned in one message. */
export const maxMentions = 20
/** The list of people to mention has at most so many. Who looks for another one types more of the name. */
export const maxMentionable = 8
/** The part of a name that somebody types after the @. */
const maxNameTyped = 40

export const MentionableQuery = v.object({
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(maxNameTyped, `Type up to ${maxNameTyped} characters of a name.`)), ''),
})

/** What a mention reads as if its person is not in the conversation, has no account anymore, or has a block with the viewer. */
const nobody = 'someone'

/** A text contains the id of a person and not the name, so it always reads as they are called now. */
export const mentionOf = (userId: string): string => `<@${userId}>`

/** The name of a person; nothing if the viewer may not see them. */
export type NameOf = (userId: string) => string | null | undefined

const anyMention = /<@([\w-]{1,64})>/g

/** The start of every mention, to skip texts without one. */
export const mentionStart = '<@'

export type TextPiece = { text: string; userId: string | null }

/** Cuts a text into words and mentions. A mention has the id of its person, and its own characters as text. */
export function splitMentions(text: string): TextPiece[] {
  if (!text.includes(mentionStart)) return text === '' ? [] : [{ text, userId: null }]
  const pieces: TextPiece[] = []
  let end = 0
  for (const { 0: token, 1: userId = '', index } of text.matchAll(anyMention)) {
    if (index > end) pieces.push({ text: text.slice(end, index), userId: null })
    pieces.push({ text: token, userId })
    end = index + token.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), userId: null })
  return pieces
}

/** The ids of the people in a text, each once. */
export const listMentioned = (text: string): string[] => [...new Set(splitMentions(text).flatMap(({ userId }) => userId ?? []))]

export const hasTooManyMentions = (text: string): boolean => listMentioned(text).length > maxMentions

/** What people read in place of a mention. */
export const writeMention = (userId: string, nameOf: NameOf): string => `@${nameOf(userId) ?? nobody}`

/** A text as people read it. */
export const writePlain = (text: string, nameOf: NameOf): string =>
  splitMentions(text)
    .map((piece) => (piece.userId === null ? piece.text : writeMention(piece.userId, nameOf)))
    .join('')

/** Replaces the mentions of people whom the reader must not see. Nobody can tell that from an account that is deleted. */
export const hideMentions = (text: string, hiddenIds: ReadonlySet<string>): string =>
  text.replaceAll(anyMention, (token, userId: string) => (hiddenIds.has(userId) ? writeMention(userId, () => null) : token))

/** The words of a text, without the ids in its mentions. */
export const withoutMentions = (text: string): string => text.replaceAll(anyMention, ' ')

/** The start of a text, with at most this many characters. It never ends inside a mention. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  let start = ''
  for (const piece of splitMentions(text)) {
    const room = max - start.length
    if (piece.text.length <= room) start += piece.text
    else return piece.userId === null ? start + piece.text.slice(0, room) : start
  }
  return start
}
