import type { Conversation } from '../../domain/messages/contract.ts'
import { Avatar } from '../ui/avatar.tsx'
import { CourtArt } from '../ui/court-art.tsx'

type ConversationPictureProps = {
  conversation: Pick<Conversation, 'id' | 'kind' | 'name' | 'photo' | 'person' | 'team' | 'event'>
  size: 40 | 44
}

/** The face of the other person, the initials of a group, or the picture of the community or the game. */
export function ConversationPicture({ conversation: { id, kind, name, photo, person, team, event }, size }: ConversationPictureProps) {
  if (kind === 'direct' || kind === 'group') return <Avatar face={person ?? { id, name }} size={size} isDecorative />
  return (
    <span className={`block flex-none overflow-hidden rounded-thumb bg-wash ${size === 44 ? 'size-11' : 'size-10'}`}>
      {photo === null ? (
        <CourtArt activity="other" seed={team?.id ?? event?.id ?? id} />
      ) : (
        <img src={photo} alt="" loading="lazy" className="size-full object-cover" />
      )}
    </span>
  )
}
