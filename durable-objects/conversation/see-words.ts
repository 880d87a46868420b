import { hideMentions, mentionStart } from '../../domain/messages/mentions.ts'

type Words = { authorId: string; text: string | null }

/**
 * A message as one person sees it: without the ids of people with a block between them. Authors keep what they wrote, so that they cannot
 * tell such a person from one who does not exist.
 */
export const seeWords = <Message extends Words>(message: Message, viewerId: string, hidden: ReadonlySet<string>): Message => {
  const { authorId, text } = message
  if (hidden.size === 0 || authorId === viewerId || !text?.includes(mentionStart)) return message
  return { ...message, text: hideMentions(text, hidden) }
}
