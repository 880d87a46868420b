import { useMutation } from '@tanstack/react-query'
import { BellOff, CircleHelp, Ellipsis, VolumeX } from 'lucide-react'
import type { Notice } from '../../domain/notifications/contract.ts'
import { nameTopic, topicToStop } from '../../domain/notifications/name-topic.ts'
import { Menu, type MenuEntry } from '../ui/menu.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { changingNotification, mutingTeam, stoppingTopic } from './queries.ts'

/** Why the viewer got a notification, and how to stop others like it. */
export function NoticeMenu({ notice }: { notice: Notice }) {
  const { title, reason, teamId } = notice
  const [topic, name] = [topicToStop(notice), nameTopic(notice)]
  const { mutate: stop } = useMutation(stoppingTopic)
  const { mutate: change } = useMutation(changingNotification)
  const { mutate: mute } = useMutation(mutingTeam)
  const stopTopic = () =>
    stop(topic, {
      onSuccess: ({ stopped }) =>
        stopped.length === 0
          ? showSnackbar(`Emails and pushes about ${name} are already off.`)
          : showSnackbar(`No more emails and pushes about ${name}.`, {
              duration: 5000,
              action: {
                label: 'Undo',
                onPress: () => {
                  for (const channel of stopped) change({ topic, channel, isOn: true })
                },
              },
            }),
    })
  const muteTeam = (id: string) =>
    mute(
      { teamId: id, isMuted: true },
      {
        onSuccess: () =>
          showSnackbar('You muted this community.', {
            duration: 5000,
            action: { label: 'Undo', onPress: () => mute({ teamId: id, isMuted: false }) },
          }),
      },
    )
  const entries: MenuEntry[] = [
    {
      id: 'why',
      label: 'Why did I get this?',
      hint: reason ?? 'Notifications about this topic are on.',
      icon: <CircleHelp size={18} aria-hidden="true" />,
      to: '/settings?tab=notification',
    },
    {
      id: 'stop',
      label: `Stop ${name}`,
      hint: 'No more emails and pushes. The app still shows them.',
      icon: <BellOff size={18} aria-hidden="true" />,
      onPress: stopTopic,
      startsGroup: true,
    },
    ...(teamId === null
      ? []
      : [
          {
            id: 'mute',
            label: 'Mute this community',
            hint: 'No notifications from it at all.',
            icon: <VolumeX size={18} aria-hidden="true" />,
            onPress: () => muteTeam(teamId),
          },
        ]),
  ]
  return (
    <Menu label={`Options for ${title}`} entries={entries} className="-mr-2 flex-none">
      <Ellipsis size={20} aria-hidden="true" />
    </Menu>
  )
}
