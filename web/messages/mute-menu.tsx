import { useMutation } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import type { Conversation } from '../../domain/messages/contract.ts'
import { muteForever } from '../../domain/messages/mute-forever.ts'
import { isMuted, listMuteTimes } from '../../domain/messages/muting.ts'
import { Menu, type MenuEntry } from '../ui/menu.tsx'
import { useNow } from '../ui/use-now.ts'
import { formatMoment } from './format-time.ts'
import { mutingConversation } from './queries.ts'

/** Mutes the conversation for a time. The button shows whether it is muted. */
export default function MuteMenu({ conversation }: { conversation: Conversation }) {
  const { mutate } = useMutation(mutingConversation)
  const now = useNow(60_000)
  const { id: conversationId, mutedUntil } = conversation
  const muted = isMuted(conversation, now)
  const mute = (until: number | null) => () => mutate({ conversationId, until })
  const times = listMuteTimes(now, Intl.DateTimeFormat().resolvedOptions().timeZone)
  const unmute: MenuEntry = {
    ...{ id: 'unmute', label: 'Unmute', onPress: mute(null) },
    ...(mutedUntil === null || mutedUntil === muteForever ? {} : { hint: `Muted until ${formatMoment(mutedUntil, now)}.` }),
  }
  const entries: MenuEntry[] = [
    ...(muted ? [unmute] : []),
    ...times.map(({ label, until }, index) => ({ id: label, label, onPress: mute(until), startsGroup: muted && index === 0 })),
  ]
  const Icon = muted ? BellOff : Bell
  return (
    <Menu label={muted ? 'Muted' : 'Mute'} entries={entries} className="text-soft">
      <Icon size={20} aria-hidden="true" />
    </Menu>
  )
}
