import { writeMessage } from '../../domain/messages/files-summary.ts'
import { writePollLine } from '../../domain/messages/polls.ts'
import type { ShownMessage } from './rows.ts'

type Words = Pick<ShownMessage, 'text' | 'files' | 'unsentFiles' | 'poll'>

/** The text of a message, or its files in words. Null if it is deleted or hidden. */
export function wordsOf({ text, files, unsentFiles, poll }: Words): string | null {
  if (text !== null && poll) return writePollLine(text)
  return writeMessage(text, files ?? unsentFiles?.map(({ name, isPicture }) => ({ name, kind: isPicture ? 'picture' : 'text' })))
}
