import type { Face } from '../../domain/profiles/contract.ts'
import type { ShownConversation } from './conversation-types.ts'
import type { ShownMessage } from './rows.ts'

const listNames = (names: string[]) => new Intl.ListFormat('en-US').format(names)

type PeopleState = Pick<ShownConversation, 'faces' | 'marks' | 'typing'>

const maxNames = 3

/** "June and Kai are typing", or an empty text. */
export function writeTyping({ faces, typing }: PeopleState, viewerId: string): string {
  const names = [...typing.keys()].flatMap((id) => (id === viewerId ? [] : (faces.get(id)?.name ?? [])))
  if (names.length === 0) return ''
  if (names.length > maxNames) return 'Several people are typing'
  return `${listNames(names)} ${names.length === 1 ? 'is' : 'are'} typing`
}

/** Who has read the viewer's message, if it is the last one of the conversation. An answer below it says more than a mark. */
export function writeSeen(
  { faces, marks }: PeopleState,
  viewer: Face,
  messages: readonly ShownMessage[],
  isDirect: boolean,
): { seq: number; text: string } | null {
  const last = messages.findLast(({ seq }) => seq !== null)
  if (!last || last.seq === null || last.authorId !== viewer.id) return null
  const { seq } = last
  const names = [...marks].flatMap(([id, readSeq]) => (id !== viewer.id && readSeq >= seq ? (faces.get(id)?.name ?? []) : []))
  if (names.length === 0) return null
  if (isDirect) return { seq, text: 'Seen' }
  const hidden = names.length - maxNames
  return { seq, text: `Seen by ${listNames(hidden > 0 ? [...names.slice(0, maxNames), `${hidden} more`] : names)}` }
}
