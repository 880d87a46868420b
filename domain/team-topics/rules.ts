import { AppError } from '../errors.ts'
import { type ActorRoles, judgeRight } from '../teams/rules.ts'
import { maxTopics } from './contract.ts'

/** Two names that only differ in upper and lower case are the same. */
export const topicNameKey = (name: string) => name.toLowerCase()

type TopicFacts = {
  actorRoles: ActorRoles
  /** The topics of the team. */
  topics: readonly { id: string; nameKey: string }[]
}

/** Topics are part of the page of a team, so whoever may edit it may also change them. */
const judgeActor = (actorRoles: ActorRoles): AppError | null => judgeRight(actorRoles, 'team.edit')

const judgeName = (topics: TopicFacts['topics'], name: string, ownId: string | null): AppError | null =>
  topics.some(({ id, nameKey }) => id !== ownId && nameKey === topicNameKey(name))
    ? new AppError('TopicNameTaken', { field: 'name' })
    : null

export const judgeNewTopic = ({ actorRoles, topics }: TopicFacts, name: string): AppError | null =>
  judgeActor(actorRoles) ??
  judgeName(topics, name, null) ??
  (topics.length >= maxTopics ? new AppError('TopicsFull', { values: { max: maxTopics } }) : null)

export const judgeTopicChange = ({ actorRoles, topics }: TopicFacts, topicId: string, name: string | null): AppError | null =>
  judgeActor(actorRoles) ??
  (topics.some(({ id }) => id === topicId) ? null : new AppError('TopicNotFound')) ??
  (name === null ? null : judgeName(topics, name, topicId))

/** The new order must contain each topic once. Otherwise someone added or deleted one in the meantime. */
export function judgeTopicOrder({ actorRoles, topics }: TopicFacts, ids: readonly string[]): AppError | null {
  const isComplete = new Set(ids).size === ids.length && ids.length === topics.length && topics.every(({ id }) => ids.includes(id))
  return judgeActor(actorRoles) ?? (isComplete ? null : new AppError('TopicsChanged'))
}
