import { AppError } from '../errors.ts'
import { type ActorRoles, judgeRight } from '../teams/rules.ts'
import { maxAnnouncementsPerDay } from './contract.ts'

type NewFacts = { actorRoles: ActorRoles; hasTopic: boolean; sentToday: number }

export const judgeNewAnnouncement = ({ actorRoles, hasTopic, sentToday }: NewFacts): AppError | null =>
  judgeRight(actorRoles, 'announce') ??
  (hasTopic ? null : new AppError('TopicNotFound', { field: 'topicId' })) ??
  (sentToday >= maxAnnouncementsPerDay ? new AppError('TooManyAnnouncements', { values: { max: maxAnnouncementsPerDay } }) : null)

type ChangeFacts = { actorRoles: ActorRoles; isThere: boolean; hasTopic: boolean }

/** Everyone who may announce may also change and delete what others announced. */
export const judgeAnnouncementChange = ({ actorRoles, isThere, hasTopic }: ChangeFacts): AppError | null =>
  judgeRight(actorRoles, 'announce') ??
  (isThere ? null : new AppError('AnnouncementNotFound')) ??
  (hasTopic ? null : new AppError('TopicNotFound', { field: 'topicId' }))
