import { Link } from 'react-router'
import { writeMention } from '../../domain/messages/mentions.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { useViewer } from '../app-state.ts'
import { joinClasses } from '../ui/class-names.ts'

/** A mention in a message. It leads to the profile; somebody whom the viewer does not see has none. */
export function MentionLink({ userId, mentioned }: { userId: string; mentioned: readonly Face[] }) {
  const viewer = useViewer()
  const text = writeMention(userId, (id) => mentioned.find((face) => face.id === id)?.name)
  if (mentioned.every(({ id }) => id !== userId)) return <span className="text-soft">{text}</span>
  const isMe = viewer?.id === userId
  return (
    <Link
      to={`/profile/${userId}`}
      className={joinClasses(
        'rounded-[5px] px-1 font-medium hover:underline',
        isMe ? 'bg-court text-on-court' : 'bg-court-wash text-court',
      )}
    >
      {text}
      {isMe && ' (you)'}
    </Link>
  )
}
