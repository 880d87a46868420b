import * as v from 'valibot'
import { Id } from '../ids.ts'
import { type MailTopic, mailTopicKeys } from '../mail/topics.ts'
import { Face } from '../profiles/contract.ts'
import { day } from '../time/spans.ts'

/** What a notice says, as worked out when it is delivered. */
export type NoticeWords = {
  /** Names the fact, so that nobody is told of it twice. */
  key: string
  topic: MailTopic
  /** Whose doing it is. Where one of the two blocked the other, nothing is delivered. */
  actorId: string | null
  teamId: string | null
  title: string
  text: string
  /** Where a tap leads, on this site. */
  path: string
  /** False where no mail goes with it: the fact has one of its own, or needs none. */
  isMailed: boolean
}

/** Words of people may have several lines; a notice and the subject of a mail are one. */
const toOneLine = (words: string, maxLength: number): string =>
  words
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()

type AboutNotice = Pick<NoticeWords, 'key' | 'topic' | 'title' | 'path'> & { [Name in keyof NoticeWords]?: NoticeWords[Name] | undefined }

/** A notice with its defaults: nobody's doing, no team, no text, and mailed. */
export const noticeOf = ({ title, text = '', actorId = null, teamId = null, isMailed = true, ...about }: AboutNotice): NoticeWords => ({
  ...about,
  actorId,
  teamId,
  isMailed,
  title: toOneLine(title, 400),
  text: toOneLine(text, 300),
})

export const Notice = v.object({
  key: v.string(),
  topic: v.string(),
  title: v.string(),
  text: v.string(),
  path: v.string(),
  /** Whose doing it was. */
  person: v.nullable(Face),
  createdAt: v.number(),
  isRead: v.boolean(),
})
export type Notice = v.InferOutput<typeof Notice>

export const noticePageSize = 30
export const noticesKeptFor = 90 * day

export const NoticePage = v.object({ notices: v.array(Notice), next: v.nullable(v.string()) })
export type NoticePage = v.InferOutput<typeof NoticePage>

/** More than this is "99+". */
export const maxUnread = 100
export const UnreadCount = v.object({ unread: v.number() })

/** All that was shown, up to the newest the person saw. */
export const ReadNotices = v.object({ upTo: v.pipe(v.number(), v.integer(), v.minValue(0)) })

const Channels = v.object({ email: v.boolean(), push: v.boolean() })
export const NotificationSettings = v.object({
  notificationSettings: v.object(v.entriesFromList(mailTopicKeys, Channels)),
  /** False until the person has decided for the first time. */
  isChosen: v.boolean(),
  teams: v.array(v.object({ id: v.string(), name: v.string(), isMuted: v.boolean() })),
})
export type NotificationSettings = v.InferOutput<typeof NotificationSettings>

/** One switch at a time, so that two tabs do not undo each other. */
export const ChangeNotification = v.object({
  topic: v.picklist(mailTopicKeys),
  channel: v.picklist(['email', 'push']),
  isOn: v.boolean(),
})
export type ChangeNotification = v.InferOutput<typeof ChangeNotification>

export const TeamPath = v.object({ teamId: Id })
