import * as v from 'valibot'
import { Cursor, Id, IdempotencyKey } from '../ids.ts'
import { Face } from '../profiles/contract.ts'
import { RichText } from '../rich-text/contract.ts'
import { oneLineText, plainText } from '../texts.ts'

export const maxAnnouncementTitleLength = 100
export const maxAnnouncementTextLength = 5000
/** Of one team, in 24 hours. Deleted ones count too. */
export const maxAnnouncementsPerDay = 10
export const announcementPageSize = 20
export const readerPageSize = 50

/** What a form has. The text may have the same markup as the description of a game. */
export const AnnouncementForm = v.object({
  /** Null for an announcement without a topic. */
  topicId: v.optional(v.nullable(Id), null),
  title: v.optional(oneLineText('A title', maxAnnouncementTitleLength), ''),
  text: v.pipe(plainText('An announcement', maxAnnouncementTextLength), v.minLength(1, 'Write something first.')),
})

export const CreateAnnouncement = v.object({ ...AnnouncementForm.entries, idempotencyKey: IdempotencyKey })
export type CreateAnnouncement = v.InferOutput<typeof CreateAnnouncement>

/** `version` is the one that the person started from. */
export const ChangeAnnouncement = v.object({ ...AnnouncementForm.entries, version: v.pipe(v.number(), v.integer(), v.minValue(1)) })
export type ChangeAnnouncement = v.InferOutput<typeof ChangeAnnouncement>

export const AnnouncementQuery = v.object({ topic: v.optional(Id), cursor: Cursor })
export type AnnouncementQuery = v.InferOutput<typeof AnnouncementQuery>

export const AnnouncementPath = v.object({ id: Id, announcementId: Id })

/** A message from those who run a team to all of its members. */
export const TeamAnnouncement = v.object({
  id: v.string(),
  /** Null without a topic, and after its topic was deleted. */
  topic: v.nullable(v.object({ id: v.string(), name: v.string() })),
  title: v.string(),
  body: RichText,
  /** The text with its markup, for those who may change it. */
  text: v.nullable(v.string()),
  /** Null if the account was deleted, or for viewers who may announce, if there is a block between the author and them. */
  author: v.nullable(Face),
  createdAt: v.number(),
  editedAt: v.nullable(v.number()),
  version: v.number(),
  /** The viewer has opened it, or wrote it. */
  isRead: v.boolean(),
  /** It came after the viewer joined, and they have not opened it. */
  isNew: v.boolean(),
  /** How many members have opened it, of how many. The author does not count. Null for viewers who may not see that. */
  readers: v.nullable(v.object({ read: v.number(), total: v.number() })),
})
export type TeamAnnouncement = v.InferOutput<typeof TeamAnnouncement>

export const TeamAnnouncementPage = v.object({ announcements: v.array(TeamAnnouncement), next: v.nullable(v.string()) })
export type TeamAnnouncementPage = v.InferOutput<typeof TeamAnnouncementPage>

/** Announcements that the viewer has opened, several in one request. */
export const ReadAnnouncements = v.object({ ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(50)) })

export const readerLists = ['read', 'unread'] as const
export const ReaderQuery = v.object({ list: v.optional(v.picklist(readerLists), 'read'), cursor: Cursor })
export type ReaderQuery = v.InferOutput<typeof ReaderQuery>

/** `readAt` is null for members who have not opened it. */
export const ReaderPage = v.object({
  people: v.array(v.object({ person: Face, readAt: v.nullable(v.number()) })),
  next: v.nullable(v.string()),
})
export type ReaderPage = v.InferOutput<typeof ReaderPage>
