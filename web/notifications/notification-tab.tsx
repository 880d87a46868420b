import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import {
  isSent,
  isWaitingTopic,
  type MailFrequency,
  type MailTopic,
  mailTopicKeys,
  mailTopics,
  sendsAlerts,
  type TopicGroup,
  topicGroups,
  type WaitingTopic,
} from '../../domain/mail/topics.ts'
import type { NotificationSettings } from '../../domain/notifications/contract.ts'
import { usePlatform } from '../app-state.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Section } from '../ui/section.tsx'
import { type Option, Select } from '../ui/select.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { changingFrequency, changingNotification, keepingNotifications, notificationSettings } from './queries.ts'
import { Times } from './quiet-hours-fields.tsx'
import { TeamSwitches } from './team-switches.tsx'

const PushSection = lazy(() => import('../push/push-section.tsx'))

const topicsIn = (group: TopicGroup) => mailTopicKeys.filter((topic) => mailTopics[topic].group === group && isSent(topic))

/** The settings for emails and alerts. Each change is saved at once. What nothing sends has no switch. */
export default function NotificationTab() {
  const { data, error, isFetching, refetch } = useQuery(notificationSettings)
  const { name } = usePlatform()
  if (!data) {
    if (!error) return <SettingsLoading />
    return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  const titles: Record<TopicGroup, string> = { people: 'People', games: 'Games', communities: 'Communities', ours: `From ${name}` }
  return (
    <div className="grid gap-8">
      <Introduction isChosen={data.isChosen} />
      <div>
        <DeviceAlerts />
        <Times settings={data} />
        {topicGroups.map((group) => {
          const topics = topicsIn(group)
          const hasTeams = group === 'communities' && data.teams.length > 0
          if (topics.length === 0 && !hasTeams) return null
          return (
            <Section key={group} title={titles[group]}>
              {topics.length > 0 && <TopicTable topics={topics} settings={data} />}
              {hasTeams && <TeamSwitches settings={data} />}
            </Section>
          )
        })}
      </div>
    </div>
  )
}

function Introduction({ isChosen }: { isChosen: boolean }) {
  const keep = useMutation(keepingNotifications)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="max-w-[52ch] text-soft">
        You see all of these in the app. Choose which ones you also want by email or as an alert on your devices.
      </p>
      {!isChosen && (
        <Button variant="quiet" size="small" className="-ml-3.5" onClick={() => keep.mutate()}>
          Keep these settings
        </Button>
      )}
    </div>
  )
}

function DeviceAlerts() {
  return (
    <Section title="Alerts on your devices" intro="They appear on the screen, also while this app is closed, until you sign out there.">
      <Suspense fallback={<DevicesLoading />}>
        <PushSection />
      </Suspense>
    </Section>
  )
}

const DevicesLoading = () => (
  <Loading label="Loading your devices">
    <Skeleton className="h-11.5 w-56 rounded-control" />
  </Loading>
)

type TopicTableProps = { topics: readonly MailTopic[]; settings: NotificationSettings }

function TopicTable({ topics, settings }: TopicTableProps) {
  const { mutate } = useMutation(changingNotification)
  return (
    <table className="w-full border-b border-line">
      <thead>
        <tr>
          <th scope="col" className="pb-2 text-left">
            <VisuallyHidden>Notification</VisuallyHidden>
          </th>
          <th scope="col" className="w-16 pb-2 text-center text-small font-medium text-soft sm:w-20">
            Email
          </th>
          <th scope="col" className="w-16 pb-2 text-center text-small font-medium text-soft sm:w-20">
            Alert
          </th>
        </tr>
      </thead>
      <tbody>
        {topics.map((topic) => {
          const isOn = settings.notificationSettings[topic].email
          return (
            <tr key={topic} className="border-t border-line">
              <th scope="row" className="py-2.5 pr-3 text-left font-normal">
                <span className="block font-medium">{mailTopics[topic].title}</span>
                <span className="block text-small text-soft">{mailTopics[topic].hint}</span>
                {isOn && isWaitingTopic(topic) && <FrequencyField topic={topic} frequency={settings.frequencies[topic]} />}
              </th>
              <td className="align-top pt-2.5">
                <Switch
                  label={`${mailTopics[topic].title} by email`}
                  isLabelHidden
                  checked={isOn}
                  onChange={(event) => mutate({ topic, channel: 'email', isOn: event.target.checked })}
                  className="mx-auto w-11"
                />
              </td>
              <td className="align-top pt-2.5">
                {sendsAlerts(topic) ? (
                  <Switch
                    label={`${mailTopics[topic].title} as an alert`}
                    isLabelHidden
                    checked={settings.notificationSettings[topic].push}
                    onChange={(event) => mutate({ topic, channel: 'push', isOn: event.target.checked })}
                    className="mx-auto w-11"
                  />
                ) : (
                  <VisuallyHidden>None</VisuallyHidden>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const frequencyOptions: Option<MailFrequency>[] = [
  { value: 'each', label: 'One email for each' },
  { value: 'hourly', label: 'At most one an hour' },
  { value: 'daily', label: 'One a day, at 8 AM' },
  { value: 'weekly', label: 'One a week, at 8 AM' },
]

function FrequencyField({ topic, frequency }: { topic: WaitingTopic; frequency: MailFrequency }) {
  const { mutate } = useMutation(changingFrequency)
  return (
    <Select
      label={`How often: ${mailTopics[topic].title}`}
      isLabelHidden
      options={frequencyOptions}
      value={frequency}
      onChange={(chosen) => mutate({ topic, frequency: chosen })}
      className="mt-2 max-w-60"
    />
  )
}

function SettingsLoading() {
  return (
    <Loading label="Loading your notifications">
      <Skeleton className="mb-8 h-4 w-4/5" />
      <Skeleton className="mb-3 h-6 w-28" />
      {[0, 1, 2, 3, 4].map((row) => (
        <span key={row} className="flex items-center gap-6 border-t border-line py-3.5">
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3 w-4/5" />
          </span>
          <Skeleton className="h-6.5 w-11 rounded-full" />
        </span>
      ))}
    </Loading>
  )
}
