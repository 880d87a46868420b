import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { notificationChannels } from '../../domain/notifications/contract.ts'
import { teamTopicOptouts } from './schema.ts'

const off = alias(teamTopicOptouts, 'off')

/** The person has not turned a topic off on every channel. Check separately whether they are in its community. */
export const followsTopic = (topicId: SQLWrapper | string, userId: SQLWrapper | string): SQL =>
  sql`(SELECT count(*) FROM ${teamTopicOptouts} ${off} WHERE ${off.userId} = ${userId} AND ${off.topicId} = ${topicId}) < ${notificationChannels.length}`
