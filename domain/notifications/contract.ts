import * as v from 'valibot'
import { Cursor, Id } from '../ids.ts'
import { type MailTopic, mailFrequencies, mailTopicKeys, waitingTopics } from '../mail/topics.ts'
import { Face } from '../profiles/contract.ts'
import { weekdays } from '../time/clock.ts'
import { day } from '../time/spans.ts'
import { QuietHours } from './quiet-hours.ts'
import type { UrgentReason } from './waiting.ts'

/** The content of a notice, written when it is delivered. */
export type NoticeContent = {
  /** Identifies the fact, so that nobody is notified of it twice. */
  key: string
  topic: MailTopic
  /** The person who caused it. If they and the recipient blocked each other, nothing is delivered. */
  actorId: string | null
  teamId: string | null
  /** The topic of the team that it is about. A person can turn it off. */
  teamTopicId: string | null
  title: string
  text: string
  /** The page of this site that a tap opens. */
  path: string
  /** False if no email goes with the notice, because the fact has its own email or needs none. */
  isMailed: boolean
  /** Why its email goes out at once; null if it may wait. */
  urgency: UrgentReason | null
}

/** Text by people may have several lines, but a notice and the subject of an email must be one line. */
const toOneLine = (words: string, maxLength: number): string =>
  words
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()

type NoticeFields = Pick<NoticeContent, 'key' | 'topic' | 'title' | 'path'> & {
  [Name in keyof NoticeContent]?: NoticeContent[Name] | undefined
}

/** The message about a change has old and new values, so it can be long. */
export const maxNoticeTextLength = 600

/** Fills in the defaults: no actor, no team, no text, and an email that may wait. */
export const makeNotice = ({
  title,
  text = '',
  actorId = null,
  teamId = null,
  teamTopicId = null,
  isMailed = true,
  urgency = null,
  ...about
}: NoticeFields): NoticeContent => ({
  ...about,
  actorId,
  teamId,
  teamTopicId,
  isMailed,
  urgency,
  title: toOneLine(title, 400),
  text: toOneLine(text, maxNoticeTextLength),
})

export const Notice = v.object({
  key: v.string(),
  topic: v.string(),
  title: v.string(),
  text: v.string(),
  path: v.string(),
  /** The person who caused it. */
  person: v.nullable(Face),
  /** The community that it comes from, which the viewer can mute. */
  teamId: v.nullable(v.string()),
  /** The topic of that community. The viewer can stop it. */
  teamTopicId: v.nullable(v.string()),
  /** Why the viewer got it. Notices of older releases have none. */
  reason: v.nullable(v.string()),
  createdAt: v.number(),
  isRead: v.boolean(),
})
export type Notice = v.InferOutput<typeof Notice>

/** What the list can be narrowed to. The last three are groups of topics. */
export const noticeFilters = ['unread', 'games', 'communities', 'people'] as const
export type NoticeFilter = (typeof noticeFilters)[number]
const Show = v.optional(v.picklist(noticeFilters))
export const NoticeQuery = v.object({ cursor: Cursor, show: Show })
export type NoticeQuery = v.InferOutput<typeof NoticeQuery>

export const noticePageSize = 30
export const noticeLifetime = 90 * day

export const NoticePage = v.object({ notices: v.array(Notice), next: v.nullable(v.string()) })
export type NoticePage = v.InferOutput<typeof NoticePage>

/** The screen shows "99+" from this number on. */
export const maxUnread = 100
export const UnreadCount = v.object({ unread: v.number() })

/** Marks all notices that the list shows as read, up to the newest one that the person saw. */
export const ReadNotices = v.object({ upTo: v.pipe(v.number(), v.integer(), v.minValue(0)), show: Show })
export type ReadNotices = v.InferOutput<typeof ReadNotices>

export const notificationChannels = ['email', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]
const Channels = v.object({ email: v.boolean(), push: v.boolean() })
export const NotificationSettings = v.object({
  /** Also has an entry for each topic of the viewer's communities, under the id of the topic. */
  notificationSettings: v.objectWithRest(v.entriesFromList(mailTopicKeys, Channels), Channels),
  /** How often emails come, for each topic whose emails can wait. */
  frequencies: v.object(v.entriesFromList(waitingTopics, v.picklist(mailFrequencies))),
  /** The day of weekly emails. */
  weekday: v.picklist(weekdays),
  quietHours: v.nullable(QuietHours),
  /** The zone in which these hours and days count. */
  timeZone: v.string(),
  /** Emails reach only a verified address. */
  isEmailVerified: v.boolean(),
  /** False until the person has looked at these settings for the first time. */
  isChosen: v.boolean(),
  teams: v.array(
    v.object({ id: v.string(), name: v.string(), isMuted: v.boolean(), topics: v.array(v.object({ id: v.string(), name: v.string() })) }),
  ),
})
export type NotificationSettings = v.InferOutput<typeof NotificationSettings>

const AnyTopic = v.union([v.picklist(mailTopicKeys), Id])
/** Changes one switch at a time, so that two tabs do not undo each other. */
export const ChangeNotification = v.object({
  /** One of our topics, or the id of a topic of a community. */
  topic: AnyTopic,
  channel: v.picklist(notificationChannels),
  isOn: v.boolean(),
})
export type ChangeNotification = v.InferOutput<typeof ChangeNotification>

/** Null turns the quiet hours off. */
const ChangeQuietHours = v.object({ quietHours: v.nullable(QuietHours) })
const ChangeWeekday = v.object({ weekday: v.picklist(weekdays) })
/** One part of the settings, so that two tabs do not undo each other. */
export const ChangeSettings = v.union([ChangeNotification, ChangeQuietHours, ChangeWeekday])

export const TopicPath = v.object({ topic: AnyTopic })
/** The channels that were on until now, so that the person can undo it. */
export const StoppedTopic = v.object({ stopped: v.array(v.picklist(notificationChannels)) })
export type StoppedTopic = v.InferOutput<typeof StoppedTopic>

export const FrequencyPath = v.object({ topic: v.picklist(waitingTopics) })
export const ChangeFrequency = v.object({ frequency: v.picklist(mailFrequencies) })
export type ChangeFrequency = v.InferOutput<typeof ChangeFrequency>

export const TeamPath = v.object({ teamId: Id })
