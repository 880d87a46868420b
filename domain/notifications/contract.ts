import * as v from 'valibot'
import { Id } from '../ids.ts'
import { type MailTopic, mailFrequencies, mailTopicKeys, waitingTopics } from '../mail/topics.ts'
import { Face } from '../profiles/contract.ts'
import { day } from '../time/spans.ts'

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
  /** It is worth nothing later, so its email never waits for a digest. */
  isUrgent: boolean
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

/** Fills in the defaults: no actor, no team, no text, and an email that may wait for a digest. */
export const makeNotice = ({
  title,
  text = '',
  actorId = null,
  teamId = null,
  teamTopicId = null,
  isMailed = true,
  isUrgent = false,
  ...about
}: NoticeFields): NoticeContent => ({
  ...about,
  actorId,
  teamId,
  teamTopicId,
  isMailed,
  isUrgent,
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
  createdAt: v.number(),
  isRead: v.boolean(),
})
export type Notice = v.InferOutput<typeof Notice>

export const noticePageSize = 30
export const noticeLifetime = 90 * day

export const NoticePage = v.object({ notices: v.array(Notice), next: v.nullable(v.string()) })
export type NoticePage = v.InferOutput<typeof NoticePage>

/** The screen shows "99+" from this number on. */
export const maxUnread = 100
export const UnreadCount = v.object({ unread: v.number() })

/** Marks all notices as read up to the newest one that the person saw. */
export const ReadNotices = v.object({ upTo: v.pipe(v.number(), v.integer(), v.minValue(0)) })

export const notificationChannels = ['email', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]
const Channels = v.object({ email: v.boolean(), push: v.boolean() })
export const NotificationSettings = v.object({
  /** Also has an entry for each topic of the viewer's communities, under the id of the topic. */
  notificationSettings: v.objectWithRest(v.entriesFromList(mailTopicKeys, Channels), Channels),
  /** How often emails come, for each topic whose emails can wait. */
  frequencies: v.object(v.entriesFromList(waitingTopics, v.picklist(mailFrequencies))),
  /** False until the person has looked at these settings for the first time. */
  isChosen: v.boolean(),
  teams: v.array(
    v.object({ id: v.string(), name: v.string(), isMuted: v.boolean(), topics: v.array(v.object({ id: v.string(), name: v.string() })) }),
  ),
})
export type NotificationSettings = v.InferOutput<typeof NotificationSettings>

/** Changes one switch at a time, so that two tabs do not undo each other. */
export const ChangeNotification = v.object({
  /** One of our topics, or the id of a topic of a community. */
  topic: v.union([v.picklist(mailTopicKeys), Id]),
  channel: v.picklist(notificationChannels),
  isOn: v.boolean(),
})
export type ChangeNotification = v.InferOutput<typeof ChangeNotification>

export const FrequencyPath = v.object({ topic: v.picklist(waitingTopics) })
export const ChangeFrequency = v.object({ frequency: v.picklist(mailFrequencies) })
export type ChangeFrequency = v.InferOutput<typeof ChangeFrequency>

export const TeamPath = v.object({ teamId: Id })
