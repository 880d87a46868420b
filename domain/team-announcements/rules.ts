import { AppError } from '../errors.ts'
import { type ActorRoles, canAny } from '../teams/rules.ts'
import { maxAnnouncementsPerDay } from './contract.ts'

export const judgeReading = (actorRoles: ActorRoles): AppError | null =>
  canAny(actorRoles, 'team.view') ? null : new AppError('NotAllowed')

const judgeAnnouncing = (actorRoles: ActorRoles): AppError | null => (canAny(actorRoles, 'announce') ? null : new AppError('NotAllowed'))

type NewFacts = { actorRoles: ActorRoles; hasTopic: boolean; sentToday: number }

export const judgeNewAnnouncement = ({ actorRoles, hasTopic, sentToday }: NewFacts): AppError | null =>
  judgeAnnouncing(actorRoles) ??
  (hasTopic ? null : new AppError('TopicNotFound', { field: 'topicId' })) ??
  (sentToday >= maxAnnouncementsPerDay ? new AppError('TooManyAnnouncements', { values: { max: maxAnnouncementsPerDay } }) : null)

type ChangeFacts = { actorRoles: ActorRoles; isThere: boolean; hasTopic: boolean }

/** Everyone who may announce may also change and delete what others announced. */
export const judgeAnnouncementChange = ({ actorRoles, isThere, hasTopic }: ChangeFacts): AppError | null =>
  judgeAnnouncing(actorRoles) ??
  (isThere ? null : new AppError('AnnouncementNotFound')) ??
  (hasTopic ? null : new AppError('TopicNotFound', { field: 'topicId' }))
