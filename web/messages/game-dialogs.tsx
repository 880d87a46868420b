import { useQuery } from '@tanstack/react-query'
import { EventDialogs } from '../events/dialogs.tsx'
import { eventById } from '../events/queries.ts'
import type { DialogName } from '../events/use-dialogs.ts'

type GameDialogsProps = { eventId: string; name: DialogName; onOpen: (name: DialogName) => void; onClose: () => void }

/** The dialogs of a game that a message shows. */
export default function GameDialogs({ eventId, name, onOpen, onClose }: GameDialogsProps) {
  const { data: event } = useQuery(eventById(eventId))
  return event ? <EventDialogs event={event} dialogs={{ open: name, show: onOpen, close: onClose }} /> : null
}
