import { Hono } from 'hono'
import { CreateTopic, TeamTopic, TeamTopics, TopicForm, TopicOrder, TopicPath } from '../../domain/team-topics/contract.ts'
import { TeamId } from '../../domain/teams/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { getActor } from '../teams/get-actor.ts'
import { changeTopic, createTopic, deleteTopic, orderTopics } from './commands.ts'
import { listTopics } from './queries.ts'

const operation = describeOperations('Teams')

/** Mounted under /teams. */
export const teamTopicRoutes = new Hono<AppEnv>()
  .get('/:id/topics', operation('The topics of a community', 200, TeamTopics), input('param', TeamId), async (c) =>
    c.json({ topics: await listTopics(c.var.db, c.req.valid('param').id) }),
  )
  .post(
    '/:id/topics',
    operation('Add a topic to a community I run', 201, TeamTopic, 'It comes last in the list.'),
    input('param', TeamId),
    input('json', CreateTopic),
    async (c) => {
      const actor = await getActor(c, await requireViewer(c))
      const topic = await createTopic(getPrimary(c), getClock(c), actor, c.req.valid('param').id, c.req.valid('json'))
      return c.json(topic, 201)
    },
  )
  .put(
    '/:id/topics/:topicId',
    operation('Change a topic of a community I run', 200, TeamTopic),
    input('param', TopicPath),
    input('json', TopicForm),
    async (c) => {
      const actor = await getActor(c, await requireViewer(c))
      const { id, topicId } = c.req.valid('param')
      return c.json(await changeTopic(getPrimary(c), actor, id, topicId, c.req.valid('json')))
    },
  )
  .delete('/:id/topics/:topicId', operation('Delete a topic of a community I run', 204), input('param', TopicPath), async (c) => {
    const actor = await getActor(c, await requireViewer(c))
    const { id, topicId } = c.req.valid('param')
    await deleteTopic(getPrimary(c), getClock(c).now, actor, id, topicId)
    return c.body(null, 204)
  })
  .put(
    '/:id/topic-order',
    operation('Sort the topics of a community I run', 200, TeamTopics, 'The list must contain each topic once.'),
    input('param', TeamId),
    input('json', TopicOrder),
    async (c) => {
      const actor = await getActor(c, await requireViewer(c))
      const topics = await orderTopics(getPrimary(c), actor, c.req.valid('param').id, c.req.valid('json').ids)
      return c.json({ topics })
    },
  )

export type TeamTopicRoutes = typeof teamTopicRoutes
