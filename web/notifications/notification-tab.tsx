import { useMutation, useQuery } from '@tanstack/react-query'
import { type MailTopic, mailTopicKeys, mailTopics, type TopicGroup, topicGroups } from '../../domain/mail/topics.ts'
import type { NotificationSettings } from '../../domain/notifications/contract.ts'
import { usePlatform } from '../app-state.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { changingNotification, keepingNotifications, mutingTeam, notificationSettings } from './queries.ts'

const topicsIn = (group: TopicGroup) => mailTopicKeys.filter((topic) => mailTopics[topic].group === group)

/** The settings for emails and push notifications. Each switch is saved at once. */
export default function NotificationTab() {
  const { data, error, isFetching, refetch } = useQuery(notificationSettings)
  const { name } = usePlatform()
  if (!data) {
    if (!error) return <SettingsLoading />
    return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  const titles: Record<TopicGroup, string> = { people: 'People', games: 'Games', communities: 'Communities', ours: `From ${name}` }
  return (
    <div className="grid max-w-2xl gap-8">
      <Introduction isChosen={data.isChosen} />
      {topicGroups.map((group) => (
        <div key={group}>
          <TopicTable title={titles[group]} topics={topicsIn(group)} settings={data} />
          {group === 'communities' && <TeamMutes teams={data.teams} />}
        </div>
      ))}
    </div>
  )
}

function Introduction({ isChosen }: { isChosen: boolean }) {
  const keep = useMutation(keepingNotifications)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="max-w-[52ch] text-soft">
        You see all of these in the app. Choose which ones you also want by email or push notification.
      </p>
      {!isChosen && (
        <Button variant="quiet" size="small" className="-ml-3.5" onClick={() => keep.mutate()}>
          Keep these settings
        </Button>
      )}
    </div>
  )
}

type TopicTableProps = { title: string; topics: readonly MailTopic[]; settings: NotificationSettings }

function TopicTable({ title, topics, settings: { notificationSettings: topicSettings } }: TopicTableProps) {
  const { mutate } = useMutation(changingNotification)
  const column = 'w-16 pb-2 text-center text-small font-medium text-soft sm:w-20'
  return (
    <table className="w-full border-b border-line">
      <thead>
        <tr>
          <th scope="col" className="pb-2 text-left text-title font-bold tracking-tight">
            {title}
          </th>
          <th scope="col" className={column}>
            Email
          </th>
          <th scope="col" className={column}>
            Push
          </th>
        </tr>
      </thead>
      <tbody>
        {topics.map((topic) => (
          <tr key={topic} className="border-t border-line">
            <th scope="row" className="py-2.5 pr-3 text-left font-normal">
              <span className="block font-medium">{mailTopics[topic].title}</span>
              <span className="block text-small text-soft">{mailTopics[topic].hint}</span>
            </th>
            {(['email', 'push'] as const).map((channel) => (
              <td key={channel}>
                <Switch
                  label={`${mailTopics[topic].title} by ${channel}`}
                  isLabelHidden
                  checked={topicSettings[topic][channel]}
                  onChange={(event) => mutate({ topic, channel, isOn: event.target.checked })}
                  className="mx-auto w-11"
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function TeamMutes({ teams }: { teams: NotificationSettings['teams'] }) {
  const { mutate } = useMutation(mutingTeam)
  if (teams.length === 0) return null
  return (
    <ul aria-label="Muted communities">
      {teams.map(({ id, name, isMuted }) => (
        <li key={id} className="border-b border-line">
          <Switch
            label={<span className="font-medium wrap-anywhere">Mute {name}</span>}
            hint={isMuted ? 'You get no notifications from this community.' : 'You get the notifications that you chose above.'}
            checked={isMuted}
            onChange={(event) => mutate({ teamId: id, isMuted: event.target.checked })}
            className="pr-2.5 sm:pr-4.5"
          />
        </li>
      ))}
    </ul>
  )
}

function SettingsLoading() {
  return (
    <Loading label="Loading your notifications" className="max-w-2xl">
      <Skeleton className="mb-8 h-4 w-4/5" />
      <Skeleton className="mb-3 h-6 w-28" />
      {[0, 1, 2, 3, 4].map((row) => (
        <span key={row} className="flex items-center gap-6 border-t border-line py-3.5">
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3 w-4/5" />
          </span>
          <Skeleton className="h-6.5 w-11 rounded-full" />
          <Skeleton className="h-6.5 w-11 rounded-full" />
        </span>
      ))}
    </Loading>
  )
}
