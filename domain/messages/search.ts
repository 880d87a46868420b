import * as v from 'valibot'
import { Cursor } from '../ids.ts'
import { Face } from '../profiles/contract.ts'
import { Conversation, Message, QueryNumber } from './contract.ts'

/** How many messages one answer of the search contains at most, in one conversation. */
export const foundPageSize = 20
/** How many it contains of each conversation, in the search across all of them. */
export const foundInEach = 3
const maxSearchLength = 100
const maxWords = 8

/** The words to search. Each must be in the message; what the user is still typing may be the start of a word. */
export const listMessageWords = (q: string): string[] => (q.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords)

/** Cuts a text where the words of a search begin and end. */
export function splitAtFound(text: string, q: string): { text: string; isFound: boolean }[] {
  const words = listMessageWords(q)
  if (words.length === 0) return [{ text, isFound: false }]
  const wholeWords = words.map((word, place) => (place === words.length - 1 ? word : `${word}(?![\\p{L}\\p{N}])`))
  const pieces = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${wholeWords.join('|')})`, 'giu'))
  // The text between the parentheses of the expression is every second piece.
  return pieces.map((piece, place) => ({ text: piece, isFound: place % 2 === 1 })).filter((piece) => piece.text !== '')
}

const Query = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(maxSearchLength, `Search with up to ${maxSearchLength} characters.`),
  v.check((q) => listMessageWords(q).length > 0, 'Type a word to search.'),
)

/** `before`: only messages that are older than this one. */
export const MessageSearch = v.object({ q: Query, before: v.optional(QueryNumber) })

const FoundMessage = v.pick(Message, ['seq', 'authorId', 'sentAt', 'text', 'files'])
export type FoundMessage = v.InferOutput<typeof FoundMessage>

/** `next`: search `before` this message for older ones. `people`: the authors and who is mentioned, without those whose account is deleted. */
export const FoundMessages = v.object({ messages: v.array(FoundMessage), people: v.array(Face), next: v.nullable(v.number()) })
export type FoundMessages = v.InferOutput<typeof FoundMessages>

export const ConversationSearch = v.object({ q: Query, cursor: Cursor })

/** The conversations in which messages were found, the latest first. `next`: search older conversations from there. */
export const FoundConversations = v.object({
  found: v.array(v.object({ conversation: Conversation, ...FoundMessages.entries })),
  next: v.nullable(v.string()),
})
export type FoundConversations = v.InferOutput<typeof FoundConversations>
