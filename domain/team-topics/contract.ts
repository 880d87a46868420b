import * as v from 'valibot'
import { Id, IdempotencyKey } from '../ids.ts'
import { plainText, properName } from '../texts.ts'

const minTopicNameLength = 2
export const maxTopicNameLength = 40
export const maxTopicDescriptionLength = 200
export const maxTopics = 20

/** The name and the description of a topic, as a form has them. */
export const TopicForm = v.object({
  name: properName('A topic name', minTopicNameLength, maxTopicNameLength),
  description: v.optional(plainText('A description', maxTopicDescriptionLength), ''),
})
export type TopicForm = v.InferOutput<typeof TopicForm>

export const CreateTopic = v.object({ ...TopicForm.entries, idempotencyKey: v.optional(IdempotencyKey) })
export type CreateTopic = v.InferOutput<typeof CreateTopic>

/** What announcements of a team can be about. Members turn each topic on or off for themselves. */
export const TeamTopic = v.object({ id: v.string(), name: v.string(), description: v.string() })
export type TeamTopic = v.InferOutput<typeof TeamTopic>

export const TeamTopics = v.object({ topics: v.array(TeamTopic) })
export type TeamTopics = v.InferOutput<typeof TeamTopics>

/** All topics of the team, each once, in their new order. */
export const TopicOrder = v.object({ ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(maxTopics)) })

export const TopicPath = v.object({ id: Id, topicId: Id })
